import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { dispatchLetter, openLetter } from "./dispatches.ts";
import type { Channel, Template } from "./texts.ts";

/** An officer's patience is no way round the budgets. */
const RESENT_MAX = 3;

/**
 * Sends a letter again under an id of its own, because a provider takes an id once. Refuses with `dispatches.not_found`, `dispatches.under_way`, `dispatches.over`,
 * `dispatches.used` where its code was used or a newer one took its place, and `dispatches.too_often` past three times.
 */
export async function resendLetter(tx: Tx, keys: Pick<Keys, "dataKey">, { id, now }: { id: string; now: Date }): Promise<string> {
  const asked = await tx.selectFrom("dispatch").select(["id", "again_of as againOf"]).where("id", "=", id).executeTakeFirst();
  if (asked === undefined) return refuse("dispatches.not_found");
  const firstId = asked.againOf ?? asked.id;
  // The first of them stands for all: of two officers at once one waits for the other.
  const first = await tx.selectFrom("dispatch").selectAll().where("id", "=", firstId).forUpdate().executeTakeFirst();
  if (first === undefined) return refuse("dispatches.not_found");
  const { rows } = await sql<{ resent: number; isUnderWay: boolean; isSpent: boolean }>`
    select count(*)::int - 1 as resent, bool_or(state in ('queued', 'sending')) as "isUnderWay",
      exists (select from code where dispatch_id = ${firstId} and (used_at is not null or ended_at is not null)) as "isSpent"
    from dispatch where id = ${firstId} or again_of = ${firstId}`.execute(tx);
  const { resent, isUnderWay, isSpent } = rows[0]!;
  if (first.used_at !== null || isSpent) refuse("dispatches.used");
  if (first.expires_at <= now) refuse("dispatches.over");
  if (isUnderWay) refuse("dispatches.under_way");
  if (resent >= RESENT_MAX) refuse("dispatches.too_often");
  const { channel, template, account_id: accountId, language, expires_at: expiresAt } = first;
  const { target, values } = openLetter(keys, first);
  const letter = {
    channel: channel as Channel,
    template: template as Template,
    accountId,
    target,
    values,
    language,
    mode: "job",
    expiresAt,
    now,
    againOf: firstId,
  } as const;
  return dispatchLetter(tx, keys, letter);
}
