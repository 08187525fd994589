import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { asOwner } from "../testing/owner.ts";
import { createWorld, type World } from "../testing/world.ts";
import { findEdgeFaults, findLimitFaults, findSlowFaults } from "./open.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** Changes a function of the database until the test has ended. */
async function change(name: string, from: string, to: string): Promise<void> {
  const [defined] = await asOwner<{ text: string }>(world.open.url, "select pg_get_functiondef(oid) as text from pg_proc where proname = $1", [name]);
  expect(defined!.text.split(from)).toHaveLength(2);
  await asOwner(world.open.url, defined!.text.replace(from, to));
  onTestFinished(async () => void (await asOwner(world.open.url, defined!.text)));
}

const LOCK = "if not pg_try_advisory_xact_lock_shared(7, op_draw::integer) then code := 18; return; end if;";
const LOOK = "select * into d from draw where id = op_draw;";
const PAUSE = "perform pg_sleep(0.5);";

test("a draw that closes waits for the tickets in flight, and of sixty-four callers each is before the close or refused", async () => {
  expect(await findEdgeFaults(world)).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

test("a ticket that is slow before it asks for the draw is refused once it is closed", async () => {
  await change("ledger_entry", LOCK, `${PAUSE} ${LOCK}`);
  expect(await findSlowFaults(world)).toEqual([]);
});

test("the proof turns red without the lock that a ticket shares with the close", async () => {
  await change("ledger_entry", LOCK, "");
  expect(await findEdgeFaults(world)).toContain("a draw was closed while a ticket of it was in flight");
});

test("the proof turns red where the draw is read by the statement that takes the lock", async () => {
  await change("ledger_entry", LOCK, "");
  await change(
    "ledger_entry",
    LOOK,
    `with slow as materialized (select pg_sleep(0.5)), got as materialized (select pg_try_advisory_xact_lock_shared(7, op_draw::integer) as it from slow)
     select x.* into d from draw x, got where x.id = op_draw and got.it;`,
  );
  expect(await findSlowFaults(world)).toEqual(["a ticket after the close was answered with played"]);
});

test("bets, tickets and added stakes at once and over midnight fill a limit and never pass it; what is given back of yesterday gives no room, what is open meets no turnover", async () => {
  expect(await findLimitFaults(world)).toEqual([]);
});

test.each([
  [
    "yesterday's stake, given back, lowers what was staked today",
    "play_between",
    "case when zone is null and l.stake < 0 and l.part_of < uuid_floor(start) then 0 else l.stake end",
    "l.stake",
    "what was given back of yesterday made room today",
  ],
  ["open stakes count towards turnover", "ledger_entry", "p.uncounted + op_stake - op_valid", "p.uncounted - op_valid", "count towards turnover"],
  ["what is added to a round asks no limit", "ledger_entry", "p.stake_left - greatest(op_stake, 0)", "p.stake_left", "with a limit of"],
])("the proof turns red where %s", async (_, name, from, to, fault) => {
  await change(name, from, to);
  expect(await findLimitFaults(world)).toContainEqual(expect.stringContaining(fault));
});
