import { createHash } from "node:crypto";
import type { audit, AuditEntry, AuditKind } from "@laro/contract/audit";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { DB } from "../../platform/schema.ts";
import type { StaffEntry } from "../../platform/witness.ts";

/** "audit" in ASCII, folded: one writer at a time extends the chain. */
const CHAIN_LOCK = 0x61756469;
const GENESIS = Buffer.alloc(32);
const VERIFIED_AT_ONCE = 1_000;
/** So often one call reads on, 20,000 entries at most: some tenths of a second, where a chain of years takes longer than any call may. */
const READS_IN_A_PART = 20;
/** Entries from before inputs were cut short may be long: so much is held at once, and one more. */
const BYTES_AT_ONCE = 4_000_000;

interface Link {
  readonly at: Date;
  readonly operatorId: bigint;
  readonly operatorName: string;
  readonly kind: string;
  readonly endpoint: string;
  readonly input: unknown;
  readonly code: string | null;
  readonly requestId: string;
}

/**
 * The hash of a link: SHA-256 over the hash before it and the entry as JSON with sorted keys, so anyone can recompute the chain. What every entry was
 * before there were other kinds, a command that was carried out, is hashed as it was then.
 */
export function hashLink(previous: Buffer, { kind, code, ...link }: Link): Buffer {
  const told = { ...(kind === "command" ? {} : { kind }), ...(code === null ? {} : { code }) };
  const content = sortedJson({ ...link, ...told, at: link.at.toISOString(), operatorId: String(link.operatorId) });
  return createHash("sha256").update(previous).update(content).digest();
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Waits for the chain's end, which is then the caller's until its transaction does. Nothing else may be locked after it, so that no two wait for each other. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx);
}

/** Adds entries to the chain, in the transaction that does what they tell or in one of their own. The last thing a transaction does. */
export async function recordEntries(tx: Tx, entries: readonly StaffEntry[]): Promise<void> {
  await lockChain(tx);
  const last = await tx.selectFrom("audit_entry").select("hash").orderBy("id", "desc").limit(1).executeTakeFirst();
  let previous = last?.hash ?? GENESIS;
  const rows = entries.map((entry) => {
    const before = previous;
    previous = hashLink(before, linkOf(entry));
    return rowOf(linkOf(entry), { previous: before, hash: previous });
  });
  await tx.insertInto("audit_entry").values(rows).execute();
}

/** Waits for the chain and asks the database what `recordEntries` asks, of something that is not to be kept: it takes as long and adds nothing. */
export async function passChain(tx: Tx): Promise<void> {
  await lockChain(tx);
  await tx.selectFrom("audit_entry").select("hash").orderBy("id", "desc").limit(1).executeTakeFirst();
  await sql`insert into audit_entry (at, operator_id, operator_name, kind, endpoint, input, request_id, previous_hash, hash)
    select now(), 0, '', 'refused', '', '{}'::jsonb, '', ''::bytea, ''::bytea where false`.execute(tx);
}

const linkOf = ({ operator, kind, endpoint, input, code, requestId, now }: StaffEntry): Link => ({
  at: now,
  operatorId: operator.id,
  operatorName: operator.name,
  kind: kind satisfies AuditKind,
  endpoint,
  input,
  code: code ?? null,
  requestId,
});

const rowOf = (link: Link, { previous, hash }: { previous: Buffer; hash: Buffer }) => ({
  at: link.at,
  operator_id: link.operatorId,
  operator_name: link.operatorName,
  kind: link.kind,
  endpoint: link.endpoint,
  input: JSON.stringify(link.input),
  code: link.code,
  request_id: link.requestId,
  previous_hash: previous,
  hash,
});

/** What staff did, tried and saw, newest first: all of it, or one kind. A page of long entries has fewer. */
export async function listAudit(
  db: Db,
  { cursor, kind, limit = PAGE_LIMIT_DEFAULT }: PageInput & { kind?: AuditKind | undefined },
): Promise<{ list: AuditEntry[]; next: string | null }> {
  const before = sql<bigint>`coalesce(sum(octet_length(input::text)) over (order by id desc rows between unbounded preceding and 1 preceding), 0)`;
  const rows = await db
    .with("page", (with_) =>
      with_
        .selectFrom("audit_entry")
        .selectAll()
        .$if(isNumberCursor(cursor), (query) => query.where("id", "<", BigInt(cursor!)))
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .orderBy("id", "desc")
        .limit(limit + 1),
    )
    .with("measured", (with_) => with_.selectFrom("page").selectAll().select(before.as("before")))
    .selectFrom("measured")
    .select(["id", "at", "operator_name as operator", "kind", "endpoint", "code", "request_id as requestId", "hash"])
    .select(sql<unknown>`case when before <= ${BYTES_AT_ONCE} then input end`.as("input"))
    .orderBy("id", "desc")
    .execute();
  const fitting = rows.filter(({ input }) => input !== null).length;
  return cutPage(rows, {
    limit: Math.min(limit, fitting),
    describe: (row) => ({
      ...row,
      id: String(row.id),
      at: row.at.toISOString(),
      kind: row.kind as AuditKind,
      input: row.input as Record<string, unknown>,
      hash: row.hash.toString("hex"),
    }),
    cursorOf: ({ id }) => id,
  });
}

/** Walks the whole chain, part by part, and names the first link that does not follow from the one before it. */
export async function verifyAudit(db: Db): Promise<{ entries: number; brokenAt: string | null }> {
  let [after, entries]: [bigint | undefined, number] = [undefined, 0];
  for (;;) {
    const part = await verifyAuditPart(db, { after });
    entries += part.entries;
    if (part.next === null) return { entries, brokenAt: part.brokenAt };
    after = part.next;
  }
}

/** Walks a part of the chain: from the first link, or from the one behind `after`, whose hash an earlier part found right. */
export async function verifyAuditPart(db: Db, { after: from = 0n }: InputOf<(typeof audit)["verify"]>): Promise<OutputOf<(typeof audit)["verify"]>> {
  let [previous, after, entries] = [await hashAt(db, from), from, 0];
  for (let read = 0; read < READS_IN_A_PART; read++) {
    const rows = await readBehind(db, after);
    for (const row of rows) {
      if (!row.previous_hash.equals(previous) || !row.hash.equals(hashLink(previous, linkIn(row)))) return { entries, brokenAt: String(row.id), next: null };
      [previous, after, entries] = [row.hash, row.id, entries + 1];
    }
    if (rows.length === 0) return { entries, brokenAt: null, next: null };
  }
  return { entries, brokenAt: null, next: after };
}

/** The entries behind one, as many as are held at once: one at least. What the database keeps compressed was at most a hundred times as long. */
async function readBehind(db: Db, id: bigint): Promise<readonly Selectable<DB["audit_entry"]>[]> {
  const size = sql`pg_column_size(input) * case when pg_column_compression(input) is null then 1 else 100 end`;
  return db
    .with("part", (with_) => with_.selectFrom("audit_entry").selectAll().where("id", ">", id).orderBy("id").limit(VERIFIED_AT_ONCE))
    .with("measured", (with_) =>
      with_
        .selectFrom("part")
        .selectAll()
        .select(sql<bigint>`sum(${size}) over (order by id) - ${size}`.as("before")),
    )
    .selectFrom("measured")
    .selectAll()
    .where("before", "<=", sql<bigint>`${BYTES_AT_ONCE}`)
    .orderBy("id")
    .execute();
}

/** What the link behind an entry follows from. An entry that was taken out since breaks the chain there. */
async function hashAt(db: Db, id: bigint): Promise<Buffer> {
  const row = await db.selectFrom("audit_entry").select("hash").where("id", "<=", id).orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.hash ?? GENESIS;
}

const linkIn = (row: Selectable<DB["audit_entry"]>): Link => ({
  at: row.at,
  operatorId: row.operator_id,
  operatorName: row.operator_name,
  kind: row.kind,
  endpoint: row.endpoint,
  input: row.input,
  code: row.code,
  requestId: row.request_id,
});
