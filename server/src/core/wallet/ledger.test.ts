import { accounts } from "@laro/contract/accounts";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { rollDice } from "../../testing/bets.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const dice = (stake: bigint) => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake, choice: { target: 5000, side: "under" } });

test("a stake above the balance is refused and moves nothing", async () => {
  const ann = await world.player({ balance: 50_00n });
  expect(await ann.refused(rounds.play, dice(60_00n))).toBe("wallet.insufficient_funds");
  expect((await ann.call(wallet.balance, {})).balance).toBe(50_00n);
});

test("the same request answers the same round and stakes once; with another stake it is refused", async () => {
  const ann = await world.player({ balance: 50_00n });
  const play = dice(1_00n);
  const first = await ann.call(rounds.play, play);
  expect(await ann.call(rounds.play, play)).toEqual({ ...first, at: expect.any(String) });
  expect(await ann.refused(rounds.play, { ...play, stake: 2_00n })).toBe("request.id_reused");
  expect((await ann.call(wallet.balance, {})).balance).toBe(50_00n - 1_00n + first.win);
});

test("many rounds at once on one wallet use every nonce once and leave a clean ledger", async () => {
  const ann = await world.player({ balance: 500_00n });
  const played = await Promise.all(Array.from({ length: 64 }, () => rollDice(world, ann.id, { stake: 1_00n })));
  expect(played.map(({ nonce }) => Number(nonce)).sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, nonce) => nonce));
  expect((await ann.call(seeds.rotate, { clientSeed: "my-own" })).revealed.rounds).toBe("64");
  expect((await ann.call(rounds.play, dice(1_00n))).nonce).toBe("0");
  expect((await ann.call(accounts.me, {})).account).toBe(ann.name);
  expect(await world.audit()).toEqual([]);
});
