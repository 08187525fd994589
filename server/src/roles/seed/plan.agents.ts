import type { Limits, Terms, Tier } from "@laro/contract/core/contractTerms";
import type { ContractKind } from "@laro/contract/core/contractKinds";

/** What the agents of the demo world agree, earn and are told, and what officers decide about them. Amounts are minor units, rates thousandths of a percent; each happens at the agents' hour of its day. */

interface OnDay {
  /** Counted from the world's begin. */
  readonly day: number;
}

/** Limits an officer wrote down. What the demo world stakes is small, so what stops a pay is small too. */
export interface PlannedTemplate extends OnDay {
  readonly kind: ContractKind;
  readonly limits: Partial<Limits>;
  readonly reason: string;
  readonly ends: "published" | "declined" | "proposed";
}

export const templates: readonly PlannedTemplate[] = [
  { day: 4, kind: "dividend", limits: { advanceMax: 150_00n }, reason: "Advances of a young brand stay small", ends: "published" },
  { day: 4, kind: "realTime", limits: { unattendedMax: 6_00n }, reason: "The first weeks are looked at by eye", ends: "published" },
  { day: 21, kind: "daily", limits: { gap: 5 }, reason: "An agent asks to keep less between levels", ends: "declined" },
  { day: 28, kind: "dividend", limits: { adminRate: 8_000 }, reason: "The providers charge less since this month", ends: "proposed" },
];

export interface PlannedContract extends OnDay {
  readonly agent: string;
  /** Null for a contract with the house. */
  readonly upline: string | null;
  readonly kind: ContractKind;
  readonly terms: Terms;
  readonly ends: "accepted" | "rejected" | "withdrawn" | "offered";
}

export const seniors = ["demolaguna", "demopalawan", "demosiargao"] as const;

const terms = (period: Terms["period"], ...tiers: Tier[]): Terms => ({ period, carries: true, tiers });
const dividend = (rates: readonly [number, number, number]): Terms =>
  terms(
    "W",
    ...rates.map((rate, at) => ({
      rate,
      periodValidBet: [0n, 15_000_00n, 60_000_00n][at]!,
      periodProfitAndLoss: [1n, 1n, 2_000_00n][at]!,
      activeMembers: [0, 2, 3][at]!,
    })),
  );
const daily = (period: "D" | "W", rates: readonly [number, number]): Terms =>
  terms(period, ...rates.map((rate, at) => ({ rate, dailyBetAmount: [0n, 10_000_00n][at]!, activeMembers: at, profitRate: 10, lossRate: 15 })));
const hourly = (...rates: readonly number[]): Terms =>
  terms("H", ...rates.map((rate, at) => ({ rate, hourlyBetAmount: [0n, 5_000_00n][at]!, activeMembers: at })));
const realTime = (...rates: readonly number[]): Terms =>
  terms(null, ...rates.map((rate, at) => ({ rate, singleBet: [20_00n, 500_00n][at]!, profitRate: 0, lossRate: 5 })));

type Offer = Pick<PlannedContract, "kind" | "terms">;
const agree = (day: number, upline: string | null, agent: string, offer: Offer, ends: PlannedContract["ends"] = "accepted"): PlannedContract => ({
  day,
  upline,
  agent,
  ...offer,
  ends,
});

const house: readonly Offer[] = [
  { kind: "dividend", terms: dividend([30_000, 35_000, 40_000]) },
  // Paid on Mondays, so that pay stands approved and not yet received on the other days.
  { kind: "daily", terms: daily("W", [100, 130]) },
  { kind: "hourly", terms: hourly(70, 90) },
];
const below: readonly Offer[] = [
  { kind: "dividend", terms: dividend([22_000, 26_000, 30_000]) },
  { kind: "daily", terms: daily("D", [70, 90]) },
];
const belowThat: readonly Offer[] = [
  { kind: "dividend", terms: dividend([15_000, 18_000, 20_000]) },
  { kind: "daily", terms: daily("D", [40, 50]) },
];

/** Uplines before their downlines, and on an earlier day where a period has to begin. */
export const contracts = (affiliatesOf: (senior: string) => readonly string[]): readonly PlannedContract[] => [
  ...house.map((offer) => agree(5, null, "demoagent", offer)),
  ...seniors.flatMap((name) => below.map((offer) => agree(5, "demoagent", name, offer))),
  ...seniors.flatMap((name) => affiliatesOf(name).flatMap((lower) => belowThat.map((offer) => agree(5, name, lower, offer)))),
  agree(6, "demoagent", "demolaguna", { kind: "hourly", terms: hourly(40, 60) }),
  agree(6, "demoagent", "demosiargao", { kind: "hourly", terms: hourly(35) }),
  agree(7, "demolaguna", "demomagiting", { kind: "hourly", terms: hourly(20) }),
  agree(16, "demoagent", "demopalawan", { kind: "hourly", terms: hourly(30) }, "rejected"),
  agree(17, "demoagent", "demopalawan", { kind: "hourly", terms: hourly(38) }, "withdrawn"),
  agree(28, null, "demoagent", { kind: "realTime", terms: realTime(60, 80) }),
  agree(28, "demoagent", "demolaguna", { kind: "realTime", terms: realTime(40, 50) }),
  agree(29, "demolaguna", "demomagiting", { kind: "realTime", terms: realTime(20) }, "offered"),
  agree(29, "demoagent", "demopalawan", { kind: "realTime", terms: realTime(45) }, "offered"),
];

export interface PlannedEnding extends OnDay {
  readonly agent: string;
  readonly kind: ContractKind;
  readonly askedBy: string;
  readonly reason: string;
  readonly ends: "agreed" | "declined" | "asked";
}

export const endings: readonly PlannedEnding[] = [
  { day: 18, agent: "demosiargao", kind: "hourly", askedBy: "demosiargao", reason: "The daily salary is enough for us", ends: "agreed" },
  { day: 22, agent: "demomagiting", kind: "hourly", askedBy: "demolaguna", reason: "Let us put it into the dividend", ends: "declined" },
  { day: 29, agent: "demopalawan", kind: "daily", askedBy: "demopalawan", reason: "We want a weekly salary instead", ends: "asked" },
];

export interface PlannedLink {
  readonly agent: string;
  readonly label: string;
  /** Browsers that came by it on days of their own. */
  readonly visits: number;
  /** Who registered by it: direct players of the agent. */
  readonly registered: readonly string[];
  readonly isClosed?: boolean;
}

/** Made with the people, as some registered by them. */
export const links: readonly PlannedLink[] = [
  { agent: "demoagent", label: "Facebook page", visits: 46, registered: ["demosampaguita", "demobituin"] },
  { agent: "demoagent", label: "Radio spot", visits: 19, registered: ["demokalayaan"] },
  { agent: "demoagent", label: "Stickers on jeepneys", visits: 7, registered: [], isClosed: true },
  { agent: "demolaguna", label: "Market stall", visits: 12, registered: [] },
];

/** Who plays directly under the agent at the top. */
export const directPlayers: readonly string[] = links.flatMap(({ registered }) => registered);

interface Decided extends OnDay {
  readonly reason: string;
  /** The other officer's words; without them it waits. */
  readonly decision?: string;
}

export interface PlannedMove extends Decided {
  readonly name: string;
  readonly to: string;
  readonly fromDays: number;
}

export const moves: readonly PlannedMove[] = [
  {
    day: 12,
    name: "demoulan",
    to: "demomagiting",
    fromDays: 2,
    reason: "Registered by the wrong code, both agents agree",
    decision: "Their letters are in the file",
  },
  { day: 29, name: "demomatapang", to: "demopalawan", fromDays: 5, reason: "The agent moved to another island and asks for it" },
];

export interface PlannedStanding extends OnDay {
  readonly name: string;
  /** Without them it waits for another officer. */
  readonly days?: number;
  readonly reason: string;
}

export const standings: readonly PlannedStanding[] = [
  { day: 29, name: "demomaliksi", reason: "The bank confirms the one account: until it is answered" },
  { day: 23, name: "demomaliksi", days: 14, reason: "Three members of the line pay from one account" },
];

export interface PlannedNotCounted extends Decided {
  readonly name: string;
  readonly code: "bonusOnly" | "houseRule";
}

export const notCounted: readonly PlannedNotCounted[] = [
  { day: 17, name: "demoisagani", code: "bonusOnly", reason: "Stops at the bonus turnover each time", decision: "Seen in three bonuses" },
  { day: 29, name: "demoalon", code: "houseRule", reason: "Plays from the agent's own device" },
];

export interface PlannedCorrection extends Decided {
  readonly name: string;
  readonly kind: ContractKind;
  readonly amountMinor: bigint;
}

export const corrections: readonly PlannedCorrection[] = [
  { day: 14, name: "demopalawan", kind: "daily", amountMinor: -60_00n, reason: "A tier was read wrongly for six days", decision: "Computed again by hand" },
  {
    day: 19,
    name: "demosiargao",
    kind: "daily",
    amountMinor: 25_00n,
    reason: "A day of play came late from a provider",
    decision: "The provider's list shows it",
  },
  { day: 29, name: "demomasaya", kind: "dividend", amountMinor: 120_00n, reason: "Bonuses of another line were taken off" },
];

/** A round that commits after its five minutes were counted; the pays of its day are looked at. */
export const LATE_DAY = 20;
export const LATE_PLAYER = "demotala";
/** Those of them that officers have let go by now. */
export const releases = { day: 24, reason: "One late round, counted since", decision: "Its facts are whole", keeps: ["demoagent", "demomasipag"] } as const;
/** What officers asked for about held pays and the other has yet to decide. */
export const heldProposals = [
  { day: 29, name: "demomasipag", act: "release", reason: "One late round, counted since" },
  { day: 29, name: "demomaliksi", act: "void", reason: "The line paid from one account" },
] as const;

export interface PlannedLetter extends OnDay {
  readonly agent: string;
  readonly to?: string;
  readonly text: string;
}

export const letters: readonly PlannedLetter[] = [
  { day: 9, agent: "demoagent", text: "Welcome to the team. Salaries come every day, the dividend every Monday." },
  { day: 21, agent: "demoagent", to: "demolaguna", text: "A fine week. Please look at the hourly terms I offered." },
  { day: 26, agent: "demomagiting", text: "Thank you for playing with us. Play for fun and know your limits." },
];

export interface PlannedPassing extends OnDay {
  readonly from: string;
  /** Undefined for the agent above. */
  readonly to?: string;
  readonly amountMinor: bigint;
}

/** Money between an agent and those right below, once salaries have come. */
export const passings: readonly PlannedPassing[] = [
  { day: 13, from: "demoagent", to: "demolaguna", amountMinor: 25_00n },
  { day: 20, from: "demoagent", to: "demosampaguita", amountMinor: 10_00n },
  { day: 27, from: "demosiargao", amountMinor: 5_00n },
];
