import type { FileAnswer, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { PARTNER_DAYS_MAX, type PartnerRoundLine, type partners } from "@laro/contract/partners";
import { sql } from "kysely";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { findRound, type KeptRound, selectRounds } from "./partners.rounds.ts";
import { continueRound } from "./partners.send.ts";
import { findPartner } from "./partners.view.ts";

const DAY_MS = 24 * 60 * 60_000;

type Asked = Omit<InputOf<(typeof partners)["rounds"]>, "code"> & { readonly code: string; readonly partnerId: number };

/** Rounds of a partner that are not over, oldest first. */
export async function listOpenRounds(
  db: Db,
  { code, partnerId, held, cursor, limit = PAGE_LIMIT_DEFAULT }: Asked,
): Promise<OutputOf<(typeof partners)["rounds"]>> {
  const rows = await selectRounds(db)
    .where("r.partner_id", "=", partnerId)
    .where("r.ended_at", "is", null)
    .$if(held !== undefined, (query) => query.where("r.held_at", held === "true" ? "is not" : "is", null))
    .$if(isIdCursor(cursor), (query) => query.where("r.id", ">", cursor!))
    .orderBy("r.id")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => describeLine(code, row), cursorOf: ({ id }) => id });
}

const describeLine = (
  code: string,
  { id, player, currency, gameCode, state, undoingAt, stake, win, sends, at, lookAt, heldAt, refusal }: KeptRound,
): PartnerRoundLine => ({
  id,
  code,
  player,
  currency,
  gameCode,
  state,
  isGivenBack: undoingAt !== null,
  stake,
  win,
  sends,
  at: at.toISOString(),
  lookAt: lookAt?.toISOString() ?? null,
  heldAt: heldAt?.toISOString() ?? null,
  refusal,
});

/** Sends once more what a held round could not be rid of. Refuses with `partners.round_not_held`. */
export async function sendAgain(platform: Platform, id: string): Promise<PartnerRoundLine> {
  const { database, clock } = platform;
  const isFreed = await database.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("partner_round")
      .set({ held_at: null, look_at: clock.now() })
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("held_at", "is not", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  const round = await findRound(database.db, id);
  if (!isFreed || round === undefined) refuse("partners.round_not_held", { field: "id" });
  const partner = (await findPartner(platform, { id: round.partnerId }))!;
  return describeLine(partner.code, await continueRound(platform, partner, id));
}

interface Total {
  readonly partner: string;
  readonly currency: string;
  readonly day: string;
  readonly game: string;
  readonly rounds: string;
  readonly stake: bigint;
  readonly win: bigint;
  readonly freeRounds: string;
  readonly freeWin: bigint;
}

const columns = ["partner", "currency", "day", "game", "rounds", "stake", "win", "ggr", "freeRounds", "freeWin"] as const;

/** Totals by partner, currency, day and game: a round counts on the day it was drawn, whether its win was taken yet or not; free rounds beside the others. Refuses with `partners.days_wrong`. */
export function exportTotals(db: Db, { from, to, code }: InputOf<(typeof partners)["totalsCsv"]>, timeZone: string): FileAnswer {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days >= PARTNER_DAYS_MAX) refuse("partners.days_wrong", { field: "to" });
  async function* content(): AsyncIterable<string> {
    yield csvLine(columns);
    const { rows } = await sql<Total>`
      select p.code as partner, y.currency, to_char(r.drawn_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, r.game_code as game,
             count(*) filter (where r.free_round_id is null)::text as rounds, coalesce(sum(r.stake) filter (where r.free_round_id is null), 0)::bigint as stake,
             coalesce(sum(r.win) filter (where r.free_round_id is null), 0)::bigint as win, count(r.free_round_id)::text as "freeRounds",
             coalesce(sum(r.win) filter (where r.free_round_id is not null), 0)::bigint as "freeWin"
      from partner p join partner_round r on r.partner_id = p.id join partner_player y on y.id = r.player_id
      where r.drawn_at >= ${dayStart(from, timeZone)} and r.drawn_at < ${dayEnd(to, timeZone)} and (${code ?? null}::text is null or p.code = ${code ?? null})
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db as unknown as Tx);
    for (const { partner, currency, day, game, rounds, stake, win, freeRounds, freeWin } of rows)
      yield csvLine([partner, currency, day, game, rounds, ...[stake, win, stake - win].map(formatAmount), freeRounds, formatAmount(freeWin)]);
  }
  return { name: `partners-${from}-${to}.csv`, content: content() };
}
