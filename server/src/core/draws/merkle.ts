import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** A step from a leaf towards its root: the neighbour's hash, and the side it stands on. */
export interface Step {
  readonly hash: Buffer;
  readonly side: "left" | "right";
}

/** All of a tree's hashes, level by level from the leaves to the root, each 32 bytes in a row: about twice that for each leaf. */
export interface Tree {
  readonly size: number;
  readonly levels: readonly Buffer[];
}

const HASH_BYTES = 32;
/** So many hashes are made without a pause. */
const AT_ONCE = 4_096;

const sha256 = (...parts: readonly Buffer[]): Buffer => hash("sha256", Buffer.concat(parts), "buffer");
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** RFC 6962's leaf of some bytes. */
export const leafOf = (...bytes: readonly Buffer[]): Buffer => sha256(LEAF, ...bytes);

/** RFC 6962's root: of nothing the hash of nothing. */
export async function rootOf(leaves: readonly Buffer[]): Promise<Buffer> {
  return leaves.length === 0 ? sha256() : (await treeOf(leaves)).levels.at(-1)!;
}

/** From the leaves to the root. One that has no neighbour goes up as it is, which gives RFC 6962's tree. */
export async function treeOf(leaves: readonly Buffer[]): Promise<Tree> {
  const levels: Buffer[] = [Buffer.concat(leaves)];
  for (let level = levels[0]!; level.length > HASH_BYTES; levels.push(level)) level = await above(level);
  return { size: leaves.length, levels };
}

async function above(level: Buffer): Promise<Buffer> {
  const pairs = Math.ceil(countOf(level) / 2);
  const nodes = Buffer.alloc(pairs * HASH_BYTES);
  for (let at = 0; at < pairs; at += 1) {
    const both = level.subarray(2 * at * HASH_BYTES, 2 * (at + 1) * HASH_BYTES);
    nodes.set(both.length === HASH_BYTES ? both : sha256(NODE, both), at * HASH_BYTES);
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return nodes;
}

const countOf = (level: Buffer): number => level.length / HASH_BYTES;
const hashAt = (level: Buffer, place: number): Buffer => level.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);

/** The leaf at a place of a tree. */
export const leafAt = ({ levels: [leaves] }: Tree, place: number): Buffer => hashAt(leaves!, place);

/** The steps from the leaf at a place to the root, the nearest first; hashes nothing. */
export function pathOf({ levels }: Tree, place: number): readonly Step[] {
  const steps: Step[] = [];
  let at = place;
  for (const level of levels.slice(0, -1)) {
    const side = at % 2 === 0 ? "right" : "left";
    const neighbour = side === "right" ? at + 1 : at - 1;
    if (neighbour < countOf(level)) steps.push({ hash: hashAt(level, neighbour), side });
    at = Math.floor(at / 2);
  }
  return steps;
}

/** Where steps lead from a leaf. */
export const climb = (leaf: Buffer, steps: readonly Step[]): Buffer =>
  steps.reduce((at, { hash: neighbour, side }) => (side === "left" ? sha256(NODE, neighbour, at) : sha256(NODE, at, neighbour)), leaf);
