import { PLACE_MAX } from "@laro/contract/leaderboards";
import { type RawBuilder, sql } from "kysely";
import { mayBeShown } from "../accounts/faces.ts";

/** A place that a page can begin after. */
export const readPlace = (cursor: string | undefined): number => (/^[0-9]{1,4}$/.test(cursor ?? "") ? Math.min(Number(cursor), PLACE_MAX) : 0);

/** Who looks at places, and when. */
export interface PlaceLooker {
  /** Undefined for a visitor. */
  readonly accountId: bigint | undefined;
  readonly now: Date;
}

/** The reward of a place of a board, where it was given out: of the row's campaign and account. */
const hasPrize = (row: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from reward w where w.campaign_id = ${row}.campaign_id and w.account_id = ${row}.account_id and w.occasion = 'once' and w.state <> 'refused')`;

/**
 * Whether a row of a board, `p` or `s`, stands in it: the looker's own always, of others those that strangers may see. Whom the prizes passed over is left out too, because why is
 * nobody's business: without a prize, and before `last`, the last that has one, as `isBefore` says.
 */
export const standsInPlaces = ({ accountId, now }: PlaceLooker, row: RawBuilder<unknown>, isBefore: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${row}.account_id is not distinct from ${accountId ?? null}::bigint or (
    exists (select from account a where a.id = ${row}.account_id and ${mayBeShown(now)})
    and (${hasPrize(row)} or not exists (select from last where ${isBefore}))))`;
