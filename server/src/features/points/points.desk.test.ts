import { messages } from "@laro/contract/messages";
import { type DeskItem, points } from "@laro/contract/points";
import { gameCategories } from "@laro/contract/core/gameCategories";
import { wallet } from "@laro/contract/wallet";
import type { InputOf } from "@laro/contract/core/endpoint";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tell } from "../../platform/outbox.ts";
import { newId } from "../../platform/ids.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addItem, itemOf, redeemOf, winPoints } from "../../testing/points.ts";
import { comeBack } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "As the brand decided";
const DAY_MS = 24 * 60 * 60_000;

let world: World;
let marketing: Person;
let finance: Person;
let ann: Awaited<ReturnType<World["player"]>>;
let item: DeskItem;
beforeAll(async () => {
  world = await createWorld();
  [marketing, finance] = [await world.operator("marketing"), await world.operator("finance")];
  ann = await world.player();
  await bindPayoutAccount(ann);
});
beforeEach(async () => {
  await winPoints(world, ann.id, 2_000n);
  item = await addItem(marketing, { stock: 10 });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const balanceOf = async (): Promise<number> => (await ann.call(points.balance, {})).pointsBalance;
const redeem = async (quantity = 1) => ann.call(points.redeem, redeemOf(item, { quantity }));
const itemNow = async (): Promise<DeskItem> => (await marketing.call(points.items, { limit: 100 })).list.find(({ id }) => id === item.id)!;

test("an approved redeem is sent with its carrier and number, and its member is told [POINTS-02]", async () => {
  const { id, reference } = await redeem();
  expect(await finance.refused(points.sent, { id, carrier: "J&T", trackingNumber: "JT-1" })).toBe("points.not_approved");
  const waiting = (await finance.call(points.queue, { status: "inProcess" })).list.find((one) => one.id === id);
  expect(waiting).toMatchObject({
    reference,
    memberId: ann.id,
    memberName: ann.name,
    address: "12 Mabini Street, Quezon City",
    mobile: "+639171234567",
    status: "inProcess",
  });
  expect(await finance.call(points.approve, { id, remark: "With the next parcel" })).toMatchObject({
    status: "approved",
    remark: "With the next parcel",
    decidedBy: finance.name,
  });
  for (const call of [points.approve, points.reject]) expect(await finance.refused(call, { id, remark: "Again" })).toBe("points.not_in_process");
  expect((await finance.call(points.queue, { status: "toSend" })).list.map((one) => one.id)).toContain(id);
  await finance.call(points.sent, { id, carrier: "J&T", trackingNumber: "JT-1" });
  const { list, counts } = await finance.call(points.queue, { status: "sent" });
  expect(list[0]).toMatchObject({ id, carrier: "J&T", trackingNumber: "JT-1", status: "approved" });
  expect(counts).toEqual({ inProcess: expect.any(Number), toSend: 0, sent: 1, rejected: expect.any(Number) });
  expect((await ann.call(points.redeems, { status: "approved" })).list[0]).toMatchObject({ id, carrier: "J&T", trackingNumber: "JT-1" });
  await world.work();
  expect((await ann.call(messages.mine, {})).list.filter(({ template }) => template === "redeemMoved")).toHaveLength(2);
});

test("a rejected redeem gives back exactly its points and its stock, once, by lines that mirror it, whoever rejects at once [POINTS-02]", async () => {
  const before = await balanceOf();
  const { id, reference } = await redeem(3);
  expect([await balanceOf(), (await itemNow()).redeemed]).toEqual([before - 1_500, 3]);
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => finance.call(points.reject, { id, remark: "Nobody carries it there" })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect([await balanceOf(), (await itemNow()).redeemed]).toEqual([before, 0]);
  expect((await ann.call(points.details, {})).list.slice(0, 2)).toEqual([
    expect.objectContaining({ type: "returned", reference, changedPoints: 1_500, pointsBalance: before, remark: "Nobody carries it there", name: "Umbrella" }),
    expect.objectContaining({ type: "redeemed", reference, changedPoints: -1_500 }),
  ]);
  expect((await ann.call(points.redeems, { status: "rejected" })).list[0]).toMatchObject({ id, remark: "Nobody carries it there" });
});

test("who last wrote an item approves nothing that is redeemed of it, whoever writes it afterwards", async () => {
  const admin = await world.operator("superadmin");
  item = await admin.call(points.saveItem, { ...itemOf({ pointsRequirement: 1 }), id: item.id, version: item.version });
  const { id } = await redeem();
  await marketing.call(points.saveItem, { ...itemOf(), id: item.id, version: item.version });
  expect(await admin.refused(points.approve, { id, remark: "" })).toBe("points.own_item");
  expect((await finance.call(points.approve, { id, remark: "" })).status).toBe("approved");
});

test("of two officers who read the same item the second is told, and one that is shown has words in every language, a picture there is and no less stock than was redeemed", async () => {
  const second = await world.operator("marketing");
  const changed = { ...itemOf({ stock: 12, pointsRequirement: 600 }), id: item.id, version: item.version };
  expect(await marketing.call(points.saveItem, changed)).toMatchObject({ version: 2, stock: 12, pointsRequirement: 600 });
  expect(await second.refused(points.saveItem, { ...changed, stock: 1 })).toBe("points.item_changed");
  item = await itemNow();
  await redeem(2);
  for (const [more, field] of [
    [{ words: { EN: { name: "Umbrella", description: "" } } }, "words"],
    [{ words: { ...itemOf().words, DE: { name: "Schirm", description: "" } } }, "words"],
    [{ pictureId: newId(world.clock.now()) }, "pictureId"],
    [{ stock: 1 }, "stock"],
  ] as const)
    expect(await marketing.refusal(points.saveItem, { ...changed, version: 2, ...more })).toMatchObject({
      code: "points.item_wrong",
      values: expect.objectContaining({ field }),
    });
  expect(await marketing.refused(points.saveItem, { ...changed, id: newId(world.clock.now()) })).toBe("points.item_not_found");
  expect(await itemNow()).toMatchObject({ version: 2, stock: 12, redeemed: 2 });
  for (const endpoint of [points.queue, points.items, points.ratios] as const)
    expect(await (await world.operator("support")).refused(endpoint, { status: "inProcess" } as never)).toBe("sessions.forbidden");
  expect(await ann.refused(points.items, {})).toBe("sessions.required");
});

const table = (each: bigint): InputOf<typeof points.proposeRatios>["ratios"] =>
  Object.fromEntries(gameCategories.map((category) => [category, each])) as InputOf<typeof points.proposeRatios>["ratios"];

test("another exchange ratio table is two officers' word, gives back half a per cent at most, and holds for days that begin after it", async () => {
  const admin = await world.operator("superadmin");
  expect(await marketing.refusal(points.proposeRatios, { ratios: { ...table(2_00n), LIVE: 1_99n }, reason })).toMatchObject({
    code: "points.ratios_wrong",
    values: expect.objectContaining({ category: "LIVE", minimum: "2.00" }),
  });
  const proposal = await marketing.call(points.proposeRatios, { ratios: table(5_00n), reason });
  expect(await admin.refused(points.proposeRatios, { ratios: table(6_00n), reason })).toBe("points.already_proposed");
  expect(await marketing.refused(points.confirmRatios, { id: proposal.id, reason })).toBe("points.own_proposal");
  expect((await finance.call(points.ratios, {})).proposal).toEqual(proposal);
  expect(await finance.call(points.confirmRatios, { id: proposal.id, reason })).toEqual({ version: 2 });
  expect(await finance.refused(points.confirmRatios, { id: proposal.id, reason })).toBe("points.not_proposed");
  expect(await finance.refused(points.declineRatios, { id: newId(world.clock.now()), reason })).toBe("points.proposal_not_found");
  expect((await ann.call(points.config, {})).ratios.find(({ category }) => category === "RNG")!.amount).toBe(10_00n);
  await world.pass(DAY_MS);
  await comeBack(ann);
  [marketing, finance] = [await world.operator("marketing"), await world.operator("finance")];
  expect((await ann.call(points.config, {})).ratios.find(({ category }) => category === "RNG")!.amount).toBe(5_00n);
});

test("all points are a liability of ₱0.01 each", async () => {
  const [{ sum }] = (await asOwner<{ sum: string }>(world.open.url, "select sum(balance)::text as sum from points_account")) as [{ sum: string }];
  const admin = await world.operator("superadmin");
  expect(await admin.call(points.ratios, {})).toMatchObject({ outstanding: sum, liability: (BigInt(sum) / 100n) * 1_00n });
});

test("where goods go is sealed, stands in no file, and is forgotten with its member", async () => {
  const { id, reference } = await redeem();
  const [kept] = await asOwner<{ row: string }>(world.open.url, "select r::text as row from points_redeem r where id = $1", [id]);
  expect(kept!.row).not.toMatch(/Mabini|9171234567/);
  const admin = await world.operator("superadmin");
  const { text } = await admin.download(points.redeemsCsv, {});
  expect(text).toContain(reference);
  expect(text).not.toMatch(/Mabini|9171234567/);
  await world.open.platform.database.begin((tx) => tell(tx, "privacy.erased", { accountId: String(ann.id), part: "daily" }));
  await world.work();
  const [row] = await asOwner<{ sealed: Buffer | null }>(world.open.url, "select sealed from points_redeem where id = $1", [id]);
  expect(row!.sealed).toBeNull();
  expect((await admin.call(points.queue, { status: "inProcess", limit: 100 })).list.find((one) => one.id === id)).toMatchObject({ address: "", mobile: "" });
});

test("an approved redeem that nobody can carry is rejected after all and gives everything back; one on its way is not", async () => {
  const [before, gone] = [await balanceOf(), (await itemNow()).redeemed];
  const [{ id }, carried] = [await redeem(), await redeem()];
  for (const one of [id, carried.id]) await finance.call(points.approve, { id: one, remark: "In order" });
  await finance.call(points.sent, { id: carried.id, carrier: "J&T", trackingNumber: "JT-2" });
  // Who saw it in process does not undo what another decided meanwhile.
  expect(await finance.refused(points.reject, { id, remark: "Not now" })).toBe("points.not_in_process");
  const rejection = { remark: "The carrier does not go there", status: "approved" } as const;
  expect(await finance.refused(points.reject, { id: carried.id, ...rejection })).toBe("points.not_in_process");
  await finance.call(points.reject, { id, ...rejection });
  expect((await ann.call(points.redeems, { status: "rejected" })).list[0]).toMatchObject({ id, remark: rejection.remark });
  expect([await balanceOf(), (await itemNow()).redeemed]).toEqual([before - 500, gone + 1]);
  expect(await finance.refused(points.reject, { id, ...rejection })).toBe("points.not_in_process");
});

test("a redeem of somebody who may not be rewarded now is not approved: it waits, or is rejected and the points come back", async () => {
  const before = await balanceOf();
  const { id } = await redeem();
  await finance.call(wallet.setFrozen, { memberName: ann.name, frozen: true, reason: "Looked into" });
  expect(await ann.refused(points.redeem, redeemOf(item))).toBe("rewards.closed");
  expect(await finance.refused(points.approve, { id, remark: "Sent" })).toBe("points.member_barred");
  await finance.call(points.reject, { id, remark: "Not now" });
  await finance.call(wallet.setFrozen, { memberName: ann.name, frozen: false, reason: "Cleared" });
  expect(await balanceOf()).toBe(before);
});
