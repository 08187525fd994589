import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type screening, type ScreeningHit, type ScreeningListName, screeningStrengths } from "@laro/contract/screening";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { PersonKey } from "./keys.ts";

/** Where a key is from, the weakest first: a form that is not handed in, the member's own word, a document that an officer approved. */
const keySources = ["draft", "said", "document"] as const;
export type KeySource = (typeof keySources)[number];

const strengthOf = (source: RawBuilder<unknown>) => sql`array_position(${sql.lit(`{${keySources.join(",")}}`)}::text[], ${source})`;

interface Person {
  readonly accountId: bigint;
  readonly found: readonly PersonKey[];
  readonly source: KeySource;
}

/**
 * Keeps under which hashes a member is found, beside those of before: who writes another name is still found by the first. A draft takes the place of the draft before,
 * so that a form saved again and again leaves no more behind than one.
 */
export async function keepPerson(tx: Tx, { accountId, found, source }: Person): Promise<void> {
  if (source === "draft") await tx.deleteFrom("screening_person").where("account_id", "=", accountId).where("source", "=", "draft").execute();
  if (found.length === 0) return;
  await sql`insert into screening_person as p (account_id, hash, strength, source)
    select ${accountId}, decode(h, 'hex'), s, ${source} from unnest(${found.map(({ hash }) => hash.toString("hex"))}::text[], ${found.map(({ strength }) => strength)}::text[]) as f (h, s)
    on conflict (account_id, hash) do update set source = excluded.source where ${strengthOf(sql`excluded.source`)} > ${strengthOf(sql`coalesce(p.source, 'said')`)}`.execute(
    tx,
  );
}

/** What stood in a draft is the member's word once it is handed in. */
export async function keepDraft(tx: Tx, accountId: bigint): Promise<void> {
  await tx.updateTable("screening_person").set({ source: "said" }).where("account_id", "=", accountId).where("source", "=", "draft").execute();
}

/** Forgets a member whose records are over: the hashes of their name, and what was found by them. */
export async function erasePerson(tx: Tx, accountId: bigint): Promise<void> {
  for (const table of ["screening_person", "screening_hit"] as const) await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
}

interface NewHit {
  readonly id: string;
  readonly accountId: bigint;
  readonly list: ScreeningListName;
  readonly strength: string;
}

/** The strongest first. */
const rank = (column: string) => sql`array_position(${sql.lit(`{${screeningStrengths.join(",")}}`)}::text[], ${sql.ref(column)})`;

interface Looking {
  /** Members from this number on, the last one included. */
  readonly from: bigint;
  readonly to: bigint;
  readonly now: Date;
}

/** Writes down whom of some members the lists in force name, by the strongest likeness; answers those that were not known before. */
export async function findHits(tx: Tx, { from, to, now }: Looking): Promise<readonly NewHit[]> {
  const { rows } = await sql<{ accountId: bigint; listId: bigint; list: ScreeningListName; entry: number; strength: string; hash: Buffer }>`
    select distinct on (p.account_id, k.list_id, k.entry)
      p.account_id as "accountId", k.list_id as "listId", l.list, k.entry, p.strength, p.hash
    from screening_person p join screening_key k on k.hash = p.hash join screening_list l on l.id = k.list_id and l.in_force
    where p.account_id between ${from} and ${to}
      and not exists (select from screening_hit h where h.account_id = p.account_id and h.list_id = k.list_id and h.entry = k.entry and ${rank("h.strength")} <= ${rank("p.strength")})
    order by p.account_id, k.list_id, k.entry, ${rank("p.strength")}, p.hash`.execute(tx);
  const fresh: NewHit[] = [];
  for (const { listId, entry, accountId, list, strength, hash } of rows) {
    const values = { id: newId(now), account_id: accountId, list_id: listId, entry, strength, hash, at: now };
    const { id } = await tx
      .insertInto("screening_hit")
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(["account_id", "list_id", "entry"]).doUpdateSet({ strength, hash, at: now, state: "open", decided_by: null, decided_at: null }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    fresh.push({ id, accountId, list, strength });
  }
  if (fresh.length > 0) staleOnCommit(tx, ["screening.hits"], ["operators"]);
  return fresh;
}

/** Members at once; each costs some look-ups of an index. */
const SWEPT_AT_ONCE = 500n;

/** The next members to hold against the lists that are new; undefined when all were. */
export async function nextSlice(tx: Tx): Promise<{ readonly from: bigint; readonly to: bigint } | undefined> {
  const { rows } = await sql<{ from: bigint | null; last: bigint }>`
    select min(swept_to) + 1 as "from", (select coalesce(max(id), 0) from account) as last from screening_list where in_force`.execute(tx);
  const { from, last } = rows[0]!;
  if (from === null) return undefined;
  return { from, to: from + SWEPT_AT_ONCE - 1n < last ? from + SWEPT_AT_ONCE - 1n : last };
}

/** Remembers how far the members were held against the new lists. */
export async function keepSwept(tx: Tx, to: bigint): Promise<void> {
  await sql`update screening_list set swept_to = case when ${to} >= (select coalesce(max(id), 0) from account) then null else ${to}::bigint end
    where in_force and swept_to < ${to}::bigint + 1`.execute(tx);
  staleOnCommit(tx, ["screening.lists"], ["operators"]);
}

/** The lists in force. */
export async function listLists(db: Db): Promise<OutputOf<(typeof screening)["lists"]>> {
  const rows = await db
    .selectFrom("screening_list")
    .select(["list", "version", "entries", "loaded_at as loadedAt", "swept_to as sweptTo"])
    .where("in_force", "=", true)
    .orderBy("list")
    .execute();
  return {
    list: rows.map(({ list, loadedAt, sweptTo, ...row }) => ({
      ...row,
      list: list as ScreeningListName,
      loadedAt: loadedAt.toISOString(),
      swept: sweptTo === null,
    })),
  };
}

const selectHits = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("screening_hit as h")
    .innerJoin("account as a", "a.id", "h.account_id")
    .innerJoin("screening_list as l", "l.id", "h.list_id")
    .leftJoin("operator as o", "o.id", "h.decided_by")
    .select(["h.id", "h.number", "a.id as memberId", "a.name as memberName", "l.list", "l.version", "h.entry", "h.strength", "h.state", "h.at"])
    .select(["o.name as decidedBy", "h.decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectHits>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, list, strength, state, at, decidedAt, ...row }: Row): ScreeningHit => ({
  ...row,
  reference: `S-${number}`,
  list: list as ScreeningHit["list"],
  strength: strength as ScreeningHit["strength"],
  state: state as ScreeningHit["state"],
  at: at.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** Whom the lists in force name, and what was decided of any, newest first. */
export async function listHits(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof screening)["hits"]>,
): Promise<OutputOf<(typeof screening)["hits"]>> {
  const rows = await selectHits(db)
    .where("h.state", "=", state)
    .$if(state === "open", (query) => query.where("l.in_force", "=", true))
    .$if(isNumberCursor(cursor), (query) => query.where("h.number", "<", BigInt(cursor!)))
    .orderBy("h.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

/** An officer looked it up: another person. Refuses with `screening.not_found` or `screening.not_open`. */
export async function dismissHit(tx: Tx, { id, officerId, now }: { id: string; officerId: bigint; now: Date }): Promise<ScreeningHit> {
  const moved = await tx
    .updateTable("screening_hit")
    .set({ state: "dismissed", decided_by: officerId, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  const row = await selectHits(tx).where("h.id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("screening.not_found");
  if (moved === undefined) refuse("screening.not_open");
  staleOnCommit(tx, ["screening.hits"], ["operators"]);
  return describe(row);
}
