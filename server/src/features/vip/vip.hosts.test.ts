import { vip } from "@laro/contract/vip";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { countDays, goTo, play } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "as the owner wants it";
const PLATINUM = 15_000_000_00n;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

const host = (name: string, active = true) => ({ name, pictureId: null, hours: "9:00 to 21:00", url: "/help#contact", active, reason });

async function hostOf(person: Member): Promise<string | undefined> {
  await enterAgain(person);
  return (await person.call(vip.mine, {})).host?.name;
}

test("a host's link is a page of ours or https at a place the brand lists, its picture is one there is, and a host that is changed is there", async () => {
  const marketing = await world.operator("marketing");
  for (const url of [
    "",
    "javascript:alert(1)",
    "http://m.me/demo",
    "https://m.me/somebody-else",
    "https://evil.example/",
    "https://m.me.evil.example/",
    "https://m.me@evil.example/",
    "//m.me",
    "/nowhere",
    "https://M.ME/x",
    "help",
  ])
    expect(await marketing.refused(vip.saveHost, { ...host("Ana"), url }), url).toBe("vip.host_link_wrong");
  expect(await marketing.refused(vip.saveHost, { ...host("Ana"), pictureId: newId(world.clock.now()) })).toBe("content.picture_unknown");
  expect(await marketing.refused(vip.saveHost, { ...host("Ana"), id: newId(world.clock.now()) })).toBe("vip.host_not_found");
  for (const role of ["support", "finance", "auditor", "risk"] as const)
    expect(await (await world.operator(role)).refused(vip.saveHost, host("Ana"))).toBe("sessions.forbidden");
  expect((await marketing.call(vip.hosts, {})).list).toEqual([]);
  expect(await marketing.call(vip.saveHost, { ...host("Idle", false), url: "https://m.me/demo" })).toMatchObject({
    url: "https://m.me/demo",
    active: false,
    members: 0,
  });
});

test("who reaches VIP 15 gets the active host with the fewest members, an officer gives another, and one who stops hands everybody over [VIP-01, VIP-04]", async () => {
  const people = [await world.player(), await world.player(), await world.player(), await world.player()];
  const [ann, ben, cat, low] = people as [Member, Member, Member, Member];
  const marketing = await world.operator("marketing");
  await world.pass(1);
  const ada = await marketing.call(vip.saveHost, host("Ada"));
  await world.pass(1);
  const bea = await marketing.call(vip.saveHost, host("Bea"));
  await goTo(world, "2026-10-05", 13);
  await play(world, [ann.id, PLATINUM, 0n], [low.id, PLATINUM - 1n, 0n]);
  await goTo(world, "2026-10-06", 9);
  await play(world, [ben.id, PLATINUM, 0n], [cat.id, PLATINUM, 0n]);
  await countDays(world);
  expect(await hostOf(ann)).toBe("Ada");
  await goTo(world, "2026-10-07", 9);
  await countDays(world);
  expect([await hostOf(ben), await hostOf(cat), await hostOf(low)]).toEqual(["Bea", "Ada", undefined]);
  expect(await low.call(vip.mine, {})).toMatchObject({ vipRankLevel: 14, vipLabelName: "Gold", host: null, hostFrom: 15 });
  await enterAgain(ann);
  expect((await ann.call(vip.mine, {})).host).toEqual({ id: ada.id, name: "Ada", picture: null, hours: "9:00 to 21:00", url: "/help#contact" });

  const [support, office] = [await world.operator("support"), await world.operator("marketing")];
  const give = (memberId: bigint, hostId: string, seen: string | null = null) => ({ memberId, hostId, seen, reason });
  const [idle] = (await support.call(vip.hosts, {})).list;
  expect(idle!.name).toBe("Idle");
  expect(await support.refused(vip.assign, give(cat.id, idle!.id))).toBe("vip.host_not_found");
  expect(await support.refused(vip.assign, give(999_999n, bea.id))).toBe("accounts.not_found");
  const refusal = await support.refusal(vip.assign, give(low.id, bea.id));
  expect([refusal.code, refusal.values["level"]]).toEqual(["vip.no_host_level", 15]);
  for (const seen of [null, bea.id]) expect(await support.refused(vip.assign, give(cat.id, bea.id, seen))).toBe("vip.changed");
  expect(await support.call(vip.assign, give(cat.id, bea.id, ada.id))).toMatchObject({
    memberId: cat.id,
    memberName: cat.name,
    level: 15,
    label: "Platinum",
    valid: PLATINUM,
    host: "Bea",
    hostId: bea.id,
  });
  expect((await support.call(vip.members, { from: 15, hostId: bea.id })).list.map(({ memberId }) => memberId)).toEqual([ben.id, cat.id]);

  await office.call(vip.saveHost, { ...host("Bea", false), id: bea.id });
  expect([await hostOf(ann), await hostOf(ben), await hostOf(cat)]).toEqual(["Ada", "Ada", "Ada"]);
  await office.call(vip.saveHost, { ...host("Ada", false), id: ada.id });
  expect([await hostOf(ann), await hostOf(ben)]).toEqual([undefined, undefined]);
  await office.call(vip.saveHost, { ...host("Bea"), id: bea.id });
  expect(await hostOf(ann)).toBe("Bea");
  expect((await office.call(vip.hosts, {})).list.map(({ name, members }) => [name, members])).toEqual([
    ["Idle", 0],
    ["Ada", 0],
    ["Bea", 3],
  ]);
});

test("members are listed from a level on, the highest first, in pages", async () => {
  const auditor = await world.operator("auditor");
  const [first, all] = [await auditor.call(vip.members, { limit: 2 }), await auditor.call(vip.members, {})];
  expect(all.list.map(({ level }) => level)).toEqual([15, 15, 15, 14]);
  const second = await auditor.call(vip.members, { limit: 2, cursor: first.next! });
  expect([...first.list, ...second.list]).toEqual(all.list);
  expect(second.next).toBeNull();
  expect((await auditor.call(vip.members, { from: 15 })).list).toHaveLength(3);
  expect(await (await world.operator("finance")).refused(vip.members, {})).toBe("sessions.forbidden");
});
