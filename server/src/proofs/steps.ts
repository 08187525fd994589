/**
 * Proof of games in steps: random lists of actions over HTTP. At every step the view that was answered is the one that choice and actions give when they are played
 * again from the seed; it tells nothing of what is still hidden; another device sees the same and goes on from it; and wherever a player stops, the clock ends the
 * round as its engine says.
 */
import { isDeepStrictEqual } from "node:util";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import type { Stream } from "@laro/engines/fair";
import { engines } from "@laro/engines/registry";
import { type AnyPosition, type AnySteps, createRandom, goldenSeed, goldenStream } from "@laro/engines/testing";
import { timeOutRounds } from "../features/rounds/rounds.steps.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import { enterAgain } from "../testing/cashier.ts";
import { plantSeed } from "../testing/jackpots.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";

const CYCLE_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
const STAKE = 2_00n;
const ACTIONS_MAX = 60;
const OTHERS = 24;
const CLOCK_STEPS = 4;

interface Hidden {
  readonly choice: Record<string, unknown>;
  /** Whether a draw, by its place, is hidden while a round is open in which so many were made. */
  readonly isHidden: (place: number, made: number) => boolean;
}

/** Beside what the games have not drawn yet: all mines, and the dealer's second card, which is the fourth. */
const games: Readonly<Record<"MINES" | "HI_LO" | "COIN_FLIP" | "BLACKJACK" | "VIDEO_POKER", Hidden>> = {
  MINES: { choice: { mines: 3 }, isHidden: () => true },
  HI_LO: { choice: {}, isHidden: (place, made) => place >= made },
  COIN_FLIP: { choice: {}, isHidden: (place, made) => place >= made },
  BLACKJACK: { choice: {}, isHidden: (place, made) => place === 3 || place >= made },
  VIDEO_POKER: { choice: {}, isHidden: (place, made) => place >= made },
};
type Game = keyof typeof games;
const codes = Object.keys(games) as Game[];

type Pick = (count: number) => number;

/** A stream that counts its draws, and gives others where a draw is hidden. */
function otherStream(nonce: bigint, pick: Pick, isOther: (place: number) => boolean): Stream & { made: number } {
  const inner = goldenStream({ nonce });
  const stream = {
    made: 0,
    uniform: (count: number): number => {
      const value = inner.uniform(count);
      stream.made += 1;
      return isOther(stream.made - 1) ? pick(count) : value;
    },
  };
  return stream;
}

const engineOf = (code: Game): AnySteps => engines[code] as unknown as AnySteps;

/** Where a round of the planted seed stands after some actions. */
function standing(code: Game, { nonce, actions }: { nonce: bigint; actions: readonly unknown[] }, stream: Stream = goldenStream({ nonce })): AnyPosition {
  return engineOf(code).replay({ stakeMinor: STAKE, choice: games[code].choice, actions, stream });
}

/** Plays the same actions with other hidden cards and mines: whoever looks at an open round must not see which. */
function findShown(code: Game, at: { nonce: bigint; actions: readonly unknown[] }, { view, pick }: { view: unknown; pick: Pick }): readonly string[] {
  const counting = otherStream(at.nonce, pick, () => false);
  const { legal } = standing(code, at, counting);
  for (let other = 0; other < OTHERS; other += 1) {
    const stream = otherStream(at.nonce, pick, (place) => games[code].isHidden(place, counting.made));
    const elsewhere = tryStanding(code, at, stream);
    if (elsewhere === undefined || elsewhere.end !== undefined || !isDeepStrictEqual(elsewhere.legal, legal)) continue;
    if (!isDeepStrictEqual(elsewhere.view, view))
      return [`${code}: a view tells what is hidden: ${JSON.stringify(view)} and ${JSON.stringify(elsewhere.view)}`];
  }
  return [];
}

/** Undefined where another card or mine ended the round before. */
function tryStanding(code: Game, at: { nonce: bigint; actions: readonly unknown[] }, stream: Stream): AnyPosition | undefined {
  try {
    return standing(code, at, stream);
  } catch {
    return undefined;
  }
}

interface Player {
  readonly world: World;
  readonly person: Person;
  readonly pick: Pick;
  readonly faults: string[];
}

async function open({ world, person }: Player, code: Game): Promise<SteppedRound> {
  world.clock.advance(CYCLE_MS);
  return person.call(rounds.open, { requestId: newId(world.clock.now()), gameCode: code, stake: STAKE, choice: games[code].choice });
}

/** What was answered is what follows from the seed, and an open view tells nothing more. */
function look({ faults, pick }: Player, code: Game, { round, actions }: { round: SteppedRound; actions: readonly unknown[] }): void {
  const at = { nonce: BigInt(round.nonce), actions };
  const { view, legal, stakeMinor, end } = standing(code, at);
  const ours = end === undefined ? [view, legal, stakeMinor] : [view, [], stakeMinor];
  if (!isDeepStrictEqual(ours, [round.view, round.legal, round.stake]))
    faults.push(`${code}: after ${JSON.stringify(actions)} it is another view than played again`);
  if ((end === undefined) !== (round.round === null)) faults.push(`${code}: it has ended here and not there`);
  if (end !== undefined && round.round !== null && (round.round.win !== end.winMinor || !isDeepStrictEqual(round.round.outcome, end.outcome)))
    faults.push(`${code}: it ended otherwise than played again`);
  if (end === undefined) faults.push(...findShown(code, at, { view: round.view, pick }));
}

/** Acts at random so many times, or until the round ends; answers the actions and where it stands. */
async function act(player: Player, code: Game, { round: opened, times }: { round: SteppedRound; times: number }) {
  const actions: unknown[] = [];
  let round = opened;
  look(player, code, { round, actions });
  while (round.round === null && actions.length < times) {
    const action = round.legal[player.pick(round.legal.length)]!;
    round = await player.person.call(rounds.act, { roundId: round.id, step: round.step, action });
    actions.push(action);
    look(player, code, { round, actions });
  }
  return { round, actions };
}

/** The round as another device of its player sees it. */
async function resume(player: Player, code: Game, round: SteppedRound): Promise<void> {
  await enterAgain(player.person);
  const seen = (await player.person.call(rounds.running, {})).list.find(({ id }) => id === round.id);
  if (!isDeepStrictEqual([seen?.view, seen?.legal, seen?.step], [round.view, round.legal, round.step]))
    player.faults.push(`${code}: another device sees another round`);
}

/** Every game, stopped after so many steps, and what the clock makes of it. */
async function waitOut(player: Player, times: number): Promise<void> {
  const left: { code: Game; round: SteppedRound; actions: readonly unknown[] }[] = [];
  for (const code of codes) left.push({ code, ...(await act(player, code, { round: await open(player, code), times })) });
  await player.world.pass(DAY_MS + CYCLE_MS);
  await timeOutRounds(player.world.open.platform);
  for (const { code, round, actions } of left.filter((one) => one.round.round === null)) {
    const [row] = await asOwner<{ stake: string; win: string }>(
      player.world.open.url,
      "select stake::text, win::text from round_settled where round_id = $1 and status = 4",
      [round.id],
    );
    const due = endByClock(code, { nonce: BigInt(round.nonce), actions });
    if (!isDeepStrictEqual(row, due))
      player.faults.push(`${code}: after ${times} steps the clock made ${JSON.stringify(row)} of it instead of ${JSON.stringify(due)}`);
  }
  await enterAgain(player.person);
}

function endByClock(code: Game, { nonce, actions }: { nonce: bigint; actions: readonly unknown[] }): { stake: string; win: string } {
  const all = [...actions];
  for (let step = 0; step < ACTIONS_MAX; step += 1) {
    const { end, stakeMinor, onTimeOut } = standing(code, { nonce, actions: all });
    if (end !== undefined) return { stake: String(stakeMinor), win: String(end.winMinor) };
    if (onTimeOut === "refund") return { stake: "0", win: "0" };
    all.push(onTimeOut);
  }
  throw new RangeError(`${code} does not end by the clock.`);
}

/** Plays so many rounds of each game; no faults means that it holds. */
export async function proveSteps(world: World, { each, seed }: { each: number; seed: number }): Promise<readonly string[]> {
  const person = await world.player({ balance: 10_000_00n });
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: person.id, kind: "main" });
  await plantSeed(world.open.url, { walletId, serverSeed: Buffer.from(goldenSeed) });
  const player: Player = { world, person, pick: createRandom(seed), faults: [] };
  for (const code of codes)
    for (let played = 0; played < each; played += 1) {
      const opened = await open(player, code);
      const { round } = await act(player, code, { round: opened, times: player.pick(4) });
      if (round.round !== null) continue;
      if (played === 0) await resume(player, code, round);
      await finish(player, code, round);
    }
  for (let times = 0; times < CLOCK_STEPS; times += 1) await waitOut(player, times);
  return player.faults;
}

/** Goes on at random until the round has ended, without looking. */
async function finish({ person, pick, faults }: Player, code: Game, from: SteppedRound): Promise<void> {
  let round = from;
  for (let step = 0; round.round === null && step < ACTIONS_MAX; step += 1) {
    const action = round.legal.find(({ act: name }) => name === "cashOut" || name === "stand") ?? round.legal[pick(round.legal.length)]!;
    round = await person.call(rounds.act, { roundId: round.id, step: round.step, action });
  }
  if (round.round === null) faults.push(`${code}: it does not end`);
}
