import { campaigns } from "@laro/contract/campaigns";
import { bonuses } from "@laro/contract/bonuses";
import type { Rule } from "@laro/contract/core/campaignRules";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { points } from "@laro/contract/points";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { attend, beginCounting, count, draftOf, madeAtOf, newCode, openCampaign, publish, raffleRule, ruleOf } from "../../testing/campaigns.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { goTo, mondayAfter, play } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readCountedUpTo } from "./campaigns.count.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "for the test";

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  await beginCounting(world);
});
// Time goes on from test to test, and an officer's session does not last.
beforeEach(async () => void (officer = await world.operator("marketing")));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;
const labelOf = async (member: Member, code: string) => (await member.call(campaigns.get, { code })).label;
const balanceOf = async (member: Member): Promise<bigint> => (await member.call(wallet.balance, {})).balance;

test("guests see what is offered and cannot take part; trials and strangers to the code are refused", async () => {
  const code = await openCampaign(world, officer);
  const guest = world.guest();
  expect((await guest.call(campaigns.list, {})).list.map((one) => one.code)).toContain(code);
  expect((await guest.call(campaigns.get, { code })).label).toBe("join");
  expect(await guest.refused(campaigns.join, { code })).toBe("sessions.required");
  expect(await (await world.member({ type: accountTypes.trial })).refused(campaigns.join, { code })).toBe("sessions.real_account_needed");
  const ann = await world.player();
  expect(await ann.refused(campaigns.join, { code: "NOSUCH" })).toBe("campaigns.not_found");
  expect(await ann.refused(campaigns.join, { code: "X".repeat(16) })).toBe("campaigns.not_found");
  expect(await ann.refused(campaigns.claim, { code })).toBe("campaigns.nothing_to_claim");
  expect(await ann.refused(campaigns.leave, { code })).toBe("campaigns.not_in");
});

test("who joins gets what is promised once, however often and at once it is asked for", async () => {
  const code = await openCampaign(world, officer);
  const ann = await world.player();
  const joins = await Promise.allSettled([ann.call(campaigns.join, { code }), ann.call(campaigns.join, { code }), ann.call(campaigns.join, { code })]);
  expect(joins.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect([await labelOf(ann, code), await balanceOf(ann)]).toEqual(["claim", 0n]);
  await Promise.all([1, 2, 3, 4].map(() => ann.call(campaigns.claim, { code })));
  await attend(world);
  expect([await labelOf(ann, code), await balanceOf(ann)]).toEqual(["issued", 50_00n]);
  expect(await ann.refused(campaigns.join, { code })).toBe("campaigns.already_in");
});

test("fourteen who reach it at once against a budget for ten: ten get it, and no more is ever spent", async () => {
  const code = await openCampaign(world, officer, { budget: 500_00n });
  const members = await Promise.all(Array.from({ length: 14 }, () => world.player()));
  await Promise.all(members.map((one) => one.call(campaigns.join, { code })));
  const labels = await Promise.all(members.map((one) => labelOf(one, code)));
  expect(labels.filter((label) => label === "claim")).toHaveLength(10);
  const loser = members[labels.indexOf("close")]!;
  expect((await loser.call(campaigns.get, { code })).reason).toBe("budgetSpent");
  expect(await loser.refused(campaigns.claim, { code })).toBe("campaigns.nothing_to_claim");
  expect((await officer.call(campaigns.all, {})).list.find((one) => one.code === code)?.spent).toBe(500_00n);
  await expect(asOwner(world.open.url, "update campaign set spent = budget + 1 where code = $1", [code])).rejects.toThrow(/campaign_budget/);
});

test("no more than a day's share is given on one day", async () => {
  const code = await openCampaign(world, officer, { rule: { dayMax: 50_00n } });
  const [ann, ben] = [await world.player(), await world.player()];
  await ann.call(campaigns.join, { code });
  await ben.call(campaigns.join, { code });
  expect([await labelOf(ann, code), await labelOf(ben, code), (await ben.call(campaigns.get, { code })).reason]).toEqual(["claim", "close", "dayFull"]);
});

test("points and bonuses come as they are promised, and points wait while they are switched off", async () => {
  const forPoints = await openCampaign(world, officer, { rule: { gift: { gives: "points", points: 120 } } });
  const forBonus = await openCampaign(world, officer, { rule: { gift: { gives: "bonus", amount: 30_00n, wagering: 3, days: 5 } } });
  const ann = await world.player();
  const admin = await world.operator("superadmin");
  await ann.call(campaigns.join, { code: forPoints });
  await ann.call(campaigns.join, { code: forBonus });
  await ann.call(campaigns.claim, { code: forBonus });
  expect((await ann.call(bonuses.mine, {})).list).toMatchObject([{ amount: 30_00n, turnoverNeeded: 90_00n }]);
  await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: false, reason });
  await ann.call(campaigns.claim, { code: forPoints });
  expect(await labelOf(ann, forPoints)).toBe("claimed");
  await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: true, reason });
  await attend(world);
  expect([await labelOf(ann, forPoints), (await ann.call(points.balance, {})).pointsBalance]).toEqual(["issued", 120]);
});

test("only play after joining counts, of the right games, once, and the reward waits to be claimed", async () => {
  const code = await openCampaign(world, officer, { rule: { trigger: { on: "played", target: 100_00n, categories: [] } } });
  const other = await openCampaign(world, officer, { rule: { trigger: { on: "played", target: 100_00n, categories: ["LIVE"] } } });
  const ann = await world.player();
  await play(world, [ann.id, 500_00n, 500_00n]);
  await count(world);
  await ann.call(campaigns.join, { code });
  await ann.call(campaigns.join, { code: other });
  await play(world, [ann.id, 60_00n, 0n]);
  await count(world);
  await count(world);
  expect(await ann.call(campaigns.get, { code })).toMatchObject({ label: "signed", progress: "6000", target: "10000" });
  expect(await readCountedUpTo(world.open.platform.database.db)).not.toBeNull();
  await play(world, [ann.id, 40_00n, 0n]);
  await count(world);
  expect([await labelOf(ann, code), (await ann.call(campaigns.get, { code: other })).progress]).toEqual(["claim", "0"]);
});

test("missions together ask for no more stakes a day than the market allows, and none alone may", async () => {
  const target = 12_000_00n * 7n;
  const heavy = { rule: { trigger: { on: "played" as const, target, categories: [] } } };
  const [first, second] = [await openCampaign(world, officer, heavy), await openCampaign(world, officer, heavy)];
  const ann = await world.player();
  await ann.call(campaigns.join, { code: first });
  expect(await ann.refused(campaigns.join, { code: second })).toBe("campaigns.stake_day");
  expect(await labelOf(ann, second)).toBe("join");
  const alone = draftOf(world, { rule: { trigger: { on: "played", target: 2n * target, categories: [] } } });
  expect(await officer.refusal(campaigns.save, alone)).toMatchObject({ code: "campaigns.rule_invalid", field: "rule.trigger" });
});

test("what was played before a mission's end counts, however late it is read", async () => {
  const endsAt = new Date(world.clock.now().getTime() + 60 * 60_000).toISOString();
  const code = await openCampaign(world, officer, { endsAt, rule: { trigger: { on: "played", target: 100_00n, categories: [] } } });
  const [ann, ben] = [await world.player(), await world.player()];
  for (const one of [ann, ben]) await one.call(campaigns.join, { code });
  await play(world, [ann.id, 100_00n, 0n], [ben.id, 90_00n, 0n]);
  // No worker until the end, and for sixteen minutes more.
  await world.pass(76 * 60_000);
  for (const one of [ann, ben]) await enterAgain(one);
  await attend(world);
  await count(world);
  expect([await labelOf(ann, code), await labelOf(ben, code)]).toEqual(["claim", "close"]);
  const states = asOwner<{ state: string }>(world.open.url, "select state from participation where account_id = any($1::bigint[]) order by account_id", [
    [ann.id, ben.id],
  ]);
  expect((await states).map(({ state }) => state)).toEqual(["reached", "over"]);
});

test("days on which a member came by are counted, each once and none lost by missing one", async () => {
  const code = await openCampaign(world, officer, { rule: { trigger: { on: "visited", days: 2 }, gift: { gives: "points", points: 10 } } });
  const ann = await world.player();
  await ann.call(campaigns.join, { code });
  await attend(world);
  await attend(world);
  expect((await ann.call(campaigns.get, { code })).progress).toBe("1");
  await world.pass(2 * DAY_MS);
  await enterAgain(ann);
  await attend(world);
  expect(await labelOf(ann, code)).toBe("claim");
  const money = draftOf(world, { rule: { trigger: { on: "visited", days: 2 } } });
  expect(await (await world.operator("marketing")).refusal(campaigns.save, money)).toMatchObject({ code: "campaigns.rule_invalid", field: "rule.gift" });
});

test("conditions are held against the member and explained one by one", async () => {
  const conditions = [{ is: "level", from: 4, to: 20 }, { is: "verified" }, { is: "accountAge", days: 30, atLeast: false }] as const;
  const code = await openCampaign(world, officer, { rule: { conditions: [...conditions] } });
  const ann = await world.player();
  expect(await ann.refusal(campaigns.join, { code })).toMatchObject({ code: "campaigns.not_eligible" });
  const { checks, paused } = await ann.call(campaigns.explain, { code });
  expect([checks.map(({ condition, found, holds }) => [condition.is, found, holds]), paused]).toEqual([
    [
      ["level", "0", false],
      ["verified", "false", false],
      ["accountAge", "0", true],
    ],
    false,
  ]);
});

test("whoever is on a break neither joins nor claims, and what was reached is not taken from them", async () => {
  const code = await openCampaign(world, officer, { rule: { claimDays: 1 } });
  const later = await openCampaign(world, officer);
  const ann = await world.player();
  await ann.call(campaigns.join, { code });
  await ann.call(protection.takeBreak, { period: "7d" });
  expect([await ann.refused(campaigns.claim, { code }), await ann.refused(campaigns.join, { code: later })]).toEqual(["rewards.closed", "rewards.closed"]);
  await world.pass(3 * DAY_MS);
  await attend(world);
  await enterAgain(ann);
  expect(await labelOf(ann, code)).toBe("claim");
  expect((await ann.call(campaigns.explain, { code: later })).paused).toBe(true);
});

test("what is not claimed in time lapses, and a weekly campaign can be joined again the next week", async () => {
  await goTo(world, mondayAfter(world.clock.now()), 1);
  officer = await world.operator("marketing");
  const code = await openCampaign(world, officer, {
    rule: { period: "week", claimDays: 2, memberCount: 3 },
    endsAt: new Date(world.clock.now().getTime() + 30 * DAY_MS).toISOString(),
  });
  const ann = await world.player();
  await ann.call(campaigns.join, { code });
  await world.pass(3 * DAY_MS);
  await attend(world);
  await enterAgain(ann);
  expect([await labelOf(ann, code), await ann.refused(campaigns.claim, { code })]).toEqual(["close", "campaigns.nothing_to_claim"]);
  await world.pass(7 * DAY_MS);
  await enterAgain(ann);
  expect(await labelOf(ann, code)).toBe("join");
  await ann.call(campaigns.join, { code });
  await ann.call(campaigns.claim, { code });
  expect([await labelOf(ann, code), await balanceOf(ann)]).toEqual(["issued", 50_00n]);
});

test("from the market's figure on another officer publishes, never the one who wrote it, and the table itself says so", async () => {
  const draft = draftOf(world, { budget: 100_000_00n });
  const { code } = draft;
  expect(await world.guest().refused(campaigns.save, draft)).toBe("sessions.required");
  expect(await (await world.operator("support")).refused(campaigns.save, draft)).toBe("sessions.forbidden");
  const { madeAt } = await officer.call(campaigns.save, draft);
  expect((await officer.call(campaigns.submit, { code, reason, madeAt })).state).toBe("submitted");
  expect(await officer.refused(campaigns.approve, { code, reason, madeAt })).toBe("campaigns.own_approval");
  expect(await world.guest().refused(campaigns.get, { code })).toBe("campaigns.not_found");
  const sql =
    "update campaign_version set state = 'published', published_at = now(), approved_by = made_by where campaign_id = (select id from campaign where code = $1)";
  await expect(asOwner(world.open.url, sql, [code])).rejects.toThrow(/campaign_two_persons/);
  const finance = await world.operator("finance");
  const [one, two] = await Promise.allSettled([1, 2].map(() => finance.call(campaigns.approve, { code, reason, madeAt })));
  expect([one!.status, two!.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await world.guest().call(campaigns.get, { code })).label).toBe("join");
});

test("whoever publishes what another officer wrote, or writes on, has looked at it: written anew since, it is refused and stays as it is", async () => {
  const draft = draftOf(world, { budget: 100_000_00n });
  const { code } = draft;
  const looked = await officer.call(campaigns.save, draft);
  await officer.call(campaigns.submit, { code, reason, madeAt: looked.madeAt });
  await officer.call(campaigns.decline, { code, reason });
  world.clock.advance(1_000);
  const second = await world.operator("marketing");
  const large = { ...draft, madeAt: looked.madeAt, rule: ruleOf({ gift: { gives: "cash", amount: 49_000_00n } }) };
  const { madeAt } = await second.call(campaigns.save, large);
  expect(await officer.refused(campaigns.submit, { code, reason, madeAt: looked.madeAt })).toBe("campaigns.version_changed");
  expect(await officer.refused(campaigns.save, { ...draft, madeAt: looked.madeAt })).toBe("campaigns.version_changed");
  await officer.call(campaigns.submit, { code, reason, madeAt });
  const finance = await world.operator("finance");
  expect(await finance.refused(campaigns.approve, { code, reason, madeAt: looked.madeAt })).toBe("campaigns.version_changed");
  expect((await finance.call(campaigns.approve, { code, reason, madeAt })).state).toBe("published");
});

test("two officers publish what gives one member as much as nobody gives alone, and tickets, whatever the budget", async () => {
  await world.pass(DAY_MS);
  officer = await world.operator("marketing");
  const raffle = await openCampaign(world, officer, { rule: raffleRule() });
  const ticket = { gives: "ticket", raffle, count: 1_000 } as const;
  const isAlone = async (change: Parameters<typeof draftOf>[1]) => {
    const draft = draftOf(world, change);
    const { madeAt } = await officer.call(campaigns.save, draft);
    return (await officer.call(campaigns.submit, { code: draft.code, reason, madeAt })).state;
  };
  expect(await isAlone({ budget: 0n, rule: { gift: ticket } })).toBe("submitted");
  expect(await isAlone({ budget: 60_000_00n, rule: { gift: { gives: "cash", amount: 50_000_00n } } })).toBe("submitted");
  expect(await isAlone({ budget: 60_000_00n, rule: { gift: { gives: "cash", amount: 49_999_99n } } })).toBe("published");
  expect(await officer.refusal(campaigns.save, draftOf(world, { rule: { reviewed: true, gift: ticket } }))).toMatchObject({ field: "rule.gift" });
});

test("a board that has begun keeps its times and its prizes, and gives them all on one day", async () => {
  const board = {
    trigger: { on: "ranked", categories: [] },
    gift: null,
    prizes: [{ count: 2, gift: { gives: "cash", amount: 50_00n } }],
  } as const satisfies Partial<Rule>;
  const draft = draftOf(world, { rule: { ...board, prizes: [...board.prizes] } });
  const { code, endsAt } = draft;
  await publish(world, officer, draft);
  const later = { ...draft, madeAt: await madeAtOf(officer, code) };
  const faultOf = async (change: object) => {
    const { code: fault, field } = await officer.refusal(campaigns.save, { ...later, ...change });
    return [fault, field];
  };
  expect(await faultOf({ endsAt: new Date(Date.parse(endsAt) + DAY_MS).toISOString() })).toEqual(["campaigns.rule_invalid", "endsAt"]);
  expect(await faultOf({ startsAt: new Date(Date.parse(draft.startsAt) + DAY_MS).toISOString() })).toEqual(["campaigns.rule_invalid", "startsAt"]);
  expect(await faultOf({ rule: { ...draft.rule, prizes: [{ count: 1, gift: { gives: "cash", amount: 50_00n } }] } })).toEqual([
    "campaigns.rule_invalid",
    "rule.prizes",
  ]);
  expect((await officer.call(campaigns.save, { ...later, budget: 2_000_00n })).code).toBe(code);
  expect(await officer.refusal(campaigns.save, draftOf(world, { rule: { ...board, prizes: [...board.prizes], dayMax: 10_00n } }))).toMatchObject({
    field: "budget",
  });
});

test("what single officers publish on one Manila day is counted together: beyond the market's figure another officer follows, and the next day begins anew", async () => {
  await world.pass(DAY_MS);
  const submit = async (budget: bigint): Promise<string> => {
    const writer = await world.operator("marketing");
    const draft = draftOf(world, { budget });
    const { madeAt } = await writer.call(campaigns.save, draft);
    return (await writer.call(campaigns.submit, { code: draft.code, reason, madeAt })).state;
  };
  const atOnce = await Promise.all([submit(60_000_00n), submit(60_000_00n)]);
  expect(atOnce.toSorted()).toEqual(["published", "submitted"]);
  expect([await submit(40_000_00n), await submit(39_999_99n)]).toEqual(["submitted", "published"]);
  await world.pass(DAY_MS);
  expect(await submit(60_000_00n)).toBe("published");
});

test("a new version holds for who joins after it; who is in keeps theirs; pausing and stopping let nobody new in", async () => {
  const code = await openCampaign(world, officer, { rule: { trigger: { on: "played", target: 10_00n, categories: [] } } });
  const [ann, ben] = [await world.player(), await world.player()];
  await ann.call(campaigns.join, { code });
  const next = draftOf(world, {
    code,
    madeAt: await madeAtOf(officer, code),
    rule: { trigger: { on: "played", target: 20_00n, categories: [] }, gift: { gives: "cash", amount: 70_00n } },
  });
  expect(await officer.refused(campaigns.save, { ...next, madeAt: null })).toBe("campaigns.code_taken");
  const written = await officer.call(campaigns.save, next);
  // What changes a promise that is out is another officer's too, whatever it costs.
  expect(await officer.call(campaigns.submit, { code, reason, madeAt: written.madeAt })).toMatchObject({ needsTwo: true, waiting: 2 });
  const { madeAt } = await officer.call(campaigns.decline, { code, reason });
  await officer.call(campaigns.submit, { code, reason, madeAt });
  await (await world.operator("finance")).call(campaigns.approve, { code, reason, madeAt });
  await ben.call(campaigns.join, { code });
  expect([(await ann.call(campaigns.get, { code })).target, (await ben.call(campaigns.get, { code })).target]).toEqual(["1000", "2000"]);
  await officer.call(campaigns.pause, { code, reason });
  const cat = await world.player();
  expect([await labelOf(cat, code), await cat.refused(campaigns.join, { code }), await labelOf(ann, code)]).toEqual(["close", "campaigns.not_open", "signed"]);
  await officer.call(campaigns.resume, { code, reason });
  expect(await officer.refused(campaigns.resume, { code, reason })).toBe("campaigns.wrong_state");
  await officer.call(campaigns.stop, { code, reason });
  await play(world, [ann.id, 10_00n, 0n]);
  await count(world);
  // Who came far enough in what was stopped is done, and no later look finds them again.
  const parts = "select state from participation where account_id = $1 and campaign_id = (select id from campaign where code = $2)";
  expect(await asOwner(world.open.url, parts, [String(ann.id), code])).toEqual([{ state: "over" }]);
  expect([await labelOf(ann, code), await officer.refused(campaigns.pause, { code, reason })]).toEqual(["close", "campaigns.wrong_state"]);
});

test("a draft that cannot be is refused at its field: words missing, no time, prizes of no board, a budget below its gift", async () => {
  const faultOf = async (change: Parameters<typeof draftOf>[1]) => {
    const { code, field } = await officer.refusal(campaigns.save, draftOf(world, change));
    return [code, field];
  };
  const before = world.clock.now().toISOString();
  expect(await faultOf({ words: { EN: { title: "One", summary: "Two", text: "" } } })).toEqual(["campaigns.text_missing", "words"]);
  expect(await faultOf({ endsAt: before })).toEqual(["campaigns.rule_invalid", "endsAt"]);
  expect(await faultOf({ budget: 49_99n })).toEqual(["campaigns.rule_invalid", "budget"]);
  const large = { rule: { reviewed: true, gift: { gives: "cash", amount: 50_000_00n } }, budget: 900_000_00n } as const;
  expect(await faultOf(large)).toEqual(["campaigns.rule_invalid", "rule.gift"]);
  expect(await faultOf({ rule: { gift: null } })).toEqual(["campaigns.rule_invalid", "rule.gift"]);
  expect(await faultOf({ rule: { gift: { gives: "ticket", raffle: newCode(), count: 1 } } })).toEqual(["campaigns.rule_invalid", "rule.gift"]);
  const over = await openCampaign(world, officer, { rule: raffleRule(), endsAt: new Date(world.clock.now().getTime() + 60_000).toISOString() });
  await world.pass(60_000);
  expect(await faultOf({ rule: { gift: { gives: "ticket", raffle: over, count: 1 } } })).toEqual(["campaigns.rule_invalid", "rule.gift"]);
  expect(await faultOf({ pictureId: "00000000-0000-7000-8000-000000000001" })).toEqual(["campaigns.rule_invalid", "pictureId"]);
});
