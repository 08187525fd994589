import { type Difference, systemExplanations } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Who closes what no person needs to explain. */
const SYSTEM = "system";

/** What came of holding both sides of one reference against each other. */
export interface Finding {
  readonly day: string;
  readonly flow: Difference["flow"];
  readonly reference: string;
  /** Null when both sides tell the same. */
  readonly kind: Difference["kind"] | null;
  /** Minor units as text, because JSON has no bigint. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

interface Sides extends Pick<Finding, "day" | "flow" | "reference"> {
  /** Minor units. */
  readonly ours: bigint | undefined;
  readonly theirs: bigint | undefined;
}

export function compareSides({ ours, theirs, ...about }: Sides): Finding {
  const kind = ours === undefined ? "missingHere" : theirs === undefined ? "missingThere" : ours === theirs ? null : "amount";
  return { ...about, kind, ours: ours?.toString() ?? null, theirs: theirs?.toString() ?? null };
}

/** Two at once would list one difference twice: the second waits here and then finds it listed. */
export async function lockFindings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
}

/** Lists each difference once, brings open ones up to date and closes those that are none any more. What a person explained stays as it is. */
export async function listFindings(tx: Tx, findings: readonly Finding[], now: Date): Promise<void> {
  const found = sql`jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as f(day date, flow text, reference text, kind text, ours bigint, theirs bigint)`;
  await sql`
    insert into reconciliation_difference as d (day, flow, kind, reference, ours, theirs)
    select f.day, f.flow, f.kind, f.reference, f.ours, f.theirs from ${found} where f.kind is not null order by f.flow, f.reference
    on conflict (flow, reference) do update set kind = excluded.kind, ours = excluded.ours, theirs = excluded.theirs, explanation = null, explained_by = null, explained_at = null
    where (d.explanation is null or d.explained_by = ${SYSTEM}) and (d.kind, d.ours, d.theirs) is distinct from (excluded.kind, excluded.ours, excluded.theirs)`.execute(
    tx,
  );
  await sql`
    update reconciliation_difference d set ours = f.ours, theirs = f.theirs, explanation = ${systemExplanations.cameLater}, explained_by = ${SYSTEM}, explained_at = ${now}
    from ${found} where f.kind is null and d.flow = f.flow and d.reference = f.reference and d.explanation is null`.execute(tx);
}

/** Closes what a statement told that another took the place of. */
export async function closeReplaced(tx: Tx, { flow, references, now }: Pick<Finding, "flow"> & { references: readonly string[]; now: Date }): Promise<void> {
  await tx
    .updateTable("reconciliation_difference")
    .set({ explanation: systemExplanations.replaced, explained_by: SYSTEM, explained_at: now })
    .where("flow", "=", flow)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where("explanation", "is", null)
    .execute();
}
