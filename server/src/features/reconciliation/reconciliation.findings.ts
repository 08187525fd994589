import { type Difference, PROVIDER, systemExplanations } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { VendorFinding } from "./reconciliation.vendorCompare.ts";

/** Who closes what no person needs to explain. */
export const SYSTEM = "system";

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

/** Lists each difference once, brings open ones up to date and closes those that are none any more. What was explained stays so for as long as its figures do. */
export async function listFindings(tx: Tx, findings: readonly Finding[], now: Date): Promise<void> {
  const found = sql`jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as f(day date, flow text, reference text, kind text, ours bigint, theirs bigint)`;
  await sql`
    insert into party_difference as d (party, day, flow, kind, reference, ours, theirs)
    select ${PROVIDER}, f.day, f.flow, f.kind, f.reference, f.ours, f.theirs from ${found} where f.kind is not null order by f.flow, f.reference
    on conflict (party, flow, player, reference) do update set kind = excluded.kind, ours = excluded.ours, theirs = excluded.theirs, explanation = null, explained_by = null, explained_at = null
    where (d.kind, d.ours, d.theirs) is distinct from (excluded.kind, excluded.ours, excluded.theirs)`.execute(tx);
  await sql`
    update party_difference d set ours = f.ours, theirs = f.theirs, explanation = ${systemExplanations.cameLater}, explained_by = ${SYSTEM}, explained_at = ${now}
    from ${found} where f.kind is null and d.party = ${PROVIDER} and d.flow = f.flow and d.reference = f.reference and d.explanation is null`.execute(tx);
}

/** Closes what a statement told that another took the place of. */
export async function closeReplaced(tx: Tx, { flow, references, now }: Pick<Finding, "flow"> & { references: readonly string[]; now: Date }): Promise<void> {
  await tx
    .updateTable("party_difference")
    .set({ explanation: systemExplanations.replaced, explained_by: SYSTEM, explained_at: now })
    .where("party", "=", PROVIDER)
    .where("flow", "=", flow)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where("explanation", "is", null)
    .execute();
}

interface VendorDay {
  readonly party: string;
  readonly day: string;
  readonly findings: readonly VendorFinding[];
  readonly isCut: boolean;
  readonly now: Date;
}

/**
 * Lists what a vendor's day differs in, each once, and closes what of the day is none any more. What a person explained stays so for as long as its figures do. What their
 * report has on another day than ours is listed on theirs: on our day it is missing there, and that is the same difference.
 */
export async function listVendorFindings(tx: Tx, { party, day, findings, isCut, now }: VendorDay): Promise<void> {
  const rows = findings.map(({ ours, theirs, ...finding }) => ({ ...finding, ours: ours?.toString() ?? null, theirs: theirs?.toString() ?? null }));
  const found = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(flow text, kind text, player text, reference text, ours bigint, theirs bigint, said text)`;
  await sql`
    insert into party_difference as d (party, day, flow, kind, player, reference, ours, theirs, said)
    select ${party}, ${day}::date, f.flow, f.kind, f.player, f.reference, f.ours, f.theirs, f.said from ${found} order by f.flow, f.player, f.reference
    on conflict (party, flow, player, reference) do update set day = excluded.day, kind = excluded.kind, ours = excluded.ours, theirs = excluded.theirs, said = excluded.said,
      explanation = null, explained_by = null, explained_at = null
    where case when d.explained_by <> ${SYSTEM} then (d.kind, d.ours, d.theirs) is distinct from (excluded.kind, excluded.ours, excluded.theirs)
        else (d.day, d.kind, d.ours, d.theirs, d.said) is distinct from (excluded.day, excluded.kind, excluded.ours, excluded.theirs, excluded.said) end
      and not (excluded.kind = 'missingThere' and d.theirs is not null and d.day <> excluded.day and d.explained_by is distinct from ${SYSTEM})`.execute(tx);
  if (isCut) return;
  await sql`
    update party_difference d set explanation = ${systemExplanations.cameLater}, explained_by = ${SYSTEM}, explained_at = ${now}
    where d.party = ${party} and d.day = ${day}::date and d.flow <> 'purse' and d.explanation is null
      and not exists (select from ${found} where f.flow = d.flow and f.player = d.player and f.reference = d.reference)`.execute(tx);
}
