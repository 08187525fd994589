import { Refusal } from "@laro/contract/core/errors";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { correctRound, findStanding } from "./corrections.ts";
import { addToRound, closeRound, findOpenRound, lockWallet, openRound, type OpenState } from "./entries.ts";
import { listPlay, rollUpPlay, sumPlay, type PlayBasis } from "./playDays.ts";
import { getBalances, getWalletId } from "./wallet.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const STATE: OpenState = { stake: "0", choice: {}, actions: [] };

const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const walletOf = (accountId: bigint) => getWalletId(world.open.platform.database.db, { accountId, kind: "main" });
const begin: World["open"]["platform"]["database"]["begin"] = (work) => world.open.platform.database.begin(work);
const dueAt = () => new Date(world.clock.now().getTime() + DAY_MS);

/** Opens a round of a game for a stake and answers its id. */
const open = (walletId: bigint, { gameId = 1, stake }: { gameId?: number; stake: bigint }): Promise<string> =>
  begin(async (tx) => {
    const { seed, nonce } = await lockWallet(tx, walletId);
    const round = { ref: newId(world.clock.now()), walletId, gameId, stakeMinor: stake, digest: 0n, seed, nonce, state: STATE, dueAt: dueAt() };
    return (await openRound(tx, moment(), round)).roundId;
  });

const add = (walletId: bigint, id: string, { gameId = 1, stake }: { gameId?: number; stake: bigint }) =>
  begin(async (tx) => {
    const { step } = (await findOpenRound(tx, { walletId, id }))!;
    return addToRound(tx, moment(), { id, walletId, gameId, step, stakeMinor: stake, digest: 0n, state: STATE, dueAt: dueAt() });
  });

interface End {
  readonly gameId?: number;
  readonly stake?: bigint;
  readonly win?: bigint;
  readonly valid?: bigint;
}

const close = (walletId: bigint, id: string, { gameId = 1, stake = 0n, win = 0n, valid = 0n }: End) =>
  begin((tx) => closeRound(tx, moment(), { id, walletId, gameId, stakeMinor: stake, winMinor: win, validMinor: valid, detail: {}, digest: 0n }));

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

const countersOf = async (walletId: bigint) => {
  const [row] = await asOwner<{ staked: string; won: string; counted: string }>(
    world.open.url,
    "select staked::text, won::text, (staked - uncounted)::text as counted from wallet where id = $1",
    [String(walletId)],
  );
  return row!;
};

test("a round that is not open, or open already, takes and gives nothing", async () => {
  const { id: accountId } = await world.player({ balance: 10_00n });
  const walletId = await walletOf(accountId);
  expect(await codeOf(close(walletId, newId(world.clock.now()), { win: 5_00n }))).toBe("rounds.not_open");
  const id = await open(walletId, { stake: 1_00n });
  expect(await codeOf(open(walletId, { stake: 1_00n }))).toBe("rounds.already_open");
  expect(await codeOf(open(walletId, { gameId: 2, stake: 20_00n }))).toBe("wallet.insufficient_funds");
  expect(await codeOf(add(walletId, id, { stake: 20_00n }))).toBe("wallet.insufficient_funds");
  await open(walletId, { gameId: 2, stake: 1_00n });
  expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(8_00n);
  expect(await world.audit()).toEqual([]);
});

test("what is open counts nothing; at the close the whole round counts once, by its valid bet", async () => {
  const { id: accountId } = await world.player({ balance: 10_00n });
  const walletId = await walletOf(accountId);
  const id = await open(walletId, { stake: 2_00n });
  await add(walletId, id, { stake: 3_00n });
  expect(await countersOf(walletId)).toEqual({ staked: "500", won: "0", counted: "0" });
  await close(walletId, id, { stake: 1_00n, win: 9_00n, valid: 3_00n });
  expect(await countersOf(walletId)).toEqual({ staked: "600", won: "900", counted: "300" });
  expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(13_00n);
  const given = await open(walletId, { stake: 4_00n });
  await close(walletId, given, { stake: -4_00n });
  expect(await countersOf(walletId)).toEqual({ staked: "600", won: "900", counted: "300" });
  expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(13_00n);
  expect(await world.audit()).toEqual([]);
});

test("of many who close one round at once, one does, and it is paid once", async () => {
  const { id: accountId } = await world.player({ balance: 10_00n });
  const walletId = await walletOf(accountId);
  const id = await open(walletId, { stake: 1_00n });
  const closings = await Promise.all(Array.from({ length: 8 }, () => close(walletId, id, { win: 5_00n, valid: 1_00n }).catch((error: unknown) => error)));
  expect(closings.filter((one) => !(one instanceof Error) && !(one as { repeated: boolean }).repeated)).toHaveLength(1);
  expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(14_00n);
  expect(await world.audit()).toEqual([]);
});

test("an open stake counts against the limits at once; given back it makes room the same day, and yesterday's makes none today", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const walletId = await walletOf(ann.id);
  await endRealityChecks(world, ann.id);
  await asOwner(world.open.url, "insert into play_limit (account_id, kind, period, amount, updated_at) values ($1, 'stake', 'day', 1000, now())", [
    String(ann.id),
  ]);
  await asOwner(world.open.url, "update wallet set limited = true, left_until = null where id = $1", [String(walletId)]);
  const yesterdays = await open(walletId, { stake: 10_00n });
  expect(await codeOf(open(walletId, { gameId: 2, stake: 1_00n }))).toBe("limits.stake_reached");
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("limits.stake_reached");
  await close(walletId, yesterdays, { stake: -10_00n });
  const same = await open(walletId, { stake: 10_00n });
  await world.pass(DAY_MS);
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("played");
  await close(walletId, same, { stake: -10_00n });
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("limits.stake_reached");
  expect(await world.audit()).toEqual([]);
});

type Step =
  | { readonly do: "bet"; readonly stake: bigint; readonly win: bigint }
  | { readonly do: "open" | "add"; readonly stake: bigint }
  | { readonly do: "close"; readonly win: bigint; readonly adds: bigint }
  | { readonly do: "void" | "rollUp" }
  | { readonly do: "correct"; readonly which: number; readonly win: bigint | null }
  | { readonly do: "wait"; readonly ms: number };

const amount = fc.bigInt({ min: 1n, max: 200n });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("bet" as const), stake: amount, win: fc.oneof(fc.constant(0n), amount) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("open" as const, "add" as const), stake: amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("close" as const), win: fc.oneof(fc.constant(0n), amount), adds: fc.oneof(fc.constant(0n), amount) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("void" as const, "rollUp" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("correct" as const), which: fc.nat(20), win: fc.option(amount, { freq: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30 * HOUR_MS }) }) },
);

/** Gives one of a wallet's settled rounds another win, or all of it back; nothing where it has none or stands so already. */
async function correct(walletId: bigint, { which, win }: { which: number; win: bigint | null }): Promise<void> {
  const settled = await asOwner<{ id: string }>(
    world.open.url,
    "select round_id as id from round_settled where wallet_id = $1 and status in (1, 4) order by id",
    [String(walletId)],
  );
  const roundId = settled[which % Math.max(1, settled.length)]?.id;
  const stands = roundId === undefined ? undefined : await findStanding(world.open.platform.database.db, { walletId, roundId });
  if (stands === undefined) return;
  const { gameId, stake, corrections } = stands;
  const to = win === null ? { stakeMinor: 0n, winMinor: 0n, validMinor: 0n } : { stakeMinor: stake, winMinor: win, validMinor: win === stake ? 0n : stake };
  const asked = { walletId, roundId: roundId!, gameId, version: corrections + 1n, ...to, reason: "A test." };
  const isChanged = to.stakeMinor !== stake || to.winMinor !== stands.win;
  expect(await codeOf(begin((tx) => correctRound(tx, moment(), asked)))).toBe(isChanged ? "done" : "rounds.not_settled");
}

const rollUp = () => rollUpPlay(world.open.platform.database, moment());

/** Carries a step out; steps that do not fit where things stand do nothing. */
async function take(
  accountId: bigint,
  walletId: bigint,
  opened: { id: string; stake: bigint } | undefined,
  one: Step,
): Promise<{ id: string; stake: bigint } | undefined> {
  switch (one.do) {
    case "bet":
      await placeBet(world, accountId, one);
      return opened;
    case "open":
      return opened ?? { id: await open(walletId, one), stake: one.stake };
    case "add":
      if (opened !== undefined) await add(walletId, opened.id, one);
      return opened && { ...opened, stake: opened.stake + one.stake };
    case "close":
      if (opened !== undefined) await close(walletId, opened.id, { stake: one.adds, win: one.win, valid: opened.stake + one.adds });
      return undefined;
    case "void":
      if (opened !== undefined) await close(walletId, opened.id, { stake: -opened.stake });
      return undefined;
    case "correct":
      await correct(walletId, one);
      return opened;
    case "rollUp":
      await rollUp();
      return opened;
    case "wait":
      await world.pass(one.ms);
      return opened;
  }
}

/** A day on which what was given back made up for what was staked, and no round ended, is none. */
const plainSum = (rows: string, isRound: string): string => `
  select day, stake::text, win::text, rounds from (
    select (at at time zone 'Asia/Manila')::date::text as day, sum(stake) as stake, sum(win) as win, count(*) filter (where ${isRound})::integer as rounds
    from ${rows} where wallet_id = $1 group by 1
  ) p where rounds > 0 or stake <> 0 or win <> 0 order by day desc`;
const plainSums: Readonly<Record<PlayBasis, string>> = { money: plainSum("round", "status in (1, 4)"), settled: plainSum("round_settled", "status <> 5") };

test("whatever was opened, added, closed, given back and corrected over midnights and written days, both bases are what a plain sum over all rows says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { id: accountId } = await world.player({ balance: 100_000n });
      await endRealityChecks(world, accountId);
      const walletId = await walletOf(accountId);
      const { db } = world.open.platform.database;
      let opened: { id: string; stake: bigint } | undefined;
      for (const one of steps) opened = await take(accountId, walletId, opened, one);
      for (const basis of ["money", "settled"] as const) {
        const filter = { basis, walletIds: [walletId], timeZone: moment().timeZone };
        const plain = await asOwner<{ day: string; stake: string; win: string; rounds: number }>(world.open.url, plainSums[basis], [String(walletId)]);
        const listed = await listPlay(db, filter);
        expect(listed.map(({ stake, win, ...row }) => ({ ...row, stake: String(stake), win: String(win) }))).toEqual(plain);
        const sum = await sumPlay(db, filter);
        expect([sum.stake, sum.win]).toEqual([
          plain.reduce((all, { stake }) => all + BigInt(stake), 0n),
          plain.reduce((all, { win }) => all + BigInt(win), 0n),
        ]);
      }
    }),
    {
      numRuns: 20,
      // What was staked anew is as much as what was given back, on a day of which nothing is left.
      examples: [
        [
          [
            { do: "bet", stake: 4n, win: 0n },
            { do: "wait", ms: 13 * HOUR_MS },
            { do: "open", stake: 4n },
            { do: "correct", which: 0, win: null },
          ],
        ],
      ],
    },
  );
  await world.pass(2 * DAY_MS);
  await rollUp();
  expect(await world.audit()).toEqual([]);
});

test("a part of the journal full of entries is what its lines say, and a stake given back of a round from before the day is read line by line", async () => {
  const { id: accountId } = await world.player({ balance: 10_000_00n });
  const walletId = await walletOf(accountId);
  await endRealityChecks(world, accountId);
  const early = await open(walletId, { stake: 7_00n });
  await world.pass(DAY_MS);
  await close(walletId, early, { stake: -7_00n });
  await Promise.all(Array.from({ length: 560 }, () => placeBet(world, accountId, { stake: 1_00n })));
  const since = new Date(world.clock.now().getTime() - HOUR_MS);
  const used = async () =>
    (
      await asOwner<{ stake: string; loss: string }>(
        world.open.url,
        "select limit_used($1, 'stake', $2)::text as stake, limit_used($1, 'loss', $2)::text as loss",
        [String(walletId), since],
      )
    )[0];
  expect(await used()).toEqual({ stake: "56000", loss: "56000" });
  const [kept] = await asOwner<{ opened: string; open_stake: string }>(
    world.open.url,
    "select opened, open_stake::text from play_part where wallet_id = $1 and opened is not null",
    [String(walletId)],
  );
  expect(kept).toEqual({ opened: early, open_stake: "0" });
  expect(await world.audit()).toEqual([]);
});
