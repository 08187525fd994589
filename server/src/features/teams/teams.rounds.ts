import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { TeamRound, teams } from "@laro/contract/teams";
import { sql } from "kysely";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { maySeeRounds } from "./teams.member.ts";
import { checkSpan, type Reader, seeAccount } from "./teams.ts";

type Asked = Omit<InputOf<(typeof teams)["rounds"]>, "limit">;

interface RoundRow {
  readonly id: string;
  readonly at: Date;
  readonly game: string;
  readonly stake: bigint;
  readonly valid: bigint;
  readonly win: bigint;
}

/** The settled rounds of a direct member since it came under the reader. Refuses with `teams.sums_only` those of anyone else in the line. */
export async function listTeamRounds(
  db: Db,
  reader: Reader,
  { id, cursor, limit = PAGE_LIMIT_DEFAULT, ...span }: Asked & { limit?: number | undefined },
): Promise<OutputOf<(typeof teams)["rounds"]>> {
  checkSpan(span);
  const seen = await seeAccount(db, reader, id);
  if (!maySeeRounds(reader, seen)) refuse("teams.sums_only");
  const walletId = await getMainWalletId(db, id);
  const from = dayStart(seen.since !== null && seen.since > span.from ? seen.since : span.from, reader.timeZone);
  const to = dayEnd(span.to, reader.timeZone);
  const after = isIdCursor(cursor) ? sql`r.id < ${cursor}::uuid` : sql`true`;
  const { rows } = await sql<RoundRow>`
    select r.id, r.at, g.name as game, r.stake, case when r.win = r.stake then 0 else r.valid * g.valid_percent / 100 end as valid, r.win
    from round_settled r join game g on g.id = r.game_id
    where r.wallet_id = ${walletId} and r.id >= uuid_floor(${from} - interval '1 minute') and r.id < uuid_floor(${to} + interval '1 minute')
      and r.at >= ${from} and r.at < ${to} and ${after}
    order by r.id desc limit ${limit + 1}`.execute(db as Tx);
  const describe = ({ at, game, stake, valid, win }: RoundRow): TeamRound => ({ at: at.toISOString(), game, stake, valid, win });
  return { trail: seen.trail, ...cutPage(rows, { limit, describe, cursorOf: (row) => row.id }) };
}
