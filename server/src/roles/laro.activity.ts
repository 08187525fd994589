import { readStatus, rebuildDay } from "../core/activity/activity.rebuild.ts";
import { StartupError } from "../platform/config.ts";
import type { Database, Db } from "../platform/db.ts";

interface Described {
  readonly lines: readonly string[];
  readonly isSound: boolean;
}

/** How far the facts of days are; not sound when one does not add up. */
export async function describeFacts(db: Db): Promise<Described> {
  const { frozen, firstDay, lastDay, waiting, gatheredUntil, late, faults } = await readStatus(db);
  const lines = [
    frozen === 0n ? "No day is frozen yet." : `${frozen} days are frozen, from ${firstDay} to ${lastDay}; ${waiting} are open.`,
    gatheredUntil === null ? "No play is gathered yet." : `Play is gathered up to ${gatheredUntil.toISOString()}.`,
    ...late.map((one) => `${one.day}: ${one.late} rounds came late`),
    ...faults.map(({ day, fault }) => `${day}: not frozen, ${fault}`),
  ];
  return { lines, isSound: faults.length === 0 };
}

/** What a frozen day would be if it were computed today; not sound when it differs from what stands. */
export async function describeRebuild({ begin }: Pick<Database, "begin">, of: { day: string; timeZone: string }): Promise<Described> {
  const differences = await begin((tx) => rebuildDay(tx, of));
  if (differences === undefined) throw new StartupError(`${of.day} is not frozen: npm run laro -- activity status says which days are.`);
  const lines = differences.map(({ table, id, stands, found }) => `${table} ${id}: stands as ${JSON.stringify(stands)}, found ${JSON.stringify(found)}`);
  const isSound = differences.length === 0;
  return { lines: [...lines, `${of.day}: ${isSound ? "nothing differs" : `${differences.length} facts differ`}; nothing was written.`], isSound };
}
