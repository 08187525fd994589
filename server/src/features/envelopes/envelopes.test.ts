import { createHash } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Rule } from "@laro/contract/core/campaignRules";
import { campaigns } from "@laro/contract/campaigns";
import { envelopes } from "@laro/contract/envelopes";
import { protection } from "@laro/contract/protection";
import { wallet } from "@laro/contract/wallet";
import { cutEnvelopes } from "@laro/engines/prizes/envelopes";
import { nodeHmac } from "@laro/engines/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { finishEnvelopes, openEnvelope } from "../../core/campaigns/envelopes.ts";
import { openDatabase } from "../../platform/db.ts";
import { draftOf, madeAtOf, openCampaign } from "../../testing/campaigns.ts";
import { asOwner, countWaiting, whileHeld } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 60 * 60_000];
const reason = "for the test";
let world: World;
let officer: Person;
beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => {
  // The rain of the test before is over.
  await world.pass(20 * MINUTE_MS);
  officer = await world.operator("marketing");
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;
const later = (ms: number): string => new Date(world.clock.now().getTime() + ms).toISOString();
const balanceOf = async (member: Member): Promise<bigint> => (await member.call(wallet.balance, {})).balance;

interface Falling {
  readonly slips?: number;
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly budget?: bigint;
  readonly rule?: Partial<Rule>;
}

/** What is sent of a rain that opens in a minute and lasts ten. */
const rainOf = ({ slips = 10, minimum = 1_00n, maximum = 40_00n, budget = 100_00n, rule = {} }: Falling = {}) => ({
  budget,
  startsAt: later(MINUTE_MS),
  endsAt: later(11 * MINUTE_MS),
  rule: { trigger: { on: "rain", slips, minimum, maximum } as const, gift: null, ...rule },
});

/** Announces a rain, and lets it open; answers its code. */
async function openRain(falling: Falling = {}): Promise<string> {
  const code = await openCampaign(world, officer, rainOf(falling));
  await world.pass(MINUTE_MS);
  return code;
}

/** The answer is shared for a second. */
const untilNext = (code: string, of: "rain" | "over") =>
  soon(async () => {
    const found = (await world.guest().call(envelopes.next, {}))[of];
    expect(found?.code).toBe(code);
    return found!;
  });

const slipsOf = async (code: string): Promise<readonly bigint[]> => {
  const rows = await asOwner(world.open.url, "select s.amount from envelope_slip s join campaign c on c.id = s.campaign_id where c.code = $1 order by s.n", [
    code,
  ]);
  return rows.map(({ amount }) => BigInt(amount));
};

test("guests see what falls and when, with the hash of its seed, and open nothing; before the opening, while it is paused, and after its end nobody does", async () => {
  const code = await openCampaign(world, officer, rainOf());
  const ann = await world.player();
  const rain = await untilNext(code, "rain");
  expect(rain).toMatchObject({ code, state: "coming", total: 100_00n, slips: 10, left: null, returned: null });
  expect([rain.commitment, rain.smallest >= 1_00n && rain.largest <= 40_00n]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), true]);
  // Not even who reads the database reads the seed.
  expect(await asOwner(world.open.url, "select * from envelope_rain where server_seed_hash = sha256(seed_sealed)")).toEqual([]);
  expect(await world.guest().refused(envelopes.claim, { code })).toBe("sessions.required");
  expect(await (await world.member({ type: accountTypes.trial })).refused(envelopes.claim, { code })).toBe("sessions.real_account_needed");
  expect(await ann.refused(envelopes.claim, { code: "NOSUCH" })).toBe("campaigns.not_found");
  expect(await ann.refused(envelopes.claim, { code })).toBe("envelopes.not_open");
  expect(await ann.refused(campaigns.join, { code })).toBe("campaigns.not_open");
  expect(await world.guest().call(envelopes.result, { code })).toMatchObject({ serverSeed: null, list: [], rain: { state: "coming" } });
  await world.pass(MINUTE_MS);
  await officer.call(campaigns.pause, { code, reason });
  expect(await ann.refused(envelopes.claim, { code })).toBe("envelopes.not_open");
  expect((await world.guest().call(envelopes.result, { code })).rain.state).toBe("paused");
  await officer.call(campaigns.resume, { code, reason });
  const { n, amount } = await ann.call(envelopes.claim, { code: code.toLowerCase() });
  await world.pass(10 * MINUTE_MS);
  const ben = await world.player();
  expect(await ben.refused(envelopes.claim, { code })).toBe("envelopes.not_open");
  // A repeat answers the first, whenever it comes.
  expect(await ann.call(envelopes.claim, { code })).toMatchObject({ n, amount, paid: true });
});

test("twenty members tap three times each at one moment, in two processes, for ten envelopes: ten get one each, exactly what was cut before, and each is paid once", async () => {
  const code = await openRain();
  const members = await Promise.all(Array.from({ length: 20 }, () => world.player()));
  const other = openDatabase(world.open.url);
  const tapThere = async (one: Member) => {
    const { n, amountMinor } = await openEnvelope({ ...world.open.platform, database: other }, { accountId: one.id, code, now: world.clock.now() });
    return { n, amount: amountMinor };
  };
  const taps = await Promise.allSettled(members.flatMap((one) => [one.call(envelopes.claim, { code }), tapThere(one), one.call(envelopes.claim, { code })]));
  await other.close();
  const got = members.map((_, at) => taps.slice(3 * at, 3 * at + 3).flatMap((tap) => (tap.status === "fulfilled" ? [tap.value] : [])));
  const winners = got.filter((own) => own.length > 0);
  expect([winners.length, winners.map((own) => own.length)]).toEqual([10, Array.from({ length: 10 }, () => 3)]);
  for (const own of winners) expect(new Set(own.map(({ n, amount }) => `${n} ${amount}`)).size).toBe(1);
  expect(winners.map((own) => own[0]!.n).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const told = new Set(taps.flatMap((tap) => (tap.status === "rejected" ? [(tap.reason as { code: string }).code] : [])));
  expect([...told]).toEqual(["envelopes.empty"]);
  const slips = await slipsOf(code);
  const balances = await Promise.all(members.map(balanceOf));
  expect(balances).toEqual(got.map((own) => (own.length === 0 ? 0n : slips[own[0]!.n - 1])));
  expect(balances.reduce((sum, one) => sum + one, 0n)).toBe(100_00n);
  const loser = members[got.findIndex((own) => own.length === 0)]!;
  expect([await loser.refused(envelopes.claim, { code }), (await loser.call(envelopes.mine, {})).list]).toEqual(["envelopes.empty", []]);
  const winner = members[got.findIndex((own) => own.length > 0)]!;
  expect((await winner.call(envelopes.mine, { language: "TY" })).list).toMatchObject([{ code, title: "Mga araw ng ulan", paid: true }]);
  expect((await winner.call(wallet.history, { kind: "prize" })).list).toHaveLength(1);
  expect((await winner.call(campaigns.get, { code })).label).toBe("issued");
  const joined = await openCampaign(world, officer);
  await winner.call(campaigns.join, { code: joined });
  const first = await winner.call(campaigns.list, { tab: "mine", limit: 1 });
  const rest = await winner.call(campaigns.list, { tab: "mine", limit: 1, cursor: first.next! });
  expect([...first.list, ...rest.list, rest.next].map((card) => (card as { code: string } | null)?.code)).toEqual([joined, code, undefined]);
  const desk = (await officer.call(campaigns.all, {})).list.find((row) => row.code === code);
  expect([desk?.spent, desk?.rain]).toEqual([100_00n, { taken: 10, given: 100_00n, unpaid: 0 }]);
});

test("once it is over anybody cuts the same envelopes from the seed whose hash stood there before, and what nobody took is told as returned", async () => {
  const falling = { slips: 7, minimum: 2_00n, maximum: 90_00n, budget: 210_00n };
  const code = await openRain(falling);
  const promised = await untilNext(code, "rain");
  expect(promised).toMatchObject({ state: "open", left: 7 });
  const members = [await world.player(), await world.player()];
  const opened: bigint[] = [];
  for (const one of members) opened.push((await one.call(envelopes.claim, { code })).amount);
  await world.pass(10 * MINUTE_MS);
  const first = await world.guest().call(envelopes.result, { code, limit: 4 });
  const rest = await world.guest().call(envelopes.result, { code, limit: 4, cursor: first.next! });
  const amounts = [...first.list, ...rest.list].map(({ amount }) => amount);
  const seed = Buffer.from(first.serverSeed!, "hex");
  expect(createHash("sha256").update(seed).digest("hex")).toBe(promised.commitment);
  expect(amounts).toEqual(cutEnvelopes({ hmac: nodeHmac, seed, total: falling.budget, slips: 7, minimum: 2_00n, maximum: 90_00n }));
  expect(amounts.slice(0, 2)).toEqual(opened);
  expect(first.rain).toMatchObject({ state: "over", left: 5, returned: falling.budget - opened[0]! - opened[1]! });
  await untilNext(code, "over");
  expect((await world.guest().call(envelopes.result, { code, cursor: "999999999999" })).list.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("what a crash left between the envelope and its money is paid once, and one that cannot be paid holds up no other", async () => {
  const code = await openRain({ slips: 3, budget: 60_00n });
  const members = [await world.player(), await world.player(), await world.player()];
  const [stuck, ...others] = members;
  await asOwner(world.open.url, "select * from envelope_claim_many((select id from campaign where code = $1), $2::bigint[], array[true, true, true], $3)", [
    code,
    members.map(({ id }) => String(id)),
    world.clock.now(),
  ]);
  // Its id is taken by something else, so that the ledger refuses its money each time.
  const taken =
    "insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at) select derived_id('envelope', c.id::text, $2), w.id, 1, null, 0, now() from campaign c, wallet w where c.code = $1 and w.account_id = $2::bigint and w.kind = 1";
  await asOwner(world.open.url, taken, [code, String(stuck!.id)]);
  for (let times = 0; times < 2; times++) await finishEnvelopes(world.open.platform);
  const slips = await slipsOf(code);
  expect(await Promise.all(members.map(balanceOf))).toEqual([0n, slips[1], slips[2]]);
  expect((await others[0]!.call(envelopes.claim, { code })).amount).toBe(slips[1]);
  await asOwner(
    world.open.url,
    "delete from idempotency where digest = 1 and ref = (select derived_id('envelope', id::text, $2) from campaign where code = $1)",
    [code, String(stuck!.id)],
  );
  await finishEnvelopes(world.open.platform);
  expect(await Promise.all(members.map(balanceOf))).toEqual(slips);
});

test("whoever is on a break, or does not fit its conditions, opens none, and takes none from others", async () => {
  const code = await openRain({ slips: 1, minimum: 10_00n, maximum: 10_00n, budget: 10_00n });
  const [ann, ben] = [await world.player(), await world.player()];
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await ann.refused(envelopes.claim, { code })).toBe("rewards.closed");
  expect((await ben.call(envelopes.claim, { code })).amount).toBe(10_00n);
  const verified = await openRain({ rule: { conditions: [{ is: "verified" }] } });
  expect(await ben.refusal(envelopes.claim, { code: verified })).toMatchObject({ code: "campaigns.not_eligible" });
  const { checks } = await ben.call(campaigns.explain, { code: verified });
  expect(checks.map(({ condition, holds }) => [condition.is, holds])).toEqual([["verified", false]]);
  await officer.call(campaigns.stop, { code: verified, reason });
  expect(await ben.refused(envelopes.claim, { code: verified })).toBe("envelopes.not_open");
  expect((await world.guest().call(envelopes.result, { code: verified })).rain).toMatchObject({ state: "over", returned: 100_00n });
});

test("whoever took a break while their tap waited for the rain opens none, and leaves it to the next", async () => {
  const code = await openRain({ slips: 1, minimum: 10_00n, maximum: 10_00n, budget: 10_00n });
  const [ann, ben] = [await world.player(), await world.player()];
  const { url } = world.open;
  const held = `select from envelope_rain where campaign_id = (select id from campaign where code = '${code}') for update`;
  const waiting = await whileHeld(url, held, async () => {
    const tap = ann.refused(envelopes.claim, { code });
    await soon(async () => expect(await countWaiting(url)).toBe(1));
    await ann.call(protection.takeBreak, { period: "24h" });
    return { tap };
  });
  expect(await waiting.tap).toBe("rewards.closed");
  expect((await ben.call(envelopes.claim, { code })).n).toBe(1);
});

test("of several rains the one that falls with envelopes left comes first, then the nearest to come, then one that is empty or paused", async () => {
  const first = await openRain({ slips: 1, minimum: 10_00n, maximum: 10_00n, budget: 10_00n });
  const second = await openRain();
  const third = await openCampaign(world, officer, { ...rainOf(), startsAt: later(2 * MINUTE_MS), endsAt: later(4 * MINUTE_MS) });
  await untilNext(first, "rain");
  await (await world.player()).call(envelopes.claim, { code: first });
  expect(await untilNext(second, "rain")).toMatchObject({ state: "open", left: 10 });
  const { promise: isSaid, resolve } = Promise.withResolvers<void>();
  const stop = world.open.platform.live.listen(["everyone"], (message) => "stale" in message && message.stale.includes(envelopes.result.name) && resolve());
  await officer.call(campaigns.pause, { code: second, reason });
  await isSaid.finally(stop);
  expect(await untilNext(third, "rain")).toMatchObject({ state: "coming" });
  await officer.call(campaigns.stop, { code: third, reason });
  await untilNext(first, "rain");
});

test("a rain that cannot be cut, opens too early or lasts too long is refused at its field, and one that was announced keeps its total, its envelopes and its times", async () => {
  const faultOf = async (change: object) => {
    const { code, field } = await officer.refusal(campaigns.save, draftOf(world, { ...rainOf(), ...change }));
    return [code, field];
  };
  const triggerOf = (change: object) => ({ rule: { ...rainOf().rule, trigger: { ...rainOf().rule.trigger, ...change } } });
  expect(await faultOf({ budget: 9_99n })).toEqual(["campaigns.rule_invalid", "rule.trigger.slips"]);
  expect(await faultOf({ budget: 400_01n })).toEqual(["campaigns.rule_invalid", "rule.trigger.slips"]);
  expect(await faultOf(triggerOf({ minimum: 0n }))).toEqual(["campaigns.rule_invalid", "rule.trigger.minimum"]);
  expect(await faultOf(triggerOf({ minimum: 41_00n }))).toEqual(["campaigns.rule_invalid", "rule.trigger.minimum"]);
  expect(await faultOf({ startsAt: later(0) })).toEqual(["campaigns.rule_invalid", "startsAt"]);
  expect(await faultOf({ endsAt: later(MINUTE_MS + 59_000) })).toEqual(["campaigns.rule_invalid", "endsAt"]);
  expect(await faultOf({ endsAt: later(DAY_MS + 2 * MINUTE_MS) })).toEqual(["campaigns.rule_invalid", "endsAt"]);
  expect(await faultOf({ rule: { ...rainOf().rule, dayMax: 5_00n } })).toEqual(["campaigns.rule_invalid", "budget"]);
  expect(await faultOf({ rule: { ...rainOf().rule, period: "day" } })).toEqual(["campaigns.rule_invalid", "rule.period"]);
  const draft = draftOf(world, rainOf());
  await openCampaign(world, officer, draft);
  const next = { ...draft, madeAt: await madeAtOf(officer, draft.code) };
  const forFew = { rule: { ...draft.rule, conditions: [{ is: "level" as const, from: 20, to: 20 }] } };
  for (const change of [{ budget: 90_00n }, { endsAt: later(20 * MINUTE_MS) }, triggerOf({ slips: 11 }), forFew])
    expect(await officer.refusal(campaigns.save, draftOf(world, { ...next, ...change }))).toMatchObject({
      code: "campaigns.rule_invalid",
      field: "rule.trigger",
    });
  const before = await slipsOf(draft.code);
  const words = { EN: { title: "Another name", summary: "It falls", text: "" }, TY: { title: "Ibang pangalan", summary: "Bumabagsak", text: "" } };
  const written = await officer.call(campaigns.save, { ...next, words });
  const { waiting, madeAt } = await officer.call(campaigns.submit, { code: draft.code, reason, madeAt: written.madeAt });
  expect(waiting).toBe(2);
  await (await world.operator("finance")).call(campaigns.approve, { code: draft.code, reason, madeAt });
  expect([await slipsOf(draft.code), (await world.guest().call(envelopes.result, { code: draft.code })).rain.title]).toEqual([before, "Another name"]);
});

test("two officers announce a rain one of whose envelopes may hold as much as nobody gives alone", async () => {
  const draft = draftOf(world, rainOf({ slips: 2, minimum: 1_00n, maximum: 50_000_00n, budget: 60_000_00n }));
  const { madeAt } = await officer.call(campaigns.save, draft);
  expect((await officer.call(campaigns.submit, { code: draft.code, reason, madeAt })).state).toBe("submitted");
});
