import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { type LevelsProposal, VIP_LEVEL_MAX, VipLevel, type vip, type VipLabel, vipLabels } from "@laro/contract/vip";
import { sql } from "kysely";
import { z } from "zod";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** The lowest bonus that is given: a week must be able to give it. */
export const WEEK_MIN_MINOR = 1_00n;
/** Who has a host is whoever's level bears the highest label. */
const HOSTS_LABEL: VipLabel = "Platinum";

/** The number of the table in force. */
export async function getVersion(db: Db | Tx): Promise<number> {
  const { version } = await (db as Db).selectFrom("vip_table").select("version").orderBy("version", "desc").limit(1).executeTakeFirstOrThrow();
  return version;
}

/** The table in force, the lowest level first. */
export async function listLevels(db: Db | Tx): Promise<readonly VipLevel[]> {
  const rows = await (db as Db)
    .selectFrom("vip_level")
    .select(["level", "label", "valid", "bonus_bps as bonusBps", "week_max as weekMax"])
    .where("version", "=", (newest) => newest.selectFrom("vip_table").select(({ fn }) => fn.max("version").as("version")))
    .orderBy("level")
    .execute();
  return rows.map((row) => ({ ...row, label: row.label as VipLabel }));
}

/** From which level of a table on there is a host. */
export const hostFromOf = (levels: readonly VipLevel[]): number => levels.find(({ label }) => label === HOSTS_LABEL)!.level;

/** The table in force with how many members stand on each level, and what waits for another officer. */
export async function getTable(db: Db): Promise<OutputOf<(typeof vip)["table"]>> {
  const [levels, counts, proposal] = [await listLevels(db), await countMembers(db), await findProposal(db)];
  return { version: await getVersion(db), levels: levels.map((one) => ({ ...one, members: counts.get(one.level) ?? 0 })), proposal: proposal ?? null };
}

async function countMembers(db: Db): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ level: number; members: number }>`
    select level, count(*)::integer as members from vip_member where level > 0 group by level
    union all
    select 0::smallint, count(*)::integer from vip_member where level = 0`.execute(db as Tx);
  return new Map(rows.map(({ level, members }) => [level, members]));
}

const Levels = z.array(VipLevel);
const readLevels = (levels: unknown): VipLevel[] => z.decode(Levels, levels as z.input<typeof Levels>);

async function findProposal(db: Db | Tx, id?: string): Promise<LevelsProposal | undefined> {
  const row = await (db as Db)
    .selectFrom("vip_proposal")
    .select(["id", "levels", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .$if(id !== undefined, (query) => query.where("id", "=", id!))
    .$if(id === undefined, (query) => query.where("state", "=", "proposed"))
    .executeTakeFirst();
  return row && { ...row, levels: readLevels(row.levels), proposedAt: row.proposedAt.toISOString() };
}

/** What of a table is not as it must be: the first level that is not, and in what; undefined for a table that may hold. */
function findFault(levels: readonly VipLevel[]): { level: number; field: keyof VipLevel } | undefined {
  const placeOf = (label: VipLabel): number => vipLabels.indexOf(label);
  for (const [place, { level, label, valid, bonusBps, weekMax }] of levels.entries()) {
    const below = levels[place - 1];
    if (level !== place) return { level: place, field: "level" };
    if (below === undefined ? valid !== 0n : valid <= below.valid) return { level, field: "valid" };
    if (below !== undefined && placeOf(label) < placeOf(below.label)) return { level, field: "label" };
    if (level === VIP_LEVEL_MAX && label !== HOSTS_LABEL) return { level, field: "label" };
    if (bonusBps === 0 ? weekMax !== null : weekMax === null || weekMax < WEEK_MIN_MINOR) return { level, field: "weekMax" };
  }
  return undefined;
}

/** Has another table wait for another officer. Refuses with `vip.levels_wrong` or `vip.already_proposed`. */
export async function proposeLevels(
  tx: Tx,
  { levels, reason, by, now }: Omit<Decision, "id"> & { readonly levels: readonly VipLevel[] },
): Promise<LevelsProposal> {
  const fault = findFault(levels);
  if (fault !== undefined) refuse("vip.levels_wrong", { field: `levels.${fault.level}.${fault.field}`, level: fault.level });
  const id = newId(now);
  const isNew = await tx
    .insertInto("vip_proposal")
    .values({
      id,
      levels: JSON.stringify(z.encode(Levels, [...levels])),
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("vip.already_proposed");
  tellDesk(tx);
  return (await findProposal(tx, id))!;
}

const tellDesk = (tx: Tx): void => staleOnCommit(tx, ["vip.table"], ["operators"]);

/**
 * Decides a table that waits and answers the version in force; confirmed, it holds from now on and lowers nobody. Refuses with `vip.proposal_not_found`,
 * `vip.not_proposed` or `vip.own_proposal`.
 */
export async function decideLevels(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<number> {
  const isMoved = await decideProposal(tx, "vip_proposal", to, decision);
  const row = await tx.selectFrom("vip_proposal").select(["state", "levels"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("vip.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "vip.own_proposal" : "vip.not_proposed");
  if (to === "confirmed") await putInForce(tx, readLevels(row.levels), decision);
  tellDesk(tx);
  return getVersion(tx);
}

async function putInForce(tx: Tx, levels: readonly VipLevel[], { id, now }: Decision): Promise<void> {
  const version = (await getVersion(tx)) + 1;
  await tx.insertInto("vip_table").values({ version, since: now, proposal_id: id }).execute();
  await tx
    .insertInto("vip_level")
    .values(levels.map(({ level, label, valid, bonusBps, weekMax }) => ({ version, level, label, valid, bonus_bps: bonusBps, week_max: weekMax })))
    .execute();
  staleOnCommit(tx, ["vip.levels", "vip.mine"], ["everyone"]);
}
