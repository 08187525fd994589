import type { Hmac } from "./fair.ts";

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

/** The first 32 bits of the fractional part of a root of each of the first primes, as FIPS 180-4 makes its constants. */
function rootBits(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return Int32Array.from(primes, (prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}

const CONSTANTS = rootBits(ROUNDS, Math.cbrt);
const STATE_FIRST = rootBits(8, Math.sqrt);
const words = new Int32Array(ROUNDS);
const utf8 = new TextEncoder();

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Takes one block of 64 bytes into the state. */
function compress(state: Int32Array, block: DataView, offset: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = block.getInt32(offset + at * 4);
  for (let at = 16; at < ROUNDS; at += 1) {
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const mixed = (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    words[at] = (mixed + words[at - 16]! + words[at - 7]!) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < ROUNDS; at += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[at]! + words[at]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = state[at]! + word));
}

/** SHA-256 (FIPS 180-4) of bytes, for engines: they run in a browser and in a server alike and wait for neither. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(message.length) * 8n);
  const state = Int32Array.from(STATE_FIRST);
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) compress(state, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

/** HMAC-SHA256 (RFC 2104) of a text with a key of at most 64 bytes. */
export const hmacSha256: Hmac = (key, message) => {
  const padOf = (byte: number): number[] => Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ byte);
  const inner = sha256(Uint8Array.from([...padOf(0x36), ...utf8.encode(message)]));
  return sha256(Uint8Array.from([...padOf(0x5c), ...inner]));
};
