import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepPlay, listPlay, rollUpPlay, sumPlay } from "../../core/wallet/playDays.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readPositionSince } from "./protection.positions.ts";

const timeZone = "Asia/Manila";
const HOUR_MS = 60 * 60_000;
const games = { DICE: 1, MANGO_RUSH: 2 } as const;
type Game = keyof typeof games;
const gameNames = Object.keys(games) as Game[];

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

interface Played {
  readonly at: Date;
  readonly game: Game;
  readonly stake: bigint;
  readonly win: bigint;
}

const manilaDay = ({ at }: Played): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);

const sumOf = (played: readonly Played[]) => ({
  rounds: played.length,
  stake: played.reduce((sum, { stake }) => sum + stake, 0n),
  win: played.reduce((sum, { win }) => sum + win, 0n),
});

/** Plays many rounds in one moment; every third wins. */
async function playMany(walletId: bigint, count: number, game: Game): Promise<readonly Played[]> {
  const at = world.clock.now();
  const played = Array.from({ length: count }, (_, index): Played => ({ at, game, stake: BigInt(1 + (index % 7)), win: index % 3 === 0 ? 5n : 0n }));
  const post = ({ stake, win }: Played) =>
    world.open.platform.ledger.post({
      ref: newId(at),
      walletId,
      contra: houseAccount(games[game]),
      kind: "bet",
      debitMinor: stake,
      creditMinor: 0n,
      digest: 0n,
      round: { gameId: games[game], draw: () => ({ winMinor: win, detail: "{}" }) },
    });
  await Promise.all(played.map(post));
  return played;
}

const step = fc.record({
  laterMs: fc.integer({ min: 1, max: 9 * HOUR_MS }),
  count: fc.integer({ min: 1, max: 420 }),
  game: fc.constantFrom(...gameNames),
  keeps: fc.boolean(),
  rollsUp: fc.boolean(),
});

test("however much was played and whatever was written down of it, days, totals, limits and positions are what a plain sum over all rounds says", async () => {
  const { database } = world.open.platform;
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), fc.nat(8), async (steps, from) => {
      const { id: accountId } = await world.player({ balance: 1_000_000n });
      const walletId = await getWalletId(db, { accountId, kind: "main" });
      await endRealityChecks(world, accountId);
      const all: Played[] = [];
      for (const { laterMs, count, game, keeps, rollsUp } of steps) {
        await world.pass(laterMs);
        all.push(...(await playMany(walletId, count, game)));
        if (keeps) await keepPlay(database, { accountId, now: world.clock.now() });
        if (rollsUp) await rollUpPlay(database, { now: world.clock.now(), timeZone });
      }
      for (const gameId of [undefined, ...gameNames]) {
        const match = all.filter(({ game }) => gameId === undefined || game === gameId);
        const days = [...Map.groupBy(match, manilaDay)].map(([day, played]) => ({ day, ...sumOf(played) }));
        const filter = { basis: "settled" as const, walletIds: [walletId], timeZone, gameId: gameId && games[gameId] };
        expect(await listPlay(db, filter)).toEqual(days.toSorted((a, b) => (a.day < b.day ? 1 : -1)));
        expect(await sumPlay(db, filter)).toEqual(sumOf(match));
      }
      const since = all[Math.floor((all.length * from) / 9)]!.at;
      const { stake, win } = sumOf(all.filter(({ at }) => at >= since));
      expect(await readPositionSince(db, { accountId, since })).toMatchObject({ staked: stake, won: win });
      const { rows } = await database.pool.query("select limit_used($1, 'loss', $2) as used", [walletId, since]);
      expect(rows).toEqual([{ used: stake - win }]);
    }),
    { numRuns: 8 },
  );
  expect(await world.audit()).toEqual([]);
});

test("a day's positions, totals and limits are read from the parts that were written down, not from their rounds, and a wrong part is found", async () => {
  const ann = await world.player({ balance: 1_000_000n });
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: ann.id, kind: "main" });
  await ann.call(limits.set, { kind: "stake", period: "month", amount: 10_000_00n });
  const { stake } = sumOf(await playMany(walletId, 1_000, "DICE"));
  const staked = async (): Promise<readonly bigint[]> => [
    (await ann.call(protection.positions, {})).day.staked,
    (await ann.call(protection.mine, {})).reality.position.staked,
    (await ann.call(rounds.totals, {})).stake,
    (await ann.call(limits.mine, {})).list[0]!.used,
  ];
  expect(await staked()).toEqual([stake, stake, stake, stake]);
  const change = (byMinor: number) => asOwner(world.open.url, "update play_part set stake = stake + $2 where wallet_id = $1 and part = 1", [walletId, byMinor]);
  await change(7);
  expect(await staked()).toEqual([stake + 7n, stake + 7n, stake + 7n, stake + 7n]);
  expect(await world.audit()).toEqual([expect.stringMatching(/^audit_a12: .*a written part is not what its lines say/)]);
  await change(-7);
  expect(await world.audit()).toEqual([]);
});
