import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { house, HouseProposal, WaitingRound } from "@laro/contract/house";
import { findGameByCode, findGameById } from "../../core/catalogue/catalogue.ts";
import { findDraw, mayVoid, voidDraw } from "../../core/draws/draws.ts";
import { settleDraw } from "../../core/draws/settle.ts";
import { findOpenRound, giveBackRound, lockWallet } from "../../core/wallet/entries.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { findOwners } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob, tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { type By, propose } from "./house.ts";

const waiting = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("open_round as o")
    .innerJoin("wallet as w", "w.id", "o.wallet_id")
    .innerJoin("account as a", "a.id", "w.account_id")
    .select([
      "o.id",
      "a.id as memberId",
      "a.name as memberName",
      "o.game_id as gameId",
      "o.stake",
      "o.step",
      "o.at",
      "o.due_at as dueAt",
      "o.wallet_id as walletId",
    ])
    .where("o.stepped", "=", true);

type Row = Awaited<ReturnType<ReturnType<typeof waiting>["executeTakeFirstOrThrow"]>>;

function describe({ id, memberId, memberName, gameId, stake, step, at, dueAt }: Row): WaitingRound {
  const { gameCode, displayName } = findGameById(gameId)!;
  return { id, memberId, memberName, gameCode, displayName, stake, step, at: at.toISOString(), dueAt: dueAt!.toISOString() };
}

/** The rounds that wait for their players, oldest first. Refuses with `games.not_found`. */
export async function listWaiting(
  db: Db,
  { gameCode, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof house)["rounds"]>,
): Promise<OutputOf<(typeof house)["rounds"]>> {
  const game = gameCode === undefined ? undefined : (findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" }));
  const rows = await waiting(db)
    .$if(game !== undefined, (query) => query.where("o.game_id", "=", game!.gameId))
    .$if(isIdCursor(cursor), (query) => query.where("o.id", ">", cursor!))
    .orderBy("o.id")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

/** Proposes to give a round back that waits for its player. Refuses with `rounds.not_found` what is not open, or with `house.already_proposed`. */
export async function proposeVoidRound(tx: Tx, { memberId, roundId }: { memberId: bigint; roundId: string }, by: By): Promise<HouseProposal> {
  const row = await waiting(tx).where("w.account_id", "=", memberId).where("w.kind", "=", walletKinds.main).where("o.id", "=", roundId).executeTakeFirst();
  if (row === undefined) refuse("rounds.not_found", { field: "roundId" });
  const { gameCode, stake, step } = describe(row);
  const detail = { memberId: String(memberId), stake: formatAmount(stake), step: String(step) };
  return propose(tx, { kind: "voidRound", subject: roundId, gameCode, detail }, by);
}

/** What a round that was given back changes for its player. */
const MOVED = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.running", "rounds.mine"] as const;

/**
 * Gives a round back, as its player may be taking a step in it: whoever holds the wallet first goes first. All that was staked comes back, as it was proposed. Refuses with `rounds.not_open`, and with
 * `rounds.step_taken` where its player went on meanwhile: what two officers decide is what the first of them saw.
 */
export async function voidProposedRound(tx: Tx, { clock, timeZone }: Platform, { subject: id, detail }: HouseProposal): Promise<void> {
  const accountId = BigInt(detail.memberId!);
  const wallet = await tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).executeTakeFirstOrThrow();
  await lockWallet(tx, wallet.id);
  const open = (await findOpenRound(tx, { walletId: wallet.id, id })) ?? refuse("rounds.not_open");
  // One that was proposed before steps were kept says its stake alone.
  const hasMoved = formatAmount(open.stake) !== detail.stake || (detail.step !== undefined && detail.step !== String(open.step));
  if (hasMoved) refuse("rounds.step_taken", { step: open.step });
  await giveBackRound(tx, { now: clock.now(), timeZone }, open);
  await tell(tx, "rounds.voided", { roundId: id, accountId: String(accountId), kind: "round", amount: formatAmount(open.stake) });
  staleOnCommit(tx, MOVED, [`member:${accountId}`]);
  staleOnCommit(tx, ["house.rounds", "games.switches"], ["operators"]);
}

/** Proposes to end a draw before its result. Refuses with `draws.not_found`, `draws.over` or `house.already_proposed`. */
export async function proposeVoidDraw(tx: Tx, drawId: bigint, by: By): Promise<HouseProposal> {
  const draw = (await findDraw(tx, drawId)) ?? refuse("draws.not_found", { field: "drawId" });
  if (!mayVoid(draw)) refuse("draws.over");
  const { gameCode } = findGameById(draw.gameId)!;
  return propose(tx, { kind: "voidDraw", subject: String(drawId), gameCode, detail: { series: draw.series, number: draw.number } }, by);
}

/** Ends a draw; its stakes are given back by a job that is there when this commits. Refuses with `draws.over`. */
export async function voidProposedDraw(tx: Tx, { keys }: Platform, { subject, reason }: HouseProposal): Promise<void> {
  await voidDraw(tx, keys, { id: BigInt(subject), reason });
  await addJob(tx, "draws:giveBack", { drawId: subject });
  staleOnCommit(tx, ["tables.get", "tables.list", "tables.desk"], ["everyone"]);
}

/** What a ticket that was given back changes for its owner. */
const GIVEN_BACK = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "tables.mine"] as const;

/** Gives the stakes of a void draw back. The table's leader may do the same meanwhile: each ticket is given back once. */
export async function giveDrawBack({ database, clock, timeZone, live }: Platform, drawId: bigint): Promise<void> {
  const toldOf: bigint[] = [];
  await settleDraw(
    database,
    () => ({ now: clock.now(), timeZone }),
    drawId,
    (walletIds) => void toldOf.push(...walletIds),
  );
  const owners = await findOwners(database.db, toldOf);
  live.stale(
    GIVEN_BACK,
    toldOf.map((walletId) => `member:${owners.get(walletId)!}` as const),
  );
}
