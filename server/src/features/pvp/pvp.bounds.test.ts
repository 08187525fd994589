import { games } from "@laro/contract/games";
import { wallet } from "@laro/contract/wallet";
import { tongits } from "@laro/engines/pvp/tongits";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findCardGameByCode } from "../../core/catalogue/cardGames.ts";
import type { Database } from "../../platform/db.ts";
import { dealBy, leadBy, playBy, type Seat, seatsOf, until } from "../../testing/cards.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { CardHall } from "./pvp.hall.ts";
import { voidSilent } from "./pvp.resume.ts";
import { findRoom, holdOf, listRooms } from "./pvp.rooms.ts";
import { Seating } from "./pvp.seating.ts";
import { people } from "./pvp.table.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => world.close());

const ROOM = "TONGITS-1";
const PRACTICE = "TONGITS-FREE";
/** A market that closes nothing. */
const ANYWHERE = { closedGameTypes: [], play: { maxWinMinor: 10_000_00n, stakeMaxMinor: 10_000_00n } };
const reason = "the test says so";
const owner = (statement: string, values?: readonly unknown[]) => asOwner(world.open.url, statement, values as never);
const balances = (seats: readonly Seat[]) => Promise.all(seats.map(async ({ member }) => (await member.call(wallet.balance, {})).balance));
const listHands = (state: string) => world.open.platform.database.db.selectFrom("pvp_hand").select("id").where("state", "=", state).execute();

async function sitAll(hall: CardHall, seats: readonly Seat[]): Promise<void> {
  for (const { player } of seats) await hall.hear(player, { say: "seat", room: ROOM });
  await until(() => seats.every(({ view }) => view?.state === "ready"), "a full table");
}

test("an officer stops a card game by its own name, by its family or with the whole house; then nobody sits down, and whoever sits stands up before the deal", async () => {
  const officer = await world.operator("superadmin");
  const seats = await seatsOf(world);
  const hall = await leadBy(world, seats, ROOM);
  for (const named of [{ gameCode: "TONGITS" }, { gameType: "PVP" }, { gameType: "ALL" }]) {
    await sitAll(hall, seats);
    const { list } = await officer.call(games.setOpen, { ...named, isOpen: false, reason });
    expect(list.find(({ gameCode }) => gameCode === "TONGITS")).toMatchObject({ gameType: "PVP", isOpen: false });
    for (const seat of seats) await hall.hear(seat.player, seat.ready());
    for (const seat of seats) await hall.hear(seat.player, seat.open());
    expect(seats.map(({ codes }) => codes.splice(0))).toEqual([["games.closed"], ["games.closed"], ["games.closed"]]);
    for (const room of [ROOM, PRACTICE]) await hall.hear(seats[0]!.player, { say: "seat", room });
    expect(seats[0]!.codes.splice(0)).toEqual(["games.closed", "games.closed"]);
    await officer.call(games.setOpen, { ...named, isOpen: true, reason });
  }
  expect(await balances(seats)).toEqual([100_00n, 100_00n, 100_00n]);
  await dealBy(hall, seats, ROOM);
  const stopped = async (isOpen: boolean) =>
    (await officer.call(games.setOpen, { gameCode: "TONGITS", isOpen, reason })).list.find(({ gameCode }) => gameCode === "TONGITS")!;
  expect(await stopped(false)).toMatchObject({ state: "closing", openRounds: 3 });
  await playBy(hall, seats, 1_000);
  for (const { player } of seats) await hall.hear(player, { say: "leave" });
  expect((await officer.call(games.switches, {})).list.find(({ gameCode }) => gameCode === "TONGITS")).toMatchObject({ state: "closed", openRounds: 0 });
  expect(await stopped(true)).toMatchObject({ state: "open" });
  await owner("update game set state = 'hidden' where game_code = 'TONGITS'");
  await hall.hear(seats[0]!.player, { say: "seat", room: ROOM });
  expect(seats[0]!.codes).toEqual(["games.closed"]);
  await owner("update game set state = 'open' where game_code = 'TONGITS'");
  await hall.close();
});

test("the holds that a card game is listed with are those of its rooms", () => {
  const holds = listRooms(ANYWHERE).flatMap((room) => (room.unitMinor === undefined ? [] : [holdOf(room)]));
  const { stakeMin, stakeMax, stakeStep } = findCardGameByCode("TONGITS")!.holds;
  expect([holds[0], holds.at(-1)]).toEqual([stakeMin, stakeMax]);
  expect(holds.every((hold) => hold % stakeStep === 0n)).toBe(true);
});

test("whoever asks again how the table stands, or for the seat they have, is told alone, and what is said at once is told the others once", async () => {
  const seats = await seatsOf(world);
  const [ann, ben] = [seats[0]!, seats[1]!];
  const hall = await leadBy(world, seats, ROOM);
  await sitAll(hall, seats);
  await new Promise((wait) => setTimeout(wait, 400));
  const [own, others] = [ann.views, ben.views];
  await owner("insert into game_stop (game_id, scope, at, reason, by_name) values (93, 'game', now(), 'test', 'test')");
  for (let said = 0; said < 10; said += 1) {
    await hall.hear(ann.player, { say: "join", room: ROOM });
    await hall.hear(ann.player, { say: "seat", room: ROOM });
  }
  await owner("delete from game_stop");
  await new Promise((wait) => setTimeout(wait, 200));
  expect([ann.views - own, ben.views - others, ann.codes]).toEqual([20, 0, []]);
  for (let said = 0; said < 10; said += 1) await hall.hear(ann.player, ann.ready());
  await until(() => ben.view!.seats[ann.view!.seat]!.isReady, "to hear of it");
  await new Promise((wait) => setTimeout(wait, 200));
  expect(ben.views - others).toBeLessThanOrEqual(2);
  await hall.close();
});

test("a seat asked for again leaves the table where it is, and a practice table whose people are ready goes on once computers sit down", async () => {
  const seats = await seatsOf(world);
  const hall = await leadBy(world, seats, ROOM);
  await sitAll(hall, seats);
  for (const seat of seats) await hall.hear(seat.player, seat.ready());
  const { endsAt } = seats[2]!.view!;
  expect(seats.map(({ view }) => view!.state)).toEqual(["open", "open", "open"]);
  world.clock.advance(1_000);
  await hall.hear(seats[0]!.player, { say: "seat", room: ROOM });
  expect(seats[0]!.view).toMatchObject({ state: "open", endsAt });
  for (const { player } of seats) await hall.hear(player, { say: "leave" });
  const [alone] = seats;
  await hall.hear(alone!.player, { say: "seat", room: PRACTICE });
  await hall.hear(alone!.player, alone!.ready());
  await hall.hear(alone!.player, { say: "seat", room: PRACTICE, computers: true });
  await until(() => alone!.view!.state === "open", "to be asked for the bytes");
  await hall.hear(alone!.player, alone!.open());
  expect(alone!.view!.state).toBe("plays");
  await hall.close();
});

test("a deal that fails by a fault stands its seats up with nobody debited, and they play at another table; a hand of other rules than today's is given back", async () => {
  const seats = await seatsOf(world);
  const hall = await leadBy(world, seats, ROOM);
  await owner("create function is_away() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$");
  await owner("create trigger is_away before insert on pvp_hand_seat for each row execute function is_away()");
  await dealBy(hall, seats, ROOM);
  await owner("drop trigger is_away on pvp_hand_seat");
  expect(seats.map(({ codes }) => codes.splice(0))).toEqual([["server.busy"], ["server.busy"], ["server.busy"]]);
  expect([await balances(seats), await listHands("open")]).toEqual([[100_00n, 100_00n, 100_00n], []]);
  const { table } = seats[0]!.view!;
  await dealBy(hall, seats, ROOM);
  expect(seats[0]!.view).toMatchObject({ state: "plays" });
  expect(seats[0]!.view!.table).not.toBe(table);
  const others = await seatsOf(world);
  others.forEach(({ player }) => hall.enter(player));
  const broken = vi.spyOn(tongits, "deal").mockImplementationOnce(() => {
    throw new RangeError("no such deck");
  });
  await dealBy(hall, others, ROOM);
  broken.mockRestore();
  expect(others.map(({ codes }) => codes)).toEqual([["pvp.voided"], ["pvp.voided"], ["pvp.voided"]]);
  expect([await balances(others), (await listHands("open")).length]).toEqual([[100_00n, 100_00n, 100_00n], 1]);
  await hall.close();
  await owner("update pvp_hand set version = 99 where state = 'open'");
  const next = await leadBy(world, seats, ROOM);
  expect([await balances(seats), await listHands("open")]).toEqual([[100_00n, 100_00n, 100_00n], []]);
  await next.close();
});

test("of two open hands of the same members the later goes on and is not silent from then on; the other is given back by itself", async () => {
  const { platform } = world.open;
  const seats = await seatsOf(world);
  const first = await leadBy(world, seats, ROOM);
  await dealBy(first, seats, ROOM);
  const [old] = await listHands("open");
  await first.close();
  await owner("update pvp_hand set state = 'void', ended_at = now(), seed = seed_hash where id = $1", [old!.id]);
  world.clock.advance(1_000);
  const second = await leadBy(world, seats, ROOM);
  await dealBy(second, seats, ROOM);
  const [late] = await listHands("open");
  await second.close();
  await owner("update pvp_hand set state = 'open', ended_at = null, seed = null where id = $1", [old!.id]);
  expect(await balances(seats)).toEqual([84_00n, 84_00n, 84_00n]);
  world.clock.advance(100_000);
  const third = await leadBy(world, seats, ROOM);
  expect(seats[0]!.view).toMatchObject({ state: "plays", handId: late!.id });
  world.clock.advance(60_000);
  await voidSilent(platform);
  expect(await listHands("open")).toEqual([late]);
  expect(await balances(seats)).toEqual([92_00n, 92_00n, 92_00n]);
  await third.close();
  world.clock.advance(121_000);
  await voidSilent(platform);
  expect(await balances(seats)).toEqual([100_00n, 100_00n, 100_00n]);
  expect(await world.audit()).toEqual([]);
});

test("who sits down while the last one at a table stands up has a table that is held", async () => {
  const gates: (() => void)[] = [];
  const begin = (async () => new Promise<void>((open) => void gates.push(open))) as unknown as Database["begin"];
  const seating = new Seating(begin);
  const room = findRoom(PRACTICE, ANYWHERE)!;
  const wish = (accountId: bigint) => {
    const who = { accountId, name: "***", avatar: 0, language: "en", isTrial: false, standing: undefined as never };
    return { room, who, computers: false, own: false, asked: undefined, now: new Date() };
  };
  /** Lets the last write through that was begun, so that of two at once the later is done first. */
  const pass = async (): Promise<void> => {
    await new Promise((wait) => setTimeout(wait, 20));
    gates.pop()?.();
  };
  const sitting = seating.sit(wish(1n));
  await pass();
  const { table } = await sitting;
  const standing = seating.stand(table, people(table));
  const next = seating.sit(wish(2n));
  await pass();
  await pass();
  const [sat] = await Promise.all([next, standing]);
  expect(seating.has(sat.table)).toBe(true);
  expect(seating.tableOf(2n)).toBe(sat.table);
  expect([...seating.tables]).toEqual([sat.table]);
});
