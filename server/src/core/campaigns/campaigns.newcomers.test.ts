import { accounts } from "@laro/contract/accounts";
import { bonuses } from "@laro/contract/bonuses";
import { campaigns } from "@laro/contract/campaigns";
import type { Rule } from "@laro/contract/core/campaignRules";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addJob, tell } from "../../platform/outbox.ts";
import { newId } from "../../platform/ids.ts";
import { attend, draftOf, newCode, openCampaign } from "../../testing/campaigns.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { bringNewcomer } from "./campaigns.newcomers.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "for the test";
const rule: Partial<Rule> = { trigger: { on: "registered" }, gift: { gives: "bonus", amount: 50_00n, wagering: 5, days: 14 } };

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => void (officer = await world.operator("marketing")));
afterEach(async () => {
  await asOwner(world.open.url, "update campaign set state = 'stopped' where state in ('published', 'paused')");
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;
const open = (change: Parameters<typeof openCampaign>[2] = {}, of = world, by = officer) => openCampaign(of, by, { tab: "newMembers", rule, ...change });
const labelOf = async (member: Person, code: string) => (await member.call(campaigns.get, { code })).label;
const shownTo = async (of = world) => (await of.guest().call(accounts.registerSettings, {})).bonus;

/** Registers, and lets what hears of it work. */
async function newcomer(of = world): Promise<Member> {
  const member = await of.player();
  await of.work();
  return member;
}

/** An officer approves who they are, and what hears of it works. */
async function verify({ id }: Member, of = world): Promise<void> {
  await asOwner(of.open.url, "update account set verification = 'A' where id = $1", [id]);
  const event = { decisionId: newId(of.clock.now()), accountId: String(id), kind: "approved" } as const;
  await of.open.platform.database.begin((tx) => tell(tx, "verifications.decided", event));
  await of.work();
}

test("who registers while it runs finds the bonus to claim, once, out of the same budget; who was there before gets none, cannot join, and is told why [CONST-37]", async () => {
  const before = await newcomer();
  await world.pass(1_000);
  const code = await open({ budget: 100_00n });
  expect(await world.guest().call(campaigns.get, { code })).toMatchObject({ label: "join", trigger: { on: "registered" } });
  const ann = await newcomer();
  expect(await labelOf(ann, code)).toBe("claim");
  for (let again = 0; again < 3; again++) await bringNewcomer(world.open.platform, ann.id);
  await Promise.all([1, 2, 3].map(() => bringNewcomer(world.open.platform, ann.id)));
  await attend(world);
  await ann.call(campaigns.claim, { code });
  await ann.call(campaigns.claim, { code });
  const given = (await ann.call(bonuses.mine, {})).list;
  expect(given.map(({ amount, turnoverNeeded }) => [amount, turnoverNeeded])).toEqual([[50_00n, 250_00n]]);
  expect(await labelOf(ann, code)).toBe("issued");
  await bringNewcomer(world.open.platform, before.id);
  expect([await labelOf(before, code), await before.refused(campaigns.join, { code })]).toEqual(["close", "campaigns.not_open"]);
  expect((await before.call(campaigns.explain, { code })).registered).toMatchObject({ holds: false });
  expect((await ann.call(campaigns.explain, { code })).registered).toMatchObject({ holds: true });
  await newcomer();
  const late = await newcomer();
  const refused = await late.call(campaigns.get, { code });
  expect([refused.label, refused.reason]).toEqual(["close", "budgetSpent"]);
});

test("what a crash left is made up for: the event comes again and again until it is heard, and one campaign that fails holds up no other and no registration", async () => {
  const [first, second] = [await open(), await open()];
  await asOwner(
    world.open.url,
    "update campaign_version set rule = jsonb_set(rule, '{gift}', '{}') where campaign_id = (select id from campaign where code = $1)",
    [first],
  );
  const ann = await world.player();
  await expect(bringNewcomer(world.open.platform, ann.id)).rejects.toThrow();
  await asOwner(
    world.open.url,
    "update campaign_version set rule = jsonb_set(rule, '{gift}', $2::jsonb) where campaign_id = (select id from campaign where code = $1)",
    [first, JSON.stringify({ gives: "bonus", amount: "50.00", wagering: 5, days: 14 })],
  );
  expect([await labelOf(ann, second), await labelOf(ann, first)]).toEqual(["claim", "signed"]);
  await world.work();
  expect([await labelOf(ann, second), await labelOf(ann, first)]).toEqual(["claim", "claim"]);
});

test("paused, over or asking for what a newcomer is not, it brings nothing", async () => {
  const [paused, over, level] = [await open(), await open(), await open({ rule: { ...rule, conditions: [{ is: "level", from: 4, to: 20 }] } })];
  await officer.call(campaigns.pause, { code: paused, reason });
  await asOwner(world.open.url, "update campaign set starts_at = starts_at - interval '2 days', ends_at = $2 where code = $1", [over, world.clock.now()]);
  await world.pass(1_000);
  const ann = await newcomer();
  expect(await asOwner(world.open.url, "select 1 from participation where account_id = $1", [ann.id])).toEqual([]);
  expect([await labelOf(ann, over), await shownTo()]).toEqual(["close", null]);
  world.clock.advance(11 * 60_000);
  expect([await labelOf(ann, paused), await labelOf(ann, level)]).toEqual(["close", "close"]);
});

test("a bonus for verified newcomers waits for their identity, in every market, and comes only while it runs [CONST-37]", async () => {
  const verified: Partial<Rule> = { ...rule, conditions: [{ is: "verified" }] };
  const [code, over] = [await open({ rule: verified }), await open({ rule: verified })];
  expect(await shownTo()).toEqual({ amount: 50_00n, wagering: 5 });
  const ann = await newcomer();
  world.clock.advance(11 * 60_000);
  expect(await labelOf(ann, code)).toBe("signed");
  await asOwner(world.open.url, "update campaign set ends_at = $2 where code = $1", [over, world.clock.now()]);
  await verify(ann);
  expect([await labelOf(ann, code), await labelOf(ann, over)]).toEqual(["claim", "close"]);
});

test("no rule for newcomers asks how long they are here", async () => {
  const conditions = [{ is: "accountAge", days: 2, atLeast: true }] as const;
  expect(await officer.refusal(campaigns.save, draftOf(world, { rule: { ...rule, conditions: [...conditions] } }))).toMatchObject({
    code: "campaigns.rule_invalid",
    values: expect.objectContaining({ field: "rule.conditions" }),
  });
});

test("a rule for newcomers happens once, without a review, and its figures are told at the registration while it runs and has room [CONST-37]", async () => {
  for (const change of [{ period: "day" as const }, { reviewed: true }])
    expect(await officer.refusal(campaigns.save, draftOf(world, { rule: { ...rule, ...change } }))).toMatchObject({
      code: "campaigns.rule_invalid",
      values: expect.objectContaining({ field: "rule.period" }),
    });
  expect(await shownTo()).toBeNull();
  const code = newCode();
  await open({ code, budget: 100_00n });
  expect(await shownTo()).toEqual({ amount: 50_00n, wagering: 5 });
  const cash = await open({ budget: 70_00n, rule: { ...rule, gift: { gives: "cash", amount: 70_00n } } });
  expect(await shownTo()).toEqual({ amount: 70_00n, wagering: null });
  await newcomer();
  // Its budget is given out.
  expect(await shownTo()).toEqual({ amount: 50_00n, wagering: 5 });
  await officer.call(campaigns.stop, { code: cash, reason });
  await officer.call(campaigns.stop, { code, reason });
  expect(await shownTo()).toBeNull();
});

test("where only verified members are rewarded it comes with the verification, if it runs then", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const marketing = await strict.operator("marketing");
    const code = await open({}, strict, marketing);
    const [ann, ben] = [await newcomer(strict), await newcomer(strict)];
    expect(await labelOf(ann, code)).toBe("signed");
    expect((await ann.call(campaigns.explain, { code })).checks).toMatchObject([{ condition: { is: "verified" }, holds: false }]);
    await verify(ann, strict);
    expect(await labelOf(ann, code)).toBe("claim");
    await strict.pass(8 * DAY_MS);
    await verify(ben, strict);
    await strict.open.platform.database.begin((tx) => addJob(tx, "campaigns:newcomer", { accountId: String(ben.id) }));
    await strict.work();
    expect(await asOwner(strict.open.url, "select 1 from participation where account_id = $1", [ben.id])).toEqual([]);
  } finally {
    await strict.close();
  }
});
