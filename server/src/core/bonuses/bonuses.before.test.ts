import { afterAll, beforeAll, expect, test } from "vitest";
import { listMigrations, migrate } from "../../platform/migrate.ts";
import { createEmptyDatabase } from "../../testing/database.ts";
import { asOwner } from "../../testing/owner.ts";

const FIRST = "0103-a-bonus-locks-no-own-money.sql";

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createEmptyDatabase());
  await migrate(url, { names: listMigrations().filter((name) => name < FIRST) });
});
afterAll(() => drop());

const sql = (text: string) => asOwner<Record<string, string>>(url, text);

/** An account with its counter of stakes at 1,000: each line is `source needed from`, of a bonus with its state. */
const plant = (account: number, lines: readonly [source: string, needed: number, from: number, state?: string][]) => `
  insert into wallet (account_id, kind, currency, staked, uncounted) values (${account}, 1, 'PHP', 1100, 100);
  ${lines
    .map(
      ([source, needed, from, state], at) => `
  insert into turnover (account_id, source, source_id, needed, from_staked, until_staked, at)
    values (${account}, '${source}', '00000000-0000-0000-0000-${String(account * 10 + at).padStart(12, "0")}', ${needed}, ${from}, ${from + needed}, '2026-11-01T00:00Z');
  ${
    state === undefined
      ? ""
      : `insert into bonus (id, account_id, code, deposit_id, amount, state, at, expires_at, closed_at) values ('00000000-0000-0000-0000-${String(account * 10 + at).padStart(12, "0")}',
    ${account}, 'FIRST100', gen_random_uuid(), 100, '${state}', '2026-11-01T00:00Z', '2026-12-01T00:00Z', ${state === "active" ? "null" : "'2026-11-02T00:00Z'"});`
  }`,
    )
    .join("")}`;

test("a bonus of before keeps what was staked for it, one that ended its figures, and lines behind it move up by what was still to be staked", async () => {
  await sql(
    [
      plant(1, [
        ["deposit", 500, 0],
        ["bonus", 1_000, 500, "active"],
        ["deposit", 300, 1_500],
        ["transfer", 50, 1_800],
      ]),
      plant(2, [
        ["deposit", 1_200, 0],
        ["bonus", 600, 1_200, "active"],
        ["deposit", 100, 1_800],
      ]),
      plant(3, [
        ["bonus", 400, 0, "released"],
        ["bonus", 150, 400, "forfeited"],
        ["deposit", 700, 550],
      ]),
    ].join(""),
  );
  await migrate(url);
  expect(
    await sql("select account_id::text as account, state, needed::text, from_valid::text as start, done::text, days::text from bonus order by id"),
  ).toEqual([
    { account: "1", state: "active", needed: "1000", start: "500", done: null, days: "30" },
    { account: "2", state: "active", needed: "600", start: "1000", done: null, days: "30" },
    { account: "3", state: "released", needed: "400", start: "0", done: "400", days: "30" },
    { account: "3", state: "forfeited", needed: "150", start: "400", done: "150", days: "30" },
  ]);
  expect(await sql("select account_id::text || ' ' || source as line, from_staked::text || '-' || until_staked as span from turnover order by id")).toEqual([
    { line: "1 deposit", span: "0-500" },
    { line: "1 deposit", span: "1000-1300" },
    { line: "1 transfer", span: "1300-1350" },
    { line: "2 deposit", span: "0-1200" },
    { line: "2 deposit", span: "1200-1300" },
    { line: "3 deposit", span: "550-1250" },
  ]);
});
