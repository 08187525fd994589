import { mangoRush, mangoRushMachine, mangoRushSymbols } from "@laro/engines/slots/mango-rush";
import { glyphs } from "../../../ui/art/glyphs.tsx";
import { ofLines, type SlotGame } from "./slotGame.ts";

export const mangoRushGame: SlotGame = {
  ...ofLines(mangoRushMachine),
  glyph: "mango",
  scene: "plaza",
  symbols: mangoRushSymbols.map((name) => ({ name, art: glyphs[name === "dice" ? "die" : name] })),
  exactReturn: mangoRush.exactReturn(),
  maxWinMultiple: mangoRush.maxWinMultiple,
  stopsFirst: [22, 11, 23, 29, 2],
  stakeFirst: 2_000n,
  hint: (t) => t("rounds.slotHint"),
  scatterName: (t) => t("rounds.scatter"),
  rules: (t) => [
    { symbol: mangoRushMachine.wild, text: t("rounds.ruleWild") },
    { symbol: mangoRushMachine.scatter, text: t("rounds.ruleScatter") },
    { text: t("rounds.ruleLines", { lines: mangoRushMachine.lines.length }) },
  ],
};
