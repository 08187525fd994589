import { refuse } from "@laro/contract/core/errors";
import { Amount } from "@laro/contract/core/money";
import { z } from "zod";
import type { Tx } from "../../platform/db.ts";
import { plainWords } from "../../platform/letters.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { verifyMessage, type SignedMessage } from "../../platform/signatures.ts";
import { OUTBOX_ENDPOINTS } from "./dispatches.ts";

const PROVIDER_ID = /^[\x21-\x7e]{1,64}$/;
const WORDS_LENGTH_MAX = 1_000;

const Report = z.object({
  /** Ours. */
  reference: z.string().regex(PROVIDER_ID),
  providerId: z.string().regex(PROVIDER_ID),
  state: z.enum(["delivered", "failed"]),
  cost: Amount.optional(),
  fault: z.string().max(WORDS_LENGTH_MAX).optional(),
});
type Report = z.infer<typeof Report>;

/** What each word of the provider moves on: never back, and delivered is the last. A letter we gave up may have arrived, because an answer can be lost. */
const movesFrom = {
  delivered: ["queued", "sending", "sent", "failed", "expired"],
  failed: ["queued", "sending", "sent"],
} as const satisfies Record<Report["state"], readonly string[]>;

/**
 * Takes what the text message provider says became of a letter. Said twice, or after something later, it changes nothing. Refuses what nobody signed with
 * `webhooks.signature_wrong` or `webhooks.too_old`, another's letter with `webhooks.reference_unknown`, anything else with `request.malformed`.
 */
export async function takeDeliveryReport({ config, clock, database }: Platform, message: SignedMessage): Promise<void> {
  const now = clock.now();
  verifyMessage(message, { secret: config.sms?.token, now });
  const report = readReport(message.rawBody);
  if (!z.uuid().safeParse(report.reference).success) refuse("webhooks.reference_unknown");
  await database.begin((tx) => moveReported(tx, report, now));
}

function readReport(rawBody: Buffer): Report {
  try {
    return Report.parse(JSON.parse(rawBody.toString("utf8")));
  } catch {
    return refuse("request.malformed");
  }
}

async function moveReported(tx: Tx, { reference: id, providerId, state, cost, fault }: Report, now: Date): Promise<void> {
  const letter = await tx.selectFrom("dispatch").select("sent_at as sentAt").where("id", "=", id).where("channel", "=", "sms").executeTakeFirst();
  if (letter === undefined) refuse("webhooks.reference_unknown");
  await tx
    .updateTable("dispatch")
    .set({
      state,
      reference: providerId,
      reported_at: now,
      sent_at: letter.sentAt ?? now,
      fault: state === "failed" ? plainWords(fault ?? "") : null,
      ...(cost === undefined ? {} : { cost }),
    })
    .where("id", "=", id)
    .where("state", "in", movesFrom[state])
    .execute();
  staleOnCommit(tx, OUTBOX_ENDPOINTS, ["operators"]);
}
