// From seeds to numbers, as the page "Fairness" of every site says it.
import { createHash, createHmac } from "node:crypto";

/** SHA-256 of some bytes, as hex. */
export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * The draws of a round: `draw(n)` is one of 0 … n - 1.
 * Block b is HMAC-SHA256 of the text `clientSeed:nonce:b` with the 32 bytes of the server seed as key. Each draw takes the next four bytes of block 0, 1, 2 … as
 * a number x; if x is at least 2^32 - (2^32 mod n) it is thrown away, else the draw is x mod n.
 * `draw.lane(name)` are the draws of a lane beside it: those of the client seed with "/" and the name behind.
 */
export function drawsOf({ serverSeed, clientSeed, nonce }) {
  const key = Buffer.from(serverSeed, "hex");
  let [block, left] = [0, Buffer.alloc(0)];
  const take = () => {
    if (left.length === 0) left = createHmac("sha256", key).update(`${clientSeed}:${nonce}:${block++}`).digest();
    const x = left.readUInt32BE(0);
    left = left.subarray(4);
    return x;
  };
  const draw = (n) => {
    let x = take();
    while (x >= 2 ** 32 - (2 ** 32 % n)) x = take();
    return x % n;
  };
  draw.lane = (name) => drawsOf({ serverSeed, clientSeed: `${clientSeed}/${name}`, nonce });
  return draw;
}

/** Shuffles a row as far as it is needed: for place i the things at the places i and i + draw(length - i) change places, and what then stands at i is next. */
export function* shuffle(draw, row) {
  const rest = [...row];
  for (let place = 0; place < rest.length; place += 1) {
    const other = place + draw(rest.length - place);
    const found = rest[other];
    rest[other] = rest[place];
    rest[place] = found;
    yield found;
  }
}

/** The next so many things of a shuffled row. */
export const takeFrom = (shuffled, count) => Array.from({ length: count }, () => shuffled.next().value);

/** The whole numbers from `first` to `last`. */
export const numbers = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

export const sum = (list) => list.reduce((total, one) => total + one, 0);

/** What a stake (hundredths of the currency) pays at a multiple in hundredths. */
export const payOf = (stake, multiple) => (stake * BigInt(multiple)) / 100n;

/** "12.50" as 1250n. */
export const minorOf = (amount) => BigInt(amount.replace(".", ""));

/** 1250n as "12.50". */
export const amountOf = (minor) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
