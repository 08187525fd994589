import { reconciliation } from "@laro/contract/reconciliation";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sweepRounds } from "../../core/vendors/sweep.ts";
import { nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addReporter, none, type Reporter, tellNothing } from "../../testing/reporter.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { reportVendors, runVendorDay } from "./reconciliation.vendors.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let vendor: Reporter;
let officer: Person;

beforeAll(async () => {
  world = await createWorld();
  vendor = await addReporter(world, { id: 730, code: "TELLS" });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  vendor.close();
  await world.close();
});

/** Ends the day; officers log in again. Answers which day it was. */
async function endDay(): Promise<string> {
  const day = new Date(world.clock.now().getTime() + DAY_MS / 3).toISOString().slice(0, 10);
  await world.pass(DAY_MS);
  officer = await world.operator("finance");
  return day;
}

const run = (day: string) => officer.call(reconciliation.run, { day, party: "TELLS" });
const dayOf = async (day: string) => (await officer.call(reconciliation.days, { party: "TELLS" })).list.find((one) => one.day === day);

/** Somebody stakes 3.00 in a round that stays open. Answers what the vendor calls them. */
async function stake(id: string): Promise<string> {
  const ref = await nameAt(world, vendor.vendor, (await world.player({ balance: 100_00n })).id);
  const about = { account_id: ref, currency: "PHP", game_id: "gale", round_id: `r-${id}` };
  const transactions = [{ id_provider: id, type: "bet", amount: "3.00" }];
  expect(await vendor.vendor.call(world.address, "betwin", { ...about, transactions })).toMatchObject({ status: 200 });
  return ref;
}

/** The vendor says twice that it does not know what is open. */
async function giveBack(): Promise<void> {
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await world.pass(10 * 60_000);
    await sweepRounds(world.open.platform, async () => "unknown");
  }
}

test("a stake that is given back after midnight is kept by neither side on both days, unless the vendor lists it after all", async () => {
  const ref = await stake("b-night");
  const day = await endDay();
  await giveBack();
  const next = await endDay();
  const entries: object[] = [];
  vendor.tell = ({ level, day: of }) => {
    if (level === "sums") return { ...none, entries: 99 };
    if (level === "accounts") return { accounts: [{ account_id: ref, ...none, entries: 99 }], next: null };
    return { entries: of === day ? entries : [], next: null };
  };
  const rollbacks = async () => (await officer.call(reconciliation.differences, { state: "open", party: "TELLS", limit: 100 })).list;
  await run(day);
  await run(next);
  expect(await rollbacks()).toEqual([]);
  entries.push({ id: "b-night", type: "stake", amount: "3.00" });
  await run(next);
  expect(await rollbacks()).toContainEqual(
    expect.objectContaining({ day: next, flow: "rollback", kind: "missingThere", reference: "b-night", ours: 3_00n, theirs: null }),
  );
  entries.length = 0;
  await run(next);
  expect(await rollbacks()).toEqual([]);
});

test("a stake given back after midnight is a difference while its vendor does not tell of the stake's day, and its day is asked for again", async () => {
  const ref = await stake("b-mute");
  const day = await endDay();
  await giveBack();
  const next = await endDay();
  let [isMute, isOrdered] = [true, true];
  vendor.tell = ({ level, day: of }) => {
    if (level === "sums") return { ...none, entries: 99 };
    if (level === "accounts") return { accounts: [{ account_id: ref, ...none, entries: 99 }], next: null };
    if (of === day && isMute) return undefined;
    return { entries: of === day && !isOrdered ? ["b", "a"].map((id) => ({ id, type: "stake", amount: "3.00" })) : [], next: null };
  };
  const open = async () => (await officer.call(reconciliation.differences, { state: "open", party: "TELLS", limit: 100 })).list;
  const kept = expect.objectContaining({ day: next, flow: "rollback", kind: "missingThere", reference: "b-mute", ours: 3_00n, theirs: null });
  expect(await run(next)).toMatchObject({ state: "checked", open: 1 });
  expect(await open()).toContainEqual(kept);
  [isMute, isOrdered] = [false, false];
  expect(await run(next)).toMatchObject({ state: "checked", open: 1 });
  [isMute, isOrdered, vendor.asked.length] = [false, true, 0];
  await reportVendors(world.open.platform);
  expect(vendor.asked).toContainEqual(expect.objectContaining({ day: next, level: "sums" }));
  expect(await dayOf(next)).toMatchObject({ state: "checked", open: 0 });
});

test("where a stake given back stands among an earlier day's entries is looked for no longer than anything else of a day", async () => {
  const ref = await stake("b-slow");
  const day = await endDay();
  await giveBack();
  const next = await endDay();
  let [aheadMs, pages] = [0, 0];
  const now = performance.now.bind(performance);
  const watch = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  vendor.tell = ({ level, day: of }) => {
    if (level === "sums") return { ...none, entries: 99 };
    if (level === "accounts") return { accounts: [{ account_id: ref, ...none, entries: 99 }], next: null };
    if (of !== day) return { entries: [], next: null };
    aheadMs += 14_000;
    const id = `b-slo!${String(++pages).padStart(4, "0")}`;
    return { entries: [{ id, type: "stake", amount: "1.00" }], next: pages < 300 ? id : null };
  };
  vendor.asked.length = 0;
  const slow = await runVendorDay(world.open.platform, { party: "TELLS", day: next }).finally(() => watch.mockRestore());
  expect(slow).toMatchObject({ state: "missing", isCut: true, open: 0 });
  expect(vendor.asked.length).toBeLessThan(60);
  vendor.tell = tellNothing;
  await reportVendors(world.open.platform);
  expect(await dayOf(next)).toMatchObject({ state: "checked", isCut: false, open: 0 });
});

test("a vendor that was switched off is asked for the days it played before, until it told of them, and for no others", async () => {
  await stake("b-off");
  const day = await endDay();
  await asOwner(world.open.url, "update vendor set state = 'off' where code = 'TELLS'");
  await endDay();
  vendor.tell = () => undefined;
  await reportVendors(world.open.platform);
  expect(await dayOf(day)).toMatchObject({ state: "missing" });
  for (let days = 0; days < 4; days++) await endDay();
  [vendor.tell, vendor.asked.length] = [tellNothing, 0];
  await reportVendors(world.open.platform);
  expect(await dayOf(day)).toMatchObject({ state: "checked", open: 1 });
  expect(new Set(vendor.asked.map(({ day: of }) => of))).toEqual(new Set([day]));
});
