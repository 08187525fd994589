import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { forfeitWithDeposit } from "../../core/bonuses/bonuses.ts";
import { voidTurnover } from "../../core/turnover/turnover.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { type LedgerMoment, reverseOperation } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { tell } from "../../platform/outbox.ts";

interface Original {
  readonly accountId: bigint;
  readonly original: string;
}

interface Mirror {
  readonly walletId: bigint;
  /** What the mirror moves, from the member's side. */
  readonly netMinor: bigint;
}

/**
 * What mirroring an operation of a member would move. Refuses with `wallet.line_not_found` (of another's lines too), `wallet.already_reversed`,
 * or `adjustments.not_reversible`: a round is corrected instead, which takes back what its stake counted for, one half of a passage would leave money in transit, and what
 * other wallets hold is bound to what waits for it.
 */
export async function readMirror(tx: Tx, { accountId, original }: Original): Promise<Mirror> {
  const { rows } = await sql<Mirror & { isMain: boolean; isPassage: boolean; isRound: boolean; isReversed: boolean }>`
    select w.id as "walletId", w.kind = ${walletKinds.main} as "isMain", -sum(t.amount)::bigint as "netMinor", bool_or(s.code like 'transit:%') as "isPassage",
           exists (select from reversal r where r.original_ref = i.ref) as "isReversed", i.round_id is not null as "isRound"
    from idempotency i join wallet w on w.id = i.wallet_id
    join transfer t on t.wallet_id = i.wallet_id and t.ref = i.ref join system_account s on s.id = t.contra
    where i.ref = ${original} and w.account_id = ${accountId} group by w.id, i.ref, i.wallet_id, i.round_id`.execute(tx);
  const [found] = rows;
  if (found === undefined) refuse("wallet.line_not_found", { field: "original" });
  if (found.isReversed) refuse("wallet.already_reversed", { field: "original" });
  if (!found.isMain || found.isPassage || found.isRound || found.netMinor === 0n) refuse("adjustments.not_reversible", { field: "original" });
  return found;
}

/** Mirrors the operation. Of a reversed deposit the bonus it brought is taken back, and what it asked to be staked is no longer asked. */
export async function carryOutReversal(tx: Tx, moment: LedgerMoment, { accountId, original }: Original): Promise<void> {
  const { walletId } = await readMirror(tx, { accountId, original });
  const { rows: deposits } = await sql<{ id: string }>`
    select d.id from deposit d where d.account_id = ${accountId} and d.state = 'credited' and derived_id('deposit-credit', d.id::text) = ${original}`.execute(
    tx,
  );
  for (const { id: depositId } of deposits) await forfeitWithDeposit(tx, moment, { accountId, depositId });
  await reverseOperation(tx, moment, { walletId, original });
  for (const { id: sourceId } of deposits) {
    await voidTurnover(tx, { accountId, source: "deposit", sourceId });
    await tell(tx, "deposits.reversed", { depositId: sourceId, accountId: String(accountId) });
  }
}
