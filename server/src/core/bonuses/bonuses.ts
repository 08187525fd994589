import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { type BonusRule, brand } from "../settings/packs.ts";
import { isFlagOn } from "../settings/settings.ts";
import { addTurnover, isTurnoverMet, voidTurnover } from "../turnover/turnover.ts";
import { throughClosed } from "../wallet/held.ts";
import { walletKinds } from "../wallet/posting.ts";
import { getWalletId, type LedgerMoment, passMoney, postMovement, walletStatus } from "../wallet/wallet.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The rule behind a bonus's code; undefined for one the brand does not (or no longer) give. */
export const findBonusRule = (code: string): BonusRule | undefined => brand.bonuses.find((rule) => rule.code === code);

/** The bonuses a member may choose with a deposit of this moment. */
export async function listOffers(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly BonusRule[]> {
  if (!(await isFlagOn(db, "depositBonuses"))) return [];
  const { isClosed, hasDeposited, openCodes } = await readStanding(db, { accountId, now });
  if (isClosed) return [];
  return brand.bonuses.filter(({ code, firstDepositOnly }) => !firstDepositOnly || (!hasDeposited && !openCodes.includes(code)));
}

interface Standing {
  /** No bonus at all: one is active, the member takes a break from play, or an officer closed it. */
  readonly isClosed: boolean;
  readonly hasDeposited: boolean;
  /** What deposits that can still be paid have chosen. */
  readonly openCodes: readonly string[];
}

/** What decides over a member's bonuses; `besides` leaves one deposit out. */
async function readStanding(db: Db | Tx, { accountId, now, besides }: { accountId: bigint; now: Date; besides?: string }): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from bonus b where b.account_id = ${accountId} and b.state = 'active')
        or exists (select from exclusion e where e.account_id = ${accountId} and e.ended_at is null and e.starts_at <= ${now} and e.ends_at > ${now})
        or exists (select from account a where a.id = ${accountId} and (a.eligibility <> 'open' or 'bonus' = any(a.restrictions))) as "isClosed",
           exists (select from deposit d where d.account_id = ${accountId} and d.state = 'credited' and d.id is distinct from ${besides ?? null}::uuid) as "hasDeposited",
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
}

/**
 * Gives the bonus chosen with a deposit into the bonus wallet, once, in the transaction that credits the deposit and holds its main wallet. Asks again
 * whether it may: between the choice and the money another bonus can have begun. Too small a payment gives none.
 */
export async function grantBonus(tx: Tx, moment: LedgerMoment, { accountId, depositId, code, paidMinor }: Grant): Promise<void> {
  const { now } = moment;
  const rule = findBonusRule(code);
  if (rule === undefined || paidMinor < rule.minimumDepositMinor) return;
  const { isClosed, hasDeposited } = await readStanding(tx, { accountId, now, besides: depositId });
  if (isClosed || (rule.firstDepositOnly && hasDeposited)) return;
  const share = (paidMinor * BigInt(rule.percent)) / 100n; // Rounded down to whole centavos.
  const amountMinor = share < rule.maximumMinor ? share : rule.maximumMinor;
  if (amountMinor === 0n) return;
  const id = derivedId("bonus", depositId);
  const expiresAt = new Date(now.getTime() + rule.days * DAY_MS);
  await tx
    .insertInto("bonus")
    .values({ id, account_id: accountId, code, deposit_id: depositId, amount: amountMinor, at: now, expires_at: expiresAt })
    .execute();
  const walletId = await getWalletId(tx, { accountId, kind: "bonus" });
  await postMovement(tx, moment, { ref: derivedId("bonus-grant", id), walletId, contra: "promotion", kind: "bonus", amountMinor });
  await addTurnover(tx, { accountId, source: "bonus", sourceId: id, neededMinor: amountMinor * BigInt(rule.wagering), now });
  staleBonuses(tx, accountId);
}

interface OwnBonus {
  readonly accountId: bigint;
  readonly id: string;
}

/** Moves a bonus that was staked often enough into the main wallet. Refuses with `bonuses.not_found`, `bonuses.not_active` or `bonuses.turnover_open`. */
export async function releaseBonus(tx: Tx, moment: LedgerMoment, { accountId, id }: OwnBonus): Promise<void> {
  const amountMinor = await closeBonus(tx, { accountId, id, to: "released", now: moment.now });
  if (!(await isTurnoverMet(tx, { accountId, source: "bonus", sourceId: id })))
    refuse("bonuses.turnover_open", { left: formatAmount(await leftToStake(tx, id)) });
  const [from, to] = [await getWalletId(tx, { accountId, kind: "bonus" }), await getWalletId(tx, { accountId, kind: "main" })];
  await passMoney(tx, moment, { reason: "bonus-release", id, from, to, transit: "transit:bonus", kind: "bonus", amountMinor });
}

/** Takes a bonus back, and with it what was still to be staked for it. Refuses with `bonuses.not_found` or `bonuses.not_active`. */
export async function forfeitBonus(
  tx: Tx,
  moment: LedgerMoment,
  { accountId, id, to = "forfeited" }: OwnBonus & { to?: "forfeited" | "expired" },
): Promise<void> {
  const amountMinor = await closeBonus(tx, { accountId, id, to, now: moment.now });
  await voidTurnover(tx, { accountId, source: "bonus", sourceId: id });
  const walletId = await getWalletId(tx, { accountId, kind: "bonus" });
  await postMovement(tx, moment, { ref: derivedId("bonus-forfeit", id), walletId, contra: "promotion", kind: "bonus", amountMinor: -amountMinor });
}

/** Takes back the active bonus that came with a deposit, where there is one; what was released is the member's. */
export async function forfeitWithDeposit(tx: Tx, moment: LedgerMoment, { accountId, depositId }: { accountId: bigint; depositId: string }): Promise<void> {
  const active = await tx
    .selectFrom("bonus")
    .select("id")
    .where("account_id", "=", accountId)
    .where("deposit_id", "=", depositId)
    .where("state", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  if (active !== undefined) await forfeitBonus(tx, moment, { accountId, id: active.id });
}

/** Takes back every bonus of an account that may not take part, through its closed wallets. */
export async function forfeitClosed(tx: Tx, moment: LedgerMoment, accountId: bigint): Promise<void> {
  const rows = await tx.selectFrom("bonus").select("id").where("account_id", "=", accountId).where("state", "=", "active").orderBy("id").forUpdate().execute();
  if (rows.length === 0) return;
  await throughClosed(tx, { accountId, kinds: ["main", "bonus"] }, async () => {
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

/** Ends a bonus whose days are over: one that was staked often enough is its member's and is released, any other expires; one that someone else ends meanwhile is left to them. */
export async function expireBonus(tx: Tx, moment: LedgerMoment, bonus: OwnBonus): Promise<void> {
  const due = await tx.selectFrom("bonus").select("id").where("id", "=", bonus.id).where("state", "=", "active").forUpdate().skipLocked().executeTakeFirst();
  if (due === undefined) return;
  const isEarned = await isTurnoverMet(tx, { accountId: bonus.accountId, source: "bonus", sourceId: bonus.id });
  await (isEarned ? releaseBonus(tx, moment, bonus) : forfeitBonus(tx, moment, { ...bonus, to: "expired" }));
}

type Ending = "released" | "forfeited" | "expired";

/** Takes a member's bonus out of the active ones and answers its amount; of many at once one does. */
async function closeBonus(tx: Tx, { accountId, id, to, now }: OwnBonus & { to: Ending; now: Date }): Promise<bigint> {
  const closed = await tx
    .updateTable("bonus")
    .set({ state: to, closed_at: now })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("state", "=", "active")
    .returning("amount")
    .executeTakeFirst();
  if (closed !== undefined) {
    staleBonuses(tx, accountId);
    return closed.amount;
  }
  const known = await tx.selectFrom("bonus").select("id").where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  return refuse(known === undefined ? "bonuses.not_found" : "bonuses.not_active");
}

/** What must be staked until a bonus's line is full, the lines before it included. */
async function leftToStake(tx: Tx, id: string): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    select t.until_staked - (w.staked - w.uncounted) as "left" from turnover t join wallet w on w.account_id = t.account_id and w.kind = ${walletKinds.main}
    where t.source = 'bonus' and t.source_id = ${id}`.execute(tx);
  return rows[0]!.left;
}

const staleBonuses = (tx: Tx, accountId: bigint): void =>
  staleOnCommit(tx, ["bonuses.mine", "bonuses.rewards", "deposits.methods", "wallet.balance", "wallet.history", "withdrawals.terms"], [`member:${accountId}`]);
