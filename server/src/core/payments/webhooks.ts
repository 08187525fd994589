import { Refusal, refuse, type ErrorCode } from "@laro/contract/core/errors";
import { Moment } from "@laro/contract/core/ids";
import { Amount } from "@laro/contract/core/money";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { verifyMessage, type SignedMessage } from "../../platform/signatures.ts";
import { brand, packs, type JurisdictionPack } from "../settings/packs.ts";
import { isUnsigned } from "./unsigned.ts";

export const paymentEventTypes = ["payment.paid", "payment.failed", "payout.paid", "payout.failed"] as const;

const ProviderId = z.string().regex(/^[\x21-\x7e]{1,64}$/);

const PaymentEvent = z.object({
  id: ProviderId,
  type: z.enum(paymentEventTypes),
  reference: ProviderId,
  providerId: ProviderId,
  amount: Amount,
  currency: z.literal(brand.currency),
  at: Moment,
});

/** What the payment provider says happened; `reference` is our own id, `amount` minor units. */
export type PaymentEvent = z.infer<typeof PaymentEvent>;

/** When an event is acted on, and under which rules. */
export interface PaymentMoment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

/** What each kind of event does, in the transaction that records it. */
export type PaymentEventHandlers = Readonly<Record<PaymentEvent["type"], (tx: Tx, event: PaymentEvent, moment: PaymentMoment) => Promise<void>>>;

const PROVIDER = "psp";

/** What the database says when a payment of the provider's is another deposit's or withdrawal's already. */
const takenTwice: readonly unknown[] = ["deposit_provider_ref_key", "withdrawal_provider_ref_key"];

/**
 * Takes one message of the payment provider: each event acts once, and everything that was signed is on record, the refused with its fault. Refuses with
 * a code of `webhooks.` or `request.malformed`; of what nobody signed it keeps nothing, `UnsignedMessages` counts it.
 */
export async function takePaymentMessage(platform: Platform, message: SignedMessage, handlers: PaymentEventHandlers): Promise<void> {
  const now = platform.clock.now();
  let event: PaymentEvent | undefined;
  try {
    verifyMessage(message, { secret: platform.config.pspSecret, now });
    event = readEvent(message.rawBody);
    await actOnce(platform, event, now, handlers);
  } catch (error) {
    const fault = asRefusal(error);
    if (!(fault instanceof Refusal && isUnsigned(fault))) await recordFault(platform, { event, fault: codeOf(fault), now });
    throw fault;
  }
}

/** That a payment of the provider's is told of two of ours is its contradiction, not our fault. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Error && "constraint" in error && takenTwice.includes(error.constraint) ? new Refusal("webhooks.contradiction") : error;

const codeOf = (error: unknown): ErrorCode => (error instanceof Refusal ? error.code : "server.unknown");

function readEvent(rawBody: Buffer): PaymentEvent {
  try {
    return PaymentEvent.parse(JSON.parse(rawBody.toString("utf8")));
  } catch {
    return refuse("request.malformed");
  }
}

async function actOnce(platform: Platform, event: PaymentEvent, now: Date, handlers: PaymentEventHandlers): Promise<void> {
  if (!z.uuid().safeParse(event.reference).success) refuse("webhooks.reference_unknown");
  await platform.database.begin(async (tx) => {
    const isNew = await tx
      .insertInto("webhook_event")
      .values({ provider: PROVIDER, event_id: event.id, accepted: true, body: bodyOf(event), at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (isNew === undefined) return checkSame(tx, event);
    await handlers[event.type](tx, event, { now, timeZone: platform.timeZone, pack: packs[platform.config.pack] });
  });
}

/** Hearing an event again is no news; another story under its id is for a person to look at. */
async function checkSame(tx: Tx, event: PaymentEvent): Promise<void> {
  if ((await selectSame(tx, event).where("accepted", "=", true).executeTakeFirst()) === undefined) refuse("webhooks.contradiction");
}

/** What says the same as an event under its id; when it was said or asked again is no part of it. */
const selectSame = (tx: Tx, event: PaymentEvent) =>
  tx
    .selectFrom("webhook_event")
    .select("id")
    .where("provider", "=", PROVIDER)
    .where("event_id", "=", event.id)
    .where(sql<boolean>`body - 'at' = ${bodyOf(event)}::jsonb - 'at'`);

/** Marks a message that was taken but says another thing than what was settled: it moves nothing and is not asked for again, a person looks at it. */
export async function flagMessage(tx: Tx, event: Pick<PaymentEvent, "id">, fault: ErrorCode): Promise<void> {
  await tx.updateTable("webhook_event").set({ fault }).where("provider", "=", PROVIDER).where("event_id", "=", event.id).where("accepted", "=", true).execute();
}

/** Keeps what the provider answered about a payment or payout of ours that could not be acted on: its word stands against the ledger until a person looked. */
export async function recordAnswer(
  platform: Platform,
  answer: Pick<PaymentEvent, "type" | "reference" | "providerId" | "amount">,
  error: unknown,
): Promise<void> {
  const now = platform.clock.now();
  const event: PaymentEvent = { ...answer, id: answer.reference, currency: brand.currency, at: now.toISOString() };
  await recordFault(platform, { event, fault: codeOf(asRefusal(error)), now });
}

interface Fault {
  /** Undefined where it could not be read. */
  readonly event: PaymentEvent | undefined;
  readonly fault: ErrorCode;
  readonly now: Date;
}

/** Keeps what was refused and why, once however often it comes again unchanged. */
async function recordFault({ database }: Platform, { event, fault, now }: Fault): Promise<void> {
  const row = { provider: PROVIDER, event_id: event?.id ?? null, accepted: false, fault, body: event === undefined ? null : bodyOf(event), at: now };
  await database.begin(async (tx) => {
    if (event !== undefined && (await wasRecorded(tx, event, fault))) return;
    await tx.insertInto("webhook_event").values(row).execute();
  });
}

/** Whether the same was refused for the same before. Of many at once the others wait here for the first. */
async function wasRecorded(tx: Tx, event: PaymentEvent, fault: ErrorCode): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook_event ${event.id}`}, 0))`.execute(tx);
  return (await selectSame(tx, event).where("accepted", "=", false).where("fault", "=", fault).executeTakeFirst()) !== undefined;
}

const bodyOf = (event: PaymentEvent): string => JSON.stringify(z.encode(PaymentEvent, event));
