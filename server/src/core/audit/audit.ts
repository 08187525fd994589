import { createHash } from "node:crypto";
import type { AuditEntry } from "@laro/contract/audit";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

/** "audit" in ASCII, folded: one writer at a time extends the chain. */
const CHAIN_LOCK = 0x61756469;
const GENESIS = Buffer.alloc(32);
const VERIFIED_AT_ONCE = 1_000;

interface Link {
  readonly at: Date;
  readonly operatorId: bigint;
  readonly operatorName: string;
  readonly endpoint: string;
  readonly input: unknown;
  readonly requestId: string;
}

/** The hash of a link: SHA-256 over the hash before it and the entry as JSON with sorted keys, so anyone can recompute the chain. */
export function hashLink(previous: Buffer, link: Link): Buffer {
  const content = sortedJson({ ...link, at: link.at.toISOString(), operatorId: String(link.operatorId) });
  return createHash("sha256").update(previous).update(content).digest();
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Records a staff command in the transaction that carries it out: neither stands without the other. */
export async function recordCommand(tx: Tx, entry: { operator: OperatorActor; endpoint: string; input: unknown; requestId: string; now: Date }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx);
  const last = await tx.selectFrom("audit_entry").select("hash").orderBy("id", "desc").limit(1).executeTakeFirst();
  const previous = last?.hash ?? GENESIS;
  const link: Link = {
    at: entry.now,
    operatorId: entry.operator.id,
    operatorName: entry.operator.name,
    endpoint: entry.endpoint,
    input: entry.input,
    requestId: entry.requestId,
  };
  await tx
    .insertInto("audit_entry")
    .values({
      at: link.at,
      operator_id: link.operatorId,
      operator_name: link.operatorName,
      endpoint: link.endpoint,
      input: JSON.stringify(link.input),
      request_id: link.requestId,
      previous_hash: previous,
      hash: hashLink(previous, link),
    })
    .execute();
}

/** Staff commands, newest first. */
export async function listAudit(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<{ list: AuditEntry[]; next: string | null }> {
  const rows = await db
    .selectFrom("audit_entry")
    .select(["id", "at", "operator_name as operator", "endpoint", "input", "request_id as requestId", "hash"])
    .$if(isNumberCursor(cursor), (query) => query.where("id", "<", BigInt(cursor!)))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: (row) => ({ ...row, id: String(row.id), at: row.at.toISOString(), input: row.input as Record<string, unknown>, hash: row.hash.toString("hex") }),
    cursorOf: ({ id }) => id,
  });
}

/** Walks the chain from the first link and names the first that does not follow from the one before it. */
export async function verifyAudit(db: Db): Promise<{ entries: number; brokenAt: string | null }> {
  let [previous, after, entries]: [Buffer, bigint, number] = [GENESIS, 0n, 0];
  for (;;) {
    const rows = await db.selectFrom("audit_entry").selectAll().where("id", ">", after).orderBy("id").limit(VERIFIED_AT_ONCE).execute();
    for (const row of rows) {
      const link: Link = {
        at: row.at,
        operatorId: row.operator_id,
        operatorName: row.operator_name,
        endpoint: row.endpoint,
        input: row.input,
        requestId: row.request_id,
      };
      if (!row.previous_hash.equals(previous) || !row.hash.equals(hashLink(previous, link))) return { entries, brokenAt: String(row.id) };
      [previous, after, entries] = [row.hash, row.id, entries + 1];
    }
    if (rows.length < VERIFIED_AT_ONCE) return { entries, brokenAt: null };
  }
}
