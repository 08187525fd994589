import { audit } from "@laro/contract/audit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { recordEntries, verifyAudit } from "./audit.ts";

const PART = 20_000;
const AT_ONCE = 3_000;
const LONG = 90;

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
  await recordMany(PART + AT_ONCE);
});
afterAll(() => world.close());

/** Entries as staff leave them, some thousand in a transaction. */
async function recordMany(count: number): Promise<void> {
  const { begin } = world.open.platform.database;
  const entry = { operator: { id: 1n, name: "officer" }, kind: "command", endpoint: "settings.setStatus", requestId: "many", now: world.clock.now() } as const;
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => ({ ...entry, input: { at: from + at } }));
    await begin((tx) => recordEntries(tx, some));
  }
}

const changeEntry = (id: string, how: string) => asOwner(world.open.url, `update audit_entry set input = input || '${how}' where id = $1`, [id]);

test("a chain longer than a part is walked part by part: no call looks at more than 20,000 entries, and each says where the next begins", async () => {
  const first = await admin.call(audit.verify, {});
  expect(first).toMatchObject({ entries: PART, brokenAt: null, next: expect.any(BigInt) });
  const second = await admin.call(audit.verify, { after: first.next! });
  expect(second).toMatchObject({ brokenAt: null, next: null });
  const all = await sql<{ count: number }>`select count(*)::int as count from audit_entry`.execute(world.open.platform.database.db as never);
  expect(first.entries + second.entries).toBe(all.rows[0]!.count);
  expect(await verifyAudit(world.open.platform.database.db)).toEqual({ entries: all.rows[0]!.count, brokenAt: null });
});

test("a link that was changed is found in the part it stands in and by the whole walk, and so is one that the next part was to begin behind", async () => {
  const { db } = world.open.platform.database;
  const { next } = await admin.call(audit.verify, {});
  const changed = String(next! + 500n);
  await changeEntry(changed, '{"at":0}');
  expect((await admin.call(audit.verify, {})).brokenAt).toBeNull();
  expect(await admin.call(audit.verify, { after: next! })).toEqual({ entries: 499, brokenAt: changed, next: null });
  expect((await verifyAudit(db)).brokenAt).toBe(changed);
  await asOwner(world.open.url, "delete from audit_entry where id = $1", [String(next)]);
  expect((await admin.call(audit.verify, { after: next! })).brokenAt).toBe(String(next! + 1n));
});

test("of long entries a page shows fewer and a part looks at fewer, so that a chain that has them is read to its end", async () => {
  const own = await createWorld();
  try {
    const auditor = await own.operator("auditor");
    const entry = { operator: { id: 1n, name: "officer" }, kind: "refused", endpoint: "content.save", requestId: "long", now: own.clock.now() } as const;
    const long = { texts: ["x".repeat(900_000)] };
    await own.open.platform.database.begin((tx) =>
      recordEntries(
        tx,
        Array.from({ length: LONG }, () => ({ ...entry, input: long })),
      ),
    );
    const first = await auditor.call(audit.list, { kind: "refused", limit: 100 });
    const second = await auditor.call(audit.list, { kind: "refused", limit: 100, cursor: first.next! });
    expect(first.list.length).toBeLessThan(10);
    expect(BigInt(second.list[0]!.id)).toBe(BigInt(first.list.at(-1)!.id) - 1n);
    expect((await auditor.call(audit.verify, {})).next).not.toBeNull();
    expect(await verifyAudit(own.open.platform.database.db)).toEqual({ entries: LONG + 1, brokenAt: null });
  } finally {
    await own.close();
  }
});
