/** A process that calls the product's own handlers of tables and rounds of steps, without HTTP, and settles draws as a table's leader does. */
import { performance } from "node:perf_hooks";
import { makeChain, ownSalt, saltChain } from "@laro/server/core/draws/chain";
import { drawResult, moveDraw, scheduleDraw } from "@laro/server/core/draws/draws";
import { settleDraw } from "@laro/server/core/draws/settle";
import { newId } from "@laro/server/platform/ids";
import { answerParent } from "./child.ts";
import { listPlayers } from "./fill.ts";
import { actorOf, findRoute, openBenchPlatform } from "./platform.ts";
import { BETTORS, CYCLE_MS, PLAYERS, rotation, STAKE_MINOR } from "./players.ts";
import { perOperation, readCpu, runClosedLoop, type Sample } from "./window.ts";

export interface TableRequest {
  readonly what: "dice" | "ticket" | "mixed" | "step" | "settle";
  readonly callers: number;
  readonly warmUpCalls: number;
  readonly windowMs: number;
  readonly postgres: number;
  /** How many tickets a settlement closes. */
  readonly tickets: number;
}

const SERIES = "ROULETTE_1";
const GAME = 25;
const CHAIN_LENGTH = 1_000;
const HOUR_MS = 60 * 60_000;
const TICKET_EVERY = 10;
/** A table bounds what it may owe for one draw: bets on both sides bound it most. */
const SPOTS = ["red", "black", "even", "odd"] as const;

const { platform } = await openBenchPlatform();
const { database, ledger, clock, keys, timeZone } = platform;
const handlers = { play: findRoute("rounds.play"), open: findRoute("rounds.open"), act: findRoute("rounds.act"), bet: findRoute("tables.bet") };
const ids = (await listPlayers(database)).slice(BETTORS).map(({ accountId }) => accountId);
const nextPlayer = rotation(PLAYERS);
let calls = 0;
let drawNumber = 0;
let bets = 0;

/** Each bet says that it comes a cycle after the one before: one player's pace must not hold the load back. Only its pace reads that. */
async function ask<Answer>(name: keyof typeof handlers, accountId: bigint, input: object): Promise<Answer> {
  const now = name === "play" ? new Date(clock.now().getTime() + ++calls * CYCLE_MS) : clock.now();
  const reach = { platform, requestId: "", visitor: undefined, db: database.db, begin: database.begin, ledger };
  return handlers[name].handle({ actor: actorOf(accountId), input, now, ...reach } as never) as Promise<Answer>;
}

const play = (): Promise<unknown> =>
  ask("play", ids[nextPlayer()]!, { requestId: newId(clock.now()), gameCode: "DICE", stake: STAKE_MINOR, choice: { target: 5000, side: "under" } });

const bet = (drawId: bigint) => (): Promise<unknown> =>
  ask("bet", ids[nextPlayer()]!, { requestId: newId(clock.now()), series: SERIES, drawId, bets: { [SPOTS[bets++ % SPOTS.length]!]: "1.00" } });

interface Stepped {
  readonly id: string;
  readonly step: number;
  readonly round: object | null;
}

/** A player who turns a shell and cashes out, step by step: each call is one step. */
function stepper(): () => Promise<unknown> {
  let [accountId, now]: [bigint, Stepped | undefined] = [0n, undefined];
  return async () => {
    if (now === undefined || now.round !== null) {
      accountId = ids[nextPlayer()]!;
      now = await ask<Stepped>("open", accountId, { requestId: newId(clock.now()), gameCode: "MINES", stake: STAKE_MINOR, choice: { mines: 3 } });
      return;
    }
    const action = now.step === 0 ? { act: "pick", tile: 12 } : { act: "cashOut" };
    now = await ask<Stepped>("act", accountId, { roundId: now.id, step: now.step, action });
  };
}

async function openDraw(): Promise<bigint> {
  return database.begin(async (tx) => {
    const now = clock.now();
    if (drawNumber === 0) {
      const chainId = await makeChain(tx, keys, { series: SERIES, length: CHAIN_LENGTH, now });
      await saltChain(tx, { chainId, salt: ownSalt(), source: "this bench", now });
    }
    const closesAt = new Date(now.getTime() + HOUR_MS);
    const times = { opensAt: now, closesAt, drawsAt: closesAt };
    const id = await scheduleDraw(tx, keys, { series: SERIES, number: `B-${++drawNumber}`, gameId: GAME, memberMax: 100_000_00n, ...times });
    await moveDraw(tx, id, "scheduled", "open");
    return id;
  });
}

/** Settles a draw and answers how many tickets it had and how long it took. */
async function settle(drawId: bigint): Promise<{ tickets: number; ms: number }> {
  await database.begin((tx) => moveDraw(tx, drawId, "open", "closed"));
  await database.begin((tx) => drawResult(tx, keys, { id: drawId, now: clock.now() }));
  const startedAt = performance.now();
  const { tickets } = await settleDraw(database, () => ({ now: clock.now(), timeZone }), drawId);
  return { tickets, ms: performance.now() - startedAt };
}

async function settleMany({ callers, tickets, postgres }: TableRequest): Promise<Sample> {
  const drawId = await openDraw();
  let left = tickets;
  const buy = bet(drawId);
  const buyer = async (): Promise<void> => {
    while (left-- > 0) await buy();
  };
  await Promise.all(Array.from({ length: callers }, buyer));
  const watched = { program: process.pid, postgres };
  const before = readCpu(watched);
  const settled = await settle(drawId);
  return {
    perSecond: (settled.tickets * 1_000) / settled.ms,
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    ...perOperation(before, readCpu(watched), settled.tickets),
  };
}

/** Who steps goes on where the run before ended: a round it left open would otherwise stand in its player's way. */
const steppers: (() => Promise<unknown>)[] = [];
const nextStepper = (_: unknown, at: number): (() => Promise<unknown>) => (steppers[at] ??= stepper());

answerParent(async (request: TableRequest) => {
  const { what, callers, postgres, warmUpCalls, windowMs } = request;
  if (what === "settle") return settleMany(request);
  const drawId = what === "ticket" || what === "mixed" ? await openDraw() : undefined;
  const buy = drawId === undefined ? play : bet(drawId);
  let turn = 0;
  const mixed = (): Promise<unknown> => (turn++ % TICKET_EVERY === 0 ? buy() : play());
  const callerOf = { dice: () => play, ticket: () => buy, mixed: () => mixed, step: nextStepper }[what];
  const loop = { callers: Array.from({ length: callers }, callerOf), warmUpCalls, windowMs, watched: { program: process.pid, postgres } };
  const sample = await runClosedLoop(loop);
  // What lies on the table goes, so that each run begins with none.
  if (drawId !== undefined) await settle(drawId);
  return sample;
});
