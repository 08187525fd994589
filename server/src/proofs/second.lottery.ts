/** Tickets for the proof by a second implementation: half of their picks are made of what falls, so that what wins rarely is seen to win. */
import type { LotteryBet, LotteryBets, LotteryEngine } from "@laro/engines/lottery/lottery";

type Pick = (count: number) => number;

const PICKS_MOST = 12;
/** As a record holds them; a lottery takes no more lines. */
const UNITS = 20;

/** Some numbers as they stand in a result: in a row from its beginning or its end, or as the end of one of its numbers. */
function partOf(result: unknown, places: number, pick: Pick): readonly number[] {
  const { digits, numbers } = result as { digits?: readonly number[]; numbers?: readonly string[] };
  if (digits !== undefined) return pick(2) === 0 ? digits.slice(0, places) : digits.slice(-places);
  const number = [...numbers![pick(2) === 0 ? pick(3) : pick(numbers!.length)]!].map(Number);
  return pick(4) === 0 ? number.slice(0, places) : number.slice(-places);
}

function fallenOf(result: unknown, pick: Pick): number {
  const { digits, numbers } = result as { digits?: readonly number[]; numbers?: readonly string[] };
  return digits === undefined ? Number(numbers![pick(numbers!.length)]!.slice(-2)) : digits[pick(digits.length)]!;
}

const shuffled = (row: readonly number[], pick: Pick): readonly number[] =>
  row
    .map((one) => ({ one, at: pick(2 ** 20) }))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);

function textOf({ entry }: LotteryBet<unknown>, result: unknown, pick: Pick): string {
  if (entry.kind === "options") return entry.options[pick(entry.options.length)]!;
  const any = (): number => entry.from + pick(entry.to - entry.from + 1);
  const count = entry.kind === "digits" ? entry.places : entry.count;
  const isFallen = pick(2) === 0;
  if (entry.kind === "choose") return Array.from({ length: count }, () => (isFallen && pick(8) > 0 ? fallenOf(result, pick) : any())).join("-");
  const row = isFallen ? partOf(result, count, pick) : Array.from({ length: count }, any);
  return (pick(2) === 0 ? row : shuffled(row, pick)).join("-");
}

/** A ticket of some picks of a lottery; a text that is none of its bets' is left out. */
export function lotteryChoice({ lottery, stakeOf, parseChoice }: LotteryEngine<unknown>, { result, pick }: { result: unknown; pick: Pick }): LotteryBets {
  const bets: Record<string, string> = {};
  for (let made = 0; made < PICKS_MOST; made += 1) {
    const bet = lottery.bets[pick(lottery.bets.length)]!;
    const normal = bet.parsePick(textOf(bet, result, pick));
    if (normal !== undefined) bets[`${bet.code}:${normal}`] = `${1 + pick(UNITS)}.00`;
  }
  if (!parseChoice.safeParse(bets).success || stakeOf(bets) === 0n) return { [`${lottery.bets[0]!.code}:${lottery.bets[0]!.samples[0]!}`]: "1.00" };
  return bets;
}
