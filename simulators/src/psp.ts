/**
 * A payment provider, as a process of its own that speaks as a real one does.
 *
 * Merchant → provider, JSON, signed: `x-psp-timestamp` (milliseconds) and `x-psp-signature` (hex HMAC-SHA256 over `${timestamp}.${body}`), five minutes' tolerance.
 *   POST /v1/payments  { reference, amount, currency, method, expiresAt } → { id, qrPayload, payUrl }    the same reference answers the same payment;
 *     method QRPH has a QR code, GCASH, MAYA and BANK have none (qrPayload null) but a page of their own look
 *   POST /v1/payouts   { reference, amount, currency, bank, holder, number } → { id, state }             the same reference never pays twice
 *   GET  /v1/report?day=yyyy-mm-dd → { payments: [{ reference, amount }], payouts: […] }                   what was paid on that Manila day, signed over an empty body
 *   POST /v1/history { list: [{ flow, reference, amount, at }] }                                           what was paid before the provider was there, told as often as one likes
 *   GET  /v1/payments/:id: what the provider knows of one, signed over an empty body
 * Payer: GET /pay/:id is the page, POST /pay/:id with answer=pay or answer=decline the choice.
 * Provider → merchant: POST PSP_CALLBACK_URL { id, type, reference, providerId, amount, currency, at }, signed the same way,
 *   type payment.paid | payment.failed | payout.paid | payout.failed, repeated with growing pauses until 2xx.
 * For tests, with the secret as the header `x-psp-secret`: POST /faults { fault, count } orders faults for the next events; PUT /clock { at } sets the provider's clock; GET /payouts lists what was asked for. For anyone: GET /health.
 *
 * Environment: PSP_PORT, PSP_HOST (127.0.0.1), PSP_SECRET, PSP_CALLBACK_URL; PSP_REPORT is a file that keeps what was paid; PSP_VERBOSE says where it listens.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import { Book, paymentFields, payoutFields, type Payment } from "./psp.book.ts";
import { deliver, FaultOrders, isFault, type Event } from "./psp.events.ts";
import { Malformed, readFields, readList } from "./psp.fields.ts";
import { missingPage, paymentPage } from "./psp.page.ts";
import { DayReport, pastFields } from "./psp.report.ts";
import { isSameSecret, isSigned } from "./psp.signature.ts";

const setting = (name: string): string => {
  const value = process.env[name] ?? "";
  if (value !== "") return value;
  process.stderr.write(
    `The payment simulator needs ${name}: PSP_PORT, PSP_SECRET and PSP_CALLBACK_URL say where to listen, what to sign with and whom to tell.\n`,
  );
  return process.exit(1);
};

const port = Number(setting("PSP_PORT"));
const host = process.env["PSP_HOST"] ?? "127.0.0.1";
const secret = setting("PSP_SECRET");
const callbackUrl = setting("PSP_CALLBACK_URL");

const PAYOUT_TAKES_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;

const book = new Book();
const orders = new FaultOrders();
let offsetMs = 0;
const now = (): Date => new Date(Date.now() + offsetMs);
const report = new DayReport(process.env["PSP_REPORT"]);
const tell = (event: Event): void => {
  report.note(event, now());
  deliver(event, { url: callbackUrl, secret, faults: orders, now });
};

interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly location?: string;
}
type Handle = (request: IncomingMessage, body: string, url: URL) => Answer;

const handlers: Readonly<Record<string, Handle>> = {
  "GET /health": () => ({ status: 200, json: { alive: true } }),
  "POST /v1/payments": signed(({ headers }, body) => {
    const { payment, isNew } = book.openPayment(readFields(body, paymentFields), now());
    return { status: isNew ? 201 : 200, json: { id: payment.id, qrPayload: payment.qrPayload, payUrl: `http://${headers.host}/pay/${payment.id}` } };
  }),
  "POST /v1/payouts": signed((_request, body) => {
    const order = readFields(body, payoutFields);
    if (orders.take("forget-payouts")) book.forgetPayout(order.reference);
    const { payout, isNew } = book.openPayout(order, now());
    if (isNew) {
      const isFailing = orders.take("payout-fails");
      setTimeout(() => {
        payout.state = isFailing ? "failed" : "paid";
        tell({
          type: isFailing ? "payout.failed" : "payout.paid",
          reference: payout.reference,
          providerId: payout.id,
          amount: payout.amount,
          currency: payout.currency,
        });
      }, PAYOUT_TAKES_MS);
    }
    return { status: isNew ? 201 : 200, json: { id: payout.id, state: payout.state } };
  }),
  "GET /v1/payments/": signed((_request, _body, url) => {
    const payment = book.findPayment(lastOf(url));
    return payment === undefined ? { status: 404, json: { fault: "unknown" } } : { status: 200, json: payment };
  }),
  "GET /payouts": entrusted(() => ({ status: 200, json: { list: book.listPayouts() } })),
  "GET /v1/report": signed((_request, _body, url) => ({ status: 200, json: report.of(url.searchParams.get("day") ?? "") })),
  "POST /v1/history": signed((_request, body) => {
    report.takeOver(readList(body, pastFields));
    return { status: 200, json: {} };
  }),
  "GET /pay/": (_request, _body, url) => {
    const payment = book.findPayment(lastOf(url));
    if (payment === undefined) return { status: 404, html: missingPage() };
    return { status: 200, html: paymentPage(payment, { now: now(), backUrl: new URL("/", callbackUrl).href }) };
  },
  "POST /pay/": (_request, body, url) => {
    const payment = book.findPayment(lastOf(url));
    if (payment === undefined) return { status: 404, html: missingPage() };
    settle(payment, new URLSearchParams(body).get("answer"));
    return { status: 303, location: url.pathname };
  },
  "POST /faults": entrusted((_request, body) => {
    const { fault } = readFields(body, ["fault"]);
    if (!isFault(fault)) throw new Malformed("fault");
    orders.order(fault, Number((JSON.parse(body) as { count?: unknown }).count ?? 1));
    return { status: 200, json: {} };
  }),
  "PUT /clock": entrusted((_request, body) => {
    offsetMs = new Date(readFields(body, ["at"]).at).getTime() - Date.now();
    return { status: 200, json: {} };
  }),
};

const lastOf = (url: URL): string => url.pathname.split("/").at(-1) ?? "";

function signed(handle: Handle): Handle {
  return (request, body, url) => {
    if (orders.take("refuse-requests")) return { status: 503, json: { fault: "ordered" } };
    const { headers } = request;
    const [timestamp, signature] = [String(headers["x-psp-timestamp"]), String(headers["x-psp-signature"])];
    if (!isSigned(secret, { timestamp, signature, body }, now().getTime())) return { status: 401, json: { fault: "signature" } };
    return handle(request, body, url);
  };
}

/** What no merchant asks for: a test says the secret itself, because the clock that signatures are of may be what it sets. */
function entrusted(handle: Handle): Handle {
  return (request, body, url) =>
    isSameSecret(secret, String(request.headers["x-psp-secret"] ?? "")) ? handle(request, body, url) : { status: 401, json: { fault: "secret" } };
}

/** A payment is decided once; a page left open too long decides nothing. */
function settle(payment: Payment, answer: string | null): void {
  if (payment.state !== "open" || new Date(payment.expiresAt) <= now() || (answer !== "pay" && answer !== "decline")) return;
  payment.state = answer === "pay" ? "paid" : "failed";
  tell({
    type: answer === "pay" ? "payment.paid" : "payment.failed",
    reference: payment.reference,
    providerId: payment.id,
    amount: payment.amount,
    currency: payment.currency,
  });
}

async function respond(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://psp");
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const handle = handlers[`${method} ${url.pathname}`] ?? handlers[`${method} ${url.pathname.replace(/[^/]*$/, "")}`];
  if (handle === undefined) return { status: 404, json: { fault: "unknown" } };
  const body = await readBody(request);
  if (body === undefined) return { status: 413, json: { fault: "too large" } };
  try {
    return handle(request, body, url);
  } catch (error) {
    if (error instanceof Malformed) return { status: 400, json: { fault: `malformed ${error.message}` } };
    throw error;
  }
}

function send(response: ServerResponse, { status, json, html, location }: Answer): void {
  response.writeHead(status, {
    "content-type": html === undefined ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    ...(location === undefined ? {} : { location }),
  });
  response.end(html ?? JSON.stringify(json ?? {}));
}

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
  respond(request).then(
    (given) => send(response, given),
    () => send(response, { status: 500, json: { fault: "unexpected" } }),
  );
});
server.listen(port, host, () => {
  if (process.env["PSP_VERBOSE"]) process.stdout.write(`The payment simulator listens on http://${host}:${port}\n`);
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
