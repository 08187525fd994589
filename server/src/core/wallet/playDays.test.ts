import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { endRealityChecks } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listPlay, rollUpPlay, sumPlay } from "./playDays.ts";
import { houseAccount } from "./posting.ts";
import { listRounds } from "./rounds.ts";
import { getWalletId } from "./wallet.ts";

const timeZone = "Asia/Manila";
const HOUR_MS = 60 * 60_000;
const ROUNDS_MAX = 25;
const games = { DICE: 1, MANGO_RUSH: 2 } as const;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const manilaDay = (at: Date): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);
const rollUp = () => rollUpPlay(world.open.platform.database, { now: world.clock.now(), timeZone });

interface Played {
  readonly day: string;
  readonly game: keyof typeof games;
  readonly stake: bigint;
  readonly win: bigint;
}

const sumOf = (played: readonly Played[]) => ({
  rounds: played.length,
  stake: played.reduce((sum, { stake }) => sum + stake, 0n),
  win: played.reduce((sum, { win }) => sum + win, 0n),
});

const figures = (listed: readonly { stake: bigint; win: bigint }[]): string[] => listed.map(({ stake, win }) => `${stake} ${win}`).toSorted();

/** Posts a round now; it was asked for some seconds ago, which may have been yesterday. */
async function play(
  walletId: bigint,
  { game, stake, win, waitedMs }: { game: keyof typeof games; stake: bigint; win: bigint; waitedMs: number },
): Promise<Played> {
  const now = world.clock.now();
  const round = { id: newId(new Date(now.getTime() - waitedMs)), gameId: games[game], draw: () => ({ winMinor: win, detail: "{}" }) };
  await world.open.platform.ledger.post({
    ref: newId(now),
    walletId,
    contra: houseAccount(games[game]),
    kind: "bet",
    debitMinor: stake,
    creditMinor: 0n,
    digest: 0n,
    round,
  });
  return { day: manilaDay(now), game, stake, win };
}

const step = fc.record({
  laterMs: fc.oneof(fc.integer({ min: 1, max: 30 * HOUR_MS }), fc.constantFrom(1, 500, 5_000)),
  toMidnight: fc.boolean(),
  game: fc.constantFrom(...(Object.keys(games) as (keyof typeof games)[])),
  stake: fc.bigInt({ min: 1n, max: 500n }),
  win: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 900n })),
  waitedMs: fc.integer({ min: 0, max: 20_000 }),
  rollsUp: fc.boolean(),
});

const DAY_MS = 24 * HOUR_MS;
/** Midnight in Manila is 16:00 in UTC. */
const untilMidnightMs = (at: Date): number => DAY_MS - ((at.getTime() + 8 * HOUR_MS) % DAY_MS);

test("whatever days were written down and whenever, totals and days of play are what a plain sum over all rounds says [PROD-09]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: ROUNDS_MAX }), fc.nat(ROUNDS_MAX), fc.nat(ROUNDS_MAX), async (steps, one, other) => {
      const person = await world.player({ balance: 100_000n });
      const { db } = world.open.platform.database;
      const walletId = await getWalletId(db, { accountId: person.id, kind: "main" });
      await endRealityChecks(world, person.id);
      const all: Played[] = [];
      for (const { laterMs, toMidnight, rollsUp, ...round } of steps) {
        await world.pass(toMidnight ? untilMidnightMs(world.clock.now()) + (laterMs % 3_000) : laterMs);
        all.push(await play(walletId, round));
        if (rollsUp) await rollUp();
        expect(await sumPlay(db, { basis: "settled", walletIds: [walletId], timeZone })).toEqual(sumOf(all));
      }
      const [from, to] = [all[one % all.length]!.day, all[other % all.length]!.day].toSorted() as [string, string];
      const within = all.filter(({ day }) => day >= from && day <= to);
      for (const game of [undefined, ...(Object.keys(games) as (keyof typeof games)[])]) {
        const match = within.filter((round) => game === undefined || round.game === game);
        const filter = { basis: "settled" as const, walletIds: [walletId], timeZone, from, to, gameId: game && games[game] };
        expect(await sumPlay(db, filter)).toEqual(sumOf(match));
        const days = [...Map.groupBy(match, ({ day }) => day)].map(([day, played]) => ({ day, ...sumOf(played) }));
        expect(await listPlay(db, filter)).toEqual(days.toSorted((a, b) => (a.day < b.day ? 1 : -1)));
        const listed = await listRounds(db, { walletId, timeZone, from, to, gameId: game && games[game], cursor: undefined, limit: ROUNDS_MAX });
        expect(figures(listed)).toEqual(figures(match));
      }
    }),
    { numRuns: 15 },
  );
  await world.pass(2 * DAY_MS);
  await rollUp();
  expect(await world.audit()).toEqual([]);
});
