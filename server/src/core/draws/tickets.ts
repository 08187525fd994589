import type { LotteryTicket } from "@laro/contract/core/lotteries";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";

/** A ticket as it is read, with the draw it takes part in. */
export interface TicketRow {
  readonly id: string;
  readonly stake: bigint;
  readonly at: Date;
  readonly bets: Record<string, string>;
  /** Whether it waits for its draw. */
  readonly waits: boolean;
  /** Of the whole round once it is closed: a stake of nothing was given back. */
  readonly allStake: bigint | null;
  readonly win: bigint | null;
  readonly drawId: bigint;
  readonly series: string;
  readonly number: string;
  readonly link: number;
  readonly commitment: Buffer | null;
  readonly salt: string;
  readonly seed: Buffer | null;
  readonly ticketsRoot: Buffer | null;
  readonly anchor: Buffer;
  readonly result: unknown;
  readonly closesAt: Date;
  readonly drawsAt: Date;
  readonly drawnAt: Date | null;
}

interface Wish {
  readonly walletId: bigint;
  readonly id?: string | undefined;
  readonly gameId?: number | undefined;
  readonly state?: "open" | "over" | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Where a member's tickets are found: those that wait among the open rounds, which are few; all others among all of the member's. */
const sourceOf = ({ walletId, state }: Pick<Wish, "walletId" | "state">) =>
  state === "open"
    ? sql`(select * from open_round w where w.wallet_id = ${walletId} and w.draw_id is not null) o join round r on r.wallet_id = o.wallet_id and r.id = o.id`
    : sql`round r left join open_round o on o.wallet_id = r.wallet_id and o.id = r.id`;

/** A member's tickets of lotteries, newest first. */
async function readTickets(db: Db | Tx, { walletId, id, gameId, state, cursor, limit }: Wish): Promise<readonly TicketRow[]> {
  const wishes = [
    id === undefined ? undefined : sql`r.id = ${id}::uuid`,
    isIdCursor(cursor) ? sql`r.id < ${cursor!}::uuid` : undefined,
    gameId === undefined ? undefined : sql`r.game_id = ${gameId}`,
    state === "over" ? sql`o.id is null` : undefined,
  ].filter((wish) => wish !== undefined);
  const { rows } = await sql<TicketRow>`
    select r.id, r.stake, r.at, coalesce(o.state -> 'choice', c.detail -> 'choice') as bets, o.id is not null as waits, c.all_stake as "allStake", c.all_win as win,
           d.id as "drawId", d.series, d.number, d.link, d.commitment, d.salt, d.seed, d.tickets_root as "ticketsRoot", h.anchor, d.result,
           d.closes_at as "closesAt", d.draws_at as "drawsAt", d.drawn_at as "drawnAt"
    from ${sourceOf({ walletId, state })}
    join draw d on d.id = r.draw_id and d.rooted
    join draw_chain h on h.id = d.chain_id
    left join round c on c.wallet_id = r.wallet_id and c.part_of = r.id and c.part_of is not null and c.status = 4
    where ${sql.join([sql`r.wallet_id = ${walletId}`, sql`r.draw_id is not null`, sql`r.status = 2`, ...wishes], sql` and `)}
    order by r.id desc limit ${limit}`.execute(db as Tx);
  return rows;
}

export const findTicket = async (db: Db, of: { walletId: bigint; id: string }): Promise<TicketRow | undefined> =>
  (await readTickets(db, { ...of, limit: 1 }))[0];

export async function listTickets(db: Db, { limit, ...wish }: Wish): Promise<{ list: LotteryTicket[]; next: string | null }> {
  return cutPage(await readTickets(db, { ...wish, limit: limit + 1 }), { limit, describe: describeTicket, cursorOf: ({ id }) => id });
}

export function describeTicket(row: TicketRow): LotteryTicket {
  const { id, series, drawId, number, waits, allStake, win, stake, at, bets, result, closesAt, drawsAt, drawnAt } = row;
  return {
    ticketId: id,
    gameCode: series,
    drawId,
    number,
    state: waits ? "open" : allStake === 0n ? "void" : "settled",
    stake,
    win: waits ? null : (win ?? 0n),
    at: at.toISOString(),
    bets,
    result: result as Record<string, unknown> | null,
    closesAt: closesAt.toISOString(),
    drawsAt: drawsAt.toISOString(),
    drawnAt: drawnAt?.toISOString() ?? null,
  };
}
