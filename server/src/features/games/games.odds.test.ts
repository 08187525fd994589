import { games } from "@laro/contract/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const partsOf = (fraction: string): [bigint, bigint] => fraction.split("/").map(BigInt) as [bigint, bigint];

test("odds of a game there is not are refused", async () => {
  expect(await world.guest().refusal(games.odds, { gameCode: "POKER" })).toMatchObject({ code: "games.not_found", values: { field: "gameCode" } });
});

test("every house game says its bets to anyone: the chances of a bet add up, its return is what they pay, and none returns less than the game says [GAME-16]", async () => {
  const guest = world.guest();
  for (const game of listHouseGames()) {
    const { exactReturn, list } = await guest.call(games.odds, { gameCode: game.gameCode });
    const engine = engineOf(game);
    const least = engine.exactReturn();
    expect(exactReturn).toBe(`${least.numerator}/${least.denominator}`);
    expect(list.length).toBeGreaterThan(0);
    expect(new Set(list.map(({ choice }) => JSON.stringify(choice))).size).toBe(list.length);
    for (const { choice, pays, exactReturn: own } of list) {
      if (Object.keys(choice).length > 0) expect(engine.parseChoice.safeParse(choice).success).toBe(true);
      const [paid, whole] = partsOf(own);
      expect([game.gameCode, choice, paid * least.denominator >= least.numerator * whole]).toEqual([game.gameCode, choice, true]);
      if (pays.length === 0) continue;
      const common = pays.reduce((product, { chance }) => product * partsOf(chance)[1], 1n);
      const shareOf = (chance: string) => (partsOf(chance)[0] * common) / partsOf(chance)[1];
      expect(pays.reduce((sum, { chance }) => sum + shareOf(chance), 0n)).toBe(common);
      const back = pays.reduce((sum, { chance, multiple }) => sum + shareOf(chance) * BigInt(multiple.replace(".", "")), 0n);
      expect(back * whole).toBe(paid * common * 100n);
    }
  }
});

test("roulette's straight number pays 36 times in one of 37, returns 36/37, with its deviation", async () => {
  const { list } = await world.guest().call(games.odds, { gameCode: "ROULETTE" });
  expect(list.find(({ choice }) => Object.keys(choice["bets"] as object)[0] === "17")).toEqual({
    choice: { bets: { "17": "1.00" } },
    pays: [
      { multiple: "36.00", chance: "1/37" },
      { multiple: "0.00", chance: "36/37" },
    ],
    exactReturn: "36/37",
    percent: "97.29",
    deviation: "5.83",
    largestWin: "36.00",
  });
  expect((await world.guest().call(games.odds, { gameCode: "BLACKJACK" })).list).toMatchObject([{ choice: {}, pays: [], percent: "99.48" }]);
});
