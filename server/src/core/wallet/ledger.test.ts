import { accounts } from "@laro/contract/accounts";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { rollDice } from "../../testing/bets.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { houseAccount, type Posted } from "./posting.ts";
import { getWalletId } from "./wallet.ts";

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

test("a wallet whose seed does not open fails alone, as a fault of ours; whoever bets beside it is answered", async () => {
  const { ledger, database } = world.open.platform;
  const members = [await world.player({ balance: 50_00n }), await world.player({ balance: 50_00n }), await world.player({ balance: 50_00n })];
  const wallets = await Promise.all(members.map(({ id }) => getWalletId(database.db, { accountId: id, kind: "main" })));
  const seedOf = (walletId: bigint) => `(select seed_id from wallet where id = ${walletId})`;
  const plant = (change: string) => asOwner(world.open.url, `set session_replication_role = replica; update seed s ${change}`);
  // One seed under the seal of another, and one that its seal opens to something else than was promised.
  await plant(`set seed_sealed = o.seed_sealed from seed o where s.id = ${seedOf(wallets[0]!)} and o.id = ${seedOf(wallets[2]!)}`);
  await plant(`set server_seed = sha256('another'), seed_sealed = null where s.id = ${seedOf(wallets[1]!)}`);
  // In one turn of the event loop: one batch.
  const bet = (walletId: bigint): Promise<Posted> =>
    ledger.post({
      ref: newId(world.clock.now()),
      walletId,
      contra: houseAccount(1),
      kind: "bet",
      debitMinor: 1_00n,
      creditMinor: 0n,
      digest: 1n,
      round: { gameId: 1, draw: () => ({ winMinor: 0n, detail: "{}" }) },
    });
  const outcomes = await Promise.allSettled([...wallets, ...wallets].map(bet));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(String((outcomes[1] as PromiseRejectedResult).reason)).toMatch(/not the one that [0-9a-f]{64} promises/);
  expect(await members[0]!.refused(rounds.play, dice(1_00n))).toBe("server.unknown");
  expect((await members[2]!.call(wallet.balance, {})).balance).toBe(48_00n);
  expect((await members[0]!.call(wallet.balance, {})).balance).toBe(50_00n);
});
