import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db.ts";
import { Id } from "./partners.ids.ts";

/** So many accounts or entries are in a part of an answer at most. */
const PART_MAX = 500;
/** The longest day by the clock, and an hour. */
const SPAN_MS_MAX = 26 * 60 * 60_000;

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
const entriesOf = (partnerId: number, { from, until, account_id: player }: Asked): RawBuilder<unknown> => sql`
  select p.foreign_id as player, e.id, e.flow, e.amount from partner_round r join partner_player p on p.id = r.player_id
  cross join lateral (values (r.id || '-bet', 'stake', r.stake), (r.id || '-win', 'win', r.win)) e(id, flow, amount)
  where r.partner_id = ${partnerId} and r.drawn_at >= ${from} and r.drawn_at < ${until} and r.free_round_id is null and e.amount > 0
    and (${player ?? null}::text is null or p.foreign_id = ${player ?? null})
  union all
  select p.foreign_id, f.issue, 'prize', f.won from partner_free_round f join partner_player p on p.id = f.player_id
  where f.partner_id = ${partnerId} and f.ending_at >= ${from} and f.ending_at < ${until} and f.won > 0 and (${player ?? null}::text is null or p.foreign_id = ${player ?? null})`;

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
  const entries = entriesOf(partnerId, asked);
  const list = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => (await statement.execute(db as unknown as Tx)).rows;
  if (asked.level === "sums") return (await list(sql<object>`select ${sums} from (${entries}) e`))[0];
  const { after, limit } = asked;
  if (asked.level === "accounts")
    return cut(
      "accounts",
      await list(sql<{ account_id: string }>`
        select player as account_id, ${sums} from (${entries}) e where player collate "C" > ${after} group by player order by player collate "C" limit ${limit + 1}`),
      ({ account_id: id }) => id,
      limit,
    );
  return cut(
    "entries",
    await list(sql<{ id: string }>`
      select id, flow as type, ${decimal(sql`amount`)} as amount from (${entries}) e where id collate "C" > ${after} order by id collate "C" limit ${limit + 1}`),
    ({ id }) => id,
    limit,
  );
}

function cut<Row>(name: string, rows: readonly Row[], idOf: (row: Row) => string, limit: number): object {
  const part = rows.slice(0, limit);
  return { [name]: part, next: rows.length > limit ? idOf(part.at(-1)!) : null };
}
