import { createHash, hash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";

/** A year of draws, one every thirty seconds. */
export const CHAIN_LENGTH = 1_000_000;
const SEED_BYTES = 32;
const SALT_BYTES = 32;
/** Every so many links a process keeps one, so that the next seed costs some hundred hashes and not a million. */
const KEPT_EVERY = 1_024;
const CHAINS_KEPT_MAX = 32;

const below = (link: Buffer): Buffer => hash("sha256", link, "buffer");

/** A chain as whoever draws from it needs it. */
export interface Chain {
  readonly id: number;
  readonly length: number;
  readonly topSealed: Buffer;
  readonly anchor: Buffer;
  readonly salt: string;
  /** Where the salt comes from, in words. */
  readonly saltSource: string;
}

interface NewChain {
  readonly series: string;
  readonly length?: number;
  readonly now: Date;
}

/** Makes a series' next chain and shows its anchor; it draws nothing before it has a salt. */
export async function makeChain(tx: Tx, keys: Keys, { series, length = CHAIN_LENGTH, now }: NewChain): Promise<number> {
  const top = randomBytes(SEED_BYTES);
  const anchor = downTo(top, length);
  const { id } = await tx
    .insertInto("draw_chain")
    .values({ series, length, anchor, top_sealed: sealText(keys, { use: "draw", context: anchor.toString("hex") }, top.toString("hex")), created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** So many hashes further down. */
function downTo(link: Buffer, steps: number): Buffer {
  let at = link;
  for (let step = 0; step < steps; step += 1) at = below(at);
  return at;
}

/** Gives a chain its salt, once: a public value that nobody could know when the anchor was shown, and where it comes from. Answers false where it has one. */
export async function saltChain(tx: Tx, { chainId, salt, source, now }: { chainId: number; salt: string; source: string; now: Date }): Promise<boolean> {
  const salted = await tx
    .updateTable("draw_chain")
    .set({ salt, salt_source: source, salted_at: now })
    .where("id", "=", chainId)
    .where("salt", "is", null)
    .executeTakeFirst();
  return salted.numUpdatedRows === 1n;
}

/** A salt of our own, for a sandbox: it proves that the chain was not changed, not that it was not chosen. */
export const ownSalt = (): string => randomBytes(SALT_BYTES).toString("hex");

/** The salted chain a series draws from now: the oldest with a link left, because every link of a chain is drawn. */
export async function findChain(db: Db | Tx, series: string): Promise<(Chain & { readonly used: number }) | undefined> {
  return (db as Db)
    .selectFrom("draw_chain as c")
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom("draw as d")
          .select((link) => link.fn.coalesce(link.fn.max("d.link"), link.lit(0)).as("used"))
          .whereRef("d.chain_id", "=", "c.id")
          .as("u"),
      (join) => join.onTrue(),
    )
    .select(["c.id", "c.length", "c.top_sealed as topSealed", "c.anchor", "c.salt", "c.salt_source as saltSource", "u.used"])
    .where("c.series", "=", series)
    .where("c.salt", "is not", null)
    .whereRef("u.used", "<", "c.length")
    .orderBy("c.id")
    .limit(1)
    .$narrowType<{ salt: string; saltSource: string; used: number }>()
    .executeTakeFirst();
}

/** What a process remembers of its chains: links it hashed down to, the lower ones reached from the next one above. */
const kept = new LRUCache<string, ReadonlyMap<number, Buffer>>({ max: CHAINS_KEPT_MAX });

/** Link k of a chain, from 0, the anchor, up to its length, the top. Throws where the data key is another or the anchor does not follow. */
export function linkOf(keys: Keys, { anchor, length, topSealed }: Pick<Chain, "anchor" | "length" | "topSealed">, link: number): Buffer {
  if (!Number.isInteger(link) || link < 0 || link > length) throw new RangeError(`A chain of ${length} has no link ${link}.`);
  const name = anchor.toString("hex");
  const links = kept.get(name) ?? keepLinks(Buffer.from(openText(keys, { use: "draw", context: name }, topSealed), "hex"), length);
  if (!links.get(0)!.equals(anchor)) throw new Error(`The chain under anchor ${name} does not lead to it.`);
  kept.set(name, links);
  const above = Math.min(length, Math.ceil(link / KEPT_EVERY) * KEPT_EVERY);
  return downTo(links.get(above)!, above - link);
}

function keepLinks(top: Buffer, length: number): ReadonlyMap<number, Buffer> {
  const links = new Map<number, Buffer>([[length, top]]);
  let at = top;
  for (let link = length - 1; link >= 0; link -= 1) {
    at = below(at);
    if (link % KEPT_EVERY === 0) links.set(link, at);
  }
  return links;
}

/** The promise of a seed: what the link below is. */
export const commitmentOf = (seed: Uint8Array): Buffer => createHash("sha256").update(seed).digest();
