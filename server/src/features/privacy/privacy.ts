import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { MarketingKind, OpenBusiness, privacy } from "@laro/contract/privacy";
import { sql } from "kysely";
import { beginClosing, CLOSING_MS } from "../../core/accounts/closing.ts";
import { giveConsents, listConsents, listWords, withdrawConsents } from "../../core/accounts/consents.ts";
import { type Market, mayBePaidEarned } from "../../core/limits/rewards.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";

const WORDS_MAX = 200;

/** What a member agreed to and took back, and which marketing they agree to now. */
export async function readConsents(db: Db, { accountId, now }: { accountId: bigint; now: Date }): Promise<OutputOf<typeof privacy.consents>> {
  const [list, last] = [await listWords(db, { accountId, limit: WORDS_MAX }), await listConsents(db, { accountId, now })];
  const agrees = (kind: MarketingKind): boolean => last.find((word) => word.kind === kind)?.given === true;
  return { list: [...list], marketing: { marketingEmail: agrees("marketingEmail"), marketingSms: agrees("marketingSms") } };
}

interface Choice {
  readonly accountId: bigint;
  readonly kind: MarketingKind;
  readonly given: boolean;
  readonly address: string;
  readonly now: Date;
}

/** Keeps a member's word on one kind of marketing; the same word again is not written twice. */
export async function setMarketing(tx: Tx, { accountId, kind, given, address, now }: Choice): Promise<void> {
  // One after the other: two taps are one word.
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  const last = (await listConsents(tx, { accountId, now })).find((word) => word.kind === kind);
  if ((last?.given ?? false) === given && (!given || last?.isCurrent === true)) return;
  await (given ? giveConsents : withdrawConsents)(tx, { accountId, kinds: [kind], address, now });
  staleOnCommit(tx, ["privacy.consents"], [`member:${accountId}`]);
}

interface OfAccount {
  readonly accountId: bigint;
  readonly pack: Market;
}

/** What keeps an account open, in the order in which a member meets it; what others look into without the member is not told here. */
const businessSql = (market: Market) =>
  ({
    deposit: sql`select from deposit where account_id = a.id and state in ('pending', 'submitted', 'checked')`,
    withdrawal: sql`select from withdrawal where account_id = a.id and state in ('pending', 'checked', 'approved', 'paid')`,
    withdrawalCase: sql`select from withdrawal where account_id = a.id and state = 'investigating'`,
    bonus: sql`select from bonus where account_id = a.id and state in ('waiting', 'active')`,
    verification: sql`select from verification where account_id = a.id and state = 'submitted'`,
    eligibility: sql`select from eligibility_case where account_id = a.id and state = 'open'`,
    adjustment: sql`select from adjustment where account_id = a.id and state = 'proposed'`,
    rebate: sql`select from rebate where account_id = a.id and claim_id is null and ${mayBePaidEarned(market)}`,
    redeem: sql`select from points_redeem where account_id = a.id and (state = 'inProcess' or state = 'approved' and sent_at is null)`,
    team: sql`select from agent_node where parent_id = a.id`,
  }) as const satisfies Record<OpenBusiness, unknown>;

/** What is under way in an account, or undefined. */
async function findBusiness(tx: Tx, { accountId, pack }: OfAccount): Promise<OpenBusiness | undefined> {
  const looks = Object.entries(businessSql(pack)).map(([what, look]) => sql`case when exists (${look}) then ${what}::text end`);
  const { rows } = await sql<{ what: OpenBusiness | null }>`select coalesce(${sql.join(looks)}) as what from account a where a.id = ${accountId}`.execute(tx);
  return rows[0]?.what ?? undefined;
}

/** Refuses an account that holds money with `privacy.money_left`, one in which something is under way with `privacy.open_business`. Its wallets are locked until the transaction ends. */
export async function checkNothingLeft(tx: Tx, { accountId, pack }: OfAccount): Promise<void> {
  // In the order in which a standing's change locks them.
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  const { rows } = await sql<{ balance: bigint }>`select balance from wallet where account_id = ${accountId} order by id for update`.execute(tx);
  const business = await findBusiness(tx, { accountId, pack });
  if (business !== undefined) refuse("privacy.open_business", { what: business });
  const left = rows.reduce((sum, { balance }) => sum + balance, 0n);
  if (left > 0n) refuse("privacy.money_left", { amount: formatAmount(left) });
}

/** Closes an account by its member's own will. Answers the sessions that ended, and until when a new password opens it again. */
export async function closeOwnAccount(tx: Tx, { accountId, now, pack }: OfAccount & { now: Date }) {
  await checkNothingLeft(tx, { accountId, pack });
  const ended = (await beginClosing(tx, { accountId, now })) ?? refuse("sessions.account_closed");
  await tell(tx, "privacy.closing", { accountId: String(accountId), closingId: newId(now) });
  staleOnCommit(tx, ["members.open", "members.list"], ["operators"]);
  return { ended, reopenableUntil: new Date(now.getTime() + CLOSING_MS).toISOString() };
}
