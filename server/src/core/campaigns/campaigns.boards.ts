import type { Board, BoardPlace } from "@laro/contract/leaderboards";
import { PLACE_MAX } from "@laro/contract/leaderboards";
import { Gift } from "@laro/contract/core/campaignRules";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { maskName } from "../accounts/faces.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { readCountedUpTo } from "./campaigns.count.ts";
import { readRule } from "./campaigns.facts.ts";
import { type PlaceLooker, standsInPlaces } from "./campaigns.places.ts";
import { countIn, listByTrigger, type Looker } from "./campaigns.read.ts";

const BOARDS_MAX = 10;
const TOP = 10;

/** The last place of a campaign that has a prize: none before the prizes are given out. */
const lastOfBoard = (campaignId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  last as materialized (
    select q.progress, q.progressed_at, q.number from reward w join participation q on q.campaign_id = w.campaign_id and q.account_id = w.account_id and q.period = 'once'
    where w.campaign_id = ${campaignId} and w.occasion = 'once' and w.state <> 'refused' order by q.progress, q.progressed_at desc, q.number desc limit 1
  )`;

/** The rows of a board that a looker is shown, `p` or as it is called. */
const stands = (looker: PlaceLooker, row: RawBuilder<unknown>): RawBuilder<boolean> =>
  standsInPlaces(
    looker,
    row,
    sql`last.progress < ${row}.progress or (last.progress = ${row}.progress and (last.progressed_at, last.number) > (${row}.progressed_at, ${row}.number))`,
  );

interface Row {
  readonly place: number;
  readonly accountId: bigint;
  readonly name: string;
  readonly score: bigint;
  readonly gift: unknown;
}

/** The places of a board from one on, the highest first. */
export async function listPlaces(
  db: Db | Tx,
  { code, after, limit, ...looker }: PlaceLooker & { readonly code: string; readonly after: number; readonly limit: number },
): Promise<readonly BoardPlace[]> {
  const { rows } = await sql<Row>`
    with ${lastOfBoard(sql`(select id from campaign where code = ${code})`)}
    select (${after} + row_number() over (order by p.progress desc, p.progressed_at, p.number))::int as place, p.account_id as "accountId", a.name, p.progress as score, w.gift
    from (
      select p.* from participation p where p.campaign_id = (select id from campaign where code = ${code}) and p.state in ('signed', 'reached', 'over') and p.progress > 0
        and ${stands(looker, sql`p`)}
      order by p.progress desc, p.progressed_at, p.number offset ${after} limit ${limit}
    ) p join account a on a.id = p.account_id left join reward w on w.campaign_id = p.campaign_id and w.account_id = p.account_id and w.occasion = 'once' and w.state <> 'refused'
    order by place`.execute(db as Tx);
  return rows.map(({ accountId: id, name, gift, ...row }) => ({
    ...row,
    name: maskName(name),
    gift: gift === null ? null : z.decode(Gift, gift as z.input<typeof Gift>),
    isMine: id === looker.accountId,
  }));
}

/** Boards that run, are to come or just ended, or the one of a code, each with its highest places and the looker's own. */
export async function listBoards(db: Db | Tx, looker: Looker, { code, running = false }: { code?: string; running?: boolean } = {}): Promise<readonly Board[]> {
  const cards = await listByTrigger(db, looker, {
    triggers: ["ranked"],
    seated: false,
    limit: BOARDS_MAX,
    after: true,
    ...(code === undefined ? {} : { code }),
  });
  const upTo = (await readCountedUpTo(db))?.toISOString() ?? null;
  const now = looker.now.toISOString();
  const shown = running ? cards.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now) : cards;
  return Promise.all(
    shown.map(async (card) => {
      const [top, own] = [
        await listPlaces(db, { code: card.code, after: 0, limit: TOP, accountId: looker.accountId, now: looker.now }),
        await readOwn(db, looker, card.code),
      ];
      return {
        ...card,
        prizes: readRule(own.rule).prizes,
        top: [...top],
        mine: own.score === null ? null : { score: own.score, place: own.place },
        members: own.members,
        countedUpTo: upTo,
      };
    }),
  );
}

async function readOwn(db: Db | Tx, { accountId, now }: PlaceLooker, code: string) {
  const { rows } = await sql<{ rule: unknown; members: number; score: bigint | null; place: number | null }>`
    with ${lastOfBoard(sql`(select id from campaign where code = ${code})`)}
    select v.rule, ${countIn(sql`c.id`)} as members, p.progress as score,
      case when p.progress > 0 then (
        select case when count(*) < ${PLACE_MAX} then count(*)::int + 1 end from (
          select from participation o where o.campaign_id = c.id and o.state in ('signed', 'reached', 'over') and o.progress > 0
            and (o.progress > p.progress or (o.progress = p.progress and (o.progressed_at, o.number) < (p.progressed_at, p.number))) and ${stands({ accountId, now }, sql`o`)} limit ${PLACE_MAX}
        ) above
      ) end as place
    from campaign c join campaign_version v on v.campaign_id = c.id and v.version = c.version
    left join participation p on p.campaign_id = c.id and p.account_id = ${accountId ?? null}::bigint and p.period = 'once' and p.state <> 'left' where c.code = ${code}`.execute(
    db as Tx,
  );
  return rows[0]!;
}
