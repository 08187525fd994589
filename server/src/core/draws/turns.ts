import { isDeepStrictEqual } from "node:util";
import { refuse } from "@laro/contract/core/errors";
import type { Shown } from "@laro/engines/engine";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { contentDigest } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { addToRound, listMyTickets, lockWallet, moveRound, type OpenTicket } from "../wallet/entries.ts";
import { findRound, readDetail } from "../wallet/rounds.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { computeResult, type Draw, type drawMoves, findDraw, keepResult, lockDraw, turnsOf } from "./draws.ts";

/** A turn that was over for so long had nobody to end it: its members may not have been heard either, so its time begins anew. */
const LEADERLESS_MS = 3_000;

/** How long a turn takes, by what is asked in it. */
export type TurnMs = (shown: Shown) => number;

const after = (moment: Date, durationMs: number): Date => new Date(moment.getTime() + durationMs);

interface Going {
  readonly id: bigint;
  readonly now: Date;
  /** Undefined where the draw flies. */
  readonly turnMs: TurnMs | undefined;
}

/** Begins the flight or the turns of a closed draw; false where it was not closed. */
export async function startActing(tx: Tx, keys: Keys, { id, now, turnMs }: Going): Promise<boolean> {
  await lockDraw(tx, id);
  const draw = await findDraw(tx, id);
  if (draw?.state !== "closed") return false;
  const shown = turnMs === undefined ? null : turnsOf(draw)!.deal((await computeResult(tx, keys, draw)).result);
  await tx
    .updateTable("draw")
    .set({ state: "acting" satisfies (typeof drawMoves)["closed"][number], acts_at: now, ...turnColumns(shown, turnMs, now) })
    .where("id", "=", id)
    .execute();
  return true;
}

const turnColumns = (shown: Shown | null, turnMs: TurnMs | undefined, now: Date) =>
  shown === null || turnMs === undefined ? {} : { shown: JSON.stringify(shown), turn_until: after(now, turnMs(shown)) };

/** What tickets of a draw decided so far, each way once, and how many did. */
export async function listActed(
  db: Db | Tx,
  drawId: bigint,
): Promise<readonly { readonly actions: readonly { readonly turn: number; readonly act: string }[]; readonly count: number }[]> {
  const { rows } = await sql<{ actions: readonly { turn: number; act: string }[]; count: number }>`
    select state->'actions' as actions, count(*)::integer as count from open_round where draw_id = ${drawId} group by 1`.execute(db as Tx);
  return rows;
}

type Acted = Awaited<ReturnType<typeof listActed>>;

/** Whether nobody may decide anything more in the turn a draw is at. */
export function isDecided(draw: Draw, acted: Acted): boolean {
  const { shown } = draw;
  // What is asked says nothing of the stake.
  return shown !== null && acted.every(({ actions }) => turnsOf(draw)!.legal({ actions, shown }).length === 0);
}

/** How many chose what in the turn a draw is at. */
export function countChosen({ shown }: Draw, acted: Acted): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { actions, count } of acted) for (const { turn, act } of actions) if (turn === shown?.turn) counts[act] = (counts[act] ?? 0) + count;
  return counts;
}

/**
 * Ends the turn a draw is at and begins the next, or shows the result where nobody may act any more: when its time is over, or before where all have decided.
 * Whoever decides holds the draw's lock meanwhile, so what they decided in time counts, and nothing after this.
 */
export async function takeTurn(tx: Tx, keys: Keys, { id, now, turnMs }: Going & { readonly turnMs: TurnMs }): Promise<void> {
  await lockDraw(tx, id);
  const draw = await findDraw(tx, id);
  if (draw?.state !== "acting" || draw.shown === null) return;
  const acted = await listActed(tx, id);
  const lateMs = now.getTime() - draw.turnUntil!.getTime();
  const isOver = draw.shown.turn > 0 && isDecided(draw, acted);
  if (!isOver && lateMs < 0) return;
  if (!isOver && lateMs > LEADERLESS_MS) return keepTurn(tx, { id, now, turnMs }, draw.shown);
  const drawn = await computeResult(tx, keys, draw);
  const shown = turnsOf(draw)!.next({ result: drawn.result, shown: draw.shown, acted: acted.map(({ actions }) => actions) });
  await (shown === undefined ? keepResult(tx, { id, now, ...drawn }) : keepTurn(tx, { id, now, turnMs }, shown));
}

const keepTurn = async (tx: Tx, { id, now, turnMs }: Going, shown: Shown): Promise<void> =>
  void (await tx
    .updateTable("draw")
    .set(turnColumns(shown, turnMs, now))
    .where("id", "=", id)
    .execute());

interface Decision {
  readonly walletId: bigint;
  readonly ticketId: string;
  /** How many decisions its owner saw. */
  readonly step: number;
  readonly action: unknown;
}

/** A ticket as it stands after a decision, and the wallet's balance in minor units. */
export interface Decided {
  readonly ticket: OpenTicket;
  readonly balanceMinor: bigint;
}

/**
 * Takes what the owner of a ticket decides in the turn its draw is at, by what everybody sees alone, and posts what it adds to the stake. The same at the same step
 * answers the ticket as it stands, whenever it is asked; another is refused with `rounds.step_taken`, one that came after its turn with `tables.turn_over`, what may
 * not be done with `rounds.action_invalid`, a stake as `Ledger.post` refuses it: then the hand is as it was.
 */
export async function decide({ begin }: Pick<Database, "begin">, moment: LedgerMoment, { walletId, ticketId, step, action }: Decision): Promise<Decided> {
  return begin(async (tx) => {
    const { balance: balanceMinor } = await lockWallet(tx, walletId);
    const [ticket] = await listMyTickets(tx, { walletId, id: ticketId });
    if (ticket === undefined) return { ticket: await findSettled(tx, { walletId, ticketId, step, action }), balanceMinor };
    const { actions } = ticket.state;
    const turns = turnsOf(ticket);
    const read = turns?.parseAction.safeParse(action);
    if (step < actions.length && read?.success === true && isDeepStrictEqual(actions[step], read.data)) return { ticket, balanceMinor };
    if (step !== actions.length) refuse("rounds.step_taken", { step: actions.length });
    const draw = await joinTurn(tx, ticket.drawId, moment.now);
    if (turns === undefined || draw === undefined || draw.shown === null) refuse("tables.turn_over");
    if (read?.success === true && read.data.turn < draw.shown.turn) refuse("tables.turn_over");
    const isLegal = (one: unknown): boolean => read?.success === true && isDeepStrictEqual(one, read.data);
    if (!turns.legal({ actions, shown: draw.shown }).some(isLegal)) refuse("rounds.action_invalid", { field: "action" });
    const state = { ...ticket.state, actions: [...actions, read!.success ? read!.data : undefined] };
    return writeDecision(tx, moment, { ticket, state, step, balanceMinor, stakeMinor: turns.stakeOf({ bets: state.choice, actions: state.actions }) });
  });
}

/** A ticket that was settled since, for whoever asks again for a decision that was taken. Refuses another with `tables.turn_over`, and nobody's with `rounds.not_found`. */
async function findSettled(tx: Tx, { walletId, ticketId, step, action }: Decision): Promise<OpenTicket> {
  const round = (await findRound(tx, { walletId, id: ticketId })) ?? refuse("rounds.not_found", { field: "ticketId" });
  const { choice, actions, firstStake } = readDetail(round);
  if (round.draw === null || actions[step] === undefined || !isDeepStrictEqual(actions[step], action)) refuse("tables.turn_over");
  const { id: drawId, series, number } = round.draw;
  return { ...round, drawId, series, number, state: { stake: String(firstStake), choice, actions } };
}

/** The draw, where it goes on with decisions at this moment. Its lock before the look, in two statements: whoever ends the turn waits for this transaction, or was before it and is seen. */
async function joinTurn(tx: Tx, drawId: bigint, now: Date): Promise<Draw | undefined> {
  const { rows } = await sql<{ joined: boolean }>`select pg_try_advisory_xact_lock_shared(7, ${drawId}::integer) as joined`.execute(tx);
  const draw = rows[0]!.joined ? await findDraw(tx, drawId) : undefined;
  return draw?.state === "acting" && draw.turnUntil !== null && now < draw.turnUntil ? draw : undefined;
}

interface Writing extends Decided {
  readonly state: OpenTicket["state"];
  readonly step: number;
  /** All that is staked with it. */
  readonly stakeMinor: bigint;
}

async function writeDecision(tx: Tx, moment: LedgerMoment, { ticket, state, step, balanceMinor, stakeMinor }: Writing): Promise<Decided> {
  const { id, walletId, gameId, stake } = ticket;
  const decided = { ...ticket, state, stake: stakeMinor };
  const moved = { id, walletId, step, state, dueAt: null };
  if (stakeMinor === stake) {
    await moveRound(tx, moved);
    return { ticket: decided, balanceMinor };
  }
  const digest = contentDigest(JSON.stringify(state.actions));
  const written = await addToRound(tx, moment, { ...moved, gameId, stakeMinor: stakeMinor - stake, digest });
  return { ticket: decided, balanceMinor: written.balanceMinor };
}
