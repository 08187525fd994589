import { placeBet } from "./bets.ts";
import type { World } from "./world.ts";

/** House games by what they are here for: their bets count whole for rebates, but those on dice, of which the house keeps too little. */
export const games = { slot: 2, roulette: 25, dice: 1 } as const;

/** Has a member stake and win on a game, with money of the house's. */
export async function playOn(world: World, accountId: bigint, game: keyof typeof games, stake: bigint, win = 0n): Promise<void> {
  await world.give(accountId, stake);
  const placed = await placeBet(world, accountId, { stake, win, gameId: games[game] });
  if (placed !== "played") throw new Error(`A bet was refused with ${placed}.`);
}

const claim = (amount: number, lines: number): string =>
  `insert into rebate_claim values ('00000000-0000-8000-8000-00000000c1a1', 1, ${amount}, ${lines}, 'member', now())`;
const lineOf = (amount: number): string =>
  `insert into rebate values (1, '2026-01-05', 'RNG', 'Bronze', ${amount} * 10000, 1, ${amount}, '00000000-0000-8000-8000-00000000c1a1')`;

/** What may be wrong with rebates, the audit view that sees it, and the statement that plants it. */
export const rebateFaults: readonly [what: string, view: "audit_a39", plant: string][] = [
  ["a claim of another sum than its lines", "audit_a39", `${claim(5, 1)}; ${lineOf(4)}`],
  ["a claim that brought no money", "audit_a39", `${claim(5, 1)}; ${lineOf(5)}; insert into rebate_day values ('2026-01-05', 1, true, '{}', 1, 1, 5, now())`],
  [
    "money of a rebate that nobody claimed",
    "audit_a39",
    "update transfer set kind = 19 where (wallet_id, seq) = (select wallet_id, seq from transfer where kind = 3 limit 1)",
  ],
  [
    "a line by another rate than its day's table has",
    "audit_a39",
    "insert into rebate_day values ('2026-01-05', 1, true, '{}', 1, 1, 5, now()); insert into rebate values (1, '2026-01-05', 'RNG', 'Bronze', 1700, 31, 5)",
  ],
  [
    "a line by the label of a level that its member had not reached",
    "audit_a39",
    "insert into rebate_day values ('2026-01-05', 1, true, '{}', 1, 1, 5, now()); insert into rebate values (1, '2026-01-05', 'RNG', 'Platinum', 700, 80, 5)",
  ],
  [
    "a rebate of more than its member played",
    "audit_a39",
    "insert into rebate_day values ('2026-01-05', 1, true, '{}', 1, 1, 3, now()); insert into rebate values (1, '2026-01-05', 'RNG', 'Bronze', 1000, 30, 3)",
  ],
  ["a day of rebates that nobody got", "audit_a39", "insert into rebate_day values ('2026-01-05', 1, true, '{}', 1, 1, 5, now())"],
];
