import { hash } from "node:crypto";

/** A step from a leaf towards its root: the neighbour's hash, and the side it stands on. */
export interface Step {
  readonly hash: Buffer;
  readonly side: "left" | "right";
}

const sha256 = (...parts: readonly Buffer[]): Buffer => hash("sha256", Buffer.concat(parts), "buffer");
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** RFC 6962's leaf of some bytes. */
export const leafOf = (...bytes: readonly Buffer[]): Buffer => sha256(LEAF, ...bytes);

/** RFC 6962's root: of nothing the hash of nothing. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  return levelsOf(leaves).at(-1)![0]!;
}

/** From the leaves to the root. One that has no neighbour goes up as it is, which gives RFC 6962's tree. */
function levelsOf(leaves: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const levels: (readonly Buffer[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = above(level);
  return levels;
}

const above = (level: readonly Buffer[]): readonly Buffer[] =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => {
    const [left, right] = [level[2 * at]!, level[2 * at + 1]];
    return right === undefined ? left : sha256(NODE, left, right);
  });

/** The steps from the leaf at a place to the root, the nearest first. */
export function pathOf(leaves: readonly Buffer[], place: number): readonly Step[] {
  const steps: Step[] = [];
  let at = place;
  for (const level of levelsOf(leaves).slice(0, -1)) {
    const side = at % 2 === 0 ? "right" : "left";
    const neighbour = level[side === "right" ? at + 1 : at - 1];
    if (neighbour !== undefined) steps.push({ hash: neighbour, side });
    at = Math.floor(at / 2);
  }
  return steps;
}

/** Where steps lead from a leaf. */
export const climb = (leaf: Buffer, steps: readonly Step[]): Buffer =>
  steps.reduce((at, { hash: neighbour, side }) => (side === "left" ? sha256(NODE, neighbour, at) : sha256(NODE, at, neighbour)), leaf);
