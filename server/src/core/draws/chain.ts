import { createHash, hash, randomBytes } from "node:crypto";
import { setImmediate as yieldTurn } from "node:timers/promises";
import { sql } from "kysely";
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

/** Some milliseconds of work. */
const HASHES_AT_ONCE = 8_192;

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

/** Whether a series has a chain that waits for its salt; nobody else who asks may make one until the transaction ends. */
export async function lockUnsalted(tx: Tx, series: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('draw_chain'), hashtext(${series}))`.execute(tx);
  return (await tx.selectFrom("draw_chain").select("id").where("series", "=", series).where("salt", "is", null).executeTakeFirst()) !== undefined;
}

/** A chain nobody wrote down yet. */
export interface DrawnChain {
  readonly length: number;
  readonly top: Buffer;
  readonly anchor: Buffer;
}

/** Draws a chain: seconds of work, between which other callers have their turn, so it is done before any transaction. */
export async function drawChain(length = CHAIN_LENGTH): Promise<DrawnChain> {
  const top = randomBytes(SEED_BYTES);
  let anchor: Buffer = top;
  for (let left = length; left > 0; left -= HASHES_AT_ONCE) {
    anchor = downTo(anchor, Math.min(left, HASHES_AT_ONCE));
    await yieldTurn();
  }
  return { length, top, anchor };
}

/** Writes a series' next chain down and so shows its anchor; it draws nothing before it has a salt. */
export async function keepChain(tx: Tx, keys: Keys, { series, length, top, anchor, now }: DrawnChain & { series: string; now: Date }): Promise<number> {
  const { id } = await tx
    .insertInto("draw_chain")
    .values({ series, length, anchor, top_sealed: sealText(keys, { use: "draw", context: anchor.toString("hex") }, top.toString("hex")), created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Draws a series' next chain and writes it down. */
export const makeChain = async (tx: Tx, keys: Keys, { series, length, now }: NewChain): Promise<number> =>
  keepChain(tx, keys, { series, ...(await drawChain(length)), now });

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

/** Of each series, as many as many years bring: those of one push none of another out. */
const CHAINS_LISTED_MAX = 20;
/** So many draws say how fast a series uses its links. */
const PACE_LINKS = 1_000;

/** The chains there are, newest first in each series: what was used of each, and how long a draw of its last ones took, in milliseconds. Their seeds stay sealed. */
export async function describeChains(db: Db | Tx) {
  const { rows } = await sql<{
    id: number;
    series: string;
    length: number;
    anchor: Buffer;
    createdAt: Date;
    salt: string | null;
    saltSource: string | null;
    saltedAt: Date | null;
    used: number;
    cycleMs: number | null;
  }>`
    select c.id, c.series, c.length, c.anchor, c.created_at as "createdAt", c.salt, c.salt_source as "saltSource", c.salted_at as "saltedAt", u.used,
           extract(epoch from (l.opens_at - f.opens_at)) * 1000 / nullif(l.link - f.link, 0) as "cycleMs"
    from (select distinct series from draw_chain) s
    cross join lateral (select * from draw_chain n where n.series = s.series order by n.id desc limit ${CHAINS_LISTED_MAX}) c
    cross join lateral (select coalesce(max(d.link), 0) as used from draw d where d.chain_id = c.id) u
    left join draw l on l.chain_id = c.id and l.link = u.used
    left join draw f on f.chain_id = c.id and f.link = greatest(u.used - ${PACE_LINKS}::integer, 1)
    order by c.series, c.id desc`.execute(db as Tx);
  return rows.map(({ cycleMs, ...row }) => ({ ...row, cycleMs: cycleMs === null ? null : Number(cycleMs) }));
}

/** What a process remembers of its chains: links it hashed down to, the lower ones reached from the next one above; promised where it is at it. */
const kept = new LRUCache<string, Promise<ReadonlyMap<number, Buffer>>>({ max: CHAINS_KEPT_MAX });

type Sealed = Pick<Chain, "anchor" | "length" | "topSealed">;

/** Link k of a chain, from 0, the anchor, up to its length, the top. Throws where the data key is another or the anchor does not follow. */
export async function linkOf(keys: Keys, chain: Sealed, link: number): Promise<Buffer> {
  const { length } = chain;
  if (!Number.isInteger(link) || link < 0 || link > length) throw new RangeError(`A chain of ${length} has no link ${link}.`);
  const links = await linksOf(keys, chain);
  const above = Math.min(length, Math.ceil(link / KEPT_EVERY) * KEPT_EVERY);
  return downTo(links.get(above)!, above - link);
}

/** The links of a chain that are kept: the first to ask has them hashed, whoever asks meanwhile waits for the same. */
function linksOf(keys: Keys, chain: Sealed): Promise<ReadonlyMap<number, Buffer>> {
  const name = chain.anchor.toString("hex");
  const known = kept.get(name);
  if (known !== undefined) return known;
  const links = keepLinks(keys, chain);
  kept.set(name, links);
  // One who fails leaves nothing behind: the next may have the right key.
  void links.catch(() => kept.delete(name));
  return links;
}

/** A second of work for a long chain, between which other callers have their turn. */
async function keepLinks(keys: Keys, { anchor, length, topSealed }: Sealed): Promise<ReadonlyMap<number, Buffer>> {
  const name = anchor.toString("hex");
  let at: Buffer = Buffer.from(openText(keys, { use: "draw", context: name }, topSealed), "hex");
  const links = new Map<number, Buffer>([[length, at]]);
  for (let link = length - 1; link >= 0; link -= 1) {
    at = below(at);
    if (link % KEPT_EVERY === 0) links.set(link, at);
    if (link % HASHES_AT_ONCE === 0) await yieldTurn();
  }
  if (!at.equals(anchor)) throw new Error(`The chain under anchor ${name} does not lead to it.`);
  return links;
}

/** The promise of a seed: what the link below is. */
export const commitmentOf = (seed: Uint8Array): Buffer => createHash("sha256").update(seed).digest();
