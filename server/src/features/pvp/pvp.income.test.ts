import { accountTypes } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDays } from "../../core/activity/activity.close.ts";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { rebuildDay } from "../../core/activity/activity.rebuild.ts";
import { dealBy, leadBy, playBy, Seat } from "../../testing/cards.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => world.close());

const ROOM = "TONGITS-100";
/** A hand that nobody wins costs nobody anything; so many in a row are none. */
const HANDS_MAX = 40;
const DAY_MS = 24 * 60 * 60_000;
const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
interface Figures {
  readonly id: string;
  readonly rounds: number;
  readonly valid: number;
  readonly result: number;
}
const figuresOf = (table: string, id: string) =>
  asOwner<Figures & Record<string, unknown>>(
    world.open.url,
    `select ${id}::text as id, sum(rounds)::int as rounds, sum(valid)::int as valid, sum(stake - win)::int as result from ${table} group by ${id} order by 1`,
  );

/** Members of three lines, and the agents above them. */
async function newLines(): Promise<{ readonly agents: readonly string[]; readonly seats: readonly Seat[] }> {
  const agents = await Promise.all(Array.from({ length: 3 }, () => world.member({ type: accountTypes.agent })));
  const members = await Promise.all(agents.map(({ id }) => world.member({ type: accountTypes.player, parentId: id })));
  for (const { id } of members) await world.give(id, 10_000_00n);
  return { agents: agents.map(({ id }) => String(id)), seats: members.map((member) => new Seat(member)) };
}

test("what a line earns of a hand is its members' part of the rake, in every figure of the day and in the day counted anew; valid bets stay what was lost", async () => {
  const { database } = world.open.platform;
  await world.pass(DAY_MS);
  const { agents, seats } = await newLines();
  const hall = await leadBy(world, seats, ROOM);
  let hand = { rake: 0n, lost: [0n] };
  for (let dealt = 0; dealt < HANDS_MAX && hand.rake === 0n; dealt += 1) {
    await dealBy(hall, seats, ROOM);
    await playBy(hall, seats, Infinity);
    const { view } = seats[0]!;
    hand = { rake: BigInt(Math.round(Number(view!.rake) * 100)), lost: seats.map((seat) => BigInt(Math.round(-100 * Number(view!.paid![seat.view!.seat])))) };
  }
  await hall.close();
  const losses = hand.lost.map((minor) => (minor > 0n ? minor : 0n));
  const sum = losses.reduce((all, one) => all + one, 0n);
  const parts = losses.map((loss) => (hand.rake * loss) / sum);
  const largest = losses.indexOf(losses.reduce((most, one) => (one > most ? one : most)));
  parts[largest]! += hand.rake - parts.reduce((all, one) => all + one, 0n);
  expect(hand.rake).toBeGreaterThan(0n);
  for (let windows = 0; windows < 3; windows += 1) {
    await world.pass(6 * 60_000);
    await gatherPlay(database, moment());
  }
  const expected = seats.map((_, at) => ({ valid: Number(losses[at]), result: Number(parts[at]) }));
  const ofLines = agents.map((id, at) => expect.objectContaining({ id, ...expected[at]! }));
  const ofMembers = seats.map(({ member }, at) => expect.objectContaining({ id: String(member.id), ...expected[at]! }));
  const lines = await figuresOf("line_hour", "agent_id");
  expect(lines).toEqual(expect.arrayContaining(ofLines));
  await world.pass(DAY_MS);
  await gatherPlay(database, moment());
  await closeDays(database, moment());
  expect(await figuresOf("member_day", "account_id")).toEqual(expect.arrayContaining(ofMembers));
  expect(await figuresOf("line_day", "agent_id")).toEqual(expect.arrayContaining(ofLines));
  expect(await figuresOf("line_play_day", "agent_id")).toEqual(expect.arrayContaining(ofLines));
  const days = await asOwner<{ day: string; fault: string | null }>(
    world.open.url,
    "select day::text, fault from activity_day where state = 'frozen' order by day",
  );
  expect(days.length).toBeGreaterThan(0);
  for (const { day, fault } of days) {
    expect(fault).toBeNull();
    expect(await database.begin((tx) => rebuildDay(tx, { day, timeZone: world.open.platform.timeZone }))).toEqual([]);
  }
  const { rows } = await database.begin((tx) => sql<{ sum: bigint }>`select sum(part)::bigint as sum from card_rakes('-infinity', 'infinity')`.execute(tx));
  expect(rows).toEqual([{ sum: hand.rake }]);
  expect(await world.audit()).toEqual([]);
});
