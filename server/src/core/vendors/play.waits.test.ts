import { transfers } from "@laro/contract/transfers";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../platform/ids.ts";
import { VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addPurseGames, PURSE_GAME, purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readPlay } from "./play.ts";
import { protocols } from "./protocols.ts";

let world: World;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeAll(async () => {
  world = await createWorld({ vendors: purseVendors });
  await addPurseGames(world.open.url);
  await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
});
afterAll(() => world.close());

type Member = Person & { readonly id: bigint };
const sql = <Row extends object>(text: string, values: readonly unknown[] = []) => asOwner<Row>(world.open.url, text, [...values]);

/** A member with 50.00 at a vendor. */
async function atVendor(): Promise<Member> {
  const member = await world.player({ balance: 100_00n });
  await member.call(transfers.move, { requestId: newId(world.clock.now()), from: "MAIN", to: "AG", amount: 50_00n });
  return member;
}

/** The vendor tells of a win of 10.00. Answers its id. */
async function tellWin(member: Member, at = world.clock.now()): Promise<string> {
  const [player] = await sql<{ ref: string }>(
    "select player_ref as ref from vendor_player p join vendor v on v.id = p.vendor_id where p.account_id = $1 and v.code = 'AG'",
    [member.id],
  );
  const win = { transaction_status: "TS_SUCCESS", round: randomUUID(), kind: "TK_WIN", amount: 1_000_000, currency: "PHP", game_code: PURSE_GAME };
  const transaction_uuid = randomUUID();
  await world.vendor!.tell("AG", { ...win, user: player!.ref, transaction_uuid, inserted_at: at.toISOString().slice(0, 19) });
  return transaction_uuid;
}

const purseOf = async (member: Member): Promise<bigint> =>
  (await sql<{ balance: bigint }>("select balance from wallet where account_id = $1 and kind = 101", [member.id]))[0]!.balance;

const readUntil = async (): Promise<Date> =>
  (await sql<{ at: Date }>("select read_until as at from vendor_play_window y join vendor v on v.id = y.vendor_id where v.code = 'AG'"))[0]!.at;

/** A member's play cannot be booked. */
async function bookNothingOf(member: Member): Promise<void> {
  await sql("create or replace function no_play() returns trigger language plpgsql as $$ begin raise exception 'a planted fault'; end $$");
  const [wallet] = await sql<{ id: string }>("select id::text from wallet where account_id = $1 and kind = 1", [member.id]);
  await sql(`create trigger no_play before insert on vendor_entry for each row when (new.wallet_id = ${wallet!.id}) execute function no_play()`);
}

const bookAll = () => sql("drop trigger no_play on vendor_entry");

test("a member whose records cannot be booked holds up nobody's: officers are told whose are missing, and an hour long they are asked for again", async () => {
  const [ann, ben] = [await atVendor(), await atVendor()];
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  const before = await readUntil();
  await bookNothingOf(ann);
  const untold = await tellWin(ann);
  await tellWin(ben);
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  expect([await purseOf(ann), await purseOf(ben)]).toEqual([50_00n, 60_00n]);
  // It is written beside the work, not before it ends.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const faults = await sql("select code, account_id::text as account from vendor_fault where their_id = $1", [untold]);
  expect(faults).toEqual([{ code: "not_booked", account: String(ann.id) }]);
  expect(await readUntil()).toEqual(before);
  for (const won of [70_00n, 80_00n, 90_00n]) {
    await world.pass(50 * MINUTE_MS);
    await tellWin(ben);
    await readPlay(world.open.platform);
    expect(await purseOf(ben)).toBe(won);
    expect(world.clock.now().getTime() - (await readUntil()).getTime()).toBeLessThanOrEqual(HOUR_MS);
  }
  await tellWin(ann);
  await readPlay(world.open.platform);
  expect(await purseOf(ann)).toBe(50_00n);
  await bookAll();
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  expect(await purseOf(ann)).toBe(60_00n);
  expect(await readUntil()).toEqual(world.clock.now());
  expect(await world.audit()).toEqual([]);
});

/** Two members who win, one of whom cannot be booked, and six hours in which nobody reads. */
async function fallBehind(): Promise<{ ann: Member; ben: Member; fellAt: Date }> {
  const [ann, ben] = [await atVendor(), await atVendor()];
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  const fellAt = await readUntil();
  await bookNothingOf(ann);
  await world.pass(MINUTE_MS);
  await tellWin(ann);
  await world.pass(6 * HOUR_MS);
  await tellWin(ben);
  return { ann, ben, fellAt };
}

test("a member whose booking fails for a moment while hours are caught up is asked for again for an hour by the clock, and nobody else waits for it", async () => {
  const { ann, ben, fellAt } = await fallBehind();
  await readPlay(world.open.platform);
  expect([await purseOf(ann), await purseOf(ben)]).toEqual([50_00n, 60_00n]);
  await world.pass(50 * MINUTE_MS);
  await readPlay(world.open.platform);
  expect(await readUntil()).toEqual(fellAt);
  await bookAll();
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  expect([await purseOf(ann), await purseOf(ben)]).toEqual([60_00n, 60_00n]);
  expect(await readUntil()).toEqual(world.clock.now());
});

test("who fails for longer than an hour holds back an hour of play at most, once more where nobody failed meanwhile", async () => {
  const { ann } = await fallBehind();
  await readPlay(world.open.platform);
  await world.pass(HOUR_MS);
  await readPlay(world.open.platform);
  expect(world.clock.now().getTime() - (await readUntil()).getTime()).toBeLessThanOrEqual(HOUR_MS);
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  expect(await readUntil()).toEqual(world.clock.now());
  await tellWin(ann);
  await world.pass(6 * HOUR_MS);
  await readPlay(world.open.platform);
  await bookAll();
  await world.pass(MINUTE_MS);
  await readPlay(world.open.platform);
  expect(await purseOf(ann)).toBe(60_00n);
});

test("where a run has time for an hour of play only, a backlog is read on after an hour by the clock, although somebody fails in each hour of it", async () => {
  const { ann, fellAt } = await fallBehind();
  for (let hours = 1; hours <= 3; hours++) await tellWin(ann, new Date(fellAt.getTime() + hours * HOUR_MS + 30 * MINUTE_MS));
  let [aheadMs, enough] = [0, fellAt.getTime() + HOUR_MS];
  const play = protocols["hub88"]!.transfers!.play!;
  const ask = play.ask.bind(play);
  const slow = vi.spyOn(play, "ask").mockImplementation((about, secret) => {
    if (about.until.getTime() > enough) aheadMs += 2 * MINUTE_MS;
    return ask(about, secret);
  });
  const now = performance.now.bind(performance);
  const watch = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  try {
    await readPlay(world.open.platform);
    expect(await readUntil()).toEqual(fellAt);
    await world.pass(HOUR_MS);
    for (let hours = 1; hours <= 3; hours++) {
      await readPlay(world.open.platform);
      expect(await readUntil()).toEqual(new Date(enough));
      enough += HOUR_MS;
    }
    expect(await purseOf(ann)).toBe(50_00n);
  } finally {
    watch.mockRestore();
    slow.mockRestore();
    await bookAll();
  }
});
