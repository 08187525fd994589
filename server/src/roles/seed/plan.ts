import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import type { WithdrawalState } from "@laro/contract/withdrawals";
import { contentDigest } from "../../platform/ids.ts";
import { directPlayers } from "./plan.agents.ts";

/** What the demo world is: the same at every start, but for the luck of its players. All amounts are minor units. */
export const DAYS = 30;
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

const UINT32_BITS = 32;

/** One of 0 … `count` - 1, the same for the same parts: an interrupted seeding asks for exactly what it asked for before. */
export function pick(count: number, ...parts: readonly (string | number)[]): number {
  return Number(BigInt.asUintN(UINT32_BITS, contentDigest(parts.join(" "))) % BigInt(count));
}

const choose = <Item>(items: readonly [Item, ...Item[]], ...parts: readonly (string | number)[]): Item => items[pick(items.length, ...parts)] ?? items[0];

export interface PlannedMember {
  readonly name: string;
  readonly type: AccountType;
  /** Whose downline they are. */
  readonly under: string | null;
  /** After the world's begin. */
  readonly joinsAfterMs: number;
}

const agents = ["demolaguna", "demopalawan", "demosiargao"];
const affiliates = ["demomagiting", "demomasipag", "demomasaya", "demomaliksi", "demomapayapa", "demomatapang"];
/** Those who withdraw; they play for long with little at risk, so that there is something to withdraw. */
const carefulPlayers = ["demoplayer", "demobayani", "demoluna", "demotala", "demohiraya"];
const boldPlayers = (
  "demoamihan demomayumi demoligaya demoalon demosinag demoaraw demoulan demohimig demoagila demoperlas demonarra demobulan demokidlat demosilahis demohabagat demodiwata demobituin " +
  "demolakan demomakisig demoisagani demomarikit demomalaya demodalisay demosampaguita demokalayaan"
).split(" ");
export const players: readonly string[] = [...carefulPlayers, ...boldPlayers];

const JOIN_EVERY_MS = 2 * HOUR_MS;
const under = (names: readonly string[], index: number): string | null => names[index % names.length] ?? null;

/** Forty people in four levels: demoagent, the agents, their affiliates, and the players. */
export const members: readonly PlannedMember[] = [
  { name: "demoagent", type: accountTypes.seniorAgent, under: null },
  ...agents.map((name) => ({ name, type: accountTypes.agent, under: "demoagent" })),
  ...affiliates.map((name, index) => ({ name, type: accountTypes.affiliate, under: under(agents, index) })),
  ...players.map((name, index) => ({ name, type: accountTypes.player, under: directPlayers.includes(name) ? "demoagent" : under(affiliates, index) })),
].map((member, index) => ({ ...member, joinsAfterMs: index * JOIN_EVERY_MS }));

/** The real names on payout accounts: plainly nobody's. */
export const holderOf = (name: string): string => `Demo ${name.slice("demo".length, "demo".length + 1).toUpperCase()}${name.slice("demo".length + 1)}`;

export interface PlannedDeposit {
  readonly name: string;
  /** The day they pay in, counted from the world's begin. */
  readonly day: number;
  readonly amountMinor: bigint;
  readonly method: "QRPH" | "GCASH" | "MAYA" | "BANK";
  readonly bonusCode?: "FIRST100" | "RELOAD10";
  /** What the provider's message says arrived, where that is less. */
  readonly paidMinor?: bigint;
  /** What the provider's report says, where that is not what its message said. */
  readonly reportedMinor?: bigint;
  /** What the payer pays a second time. */
  readonly paidAgainMinor?: bigint;
}

const daysJoined = new Map(members.map(({ name, joinsAfterMs }) => [name, Math.ceil(joinsAfterMs / DAY_MS)]));
export const dayJoined = (name: string): number => daysJoined.get(name) ?? 0;

/** Five standard deviations of a careful player's month above what they withdraw: no luck spoils the plan. */
const ENOUGH_MINOR = 4_000_00n;

/** Who plays high: their stakes make the agents' sums. */
const highPlayers = ["demoalon", "demoperlas", "demosilahis", "demoisagani"];
const HIGH_MINOR = 38_000_00n;

/** Those of their first deposits that chose the bonus for it. */
const welcomed = ["demoligaya", "demonarra"];

const firstDeposit = (name: string): PlannedDeposit => ({
  name,
  day: dayJoined(name),
  amountMinor: highPlayers.includes(name)
    ? HIGH_MINOR
    : carefulPlayers.includes(name)
      ? ENOUGH_MINOR
      : choose([2_000_00n, 1_500_00n, 2_500_00n], name, "first"),
  method: choose(["QRPH", "QRPH", "GCASH", "MAYA", "BANK"], name, "first method"),
  ...(welcomed.includes(name) ? { bonusCode: "FIRST100" } : {}),
});

const secondDeposit = (name: string, index: number): PlannedDeposit => ({
  name,
  day: 9 + (index % 12),
  amountMinor: choose([500_00n, 1_000_00n, 300_00n], name, "second"),
  method: choose(["QRPH", "GCASH", "MAYA"], name, "second method"),
});

/** The rules against laundering look at payments of nearly the most a method takes. */
const LOOKED_AT_MINOR = 40_000_00n;

/** Nearly the most a method takes, three days in a row: what the rule against structuring looks for. */
const structured = (name: string, firstDay: number): readonly PlannedDeposit[] => [
  { name, day: firstDay, amountMinor: 45_000_00n, method: "QRPH" },
  { name, day: firstDay + 1, amountMinor: 48_000_00n, method: "GCASH" },
  { name, day: firstDay + 2, amountMinor: 42_000_00n, method: "MAYA" },
];

/** The demo player's stakes fill both bonuses: the first is released, the second waits to be taken. */
export const deposits: readonly PlannedDeposit[] = [
  { name: "demoplayer", day: dayJoined("demoplayer"), amountMinor: 4_600_00n, method: "QRPH" },
  { name: "demoplayer", day: 10, amountMinor: 2_200_00n, method: "GCASH", bonusCode: "RELOAD10" },
  { name: "demoplayer", day: 22, amountMinor: 1_500_00n, method: "MAYA", bonusCode: "RELOAD10" },
  ...players.filter((name) => name !== "demoplayer").flatMap((name, index) => [firstDeposit(name), ...(index % 3 === 0 ? [secondDeposit(name, index)] : [])]),
  ...highPlayers.map((name): PlannedDeposit => ({ name, day: 13, amountMinor: HIGH_MINOR, method: "BANK" })),
  // The payer's bank sent the rest a day later; an officer credited it.
  { name: "demobulan", day: 22, amountMinor: 1_000_00n, paidMinor: 900_00n, reportedMinor: 1_000_00n, method: "QRPH" },
  // Paid twice: the second message moves nothing, and a person has to look.
  { name: "demokalayaan", day: 26, amountMinor: 1_000_00n, paidAgainMinor: 1_000_00n, method: "QRPH" },
  ...structured("demodalisay", 24),
  ...structured("demosinag", 25),
  ...structured("demoagila", 25),
];

/** Whether the rules against laundering can find anything on a day. */
export const isLookedAt = (day: number): boolean => deposits.some((planned) => planned.day === day && planned.amountMinor >= LOOKED_AT_MINOR);

/** Nothing is returned: a return is a line of the journal that no provider's report has. */
export type PlannedEnd = Exclude<WithdrawalState, "returned">;

export interface PlannedWithdrawal {
  readonly name: string;
  readonly amountMinor: bigint;
  /** Before the world's end. */
  readonly requestedAgoMs: number;
  readonly ends: PlannedEnd;
}

const plan = (name: string, amountMinor: bigint, requestedAgoMs: number, ends: PlannedEnd): PlannedWithdrawal => ({
  name,
  amountMinor,
  requestedAgoMs,
  ends,
});
export const minutes = (count: number): number => count * 60_000;
/** Late in the evening of a day of long ago, when its play is over. */
export const nightsAgo = (count: number): number => count * DAY_MS + 3 * HOUR_MS;

/** Whether what happens so long before the world's end happens on a day of it. */
export const isOnDay = (agoMs: number, day: number): boolean => agoMs <= (DAYS - day) * DAY_MS && agoMs > (DAYS - day - 1) * DAY_MS;

/** In the order of their requests. */
export const withdrawals: readonly PlannedWithdrawal[] = [
  plan("demoplayer", 500_00n, nightsAgo(8), "received"),
  plan("demotala", 400_00n, nightsAgo(6), "rejected"),
  plan("demohiraya", 500_00n, nightsAgo(4), "failed"),
  plan("demobayani", 350_00n, nightsAgo(3), "received"),
  plan("demoluna", 400_00n, nightsAgo(2), "investigating"),
  plan("demotala", 300_00n, minutes(114), "pending"),
  plan("demobayani", 55_000_00n, minutes(75), "checked"),
  plan("demoplayer", 300_00n, minutes(52), "paid"),
  plan("demobayani", 800_00n, minutes(47), "pending"),
  plan("demoluna", 600_00n, minutes(39), "paid"),
  plan("demohiraya", 400_00n, minutes(31), "approved"),
  plan("demoluna", 450_00n, minutes(12), "pending"),
  plan("demoplayer", 450_00n, minutes(6), "pending"),
];

export const ROUNDS_OF_DAY = 4;
const BETWEEN_ROUNDS_MS = 47_000;

/** When the rounds of a day begin, after the day's begin: before noon or in the evening. All play at the same moments, so that a moment is one commit. */
export function roundsOfDay(day: number): readonly number[] {
  const firstAfterMs = choose([11, 19], "hour", day) * HOUR_MS;
  return Array.from({ length: ROUNDS_OF_DAY }, (_, round) => firstAfterMs + round * BETWEEN_ROUNDS_MS);
}

export interface PlannedRound {
  readonly gameCode: "DICE" | "MANGO_RUSH";
  readonly stake: bigint;
  readonly choice: { readonly target?: number; readonly side?: "under" | "over" };
}

/** A careful player's stakes count: one that wins nine times in ten or more would not. */
const SAFE_TARGETS = [8_000, 8_500, 8_900] as const;
const BOLD_TARGETS = [2_500, 4_950, 6_600] as const;

export interface PlannedBreak {
  readonly name: string;
  readonly day: number;
  readonly kind: "self" | "timeout";
  /** A code of the pack. */
  readonly period: string;
}

/** Both last beyond the world's end. */
export const breaks: readonly PlannedBreak[] = [
  { name: "demolakan", day: 20, kind: "self", period: "6m" },
  { name: "demomakisig", day: 27, kind: "timeout", period: "7d" },
];

const isOnBreak = (name: string, step: number): boolean => breaks.some((one) => one.name === name && step >= one.day * ROUNDS_OF_DAY);

/** What a player plays at a moment; undefined when they are away. */
export function planRound(name: string, step: number): PlannedRound | undefined {
  const isCareful = carefulPlayers.includes(name);
  const isHigh = highPlayers.includes(name);
  const isAway = name !== "demoplayer" && pick(5, name, "away", step) > 2;
  if (isAway || isOnBreak(name, step)) return undefined;
  if (isHigh)
    return {
      gameCode: "DICE",
      stake: choose([1_000_00n, 2_000_00n, 3_000_00n], name, "roll", step),
      choice: { target: choose(SAFE_TARGETS, name, "target", step), side: "under" },
    };
  if (pick(4, name, "game", step) === 0)
    return {
      gameCode: "MANGO_RUSH",
      stake: isCareful ? choose([2_00n, 5_00n], name, "spin", step) : choose([5_00n, 10_00n, 20_00n], name, "spin", step),
      choice: {},
    };
  const stake = isCareful ? choose([50_00n, 100_00n, 150_00n, 200_00n], name, "roll", step) : choose([10_00n, 20_00n, 50_00n], name, "roll", step);
  return { gameCode: "DICE", stake, choice: { target: choose(isCareful ? SAFE_TARGETS : BOLD_TARGETS, name, "target", step), side: "under" } };
}
