import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { blind } from "../../platform/sealing.ts";

const DIGITS = 4;

interface Asked {
  readonly accountId: bigint;
  readonly at: Date;
  readonly timeZone: string;
}

/** The four digits a member writes on paper beside their face: their own, of one day of the market's calendar, so that an old picture or another's does not do. */
export function selfieCode(keys: Pick<Keys, "dataKey">, { accountId, at, timeZone }: Asked): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
  return String(blind(keys, "selfie code", `${day} ${accountId}`).readUInt32BE() % 10 ** DIGITS).padStart(DIGITS, "0");
}

const DAY_MS = 24 * 60 * 60_000;

/** The codes a case's selfie may show: that of the day it was handed in, and of the day before, for whoever took it before midnight. */
export async function codesOf(db: Db | Tx, keys: Pick<Keys, "dataKey">, { id, timeZone }: { id: string; timeZone: string }): Promise<string[]> {
  const { rows } = await sql<{ accountId: bigint; at: Date }>`
    select v.account_id as "accountId", min(s.at) as at from verification v join verification_submission s on s.verification_id = v.id and s.selfie = v.selfie
    where v.id = ${id} group by v.account_id`.execute(db as Tx);
  const [taken] = rows;
  if (taken === undefined) return [];
  const { accountId, at } = taken;
  return [at, new Date(at.getTime() - DAY_MS)].map((day) => selfieCode(keys, { accountId, at: day, timeZone }));
}
