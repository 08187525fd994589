import { isEmvcoIntact, parseEmvco } from "@laro/contract/core/emvco";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { DepositMethod } from "@laro/contract/deposits";
import { z } from "zod";
import { askForeign } from "../../platform/foreign.ts";
import type { Platform } from "../../platform/routes.ts";
import { signMessage } from "../../platform/signatures.ts";
import { brand } from "../settings/packs.ts";

/** A payment provider always answers within this, or counts as unreachable. */
export const PROVIDER_TIMEOUT_MS = 5_000;

interface PaymentOrder {
  /** Ours; the same reference opens the same payment. */
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly method: string;
  /** Only a payment by QR code has one; the others have nothing but the provider's page. */
  readonly kind: Exclude<DepositMethod["kind"], "transfer">;
  readonly expiresAt: Date;
}

interface PayoutOrder {
  /** Ours; the same reference never pays twice. */
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly bank: string;
  readonly holder: string;
  readonly number: string;
}

const OpenedPayment = z.object({
  id: z.string().min(1).max(64),
  qrPayload: z.string().max(512).nullish(),
  payUrl: z.url({ protocol: /^https?$/ }).max(500),
});
/** A reference that was settled before is answered with how: the message about it may have been heard by a database that is no more. */
const OpenedPayout = z.object({ id: z.string().min(1).max(64), state: z.enum(["open", "paid", "failed"]) });

type Access = Pick<Platform, "config" | "clock">;

interface Payment {
  readonly id: string;
  readonly payUrl: string;
  readonly qrPayload: string | null;
}

/** Opens a payment and answers the page to pay on, and for a payment by QR code its payload, checked. Refuses with `deposits.provider_unreachable`. */
export async function createPayment(access: Access, { reference, amountMinor, method, kind, expiresAt }: PaymentOrder): Promise<Payment> {
  const amount = formatAmount(amountMinor);
  const { id, payUrl, qrPayload } = await ask(access, {
    path: "/v1/payments",
    body: { reference, amount, currency: brand.currency, method, expiresAt: expiresAt.toISOString() },
    answer: OpenedPayment,
  });
  if (kind === "checkout") return { id, payUrl, qrPayload: null };
  return asksFor(qrPayload, amount) ? { id, payUrl, qrPayload } : refuse("deposits.provider_unreachable");
}

const EMVCO_AMOUNT = "54";

const asksFor = (payload: string | null | undefined, amount: string): payload is string =>
  typeof payload === "string" && isEmvcoIntact(payload) && parseEmvco(payload)?.get(EMVCO_AMOUNT) === amount;

/** Sends money out. Refuses with `deposits.provider_unreachable`: whether it was sent is then unknown, and asking again with the same reference is safe. */
export async function createPayout(access: Access, { amountMinor, ...order }: PayoutOrder): Promise<z.infer<typeof OpenedPayout>> {
  return ask(access, { path: "/v1/payouts", body: { ...order, amount: formatAmount(amountMinor), currency: brand.currency }, answer: OpenedPayout });
}

export interface PastPayment {
  readonly flow: "payments" | "payouts";
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly at: Date;
}

/** Tells a simulated provider what was paid in a past it was not there for; again is the same. Refuses with `deposits.provider_unreachable`, as a real provider does, which knows better. */
export async function tellHistory(access: Access, past: readonly PastPayment[]): Promise<void> {
  const list = past.map(({ flow, reference, amountMinor, at }) => ({ flow, reference, amount: formatAmount(amountMinor), at: at.toISOString() }));
  await ask(access, { path: "/v1/history", body: { list }, answer: z.object({}) });
}

async function ask<Answer extends z.ZodType>(
  { config, clock }: Access,
  { path, body, answer }: { path: string; body: object; answer: Answer },
): Promise<z.output<Answer>> {
  const { pspUrl, pspSecret } = config;
  if (pspUrl === undefined || pspSecret === undefined) refuse("deposits.provider_unreachable");
  const content = JSON.stringify(body);
  const headers = { "content-type": "application/json", ...signHeaders({ secret: pspSecret, now: clock.now(), content }) };
  const given = await askForeign(new URL(path, pspUrl), { headers, body: content, answer, timeoutMs: PROVIDER_TIMEOUT_MS });
  return given?.ok === true ? given.answer : refuse("deposits.provider_unreachable");
}

/** The headers by which the provider knows that what it is sent is ours. */
export function signHeaders({ secret, now, content }: { secret: string; now: Date; content: string }): Record<string, string> {
  const { timestamp, signature } = signMessage({ secret, now, content });
  return { "x-psp-timestamp": timestamp, "x-psp-signature": signature };
}
