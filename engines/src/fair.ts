/** HMAC-SHA256: 32 bytes from a key and the UTF-8 bytes of a message; given from outside because a server and a browser compute it differently. */
export type Hmac = (key: Uint8Array, message: string) => Uint8Array;

/** The only source of chance an engine has. */
export interface Stream {
  /** One of 0 … `count` - 1, each equally likely; `count` is a whole number from 1 to 2^32, else a RangeError. */
  uniform(count: number): number;
}

/** A stream with others beside it, of the same round: what is taken from one moves nothing in another. */
export interface LanedStream extends Stream {
  /** The stream of the same server seed and nonce whose client seed ends in "/" and this name. */
  lane(name: string): Stream;
}

const SEED_BYTES = 32;
const BLOCK_BYTES = 32;
const DRAW_BYTES = 4;
const DRAW_VALUES = 2 ** 32;
/** A draw is rejected less than half of the time, so reaching this says that the HMAC is broken. */
const REJECTIONS_MAX = 256;
const NOTHING_DRAWN = new DataView(new ArrayBuffer(0));

/**
 * The provably fair stream of one round. Anybody who holds the seeds and the nonce can compute it again:
 *
 * 1. Block b = HMAC-SHA256(key, message), where key = the 32 raw bytes of `serverSeed` and message = the UTF-8 bytes of
 *    `clientSeed`, ":", `nonce`, ":", b; nonce and b are decimal digits without leading zeros. For example "lucky:7:0".
 * 2. The round's bytes are block 0, block 1, block 2 … one after the other, 32 bytes each.
 * 3. Each draw takes the next 4 bytes as a big-endian whole number x, 0 ≤ x < 2^32. No byte is used twice or skipped.
 * 4. uniform(n): let limit = 2^32 - (2^32 mod n). If x ≥ limit, x is thrown away and the next draw is taken; else the
 *    result is x mod n. A draw is taken for n = 1 too.
 *
 * Two rounds never share a message: the last two colons part it in one way only, whatever the client seed holds.
 * A lane is the stream of the same round under the client seed with "/" and its name put behind.
 * Throws a RangeError for a server seed that is not 32 bytes, a client seed that is not well-formed Unicode, or a nonce below 0.
 */
export function fairStream(round: { hmac: Hmac; serverSeed: Uint8Array; clientSeed: string; nonce: bigint }): LanedStream {
  const { hmac, serverSeed, clientSeed, nonce } = round;
  if (serverSeed.length !== SEED_BYTES) throw new RangeError(`A server seed has ${SEED_BYTES} bytes, not ${serverSeed.length}.`);
  if (!clientSeed.isWellFormed()) throw new RangeError("A client seed is well-formed Unicode.");
  if (nonce < 0n) throw new RangeError(`A nonce is 0 or more, not ${nonce}.`);

  let block = 0;
  let bytes: DataView = NOTHING_DRAWN;
  let offset = 0;

  const draw = (): number => {
    if (offset === bytes.byteLength) {
      const digest = hmac(serverSeed, `${clientSeed}:${nonce}:${block}`);
      if (digest.length !== BLOCK_BYTES) throw new RangeError(`HMAC-SHA256 gives ${BLOCK_BYTES} bytes, not ${digest.length}.`);
      bytes = new DataView(digest.buffer, digest.byteOffset, BLOCK_BYTES);
      block += 1;
      offset = 0;
    }
    const value = bytes.getUint32(offset);
    offset += DRAW_BYTES;
    return value;
  };

  return {
    lane: (name) => fairStream({ ...round, clientSeed: `${clientSeed}/${name}` }),
    uniform(count) {
      if (!Number.isInteger(count) || count < 1 || count > DRAW_VALUES) throw new RangeError(`A draw has 1 to 2^32 values, not ${count}.`);
      const limit = DRAW_VALUES - (DRAW_VALUES % count);
      for (let rejections = 0; rejections < REJECTIONS_MAX; rejections += 1) {
        const value = draw();
        if (value < limit) return value % count;
      }
      throw new RangeError(`${REJECTIONS_MAX} draws in a row were rejected: the HMAC is broken.`);
    },
  };
}
