import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { LINES_MAX, type LotteryBet, type LotteryBets, type LotteryEngine, type LotteryEntry, PICKS_MAX } from "@laro/engines/lottery/lottery";

type Bet = LotteryBet<unknown>;
type Game = LotteryEngine<unknown>;

/** The unit on each spot, in minor units, in the order they were added. */
export type Slip = ReadonlyMap<string, bigint>;
export const EMPTY: Slip = new Map();

/** What a slip costs and can bring, before it is paid. Amounts are minor units. */
export interface Preview {
  readonly picks: number;
  readonly lines: number;
  readonly cost: bigint;
  readonly best: bigint;
  /** In hundredths of a percent, rounded down. */
  readonly returned: number;
}

export const betsOf = (slip: Slip): LotteryBets => Object.fromEntries([...slip].map(([spot, unit]) => [spot, formatAmount(unit)]));

export const spotOf = (bet: Pick<Bet, "code">, pick: string): string => `${bet.code}:${pick}`;
export const partsOf = (spot: string): { readonly code: string; readonly pick: string } => ({
  code: spot.slice(0, spot.indexOf(":")),
  pick: spot.slice(spot.indexOf(":") + 1),
});

const lineCount = (game: Game, spot: string): number => {
  const { code, pick } = partsOf(spot);
  return game.lottery.bets.find((bet) => bet.code === code)?.linesOf(pick) ?? 0;
};
export const linesOf = (game: Game, slip: Slip): number => [...slip.keys()].reduce((sum, spot) => sum + lineCount(game, spot), 0);

export function previewOf(game: Game, slip: Slip): Preview {
  if (slip.size === 0) return { picks: 0, lines: 0, cost: 0n, best: 0n, returned: 0 };
  const bets = betsOf(slip);
  const stakes = Object.fromEntries([...slip].map(([spot, unit]) => [spot, unit * BigInt(lineCount(game, spot))]));
  const { numerator, denominator } = game.exactReturn(bets);
  return {
    picks: slip.size,
    lines: linesOf(game, slip),
    cost: game.stakeOf(bets),
    best: game.worstCase(stakes),
    returned: Number((numerator * 10_000n) / denominator),
  };
}

/** The slip with more picks, as far as a ticket takes them; a pick that is there gets the new unit. */
export function addTo(game: Game, slip: Slip, more: readonly (readonly [spot: string, unit: bigint])[]): { readonly slip: Slip; readonly left: number } {
  const next = new Map(slip);
  let left = 0;
  for (const [spot, unit] of more) {
    const isNew = !next.has(spot);
    const isFull = isNew && (next.size >= PICKS_MAX || linesOf(game, next) + lineCount(game, spot) > LINES_MAX);
    if (isFull) left += 1;
    else next.set(spot, unit);
  }
  return { slip: next, left };
}

export const without = (slip: Slip, spot: string): Slip => new Map([...slip].filter(([one]) => one !== spot));

/** A unit as somebody types it, within a game's limits; undefined where it is none. */
export function readUnit({ lottery: { unitMin, unitMax, unitStep } }: Game, text: string): bigint | undefined {
  const unit = parseAmount(text.trim());
  return unit !== undefined && unit >= unitMin && unit <= unitMax && unit % unitStep === 0n ? unit : undefined;
}

export interface ReadList {
  readonly picks: readonly (readonly [spot: string, unit: bigint])[];
  /** What was no pick, as it was typed. */
  readonly faults: readonly string[];
}

/** Longer lists are cut: no ticket takes them. */
const TEXT_MAX = 20_000;

/** Reads a typed or pasted list such as `1234 5678=10`: picks parted by spaces or lines, each with its own unit or the one that is set. */
export function readList(game: Game, bet: Bet, text: string, unit: bigint): ReadList {
  const picks = new Map<string, bigint>();
  const faults: string[] = [];
  for (const token of text.slice(0, TEXT_MAX).split(/\s+/).filter(Boolean)) {
    const [typed = "", own, ...more] = token.split("=");
    const pick = more.length > 0 ? undefined : bet.parsePick(typed);
    const amount = own === undefined ? unit : readUnit(game, own);
    if (pick === undefined || amount === undefined) faults.push(token);
    else picks.set(spotOf(bet, pick), amount);
  }
  return { picks: [...picks], faults };
}

/** One of 0 … count - 1 by the browser's own chance, each equally likely. */
export function chance(count: number): number {
  const limit = 2 ** 32 - (2 ** 32 % count);
  const value = new Uint32Array(1);
  do crypto.getRandomValues(value);
  while (value[0]! >= limit);
  return value[0]! % count;
}

const TRIES_MAX = 200;

function anyText(entry: LotteryEntry): string {
  if (entry.kind === "options") return entry.options[chance(entry.options.length)]!;
  const rest = Array.from({ length: entry.to - entry.from + 1 }, (_, at) => entry.from + at);
  const count = entry.kind === "digits" ? entry.places : entry.count;
  const isDistinct = entry.kind === "choose" || entry.distinct === true;
  return Array.from({ length: count }, () => (isDistinct ? rest.splice(chance(rest.length), 1)[0]! : rest[chance(rest.length)]!)).join("-");
}

/** The spots of some picks by chance that are not on the slip yet. */
export function quickPicks(bet: Bet, slip: Slip, count: number): readonly string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < TRIES_MAX; tries += 1) {
    const pick = bet.parsePick(anyText(bet.entry));
    const spot = pick === undefined ? undefined : spotOf(bet, pick);
    if (spot !== undefined && !slip.has(spot)) found.add(spot);
  }
  return [...found];
}

/** All picks that rows of chosen digits make, one of each row. */
export function productOf(rows: readonly (readonly number[])[], most = PICKS_MAX + 1): readonly string[] {
  let made: string[] = [""];
  for (const row of rows) made = made.flatMap((before) => row.map((digit) => (before === "" ? String(digit) : `${before}-${digit}`))).slice(0, most * 10);
  return made.filter((text) => text !== "");
}
