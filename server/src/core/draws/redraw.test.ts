import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { correctRound, findStanding } from "../wallet/corrections.ts";
import { getWalletId } from "../wallet/wallet.ts";
import { makeChain, ownSalt, saltChain } from "./chain.ts";
import { drawResult, moveDraw, scheduleDraw } from "./draws.ts";
import { redrawBounds, redrawResults, redrawRounds } from "./redraw.ts";

const ROULETTE = 14;
const [ROUNDS, DRAWS] = [7, 5];

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** Pages of two rows, so that every run turns some. */
const small = { ...redrawBounds, readAtOnce: 2 };
const db = () => world.open.platform.database.db;
/** What no service could write. */
const rewrite = (statement: string) => asOwner(world.open.url, `set session_replication_role = replica; ${statement}`);

test("rounds of seeds that were shown are drawn again, those with steps too; one that does not follow from its seeds is named, and a seed in force is left alone", async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const play = async (who: typeof ann) => {
    world.clock.advance(10_000);
    const request = { requestId: newId(world.clock.now()), stake: 1_00n };
    return (await who.call(rounds.play, { ...request, gameCode: "DICE", choice: { target: 5000, side: "under" } })).id;
  };
  const ids: string[] = [];
  for (let times = 0; times < ROUNDS - 1; times += 1) ids.push(await play(ann));
  world.clock.advance(10_000);
  let stepped: SteppedRound = await ann.call(rounds.open, { requestId: newId(world.clock.now()), gameCode: "BLACKJACK", stake: 10_00n, choice: {} });
  while (stepped.round === null) stepped = await ann.call(rounds.act, { roundId: stepped.id, step: stepped.step, action: stepped.legal.at(-1)! });
  const inForce = await play(ben);
  expect((await redrawRounds(db(), small)).drawn).toBe(0);
  await ann.call(seeds.rotate, { clientSeed: "mine" });
  expect(await redrawRounds(db(), small)).toEqual({ drawn: ROUNDS, wrong: [] });
  expect(await redrawRounds(db())).toEqual({ drawn: ROUNDS, wrong: [] });
  const wrongAfter = async (change: string) => {
    await rewrite(`update round set ${change}`);
    return (await redrawRounds(db(), small)).wrong;
  };
  expect(await wrongAfter(`win = win + 1 where id in ('${ids[2]}', '${inForce}')`)).toEqual([ids[2]]);
  expect(await wrongAfter(`win = win - 1 where id in ('${ids[2]}', '${inForce}')`)).toEqual([]);
  expect(await wrongAfter(`detail = jsonb_set(detail, '{outcome,roll}', '1.5') where id = '${ids[5]}'`)).toEqual([ids[5]]);
  expect((await wrongAfter(`all_win = all_win + 1 where part_of = '${stepped.id}' and status = 4`)).toSorted()).toEqual([ids[5]!, stepped.id].toSorted());
  expect((await redrawRounds(db(), { ...small, roundsMax: 1, ofASeedMax: 100 })).drawn).toBe(ROUNDS);
});

test("a round that was corrected is drawn again as it was played, and what corrected it is no round", async () => {
  const { platform } = world.open;
  const ann = await world.player({ balance: 100_00n });
  const request = { requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } };
  const { id: roundId } = await ann.call(rounds.play, request);
  await ann.call(seeds.rotate, { clientSeed: "corrected" });
  const before = await redrawRounds(db());
  world.clock.advance(10_000);
  const walletId = await getWalletId(db(), { accountId: ann.id, kind: "main" });
  const { gameId, stake, win } = (await findStanding(db(), { walletId, roundId }))!;
  const correction = { walletId, roundId, gameId, version: 1n, stakeMinor: stake, winMinor: win + 50n, validMinor: stake, reason: "A test." };
  await platform.database.begin((tx) => correctRound(tx, { now: world.clock.now(), timeZone: platform.timeZone }, correction));
  expect(await redrawRounds(db())).toEqual(before);
});

test("of the seeds that were shown only those with rounds are read, and a run ends where it has read enough of them", async () => {
  const ann = await world.player({ balance: 100_00n });
  const play = { gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } };
  for (const clientSeed of ["one", "two", "three"]) {
    await ann.call(seeds.rotate, { clientSeed: `${clientSeed}-unused` });
    world.clock.advance(10_000);
    await ann.call(rounds.play, { ...play, requestId: newId(world.clock.now()) });
    await ann.call(seeds.rotate, { clientSeed });
  }
  const played = "select count(*)::int as seeds from seed s where revealed_at is not null and exists (select from round r where r.seed_id = s.id)";
  const seedsMax = (await asOwner<{ seeds: number }>(world.open.url, played))[0]!.seeds;
  const { drawn } = await redrawRounds(db());
  expect((await redrawRounds(db(), { ...redrawBounds, seedsMax })).drawn).toBe(drawn);
  expect((await redrawRounds(db(), { ...redrawBounds, seedsMax: seedsMax - 1 })).drawn).toBeLessThan(drawn);
});

test("draws of tables are drawn again from their chain; one with another result, or another seed than was promised, is named, and a run ends where it has drawn enough", async () => {
  const [series, { database, keys }] = ["ROULETTE_1", world.open.platform];
  const now = world.clock.now();
  await database.begin(async (tx) => {
    const chainId = await makeChain(tx, keys, { series, length: 100, now });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "this test", now });
  });
  for (let number = 1; number <= DRAWS; number += 1)
    await database.begin(async (tx) => {
      const closesAt = new Date(now.getTime() + 1);
      const id = await scheduleDraw(tx, keys, {
        series,
        number: String(number),
        gameId: ROULETTE,
        opensAt: now,
        closesAt,
        drawsAt: closesAt,
        memberMax: 1_00n,
      });
      await moveDraw(tx, id, "scheduled", "open");
      await moveDraw(tx, id, "open", "closed");
      if (number < DRAWS) await drawResult(tx, keys, { id, now: closesAt });
    });
  expect(await redrawResults(db(), small)).toEqual({ drawn: DRAWS - 1, wrong: [] });
  expect((await redrawResults(db(), { ...small, drawsMax: 3 })).drawn).toBe(3);
  await rewrite(
    `update draw set result = jsonb_set(result, '{pocket}', to_jsonb(((result->>'pocket')::int + 1) % 37)) where series = '${series}' and number = '2'`,
  );
  expect(await redrawResults(db(), small)).toEqual({ drawn: DRAWS - 1, wrong: [`${series} 2`] });
  await rewrite(`update draw set seed = sha256('x') where series = '${series}' and number = '3'`);
  expect((await redrawResults(db(), small)).wrong.toSorted()).toEqual([`${series} 2`, `${series} 3`]);
});
