import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { continueRound } from "./partners.send.ts";
import { findPartner } from "./partners.view.ts";

/** So many rounds of a partner are gone on with at once, one after the other. */
const ROUNDS_MAX = 50;
/** A partner that says nothing so often in a row is left alone until the next look. */
const SILENCES_MAX = 3;

/** Goes on with rounds that nobody waits for any more: after a crash, a silence, a player who left. A partner that is off is told all the same. */
export async function continueRounds(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const { rows } = await sql<{ id: string; partnerId: number }>`
    select r.id, p.id as "partnerId" from partner p cross join lateral (
      select id, look_at from partner_round r where r.partner_id = p.id and r.ended_at is null and r.look_at <= ${clock.now()} order by r.look_at limit ${ROUNDS_MAX}
    ) r order by r.look_at`.execute(database.db as unknown as Tx);
  await Promise.all(
    [...Map.groupBy(rows, ({ partnerId }) => partnerId)].map(([id, rounds]) =>
      continueOf(
        platform,
        id,
        rounds.map((round) => round.id),
      ),
    ),
  );
}

async function continueOf(platform: Platform, partnerId: number, ids: readonly string[]): Promise<void> {
  const partner = (await findPartner(platform, { id: partnerId }))!;
  let silences = 0;
  for (const id of ids) {
    if (silences >= SILENCES_MAX) return;
    const isOver = await continueRound(platform, partner, id).then(
      ({ state, heldAt }) => heldAt !== null || state === "closed" || state === "void" || state === "refused",
      (error: Error) => platform.log.error({ err: error, partner: partner.code, round: id }, "a partner's round waits for its next look"),
    );
    silences = isOver === true ? 0 : silences + 1;
  }
}
