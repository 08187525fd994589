import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db.ts";
import { Id } from "./partners.ids.ts";

/** So many accounts or entries are in a part of an answer at most. */
const PART_MAX = 500;
/** The longest day by the clock, and an hour. */
const HOUR_MS = 60 * 60_000;
const SPAN_MS_MAX = 26 * HOUR_MS;

/** The question of the SoftSwiss dialect's report, as `/gateway/docs` describes it to vendors of ours. */
const Question = z
  .object({
    level: z.enum(["sums", "accounts", "entries"]),
    from: z.iso.datetime().transform((text) => new Date(text)),
    until: z.iso.datetime().transform((text) => new Date(text)),
    limit: z.int().min(1).max(PART_MAX).default(PART_MAX),
    account_id: Id.optional(),
    after: z.union([Id, z.literal("")]).default(""),
  })
  .refine(({ from, until }) => until > from && until.getTime() - from.getTime() <= SPAN_MS_MAX)
  .refine(({ level, account_id: player }) => level !== "entries" || player !== undefined);

type Asked = z.output<typeof Question>;

/** A round counts when it is drawn: one that was given back or refused moved nothing that stayed. Its ids are those of `idsOf`. What free rounds won counts once when they end, by the partner's name of them. */
const entriesOf = (partnerId: number, { from, until }: Asked): RawBuilder<unknown> => sql`
  select p.foreign_id as player, e.id, e.flow, e.amount from partner_round r join partner_player p on p.id = r.player_id
  cross join lateral (${ENTRIES}) e(id, flow, amount)
  where r.partner_id = ${partnerId} and r.drawn_at >= ${from} and r.drawn_at < ${until} and r.free_round_id is null and e.amount > 0
  union all
  select p.foreign_id, f.issue, 'prize', f.won from partner_free_round f join partner_player p on p.id = f.player_id
  where f.partner_id = ${partnerId} and f.ending_at >= ${from} and f.ending_at < ${until} and f.won > 0`;

const ENTRIES = sql`values (r.id || '-bet', 'stake', r.stake), (r.id || '-win', 'win', r.win)`;

/** The calendar days that a span touches, as `partner_round_report` knows them. */
function daysOf({ from, until }: Asked): readonly string[] {
  const days = new Set<string>();
  for (let at = from.getTime(); at < until.getTime(); at += HOUR_MS) days.add(new Date(at).toISOString().slice(0, 10));
  return [...days.add(new Date(until.getTime() - 1).toISOString().slice(0, 10))];
}

/** The same entries of one player `p`. */
const entriesOfPlayer = (asked: Asked): RawBuilder<unknown> => sql`
  select p.foreign_id as player, e.id, e.flow, e.amount from partner_round r cross join lateral (${ENTRIES}) e(id, flow, amount)
  where r.partner_id = p.partner_id and r.player_id = p.id and r.drawn_at is not null and (r.drawn_at at time zone 'UTC')::date = any(${daysOf(asked)}::date[])
    and r.drawn_at >= ${asked.from} and r.drawn_at < ${asked.until} and r.free_round_id is null and e.amount > 0
  union all
  select p.foreign_id, f.issue, 'prize', f.won from partner_free_round f
  where f.player_id = p.id and f.ending_at >= ${asked.from} and f.ending_at < ${asked.until} and f.won > 0`;

/** A page of them by their ids: of each day as many as a page has at most, so that what is left of it is not read. */
const pageOfPlayer = (asked: Asked): RawBuilder<unknown> => sql`
  select e.id, e.flow, e.amount from unnest(${daysOf(asked)}::date[]) d(day)
  cross join lateral (
    select r.id, r.stake, r.win from partner_round r
    where r.partner_id = p.partner_id and r.player_id = p.id and r.drawn_at is not null and (r.drawn_at at time zone 'UTC')::date = d.day
      and r.id >= ${leastUuid(asked.after)}::uuid and r.drawn_at >= ${asked.from} and r.drawn_at < ${asked.until} and r.free_round_id is null
    order by r.id limit ${asked.limit + 2}
  ) r cross join lateral (${ENTRIES}) e(id, flow, amount) where e.amount > 0
  union all
  select f.issue, 'prize', f.won from partner_free_round f where f.player_id = p.id and f.ending_at >= ${asked.from} and f.ending_at < ${asked.until} and f.won > 0`;

/** Who of a partner's players may have entries, with one look into the index for each and day: neither what they played is read, nor who did not. */
const playersOf = (partnerId: number, asked: Asked): RawBuilder<unknown> => {
  const next = (more: RawBuilder<unknown>) => sql`(
    select r.player_id from partner_round r
    where r.partner_id = ${partnerId} and r.drawn_at is not null and (r.drawn_at at time zone 'UTC')::date = d.day ${more} order by r.player_id limit 1)`;
  return sql`
    with recursive d(day, player_id) as (
      select d.day, ${next(sql``)} from unnest(${daysOf(asked)}::date[]) d(day)
      union all
      select d.day, ${next(sql`and r.player_id > d.player_id`)} from d where d.player_id is not null
    )
    select player_id from d where player_id is not null
    union
    select player_id from partner_free_round where partner_id = ${partnerId} and ending_at >= ${asked.from} and ending_at < ${asked.until} and won > 0`;
};

const UUID_SHAPE = "00000000-0000-0000-0000-000000000000";
const HEX = "0123456789abcdef";

/** A UUID below which none begins a text that stands after another, byte by byte. */
export function leastUuid(after: string): string {
  let least = "";
  for (const [place, zero] of [...UUID_SHAPE].entries()) {
    const sign = after[place];
    if (sign === undefined) break;
    const next = [...(zero === "-" ? "-" : HEX)].find((one) => one >= sign);
    if (next === undefined) return least + UUID_SHAPE.slice(place).replaceAll("0", "f");
    least += next;
    if (next !== sign) break;
  }
  return least + UUID_SHAPE.slice(least.length);
}

const decimal = (minor: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(coalesce(${minor}, 0) / 100)::text || '.' || lpad((coalesce(${minor}, 0) % 100)::text, 2, '0')`;
const flow = (name: "stake" | "win" | "prize"): RawBuilder<string> => decimal(sql`(sum(amount) filter (where flow = ${sql.lit(name)}))::bigint`);
const sums = sql`count(*)::integer as entries, ${flow("stake")} as stake, ${flow("win")} as win, '0.00' as rollback, ${flow("prize")} as prize,
  vendor_digest_sum(sum(vendor_digest(player, flow, id, amount))) as digest`;

/** What a partner is told of a span of its players' rounds, as deep as it asks; undefined for a question that is none. */
export async function tellReport(db: Db, partnerId: number, question: unknown): Promise<object | undefined> {
  const read = Question.safeParse(question);
  if (!read.success) return undefined;
  const asked = read.data;
  const list = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => (await statement.execute(db as unknown as Tx)).rows;
  if (asked.level === "sums") return (await list(sql<object>`select ${sums} from (${entriesOf(partnerId, asked)}) e`))[0];
  const { after, limit } = asked;
  if (asked.level === "accounts")
    return cut(
      "accounts",
      await list(sql<{ account_id: string }>`
        with known as materialized (
          select p.* from (${playersOf(partnerId, asked)}) d join partner_player p on p.id = d.player_id where p.foreign_id collate "C" > ${after}
        )
        select p.foreign_id as account_id, s.* from (select * from known order by foreign_id collate "C") p
        cross join lateral (select ${sums} from (${entriesOfPlayer(asked)}) e having count(*) > 0) s
        order by p.foreign_id collate "C" limit ${limit + 1}`),
      ({ account_id: id }) => id,
      limit,
    );
  return cut(
    "entries",
    await list(sql<{ id: string }>`
      select e.id, e.flow as type, ${decimal(sql`e.amount`)} as amount from partner_player p cross join lateral (${pageOfPlayer(asked)}) e
      where p.partner_id = ${partnerId} and p.foreign_id = ${asked.account_id} and e.id collate "C" > ${after} order by e.id collate "C" limit ${limit + 1}`),
    ({ id }) => id,
    limit,
  );
}

function cut<Row>(name: string, rows: readonly Row[], idOf: (row: Row) => string, limit: number): object {
  const part = rows.slice(0, limit);
  return { [name]: part, next: rows.length > limit ? idOf(part.at(-1)!) : null };
}
