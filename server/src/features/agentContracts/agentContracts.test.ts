import { agentContracts, type AgentContract } from "@laro/contract/agentContracts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { contractKinds } from "@laro/contract/core/contractKinds";
import type { Terms } from "@laro/contract/core/contractTerms";
import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { accept, agree, agreeWithHouse, type Agent, attend, dailyOf, dividendOf, lineOf, offerTo, passAwake } from "../../testing/agentContracts.ts";
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
  await attend(world);
  expect((await inbox(next)).toSorted()).toEqual(["contractLapsing dividend", "contractOffered dividend"]);
  await passAwake(world, DAY_MS);
  expect(await of(next, id)).toMatchObject({ state: "lapsed", waitsForMe: false });
  const refusal = await next.refusal(agentContracts.answer, { requestId: fresh(), id, answer: "accept", fingerprint });
  expect(refusal).toMatchObject({ code: "agentContracts.not_offered", values: { state: "lapsed" } });
  await attend(world);
  await attend(world);
  expect((await inbox(top)).filter((one) => one === "contractAnswered dividend lapsed")).toHaveLength(1);
  expect(await offer(top, next, dividendOf([20_000]))).toMatchObject({ state: "offered" });
});

test("either side asks for the end; the other accepts and it ends with the period, declines or says nothing and it goes on [AGENT-19, AGENT-20]", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([40_000]));
  const { id } = await give(top, next, dividendOf([20_000]));
  const ask = (who: Agent) => who.call(agentContracts.requestEnd, { requestId: fresh(), id, reason: "It does not pay" });
  expect(await ask(next)).toMatchObject({ state: "endRequested", waitsForMe: false, endReason: "It does not pay" });
  expect(await next.refused(agentContracts.answer, { requestId: fresh(), id, answer: "accept" })).toBe("agentContracts.not_offered");
  expect(await top.call(agentContracts.consolidated, {})).toMatchObject({ divtypereq: 3 });
  expect(await top.call(agentContracts.answer, { requestId: fresh(), id, answer: "reject" })).toMatchObject({ state: "active", endReason: null });
  await passAwake(world, DAY_MS);
  await ask(next);
  expect(await next.call(agentContracts.withdraw, { requestId: fresh(), id })).toMatchObject({ state: "active" });
  await ask(top);
  expect(await of(next, id)).toMatchObject({ state: "endRequested", waitsForMe: true });
  await passAwake(world, 7 * DAY_MS + 1);
  await attend(world);
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
  const pay = `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, agent_id, upline_id, bet, result, active, base, gross, owed, pay, state)
    values ($1, $2, 'dividend', $5, '2026-10-01', '2026-10-31', $3, $4, 0, 0, 0, 0, 50000, 30000, 20000, 'computed')`;
  await asOwner(world.open.url, pay, [fresh(), lower.id, low.id, middle.id, world.clock.now()]);
  // The upline owed the whole; what its downline kept of it is the downline's.
  expect((await middle.call(agentContracts.preview, { id })).ended).toMatchObject([{ lastPay: 500_00n }]);
  await asOwner(world.open.url, "delete from settlement_pay");
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
