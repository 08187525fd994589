import { isTrialType } from "@laro/contract/core/accountTypes";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { vip } from "@laro/contract/vip";
import { sql } from "kysely";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { MemberActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { findHostOf } from "./vip.hosts.ts";
import { hostFromOf, listLevels } from "./vip.levels.ts";
import { listWeeks } from "./vip.weeks.ts";

type Mine = OutputOf<(typeof vip)["mine"]>;

const nothing: Mine = {
  hasVip: false,
  vipLabelName: "",
  vipRankLevel: 0,
  valid: 0n,
  countedUntil: null,
  next: null,
  lastWeek: null,
  host: null,
  hostFrom: 0,
};

interface Reader {
  readonly actor: Pick<MemberActor, "id" | "type">;
  readonly now: Date;
  readonly timeZone: string;
}

/** A member's level, the way to the next one, the last week and the host; nothing while the feature is off, and for a trial account. */
export async function getMine(db: Db, { actor: { id: accountId, type }, now, timeZone }: Reader): Promise<Mine> {
  if (isTrialType(type) || !(await isFlagOn(db, "vip"))) return nothing;
  const [levels, { level, valid, countedUntil }] = [await listLevels(db), await readStanding(db, { accountId, now, timeZone })];
  const [lastWeek] = (await listWeeks(db, { accountId, limit: 1 })).list;
  const next = levels[level + 1];
  return {
    hasVip: true,
    vipLabelName: levels[level]!.label,
    vipRankLevel: level,
    valid,
    countedUntil: countedUntil?.toISOString() ?? null,
    next: next === undefined ? null : { level: next.level, valid: next.valid, left: next.valid > valid ? next.valid - valid : 0n },
    lastWeek: lastWeek ?? null,
    host: (await findHostOf(db, accountId)) ?? null,
    hostFrom: hostFromOf(levels),
  };
}

/** A day that does not add up holds up those after it; whose hours go further back are left out of what is shown. */
const RUNNING_DAYS_MAX = 8;

interface Standing {
  readonly level: number;
  readonly valid: bigint;
  readonly countedUntil: Date | null;
}

/** What is counted of a member: the days that are, and the gathered hours of those after them, each found by its key. */
async function readStanding(db: Db, { accountId, now, timeZone }: { accountId: bigint; now: Date; timeZone: string }): Promise<Standing> {
  const { rows } = await sql<Standing>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as day), counted as (
      select greatest(coalesce((select max(day) from vip_day where done), '-infinity'), t.day - ${RUNNING_DAYS_MAX}::integer) as day from today t
    ), running as (
      select coalesce(sum(h.valid), 0)::bigint as valid
      from counted c, generate_series((c.day + 1)::timestamp at time zone ${timeZone}, ${now}::timestamptz, '1 hour') t(at)
      join member_hour h on h.hour = t.at and h.account_id = ${accountId}
    )
    select coalesce(v.level, 0)::smallint as level, coalesce(v.valid, 0)::bigint + r.valid as valid,
           greatest((select max(starts_at) + interval '5 minutes' from activity_window), (select (max(day) + 1)::timestamp at time zone ${timeZone} from vip_day where done)) as "countedUntil"
    from running r left join vip_member v on v.account_id = ${accountId}`.execute(db as unknown as Tx);
  return rows[0]!;
}

/** The table for everyone; empty while the feature is off. */
export async function listOpenLevels(db: Db): Promise<OutputOf<(typeof vip)["levels"]>> {
  if (!(await isFlagOn(db, "vip"))) return { list: [], hostFrom: 0 };
  const levels = await listLevels(db);
  return { list: [...levels], hostFrom: hostFromOf(levels) };
}

/** Refuses with `vip.closed` while the feature is off. */
export async function checkVip(db: Db): Promise<void> {
  if (!(await isFlagOn(db, "vip"))) refuse("vip.closed");
}
