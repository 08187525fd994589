import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ScreeningListName } from "@laro/contract/screening";
import { sql } from "kysely";
import { StartupError } from "../../platform/config.ts";
import type { Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { type Named, personKeys } from "./keys.ts";

/** The regulator's list holds over 560,000 names (pasa.news, 2025). */
const ENTRIES_MAX = 2_000_000;
const LINE_MAX = 400;
const WRITTEN_AT_ONCE = 2_000;

/** Where the entries of a list come from, in order; a live one of the regulator's would be another port. */
export type ListPort = () => AsyncIterable<Named>;

const LINE = /^\s*(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",]*))\s*(?:,\s*(?<birthday>[0-9]{4}(?:-[0-9]{2}-[0-9]{2})?)?\s*)?$/u;

/** A file of lines `name,birthday`: the birthday is a day, a year, or left out; a name with a comma stands in quotes. The first line may be its heading. */
export const fileList = (path: string): ListPort =>
  async function* readEntries() {
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity })) {
      line++;
      if (line === 1 && /^\uFEFF?name\b/i.test(text)) continue;
      if (text.trim() === "") continue;
      const read = text.length > LINE_MAX ? undefined : LINE.exec(text.replace(/^\uFEFF/, ""))?.groups;
      const name = (read?.["quoted"]?.replaceAll('""', '"') ?? read?.["plain"] ?? "").trim();
      if (read === undefined || name === "") throw new StartupError(`Line ${line} is not a name and a birthday (name,yyyy-mm-dd): nothing was loaded.`);
      yield { name, birthday: read["birthday"] };
    }
  };

interface Loading {
  readonly list: ScreeningListName;
  readonly port: ListPort;
  readonly keys: Pick<Keys, "dataKey">;
  readonly now: Date;
}

export interface Loaded {
  readonly version: number;
  readonly entries: number;
  /** SHA-256 of what was loaded, entry by entry: says later whether two loads were of the same file. */
  readonly digest: string;
}

/** Puts a list in force in place of the one before, all of it or nothing, and has every member held against it. */
export async function loadList(tx: Tx, { list, port, keys, now }: Loading): Promise<Loaded> {
  // Of two loads of one list at once one waits.
  await sql`select pg_advisory_xact_lock(hashtext(${`screening ${list}`}))`.execute(tx);
  const { rows } = await sql<{ version: number }>`select coalesce(max(version), 0)::integer + 1 as version from screening_list where list = ${list}`.execute(
    tx,
  );
  const { version } = rows[0]!;
  await retire(tx, list);
  const { id } = await tx
    .insertInto("screening_list")
    .values({ list, version, entries: 0, file_hash: Buffer.alloc(0), loaded_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const digest = createHash("sha256");
  let entries = 0;
  let waiting: { readonly hash: Buffer; readonly entry: number }[] = [];
  for await (const person of port()) {
    entries++;
    if (entries > ENTRIES_MAX) throw new StartupError(`A list has at most ${ENTRIES_MAX} entries: nothing was loaded.`);
    digest.update(`${person.name}\n${person.birthday ?? ""}\n`);
    waiting.push(...personKeys(keys, person).map(({ hash }) => ({ hash, entry: entries })));
    if (waiting.length < WRITTEN_AT_ONCE) continue;
    await writeKeys(tx, id, waiting);
    waiting = [];
  }
  if (entries === 0) throw new StartupError("The file holds no entry: nothing was loaded.");
  await writeKeys(tx, id, waiting);
  const hash = digest.digest();
  await tx.updateTable("screening_list").set({ entries, file_hash: hash }).where("id", "=", id).execute();
  await addJob(tx, "screening:sweep", {}, { key: "screening:sweep" });
  staleOnCommit(tx, ["screening.hits", "screening.lists"], ["operators"]);
  return { version, entries, digest: hash.toString("hex") };
}

async function retire(tx: Tx, list: ScreeningListName): Promise<void> {
  await sql`update screening_hit h set state = 'ended' from screening_list l where l.list = ${list} and l.in_force and h.list_id = l.id and h.state = 'open'`.execute(
    tx,
  );
  await sql`delete from screening_key k using screening_list l where l.list = ${list} and l.in_force and k.list_id = l.id`.execute(tx);
  await tx.updateTable("screening_list").set({ in_force: false, swept_to: null }).where("list", "=", list).where("in_force", "=", true).execute();
}

async function writeKeys(tx: Tx, listId: bigint, found: readonly { readonly hash: Buffer; readonly entry: number }[]): Promise<void> {
  if (found.length === 0) return;
  await sql`insert into screening_key (list_id, hash, entry)
    select ${listId}, decode(h, 'hex'), e from unnest(${found.map(({ hash }) => hash.toString("hex"))}::text[], ${found.map(({ entry }) => entry)}::integer[]) as f (h, e)
    on conflict do nothing`.execute(tx);
}
