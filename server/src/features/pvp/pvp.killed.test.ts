import { wallet } from "@laro/contract/wallet";
import { tongits } from "@laro/engines/pvp/tongits";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packs } from "../../core/settings/packs.ts";
import { dealBy, leadBy, openHall, plainAct, playBy, type Seat, seatsOf, until } from "../../testing/cards.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { CardHall } from "./pvp.hall.ts";
import { resumeTables, voidSilent } from "./pvp.resume.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => world.close());

const ROOM = "TONGITS-1";
/** A hand of three who draw and throw has three acts in its hitter's first turn at most, and then 15 turns of two. */
const ACTS = 31;

const newSeats = (): Promise<Seat[]> => seatsOf(world);
const lead = (seats: readonly Seat[]): Promise<CardHall> => leadBy(world, seats, ROOM);
const deal = (hall: CardHall, seats: readonly Seat[]): Promise<void> => dealBy(hall, seats, ROOM);

const balances = (seats: readonly Seat[]) => Promise.all(seats.map(async ({ member }) => (await member.call(wallet.balance, {})).balance));
const openHands = async () => (await world.open.platform.database.db.selectFrom("pvp_hand").select("id").where("state", "=", "open").execute()).length;

test(
  "a table killed after any act goes on in the next process with the same cards at the same act, and everybody is paid once",
  { timeout: 180_000 },
  async () => {
    const seats = await newSeats();
    let hall = await lead(seats);
    await deal(hall, seats);
    for (let acts = 0; acts < ACTS && seats[0]!.view!.state === "plays"; acts += 1) {
      const before = seats.map(({ view }) => ({ seq: view!.seq, seat: view!.seat, hand: view!.hand }));
      await hall.close();
      hall = await lead(seats);
      expect(seats.map(({ view }) => ({ seq: view!.seq, seat: view!.seat, hand: view!.hand }))).toEqual(before);
      await playBy(hall, seats, 1);
    }
    expect(seats[0]!.view!.end).not.toBeNull();
    const paid = seats.map(({ view }) => BigInt(Number(view!.paid![view!.seat]) * 100));
    expect(await balances(seats)).toEqual(paid.map((gain) => 100_00n + gain));
    await hall.close();
    expect(await world.audit()).toEqual([]);
  },
);

/** Cuts the very connection that writes, at a statement of one table. */
async function cutAt(statement: "insert" | "update", table: string): Promise<void> {
  const { url } = world.open;
  await asOwner(
    url,
    "create or replace function cut_off() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$",
  );
  await asOwner(url, `create trigger cut_off before ${statement} on ${table} for each row execute function cut_off()`);
}

const mend = (table: string) => asOwner(world.open.url, `drop trigger cut_off on ${table}`);

test(
  "a table killed inside the deal has debited nobody; killed inside the end it is played to the same end by the next process",
  { timeout: 120_000 },
  async () => {
    const seats = await newSeats();
    let hall = await lead(seats);
    await cutAt("insert", "pvp_hand_seat");
    await deal(hall, seats);
    await mend("pvp_hand_seat");
    expect(await balances(seats)).toEqual([100_00n, 100_00n, 100_00n]);
    expect(await openHands()).toBe(0);
    await hall.close();
    hall = await lead(seats);
    await deal(hall, seats);
    await until(() => seats[0]!.view!.state === "plays", "the deal");
    await cutAt("update", "pvp_hand_seat");
    await playBy(hall, seats, ACTS);
    expect(await openHands()).toBe(1);
    expect(await balances(seats)).toEqual([92_00n, 92_00n, 92_00n]);
    await mend("pvp_hand_seat");
    await hall.close();
    hall = await lead(seats);
    await playBy(hall, seats, ACTS);
    expect(await openHands()).toBe(0);
    expect(await world.audit()).toEqual([]);
    await hall.close();
  },
);

test("a hand nobody goes on with for two minutes is given back whole, by a job or by whoever leads next, and a second process leads nothing meanwhile", async () => {
  const { platform } = world.open;
  for (const how of ["job", "leader"] as const) {
    const seats = await newSeats();
    const hall = await lead(seats);
    await deal(hall, seats);
    await playBy(hall, seats, 3);
    const standby = openHall(world);
    await standby.look();
    await standby.hear(seats[0]!.player, { say: "join", room: ROOM });
    expect(seats[0]!.codes).toContain("pvp.not_leading");
    await standby.close();
    await voidSilent(platform);
    expect(await openHands()).toBe(1);
    await hall.close();
    world.clock.advance(121_000);
    if (how === "job") await voidSilent(platform);
    else
      await platform.database.begin((tx) =>
        resumeTables(tx, platform.keys, { now: world.clock.now(), timeZone: platform.timeZone }, packs[platform.config.pack]),
      );
    expect(await openHands()).toBe(0);
    expect(await balances(seats)).toEqual([100_00n, 100_00n, 100_00n]);
  }
  expect(await world.audit()).toEqual([]);
});

test("a hand whose game fails at it is given back whole, its seats are told why, and the other tables go on", async () => {
  const [seats, others] = [await newSeats(), await newSeats()];
  const hall = await lead([...seats, ...others]);
  await deal(hall, seats);
  await deal(hall, others);
  const actor = seats.find(({ view, hand }) => view!.seat === hand.turn)!;
  const broken = vi.spyOn(tongits, "apply").mockImplementationOnce(() => {
    throw new RangeError("no such card");
  });
  await hall.hear(actor.player, { say: "act", hand: actor.view!.handId!, seq: actor.view!.seq, act: plainAct(actor.hand) });
  broken.mockRestore();
  expect(seats.map(({ codes }) => codes.at(-1))).toEqual(["pvp.voided", "pvp.voided", "pvp.voided"]);
  expect(await balances(seats)).toEqual([100_00n, 100_00n, 100_00n]);
  expect(await openHands()).toBe(1);
  await playBy(hall, others, ACTS);
  expect(await openHands()).toBe(0);
  expect(await world.audit()).toEqual([]);
  await hall.close();
});
