import type { agentContracts, Margin, Template } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { formatRate, type Limits, rateCeiling } from "@laro/contract/core/contractTerms";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { findLeastEdge } from "../../core/catalogue/edge.ts";
import { brand, packs } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { limitsOf, storedLimitsOf } from "./agentContracts.ts";
import { getTemplate } from "./agentContracts.gates.ts";

/** Of the least edge so much may go to salaries and rebates, in hundredths; with more, playing for nothing but the salary would pay. */
const SHARE_OF_EDGE = 80;

const salaries = ["daily", "hourly", "realTime"] as const satisfies readonly ContractKind[];

/** What salaries and the highest rebate may come to together, and what they do with these limits in the place of what is published. */
export async function getMargin(db: Db | Tx, changed?: { readonly kind: ContractKind; readonly limits: Limits }): Promise<Margin> {
  const { game, edge } = await findLeastEdge(db);
  const rates = await Promise.all(salaries.map(async (kind) => (changed?.kind === kind ? changed.limits : limitsOf(await getTemplate(db, kind))).rateMax));
  const rebates = brand.playerRebateMost;
  return { game, edge, maximum: Math.floor((edge * SHARE_OF_EDGE) / 100), rebates, used: rates.reduce((sum, rate) => sum + rate, rebates) };
}

async function checkMargin(db: Db | Tx, changed: { readonly kind: ContractKind; readonly limits: Limits }): Promise<void> {
  if (changed.kind === "dividend") return;
  const { game, edge, maximum, used } = await getMargin(db, changed);
  if (used > maximum)
    refuse("agentContracts.above_margin", { field: "limits.rateMax", game, edge: formatRate(edge), maximum: formatRate(maximum), used: formatRate(used) });
}

interface Row extends Omit<Template, "limits" | "proposedAt" | "decidedAt"> {
  readonly limits: unknown;
  readonly proposedAt: Date;
  readonly decidedAt: Date | null;
}

async function readTemplates(db: Db | Tx, { where, limit }: { where: ReturnType<typeof sql>; limit: number }): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.limits, t.reason, t.state, t.proposed_name as "proposedBy", t.proposed_at as "proposedAt", t.decided_name as "decidedBy", t.decision, t.decided_at as "decidedAt",
           (select count(*)::integer from agent_contract c where c.kind = t.kind and c.template_id = t.id and c.state in ('active', 'endRequested')) as contracts,
           t.id = (select f.id from agent_contract_template f where f.kind = t.kind and f.state = 'published' order by f.decided_at desc, f.id desc limit 1) as "inForce"
    from agent_contract_template t where ${where} order by t.id desc limit ${limit}`.execute(db as Tx);
  return rows;
}

const describe = (row: Row): Template => ({
  ...row,
  limits: limitsOf(row),
  proposedAt: row.proposedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** The versions of a kind's limits, newest first, with what the games leave for salaries. */
export async function listTemplates(
  db: Db,
  { config }: Pick<Platform, "config">,
  { kind, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agentContracts)["templates"]>,
): Promise<OutputOf<(typeof agentContracts)["templates"]>> {
  const { periods, lossRates } = packs[config.pack].agents;
  const where = sql`t.kind = ${kind} and ${isNumberCursor(cursor) ? sql`t.id < ${cursor}::bigint` : sql`true`}`;
  const rows = await readTemplates(db, { where, limit: limit + 1 });
  return { ...cutPage(rows, { limit, describe, cursorOf: ({ id }) => id }), margin: await getMargin(db), periods: [...periods], lossRates };
}

async function getOne(tx: Tx, id: bigint): Promise<Template> {
  const [row] = await readTemplates(tx, { where: sql`t.id = ${id}`, limit: 1 });
  return row === undefined ? refuse("agentContracts.not_found") : describe(row);
}

interface By {
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Writes down limits one officer wants. Refuses with `agentContracts.rate_outside` or, naming the game, `agentContracts.above_margin`. */
export async function proposeTemplate(tx: Tx, { kind, limits }: { kind: ContractKind; limits: Limits }, { reason, by, now }: By): Promise<Template> {
  if (limits.rateMax > rateCeiling[kind] || limits.rateMin > limits.rateMax)
    refuse("agentContracts.rate_outside", { field: "limits.rateMax", minimum: formatRate(limits.rateMin), maximum: formatRate(rateCeiling[kind]) });
  await checkMargin(tx, { kind, limits });
  const { id } = await tx
    .insertInto("agent_contract_template")
    .values({ kind, limits: JSON.stringify(storedLimitsOf(limits)), reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  staleOnCommit(tx, ["agentContracts.templates"], ["operators"]);
  return getOne(tx, id);
}

/** Publishes or declines a version; of many who decide one wins, and nobody publishes their own. Refuses with a code of `agentContracts.` */
export async function publishTemplate(tx: Tx, { id, act, reason, by, now }: By & { id: bigint; act: "publish" | "decline" }): Promise<Template> {
  // One at a time: two kinds published at once must not pass the margin together.
  await sql`select pg_advisory_xact_lock(hashtextextended('agentContracts templates', 0))`.execute(tx);
  const template = await getOne(tx, id);
  if (template.state !== "proposed") refuse("agentContracts.not_proposed");
  if (act === "publish") await checkMargin(tx, template);
  const { numAffectedRows } = await sql`
    update agent_contract_template set state = ${act === "publish" ? "published" : "declined"}, decided_by = ${by.id}, decided_name = ${by.name}, decision = ${reason}, decided_at = ${now}
    where id = ${id} and state = 'proposed' and (${act}::text = 'decline' or proposed_by <> ${by.id})`.execute(tx);
  if (numAffectedRows === 0n) refuse("agentContracts.own_proposal");
  staleOnCommit(tx, ["agentContracts.templates", "agentContracts.terms"], ["operators"]);
  return getOne(tx, id);
}
