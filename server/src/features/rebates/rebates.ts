import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { gameCategories } from "@laro/contract/core/gameCategories";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { REBATE_CLAIM_DAYS, type RebateDay, type RebateLine, type RebateRates, type rebates } from "@laro/contract/rebates";
import type { VipLabel } from "@laro/contract/vip";
import { sql } from "kysely";
import { isPayable } from "../../core/limits/rewards.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";
import { listOfDay, listThinGames } from "./rebates.games.ts";
import { findNextTable, findTable, type Moment } from "./rebates.rates.ts";

/** Refuses with `rebates.closed` while rebates are switched off. */
export async function checkRebatesOn(db: Db | Tx): Promise<void> {
  if (!(await isFlagOn(db, "rebates"))) refuse("rebates.closed");
}

type Owner = Moment & { readonly accountId: bigint };
type Market = Pick<JurisdictionPack, "verifiedOnly">;

/** What the running day comes to, what can be claimed, and by which rates. Refuses with `rebates.closed`. */
export async function getMine(db: Db, { pack, ...owner }: Owner & { readonly pack: Market }): Promise<OutputOf<(typeof rebates)["mine"]>> {
  await checkRebatesOn(db);
  const { day, label, amount, days } = await readStanding(db, owner);
  const [{ rates }, next, games, played, mayClaim] = await Promise.all([
    findTable(db, day),
    findNextTable(db, day),
    listThinGames(db, day),
    sumToday(db, owner),
    isPayable(db, { accountId: owner.accountId, pack }),
  ]);
  const lines = linesOf(played, { rates, label });
  return {
    label,
    today: { amount: lines.reduce((sum, line) => sum + line.amount, 0n), lines },
    open: { amount, days },
    mayClaim,
    rates,
    games: [...games],
    next: next === undefined ? null : { day: next.fromDay, rates: next.rates },
    paidAfterDays: REBATE_CLAIM_DAYS,
  };
}

interface Standing {
  readonly day: string;
  readonly label: VipLabel;
  readonly amount: bigint;
  readonly days: number;
}

/** The day it is, the label the member has by now, and what is open of closed days. */
async function readStanding(db: Db, { accountId, now, timeZone }: Owner): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (${now}::timestamptz at time zone ${timeZone})::date::text as day, l.label, o.amount, o.days
    from (select coalesce(sum(amount), 0)::bigint as amount, count(distinct day)::integer as days from rebate where account_id = ${accountId} and claim_id is null) o
    join vip_level l on l.version = (select max(version) from vip_table) and l.level = coalesce((select v.level from vip_member v where v.account_id = ${accountId}), 0)`.execute(
    db as unknown as Tx,
  );
  return rows[0]!;
}

interface Played {
  readonly category: RebateLine["category"];
  readonly valid: bigint;
}

/** What a member bet validly since midnight, by category, as far as its games count: their rounds of the day are found by their key. */
async function sumToday(db: Db, { accountId, now, timeZone }: Owner): Promise<readonly Played[]> {
  const { rows } = await sql<Played>`
    with span as materialized (select t.start, uuid_floor(t.start - interval '1 minute') as first from (select period_start(${now}, 'day', ${timeZone}) as start) t),
    counted as (select e.key::integer as game_id, e.value::bigint as percent from span cross join lateral ${listOfDay(sql`(span.start at time zone ${timeZone})::date`)} c cross join lateral jsonb_each_text(c.counted) e),
    play as (
      select r.game_id, sum(valid_bet(coalesce(r.all_stake, r.stake), coalesce(r.all_win, r.win), coalesce(r.valid, r.all_stake, r.stake), p.percent))::bigint as valid
      from span cross join wallet w join round r on r.wallet_id = w.id and r.id >= span.first and r.at >= span.start and r.status in (1, 4, 5)
      left join activity_percent p on p.day = (span.start at time zone ${timeZone})::date and p.game_id = r.game_id
      where w.account_id = ${accountId} group by r.game_id
    )
    select g.category, sum(p.valid * coalesce(c.percent, 100) / 100)::bigint as valid
    from play p join game g on g.id = p.game_id left join counted c on c.game_id = p.game_id group by g.category`.execute(db as unknown as Tx);
  return rows;
}

/** In the order of the categories, those with something to show. */
const linesOf = (played: readonly Played[], { rates, label }: { rates: RebateRates; label: VipLabel }): RebateLine[] =>
  gameCategories.flatMap((category) => {
    const valid = played.find((one) => one.category === category)?.valid ?? 0n;
    const bps = rates[label][category];
    return valid <= 0n || bps === 0 ? [] : [{ category, valid, bps, amount: (valid * BigInt(bps)) / 10_000n }];
  });

const DAY = /^(\d{4}-\d{2}-\d{2})$/;

interface Row extends Omit<RebateDay, "paidAt" | "lines"> {
  readonly paidAt: Date | null;
  readonly lines: readonly { readonly category: RebateLine["category"]; readonly valid: string; readonly bps: number; readonly amount: string }[];
}

/** What a member's closed days came to, newest first. A day is paid whole: each claim takes all there is of it. */
export async function listHistory(
  db: Db,
  { accountId, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { readonly accountId: bigint },
): Promise<OutputOf<(typeof rebates)["history"]>> {
  await checkRebatesOn(db);
  const [before = null] = readTimeCursor(DAY, cursor);
  const { rows } = await sql<Row>`
    select r.day::text as day, min(r.label) as label, sum(r.amount)::bigint as amount, max(c.at) as "paidAt",
           jsonb_agg(jsonb_build_object('category', r.category, 'valid', r.valid::text, 'bps', r.bps, 'amount', r.amount::text) order by r.amount desc, r.category) as lines
    from rebate r left join rebate_claim c on c.id = r.claim_id
    where r.account_id = ${accountId} and r.day in (
      select distinct day from rebate where account_id = ${accountId} and (${before}::date is null or day < ${before}::date) order by day desc limit ${limit + 1}
    ) group by r.day order by r.day desc`.execute(db as unknown as Tx);
  return cutPage(rows, { limit, describe, cursorOf: ({ day }) => day });
}

const describe = ({ paidAt, lines, ...row }: Row): RebateDay => ({
  ...row,
  paidAt: paidAt?.toISOString() ?? null,
  lines: lines.map(({ valid, amount, ...line }) => ({ ...line, valid: BigInt(valid), amount: BigInt(amount) })),
});
