import type { ContractKind } from "@laro/contract/core/contractKinds";
import { findFault, fitTerms, type Terms, type Tier } from "@laro/contract/core/contractTerms";
import { Refusal } from "@laro/contract/core/errors";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { OperatorActor } from "../../platform/actor.ts";
import { unproved } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { findContract, limitsOf, readContracts, type Row, ruleTermsOf, termsOf } from "./agentContracts.ts";
import { answerContract, endForHouse, requestEnd } from "./agentContracts.decisions.ts";
import { getTemplate } from "./agentContracts.gates.ts";
import { offerContract, planAcceptance, previewContract, previewOffer } from "./agentContracts.offers.ts";

const DAY_MS = 86_400_000;

let world: World;
/** Under whom each agent stands, by its place in the list. */
const parents = [null, 0, 0, 1, 1, 3, 5] as const;
const people: bigint[] = [];
beforeAll(async () => {
  world = await createWorld();
  for (const parent of parents) people.push((await world.member({ type: accountTypes.seniorAgent, parentId: parent === null ? null : people[parent]! })).id);
});
afterAll(() => world.close());

const platform = () => world.open.platform;
const now = () => world.clock.now();
const begin = <Value>(work: (tx: Tx) => Promise<Value>) => platform().database.begin(work);
const officer = (id: bigint): OperatorActor => ({
  ...unproved,
  kind: "operator",
  id,
  name: `o${id}`,
  roles: [],
  permissions: ["*"],
  mustChangePassword: false,
  factorMissing: false,
  ip: "",
  session: "",
});
const all = () => readContracts(platform().database.db, { where: sql`true`, limit: 1_000, now: now(), timeZone: "Asia/Manila" });
const faults = async () => (await sql`select * from audit_a20`.execute(platform().database.db as unknown as Tx)).rows;

/** A refusal is an answer like any other; anything else is a fault. */
async function tried<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const dividendTier = fc.record({ rate: fc.integer({ min: 1, max: 50 }), ask: fc.integer({ min: 0, max: 3 }), active: fc.integer({ min: 0, max: 1 }) });
const dividend = fc
  .record({ period: fc.constantFrom("D", "W", "S", "M"), tiers: fc.array(dividendTier, { minLength: 1, maxLength: 3 }) })
  .map(({ period, tiers }): Terms => ({
    period,
    carries: true,
    tiers: tiers.map(({ rate, ask, active }): Tier => ({ rate: rate * 1_000, periodValidBet: BigInt(ask), periodProfitAndLoss: 1n, activeMembers: active })),
  }));
const salaryTier = fc.record({
  rate: fc.integer({ min: 1, max: 24 }),
  ask: fc.integer({ min: 0, max: 2 }),
  profit: fc.integer({ min: 0, max: 2 }),
  loss: fc.integer({ min: 0, max: 2 }),
});
const daily = fc.record({ period: fc.constantFrom("D", "W"), tiers: fc.array(salaryTier, { minLength: 1, maxLength: 2 }) }).map(({ period, tiers }): Terms => ({
  period,
  carries: true,
  tiers: tiers.map(({ rate, ask, profit, loss }): Tier => ({ rate: rate * 5, dailyBetAmount: BigInt(ask), profitRate: profit * 5, lossRate: loss * 5 })),
}));

/** Tiers put in order, so that most are offers at all. */
const rising = ({ tiers, ...terms }: Terms): Terms => ({ ...terms, tiers: tiers.toSorted((one, other) => one.rate - other.rate) });

type Step =
  | {
      readonly do: "offer";
      readonly to: number;
      readonly kind: ContractKind;
      readonly terms: Terms;
      readonly isCut: boolean;
      readonly next: "accept" | "reject" | "wait";
    }
  | { readonly do: "end" | "endByHouse"; readonly pick: number }
  | { readonly do: "answer"; readonly pick: number }
  | { readonly do: "pass"; readonly days: number };

const person = fc.integer({ min: 0, max: parents.length - 1 });
const offerStep = fc
  .oneof(fc.record({ kind: fc.constant("dividend" as const), terms: dividend }), fc.record({ kind: fc.constant("daily" as const), terms: daily }))
  .chain(({ kind, terms }) =>
    fc.record({
      do: fc.constant("offer" as const),
      to: person,
      kind: fc.constant(kind as ContractKind),
      terms: fc.constant(rising(terms)),
      isCut: fc.constantFrom(true, true, false),
      next: fc.constantFrom("accept", "accept", "accept", "reject", "wait"),
    }),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: offerStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("end" as const, "endByHouse" as const), pick: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("answer" as const), pick: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const), days: fc.integer({ min: 1, max: 20 }) }) },
);

/** What the model knows of the rule: the same words, another way. */
interface Lost {
  readonly id: string;
  readonly from: string;
}

const later = (one: string, other: string): string => (one > other ? one : other);
const reaches = ({ startsOn, endsOn }: Row, from: string): boolean => startsOn !== null && (endsOn === null || endsOn > later(startsOn, from));

/** Whoever is below loses what the one above lost. */
function below(rows: readonly Row[], row: Row, from: string): readonly Lost[] {
  const given = rows.filter(
    (one) => one.uplineId === row.agentId && one.kind === row.kind && reaches(one, from) && (row.endsOn === null || one.startsOn! < row.endsOn),
  );
  return given.flatMap((one) => lose(rows, one, from));
}
const lose = (rows: readonly Row[], row: Row, from: string): readonly Lost[] => [
  { id: row.id, from: later(row.startsOn!, from) },
  ...below(rows, row, later(row.startsOn!, from)),
];

const isBelow = (agent: bigint, above: bigint): boolean => {
  const parent = parents[people.indexOf(agent)];
  return parent !== null && parent !== undefined && (people[parent] === above || isBelow(people[parent]!, above));
};

/** Which contracts a new one ends, and when. */
function predict(rows: readonly Row[], offered: Row, startsOn: string): ReadonlyMap<string, string> {
  const upper = termsOf(offered);
  const isUnfit = (row: Row): boolean =>
    findFault(termsOf(row), { kind: row.kind, limits: limitsOf(row), periods: ["D", "W", "S", "M", "H"], lossRates: true, upper }) !== undefined;
  const direct = rows.filter(
    (row) =>
      row.kind === offered.kind &&
      reaches(row, startsOn) &&
      (row.uplineId === offered.agentId ? isUnfit(row) : row.uplineId === null && isBelow(row.agentId, offered.agentId)),
  );
  const lost = new Map<string, string>();
  for (const { id, from } of direct.flatMap((row) => lose(rows, row, startsOn))) lost.set(id, lost.has(id) && lost.get(id)! < from ? lost.get(id)! : from);
  return lost;
}

/** Accepts an offer and holds what happens against the preview and the model. */
async function acceptAndCompare(offered: Row): Promise<void> {
  const { db } = platform().database;
  const [rows, preview] = [await all(), await tried(previewContract(db, platform(), { id: offered.id, viewer: offered.agentId, now: now() }))];
  if (preview === undefined) return;
  const plan = await planAcceptance(db, platform(), offered, now());
  const expected = predict(rows, offered, plan.startsOn!);
  expect(new Map(plan.affected.map(({ id, endsOn }) => [id, endsOn]))).toEqual(expected);
  expect(preview.direct + preview.deeper).toBe(expected.size);
  await begin((tx) =>
    answerContract(tx, platform(), { id: offered.id, viewer: offered.agentId, answer: "accept", fingerprint: preview.fingerprint, now: now() }),
  );
  for (const row of await all()) {
    const before = rows.find(({ id }) => id === row.id);
    const end = expected.get(row.id) ?? (row.id === plan.replaced ? plan.startsOn : before?.endsOn);
    if (row.id !== offered.id) expect([row.id, row.endsOn]).toEqual([row.id, end ?? null]);
  }
}

async function takeOffer(one: Extract<Step, { do: "offer" }>, rows: readonly Row[]): Promise<void> {
  const { db } = platform().database;
  const { kind, to } = one;
  const parent = parents[to]!;
  const held = parent === null ? undefined : rows.find((row) => row.agentId === people[parent] && row.kind === kind && row.state === "active");
  const by = held === undefined ? { operator: 1n } : { agent: held.agentId };
  const cut =
    held === undefined
      ? one.terms
      : fitTerms(one.terms, { kind, limits: limitsOf(held), periods: ["D", "W", "S", "M"], lossRates: true, upper: termsOf(held) });
  const offering = { by, agentId: people[to]!, kind, terms: one.isCut && cut !== undefined ? cut : one.terms, now: now() };
  const preview = await tried(previewOffer(db, platform(), offering));
  if (preview === undefined) return;
  const { id } = await begin((tx) => offerContract(tx, platform(), { ...offering, fingerprint: preview.fingerprint }));
  if (one.next === "reject") await begin((tx) => answerContract(tx, platform(), { id, viewer: people[to]!, answer: "reject", now: now() }));
  if (one.next === "accept") await acceptAndCompare((await findContract(db, platform(), { id, viewer: null, now: now() }))!);
}

async function take(one: Step): Promise<void> {
  if (one.do === "pass") return world.pass(one.days * DAY_MS);
  const rows = await all();
  const { db } = platform().database;
  if (one.do === "offer") return takeOffer(one, rows);
  if (one.do === "answer") {
    const waiting = rows.filter(({ state, lapsesAt }) => state === "offered" && lapsesAt > now());
    return waiting.length === 0 ? undefined : acceptAndCompare(waiting[one.pick % waiting.length]!);
  }
  const active = rows.filter(({ state }) => state === "active");
  if (active.length === 0) return;
  const { id, agentId, uplineId } = active[one.pick % active.length]!;
  if (one.do === "endByHouse" || uplineId === null) {
    await begin((tx) => endForHouse(tx, platform(), { id, act: "propose", reason: "x", by: officer(1n), now: now() }));
    await begin((tx) => endForHouse(tx, platform(), { id, act: "confirm", reason: "x", by: officer(2n), now: now() }));
    return;
  }
  await begin((tx) => requestEnd(tx, platform(), { id, viewer: uplineId, reason: "enough", now: now() }));
  const { fingerprint } = await previewContract(db, platform(), { id, viewer: agentId, now: now() });
  await begin((tx) => answerContract(tx, platform(), { id, viewer: agentId, answer: "accept", fingerprint, now: now() }));
}

const forget = () => asOwner(world.open.url, "truncate agent_contract_tier, agent_contract_ending, agent_contract");

const depthOf = (at: number): number => (parents[at] === null ? 0 : 1 + depthOf(parents[at]!));

/** A line in which everybody holds both kinds, so that what is walked from there has something to end. */
async function build(): Promise<void> {
  await forget();
  for (const to of parents.keys()) {
    const [share, part] = [50_000 - 10_000 * depthOf(to), 120 - 20 * depthOf(to)];
    const terms = { period: "M", carries: true } as const;
    const agree = async (kind: ContractKind, tier: Tier) =>
      takeOffer({ do: "offer", to, kind, terms: { ...terms, tiers: [tier] }, isCut: false, next: "accept" }, await all());
    await agree("dividend", { rate: share, periodProfitAndLoss: 1n });
    await agree("daily", { rate: part });
  }
  await world.pass(40 * DAY_MS);
}

test("whatever is offered, answered and ended, every contract fits the one above it, and what ends is what the preview and the model said [AGENT-21]", async () => {
  let [given, cut] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
      await build();
      const built = (await all()).length;
      expect(built).toBe(2 * parents.length);
      for (const one of steps) {
        await take(one);
        expect(await faults()).toEqual([]);
      }
      const rows = await all();
      given += rows.filter(({ uplineId, startsOn }) => uplineId !== null && startsOn !== null).length - (built - 2);
      cut += rows.filter(({ state }) => state === "cascaded").length;
    }),
    { numRuns: 6 },
  );
  // The walk went where it matters.
  expect([given > 0, cut > 0]).toEqual([true, true]);
}, 120_000);

test("the rule in SQL and the one that the form shows agree on any two terms, and what is proposed instead fits", async () => {
  const { db } = platform().database;
  const limits = { dividend: limitsOf(await getTemplate(db, "dividend")), daily: limitsOf(await getTemplate(db, "daily")) };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.tuple(fc.constant("dividend" as const), dividend, dividend), fc.tuple(fc.constant("daily" as const), daily, daily)),
      async ([kind, one, other]) => {
        const [upper, lower] = [rising(one), rising(other)];
        const bounds = { kind, limits: limits[kind], periods: ["D", "W", "S", "M", "H"] as const, lossRates: true };
        fc.pre(findFault(upper, { ...bounds, upper: null }) === undefined && findFault(lower, { ...bounds, upper: null }) === undefined);
        const { rows } = await sql<{ fits: boolean }>`
          select agent_terms_fit(${ruleTermsOf(kind, upper)}::jsonb, ${ruleTermsOf(kind, lower)}::jsonb, ${limits[kind].gap}) as fits`.execute(
          db as unknown as Tx,
        );
        expect(findFault(lower, { ...bounds, upper }) === undefined).toBe(rows[0]!.fits);
        const instead = fitTerms(lower, { ...bounds, upper });
        if (instead !== undefined) expect(findFault(instead, { ...bounds, upper })).toBeUndefined();
      },
    ),
    { numRuns: 400 },
  );
});

test("a rule that is one thousandth too strict or too lax is seen by the audit", async () => {
  await forget();
  const agree = async (to: number, rate: number): Promise<void> => {
    const terms: Terms = { period: "M", carries: true, tiers: [{ rate, periodProfitAndLoss: 1n }] };
    const by = to === 0 ? { operator: 1n } : { agent: people[parents[to]!]! };
    const offering = { by, agentId: people[to]!, kind: "dividend" as const, terms, now: now() };
    const { fingerprint } = await previewOffer(platform().database.db, platform(), offering);
    const { id } = await begin((tx) => offerContract(tx, platform(), { ...offering, fingerprint }));
    await acceptAndCompare((await findContract(platform().database.db, platform(), { id, viewer: null, now: now() }))!);
  };
  await agree(0, 40_000);
  await agree(1, 39_000);
  expect(await faults()).toEqual([]);
  const [{ source } = { source: "" }] = await asOwner<{ source: string }>(world.open.url, "select pg_get_functiondef('agent_terms_fit'::regproc) as source");
  expect(source).toContain("u.rate >= l.rate + gap");
  await asOwner(world.open.url, source.replace("u.rate >= l.rate + gap", "u.rate > l.rate + gap"));
  expect(await faults()).toMatchObject([{ fault: "does not fit" }]);
  await asOwner(world.open.url, source);
  await asOwner(world.open.url, "update agent_contract_tier set rate = rate + 1 where rate = 39000");
  expect(await faults()).toMatchObject([{ fault: "does not fit" }]);
});
