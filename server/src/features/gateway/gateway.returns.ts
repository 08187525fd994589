import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { GatewayReturn } from "@laro/contract/core/gatewayDesk";
import type { gateway } from "@laro/contract/gateway";
import { sql } from "kysely";
import { nameGames } from "../../core/catalogue/named.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

interface Row {
  readonly gameId: number;
  readonly rounds: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly declared: string | null;
  readonly percent: string | null;
  readonly low: string | null;
  readonly high: string | null;
  readonly isOutside: boolean;
  /** Without jackpots; nulls where nothing came out of one. */
  readonly plainPercent: string | null;
  readonly plainLow: string | null;
  readonly plainHigh: string | null;
}

interface Asked extends Omit<InputOf<(typeof gateway)["returns"]>, "vendorCode"> {
  readonly vendorId: number;
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** What games added up to over the last days, today with them, and the band of it; all figures are the database's own numerics. */
const returnsOf = ({ vendorId, days }: Pick<Asked, "vendorId" | "days">, { now, timeZone }: Moment) => sql`
  game as (
    select d.game_id, sum(d.rounds) as rounds, sum(d.stake) as stake, sum(d.win) as win, sum(d.stake_squares) as stake_squares, sum(d.products) as products, sum(d.win_squares) as win_squares,
           sum(d.jackpot) as jackpot, sum(d.plain_products) as plain_products, sum(d.plain_squares) as plain_squares,
           min(g.rtp_bps)::numeric / 100 as declared
    from vendor_game_day d left join game g on g.id = d.game_id
    where d.vendor_id = ${vendorId} and d.day > (${now}::timestamptz at time zone ${timeZone})::date - ${Number(days)}::integer group by d.game_id
  )`;

const FIGURES = sql`x.rounds::integer as rounds, x.stake::bigint as stake, x.win::bigint as win, round(x.declared, 2)::text as declared, b.percent::text as percent,
  b.low::text as low, b.high::text as high, coalesce(round(x.declared, 2) not between b.low and b.high, false) as "isOutside",
  case when x.jackpot > 0 then p.percent::text end as "plainPercent", case when x.jackpot > 0 then p.low::text end as "plainLow", case when x.jackpot > 0 then p.high::text end as "plainHigh"`;
const BAND = sql`cross join lateral return_band(x.rounds, x.stake, x.win, x.stake_squares, x.products, x.win_squares) b
  cross join lateral return_band(x.rounds, x.stake, x.win - x.jackpot, x.stake_squares, x.plain_products, x.plain_squares) p`;

/** What a vendor's games paid back over some days, and all of them together. */
export async function listReturns(
  db: Db,
  { vendorId, days, cursor, limit = PAGE_LIMIT_DEFAULT }: Asked,
  moment: Moment,
): Promise<OutputOf<(typeof gateway)["returns"]>> {
  const games = returnsOf({ vendorId, days }, moment);
  const after = isNumberCursor(cursor) ? Number(cursor) : null;
  const [{ rows }, whole] = await Promise.all([
    sql<Row>`
      with ${games} select x.game_id as "gameId", ${FIGURES} from game x ${BAND}
      where ${after}::integer is null or x.game_id > ${after}::integer order by x.game_id limit ${limit + 1}`.execute(db as Tx),
    // What a vendor states as a whole is what its games state, weighed by what was staked on them.
    sql<Omit<Row, "gameId">>`
      with ${games}, x as (
        select sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, sum(stake_squares) as stake_squares, sum(products) as products, sum(win_squares) as win_squares,
               sum(jackpot) as jackpot, sum(plain_products) as plain_products, sum(plain_squares) as plain_squares,
               case when bool_and(declared is not null) then sum(declared * stake) / nullif(sum(stake), 0) end as declared
        from game having count(*) > 0
      ) select ${FIGURES} from x ${BAND}`.execute(db as Tx),
  ]);
  const names = await nameGames(
    db,
    rows.map(({ gameId }) => gameId),
  );
  const describe = ({ gameId, ...row }: Row): GatewayReturn => {
    const named = names.get(gameId);
    return { gameCode: named?.gameCode ?? String(gameId), displayName: named?.displayName ?? String(gameId), ...figuresOf(row) };
  };
  const [sum] = whole.rows;
  return {
    ...cutPage(rows, { limit, describe, cursorOf: ({ gameId }) => gameId }),
    whole: sum === undefined ? null : { gameCode: "*", displayName: "*", ...figuresOf(sum) },
  };
}

const bandOf = (low: string | null, high: string | null): GatewayReturn["band"] => (low === null || high === null ? null : { least: low, most: high });

const figuresOf = ({ low, high, plainPercent, plainLow, plainHigh, ...row }: Omit<Row, "gameId">): Omit<GatewayReturn, "gameCode" | "displayName"> => ({
  ...row,
  band: bandOf(low, high),
  plain: plainPercent === null ? null : { percent: plainPercent, band: bandOf(plainLow, plainHigh) },
});
