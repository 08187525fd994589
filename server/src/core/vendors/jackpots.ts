import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { brand } from "../settings/packs.ts";
import { askVendor } from "./lines.ts";
import type { JackpotLevel } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { findAsked } from "./report.ts";

const ASK_MS = 5_000;
/** So many vendors are asked at once, about so many of their games at most. */
const AT_ONCE_MAX = 8;
const GAMES_MAX = 500;
/** An older figure is shown to nobody. */
export const LEVEL_MS_MAX = 5 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;

/** The protocols whose vendors tell what their jackpots stand at. */
const telling: readonly string[] = Object.entries(protocols).flatMap(([name, { games }]) => (games.jackpots === undefined ? [] : [name]));

interface Told {
  readonly code: string;
  readonly baseUrl: string | null;
}

/** Asks every vendor that tells it what its jackpots stand at. Who says nothing leaves what it said last, which grows old. */
export async function readJackpots(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const { rows } = await sql<Told>`
    select v.code, v.base_url as "baseUrl" from vendor v where v.id <> 1 and v.state in ('test', 'live') and v.protocol = any(${[...telling]}::text[]) order by v.id`.execute(
    database.db,
  );
  for (let from = 0; from < rows.length; from += AT_ONCE_MAX) {
    const next = rows.slice(from, from + AT_ONCE_MAX);
    await Promise.all(
      next.map((one) =>
        readVendor(platform, one).catch((error: Error) => platform.log.error({ err: error, vendor: one.code }, "a vendor's jackpots were not written down")),
      ),
    );
  }
  await database.begin((tx) => sql`delete from vendor_jackpot_level where at < ${new Date(clock.now().getTime() - KEPT_MS)}`.execute(tx));
}

async function readVendor(platform: Platform, about: Told): Promise<void> {
  const asked = await findAsked(platform, about);
  const question = asked?.games.jackpots;
  if (asked === undefined || question === undefined) return;
  const { vendor, secret, base } = asked;
  const games = [...vendor.games].flatMap(([code, { isOpen }]) => (isOpen ? [code] : [])).slice(0, GAMES_MAX);
  if (games.length === 0) return;
  const { path, ...sent } = question.ask({ casinoId: vendor.casinoId, currency: brand.currency, games }, secret);
  const said = await askVendor(platform, vendor, new URL(path, base), { ...sent, answer: question.answer, timeoutMs: ASK_MS });
  if (said?.ok !== true) return;
  const levels = said.answer.flatMap(({ gameCode, ...level }) => {
    const game = vendor.games.get(gameCode);
    return game === undefined || level.currency !== brand.currency ? [] : [{ ...level, gameId: game.id }];
  });
  await platform.database.begin((tx) => keepLevels(tx, { vendorId: vendor.id, levels, now: platform.clock.now() }));
}

interface Levels {
  readonly vendorId: number;
  readonly levels: readonly (Omit<JackpotLevel, "gameCode"> & { readonly gameId: number })[];
  readonly now: Date;
}

/** What a vendor told of takes the place of what it said before; of one pool that it told twice the lower figure counts. */
async function keepLevels(tx: Tx, { vendorId, levels, now }: Levels): Promise<void> {
  await sql`
    with told as (
      select t.game_id, t.code, min(t.amount) as amount
      from unnest(${levels.map(({ gameId }) => gameId)}::integer[], ${levels.map(({ code }) => code)}::text[], ${levels.map(({ amountMinor }) => amountMinor)}::bigint[]) t(game_id, code, amount)
      group by 1, 2
    ), gone as (
      delete from vendor_jackpot_level l where l.vendor_id = ${vendorId} and not exists (select from told t where t.game_id = l.game_id and t.code = l.code)
    )
    insert into vendor_jackpot_level (game_id, code, vendor_id, amount, at) select t.game_id, t.code, ${vendorId}::smallint, t.amount, ${now} from told t
    on conflict (game_id, code) do update set amount = excluded.amount, at = excluded.at`.execute(tx);
}

/** What the jackpots of vendors' games stand at, the largest of each game, the largest first; only what was said within five minutes. */
export async function listLevels(db: Db, { now, limit }: { now: Date; limit: number }): Promise<readonly { gameId: number; amount: bigint; at: Date }[]> {
  const { rows } = await sql<{ gameId: number; amount: bigint; at: Date }>`
    select * from (
      select distinct on (l.game_id) l.game_id as "gameId", l.amount, l.at from vendor_jackpot_level l
      where l.at > ${new Date(now.getTime() - LEVEL_MS_MAX)} order by l.game_id, l.amount desc
    ) level order by amount desc, "gameId" limit ${limit}`.execute(db);
  return rows;
}
