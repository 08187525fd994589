import { dice } from "./dice/dice.ts";
import type { Engine } from "./engine.ts";
import { mangoRush } from "./slots/mango-rush.ts";

/** Every house game by its code. */
export const engines = { DICE: dice, MANGO_RUSH: mangoRush } as const satisfies Record<string, Engine<unknown, unknown>>;

export type GameCode = keyof typeof engines;

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine<unknown, unknown> | undefined {
  return Object.hasOwn(engines, code) ? engines[code as GameCode] : undefined;
}
