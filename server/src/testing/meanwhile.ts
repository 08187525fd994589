import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const WAITS_MAX = 200;
const LOOK_EVERY_MS = 25;
const WAITING = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()";

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Begins a call while somebody else's changes are written and not yet committed, so that it looks at what was there before and then waits for their rows; commits
 * once it waits, and answers what became of the call.
 */
export async function meanwhile<Result>(url: string, changes: readonly Statement[], call: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    for (const { text, values } of changes) await client.query(text, [...values]);
    const under = call();
    for (let waits = 0; (await client.query(WAITING)).rows.length === 0; waits++) {
      if (waits === WAITS_MAX) throw new Error("The call never waited for what was changed.");
      await sleep(LOOK_EVERY_MS);
    }
    await client.query("commit");
    return await under;
  } finally {
    await client.end();
  }
}
