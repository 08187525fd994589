import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { house, HouseProposal, SettledRound, Shortfall } from "@laro/contract/house";
import { validOf } from "@laro/engines/engine";
import { findEngine } from "@laro/engines/registry";
import { sql } from "kysely";
import { isBonusBet } from "../../core/bonuses/bonusBets.ts";
import { findGameById } from "../../core/catalogue/catalogue.ts";
import { type NamedGame, nameGames } from "../../core/catalogue/named.ts";
import { packs } from "../../core/settings/packs.ts";
import { correctRound, endShortfall, findStanding, listCorrections, type StandingRound } from "../../core/wallet/corrections.ts";
import { findMember } from "../../core/wallet/freeze.ts";
import { readDetail } from "../../core/wallet/rounds.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { type By, propose } from "./house.ts";

interface Found {
  readonly walletId: bigint;
  /** The round's own id, whichever of its entries was named. */
  readonly roundId: string;
  readonly stands: StandingRound;
}

/** A member's settled round by the id of any of its entries. Refuses with `rounds.not_found` what is open, nobody's or another's. */
async function getStanding(db: Db | Tx, { memberId, id }: { memberId: bigint; id: string }): Promise<Found> {
  const walletId = await getWalletId(db, { accountId: memberId, kind: "main" });
  const { rows } = await sql<{ roundId: string }>`
    select coalesce(part_of, id) as "roundId" from round where wallet_id = ${walletId} and id = ${id}::uuid`.execute(db as Tx);
  const roundId = rows[0]?.roundId ?? refuse("rounds.not_found", { field: "roundId" });
  const stands = await findStanding(db, { walletId, roundId });
  // What a vendor decided is the vendor's to correct.
  if (stands === undefined || findGameById(stands.gameId) === undefined) refuse("rounds.not_found", { field: "roundId" });
  return { walletId, roundId, stands };
}

const tookJackpot = ({ detail }: StandingRound): boolean => (detail as { jackpot?: string }).jackpot !== undefined;

/** A round as officers see it before they correct it. Refuses with `accounts.not_found` or `rounds.not_found`. */
export async function getSettled(db: Db, { memberName, roundId: id }: InputOf<(typeof house)["settled"]>): Promise<SettledRound> {
  const memberId = await findMember(db, memberName);
  const { walletId, roundId, stands } = await getStanding(db, { memberId, id });
  const { name } = await db.selectFrom("account").select("name").where("id", "=", memberId).executeTakeFirstOrThrow();
  const { gameCode, displayName } = findGameById(stands.gameId)!;
  const corrections = await listCorrections(db, { walletId, roundId });
  return {
    id: roundId,
    memberId,
    memberName: name,
    gameCode,
    displayName,
    stake: stands.stake,
    win: stands.win,
    at: stands.at.toISOString(),
    corrections: corrections.map(({ id: _id, at, ...changed }) => ({ ...changed, at: at.toISOString() })),
    tookJackpot: tookJackpot(stands),
  };
}

/**
 * Proposes to give a settled round another win, or all of it back. Refuses with `accounts.not_found`, `rounds.not_found`, `house.jackpot_taken`, `house.bonus_bet`, `house.as_it_is`,
 * `rounds.above_liability` a win that no round may pay, or `house.already_proposed`.
 */
export async function proposeCorrection(
  tx: Tx,
  { config }: Platform,
  { memberId, roundId: id, win }: Omit<InputOf<(typeof house)["correctRound"]>, "reason">,
  by: By,
): Promise<HouseProposal> {
  const known = await tx.selectFrom("account").select("id").where("id", "=", memberId).executeTakeFirst();
  if (known === undefined) refuse("accounts.not_found", { field: "memberId" });
  const { roundId, stands } = await getStanding(tx, { memberId, id });
  if (tookJackpot(stands)) refuse("house.jackpot_taken");
  if (await isBonusBet(tx, roundId)) refuse("house.bonus_bet");
  if (win === null ? stands.stake === 0n && stands.win === 0n : win === stands.win || stands.stake === 0n) refuse("house.as_it_is");
  const { maxWinMinor } = packs[config.pack].play;
  if (win !== null && win > maxWinMinor) refuse("rounds.above_liability", { field: "win", maximum: formatAmount(maxWinMinor) });
  const { gameCode } = findGameById(stands.gameId)!;
  const to = win === null ? {} : { toWin: formatAmount(win) };
  const version = String(stands.corrections + 1n);
  const detail = { memberId: String(memberId), stake: formatAmount(stands.stake), win: formatAmount(stands.win), version, ...to };
  return propose(tx, { kind: "correctRound", subject: roundId, gameCode, detail }, by);
}

/** What a round that was corrected changes for its player, and for officers. */
const MOVED = [
  "wallet.balance",
  "wallet.history",
  "bonuses.rewards",
  "rewards.summary",
  "rounds.mine",
  "rounds.totals",
  "rounds.get",
  "withdrawals.terms",
  "limits.mine",
] as const;

/** Corrects a round as it was proposed. Refuses with `rounds.not_settled` where it was corrected meanwhile, and with `wallet.already_reversed`. */
export async function carryOutCorrection(tx: Tx, { clock, timeZone }: Platform, { id, subject: roundId, detail, reason }: HouseProposal): Promise<void> {
  const memberId = BigInt(detail.memberId!);
  const { walletId, stands } = await getStanding(tx, { memberId, id: roundId });
  const to = comesTo(stands, detail.toWin);
  const correction = { walletId, roundId, gameId: stands.gameId, version: BigInt(detail.version!), ...to, reason };
  const { missingMinor } = await correctRound(tx, { now: clock.now(), timeZone }, correction);
  const net = stands.stake - to.stakeMinor + to.winMinor - stands.win;
  const kind = missingMinor > 0n ? "owed" : net > 0n ? "given" : net < 0n ? "taken" : "even";
  await tell(tx, "rounds.corrected", { correctionId: id, accountId: String(memberId), kind, amount: formatAmount(net < 0n ? -net : net) });
  staleOnCommit(tx, MOVED, [`member:${memberId}`]);
  staleOnCommit(tx, ["house.settled", "house.shortfalls", "wallet.lines"], ["operators"]);
}

/** What a round comes to with another win, counted by the mathematics it was played by; nothing at all where it is given back. */
function comesTo({ gameId, stake, detail }: StandingRound, toWin: string | undefined) {
  if (toWin === undefined) return { stakeMinor: 0n, winMinor: 0n, validMinor: 0n };
  const { version, choice } = readDetail({ status: 1, stake, detail });
  const { gameCode } = findGameById(gameId)!;
  const engine = findEngine(gameCode, version) ?? findEngine(gameCode)!;
  const winMinor = parseAmount(toWin)!;
  return { stakeMinor: stake, winMinor, validMinor: validOf(engine, { choice, stakeMinor: stake, winMinor }) };
}

const shortfalls = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("shortfall as h")
    .innerJoin("wallet as w", "w.id", "h.wallet_id")
    .innerJoin("account as a", "a.id", "w.account_id")
    .select(["h.id", "a.id as memberId", "a.name as memberName", "h.game_id as gameId", "h.round_id as roundId", "h.asked", "h.taken"])
    .select(["h.state", "h.at", "h.settled_at as endedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof shortfalls>["executeTakeFirstOrThrow"]>>;

const namesOf = (db: Db | Tx, rows: readonly Row[]): Promise<ReadonlyMap<number, NamedGame>> =>
  nameGames(
    db,
    rows.map(({ gameId }) => gameId),
  );

function describe({ gameId, asked, taken, state, at, endedAt, ...row }: Row, names: ReadonlyMap<number, NamedGame>): Shortfall {
  const { gameCode, displayName } = names.get(gameId)!;
  const ended = endedAt?.toISOString() ?? null;
  return { ...row, gameCode, displayName, asked, taken, missing: asked - taken, state: state as Shortfall["state"], at: at.toISOString(), endedAt: ended };
}

/** What members owe after take-backs: what is open oldest first, what was ended newest first. */
export async function listShortfalls(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof house)["shortfalls"]>,
): Promise<OutputOf<(typeof house)["shortfalls"]>> {
  const isOldestFirst = state === "open";
  const [rows, open] = await Promise.all([
    shortfalls(db)
      .where("h.state", "=", state)
      .$if(isIdCursor(cursor), (query) => query.where("h.id", isOldestFirst ? ">" : "<", cursor!))
      .orderBy("h.id", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    sql<{ count: number; missing: bigint }>`
      select count(*)::integer as count, coalesce(sum(asked - taken), 0)::bigint as missing from shortfall where state = 'open'`.execute(db as Tx),
  ]);
  const names = await namesOf(db, rows);
  return { ...cutPage(rows, { limit, describe: (row) => describe(row, names), cursorOf: ({ id }) => id }), open: open.rows[0]! };
}

/** Proposes how what a member owes ends. Refuses with `house.shortfall_not_found`, `house.shortfall_not_open` or `house.already_proposed`. */
export async function proposeEnd(tx: Tx, { id, end }: Omit<InputOf<(typeof house)["endShortfall"]>, "reason">, by: By): Promise<HouseProposal> {
  const row = (await shortfalls(tx).where("h.id", "=", id).executeTakeFirst()) ?? refuse("house.shortfall_not_found", { field: "id" });
  const { memberId, missing, gameCode, state } = describe(row, await namesOf(tx, [row]));
  if (state !== "open") refuse("house.shortfall_not_open");
  return propose(tx, { kind: "shortfall", subject: id, gameCode, detail: { memberId: String(memberId), missing: formatAmount(missing), end } }, by);
}

/** Ends what a member owes as it was proposed. Refuses with `house.shortfall_not_open` or `house.shortfall_not_covered`. */
export async function endProposedShortfall(tx: Tx, { clock, timeZone }: Platform, { subject: id, detail }: HouseProposal): Promise<void> {
  await endShortfall(tx, { now: clock.now(), timeZone }, { id, isBorne: detail.end === "writeOff" });
  staleOnCommit(tx, ["wallet.balance", "wallet.history"], [`member:${detail.memberId!}`]);
  staleOnCommit(tx, ["house.shortfalls", "wallet.lines"], ["operators"]);
}
