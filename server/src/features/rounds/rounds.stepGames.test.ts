import { createHmac } from "node:crypto";
import { limits } from "@laro/contract/limits";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import type { SteppedEngine } from "@laro/engines/engine";
import { fairStream } from "@laro/engines/fair";
import { engines } from "@laro/engines/registry";
import { goldenSeed } from "@laro/engines/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { plantSeed } from "../../testing/jackpots.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const CYCLE_MS = 1_000;
const STAKE = 10_00n;
const ROUNDS = 6;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const games = ["MINES", "HI_LO", "COIN_FLIP", "BLACKJACK", "VIDEO_POKER"] as const;
type Game = (typeof games)[number];
const choices: Readonly<Record<Game, Record<string, unknown>>> = { MINES: { mines: 3 }, HI_LO: {}, COIN_FLIP: {}, BLACKJACK: {}, VIDEO_POKER: {} };

async function open(person: Person, gameCode: Game, choice = choices[gameCode]): Promise<SteppedRound> {
  world.clock.advance(CYCLE_MS);
  return person.call(rounds.open, { requestId: newId(world.clock.now()), gameCode, stake: STAKE, choice });
}

/** Plays on with the last legal action, which leads to an end in every game: a win is taken, a hand stands, all cards stay. */
async function playOut(person: Person, opened: SteppedRound): Promise<SteppedRound> {
  let round = opened;
  while (round.round === null) {
    const action = round.legal.find(({ act }) => act === "stand") ?? round.legal.find(({ act }) => act === "cashOut" || act === "decline") ?? round.legal[0]!;
    round = await person.call(rounds.act, { roundId: round.id, step: round.step, action });
  }
  return round;
}

test.each(games)("%s: a choice of another kind, and one with more than the game knows, is refused before anything is taken", async (gameCode) => {
  const ann = await world.player({ balance: 100_00n });
  for (const choice of [{ bets: { red: "10.00" } }, { ...choices[gameCode], more: 1 }, { mines: "3" }, { mines: 25 }]) {
    world.clock.advance(CYCLE_MS);
    const play = { requestId: newId(world.clock.now()), gameCode, stake: STAKE, choice };
    expect(await ann.refusal(rounds.open, play)).toMatchObject({ code: "rounds.choice_invalid", values: { field: "choice" } });
  }
  expect((await ann.call(rounds.running, {})).list).toEqual([]);
});

test.each(games)("%s: rounds are opened and played out over HTTP, counted as stakes, and follow from their seeds and actions alone", async (gameCode) => {
  const ann = await world.player({ balance: 10_000_00n });
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 5_000_00n });
  const ended: SteppedRound[] = [];
  for (let played = 0; played < ROUNDS; played += 1) ended.push(await playOut(ann, await open(ann, gameCode)));
  const staked = ended.reduce((sum, { round }) => sum + round!.stake, 0n);
  expect((await ann.call(limits.mine, {})).list).toMatchObject([{ kind: "stake", used: staked }]);
  const { revealed } = await ann.call(seeds.rotate, { clientSeed: "another" });
  const engine = engines[gameCode] as SteppedEngine<unknown, unknown, unknown, unknown>;
  for (const { round } of ended) {
    const { stake, win, choice, actions, outcome, nonce, clientSeed } = await ann.call(rounds.get, { id: round!.id });
    const hmac = (key: Uint8Array, message: string) => createHmac("sha256", key).update(message).digest();
    const stream = fairStream({ hmac, serverSeed: Buffer.from(revealed.serverSeed, "hex"), clientSeed, nonce: BigInt(nonce) });
    const again = engine.replay({ stakeMinor: STAKE, choice, actions, stream });
    expect([again.stakeMinor, again.end]).toEqual([stake, { winMinor: win, outcome }]);
  }
});

test("a double and a split take what they add, and a round that ends at once is settled in the answer to its opening", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: ann.id, kind: "main" });
  // Its first hands hold all three: of a hundred drawn by chance one in fifteen hundred would end at once nowhere.
  await plantSeed(world.open.url, { walletId, serverSeed: Buffer.from(goldenSeed) });
  const seen = new Set<string>();
  for (let played = 0; played < 12 && seen.size < 3; played += 1) {
    let round = await open(ann, "BLACKJACK");
    if (round.round !== null) seen.add("at once");
    while (round.round === null) {
      const wanted = round.legal.find(({ act }) => act === "split") ?? round.legal.find(({ act }) => act === "double") ?? round.legal.at(-1)!;
      const before = round.stake;
      round = await ann.call(rounds.act, { roundId: round.id, step: round.step, action: wanted });
      if (wanted["act"] !== "split" && wanted["act"] !== "double") continue;
      seen.add(String(wanted["act"]));
      expect(round.stake).toBe(before + STAKE);
    }
  }
  expect([...seen].toSorted()).toEqual(["at once", "double", "split"]);
});
