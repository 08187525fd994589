import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A studio to be added; `vendor` is the code of who brings it. */
export interface NewStudio {
  readonly code: string;
  readonly vendor: string;
  readonly name: string;
  readonly nodeId: number;
  readonly sort: number;
  readonly lettering: number;
  readonly hotGameId: number | null;
}

/** A game to be added, in open state. Amounts are minor units. */
export interface NewGame {
  readonly id: number;
  readonly nodeId: number;
  readonly studio: string;
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  readonly classes: readonly string[];
  readonly features: readonly string[];
  readonly words: string;
  readonly motif: string;
  readonly lines: number | null;
  readonly stakeMinMinor: number;
  readonly stakeMaxMinor: number;
  readonly maxWinMultiple: number;
  readonly rtpBps: number;
  readonly volatility: number;
  readonly demo: boolean;
  readonly sort: number;
  readonly releasedOn: string;
}

/** Adds studios; their vendors must stand. */
export async function addStudios(tx: Tx, studios: readonly NewStudio[]): Promise<void> {
  await sql`
    insert into studio (code, vendor_id, name, node_id, sort, lettering, hot_game_id)
    select s.code, v.id, s.name, s."nodeId", s.sort, s.lettering, s."hotGameId"
    from jsonb_to_recordset(${JSON.stringify(studios)}::jsonb)
      as s (code text, vendor text, name text, "nodeId" integer, sort integer, lettering smallint, "hotGameId" integer)
    join vendor v on v.code = s.vendor`.execute(tx);
}

/** Adds games in one statement; their studios must stand. The return is the vendor's word. */
export async function addGames(tx: Tx, games: readonly NewGame[]): Promise<void> {
  await sql`
    insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, words, motif, state, lines, stake_min, stake_max,
      max_win_multiple, rtp_bps, rtp_source, volatility, demo, sort, released_on)
    select g.id, g."nodeId", s.vendor_id, g.studio, g."gameCode", g.name, g."gameType", g.category, g.classes, g.features, g.words, g.motif, 'open', g.lines,
      g."stakeMinMinor", g."stakeMaxMinor", g."maxWinMultiple", g."rtpBps", 'stated', g.volatility, g.demo, g.sort, g."releasedOn"
    from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as g (id integer, "nodeId" integer, studio text, "gameCode" text, name text, "gameType" text,
      category text, classes text[], features text[], words text, motif text, lines smallint, "stakeMinMinor" bigint, "stakeMaxMinor" bigint,
      "maxWinMultiple" integer, "rtpBps" integer, volatility smallint, demo boolean, sort integer, "releasedOn" date)
    join studio s on s.code = g.studio`.execute(tx);
}

/** Whether anyone but the house brings games. */
export async function hasVendors(db: Db): Promise<boolean> {
  return (await db.selectFrom("vendor").select("id").where("code", "<>", "BGS").limit(1).executeTakeFirst()) !== undefined;
}
