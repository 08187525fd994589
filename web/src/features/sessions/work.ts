import type { Work } from "@laro/contract/captcha";

const ANSWER_LENGTH = 16;
const DERIVED_BITS = 256;

const toHex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const ofHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * Does the sum that stands for a captcha's picture: tries every number until one fits, off the page's own thread. Answers undefined when none does, or
 * when it is called off. `tell` hears which share of the numbers was tried.
 */
export async function solveWork({ iterations, triesMax, salt, target }: Work, tell: (share: number) => void, signal: AbortSignal): Promise<string | undefined> {
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: ofHex(salt), iterations };
  for (let tried = 0; tried < triesMax && !signal.aborted; tried++) {
    const number = await crypto.subtle.importKey("raw", new TextEncoder().encode(String(tried)), "PBKDF2", false, ["deriveBits"]);
    const derived = await crypto.subtle.deriveBits(algorithm, number, DERIVED_BITS);
    if (toHex(await crypto.subtle.digest("SHA-256", derived)) === target) return toHex(derived).slice(0, ANSWER_LENGTH);
    tell((tried + 1) / triesMax);
  }
  return undefined;
}
