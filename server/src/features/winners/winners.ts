import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { Winner, winners } from "@laro/contract/winners";
import { sql } from "kysely";
import { maskName, mayBeShown } from "../../core/accounts/faces.ts";
import { nameIn } from "../../core/catalogue/tiles.ts";
import { type Catalogue, readCatalogue } from "../../core/catalogue/view.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

const BOARD_DEFAULT = 20;
const BOARD_MS = 24 * 60 * 60_000;
const KEPT_MAX = 500;
const OF_MINUTE_MAX = 20;
const OF_MEMBER_MAX = 2;
/** A round is dated before it is committed: what is younger may still come. */
const SETTLED_AFTER_MS = 10_000;
/** What lies further back is no news; a mark older than this begins here. */
const LOOK_BACK_MS = 60 * 60_000;

/** Reads the rounds settled since the last look and keeps each minute's 20 largest wins, two of a member at most, and of all the newest 500. */
export async function gatherWinners(tx: Tx, now: Date): Promise<void> {
  const until = new Date(now.getTime() - SETTLED_AFTER_MS);
  // Two at once would look twice: whoever comes second waits for the mark of the first.
  await tx
    .insertInto("winner_mark")
    .values({ at: new Date(now.getTime() - LOOK_BACK_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const mark = await tx.selectFrom("winner_mark").select("at").forUpdate().executeTakeFirstOrThrow();
  const since = new Date(Math.max(mark.at.getTime(), now.getTime() - LOOK_BACK_MS));
  if (until <= since) return;
  await sql`
    insert into winner (round_id, wallet_id, game_id, stake, win, at)
    select id, wallet_id, game_id, stake, win, at from (
      select *, row_number() over (partition by minute order by win desc, id) as place from (
        select round_id as id, wallet_id, game_id, stake, win, at, date_trunc('minute', at) as minute,
          row_number() over (partition by date_trunc('minute', at), wallet_id order by win desc, id) as of_member
        from round_settled where status <> 5 and at > ${since} and at <= ${until} and stake > 0 and win > stake
      ) r where of_member <= ${OF_MEMBER_MAX}
    ) r where place <= ${OF_MINUTE_MAX}
    on conflict (round_id) do nothing`.execute(tx);
  await tx.updateTable("winner_mark").set({ at: until }).execute();
  await sql`delete from winner where round_id not in (select round_id from winner order by at desc limit ${KEPT_MAX})`.execute(tx);
}

interface Row {
  readonly name: string;
  readonly gameId: number;
  readonly win: bigint;
  readonly at: Date;
}

/** What officers corrected is no news any more, whatever is left of it. */
const standsUncorrected = sql<boolean>`not exists (select from round c where c.wallet_id = n.wallet_id and c.part_of = n.round_id and c.status = 5)`;

/** Wins of members who may be shown. */
const shownWins = (db: Db, now: Date) =>
  db
    .selectFrom("winner as n")
    .innerJoin("wallet as w", "w.id", "n.wallet_id")
    .innerJoin("account as a", "a.id", "w.account_id")
    .select(["a.name", "n.game_id as gameId", "n.win", "n.at"])
    .where(mayBeShown(now))
    .where(standsUncorrected);

function describe({ byId }: Catalogue, { name, gameId, win, at }: Row, language: string | undefined): Winner[] {
  const game = byId.get(gameId);
  if (game === undefined) return [];
  const tile = { gameName: nameIn(game, language), gameType: game.gameType, iconUrl: game.iconUrl, nodeId: String(game.nodeId) };
  return [{ customerName: maskName(name), ...tile, winAmount: win, gameTime: at.toISOString() }];
}

/** The newest wins of the last 24 hours. */
export async function listBoard(
  db: Db,
  { gameCategory = "ALL", language, limitNum = BOARD_DEFAULT }: InputOf<(typeof winners)["board"]>,
  now: Date,
): Promise<{ list: Winner[] }> {
  const [catalogue, rows] = await Promise.all([
    readCatalogue(db),
    shownWins(db, now)
      .where("n.at", ">", new Date(now.getTime() - BOARD_MS))
      .orderBy("n.at", "desc")
      .execute(),
  ]);
  const list = rows.flatMap((row) => describe(catalogue, row, language)).filter(({ gameType }) => gameCategory === "ALL" || gameType === gameCategory);
  return { list: list.slice(0, limitNum) };
}

/** The wins of a calendar day, largest first; the newest day with wins where none is named, else today. */
export async function listDay(
  db: Db,
  { day, language }: InputOf<(typeof winners)["byDay"]>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<OutputOf<(typeof winners)["byDay"]>> {
  const [catalogue, rows] = await Promise.all([readCatalogue(db), shownWins(db, now).orderBy("n.win", "desc").execute()]);
  const format = new Intl.DateTimeFormat("en-CA", { timeZone });
  const byDay = Map.groupBy(rows, ({ at }) => format.format(at));
  const days = [...byDay.keys()].toSorted().toReversed();
  const shown = day ?? days[0] ?? format.format(now);
  return { day: shown, days, list: (byDay.get(shown) ?? []).flatMap((row) => describe(catalogue, row, language)) };
}

/** Whether a member's wins are left out. */
export async function isHidden(db: Db, accountId: bigint): Promise<boolean> {
  return (await db.selectFrom("winner_hidden").select("account_id").where("account_id", "=", accountId).executeTakeFirst()) !== undefined;
}

/** Leaves a member's wins out, those already gathered too, or shows them again. */
export async function setHidden(tx: Tx, { accountId, hidden, now }: { accountId: bigint; hidden: boolean; now: Date }): Promise<void> {
  const changed = await (hidden
    ? tx
        .insertInto("winner_hidden")
        .values({ account_id: accountId, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning("account_id")
        .executeTakeFirst()
    : tx.deleteFrom("winner_hidden").where("account_id", "=", accountId).returning("account_id").executeTakeFirst());
  if (changed === undefined) return;
  staleOnCommit(tx, ["winners.mine"], [`member:${accountId}`]);
  // Who leaves the lists is gone from what is shared of them at once; who stands in none has nothing to say to anybody.
  if (await hasWon(tx, accountId)) staleOnCommit(tx, ["winners.board", "winners.byDay", "jackpots.winners"], ["everyone"]);
}

async function hasWon(tx: Tx, accountId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from wallet w where w.account_id = ${accountId}
      and (exists (select from winner n where n.wallet_id = w.id) or exists (select from jackpot_win j where j.wallet_id = w.id)) limit 1`.execute(tx);
  return rows.length > 0;
}
