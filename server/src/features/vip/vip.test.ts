import { accountTypes } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { vip, type VipLevel } from "@laro/contract/vip";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { countDays, goTo, play } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countVip } from "./vip.count.ts";
import { listLevels } from "./vip.levels.ts";
import { soon } from "../../testing/soon.ts";

const MINUTE_MS = 60_000;
const reason = "as the owner wants it";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

const mineOf = async (person: Member) => {
  await enterAgain(person);
  return person.call(vip.mine, {});
};
const levelOf = async (person: Member) => (await mineOf(person)).vipRankLevel;
const levelUpsOf = ({ id }: Member) =>
  world.open.platform.database.db.selectFrom("vip_level_up").select(["level", "day"]).where("account_id", "=", id).orderBy("level").execute();

/** Gathers what was played up to now, and looks who rose. */
async function look(): Promise<void> {
  await world.pass(10 * MINUTE_MS);
  const { database, clock, timeZone } = world.open.platform;
  await gatherPlay(database, { now: clock.now(), timeZone });
  await countVip(world.open.platform);
}

/** The table in force, changed. */
async function changed(change: (level: VipLevel) => Partial<VipLevel>): Promise<VipLevel[]> {
  const levels = await listLevels(world.open.platform.database.db);
  return levels.map((level) => ({ ...level, ...change(level) }));
}

test("everyone reads the table: 21 levels, 5 % of a week's net loss for VIP 4 to 9 and 10 % for VIP 10 to 20, and a host from VIP 15 on [VIP-02, VIP-03, VIP-04, CONST-38]", async () => {
  const { list, hostFrom } = await world.guest().call(vip.levels, {});
  expect(list.map(({ level }) => level)).toEqual(Array.from({ length: 21 }, (_, level) => level));
  expect(list.map(({ bonusBps }) => bonusBps)).toEqual([0, 0, 0, 0, 500, 500, 500, 500, 500, 500, ...Array.from({ length: 11 }, () => 1_000)]);
  expect(list.map(({ valid }) => Number(valid / 1_000_00n))).toEqual([
    0, 10, 30, 60, 100, 200, 350, 550, 800, 1_200, 2_000, 3_000, 4_500, 7_000, 10_000, 15_000, 25_000, 40_000, 60_000, 100_000, 200_000,
  ]);
  expect(list.map(({ weekMax }) => (weekMax === null ? null : Number(weekMax / 1_00n)))).toEqual([
    null,
    null,
    null,
    null,
    500,
    750,
    1_000,
    1_500,
    2_000,
    3_000,
    5_000,
    6_000,
    8_000,
    10_000,
    15_000,
    20_000,
    30_000,
    40_000,
    50_000,
    75_000,
    100_000,
  ]);
  expect(["Bronze", "Silver", "Gold", "Platinum"].map((label) => list.filter((level) => level.label === label).length)).toEqual([4, 6, 5, 6]);
  expect(hostFrom).toBe(15);
});

test("a trial account has no VIP, and nobody has while the feature is off: then nothing of it is shown [VIP-05]", async () => {
  const nothing = { hasVip: false, vipLabelName: "", vipRankLevel: 0, valid: 0n, countedUntil: null, next: null, lastWeek: null, host: null, hostFrom: 0 };
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.call(vip.mine, {})).toEqual(nothing);
  expect(await trial.refused(vip.weeks, {})).toBe("sessions.real_account_needed");
  const [ann, admin] = [await world.player(), await world.operator("superadmin")];
  expect(await world.guest().refused(vip.mine, {})).toBe("sessions.required");
  expect(await ann.call(vip.mine, {})).toMatchObject({
    hasVip: true,
    vipLabelName: "Bronze",
    vipRankLevel: 0,
    next: { level: 1, left: 10_000_00n },
    hostFrom: 15,
  });
  await admin.call(settings.setFlag, { modId: "vip", enabled: false, reason });
  expect(await ann.call(vip.mine, {})).toEqual(nothing);
  // One answer serves everyone for two seconds.
  await soon(async () => expect(await world.guest().call(vip.levels, {})).toEqual({ list: [], hostFrom: 0 }));
  expect(await ann.refused(vip.weeks, {})).toBe("vip.closed");
  await admin.call(settings.setFlag, { modId: "vip", enabled: true, reason });
  expect((await ann.call(vip.weeks, {})).list).toEqual([]);
});

test("a level is reached between closes by what is gathered, told in a letter, and dated the day whose play reached it; the close counts each day once [VIP-01, VIP-05, PROD-13]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const trial = await world.member({ type: accountTypes.trial });
  await goTo(world, "2026-10-06", 10);
  await play(world, [ann.id, 40_000_00n, 0n], [ben.id, 9_999_99n, 0n], [ann.id, 70_000_00n, 70_000_00n]);
  await look();
  expect(await mineOf(ann)).toMatchObject({
    vipLabelName: "Bronze",
    vipRankLevel: 2,
    valid: 40_000_00n,
    next: { level: 3, valid: 60_000_00n, left: 20_000_00n },
    countedUntil: "2026-10-06T02:05:00.000Z",
  });
  expect(await levelOf(ben)).toBe(0);
  await world.work();
  const letters = (await ann.call(messages.mine, {})).list.filter(({ template }) => template === "vipLevelled");
  expect(letters.map(({ values }) => values[3])).toEqual(["2"]);
  await goTo(world, "2026-10-07", 9);
  await play(world, [ann.id, 60_000_00n, 0n], [ben.id, 1n, 0n]);
  await Promise.all([countDays(world), look()]);
  for (let again = 0; again < 3; again++) await countDays(world);
  await look();
  expect(await mineOf(ann)).toMatchObject({ vipLabelName: "Silver", vipRankLevel: 4, valid: 100_000_00n });
  expect(await levelOf(ben)).toBe(1);
  expect(await levelUpsOf(ann)).toEqual([1, 2, 3, 4].map((level) => ({ level, day: level < 3 ? "2026-10-06" : "2026-10-07" })));
  expect(await levelUpsOf(ben)).toEqual([{ level: 1, day: "2026-10-07" }]);
  expect(await levelUpsOf(trial)).toEqual([]);
});

test("days are counted in any pieces, by many at once and cut off between, each once; a level first seen on the day after gets the day whose play reached it", async () => {
  const people = [await world.player(), await world.player(), await world.player()];
  await goTo(world, "2026-10-08", 23.9);
  for (const { id } of people) await play(world, [id, 30_000_00n, 0n]);
  await goTo(world, "2026-10-09", 0.1);
  for (const { id } of people) await play(world, [id, 30_000_00n, 0n]);
  await goTo(world, "2026-10-10", 3);
  const { platform } = world.open;
  await countDays(world).catch(() => undefined);
  await Promise.all(Array.from({ length: 6 }, () => countVip(platform, { accountsPerStep: 1, stepsMax: 2 })));
  await countVip(platform, { accountsPerStep: 1 });
  for (const person of people) {
    expect(await mineOf(person)).toMatchObject({ vipRankLevel: 3, valid: 60_000_00n });
    expect(await levelUpsOf(person)).toEqual([
      { level: 1, day: "2026-10-08" },
      { level: 2, day: "2026-10-08" },
      { level: 3, day: "2026-10-09" },
    ]);
  }
});

test("another table needs two officers, is whole, and lowers nobody; one that asks for less lifts whoever has it already", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  await goTo(world, "2026-10-11", 9);
  await play(world, [ann.id, 30_000_00n, 0n], [ben.id, 5_000_00n, 0n]);
  await goTo(world, "2026-10-12", 9);
  await countDays(world);
  expect([await levelOf(ann), await levelOf(ben)]).toEqual([2, 0]);
  const [marketing, finance] = [await world.operator("marketing"), await world.operator("finance")];
  const wrong: readonly [string, (level: VipLevel) => Partial<VipLevel>][] = [
    ["levels.0.valid", ({ level }) => (level === 0 ? { valid: 1n } : {})],
    ["levels.7.valid", ({ level }) => (level === 7 ? { valid: 350_000_00n } : {})],
    ["levels.7.label", ({ level }) => (level === 7 ? { label: "Bronze" } : {})],
    ["levels.20.label", ({ level }) => (level > 13 ? { label: "Gold" } : {})],
    ["levels.4.weekMax", ({ level }) => (level === 4 ? { weekMax: null } : {})],
    ["levels.4.weekMax", ({ level }) => (level === 4 ? { weekMax: 99n } : {})],
    ["levels.3.weekMax", ({ level }) => (level === 3 ? { weekMax: 1_00n } : {})],
    ["levels.5.level", ({ level }) => (level === 5 ? { level: 6 } : {})],
  ];
  for (const [field, change] of wrong) {
    const refusal = await marketing.refusal(vip.proposeLevels, { levels: await changed(change), reason });
    expect([refusal.code, refusal.values["field"]]).toEqual(["vip.levels_wrong", field]);
  }
  const [support, auditor] = [await world.operator("support"), await world.operator("auditor")];
  const levels = await changed(({ level }) => (level === 1 ? { valid: 5_000_00n } : level === 2 ? { valid: 50_000_00n } : {}));
  for (const officer of [support, auditor, finance]) expect(await officer.refused(vip.proposeLevels, { levels, reason })).toBe("sessions.forbidden");
  const { id } = await marketing.call(vip.proposeLevels, { levels, reason });
  expect(await marketing.refused(vip.proposeLevels, { levels, reason })).toBe("vip.already_proposed");
  expect(await marketing.refused(vip.confirmLevels, { id, reason })).toBe("vip.own_proposal");
  expect((await auditor.call(vip.table, {})).proposal).toMatchObject({ id, levels, proposedBy: marketing.name });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => finance.call(vip.confirmLevels, { id, reason })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await finance.refused(vip.declineLevels, { id, reason })).toBe("vip.not_proposed");
  await countVip(world.open.platform);
  expect([await levelOf(ann), await levelOf(ben)]).toEqual([2, 1]);
  expect(await levelUpsOf(ben)).toEqual([{ level: 1, day: "2026-10-12" }]);
  const { version, levels: kept, proposal } = await auditor.call(vip.table, {});
  expect([version, kept.map(({ members: _, ...level }) => level), proposal]).toEqual([2, levels, null]);
  expect(kept[2]!.members).toBeGreaterThan(0);
});
