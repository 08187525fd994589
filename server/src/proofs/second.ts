/**
 * Proof of the mathematics by a second implementation: the programs of `docs/verify`, plain JavaScript written from the rules, which share no line with the engines.
 * Both play 1,000 golden rounds of each game (the seed 0, 1, 2 … 31, the client seed "lucky", the numbers 0 to 999) and many random ones, and must agree on every
 * result, stake and win, and on which rounds are not over. The long form: `npm run proof second`.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scratchPrices } from "@laro/contract/core/plays/minis";
import { type Engine, outcomeOf, type SettledTicket, type SharedEngine, type Shown, type TurnAction, type Turns } from "@laro/engines/engine";
import { fairStream } from "@laro/engines/fair";
import { type GameCode, engines, findLottery, lotteries, type LotteryCode } from "@laro/engines/registry";
import { type AnySteps, createRandom, goldenSeed, nodeHmac } from "@laro/engines/testing";
import { bytesOf, canonical, hexOf } from "@laro/engines/verify";
import { projectRoot } from "../platform/config.ts";
import { lotteryChoice } from "./second.lottery.ts";

interface SeedsOfRound {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: bigint;
}

interface RoundToPlay extends SeedsOfRound {
  readonly gameCode: string;
  readonly stake: bigint;
  readonly choice: unknown;
  readonly actions?: readonly unknown[];
  readonly outcome?: unknown;
}

interface Played {
  readonly win: bigint;
  readonly staked: bigint;
  readonly outcome: unknown;
  readonly takesJackpot?: boolean;
}

/** What the program of a stranger does. */
export interface Second {
  readonly codes: readonly string[];
  readonly playAgain: (round: RoundToPlay) => Played | undefined;
  readonly drawAgain: (gameCode: string, seeds: SeedsOfRound) => unknown;
}

export const VERIFY_FOLDER = join(projectRoot, "docs/verify");
export const loadSecond = async (): Promise<Second> => (await import(pathToFileURL(join(VERIFY_FOLDER, "games.mjs")).href)) as Second;

export interface SecondProof {
  readonly second: Second;
  readonly games?: Readonly<Partial<Record<GameCode | LotteryCode, Engine>>>;
  /** So many golden rounds of each game, and so many of random seeds. */
  readonly golden: number;
  readonly random: number;
  readonly say?: (line: string) => void;
}

type Pick = (count: number) => number;
const ACTIONS_MAX = 400;
const SPOTS_MAX = 12;
/** One in so many rounds, or steps, is looked at in a way that costs much. */
const RARE = 8;
const SEERS = 40;
const CLIENT_SEEDS = ["lucky", "", "0", "a:b:1", "Maligayang araw", "ñ·ω·🎲", "x".repeat(64)] as const;
const GOLDEN_CLIENT_SEED = "lucky";

const oneOf = <Item>(pick: Pick, items: readonly Item[]): Item => items[pick(items.length)]!;
const someOf = (pick: Pick, { of, most }: { of: number; most: number }): number[] => {
  const rest = Array.from({ length: of }, (_, at) => at);
  return Array.from({ length: 1 + pick(most) }, () => rest.splice(pick(rest.length), 1)[0]!);
};

/** A choice of each kind of game whose bets the engine does not list whole. */
const choices: Readonly<Partial<Record<string, (pick: Pick) => unknown>>> = {
  DICE: (pick) => ({ target: 200 + pick(9_600), side: oneOf(pick, ["under", "over"]) }),
  LIMBO: (pick) => ({ target: oneOf(pick, [101 + pick(400), 101 + pick(999_900)]) }),
  KENO: (pick) => ({ picks: someOf(pick, { of: 40, most: 10 }).map((number) => number + 1) }),
  SCRATCH: (pick) => ({ price: oneOf(pick, scratchPrices) }),
  PAROL_BINGO: (pick) => ({ cards: 1 + pick(6) }),
  MINES: (pick) => ({ mines: 1 + pick(24) }),
  CRASH_1: (pick) => ({ bets: { [oneOf(pick, [101 + pick(400), 101 + pick(999_900), 1_000_000])]: `${1 + pick(200)}.00` } }),
};

const listedBy = new Map<Engine, readonly unknown[]>();

/** The choices an engine lists, once. */
function listedOf(engine: Engine): readonly unknown[] {
  const listed = listedBy.get(engine) ?? engine.bets?.().map(({ choice }) => choice) ?? [{}];
  listedBy.set(engine, listed);
  return listed;
}

/** Bets on some spots of a table, or another choice the engine lists. */
function choiceOf(engine: Engine, pick: Pick): unknown {
  const own = choices[engine.gameCode];
  if (own !== undefined) return own(pick);
  const listed = listedOf(engine);
  if (!("bets" in (listed[0] as object))) return oneOf(pick, listed);
  const spots = listed.map((choice) => Object.keys((choice as { bets: object }).bets)[0]!);
  // Half of the time a bet on every spot, no two alike, so that a rare fall is seen by all it pays.
  if (pick(2) === 0) return { bets: Object.fromEntries(spots.map((spot, at) => [spot, `${at + 1}.00`])) };
  const chosen = someOf(pick, { of: spots.length, most: Math.min(SPOTS_MAX, spots.length) });
  return { bets: Object.fromEntries(chosen.map((at) => [spots[at]!, `${1 + pick(300)}.00`])) };
}

function stakeOf(engine: Engine, choice: unknown, pick: Pick): bigint {
  const { stakeMin, stakeMax, stakeStep } = engine;
  return engine.stakeOf?.(choice) ?? stakeMin + stakeStep * BigInt(pick(Number((stakeMax - stakeMin) / stakeStep) + 1));
}

const streamOf = ({ serverSeed, clientSeed, nonce }: SeedsOfRound) => fairStream({ hmac: nodeHmac, serverSeed: bytesOf(serverSeed), clientSeed, nonce });

/** Where both differ about a round, in one sentence; undefined where they agree. */
function differ(round: RoundToPlay, { ours, theirs }: { ours: Played | undefined; theirs: Played | undefined }): string | undefined {
  const words = (played: Played | undefined): string =>
    played === undefined ? "no such end" : `${played.staked} ${played.win} ${played.takesJackpot === true} ${canonical(played.outcome)}`;
  if (words(ours) === words(theirs)) return undefined;
  const { gameCode, stake, choice, actions, serverSeed, clientSeed, nonce } = round;
  return `${gameCode} ${serverSeed} ${JSON.stringify(clientSeed)} ${nonce}: ${stake} on ${canonical(choice)} ${canonical(actions ?? [])} is ${words(ours)} here and ${words(theirs)} there`;
}

function compareInstant(engine: Extract<Engine, { kind: "instant" }>, round: RoundToPlay, second: Second): readonly (string | undefined)[] {
  const { winMinor: win, outcome, staysOpen } = engine.play({ stakeMinor: round.stake, choice: round.choice, stream: streamOf(round) });
  return [differ(round, { ours: { win, staked: round.stake, outcome, takesJackpot: staysOpen === true }, theirs: second.playAgain(round) })];
}

const ACTS = ["insure", "decline", "hit", "stand", "double", "split"] as const;

/** What a ticket decides turn by turn: one of what it may do, a split half of the time where it may, and now and then nothing. */
function decideTurns({ turns, result, pick }: { turns: Turns<unknown, unknown>; result: unknown; pick: Pick }): readonly TurnAction[] {
  const actions: TurnAction[] = [];
  for (let shown: Shown | undefined = turns.deal(result); shown !== undefined; shown = turns.next({ result, shown, acted: [actions] }))
    for (let legal = turns.legal({ actions, shown }); legal.length > 0 && pick(RARE) > 0; legal = turns.legal({ actions, shown })) {
      const split = legal.find(({ act }) => act === "split");
      actions.push(split !== undefined && pick(2) === 0 ? split : oneOf(pick, legal));
    }
  return actions;
}

/** The same with one more decision somewhere, which mostly could not be made there. */
const meddleWith = (actions: readonly TurnAction[], pick: Pick): readonly TurnAction[] => {
  const at = pick(actions.length + 1);
  const turn = actions.length === 0 || pick(2) === 0 ? 1 + pick(4) : actions[Math.max(0, at - 1)]!.turn + pick(2);
  return actions.toSpliced(at, 0, { turn, hand: pick(2), act: oneOf(pick, ACTS) } as TurnAction);
};

/** The same with a hit after its last turn, which mostly comes too late. */
const goOnAfter = (actions: readonly TurnAction[], pick: Pick): readonly TurnAction[] =>
  actions.concat({ turn: (actions.at(-1)?.turn ?? 1) + 1, hand: pick(2), act: "hit" } as TurnAction);

/** Undefined where the engine says that it could not end so. */
function settleOnce(settle: () => SettledTicket): SettledTicket | undefined {
  try {
    return settle();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A ticket as it was settled, with what it decided where it could, and one that was cashed out at some moment of the flight. */
function compareShared(engine: SharedEngine<unknown, unknown>, round: RoundToPlay, { second, pick }: { second: Second; pick: Pick }) {
  const result = engine.drawResult(streamOf(round));
  const fell = canonical(second.drawAgain(round.gameCode, round)) === canonical(result) ? undefined : `${round.gameCode} ${round.nonce}: another result fell`;
  const settled = ({ winMinor: win, stakeMinor: staked = round.stake, part }: SettledTicket): Played => ({ win, staked, outcome: outcomeOf(result, part) });
  const decided = engine.turns && decideTurns({ turns: engine.turns, result, pick });
  const tickets = decided === undefined ? [round] : [decided, meddleWith(decided, pick), goOnAfter(decided, pick)].map((actions) => ({ ...round, actions }));
  const ended = tickets.map((ticket) => {
    const settle = () => engine.settle({ bets: ticket.choice, result, ...(ticket.actions && { actions: ticket.actions }) });
    // What was legal turn by turn must end.
    const own = ticket.actions === undefined || ticket.actions === decided ? settle() : settleOnce(settle);
    const ours = own && settled(own);
    const told = { ...ticket, outcome: ours?.outcome };
    return differ(told, { ours, theirs: second.playAgain(told) });
  });
  const faults = [fell, ...ended];
  if (engine.flight === undefined) return faults;
  const elapsedMs = pick(engine.flight.lastsMs(result) + 2_000);
  const out = engine.flight.cashOut({ bets: round.choice, result, elapsedMs });
  const claimed = { ...round, outcome: outcomeOf(result, { cashed: out?.cashed ?? engine.flight.valueAt(elapsedMs) }) };
  const ours = out && settled({ winMinor: out.winMinor, part: { cashed: out.cashed } });
  return [...faults, differ(claimed, { ours, theirs: second.playAgain(claimed) })];
}

/** Plays a round of steps to its end, some as whoever could see what is hidden, so that long ones come too. Before its end neither knows one. */
function compareSteps(engine: AnySteps, round: RoundToPlay, { second, pick }: { second: Second; pick: Pick }): readonly (string | undefined)[] {
  const { stake: stakeMinor, choice } = round;
  const at = (actions: readonly unknown[]) => engine.replay({ stakeMinor, choice, actions, stream: streamOf(round) });
  const isSeer = pick(SEERS) === 0;
  const actions: unknown[] = [];
  for (let step = 0; step < ACTIONS_MAX; step += 1) {
    const here = at(actions);
    const told = { ...round, actions: actions.slice() };
    const ours = here.end && { win: here.end.winMinor, staked: here.stakeMinor, outcome: here.end.outcome };
    const isLookedAt = ours !== undefined || pick(RARE) === 0;
    const fault = isLookedAt ? differ(told, { ours, theirs: second.playAgain(told) }) : undefined;
    if (fault !== undefined || ours !== undefined) return [fault];
    const tries = [oneOf(pick, here.legal), ...(isSeer ? [oneOf(pick, here.legal), oneOf(pick, here.legal), ...here.legal] : [])];
    const next = tries.find((action) => !isSeer || at([...actions, action]).end === undefined) ?? oneOf(pick, here.legal);
    actions.push(next);
  }
  return [`${engine.gameCode} did not end after ${ACTIONS_MAX} actions`];
}

function compareRound(engine: Engine, seeds: SeedsOfRound, { second, pick }: { second: Second; pick: Pick }): readonly string[] {
  const lottery = findLottery(engine.gameCode);
  const choice = lottery === undefined ? choiceOf(engine, pick) : lotteryChoice(lottery, { result: lottery.drawResult(streamOf(seeds)), pick });
  const round = { gameCode: engine.gameCode, choice, stake: stakeOf(engine, choice, pick), ...seeds };
  const faults =
    engine.kind === "instant"
      ? compareInstant(engine, round, second)
      : engine.kind === "shared"
        ? compareShared(engine, round, { second, pick })
        : compareSteps(engine, round, { second, pick });
  return faults.filter((fault) => fault !== undefined);
}

/** Has both play the same rounds of every game; no faults means that they agree on all of them. */
export function proveSecond({ second, games = { ...engines, ...lotteries } as never, golden, random, say = () => undefined }: SecondProof): readonly string[] {
  const all = Object.values(games) as readonly Engine[];
  const missing = Object.keys(games).filter((code) => !second.codes.includes(code));
  return [
    ...missing.map((code) => `${code} is not known there`),
    ...all.flatMap((engine) => {
      const startedAt = performance.now();
      const pick = createRandom(golden + random);
      const goldenRounds = Array.from({ length: golden }, (_, nonce): SeedsOfRound => {
        return { serverSeed: hexOf(goldenSeed), clientSeed: GOLDEN_CLIENT_SEED, nonce: BigInt(nonce) };
      });
      const others = Array.from({ length: random }, (): SeedsOfRound => {
        return { serverSeed: randomBytes(32).toString("hex"), clientSeed: oneOf(pick, CLIENT_SEEDS), nonce: BigInt(pick(2 ** 31)) * BigInt(1 + pick(9)) };
      });
      const faults = [...goldenRounds, ...others].flatMap((seeds) => compareRound(engine, seeds, { second, pick }));
      say(`${engine.gameCode}: ${golden + random} rounds, ${faults.length} differ, ${Math.round(performance.now() - startedAt)} ms`);
      return faults;
    }),
  ];
}

if (import.meta.main) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const faults = proveSecond({ second: await loadSecond(), golden: 1_000, random: 100_000, say });
  for (const fault of faults.slice(0, 100)) process.stderr.write(`${fault}\n`);
  say(faults.length === 0 ? "Both agree on every round." : `BROKEN: ${faults.length} rounds differ`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
