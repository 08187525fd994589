import { reconciliation } from "@laro/contract/reconciliation";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sweepRounds } from "../../core/vendors/sweep.ts";
import { nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addReporter, none, type Reporter, tellNothing } from "../../testing/reporter.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { reportVendors } from "./reconciliation.vendors.ts";

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

test("a stake that is given back after midnight is kept by neither side on both days, unless the vendor lists it after all", async () => {
  const ref = await stake("b-night");
  const day = await endDay();
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await world.pass(10 * 60_000);
    await sweepRounds(world.open.platform, async () => "unknown");
  }
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
