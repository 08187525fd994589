import fc from "fast-check";

/** One tier of a contract; amounts in minor units, rates in thousandths of a percent. */
interface Tier {
  readonly minBet: bigint;
  readonly minActive: number;
  readonly rate: number;
  readonly profitRate: number;
  readonly lossRate: number;
}

export interface PlannedContract {
  readonly kind: "dividend" | "daily";
  readonly period: "D" | "W";
  readonly carries: boolean;
  readonly tiers: readonly Tier[];
}

export interface PlannedDay {
  readonly stake: bigint;
  readonly win: bigint;
  readonly valid: bigint;
  readonly deposits: bigint;
  readonly bonuses: bigint;
}

/** A tree, who holds which contract, and what its members did in a week: `days[day][member]`; undefined for one who did nothing. */
export interface Plan {
  /** The place of each agent's parent; null at the top. A parent comes before its children. */
  readonly parents: readonly (number | null)[];
  /** The agent each member stands under. */
  readonly members: readonly number[];
  readonly contracts: readonly Readonly<Partial<Record<"dividend" | "daily", PlannedContract>>>[];
  readonly days: readonly (readonly (PlannedDay | undefined)[])[];
  /** The member whose play counts for nobody, if any. */
  readonly leftOut: number | undefined;
  /** What an officer adds to the next makeup of the first agent. */
  readonly correction: bigint;
}

const AGENTS_MAX = 6;
export const DAYS = 7;

const amount = (max: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: BigInt(max) });

const tiersOf = (rates: readonly [number, number], extra: number): fc.Arbitrary<readonly Tier[]> =>
  fc
    .array(
      fc.record({
        bet: amount(200_000),
        active: fc.integer({ min: 0, max: 1 }),
        rate: fc.integer({ min: rates[0], max: rates[1] }),
        profit: fc.integer({ min: 0, max: extra }),
        loss: fc.integer({ min: 0, max: extra }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((steps) => {
      let [minBet, minActive, rate] = [0n, 0, 0];
      return steps.map((step) => {
        [minBet, minActive, rate] = [minBet + step.bet, minActive + step.active, rate + step.rate];
        return { minBet, minActive, rate, profitRate: step.profit, lossRate: step.loss };
      });
    });

/** Whether a contract carries a line's loss is asked of dividends alone; a shorter one stands under a longer one. */
const contractOf = (kind: "dividend" | "daily"): fc.Arbitrary<PlannedContract> =>
  fc.record({
    kind: fc.constant(kind),
    period: kind === "dividend" ? fc.constantFrom("D" as const, "W" as const) : fc.constant("D" as const),
    carries: kind === "dividend" ? fc.boolean() : fc.constant(true),
    tiers: kind === "dividend" ? tiersOf([1, 19_999], 0) : tiersOf([1, 300], 200),
  });

/** Now and then a day that lost its bets to a void: less than nothing was staked. */
const dayOf: fc.Arbitrary<PlannedDay> = fc
  .record({
    stake: fc.bigInt({ min: -3_000n, max: 500_000n }),
    win: amount(450_000),
    percent: fc.integer({ min: 0, max: 100 }),
    deposits: amount(100_000),
    bonuses: amount(5_000),
  })
  .map(({ percent, ...day }) => ({ ...day, valid: (day.stake * BigInt(percent)) / 100n }));

export const plans: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: AGENTS_MAX }).chain((agents) =>
  fc
    .record({
      parents: fc.tuple(
        ...Array.from({ length: agents }, (_, at) => (at === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 0, max: at - 1 }), { nil: null, freq: 6 }))),
      ),
      extra: fc.array(fc.integer({ min: 0, max: agents - 1 }), { maxLength: 5 }),
      wanted: fc.tuple(
        ...Array.from({ length: agents }, () =>
          fc.record({ dividend: fc.option(contractOf("dividend"), { freq: 4 }), daily: fc.option(contractOf("daily"), { freq: 4 }) }),
        ),
      ),
      leftOut: fc.option(fc.nat(agents - 1), { nil: undefined }),
      correction: fc.bigInt({ min: -3_000n, max: 3_000n }),
    })
    .chain(({ parents, extra, wanted, ...rest }) => {
      const members = [...parents.keys(), ...extra];
      const days = fc.array(fc.tuple(...members.map(() => fc.option(dayOf, { nil: undefined, freq: 2 }))), { minLength: DAYS, maxLength: DAYS });
      return days.map((week) => ({ parents, members, contracts: allowed(parents, wanted), days: week, ...rest }));
    }),
);

/** An agent holds a contract where its parent does, or where nobody above does, and one of its parent's length or shorter. */
function allowed(
  parents: readonly (number | null)[],
  wanted: readonly { readonly dividend: PlannedContract | null; readonly daily: PlannedContract | null }[],
): Plan["contracts"] {
  const held: Partial<Record<"dividend" | "daily", PlannedContract>>[] = [];
  for (const [at, contracts] of wanted.entries()) {
    held[at] = {};
    for (const kind of ["dividend", "daily"] as const) {
      const contract = contracts[kind];
      const parent = parents[at] ?? null;
      const upper = parent === null ? undefined : held[parent]![kind];
      const isAbove = lineAbove(parents, at).some((agent) => held[agent]![kind] !== undefined);
      if (contract === null || (isAbove && upper === undefined)) continue;
      held[at][kind] = upper?.period === "D" ? { ...contract, period: "D" } : contract;
    }
  }
  return held;
}

/** The agents above one, the nearest first. */
export function lineAbove(parents: readonly (number | null)[], agent: number): readonly number[] {
  const parent = parents[agent] ?? null;
  return parent === null ? [] : [parent, ...lineAbove(parents, parent)];
}
