import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** The audit views of the ledger; each is empty when the ledger is right. */
export const auditViews = [
  "audit_a1",
  "audit_a2",
  "audit_a3",
  "audit_a4",
  "audit_a5",
  "audit_a6",
  "audit_a7",
  "audit_a8",
  "audit_a9",
  "audit_a10",
  "audit_a11",
  "audit_a12",
  "audit_a13",
  "audit_a14",
  "audit_a15",
  "audit_a16",
  "audit_a17",
  "audit_a18",
  "audit_a19",
  "audit_a20",
  "audit_a21",
  "audit_a22",
  "audit_a23",
  "audit_a24",
  "audit_a25",
  "audit_a26",
  "audit_a27",
  "audit_a28",
  "audit_a29",
  "audit_a30",
  "audit_a31",
  "audit_a32",
  "audit_a33",
  "audit_a34",
  "audit_a35",
  "audit_a36",
  "audit_a37",
  "audit_a38",
  "audit_a39",
  "audit_a40",
  "audit_a41",
  "audit_a42",
  "audit_a43",
  "audit_a44",
  "audit_a45",
  "audit_a46",
] as const;

const FAULTS_PER_VIEW_MAX = 20;

/** Every fault the audit views find, one line each, at most twenty a view. */
export async function readAudit(db: Db): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const view of auditViews) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(v) as row from ${sql.table(view)} v limit ${FAULTS_PER_VIEW_MAX}`.execute(db as Tx);
    for (const { row } of rows) faults.push(`${view}: ${JSON.stringify(row)}`);
  }
  return faults;
}
