import { sha256 } from "@noble/hashes/sha2.js";

/** Hashes a seed down a chain, and says now and then how far it is. */
export interface Descent {
  readonly seed: Uint8Array;
  readonly steps: number;
}
export type Told = { readonly done: number } | { readonly link: Uint8Array };

const TELL_EVERY = 10_000;

addEventListener("message", ({ data: { seed, steps } }: MessageEvent<Descent>) => {
  const tell = (told: Told): void => postMessage(told);
  let at = seed;
  for (let step = 0; step < steps; step += 1) {
    at = sha256(at);
    if (step % TELL_EVERY === 0) tell({ done: step });
  }
  tell({ link: at });
});
