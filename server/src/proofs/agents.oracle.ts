import { DAYS, lineAbove, type Plan, type PlannedContract } from "./agents.plans.ts";

/** What a contract comes to for a span of days, as the design says it, one agent after another; minor units. */
export interface Expected {
  readonly kind: "dividend" | "daily";
  readonly agent: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly tier: number | null;
  readonly bet: bigint;
  readonly result: bigint;
  readonly active: number;
  readonly carryIn: bigint;
  readonly base: bigint;
  readonly carryOut: bigint;
  readonly gross: bigint;
  readonly owed: bigint;
  readonly makeupIn: bigint;
  readonly makeupOut: bigint;
  readonly pay: bigint;
}

const UNIT = 100_000n;
const ADMIN = 10_000n;
const PAYMENTS = 2_000n;
const ACTIVE_OF_A_DAY = 100_00n;
const ACTIVE_OF_A_WEEK = 1_000_00n;

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);
const negative = (value: bigint): bigint => (value < 0n ? value : 0n);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Every pay of a plan's week. */
export function expectPays(plan: Plan): readonly Expected[] {
  const pays: Expected[] = [];
  for (let day = 0; day < DAYS; day++) settle(plan, pays, { kind: "daily", period: "D", firstDay: day, lastDay: day });
  for (let day = 0; day < DAYS; day++) settle(plan, pays, { kind: "dividend", period: "D", firstDay: day, lastDay: day });
  settle(plan, pays, { kind: "dividend", period: "W", firstDay: 0, lastDay: DAYS - 1 });
  return pays;
}

interface Span {
  readonly kind: "dividend" | "daily";
  readonly period: "D" | "W";
  readonly firstDay: number;
  readonly lastDay: number;
}

function settle(plan: Plan, pays: Expected[], span: Span): void {
  const { kind, period, firstDay, lastDay } = span;
  const holders = plan.contracts.flatMap((held, agent) => (held[kind]?.period === period ? [{ agent, contract: held[kind] }] : []));
  const earned = holders.map(({ agent, contract }) => earn(plan, pays, { agent, contract, span }));
  for (const { agent, ...own } of earned) {
    const isBelow = (other: number): boolean => plan.parents[other] === agent && plan.contracts[other]![kind] !== undefined;
    const before = pays.filter((pay) => pay.kind === kind && isBelow(pay.agent) && pay.lastDay >= firstDay && pay.lastDay <= lastDay);
    const owed = sum([...before, ...earned.filter((other) => isBelow(other.agent))].map(({ gross }) => gross));
    const last = pays.findLast((pay) => pay.kind === kind && pay.agent === agent);
    const corrected = last === undefined && agent === 0 && kind === "dividend" ? plan.correction : 0n;
    const makeupIn = (last?.makeupOut ?? 0n) + corrected;
    const net = own.gross - owed + makeupIn;
    pays.push({ kind, agent, firstDay, lastDay, ...own, owed, makeupIn, makeupOut: negative(net), pay: positive(net) });
  }
}

interface Earning {
  readonly agent: number;
  readonly contract: PlannedContract;
  readonly span: Span;
}

function earn(plan: Plan, pays: readonly Expected[], { agent, contract, span: { kind, period, firstDay, lastDay } }: Earning) {
  const line = plan.members.flatMap((under, member) =>
    member !== plan.leftOut && (under === agent || lineAbove(plan.parents, under).includes(agent)) ? [member] : [],
  );
  const days = line.map((member) => plan.days.slice(firstDay, lastDay + 1).flatMap((day) => day[member] ?? []));
  const all = days.flat();
  const bet = sum(all.map(({ valid }) => valid));
  const result = sum(all.map(({ stake, win }) => stake - win));
  const from = period === "D" ? ACTIVE_OF_A_DAY : ACTIVE_OF_A_WEEK;
  const active = days.filter((own) => own.length > 0 && sum(own.map(({ valid }) => valid)) >= from).length;
  const carryIn = pays.findLast((pay) => pay.kind === kind && pay.agent === agent)?.carryOut ?? 0n;
  const salaries = sum(
    pays.filter((pay) => pay.kind === "daily" && pay.agent === agent && pay.firstDay >= firstDay && pay.lastDay <= lastDay).map(({ gross }) => gross),
  );
  const taken =
    (positive(result) * ADMIN) / UNIT + (sum(all.map(({ deposits }) => deposits)) * PAYMENTS) / UNIT + sum(all.map(({ bonuses }) => bonuses)) + salaries;
  const total = (kind === "dividend" ? result - taken : bet) + carryIn;
  const at = contract.tiers.findLastIndex(({ minBet, minActive }) => bet >= minBet && active >= minActive);
  const { rate = 0, profitRate = 0, lossRate = 0 } = contract.tiers[at] ?? {};
  const ahead = sum(all.filter(({ stake, win }) => win > stake).map(({ valid }) => valid));
  const behind = sum(all.filter(({ stake, win }) => win < stake).map(({ valid }) => valid));
  const points = positive(total) * BigInt(rate) + (kind === "daily" ? ahead * BigInt(profitRate) + behind * BigInt(lossRate) : 0n);
  return {
    agent,
    tier: at < 0 ? null : at + 1,
    bet,
    result,
    active,
    carryIn,
    base: positive(total),
    carryOut: contract.carries ? negative(total) : 0n,
    gross: positive(points / UNIT),
  };
}
