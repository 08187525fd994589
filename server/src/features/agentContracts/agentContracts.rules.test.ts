import { agentContracts, type AgentContract } from "@laro/contract/agentContracts";
import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { contractKinds } from "@laro/contract/core/contractKinds";
import type { Terms } from "@laro/contract/core/contractTerms";
import { settings } from "@laro/contract/settings";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { carryOutMoves } from "../../core/agents/agents.moves.ts";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { newId } from "../../platform/ids.ts";
import { accredit } from "../../testing/accreditation.ts";
import { agree, agreeWithHouse, type Agent, attend, dailyOf, dividendOf, lineOf, offerTo } from "../../testing/agentContracts.ts";
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
const tomorrow = (): string => new Date(world.clock.now().getTime() + 8 * 3_600_000 + DAY_MS).toISOString().slice(0, 10);
/** A move of an account below another from tomorrow on, by two officers. */
async function move(id: bigint, toId: bigint): Promise<string> {
  const { fingerprint } = await officer!.call(agents.previewMove, { id, toId });
  const fromDay = tomorrow();
  const proposal = await officer!.call(agents.proposeMove, { id, toId, fromDay, fingerprint, reason });
  await second!.call(agents.confirmMove, { id: proposal.id, reason });
  return fromDay;
}
const mine = async (agent: Agent) => (await agent.call(agentContracts.mine, {})).list;
const of = async (agent: Agent, id: string) => agent.call(agentContracts.get, { id });

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
  await attend(world);
  expect(await of(next, given.id)).toMatchObject({ state: "active" });
  await asOwner(world.open.url, "update agent_standing set state = 'over' where agent_id = $1", [next.id]);
  await stand(next, "closed", null);
  await attend(world);
  expect([await of(top, given.id), await of(low, lowest.id)]).toMatchObject([{ state: "terminated", cause: "house", endReason: null }, { state: "cascaded" }]);
  const [other, excluded] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(other, dividendOf([50_000]));
  const running = await give(other, excluded, dividendOf([40_000]));
  const { database } = world.open.platform;
  const start = (kind: "self" | "family" | "operator") =>
    database.begin((tx) =>
      startExclusion(tx, {
        accountId: excluded.id,
        kind,
        period: "6m",
        firm: "6m",
        reason: null,
        madeBy: "m",
        now: world.clock.now(),
        timeZone: "Asia/Manila",
      }),
    );
  // One officer alone ends no line's contracts.
  for (const kind of ["family", "operator"] as const) await start(kind);
  await attend(world);
  expect(await of(other, running.id)).toMatchObject({ state: "active" });
  await start("self");
  await attend(world);
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
    `insert into agent_move (id, account_id, from_parent, to_parent, from_day, depth_max, fingerprint, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
     values ($1, $2, $3, $4, ($5::timestamptz at time zone 'Asia/Manila')::date + 5, 12, '', 'as asked', 'confirmed', 1, 'a', $5, 2, 'b', $5)`,
    [fresh(), next.id, top.id, other.id, world.clock.now()],
  );
  await attend(world);
  const day = new Date(world.clock.now().getTime() + 8 * 3_600_000 + 5 * DAY_MS).toISOString().slice(0, 10);
  expect([await of(next, moving.id), await of(low, below.id)]).toMatchObject([
    { state: "cascaded", cause: "move", endsOn: day },
    { state: "cascaded", cause: "move", endsOn: day },
  ]);
});

test("a house contract that a move brought below a holder ends though the move is done, so that the house pays no bet twice", async () => {
  const [holder] = (await lineOf(world, 1)) as [Agent];
  const [moved, low] = (await lineOf(world, 2, accountTypes.agent)) as [Agent, Agent];
  await house(holder, dailyOf([150]), "daily");
  const doubled = await house(low, dailyOf([100]), "daily");
  const kept = await house(low, dividendOf([20_000]));
  const fromDay = await move(moved.id, holder.id);
  expect(await world.open.platform.database.begin((tx) => carryOutMoves(tx, fromDay))).toBe(1);
  await attend(world);
  expect(await of(low, doubled.id)).toMatchObject({ state: "cascaded", cause: "move", endsOn: fromDay });
  expect(await of(low, kept.id)).toMatchObject({ state: "active", endsOn: null });
});

test("what a move ends is ended when the move is confirmed, so that the upline that is left owes no day more", async () => {
  const [top, next] = (await lineOf(world, 2, accountTypes.agent)) as [Agent, Agent];
  const [other] = (await lineOf(world, 1)) as [Agent];
  await house(top, dailyOf([150]), "daily");
  const given = await agree(world, top, next, { kind: "daily", terms: dailyOf([100]) });
  const fromDay = await move(next.id, other.id);
  await world.work();
  expect(await of(next, given.id)).toMatchObject({ state: "cascaded", cause: "move", endsOn: fromDay });
});

test("an upline that looks at its offer again is told nothing of whether the downline is excluded or held; the downline is", async () => {
  const [top, plain] = (await lineOf(world, 2)) as [Agent, Agent];
  await house(top, dividendOf([50_000]));
  const join = () => world.member({ type: accountTypes.agent, parentId: top.id });
  const [excluded, held] = [await join(), await join()];
  const offers = new Map<Agent, string>();
  for (const one of [plain, excluded, held]) offers.set(one, (await offer(top, one, dividendOf([20_000]))).id);
  await world.open.platform.database.begin((tx) =>
    startExclusion(tx, {
      accountId: excluded.id,
      kind: "self",
      period: "6m",
      firm: "6m",
      reason: null,
      madeBy: "member",
      now: world.clock.now(),
      timeZone: "Asia/Manila",
    }),
  );
  await asOwner(
    world.open.url,
    `insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
     values ($1, $2, 'held', 'checked', 'inForce', 1, 'a', $3, 2, 'b', $3)`,
    [fresh(), held.id, world.clock.now()],
  );
  const seen = [];
  for (const id of offers.values()) seen.push({ ...(await top.call(agentContracts.preview, { id })), fingerprint: "" });
  expect(seen).toEqual([seen[0], seen[0], seen[0]]);
  expect(await held.refused(agentContracts.preview, { id: offers.get(held)! })).toBe("agentContracts.held");
  expect(await officer!.refused(agentContracts.previewFor, { id: offers.get(held)! })).toBe("agentContracts.held");
  expect(await officer!.refused(agentContracts.previewFor, { id: offers.get(excluded)! })).toBe("protection.excluded");
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
    requestId: fresh(),
    account: middle.name,
    kind: "dividend",
    terms: dividendOf([25_000]),
    reason,
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
  expect(margin).toEqual({ game: "Video Poker", edge: 456, maximum: 364, rebates: 0, used: 350 });
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
    await accredit(strict, [top.id, next.id]);
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
