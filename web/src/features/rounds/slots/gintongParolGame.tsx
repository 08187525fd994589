import { formatAmount } from "@laro/contract/core/money";
import { jackpotReturn, type Rational } from "@laro/engines/engine";
import { gintongParol, gintongParolJackpot, gintongParolMachine, gintongParolSymbols } from "@laro/engines/slots/gintong-parol";
import { groupThousands } from "../../../ui/Money.tsx";
import { gintongArt } from "./gintongArt.tsx";
import { ofLines, type SlotGame } from "./slotGame.ts";

const percent = ({ numerator, denominator }: Rational): string => String(Number((numerator * 10_000n) / denominator) / 100);
const MINOR_PER_UNIT = 100;

const { oneIn, ratePpm, seedMinor } = gintongParolJackpot;

export const gintongParolGame: SlotGame = {
  ...ofLines(gintongParolMachine),
  glyph: "parol",
  scene: "plaza",
  symbols: gintongParolSymbols.map((name) => ({ name, art: gintongArt[name] })),
  exactReturn: gintongParol.exactReturn(),
  maxWinMultiple: gintongParol.maxWinMultiple,
  stopsFirst: [3, 4, 8, 12, 20],
  stakeFirst: 2_000n,
  hint: (t) => t("rounds.gintongHint"),
  scatterName: (t) => t("rounds.scatter"),
  rules: (t) => [
    { symbol: gintongParolMachine.wild, text: t("rounds.gintongWild") },
    { text: t("rounds.ruleLines", { lines: gintongParolMachine.lines.length }) },
    { text: t("rounds.jackpotReturn", { reels: percent(gintongParol.exactReturn()), jackpot: percent(jackpotReturn(gintongParolJackpot)) }) },
    { text: t("rounds.jackpotFilled", { rate: Number(ratePpm) / 10_000, seed: groupThousands(formatAmount(seedMinor)) }) },
    { text: t("rounds.jackpotDrawn", { most: groupThousands(String(oneIn - 1)), oneIn: oneIn / MINOR_PER_UNIT }) },
    { text: t("rounds.jackpotTwo") },
  ],
};
