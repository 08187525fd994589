import { adjustments } from "@laro/contract/adjustments";
import { bonuses } from "@laro/contract/bonuses";
import { campaigns } from "@laro/contract/campaigns";
import type { Rule } from "@laro/contract/core/campaignRules";
import { points } from "@laro/contract/points";
import { raffles } from "@laro/contract/raffles";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { derivedId } from "../../platform/ids.ts";
import { attend, beginCounting, openCampaign, raffleRule } from "../../testing/campaigns.ts";
import { openDeposit, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

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

test("a deposit that is large enough counts, one that is smaller or came before does not", async () => {
  const code = await openCampaign(world, officer, { rule: { trigger: { on: "deposited" }, conditions: [{ is: "amount", minimum: 300_00n }] } });
  const ann = await world.player();
  const pay = async (amount: bigint): Promise<void> => {
    const { id } = await openDeposit(world, ann, amount);
    await sendMessage(world, { type: "payment.paid", reference: id, amount: `${amount / 100n}.00` });
    await world.work();
  };
  await pay(500_00n);
  await ann.call(campaigns.join, { code });
  await pay(299_00n);
  expect(await labelOf(ann, code)).toBe("signed");
  await pay(300_00n);
  expect(await labelOf(ann, code)).toBe("claim");
});

/** Takes a credited deposit back as two officers do. */
async function takeBack(member: Member, depositId: string): Promise<void> {
  const [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
  const { id } = await ana.call(adjustments.proposeReversal, { memberName: member.name, original: derivedId("deposit-credit", depositId), reason });
  await ben.call(adjustments.confirm, { id, reason });
  await world.work();
}

test("a deposit that is taken back takes along what it brought and was not given yet, and its bonus; another deposit counts anew", async () => {
  const onDeposit = (gift: Rule["gift"]) => openCampaign(world, officer, { rule: { trigger: { on: "deposited" }, gift } });
  const [cash, bonus, kept] = [
    await onDeposit({ gives: "cash", amount: 50_00n }),
    await onDeposit({ gives: "bonus", amount: 50_00n, wagering: 3, days: 7 }),
    await onDeposit({ gives: "points", points: 10 }),
  ];
  const ann = await world.player();
  const pay = async (): Promise<string> => {
    const { id } = await openDeposit(world, ann, 500_00n);
    await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
    await world.work();
    return id;
  };
  for (const code of [cash, bonus, kept]) await ann.call(campaigns.join, { code });
  const first = await pay();
  for (const code of [bonus, kept]) await ann.call(campaigns.claim, { code });
  expect((await ann.call(bonuses.mine, {})).list.map(({ state }) => state)).toEqual(["active"]);
  const late = await openCampaign(world, officer, { rule: { trigger: { on: "deposited" } } });
  await ann.call(campaigns.join, { code: late });
  await asOwner(world.open.url, "update account set restrictions = '{bonus}' where id = $1", [String(ann.id)]);
  const second = await pay();
  await takeBack(ann, first);
  await takeBack(ann, second);
  await asOwner(world.open.url, "update account set restrictions = '{}' where id = $1", [String(ann.id)]);
  await attend(world);
  expect(await ann.refused(campaigns.claim, { code: cash })).toBe("campaigns.nothing_to_claim");
  expect((await ann.call(bonuses.mine, {})).list.map(({ state }) => state)).toEqual(["forfeited"]);
  expect((await ann.call(points.balance, {})).pointsBalance).toBe(10);
  expect([await balanceOf(ann), await labelOf(ann, late)]).toEqual([0n, "signed"]);
  await pay();
  expect(await labelOf(ann, late)).toBe("claim");
});

test("bonus bets and a raffle's tickets that a deposit brought are gone when it is taken back", async () => {
  const raffle = await openCampaign(world, officer, { rule: raffleRule() });
  const gifts = [
    { gives: "bonusBet", stake: 10_00n, count: 5, days: 7 },
    { gives: "ticket", raffle, count: 3 },
  ] as const;
  const codes = await Promise.all(gifts.map((gift) => openCampaign(world, officer, { rule: { trigger: { on: "deposited" }, gift } })));
  const ann = await world.player();
  for (const code of codes) await ann.call(campaigns.join, { code });
  const { id } = await openDeposit(world, ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
  await world.work();
  for (const code of codes) await ann.call(campaigns.claim, { code });
  const held = async () => [(await ann.call(bonuses.bets, {})).count, (await ann.call(raffles.promotion, { code: raffle })).mine];
  expect(await held()).toEqual([5, 3]);
  await takeBack(ann, id);
  expect(await held()).toEqual([0, 0]);
});
