import type { Database, Tx } from "./db.ts";
import type { Log } from "./log.ts";

interface Work<Row extends { readonly number: bigint }> {
  /** The job's name, for the log. */
  readonly job: string;
  /** Some of the rows that are due, in the order of their numbers, all above `after`; none when there are no more. */
  readonly find: (after: bigint) => Promise<readonly Row[]>;
  /** Does one row, looked at again under its lock: another process may have been faster. */
  readonly each: (tx: Tx, row: Row) => Promise<void>;
  /** So many rows in a run; those behind them wait for the job's next time. All there are, unless said. */
  readonly atMost?: number;
}

/** Works through all rows that are due, each in a transaction of its own: one that fails is logged, waits for the job's next time and holds up no other. */
export async function workThrough<Row extends { readonly number: bigint }>(
  { database, log }: { readonly database: Database; readonly log: Log },
  { job, find, each, atMost = Number.POSITIVE_INFINITY }: Work<Row>,
): Promise<void> {
  let left = atMost;
  for (let rows = await find(0n); rows.length > 0 && left > 0; rows = await find(rows.at(-1)!.number)) {
    const some = rows.slice(0, left);
    left -= some.length;
    for (const row of some) {
      await database
        .begin((tx) => each(tx, row))
        .catch((error: Error) => log.error({ err: error, job, row: String(row.number) }, "one row of a job failed and waits for its next time"));
    }
  }
}

/** So often one run takes some of what a sweep finds; what is left then is the next run's. */
const TURNS_MAX = 1_000;

/** Takes away, or changes, some of what is due: so many at most, each once. */
type Sweep = (tx: Tx) => Promise<{ readonly numAffectedRows?: bigint }>;

/** Does each sweep, so many rows a transaction, until it finds no more: nobody waits for all of it, and none of it waits for the next run. */
export async function sweepInTurns({ begin }: Pick<Database, "begin">, atOnce: number, sweeps: readonly Sweep[]): Promise<void> {
  for (const sweep of sweeps) for (let turn = 0; turn < TURNS_MAX; turn++) if (Number((await begin(sweep)).numAffectedRows ?? 0n) < atOnce) break;
}
