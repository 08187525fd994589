import { agentContracts, type AgentContract } from "@laro/contract/agentContracts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { contractKinds } from "@laro/contract/core/contractKinds";
import type { Terms } from "@laro/contract/core/contractTerms";
import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { accept, agree, agreeWithHouse, type Agent, dailyOf, dividendOf, lineOf, offerTo, passAwake } from "../../testing/agentContracts.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 86_400_000;
const reason = "As agreed by letter";

let world: World;
let [officer, second]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [officer, second] = [await world.operator("marketing"), await world.operator("marketing")];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
const house = (agent: Agent, terms: Terms, kind: AgentContract["kind"] = "dividend") => agreeWithHouse(world, officer!, agent, { kind, terms });
const give = (upline: Agent, downline: Agent, terms: Terms) => agree(world, upline, downline, { terms });
const offer = (upline: Agent, downline: Agent, terms: Terms) => offerTo(world, upline, downline, { terms });
const refusedOffer = (upline: Agent, downline: { id: bigint }, terms: Terms, kind: AgentContract["kind"] = "dividend") =>
  upline.refusal(agentContracts.offer, { requestId: fresh(), accountId: downline.id, kind, terms, fingerprint: "x" });
const mine = async (agent: Agent) => (await agent.call(agentContracts.mine, {})).list;
const of = async (agent: Agent, id: string) => agent.call(agentContracts.get, { id });
const inbox = async (agent: Agent) =>
  (await agent.call(messages.mine, { limit: 50 })).list.map(({ template, values }) => [template, ...values.slice(3)].join(" "));

test("who is no agent, no officer of marketing, or nobody at all is let nowhere near contracts [ROLE-11]", async () => {
  const [support, auditor, player] = [await world.operator("support"), await world.operator("auditor"), await world.player()];
  const asked = { accountId: player.id, kind: "dividend" as const, terms: dividendOf([10_000]) };
  expect(await player.refused(agentContracts.offer, { ...asked, requestId: fresh(), fingerprint: "x" })).toBe("sessions.forbidden");
  expect(await player.refused(agentContracts.consolidated, {})).toBe("sessions.forbidden");
  expect(await world.guest().refused(agentContracts.mine, {})).toBe("sessions.required");
  expect(await support.refused(agentContracts.list, {})).toBe("sessions.forbidden");
  expect(await auditor.refused(agentContracts.endFor, { id: fresh(), act: "confirm", reason })).toBe("sessions.forbidden");
  expect((await auditor.call(agentContracts.templates, { kind: "daily" })).list[0]).toMatchObject({ inForce: true, state: "published" });
});

test("an offer reaches the downline, and accepted it is active from the next period on [AGENT-16, AGENT-17, AGENT-23, PROD-19]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  // The world begins on Monday, 5 October 2026.
  expect(await house(top, dividendOf([40_000]))).toMatchObject({
    state: "active",
    startsOn: "2026-11-01",
    uplineName: null,
    mine: true,
    terms: { period: "M" },
  });
  expect(await mine(next)).toEqual([]);
  const offered = await offer(top, next, dividendOf([20_000, 30_000], "S"));
  expect(offered).toMatchObject({ state: "offered", mine: false, agentName: next.name, startsOn: null });
  expect((await mine(next))[0]).toMatchObject({ id: offered.id, waitsForMe: true, mine: true });
  // The first half of a month that begins once the upline's month has: 16 October would be too early.
  expect(await accept(world, next, offered.id)).toMatchObject({ state: "active", startsOn: "2026-11-01", running: false, waitsForMe: false });
  for (const [kind, terms] of [
    ["daily", dailyOf([100], "S")],
    ["hourly", { period: "H", carries: true, tiers: [{ rate: 50, hourlyBetAmount: 0n }] }],
    ["realTime", { period: null, carries: true, tiers: [{ rate: 40, singleBet: 100n, profitRate: 10 }] }],
  ] as const)
    expect(await house(top, terms as Terms, kind)).toMatchObject({ state: "active", startsOn: kind === "daily" ? "2026-10-16" : "2026-10-06" });
  await world.work();
  expect(await inbox(next)).toEqual(["contractOffered dividend"]);
  expect(await inbox(top)).toContain("contractAnswered dividend accepted");
});

test("a contract shows the fields of its kind and no others [ENTITY-50]", async () => {
  const [top] = (await lineOf(world, 1)) as [Agent];
  const tiers = {
    dividend: { rate: 1_000, periodValidBet: 5n, periodProfitAndLoss: 7n, activeMembers: 3 },
    daily: { rate: 100, dailyBetAmount: 5n, activeMembers: 3, profitRate: 10, lossRate: 20 },
    hourly: { rate: 100, hourlyBetAmount: 5n, activeMembers: 3 },
    realTime: { rate: 70, singleBet: 5n, profitRate: 10, lossRate: 20 },
  };
  const periods = { dividend: "S", daily: "W", hourly: "H", realTime: null } as const;
  for (const kind of contractKinds) {
    const { id } = await house(top, { period: periods[kind], carries: true, tiers: [tiers[kind]] }, kind);
    expect((await of(top, id)).terms).toEqual({ period: periods[kind], carries: true, tiers: [tiers[kind]] });
  }
  for (const kind of contractKinds) {
    const foreign = { ...tiers[kind], ...(kind === "dividend" ? { singleBet: 1n } : { periodValidBet: 1n }) };
    const terms = { period: periods[kind], carries: true, tiers: [foreign] };
    expect(await officer!.refusal(agentContracts.previewFor, { offer: { account: top.name, kind, terms } })).toMatchObject({ code: "request.invalid" });
  }
});

test("a request is rejected, withdrawn or answered once, and what was answered stays so [AGENT-18]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  const first = await offer(top, next, dividendOf([20_000]));
  expect(await refusedOffer(top, next, dividendOf([10_000]))).toMatchObject({ code: "agentContracts.request_open" });
  expect(await next.call(agentContracts.answer, { requestId: fresh(), id: first.id, answer: "reject" })).toMatchObject({ state: "rejected" });
  expect(await next.refusal(agentContracts.answer, { requestId: fresh(), id: first.id, answer: "reject" })).toMatchObject({
    code: "agentContracts.not_offered",
    values: { state: "rejected" },
  });
  const again = await offer(top, next, dividendOf([20_000]));
  expect(await next.refused(agentContracts.withdraw, { requestId: fresh(), id: again.id })).toBe("agentContracts.not_offered");
  expect(await top.call(agentContracts.withdraw, { requestId: fresh(), id: again.id })).toMatchObject({ state: "withdrawn" });
  const third = await offer(top, next, dividendOf([20_000]));
  const { fingerprint } = await next.call(agentContracts.preview, { id: third.id });
  const answers = await Promise.allSettled(
    ["accept", "reject", "accept", "reject"].map((answer) =>
      next.call(agentContracts.answer, { requestId: fresh(), id: third.id, answer: answer as "accept", fingerprint }),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("one agent is asked about one kind five times a day at most", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  for (let at = 0; at < 5; at++) await top.call(agentContracts.withdraw, { requestId: fresh(), id: (await offer(top, next, dividendOf([20_000]))).id });
  expect(await refusedOffer(top, next, dividendOf([20_000]))).toMatchObject({ code: "request.too_many" });
});

test("a repeated request answers as the first did, and with other content it is refused", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  const asked = { accountId: next.id, kind: "dividend" as const, terms: dividendOf([20_000]) };
  const { fingerprint } = await top.call(agentContracts.preview, { offer: asked });
  const same = { ...asked, fingerprint, requestId: fresh() };
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => top.call(agentContracts.offer, same)));
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  expect(await top.refused(agentContracts.offer, { ...same, terms: dividendOf([21_000]) })).toBe("request.id_reused");
});

test("an offer lapses after seven days, with a word the day before, and makes room", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  const { id } = await offer(top, next, dividendOf([20_000]));
  const { fingerprint } = await next.call(agentContracts.preview, { id });
  await passAwake(world, 6 * DAY_MS + 1);
  await queue();
  expect((await inbox(next)).toSorted()).toEqual(["contractLapsing dividend", "contractOffered dividend"]);
  await passAwake(world, DAY_MS);
  expect(await of(next, id)).toMatchObject({ state: "lapsed", waitsForMe: false });
  const refusal = await next.refusal(agentContracts.answer, { requestId: fresh(), id, answer: "accept", fingerprint });
  expect(refusal).toMatchObject({ code: "agentContracts.not_offered", values: { state: "lapsed" } });
  await queue();
  await queue();
  expect((await inbox(top)).filter((one) => one === "contractAnswered dividend lapsed")).toHaveLength(1);
  expect(await offer(top, next, dividendOf([20_000]))).toMatchObject({ state: "offered" });
});

/** What the clock does, and what is told of it. */
async function queue(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "agentContracts:lapse", {}));
  await world.work();
}

test("either side asks for the end; the other accepts and it ends with the period, declines or says nothing and it goes on [AGENT-19, AGENT-20]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  const { id } = await give(top, next, dividendOf([20_000]));
  const ask = (who: Agent) => who.call(agentContracts.requestEnd, { requestId: fresh(), id, reason: "It does not pay" });
  expect(await ask(next)).toMatchObject({ state: "endRequested", waitsForMe: false, endReason: "It does not pay" });
  expect(await next.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept" })).toBe("agentContracts.not_offered");
  expect(await top.call(agentContracts.consolidated, {})).toMatchObject({ divtypereq: 3 });
  expect(await top.call(agentContracts.answer, { requestId: fresh(), id, answer: "reject" })).toMatchObject({ state: "active", endReason: null });
  await ask(next);
  expect(await next.call(agentContracts.withdraw, { requestId: fresh(), id })).toMatchObject({ state: "active" });
  await ask(top);
  expect(await of(next, id)).toMatchObject({ state: "endRequested", waitsForMe: true });
  await passAwake(world, 7 * DAY_MS + 1);
  await queue();
  expect(await of(next, id)).toMatchObject({ state: "active", waitsForMe: false });
  expect(await inbox(top)).toContain("contractAnswered dividend endLapsed");
  await ask(top);
  expect(await next.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept" })).toBe("agentContracts.preview_stale");
  const ended = await accept(world, next, id);
  expect(ended).toMatchObject({ state: "terminated", cause: "agreed" });
  // It had not begun: it never earns.
  expect(ended.endsOn).toBe(ended.startsOn);
  expect(await top.refused(agentContracts.requestEnd, { requestId: fresh(), id, reason: "Again" })).toBe("agentContracts.not_offered");
});

test("a running contract that ends is paid to the end of its period [AGENT-19]", async () => {
  const [top] = (await lineOf(world, 1)) as [Agent];
  const { id, startsOn } = await house(top, dividendOf([40_000]));
  await passAwake(world, Date.parse(`${startsOn}T04:00:00Z`) + 9 * DAY_MS - world.clock.now().getTime());
  await officer!.call(agentContracts.endFor, { id, act: "propose", reason });
  expect(await officer!.refused(agentContracts.endFor, { id, act: "propose", reason })).toBe("agentContracts.already_proposed");
  expect(await officer!.refused(agentContracts.endFor, { id, act: "confirm", reason })).toBe("agentContracts.own_proposal");
  await second!.call(agentContracts.endFor, { id, act: "decline", reason });
  expect(await second!.refused(agentContracts.endFor, { id, act: "confirm", reason })).toBe("agentContracts.not_proposed");
  const [, next] = [top, await world.member({ type: accountTypes.agent, parentId: top.id })];
  const below = await give(top, next, dividendOf([20_000], "S"));
  await top.call(agentContracts.requestEnd, { requestId: fresh(), id, reason: "Enough" });
  await second!.call(agentContracts.endFor, { id, act: "decline", reason });
  expect(await of(top, id)).toMatchObject({ state: "active" });
  await officer!.call(agentContracts.endFor, { id, act: "propose", reason });
  expect(await second!.call(agentContracts.endFor, { id, act: "confirm", reason: "Seen" })).toMatchObject({
    state: "terminated",
    cause: "house",
    endReason: reason,
  });
  const day = (await of(top, id)).endsOn!;
  expect(Date.parse(day) - Date.parse(startsOn!)).toBe(10 * DAY_MS);
  // The chain ends with it; what was still to begin never does.
  expect(await of(next, below.id)).toMatchObject({ state: "cascaded", cause: "cascade" });
});

test("a lower offer says whom it ends, ends them from its first day, and nobody beside [AGENT-21]", async () => {
  const [top, middle, low, deep] = (await lineOf(world, 4)) as [Agent, Agent, Agent, Agent];
  const beside = await world.member({ type: accountTypes.agent, parentId: middle.id });
  await house(top, dividendOf([50_000]));
  await give(top, middle, dividendOf([40_000]));
  const lower = await give(middle, low, dividendOf([35_000]));
  const deepest = await give(low, deep, dividendOf([30_000]));
  const kept = await give(middle, beside, dividendOf([10_000]));
  await passAwake(world, 40 * DAY_MS);
  const asked = { accountId: middle.id, kind: "dividend" as const, terms: dividendOf([30_000]) };
  const seenAbove = await top.call(agentContracts.preview, { offer: asked });
  // The upline is not told what its downline gives.
  expect(seenAbove).toMatchObject({ replaces: true, ended: [], direct: 0, deeper: 2 });
  const day = seenAbove.startsOn!;
  const { id } = await offer(top, middle, asked.terms);
  const seen = await middle.call(agentContracts.preview, { id });
  expect(seen).toMatchObject({
    direct: 1,
    deeper: 1,
    ended: [{ contractId: lower.id, name: low.name, rate: 35_000, bestRate: 29_000, endsOn: day, lastPay: null }],
  });
  await accept(world, middle, id);
  expect([await of(low, lower.id), await of(deep, deepest.id)].map(({ state, endsOn, cause }) => [state, endsOn, cause])).toEqual([
    ["cascaded", day, "cascade"],
    ["cascaded", day, "cascade"],
  ]);
  expect(await of(beside, kept.id)).toMatchObject({ state: "active", endsOn: null });
  await world.work();
  for (const agent of [low, deep]) expect(await inbox(agent)).toContain("contractEnded dividend cascade");
  expect(await inbox(beside)).not.toContain("contractEnded dividend cascade");
});

test("what ends another's contract begins a day later at least, and never within a period", async () => {
  const [top, middle, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  await house(top, dailyOf([140]), "daily");
  await agree(world, top, middle, { kind: "daily", terms: dailyOf([120]) });
  await agree(world, middle, low, { kind: "daily", terms: dailyOf([110]) });
  await passAwake(world, 3 * DAY_MS);
  const preview = (terms: Terms) => top.call(agentContracts.preview, { offer: { accountId: middle.id, kind: "daily", terms } });
  const [harmless, hurting] = [await preview(dailyOf([125])), await preview(dailyOf([100]))];
  const today = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect([harmless, hurting].map(({ startsOn }) => (Date.parse(startsOn!) - Date.parse(today)) / DAY_MS)).toEqual([1, 2]);
  expect(hurting).toMatchObject({ deeper: 1 });
});

test("a line that changed since the preview refuses the offer and the answer, and what the preview says is what happens", async () => {
  const [top, middle, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  await house(top, dividendOf([50_000]));
  await give(top, middle, dividendOf([40_000]));
  await passAwake(world, 40 * DAY_MS);
  const asked = { accountId: middle.id, kind: "dividend" as const, terms: dividendOf([30_000]) };
  const { fingerprint } = await top.call(agentContracts.preview, { offer: asked });
  await give(middle, low, dividendOf([35_000]));
  expect(await top.refused(agentContracts.offer, { ...asked, requestId: fresh(), fingerprint })).toBe("agentContracts.preview_stale");
  const { id } = await offer(top, middle, asked.terms);
  const seen = await middle.call(agentContracts.preview, { id });
  const lowest = (await mine(low))[0]!;
  await low.call(agentContracts.requestEnd, { requestId: fresh(), id: lowest.id, reason: "Enough" });
  await accept(world, middle, lowest.id);
  expect(await middle.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept", fingerprint: seen.fingerprint })).toBe(
    "agentContracts.preview_stale",
  );
  expect(await middle.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept" })).toBe("agentContracts.preview_stale");
  expect(await accept(world, middle, id)).toMatchObject({ state: "active" });
});

test("nobody sees a contract they are no side of: above, below, beside and unknown answer alike [AGENT-14]", async () => {
  const [top, middle, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  const beside = await world.member({ type: accountTypes.agent, parentId: top.id });
  const [stranger] = (await lineOf(world, 1)) as [Agent];
  const own = await house(top, dividendOf([50_000]));
  const given = await give(top, middle, dividendOf([40_000]));
  for (const [who, id] of [
    [middle, own.id],
    [low, given.id],
    [beside, given.id],
    [stranger, given.id],
    [top, fresh()],
  ] as const) {
    expect(await who.refused(agentContracts.get, { id })).toBe("agentContracts.not_found");
    expect(await who.refused(agentContracts.preview, { id })).toBe("agentContracts.not_found");
    expect(await who.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept" })).toBe("agentContracts.not_found");
    expect(await who.refused(agentContracts.requestEnd, { requestId: fresh(), id, reason: "Mine now" })).toBe("agentContracts.not_found");
    expect(await who.refused(agentContracts.withdraw, { requestId: fresh(), id })).toBe("agentContracts.not_found");
  }
  expect((await low.call(agentContracts.mine, {})).list).toEqual([]);
  expect((await low.call(agentContracts.downlines, {})).list).toEqual([]);
  const seen = JSON.stringify([await low.call(agentContracts.terms, { kind: "dividend" }), await low.call(agentContracts.mine, {})], (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(seen).not.toContain(top.name);
  for (const account of [low, stranger, top, { id: 999_999n }])
    expect(await refusedOffer(top, account, dividendOf([10_000]))).toMatchObject({ code: "agentContracts.not_downline" });
  const player = await world.member({ type: accountTypes.player, parentId: top.id });
  expect(await refusedOffer(top, player, dividendOf([10_000]))).toMatchObject({ code: "agentContracts.not_agent" });
  expect(await refusedOffer(low, await world.member({ type: accountTypes.agent, parentId: low.id }), dividendOf([10_000]))).toMatchObject({
    code: "agentContracts.no_own",
  });
});

test("the four keys say none, offered, active and asked to end; off with the agents' policy [CALL-40, ENTITY-43, ROLE-10, SITE-09]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  const none = { dailysalreqtype: 0, divtypereq: 0, contracthoursalreq: 0, realtimesalreqtype: 0 };
  expect(await top.call(agentContracts.consolidated, {})).toEqual(none);
  await house(top, dividendOf([40_000]));
  expect(await top.call(agentContracts.consolidated, {})).toEqual({ ...none, divtypereq: 2 });
  const first = await give(top, next, dividendOf([20_000]));
  await passAwake(world, 60 * DAY_MS);
  await offer(top, next, dividendOf([25_000]));
  expect(await next.call(agentContracts.consolidated, {})).toEqual({ ...none, divtypereq: 1 });
  await top.call(agentContracts.requestEnd, { requestId: fresh(), id: first.id, reason: "Enough" });
  expect(await next.call(agentContracts.consolidated, {})).toEqual({ ...none, divtypereq: 3 });
  const admin = await world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "agentPolicy", enabled: false, reason });
  expect(await next.refused(agentContracts.consolidated, {})).toBe("agentContracts.kind_closed");
  await admin.call(settings.setFlag, { modId: "agentPolicy", enabled: true, reason });
});

test("dividend and daily requests are read by GET and decided by POST; hourly and real-time ones are decided by their own POST [AGENT-26, CALL-42, CALL-43, CALL-44, CALL-45]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  const offers = {
    dividend: dividendOf([20_000]),
    daily: dailyOf([50]),
    hourly: { period: "H", carries: true, tiers: [{ rate: 50, hourlyBetAmount: 0n }] },
    realTime: { period: null, carries: true, tiers: [{ rate: 50, singleBet: 0n }] },
  } as const satisfies Record<string, Terms>;
  const own = {
    dividend: dividendOf([40_000]),
    daily: dailyOf([150]),
    hourly: { ...offers.hourly, tiers: [{ rate: 100 }] },
    realTime: { ...offers.realTime, tiers: [{ rate: 100 }] },
  };
  const ids: Record<string, string> = {};
  for (const kind of contractKinds) {
    await house(top, own[kind], kind);
    ids[kind] = (await offerTo(world, top, next, { kind, terms: offers[kind] })).id;
  }
  expect([agentContracts.dividendRequest, agentContracts.dailySalaryRequest, agentContracts.consolidated].map(({ method }) => method)).toEqual([
    "GET",
    "GET",
    "GET",
  ]);
  expect([agentContracts.hourlySalaryRequest, agentContracts.realTimeSalaryRequest, agentContracts.answer].map(({ method }) => method)).toEqual([
    "POST",
    "POST",
    "POST",
  ]);
  expect((await next.call(agentContracts.dividendRequest, {})).list.map(({ id }) => id)).toEqual([ids["dividend"]]);
  expect((await next.call(agentContracts.dailySalaryRequest, {})).list.map(({ id }) => id)).toEqual([ids["daily"]]);
  expect((await next.request("POST", "/api/agentContracts.dividendRequest", "{}")).status).toBe(405);
  const decide = async (id: string) => ({
    requestId: fresh(),
    id,
    answer: "accept" as const,
    fingerprint: (await next.call(agentContracts.preview, { id })).fingerprint,
  });
  expect(await next.refused(agentContracts.hourlySalaryRequest, await decide(ids["dividend"]!))).toBe("agentContracts.not_found");
  expect(await next.call(agentContracts.hourlySalaryRequest, await decide(ids["hourly"]!))).toMatchObject({ kind: "hourly", state: "active" });
  expect(await next.call(agentContracts.realTimeSalaryRequest, { requestId: fresh(), id: ids["realTime"]!, answer: "reject" })).toMatchObject({
    state: "rejected",
  });
  for (const kind of ["dividend", "daily"]) expect(await next.call(agentContracts.answer, await decide(ids[kind]!))).toMatchObject({ kind, state: "active" });
  expect(await next.call(agentContracts.consolidated, {})).toEqual({ dailysalreqtype: 2, divtypereq: 2, contracthoursalreq: 2, realtimesalreqtype: 0 });
});

test("each switch closes offers of its own kind, and what stands goes on [SITE-10, SITE-11, SITE-12, SITE-13]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  const admin = await world.operator("superadmin");
  const flags = { dividend: "contractDividend", daily: "dailySalary", hourly: "hourlySalary", realTime: "realTimeSalary" } as const;
  await house(top, dividendOf([40_000]));
  const waiting = await offer(top, next, dividendOf([20_000]));
  for (const kind of contractKinds) {
    await admin.call(settings.setFlag, { modId: flags[kind], enabled: false, reason });
    const closed = await Promise.all(contractKinds.map(async (one) => (await top.call(agentContracts.terms, { kind: one })).closed === "kind_closed"));
    expect(closed).toEqual(contractKinds.map((one) => one === kind));
    if (kind === "dividend") {
      expect(await refusedOffer(top, next, dividendOf([20_000]))).toMatchObject({ code: "agentContracts.kind_closed" });
      expect(await next.refused(agentContracts.preview, { id: waiting.id })).toBe("agentContracts.kind_closed");
      expect(await mine(top)).toMatchObject([{ state: "active" }]);
    }
    await admin.call(settings.setFlag, { modId: flags[kind], enabled: true, reason });
  }
});

test("an agent whose standing is held or closed gives and takes no contract; closed ones end with the day, and nobody is told whose exclusion it was", async () => {
  const [top, next, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  await house(top, dividendOf([50_000]));
  const given = await give(top, next, dividendOf([40_000]));
  const lowest = await give(next, low, dividendOf([20_000]));
  const stand = (agent: Agent, standing: string, until: string | null) =>
    asOwner(
      world.open.url,
      `insert into agent_standing (id, agent_id, standing, until, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
       values ($1, $2, $3, $4, 'checked', 'inForce', 1, 'a', $5, 2, 'b', $5)`,
      [fresh(), agent.id, standing, until, world.clock.now()],
    );
  await stand(next, "held", new Date(world.clock.now().getTime() + DAY_MS).toISOString());
  expect(await refusedOffer(next, low, dividendOf([21_000]))).toMatchObject({ code: "agentContracts.held" });
  expect(await next.call(agentContracts.terms, { kind: "dividend" })).toMatchObject({ closed: "held" });
  await queue();
  expect(await of(next, given.id)).toMatchObject({ state: "active" });
  await asOwner(world.open.url, "update agent_standing set state = 'over' where agent_id = $1", [next.id]);
  await stand(next, "closed", null);
  await queue();
  expect([await of(top, given.id), await of(low, lowest.id)]).toMatchObject([{ state: "terminated", cause: "house", endReason: null }, { state: "cascaded" }]);
  const [other, excluded] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(other, dividendOf([50_000]));
  const running = await give(other, excluded, dividendOf([40_000]));
  const { database } = world.open.platform;
  const self = { kind: "self", period: "6m", firm: "6m", reason: null, madeBy: "member", now: world.clock.now(), timeZone: "Asia/Manila" } as const;
  await database.begin((tx) => startExclusion(tx, { accountId: excluded.id, ...self }));
  await queue();
  expect(await of(other, running.id)).toMatchObject({ state: "terminated", cause: "house", endReason: null });
});

test("a move ends the contract with the upline that is left, and all below it, from its day", async () => {
  const [top, next, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  const [other] = (await lineOf(world, 1)) as [Agent];
  await house(top, dailyOf([150]), "daily");
  const moving = await agree(world, top, next, { kind: "daily", terms: dailyOf([100]) });
  const below = await agree(world, next, low, { kind: "daily", terms: dailyOf([50]) });
  await asOwner(
    world.open.url,
    `insert into agent_move (id, account_id, from_parent, to_parent, from_day, fingerprint, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
     values ($1, $2, $3, $4, ($5::timestamptz at time zone 'Asia/Manila')::date + 5, '', 'as asked', 'confirmed', 1, 'a', $5, 2, 'b', $5)`,
    [fresh(), next.id, top.id, other.id, world.clock.now()],
  );
  await queue();
  const day = new Date(world.clock.now().getTime() + 8 * 3_600_000 + 5 * DAY_MS).toISOString().slice(0, 10);
  expect([await of(next, moving.id), await of(low, below.id)]).toMatchObject([
    { state: "cascaded", cause: "move", endsOn: day },
    { state: "cascaded", cause: "move", endsOn: day },
  ]);
});

test("amounts, rates and tiers that are none are refused at their field, by the code that says why", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000, 50_000]));
  const good = { rate: 10_000, periodValidBet: "0.00", periodProfitAndLoss: "0.01", activeMembers: 0 };
  const send = async (terms: object, more: object = {}) => {
    const body = {
      requestId: fresh(),
      accountId: String(next.id),
      kind: "dividend",
      terms: { period: "M", carries: true, tiers: [good], ...terms },
      fingerprint: "x",
      ...more,
    };
    const { status, answer } = await top.request("POST", "/api/agentContracts.offer", JSON.stringify(body));
    return answer.success ? [status] : [status, answer.message, answer.value["field"]];
  };
  const tier = (change: object) => ({ tiers: [{ ...good, ...change }] });
  const invalid = (field: string) => [400, "request.invalid", field];
  for (const rate of [25_000.5, -1, 100_001, "25000", "2.5e4", null]) expect(await send(tier({ rate }))).toEqual(invalid("terms.tiers.0.rate"));
  for (const amount of ["-1.00", "1e3", "1.001", "٣.00", "1000000000.01", "+1.00", 5, ""])
    expect(await send(tier({ periodValidBet: amount }))).toEqual(invalid("terms.tiers.0.periodValidBet"));
  for (const activeMembers of [-1, 1.5, 1_000_001, "3"]) expect(await send(tier({ activeMembers }))).toEqual(invalid("terms.tiers.0.activeMembers"));
  expect(await send(tier({ periodProfitAndLoss: "0.00" }))).toEqual(invalid("terms.tiers.0.periodProfitAndLoss"));
  expect(await send(tier({ singleBet: "1.00" }))).toEqual(invalid("terms.tiers.0.singleBet"));
  for (const period of ["H", null, "Y", "d"]) expect(await send({ period })).toEqual(invalid("terms.period"));
  expect(await send({ tiers: [] })).toEqual(invalid("terms.tiers"));
  expect(await send({}, { kind: "cpa" })).toEqual(invalid("kind"));
  for (const rate of [0, 60_001]) expect(await send(tier({ rate }))).toEqual([400, "agentContracts.rate_outside", "terms.tiers.0.rate"]);
  expect(await send({ tiers: [good, good] })).toEqual([400, "agentContracts.tiers_not_rising", "terms.tiers.1"]);
  expect(
    await send({
      tiers: [
        { ...good, periodValidBet: "10.00" },
        { ...good, rate: 20_000 },
      ],
    }),
  ).toEqual([400, "agentContracts.tiers_not_rising", "terms.tiers.1"]);
  const eleven = Array.from({ length: 11 }, (_, at) => ({ ...good, rate: 1_000 * (at + 1), activeMembers: at }));
  expect(await send({ tiers: eleven })).toEqual([400, "agentContracts.tiers_not_rising", "terms.tiers"]);
  // The gap is one percent: 39 % is the most below 40 %.
  expect(await send(tier({ rate: 39_001 }))).toEqual([400, "agentContracts.gap", "terms.tiers.0.rate"]);
  const refusal = await refusedOffer(top, next, dividendOf([39_001]));
  expect(refusal).toMatchObject({ code: "agentContracts.gap", values: { gap: "1", maximum: "39" } });
  expect(await send({ period: "W" })).toEqual([400, "agentContracts.period_outside", "terms.period"]);
  const [lone] = (await lineOf(world, 1)) as [Agent];
  await house(lone, { ...dividendOf([40_000]), tiers: [{ rate: 40_000, periodProfitAndLoss: 5_00n }] });
  const below = await world.member({ type: accountTypes.agent, parentId: lone.id });
  expect(await refusedOffer(lone, below, dividendOf([10_000]))).toMatchObject({ code: "agentContracts.tier_unmatched", values: { tier: 1 } });
  expect(await refusedOffer(top, next, { ...dailyOf([50]), tiers: [{ rate: 50 }] }, "daily")).toMatchObject({ code: "agentContracts.no_own" });
});

test("the house offers to nobody below one who holds that kind, and its contract ends those of the house below", async () => {
  const [top, middle, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  const early = await house(low, dividendOf([20_000]));
  const waiting = await officer!.call(agentContracts.offerFor, {
    ...{ requestId: fresh(), account: middle.name, kind: "dividend", terms: dividendOf([25_000]), reason },
    fingerprint: (await officer!.call(agentContracts.previewFor, { offer: { account: middle.name, kind: "dividend", terms: dividendOf([25_000]) } }))
      .fingerprint,
  });
  const { startsOn } = await house(top, dividendOf([50_000]));
  expect(await of(low, early.id)).toMatchObject({ state: "cascaded", cause: "cascade", endsOn: startsOn });
  expect(await of(middle, waiting.id)).toMatchObject({ state: "lapsed" });
  const offered = { account: middle.name, kind: "dividend" as const, terms: dividendOf([25_000]) };
  expect(await officer!.refused(agentContracts.previewFor, { offer: offered })).toBe("agentContracts.held_above");
  expect(await officer!.refused(agentContracts.offerFor, { ...offered, requestId: fresh(), fingerprint: "x", reason })).toBe("agentContracts.held_above");
  expect(await officer!.refused(agentContracts.previewFor, { offer: { ...offered, account: "nobody" } })).toBe("agents.not_found");
  expect((await officer!.call(agentContracts.list, { account: low.name })).list).toMatchObject([{ id: early.id, agentName: low.name }]);
});

test("a version of limits is proposed by one officer and published by another, and salaries stay below the least edge, whose game is named", async () => {
  const { list, margin } = await officer!.call(agentContracts.templates, { kind: "daily" });
  expect(margin).toEqual({ game: "Video Poker", edge: 456, maximum: 364, used: 350 });
  const { limits } = list[0]!;
  const propose = (rateMax: number, kind: AgentContract["kind"] = "daily") => ({ requestId: fresh(), kind, limits: { ...limits, rateMax }, reason });
  const above = await officer!.refusal(agentContracts.proposeTemplate, propose(165));
  expect(above).toMatchObject({ code: "agentContracts.above_margin", values: { game: "Video Poker", edge: "0.456", maximum: "0.364", used: "0.365" } });
  expect(await officer!.refused(agentContracts.proposeTemplate, propose(2_001))).toBe("agentContracts.rate_outside");
  const [daily, hourly] = [
    await officer!.call(agentContracts.proposeTemplate, propose(160)),
    await officer!.call(agentContracts.proposeTemplate, propose(105, "hourly")),
  ];
  const publish = (by: Person, id: bigint) => by.refused(agentContracts.publishTemplate, { id, act: "publish", reason });
  expect(await publish(officer!, daily.id)).toBe("agentContracts.own_proposal");
  expect(await second!.call(agentContracts.publishTemplate, { id: daily.id, act: "publish", reason })).toMatchObject({ state: "published", inForce: true });
  // Each fits beside what was in force; both together do not.
  expect(await publish(second!, hourly.id)).toBe("agentContracts.above_margin");
  expect(await officer!.call(agentContracts.publishTemplate, { id: hourly.id, act: "decline", reason })).toMatchObject({ state: "declined" });
  expect(await publish(second!, hourly.id)).toBe("agentContracts.not_proposed");
  const [top] = (await lineOf(world, 1)) as [Agent];
  expect(await house(top, dailyOf([160]), "daily")).toMatchObject({ limits: { rateMax: 160 } });
  await expect(
    asOwner(world.open.url, "update agent_contract_template set state = 'published', decided_by = proposed_by where id = $1", [hourly.id]),
  ).rejects.toThrow("agent_contract_template_two_persons");
});

test("in the strict market only monthly dividends of affiliates are offered, no name leaves the server, and the other switches are off and stay off [ROLE-15]", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const marketing = await strict.operator("marketing");
    const [top, next] = (await lineOf(strict, 2, accountTypes.seniorAffiliate)) as [Agent, Agent];
    const asAgent = (await lineOf(strict, 1, accountTypes.agent))[0]!;
    const preview = (agent: Agent, terms: Terms, kind: AgentContract["kind"] = "dividend") =>
      marketing.refusal(agentContracts.previewFor, { offer: { account: agent.name, kind, terms } });
    expect((await preview(top, dailyOf([50]), "daily")).code).toBe("agentContracts.kind_closed");
    expect(await preview(top, dividendOf([10_000], "W"))).toMatchObject({ code: "request.invalid", values: { field: "terms.period" } });
    expect((await preview(asAgent, dividendOf([10_000]))).code).toBe("agentContracts.not_agent");
    await agreeWithHouse(strict, marketing, top, { terms: dividendOf([40_000]) });
    const offered = await offerTo(strict, top, next, { terms: dividendOf([20_000]) });
    expect(offered.agentName).toMatch(/^M-[A-Z2-9]{4}$/);
    const { list } = await top.call(agentContracts.terms, { kind: "dividend" });
    expect(list).toMatchObject([{ name: offered.agentName, offered: { id: offered.id } }]);
    const admin = await strict.operator("superadmin");
    const { packClosed, whitelabel } = await admin.call(settings.site, {});
    expect(packClosed).toEqual(["dailySalary", "hourlySalary", "realTimeSalary"]);
    const isOn = (modId: string) => whitelabel.flatMap(({ childrenNodes }) => childrenNodes).find((one) => one.modId === modId)?.enabled;
    expect(["contractDividend", ...packClosed].map(isOn)).toEqual([true, false, false, false]);
    expect(await admin.refused(settings.setFlag, { modId: "dailySalary", enabled: true, reason })).toBe("settings.pack_closed");
  } finally {
    await strict.close();
  }
});
