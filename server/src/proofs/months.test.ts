import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { createWorld } from "../testing/world.ts";
import { type MonthsProof, proveMonths } from "./months.ts";

const PLACE = "laro_test_cold";

async function prepare(): Promise<MonthsProof> {
  const [world, empty, folder] = [await createWorld(), await createEmptyDatabase(), mkdtempSync(join(tmpdir(), "laro-months-"))];
  onTestFinished(async () => {
    await world.close();
    await empty.drop();
    rmSync(folder, { recursive: true });
  });
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  // Inside the data folder, as only a test may: a real one is another disk. Another file of tests may have made it.
  await client.query("set allow_in_place_tablespaces = on");
  await client.query(`create tablespace ${PLACE} location ''`).catch(() => undefined);
  await client.end();
  return { world, place: PLACE, emptyUrl: empty.url, path: join(folder, "laro.backup") };
}

test("rounds opened in a month that was moved away end in the next and are computed again; those in a backup are settled in the database it is brought to", async () => {
  expect(await proveMonths(await prepare())).toEqual([]);
});

sabotage("the proof turns red on a backup that forgot what was open", async () => {
  const faults = await proveMonths({ ...(await prepare()), restored: (url) => asOwner(url, "delete from open_round") });
  expect(faults).toContain("a restored round was closed 0 times");
  expect(faults).toContainEqual(expect.stringMatching(/^audit_a15: .*an opened round is not open/));
});
