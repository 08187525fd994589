import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAudit } from "../core/wallet/audit.ts";
import { restoreBackup, writeBackup } from "../platform/backup.ts";
import { openDatabase } from "../platform/db.ts";
import { createEmptyDatabase } from "./database.ts";
import { asOwner } from "./owner.ts";

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ((n.nspname = 'public' and c.relname not in ('migration', 'journal_month')) or c.relname like '\\_private\\_%')
  order by 1`;
const RULES = `
  select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
  union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  order by 1`;

/** How many rows each table has and what they come to, alike of two databases that hold the same. */
export async function sumTables(url: string): Promise<readonly string[]> {
  const sums: string[] = [];
  for (const { name } of await asOwner<{ name: string }>(url, TABLES)) {
    const [row] = await asOwner<{ sum: string }>(
      url,
      `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as sum from ${name} t`,
    );
    sums.push(`${name}: ${row!.sum}`);
  }
  return sums;
}

/** Its constraints and triggers, and whether they are in force. */
export const listRules = async (url: string): Promise<readonly string[]> => (await asOwner<{ rule: string }>(url, RULES)).map(({ rule }) => rule);

/** Brings a backup of a database to another one; answers what is not there as it was, and what the audit finds. */
export async function findUnrestored(url: string): Promise<readonly string[]> {
  const [dir, empty] = await Promise.all([mkdtemp(join(tmpdir(), "laro-restored-")), createEmptyDatabase()]);
  try {
    await writeBackup(url, join(dir, "whole.backup"));
    await restoreBackup(empty.url, join(dir, "whole.backup"), { check: async () => undefined });
    const restored = openDatabase(empty.url, { connections: 1 });
    const faults = await readAudit(restored.db).finally(() => restored.close());
    const there = new Set([...(await sumTables(empty.url)), ...(await listRules(empty.url))]);
    return [...faults, ...[...(await sumTables(url)), ...(await listRules(url))].filter((one) => !there.has(one))];
  } finally {
    await empty.drop();
    await rm(dir, { recursive: true, force: true });
  }
}
