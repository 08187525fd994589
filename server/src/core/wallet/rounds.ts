import { FIRST_VERSION } from "@laro/engines/registry";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { isIdCursor } from "../../platform/pages.ts";
import { dayEnd, dayStart } from "./history.ts";
import type { KeptSeed } from "./seeds.sealed.ts";

interface SettledRound {
  readonly id: string;
  readonly walletId: bigint;
  readonly gameId: number;
  readonly status: number;
  /** Of the whole round, in minor units. */
  readonly stake: bigint;
  readonly win: bigint;
  readonly seedId: bigint | null;
  readonly nonce: bigint | null;
  readonly detail: unknown;
  readonly at: Date;
}

/** What a settled round's row holds of how it was played, and what became of it: one of several entries that left nothing staked and won nothing gave all of it back. */
export interface Recorded {
  /** Of the game's mathematics. */
  readonly version: number;
  readonly choice: Readonly<Record<string, unknown>>;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  /** How many of the last actions the clock took. */
  readonly byClock?: number;
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Minor units. */
  readonly firstStake: bigint;
  /** What of the win came out of a jackpot, in minor units. */
  readonly jackpot: bigint | null;
  readonly isVoid: boolean;
}

/** As it is stored: what is absent is what is usual. */
interface Detail extends Pick<Recorded, "byClock" | "choice" | "outcome"> {
  readonly v?: number;
  readonly actions?: Recorded["actions"];
  /** Minor units as text; of a round with steps. */
  readonly firstStake?: string;
  /** Minor units as text. */
  readonly jackpot?: string;
}

const WHOLE_AT_ONCE = 1;
const CLOSES = 4;
const CORRECTS = 5;

/** The settled rows that are rounds, by their status: not what corrected one. */
export const roundStatuses: readonly number[] = [WHOLE_AT_ONCE, CLOSES];

/** Whether a settled row is what corrected a round: its stake and win are what that changed. */
export const isCorrection = ({ status }: Pick<SettledRound, "status">): boolean => status === CORRECTS;

/** What a vendor's round says of itself. */
const untold: Detail = { choice: {}, outcome: {} };

/** How a settled round was played. A ticket that ended in flight could not keep what its draw came to, so `result` is added. */

export function readDetail({
  status,
  stake,
  win = 0n,
  detail,
  result,
}: Pick<SettledRound, "status" | "stake" | "detail"> & { readonly win?: bigint; readonly result?: unknown }): Recorded {
  const {
    v: version = FIRST_VERSION,
    choice,
    actions = [],
    byClock,
    outcome,
    firstStake = stake,
    jackpot,
  } = { ...untold, ...(detail as Partial<Detail> | null) };
  return {
    version,
    choice,
    actions,
    ...(byClock === undefined ? {} : { byClock }),
    outcome: { ...(result as object | null | undefined), ...outcome },
    firstStake: BigInt(firstStake),
    jackpot: jackpot === undefined ? null : BigInt(jackpot),
    isVoid: status === CLOSES && stake === 0n && win === 0n,
  };
}

/** The draw of a ticket; null in a round of its player's own seed. */
interface OfDraw {
  readonly draw: { readonly id: bigint; readonly series: string; readonly number: string; readonly link: number } | null;
}

/** Read with a draw joined as `d`: its number as text, because JSON would round it. */
const drawColumn = sql<OfJson>`case when d.id is not null then json_build_object('id', d.id::text, 'series', d.series, 'number', d.number, 'link', d.link) end`;

type OfJson = (Omit<NonNullable<OfDraw["draw"]>, "id"> & { readonly id: string }) | null;

const readDraw = (draw: OfJson): OfDraw["draw"] => draw && { ...draw, id: BigInt(draw.id) };

export interface ClosedRound extends Omit<SettledRound, "seedId" | "nonce"> {
  readonly nonce: bigint;
  readonly seed: KeptSeed;
}

/** The entry that drew a round (`o`) and the one that settled it (`c`), by the id of any of its entries; of an instant round one row is both. */
const settledBy = ({ walletId, id }: { walletId: bigint; id: string }) => sql`
  (select coalesce(part_of, id) as id from round where wallet_id = ${walletId} and id = ${id}) asked
  join round o on o.wallet_id = ${walletId} and o.id = asked.id
  cross join lateral (
    select o.status, o.stake, o.win, o.detail, o.at where o.part_of is null
    union all
    select c.status, c.all_stake, c.all_win, c.detail, c.at from round c where c.wallet_id = o.wallet_id and c.part_of = o.part_of and c.part_of is not null and c.status = 4
  ) c`;

const settledColumns = sql`o.id, o.wallet_id as "walletId", o.game_id as "gameId", o.seed_id as "seedId", o.nonce, c.status, c.stake, c.win, c.detail, c.at`;

export interface RoundFilter {
  readonly walletId: bigint;
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Where only those are meant that were played so. */
  readonly stakedWith?: "bonusBet" | undefined;
}

/** Rounds of a wallet as they were settled, newest first; `id` is the settling entry's, by which pages go on. An id is made moments before its round's `at`, so a span of days is nearly a range of the primary key. */
export async function listRounds(
  db: Db,
  { walletId, timeZone, gameId, from, to, stakedWith, cursor, limit }: RoundFilter & { cursor: string | undefined; limit: number },
) {
  const rows = await db
    .selectFrom("round_settled as r")
    .leftJoin("draw as d", "d.id", "r.draw_id")
    .leftJoin("bonus_bet_play as k", "k.round_id", "r.round_id")
    .select([
      "r.id",
      "r.round_id as roundId",
      "r.game_id as gameId",
      "r.status",
      "r.stake",
      "r.win",
      "r.seed_id as seedId",
      "r.nonce",
      "r.detail",
      "r.at",
      drawColumn.as("draw"),
      "d.result",
      "k.n as bet",
    ])
    .where("r.wallet_id", "=", walletId)
    .$if(gameId !== undefined, (query) => query.where("r.game_id", "=", gameId!))
    .$if(stakedWith === "bonusBet", (query) =>
      // Few of many: they are found first.
      query.where("r.id", "in", (of) =>
        of.selectFrom("bonus_bet_play as p").innerJoin("wallet as w", "w.account_id", "p.account_id").select("p.round_id").where("w.id", "=", walletId),
      ),
    )
    .$if(from !== undefined, (query) => {
      const start = dayStart(from!, timeZone);
      return query.where("r.id", ">=", sql<string>`uuid_floor(${start} - interval '1 minute')`).where("r.at", ">=", start);
    })
    .$if(to !== undefined, (query) => {
      const end = dayEnd(to!, timeZone);
      return query.where("r.id", "<", sql<string>`uuid_floor(${end} + interval '1 minute')`).where("r.at", "<", end);
    })
    .$if(isIdCursor(cursor), (query) => query.where("r.id", "<", cursor!))
    .orderBy("r.id", "desc")
    .limit(limit + 1)
    .$castTo<Omit<SettledRound, "walletId"> & { readonly roundId: string; readonly draw: OfJson; readonly result: unknown; readonly bet: number | null }>()
    .execute();
  return rows.map(({ draw, ...round }) => ({ ...round, draw: readDraw(draw) }));
}

/**
 * A settled round of a wallet by its id or that of one of its entries, with the seed it was drawn from; the server seed only once it is retired. A ticket has its
 * draw's seed, promise and salt.
 */
export async function findRound(db: Db | Tx, of: { walletId: bigint; id: string }) {
  const { rows } = await sql<
    SettledRound & { serverSeed: Buffer | null; serverSeedHash: Buffer | null; clientSeed: string | null; draw: OfJson; result: unknown; bet: number | null }
  >`
    select ${settledColumns}, coalesce(s.server_seed_hash, d.commitment) as "serverSeedHash", coalesce(s.client_seed, d.salt) as "clientSeed",
           case when s.revealed_at is not null then s.server_seed else d.seed end as "serverSeed", ${drawColumn} as draw, d.result,
           (select k.n from bonus_bet_play k where k.round_id = o.id) as bet
    from ${settledBy(of)} left join seed s on s.id = o.seed_id left join draw d on d.id = o.draw_id`.execute(db as Tx);
  return rows[0] && { ...rows[0], draw: readDraw(rows[0].draw) };
}

/** What closed a round of several entries, with the seed in force when it was opened: for whoever asks again for its last step. */
export async function findClosing(tx: Tx, of: { walletId: bigint; id: string }): Promise<ClosedRound | undefined> {
  const { rows } = await sql<SettledRound & Omit<KeptSeed, "id">>`
    select ${settledColumns}, s.server_seed_hash as hash, s.server_seed as "serverSeed", s.seed_sealed as sealed, s.client_seed as "clientSeed"
    from ${settledBy(of)} join seed s on s.id = o.seed_id where o.part_of is not null`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { hash, serverSeed, sealed, clientSeed, seedId, nonce, ...round } = row;
  return { ...round, nonce: nonce!, seed: { id: seedId!, hash, serverSeed, sealed, clientSeed } };
}
