import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addVendor, type GatewayVendor, playAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { addTurnover, sumOpenTurnover } from "../turnover/turnover.ts";

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN", games: ["gale"] });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const playing = (balance = 100_00n) => playAt(world, vendor, { balance });
const bet = (id: string, amount = "10.00") => ({ id_provider: id, type: "bet", amount });
const win = (id: string, amount: string) => ({ id_provider: id, type: "win", amount });

/** What of a member's stakes at the vendor counted. */
const countedOf = async ({ player }: Awaited<ReturnType<typeof playing>>): Promise<string> =>
  (
    await asOwner<{ counted: string }>(world.open.url, "select (staked - uncounted)::text as counted from wallet where account_id = $1 and kind = 1", [
      player.id,
    ])
  )[0]!.counted;

test("of a vendor's round counts what was at stake: nothing of a stake that came back, and where one can stake on both sides no more than could be lost", async () => {
  const sql = (text: string) => asOwner(world.open.url, text);
  const slot = await playing();
  await slot.play([bet("a"), win("b", "10.00")], { finished: true });
  expect(await countedOf(slot)).toBe("0");
  await slot.play([bet("c"), win("d", "10.01")], { round_id: "slot-2", finished: true });
  expect(await countedOf(slot)).toBe("1000");
  await sql("update game set game_type = 'LIVE' where id = 700000");
  try {
    const whole = await playing();
    await whole.play([bet("a"), win("b", "10.00")], { finished: true });
    await whole.play([bet("c"), win("d", "9.99")], { round_id: "live-2", finished: true });
    expect(await countedOf(whole)).toBe("1");
    const parts = await playing();
    await parts.play([bet("a")]);
    await parts.play([bet("b")]);
    expect(await countedOf(parts)).toBe("0");
    await parts.play([win("c", "19.50")], { finished: true });
    expect(await countedOf(parts)).toBe("50");
    // What comes late, and what is taken back, changes what the whole round counts.
    await parts.play([win("d", "0.50")]);
    expect(await countedOf(parts)).toBe("0");
    await parts.undo([["r", "c"]]);
    expect(await countedOf(parts)).toBe("1950");
    await parts.undo([["s", "a"]]);
    expect(await countedOf(parts)).toBe("950");
  } finally {
    await sql("update game set game_type = 'RNG' where id = 700000");
  }
});

test("where a stake that counted is taken back, what was asked for since is asked for once, and done as it is said", async () => {
  const member = await playing(1_000_00n);
  const { player, play, undo } = member;
  const { database } = world.open.platform;
  const ask = (neededMinor: bigint) =>
    database.begin((tx) =>
      addTurnover(tx, { accountId: player.id, source: "adjustment", sourceId: newId(world.clock.now()), neededMinor, now: world.clock.now() }),
    );
  const left = () => sumOpenTurnover(database.db, player.id);
  await ask(50_00n);
  await play([bet("a", "800.00")], { finished: true });
  expect(await left()).toBe(0n);
  for (const needed of [100_00n, 20_00n]) await ask(needed);
  await undo([["r", "a"]]);
  // The first line was filled by what came back.
  expect(await left()).toBe(170_00n);
  await play([bet("b", "70.00")], { round_id: `after-${player.id}`, finished: true });
  expect(await left()).toBe(100_00n);
  await play([bet("c", "100.00")], { round_id: `after-that-${player.id}`, finished: true });
  expect(await left()).toBe(0n);
});
