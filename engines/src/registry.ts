import { dice } from "./dice/dice.ts";
import type { Engine } from "./engine.ts";
import { bingo } from "./minis/bingo.ts";
import { keno } from "./minis/keno.ts";
import { limbo } from "./minis/limbo.ts";
import { plinko } from "./minis/plinko.ts";
import { scratch } from "./minis/scratch.ts";
import { wheel } from "./minis/wheel.ts";
import { mangoRush } from "./slots/mango-rush.ts";

/** Every house game by its code. */
export const engines = {
  DICE: dice,
  MANGO_RUSH: mangoRush,
  LIMBO: limbo,
  PLINKO: plinko,
  WHEEL: wheel,
  KENO: keno,
  SCRATCH: scratch,
  PAROL_BINGO: bingo,
} as const;

export type GameCode = keyof typeof engines;

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine | undefined {
  return Object.hasOwn(engines, code) ? engines[code as GameCode] : undefined;
}
