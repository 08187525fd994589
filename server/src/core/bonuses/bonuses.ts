import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { mayBeRewarded } from "../limits/rewards.ts";
import { type BonusRule, brand, type JurisdictionPack } from "../settings/packs.ts";
import { isFlagOn } from "../settings/settings.ts";
import { lockStaked } from "../turnover/turnover.ts";
import { throughClosed } from "../wallet/held.ts";
import { walletKinds } from "../wallet/posting.ts";
import { getWalletId, type LedgerMoment, passMoney, postMovement, walletStatus } from "../wallet/wallet.ts";

/** The rule behind a bonus's code; undefined for one the brand does not (or no longer) give. */
export const findBonusRule = (code: string): BonusRule | undefined => brand.bonuses.find((rule) => rule.code === code);

interface Asker {
  readonly accountId: bigint;
  readonly now: Date;
  readonly pack: Pick<JurisdictionPack, "timeZone" | "verifiedOnly">;
}

/** The bonuses a member may choose with a deposit of this moment. */
export async function listOffers(db: Db | Tx, asker: Asker): Promise<readonly BonusRule[]> {
  if (!(await isFlagOn(db, "depositBonuses"))) return [];
  const { isClosed, hasDeposited, openCodes } = await readStanding(db, asker);
  if (isClosed) return [];
  return brand.bonuses.filter(({ code, firstDepositOnly }) => !firstDepositOnly || (!hasDeposited && !openCodes.includes(code)));
}

interface Standing {
  /** No bonus of a deposit: another one runs or waits, or the member may not be rewarded now. */
  readonly isClosed: boolean;
  readonly hasDeposited: boolean;
  /** What deposits that can still be paid have chosen. */
  readonly openCodes: readonly string[];
}

/** A deposit `d` whose money came and was not taken back by a reversal. */
export const isKeptDeposit = sql<boolean>`(
  d.state = 'credited' and not exists (select from reversal r where r.original_ref = derived_id('deposit-credit', d.id::text)))`;

/** What decides over the bonuses of a member's deposits; `besides` leaves one deposit out. */
async function readStanding(db: Db | Tx, { accountId, now, pack, besides }: Asker & { besides?: string }): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from bonus b where b.account_id = ${accountId} and b.state in ('waiting', 'active') and b.deposit_id is not null)
        or not exists (select from account a where a.id = ${accountId} and ${mayBeRewarded(now, pack)}) as "isClosed",
           exists (select from deposit d where d.account_id = ${accountId} and ${isKeptDeposit} and d.id is distinct from ${besides ?? null}::uuid) as "hasDeposited",
           array(select d.bonus_code from deposit d where d.account_id = ${accountId} and d.state in ('pending', 'submitted', 'checked') and d.bonus_code is not null) as "openCodes"`.execute(
    db as Tx,
  );
  return rows[0]!;
}

interface Grant {
  readonly accountId: bigint;
  readonly depositId: string;
  readonly code: string;
  /** What really arrived. */
  readonly paidMinor: bigint;
  readonly pack: Asker["pack"];
}

/**
 * Gives the bonus chosen with a deposit, once, in the transaction that credits the deposit and holds its main wallet. Asks again whether it may: between the
 * choice and the money another can have been given. Too small a payment gives none.
 */
export async function grantBonus(tx: Tx, moment: LedgerMoment, { accountId, depositId, code, paidMinor, pack }: Grant): Promise<void> {
  const rule = findBonusRule(code);
  if (rule === undefined || paidMinor < rule.minimumDepositMinor) return;
  const { isClosed, hasDeposited } = await readStanding(tx, { accountId, now: moment.now, pack, besides: depositId });
  if (isClosed || (rule.firstDepositOnly && hasDeposited)) return;
  const share = (paidMinor * BigInt(rule.percent)) / 100n; // Rounded down to whole centavos.
  const amountMinor = share < rule.maximumMinor ? share : rule.maximumMinor;
  if (amountMinor === 0n) return;
  const { wagering, days } = rule;
  await giveBonus(tx, moment, { id: derivedId("bonus", depositId), accountId, code, amountMinor, wagering: BigInt(wagering), days, depositId });
}

export interface NewBonus {
  /** Derived from what it is given for: the same id gives once. */
  readonly id: OwnId;
  readonly accountId: bigint;
  /** What it is called by: a code of the brand's, or of the noun that gives. */
  readonly code: string;
  /** In minor units, more than nothing. */
  readonly amountMinor: bigint;
  /** How many times the amount must be staked, by stakes that count, from its start. */
  readonly wagering: bigint;
  /** How many days it has from its start. */
  readonly days: number;
  /** The deposit that brought it, with which it is taken back. */
  readonly depositId?: string;
}

/**
 * Gives a bonus into the bonus wallet: it runs from now on, or waits where another does, and keeps no money of the member's own back. Whether the member may be
 * rewarded is asked before. Answers whether it is new; an id given before changes nothing. Refuses with `wallet.not_found`. Locks the main wallet, then bonuses, then the
 * bonus wallet.
 */
export async function giveBonus(tx: Tx, moment: LedgerMoment, bonus: NewBonus): Promise<boolean> {
  const { id, accountId, code, amountMinor, wagering, days, depositId = null } = bonus;
  const walletId = await getWalletId(tx, { accountId, kind: "bonus" });
  const reached = await lockStaked(tx, accountId);
  const isNew = await tx
    .insertInto("bonus")
    .values({
      id,
      account_id: accountId,
      code,
      deposit_id: depositId,
      amount: amountMinor,
      needed: amountMinor * wagering,
      days,
      state: "waiting",
      at: moment.now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) return false;
  await postMovement(tx, moment, { ref: derivedId("bonus-grant", id), walletId, contra: "promotion", kind: "bonus", amountMinor });
  await startNext(tx, { accountId, reached: reached.staked, now: moment.now });
  staleBonuses(tx, accountId);
  return true;
}

/** A moment in `now` that a member's time-outs leave no time to play before: their end, or the moment itself. */
const playableFrom = (accountId: bigint, now: Date) => sql<Date>`greatest(${now}::timestamptz, (
  select max(e.ends_at) from exclusion e where e.account_id = ${accountId} and e.kind = 'timeout' and e.ended_at is null and e.starts_at <= ${now}))`;

/** Has the days of the bonus that runs, and of bonus bets that are left, stand still until a time-out ends, which begins in this transaction after this call: nobody has to play to save them. */
export async function standStill(tx: Tx, { accountId, now, until }: { accountId: bigint; now: Date; until: RawBuilder<Date> }): Promise<void> {
  await lockStaked(tx, accountId);
  const still = sql`greatest(${until} - ${playableFrom(accountId, now)}, interval '0')`;
  await sql`update bonus set expires_at = expires_at + ${still} where account_id = ${accountId} and state = 'active'`.execute(tx);
  await sql`
    update bonus_bet set expires_at = expires_at + ${still}
    where account_id = ${accountId} and used < count and ended_at is null and expires_at > ${now}`.execute(tx);
  staleBonuses(tx, accountId);
}

/** Starts the bonus that waits longest where none runs: what it asks for counts from here, and so do its days, which stand still in a time-out. */
async function startNext(tx: Tx, { accountId, reached, now }: { accountId: bigint; reached: bigint; now: Date }): Promise<void> {
  await sql`
    update bonus set state = 'active', from_valid = ${reached}::bigint, started_at = ${now}::timestamptz, expires_at = ${playableFrom(accountId, now)} + days * interval '24 hours'
    where id = (select id from bonus where account_id = ${accountId} and state = 'waiting' order by number limit 1) and state = 'waiting'
      and not exists (select from bonus where account_id = ${accountId} and state = 'active')`.execute(tx);
}

// Who changes a member's bonuses locks the main wallet first: they take turns, and the counter of stakes stands meanwhile.

interface OwnBonus {
  readonly accountId: bigint;
  readonly id: string;
}

/** Moves a bonus that was staked often enough into the main wallet, and the next starts. Refuses with `bonuses.not_found`, `bonuses.not_active` or `bonuses.turnover_open`. */
export async function releaseBonus(tx: Tx, moment: LedgerMoment, { accountId, id }: OwnBonus): Promise<void> {
  const { staked: reached } = await lockStaked(tx, accountId);
  const { amountMinor, leftMinor } = await getOpen(tx, { accountId, id, reached, states: ["active"] });
  if (leftMinor > 0n) refuse("bonuses.turnover_open", { left: formatAmount(leftMinor) });
  await endBonus(tx, { accountId, id, reached, to: "released", now: moment.now });
  const [from, to] = [await getWalletId(tx, { accountId, kind: "bonus" }), await getWalletId(tx, { accountId, kind: "main" })];
  await passMoney(tx, moment, { reason: "bonus-release", id, from, to, transit: "transit:bonus", kind: "bonus", amountMinor });
}

/** Takes a bonus back that runs or waits, and the next starts. Refuses with `bonuses.not_found` or `bonuses.not_active`. */
export async function forfeitBonus(
  tx: Tx,
  moment: LedgerMoment,
  { accountId, id, to = "forfeited" }: OwnBonus & { to?: "forfeited" | "expired" },
): Promise<void> {
  const { staked: reached } = await lockStaked(tx, accountId);
  const { amountMinor } = await getOpen(tx, { accountId, id, reached, states: openStates });
  await endBonus(tx, { accountId, id, reached, to, now: moment.now });
  const walletId = await getWalletId(tx, { accountId, kind: "bonus" });
  await postMovement(tx, moment, { ref: derivedId("bonus-forfeit", id), walletId, contra: "promotion", kind: "bonus", amountMinor: -amountMinor });
}

/** Takes a bonus back where it runs or waits; what was released is the member's. */
export async function forfeitOpen(tx: Tx, moment: LedgerMoment, bonus: OwnBonus): Promise<void> {
  const { staked: reached } = await lockStaked(tx, bonus.accountId);
  if ((await findOpen(tx, { ...bonus, reached, states: openStates })) !== undefined) await forfeitBonus(tx, moment, bonus);
}

/** Takes back the bonus that came with a deposit, as `forfeitOpen` does. */
export const forfeitWithDeposit = (tx: Tx, moment: LedgerMoment, { accountId, depositId }: { accountId: bigint; depositId: string }): Promise<void> =>
  forfeitOpen(tx, moment, { accountId, id: derivedId("bonus", depositId) });

/** Takes back every bonus of an account that may not take part, through its closed wallets; those that wait first, so that none starts. */
export async function forfeitClosed(tx: Tx, moment: LedgerMoment, accountId: bigint): Promise<void> {
  await throughClosed(tx, { accountId, kinds: ["main", "bonus"] }, async () => {
    const rows = await tx
      .selectFrom("bonus")
      .select("id")
      .where("account_id", "=", accountId)
      .where("state", "in", openStates)
      .orderBy("number", "desc")
      .execute();
    for (const { id } of rows) await forfeitBonus(tx, moment, { accountId, id });
  });
}

const DUE_AT_ONCE_MAX = 500;

type DueBonus = OwnBonus & { readonly number: bigint };

/** Bonuses whose days are over, by number. A closed wallet keeps its bonus until it opens. */
export const listDueBonuses = (db: Db, { now, after }: { now: Date; after: bigint }): Promise<readonly DueBonus[]> =>
  db
    .selectFrom("bonus as b")
    .select(["b.id", "b.number", "b.account_id as accountId"])
    .where("b.state", "=", "active")
    .where("b.expires_at", "<=", now)
    .where("b.number", ">", after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("wallet as w")
          .whereRef("w.account_id", "=", "b.account_id")
          .where("w.kind", "=", walletKinds.bonus)
          .where("w.status", "<>", walletStatus.noDebits),
      ),
    )
    .orderBy("b.number")
    .limit(DUE_AT_ONCE_MAX)
    .execute();

/** Ends a bonus whose days are over: one that was staked often enough is its member's and is released, any other expires; one that ended meanwhile stays as it is. */
export async function expireBonus(tx: Tx, moment: LedgerMoment, bonus: OwnBonus): Promise<void> {
  const { staked: reached } = await lockStaked(tx, bonus.accountId);
  const due = await findOpen(tx, { ...bonus, reached, states: ["active"] });
  if (due === undefined) return;
  await (due.leftMinor === 0n ? releaseBonus(tx, moment, bonus) : forfeitBonus(tx, moment, { ...bonus, to: "expired" }));
}

const openStates = ["waiting", "active"] as const;

/** What is still to be staked for a bonus where a main wallet's counter stands at `reached`; both in minor units. */
const leftSql = (reached: bigint) => sql<bigint>`needed - coalesce(least(greatest(${reached}::bigint - from_valid, 0), needed), 0)`;

interface Open {
  readonly amountMinor: bigint;
  readonly leftMinor: bigint;
}

type Sought = OwnBonus & { readonly reached: bigint; readonly states: readonly (typeof openStates)[number][] };

const findOpen = (tx: Tx, { accountId, id, reached, states }: Sought): Promise<Open | undefined> =>
  tx
    .selectFrom("bonus")
    .select(["amount as amountMinor", leftSql(reached).as("leftMinor")])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("state", "in", states)
    .executeTakeFirst();

async function getOpen(tx: Tx, sought: Sought): Promise<Open> {
  const open = await findOpen(tx, sought);
  if (open !== undefined) return open;
  const known = await tx.selectFrom("bonus").select("id").where("id", "=", sought.id).where("account_id", "=", sought.accountId).executeTakeFirst();
  return refuse(known === undefined ? "bonuses.not_found" : "bonuses.not_active");
}

interface End extends OwnBonus {
  readonly reached: bigint;
  readonly to: "released" | "forfeited" | "expired";
  readonly now: Date;
}

/** Takes a member's bonus out of the open ones, with what was done of it, and starts the next. */
async function endBonus(tx: Tx, { accountId, id, reached, to, now }: End): Promise<void> {
  const ended = await tx
    .updateTable("bonus")
    .set({ state: to, closed_at: now, done: sql<bigint>`needed - (${leftSql(reached)})` })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("state", "in", openStates)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) refuse("bonuses.not_active");
  await startNext(tx, { accountId, reached, now });
  staleBonuses(tx, accountId);
}

const staleBonuses = (tx: Tx, accountId: bigint): void =>
  staleOnCommit(tx, ["bonuses.mine", "bonuses.rewards", "rewards.summary", "deposits.methods", "wallet.balance", "wallet.history"], [`member:${accountId}`]);
