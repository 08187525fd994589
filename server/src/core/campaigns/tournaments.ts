import { Gift, type Rule, seatOf } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { PLACE_MAX } from "@laro/contract/leaderboards";
import type { SeatPlace } from "@laro/contract/tournaments";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { maskName } from "../accounts/faces.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { type PlaceLooker, standsInPlaces } from "./campaigns.places.ts";

interface OfCampaign {
  readonly campaignId: string;
  readonly rule: Rule;
}

/** Writes down what a campaign gives seats for, when it is first published; nothing where it gives none. */
export async function openTournament(tx: Tx, { campaignId, rule }: OfCampaign): Promise<void> {
  const seat = seatOf(rule);
  if (seat === undefined) return;
  await tx
    .insertInto("tournament")
    .values({ campaign_id: campaignId, game_code: seat.gameCode, chips: BigInt(seat.chips), rounds: seat.rounds })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A published tournament keeps its game, its chips and its rounds, and a board becomes none: refuses with `campaigns.rule_invalid`. */
export async function checkSeat(tx: Tx, { campaignId, rule }: OfCampaign): Promise<void> {
  const seat = seatOf(rule);
  const kept = await tx.selectFrom("tournament").select(["game_code as gameCode", "chips", "rounds"]).where("campaign_id", "=", campaignId).executeTakeFirst();
  const isSame = kept?.gameCode === seat?.gameCode && kept?.rounds === seat?.rounds && Number(kept?.chips ?? 0) === (seat?.chips ?? 0);
  if (!isSame) refuse("campaigns.rule_invalid", { field: "rule.trigger", what: "trigger" });
}

/** The seats `s` of a campaign that were played, of members `p` who are in it; more conditions may follow. */
export const rankedSeats = (campaignId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  tournament_seat s join participation p on p.campaign_id = s.campaign_id and p.account_id = s.account_id and p.period = 'once'
  where s.campaign_id = ${campaignId} and s.rounds > 0 and p.state in ('signed', 'reached', 'over')`;

/** The most chips first, then fewer rounds, then who was there first. */
export const seatOrder: RawBuilder<unknown> = sql`s.chips desc, s.rounds, s.reached_at, s.account_id`;

interface Row {
  readonly place: number;
  readonly accountId: bigint;
  readonly name: string;
  readonly chips: bigint;
  readonly rounds: number;
  readonly gift: unknown;
}

interface Asked extends PlaceLooker {
  readonly campaignId: string;
}

/** The last seat of a campaign that has a prize: none before the prizes are given out. */
const lastOfSeats = (campaignId: string): RawBuilder<unknown> => sql`
  last as materialized (
    select s.chips, s.rounds, s.reached_at, s.account_id from reward w join tournament_seat s on s.campaign_id = w.campaign_id and s.account_id = w.account_id
    where w.campaign_id = ${campaignId} and w.occasion = 'once' and w.state <> 'refused' order by s.chips, s.rounds desc, s.reached_at desc, s.account_id desc limit 1
  )`;

/** The seats `s` that a looker is shown. */
const stands = (looker: PlaceLooker): RawBuilder<boolean> =>
  standsInPlaces(
    looker,
    sql`s`,
    sql`last.chips < s.chips or (last.chips = s.chips and (last.rounds, last.reached_at, last.account_id) > (s.rounds, s.reached_at, s.account_id))`,
  );

const describePlace = <Place extends number | null>({ name, chips, gift, rounds }: Omit<Row, "place" | "accountId">, place: Place, isMine: boolean) => ({
  place,
  name: maskName(name),
  chips: Number(chips),
  rounds,
  gift: gift === null ? null : z.decode(Gift, gift as z.input<typeof Gift>),
  isMine,
});

/** The places of a tournament after one, the highest first. */
export async function listSeatPlaces(
  db: Db | Tx,
  { campaignId, after, limit, ...looker }: Asked & { readonly after: number; readonly limit: number },
): Promise<readonly SeatPlace[]> {
  const { rows } = await sql<Row>`
    with ${lastOfSeats(campaignId)}
    select (${after} + row_number() over (order by ${seatOrder}))::int as place, s.account_id as "accountId", a.name, s.chips, s.rounds, w.gift
    from (select s.* from ${rankedSeats(sql`${campaignId}`)} and ${stands(looker)} order by ${seatOrder} offset ${after} limit ${limit}) s join account a on a.id = s.account_id
    left join reward w on w.campaign_id = s.campaign_id and w.account_id = s.account_id and w.occasion = 'once' and w.state <> 'refused'
    order by place`.execute(db as Tx);
  return rows.map((row) => describePlace(row, row.place, row.accountId === looker.accountId));
}

/** A member's own place, null beyond `PLACE_MAX`; null where they played no round or left. */
export async function findSeatPlace(db: Db | Tx, { campaignId, accountId, now }: Asked): Promise<(Omit<SeatPlace, "place"> & { place: number | null }) | null> {
  const { rows } = await sql<Omit<Row, "place"> & { above: number }>`
    with ${lastOfSeats(campaignId)}
    select mine.account_id as "accountId", a.name, mine.chips, mine.rounds, w.gift, (
      select count(*)::int from (
        select from ${rankedSeats(sql`mine.campaign_id`)} and s.chips >= mine.chips
          and (s.chips > mine.chips or (s.rounds, s.reached_at, s.account_id) < (mine.rounds, mine.reached_at, mine.account_id)) and ${stands({ accountId, now })} limit ${PLACE_MAX}
      ) higher
    ) as above
    from (select s.* from ${rankedSeats(sql`${campaignId}`)} and s.account_id = ${accountId ?? null}::bigint) mine join account a on a.id = mine.account_id
    left join reward w on w.campaign_id = mine.campaign_id and w.account_id = mine.account_id and w.occasion = 'once' and w.state <> 'refused'`.execute(
    db as Tx,
  );
  const row = rows[0];
  return row === undefined ? null : describePlace(row, row.above < PLACE_MAX ? row.above + 1 : null, true);
}
