import { betOf, type Chance, type Worth } from "./bet.ts";
import type { DigitResult, LotteryBet } from "./lottery.ts";

/** What the one-minute games share. */
export const minuteGame = { gameType: "ELOTT", vendorCode: "BGS", unitMax: 100_000n } as const;

export interface Option {
  readonly text: string;
  readonly chance: Chance;
  readonly wins: (digits: readonly number[]) => boolean;
  readonly keys: readonly string[];
  /** What comes back without being won, and in how many ways. */
  readonly back?: { readonly chance: Chance; readonly isBack: (digits: readonly number[]) => boolean };
}

/** A bet whose picks are a list of options. */
export function optionsBet(code: string, options: readonly Option[]): LotteryBet<DigitResult> {
  const byText = new Map(options.map((option) => [option.text, option]));
  return betOf({
    code,
    entry: { kind: "options", options: options.map(({ text }) => text) },
    samples: options.map(({ text }) => text),
    worth(_, pick): Worth<DigitResult> {
      const { chance, wins, keys, back } = byText.get(pick)!;
      return {
        chances: back === undefined ? [chance] : [chance, back.chance],
        settle: ({ digits }) => (wins(digits) ? chance.pays : back?.isBack(digits) === true ? back.chance.pays : 0),
        keys: () => keys,
      };
    },
  });
}
