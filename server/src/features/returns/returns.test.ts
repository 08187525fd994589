import { games } from "@laro/contract/games";
import { returns } from "@laro/contract/returns";
import { rounds } from "@laro/contract/rounds";
import type { Engine, InstantEngine, SteppedEngine } from "@laro/engines/engine";
import { engines } from "@laro/engines/registry";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listHouseGames } from "../../core/catalogue/catalogue.ts";
import { digestOf, SCHEME } from "../../core/catalogue/digests.ts";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countReturns, isOutside } from "./returns.ts";
import { checkVersions } from "./returns.versions.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await createWorld();
  ann = await world.player({ balance: 10_000_00n });
});
afterAll(() => world.close());

const roll = async (stake: bigint) => {
  world.clock.advance(1_000);
  return ann.call(rounds.play, { requestId: newId(world.clock.now()), gameCode: "DICE", stake, choice: { target: 5_000, side: "under" } });
};
const count = () => countReturns(world.open.platform);
const check = () => world.open.platform.database.begin((tx) => checkVersions(tx, world.clock.now()));
const alerts = async () => (await (await world.operator("risk")).call(returns.list, {})).alerts;

test("what came back is counted once, by day, whoever counts and however often, and anyone reads it beside the mathematics", async () => {
  expect(await world.guest().call(returns.live, { gameCode: "WHEEL" })).toMatchObject({ rounds: 0, percent: null, band: null, isOutside: false });
  const played = [];
  for (const stake of [10_00n, 20_00n, 30_00n]) played.push(await roll(stake));
  world.clock.advance(DAY_MS);
  // A session rests no longer than a day.
  ann = await world.player({ balance: 10_000_00n });
  played.push(await roll(50_00n));
  await count();
  expect((await (await world.operator("risk")).call(returns.list, {})).list.find(({ gameCode }) => gameCode === "DICE")).toMatchObject({
    rounds: 3,
    stake: 60_00n,
  });
  world.clock.advance(HOUR_MS);
  await Promise.all([count(), count(), count()]);
  const win = played.reduce((sum, round) => sum + round.win, 0n);
  const live = await world.guest().call(returns.live, { gameCode: "DICE" });
  expect(live).toMatchObject({ version: 1, exactReturn: "98.03", rounds: 4, stake: 110_00n, win, isOutside: false });
  expect(await asOwner(world.open.url, "select day, rounds::int, stake::int, squares::text from game_return where game_id = 1 order by day")).toMatchObject([
    { rounds: 3, stake: 60_00, squares: String(10_00 ** 2 + 20_00 ** 2 + 30_00 ** 2) },
    { rounds: 1, stake: 50_00, squares: String(50_00 ** 2) },
  ]);
});

test("the band is 3.29 deviations of the stakes on either side, and only above where skill decides", () => {
  // Limbo's boldest target; a scratch card has one bet: 10,000 stakes of 1.00 lie within 3.29 × σ × √10,000 stakes.
  const { numerator, denominator } = engines.SCRATCH.exactVariance();
  const [stake, squares] = [10_000n * 100n, 10_000n * 100n ** 2n];
  const mean = (stake * engines.SCRATCH.exactReturn().numerator) / engines.SCRATCH.exactReturn().denominator;
  const half = BigInt(Math.floor(3.29 * Math.sqrt(Number(numerator) / Number(denominator)) * 100 * 100));
  const of = (win: bigint) => isOutside(engines.SCRATCH as never, { rounds: 10_000, stake, win, squares });
  expect([of(mean), of(mean + half - 1n), of(mean - half + 1n), of(mean + half + 2n), of(mean - half - 2n)]).toEqual([false, false, false, true, true]);
  const skilled = { ...engines.SCRATCH, skill: true } as never;
  expect([mean - half - 2n, mean + half + 2n].map((win) => isOutside(skilled, { rounds: 10_000, stake, win, squares }))).toEqual([false, true]);
});

test.each(Object.entries(engines))("%s has a band: what it returns lies within, twice the largest win of every stake outside", (_code, engine) => {
  const [stake, squares] = [100n * engine.stakeMin, 100n * engine.stakeMin ** 2n];
  const of = (win: bigint) => isOutside(engine as never, { rounds: 100, stake, win, squares });
  const { numerator, denominator } = engine.exactReturn();
  const most = engine.maxWinMultiple;
  expect([of((stake * numerator) / denominator), of((2n * stake * most.numerator) / most.denominator)]).toEqual([false, true]);
});

test("outside at the ends of two days tells officers once, and who has looked at it ends that", async () => {
  await asOwner(
    world.open.url,
    "update game_return set win = stake * 3, stake = 100000000, squares = 100000000 where game_id = 1 and day = (select min(day) from game_return where game_id = 1)",
  );
  await count();
  expect(await alerts()).toEqual([]);
  world.clock.advance(DAY_MS);
  await count();
  await count();
  const [alert] = await alerts();
  const [risk, support] = [await world.operator("risk"), await world.operator("support")];
  expect(await alerts()).toMatchObject([{ gameCode: "DICE", reason: "return", version: 1 }]);
  expect(await support.refused(returns.see, { id: alert!.id })).toBe("sessions.forbidden");
  expect((await risk.call(returns.see, { id: alert!.id })).alerts).toEqual([]);
  expect(await risk.refused(returns.see, { id: alert!.id })).toBe("returns.alert_not_found");
  world.clock.advance(DAY_MS);
  await count();
  expect(await alerts()).toEqual([]);
});

test("every game's mathematics have one digest, another for each game; a version that is not what it was stops its game", async () => {
  await check();
  await check();
  const kept = await asOwner<{ digest: string }>(world.open.url, "select digest from game_digest");
  expect(kept).toHaveLength(listHouseGames().length);
  expect(digestOf(engines.DICE as never)).toBe(digestOf(engines.DICE as never));
  const other = { ...engines.DICE, play: (round: never) => ({ ...(engines.DICE as { play: (of: never) => object }).play(round), winMinor: 0n }) };
  expect(digestOf(other as never)).not.toBe(digestOf(engines.DICE as never));
  const risk = await world.operator("risk");
  const opening = { gameCode: "WHEEL", isOpen: true, reason: "It is what it was" };
  const digestTo = (digest: string) =>
    asOwner(world.open.url, "update game_digest set digest = $1 where game_id = (select id from game where game_code = 'WHEEL')", [digest]);
  const was = digestOf(engines.WHEEL as never);
  onTestFinished(async () => void (await digestTo(was), await risk.call(games.setOpen, opening)));
  await digestTo("another");
  await check();
  expect((await risk.call(games.switches, {})).list.find(({ gameCode }) => gameCode === "WHEEL")).toMatchObject({ isOpen: false, stops: [{ by: "Laro" }] });
  expect(await alerts()).toMatchObject([{ gameCode: "WHEEL", reason: "mathematics" }]);
  // No officer opens it as it is; the others' openings leave its own stop.
  expect(await risk.refusal(games.setOpen, opening)).toMatchObject({ code: "games.version_differs", values: { game: "Perya Wheel" } });
  await risk.call(games.setOpen, { gameType: "ALL", isOpen: true, reason: "All of them" });
  expect((await risk.call(games.switches, {})).list.find(({ gameCode }) => gameCode === "WHEEL")).toMatchObject({ isOpen: false });
  await digestTo(was);
  expect((await risk.call(games.setOpen, opening)).list.find(({ gameCode }) => gameCode === "WHEEL")).toMatchObject({ isOpen: true });
});

/** An engine that is as it was, but pays nothing where more than twenty stakes are won. */
function without(engine: Engine): Engine {
  const cut = (stakeMinor: bigint, winMinor: bigint): bigint => (winMinor > 20n * stakeMinor ? 0n : winMinor);
  const play: InstantEngine<unknown, unknown>["play"] = (round) => {
    const played = (engine as InstantEngine<unknown, unknown>).play(round);
    return { ...played, winMinor: cut(round.stakeMinor, played.winMinor) };
  };
  const replay: SteppedEngine<unknown, unknown, unknown, unknown>["replay"] = (round) => {
    const at = (engine as SteppedEngine<unknown, unknown, unknown, unknown>).replay(round);
    return at.end === undefined ? at : { ...at, end: { ...at.end, winMinor: cut(at.stakeMinor, at.end.winMinor) } };
  };
  return engine.kind === "instant" ? { ...engine, play } : { ...(engine as SteppedEngine<unknown, unknown, unknown, unknown>), replay };
}

test.each(["DICE", "MANGO_RUSH", "LIMBO", "PLINKO", "WHEEL", "KENO", "SCRATCH", "GINTONG_PAROL", "SIC_BO", "HI_LO", "COIN_FLIP"] as const)(
  "%s has another digest where it does not pay its large wins, however seldom they come",
  (code) => {
    const engine = engines[code] as Engine;
    expect(digestOf(without(engine))).not.toBe(digestOf(engine));
  },
);

test("a game that says another return, deviation, largest win or ending of any of its bets has another digest", () => {
  const engine = engines.BACCARAT as unknown as InstantEngine<unknown, unknown>;
  const [first, ...bets] = engine.bets!();
  const another = { numerator: 9n, denominator: 10n };
  for (const changed of [
    { exactReturn: () => another },
    { exactReturn: (choice?: unknown) => (choice === undefined ? engine.exactReturn() : another) },
    { exactVariance: () => another },
    { maxWinMultiple: another },
    { bets: () => [{ ...first!, endings: first!.endings!.with(0, { ways: 1n, pays: 100_000 }) }, ...bets] },
  ])
    expect(digestOf({ ...engine, ...changed })).not.toBe(digestOf(engine));
});

test("a digest by the first scheme is held against the first scheme, and one by the second is written beside it; a game that changed meanwhile is stopped", async () => {
  const wheel = engines.WHEEL as Engine;
  // What servers wrote before there was another scheme.
  expect(digestOf(wheel, 1)).toMatch(/^9c573227ae5b649d/);
  const keep = async (gameCode: string, scheme: number, digest: string) =>
    asOwner(world.open.url, "insert into game_digest select id, 1, $2, $3, now() from game where game_code = $1", [gameCode, scheme, digest]);
  const forget = () => asOwner(world.open.url, "delete from game_digest where game_id in (select id from game where game_code in ('WHEEL', 'KENO'))");
  const kept = (gameCode: string) =>
    asOwner(world.open.url, "select scheme, digest from game_digest where game_id = (select id from game where game_code = $1) order by scheme", [gameCode]);
  const risk = await world.operator("risk");
  onTestFinished(async () => {
    await forget();
    await check();
    await risk.call(games.setOpen, { gameCode: "KENO", isOpen: true, reason: "It is what it was" });
  });
  await forget();
  await keep("WHEEL", 1, digestOf(wheel, 1));
  // A later server's scheme is none of this one's.
  await keep("WHEEL", SCHEME + 1, "wider");
  await keep("KENO", 1, "another");
  await check();
  expect(await kept("WHEEL")).toEqual([
    { scheme: 1, digest: digestOf(wheel, 1) },
    { scheme: SCHEME, digest: digestOf(wheel) },
    { scheme: SCHEME + 1, digest: "wider" },
  ]);
  expect(await kept("KENO")).toHaveLength(1);
  const { list } = await risk.call(games.switches, {});
  expect(list.find(({ gameCode }) => gameCode === "WHEEL")).toMatchObject({ isOpen: true });
  expect(list.find(({ gameCode }) => gameCode === "KENO")).toMatchObject({ isOpen: false, stops: [{ by: "Laro" }] });
});
