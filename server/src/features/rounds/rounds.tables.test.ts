import { randomUUID } from "node:crypto";
import type { TableBets } from "@laro/contract/core/plays/tables";
import { formatAmount } from "@laro/contract/core/money";
import { rounds } from "@laro/contract/rounds";
import { withdrawals } from "@laro/contract/withdrawals";
import { validOf } from "@laro/engines/engine";
import { baccaratNcTable, baccaratTable } from "@laro/engines/tables/baccarat";
import { dragonTigerTable } from "@laro/engines/tables/dragon-tiger";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { sicBoTable } from "@laro/engines/tables/sic-bo";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDeposit, sendMessage } from "../../testing/cashier.ts";
import { createWorld, type World } from "../../testing/world.ts";

const CYCLE_MS = 1_000;

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const tables = [
  { table: rouletteTable, bets: { "17": "5.00", "14-17": "5.00", red: "20.00", dozen2: "10.00" } },
  { table: baccaratTable, bets: { player: "20.00", tie: "5.00", perfectPair: "5.00", big: "10.00" } },
  { table: dragonTigerTable, bets: { dragon: "20.00", tie: "5.00", tigerBig: "10.00", dragonRed: "5.00" } },
  { table: sicBoTable, bets: { small: "20.00", total9: "5.00", single4: "10.00", "combo1-6": "5.00" } },
  { table: baccaratNcTable, bets: { banker: "20.00", bankerPair: "5.00", small: "15.00" } },
] as const;
const ROUNDS = 5;
const STAKE = 40_00n;
const play = (gameCode: string, stake: bigint, bets: object) => ({ requestId: randomUUID(), gameCode, stake, choice: { bets } });

test.each(tables)(
  "$table.gameCode pays what its engine says, keeps its bets in the record, and a repeat of the id answers the first round",
  async ({ table, bets }) => {
    const ann = await world.player({ balance: 1_000_00n });
    const settle = (outcome: unknown): bigint => table.settle({ bets: { bets }, result: outcome as never }).winMinor;
    let balance = 1_000_00n;
    for (let round = 0; round < ROUNDS; round += 1) {
      world.clock.advance(CYCLE_MS);
      const asked = play(table.gameCode, STAKE, bets);
      const played = await ann.call(rounds.play, asked);
      balance += played.win - STAKE;
      expect(played).toMatchObject({ stake: STAKE, choice: { bets }, win: settle(played.outcome), balance });
      expect(await ann.call(rounds.play, asked)).toMatchObject({ id: played.id, win: played.win, outcome: played.outcome, balance });
    }
    const { list } = await ann.call(rounds.mine, { gameCode: table.gameCode });
    expect(list.map(({ choice, win, outcome }) => [choice, win === settle(outcome)])).toEqual(list.map(() => [{ bets }, true]));
    expect(list).toHaveLength(ROUNDS);
  },
);

test.each(tables)("$table.gameCode refuses bets that are not its own or not the stake, and takes nothing", async ({ table, bets }) => {
  const ann = await world.player({ balance: 1_000_00n });
  const [spot = ""] = Object.keys(bets);
  const refusal = async (stake: string, choice: unknown): Promise<unknown> => {
    const { answer } = await ann.request("POST", "/api/rounds.play", JSON.stringify({ requestId: randomUUID(), gameCode: table.gameCode, stake, choice }));
    return (answer as { message?: unknown }).message;
  };
  const wrong = [
    {},
    { bets: {} },
    { bets: [] },
    { bets: { nowhere: "40.00" } },
    { bets: { [spot]: 40 } },
    { bets: { [spot]: "40" } },
    { bets: { [spot]: "39.00" } },
    { bets: { [spot]: "40.00" }, more: 1 },
  ];
  for (const choice of wrong) expect([choice, await refusal("40.00", choice)]).toEqual([choice, "rounds.choice_invalid"]);
  const most = formatAmount(table.stakeMax + 100n);
  expect(await refusal(most, { bets: { [spot]: most } })).toBe("rounds.above_maximum");
  expect(await refusal("0.50", { bets: { [spot]: "0.50" } })).toBe("rounds.below_minimum");
  expect(await refusal("1000.00", { bets: { [spot]: "1000.00", [Object.keys(bets)[1] ?? ""]: "1.00" } })).toBe("rounds.choice_invalid");
  expect((await ann.call(rounds.mine, { gameCode: table.gameCode })).list).toEqual([]);
});

test.each(tables)("of a round of $table.gameCode counts what it won or lost, and nothing of what it just gave back", async ({ table, bets }) => {
  const ann = await world.player({});
  const { id } = await openDeposit(world, ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
  await world.give(ann.id, 1_000_00n);
  const done = async (): Promise<bigint> => (await ann.call(withdrawals.terms, {})).turnoverDone;
  let counted = await done();
  for (let round = 0; round < ROUNDS; round += 1) {
    world.clock.advance(CYCLE_MS);
    const { win } = await ann.call(rounds.play, play(table.gameCode, STAKE, bets));
    counted += validOf(table, { choice: { bets } as TableBets, stakeMinor: STAKE, winMinor: win });
    expect(await done()).toBe(counted);
  }
});
