import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { accounts } from "@laro/contract/accounts";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { listRules, sumTables } from "../testing/restored.ts";
import { rollDice } from "../testing/bets.ts";
import { createWorld, type World } from "../testing/world.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { restoreBackup, writeBackup } from "./backup.ts";
import { openDatabase } from "./db.ts";
import { prepareDatabase } from "./migrate.ts";

let world: World;
let dir: string;
beforeAll(async () => {
  [world, dir] = await Promise.all([createWorld({ content: true, catalogue: true }), mkdtemp(join(tmpdir(), "laro-backup-"))]);
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true, force: true });
});

const OWNER_ONLY = 0o600;
const LINES = "select wallet_id::text, seq::text, ref::text, amount::text, at::text from transfer order by wallet_id, seq";

const BET = { stake: 1_00n };

/** Refuses what an auditor would. */
async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select 'audit_a2' from audit_a2 union all select 'audit_a3' from audit_a3 union all select 'audit_a6' from audit_a6");
  if (rows.length > 0) throw new Error("the books do not balance");
}

/** An empty database, with a way to read it and to be rid of it. */
async function withEmpty(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createEmptyDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

test("a backup taken under load holds one moment: restored, its books balance and every wallet is one the platform had", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => world.player({ balance: 100_00n })));
  const path = join(dir, "under-load.backup");
  await Promise.all(people.map((person) => rollDice(world, person.id, BET)));
  const over = new AbortController();
  const playing = people.map(async (person) => {
    while (!over.signal.aborted) await rollDice(world, person.id, BET).catch(() => undefined);
  });
  await writeBackup(world.open.url, path);
  over.abort();
  await Promise.all(playing);
  await withEmpty(async (url) => {
    await restoreBackup(url, path, { check });
    const restored = openDatabase(url, { connections: 1 });
    expect(await readAudit(restored.db)).toEqual([]);
    await restored.close();
    const [lines, known] = [await asOwner(url, LINES), new Set((await asOwner(world.open.url, LINES)).map((line) => JSON.stringify(line)))];
    expect(lines.length).toBeGreaterThan(people.length);
    expect(lines.filter((line) => !known.has(JSON.stringify(line)))).toEqual([]);
  });
});

test("what is restored is what was there, to the row, and the platform goes on numbering behind it", async () => {
  const odd = "Ünï\u2028cödé \\N \\. tab\tnew\nline";
  const ann = await world.player();
  await asOwner(world.open.url, "update account set nickname = $1 where id = $2", [odd, String(ann.id)]);
  const path = join(dir, "same.backup");
  await writeBackup(world.open.url, path);
  expect((await stat(path)).mode & 0o777).toBe(OWNER_ONLY);
  await withEmpty(async (url) => {
    await restoreBackup(url, path, { check });
    for (const read of [sumTables, listRules]) expect(await read(url)).toEqual(await read(world.open.url));
    const [next] = await asOwner<{ id: string }>(url, "select nextval(pg_get_serial_sequence('account', 'id'))::text as id");
    expect(BigInt(next!.id)).toBeGreaterThan(ann.id);
  });
});

test("a backup is restored only into an empty database: neither members nor officers nor what staff did are overwritten", async () => {
  const path = join(dir, "refused.backup");
  await writeBackup(world.open.url, path);
  const ann = await world.player();
  await expect(restoreBackup(world.open.url, path, { check })).rejects.toThrow(/^The database is not empty: /);
  expect((await ann.call(accounts.me, {})).id).toBe(ann.id);
  const planted = {
    operator: "insert into operator (name, role, roles, password_hash, created_at) values ('first', 'superadmin', '{superadmin}', '-', now())",
    audit_entry: `insert into audit_entry (at, operator_id, operator_name, endpoint, input, request_id, previous_hash, hash) values (now(), 1, 'first', 'settings.setFlag', '{}', '1', '', '')`,
  } as const;
  for (const [table, statement] of Object.entries(planted))
    await withEmpty(async (url) => {
      await prepareDatabase(url);
      await asOwner(url, statement);
      await expect(restoreBackup(url, path, { check })).rejects.toThrow(`The database is not empty: its table ${table} has rows.`);
      expect(await asOwner(url, `select count(*)::int as n from ${table}`)).toEqual([{ n: 1 }]);
    });
});

test("of two that restore into one empty database at once one does", async () => {
  const path = join(dir, "twice.backup");
  await world.player();
  await writeBackup(world.open.url, path);
  await withEmpty(async (url) => {
    await prepareDatabase(url);
    const ended = await Promise.allSettled([restoreBackup(url, path, { check }), restoreBackup(url, path, { check })]);
    expect(ended.map((one) => (one.status === "fulfilled" ? "restored" : String(one.reason))).toSorted()).toEqual([
      expect.stringContaining("The database is not empty: its table account has rows."),
      "restored",
    ]);
  });
});

test("a cut, changed or foreign file is refused before the database is touched", async () => {
  const path = join(dir, "whole.backup");
  await writeBackup(world.open.url, path);
  const plain = gunzipSync(await readFile(path)).toString();
  const bad: readonly (readonly [name: string, content: Buffer])[] = [
    ["cut", (await readFile(path)).subarray(0, 4_000)],
    ["shorter", gzipSync(plain.slice(0, plain.length / 2))],
    ["changed", gzipSync(plain.replace("player", "plaver"))],
    ["foreign", gzipSync("a,b\n1,2\n")],
    ["empty", Buffer.alloc(0)],
  ];
  await withEmpty(async (url) => {
    for (const [name, content] of bad) {
      await writeFile(join(dir, name), content);
      await expect(restoreBackup(url, join(dir, name), { check })).rejects.toThrow(/is not a whole backup of ours/);
    }
    expect(await asOwner(url, "select to_regclass('public.account') as account")).toEqual([{ account: null }]);
  });
});

test("a backup whose tables are of two moments, as one without a snapshot would be, is refused by the audit and nothing of it stays", async () => {
  const ann = await world.player({ balance: 50_00n });
  const [early, late, mixed] = [join(dir, "early"), join(dir, "late"), join(dir, "mixed")];
  await writeBackup(world.open.url, early);
  for (let count = 0; count < 3; count++) await rollDice(world, ann.id, BET);
  await writeBackup(world.open.url, late);
  await writeFile(mixed, await mixTables(early, late, "public.transfer"));
  await withEmpty(async (url) => {
    await expect(restoreBackup(url, mixed, { check })).rejects.toThrow("the books do not balance");
    expect(await asOwner(url, "select count(*)::text as people from account")).toEqual([{ people: "0" }]);
  });
});

/** The first file with one table of the second, under a digest that fits. */
async function mixTables(first: string, second: string, table: string): Promise<Buffer> {
  const [one, two] = (await Promise.all([first, second].map((path) => readFile(path)))).map((bytes) => gunzipSync(bytes).toString().split("\n"));
  const { tables } = JSON.parse(one![0]!) as { tables: { name: string }[] };
  const place = tables.findIndex(({ name }) => name === table);
  const parts = (lines: readonly string[]): string[] =>
    lines
      .slice(1)
      .join("\n")
      .split(/^\\\.\n/m);
  const mixed = parts(one!).map((part, index) => (index === place ? parts(two!)[index]! : part));
  const [body, foot] = [
    `${one![0]}\n${mixed
      .slice(0, -1)
      .map((part) => `${part}\\.\n`)
      .join("")}`,
    JSON.parse(mixed.at(-1)!) as object,
  ];
  return gzipSync(`${body}${JSON.stringify({ ...foot, sha256: createHash("sha256").update(body).digest("hex") })}\n`);
}
