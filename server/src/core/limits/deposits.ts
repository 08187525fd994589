import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { walletKinds } from "../wallet/posting.ts";
import { checkNotExcluded } from "./exclusions.ts";

interface Wanted {
  readonly accountId: bigint;
  readonly amountMinor: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Lets a deposit in that the member's own limits allow, in the transaction that inserts it: the wallet's lock makes many at once
 * stand in line. Refuses with `protection.excluded`, or with `limits.deposit_reached` and what is `left` as a decimal string.
 */
export async function checkDeposit(tx: Tx, { accountId, amountMinor, now, timeZone }: Wanted): Promise<void> {
  await tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).forUpdate().executeTakeFirst();
  await checkNotExcluded(tx, { accountId, now });
  const { rows } = await sql<{ left: bigint | null }>`
    select min(l.cap - deposit_used(${accountId}::bigint, l.since))::bigint as left
    from (
      select case when next_from <= ${now} then next_amount else amount end as cap, period_start(${now}, period, ${timeZone}) as since
      from play_limit where account_id = ${accountId} and kind = 'deposit'
    ) l where l.cap is not null`.execute(tx);
  const left = rows[0]?.left ?? null;
  if (left !== null && amountMinor > left) refuse("limits.deposit_reached", { field: "amount", left: formatAmount(left > 0n ? left : 0n) });
}
