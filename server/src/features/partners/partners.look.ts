import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { continueFree } from "./partners.free.end.ts";
import { continueRound } from "./partners.send.ts";
import { findPartner } from "./partners.view.ts";
import { isPartnerOutOfReach } from "./partners.wire.ts";

/** So much of a partner is gone on with at once, one after the other. */
const DUE_MAX = 50;
/** A partner that says nothing so often in a row is left alone until the next look, and so is one whose look takes so long: others' bets wait behind it. */
const SILENCES_MAX = 3;
const LOOK_MS = 15_000;

interface Due {
  readonly id: string;
  readonly partnerId: number;
  readonly isFree: boolean;
}

/**
 * Goes on with rounds that nobody waits for any more: after a crash, a silence, a player who left; and with free rounds whose time is over or whose end is to be told.
 * A partner that is off is told all the same.
 */
export async function continueRounds(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const now = clock.now();
  const { rows } = await sql<Due>`
    select d.id, p.id as "partnerId", d.is_free as "isFree" from partner p cross join lateral (
      (select id, look_at, false as is_free from partner_round r where r.partner_id = p.id and r.ended_at is null and r.look_at <= ${now} order by r.look_at limit ${DUE_MAX})
      union all
      (select id, look_at, true from partner_free_round f where f.partner_id = p.id and f.look_at <= ${now} order by f.look_at limit ${DUE_MAX})
    ) d order by d.look_at`.execute(database.db as unknown as Tx);
  await Promise.all([...Map.groupBy(rows, ({ partnerId }) => partnerId)].map(([id, due]) => continueOf(platform, id, due)));
}

async function continueOf(platform: Platform, partnerId: number, due: readonly Due[]): Promise<void> {
  const partner = (await findPartner(platform, { id: partnerId }))!;
  const began = performance.now();
  let silences = 0;
  for (const { id, isFree } of due) {
    if (isPartnerOutOfReach(platform, partner) || silences >= SILENCES_MAX || performance.now() - began > LOOK_MS) return;
    const isHeard = await (isFree ? continueFree(platform, partner, id) : continueRound(platform, partner, id)).then(
      ({ lookAt }) => lookAt === null,
      (error: Error) => platform.log.error({ err: error, partner: partner.code, round: id }, "a partner's round waits for its next look"),
    );
    silences = isHeard === true ? 0 : silences + 1;
  }
}
