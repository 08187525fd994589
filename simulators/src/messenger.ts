/**
 * The providers of letters: a text message gateway by HTTP and a mail server by SMTP, as a process of its own. What it takes it keeps in memory and carries to nobody.
 *
 * Customer → gateway: POST /v1/messages { reference, to, from, text } → { id, cost }, with `authorization: Bearer MESSENGER_TOKEN`; the same reference is sent once.
 *   What is not taken is answered { fault }, in words.
 * Gateway → customer: POST MESSENGER_CALLBACK_URL { reference, providerId, state: delivered | failed, cost?, fault? }, with x-sms-timestamp and x-sms-signature,
 *   lower-case hexadecimal HMAC-SHA256 of `${timestamp}.${body}` under the token.
 * For tests, with the token as the header `x-messenger-token`: POST /faults { fault, count, target? } orders faults, see `messenger.orders.ts`; PUT /clock { at } sets
 *   the clock that reports are signed by; GET /texts and GET /mails list what came. For anyone: GET /health.
 *
 * Environment: MESSENGER_PORT, MESSENGER_SMTP_PORT, MESSENGER_HOST (127.0.0.1), MESSENGER_TOKEN, MESSENGER_CALLBACK_URL.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import { Mailbox } from "./messenger.mail.ts";
import { isFault, Orders } from "./messenger.orders.ts";
import { Gateway, type Answer } from "./messenger.sms.ts";
import { isSameSecret } from "./psp.signature.ts";

const setting = (name: string): string => {
  const value = process.env[name] ?? "";
  if (value !== "") return value;
  process.stderr.write(
    `The messenger needs ${name}: MESSENGER_PORT, MESSENGER_SMTP_PORT, MESSENGER_TOKEN and MESSENGER_CALLBACK_URL say where to listen, who may ask and whom to tell.\n`,
  );
  return process.exit(1);
};

const [port, smtpPort] = [Number(setting("MESSENGER_PORT")), Number(setting("MESSENGER_SMTP_PORT"))];
const host = process.env["MESSENGER_HOST"] ?? "127.0.0.1";
const token = setting("MESSENGER_TOKEN");
const callbackUrl = setting("MESSENGER_CALLBACK_URL");

const REQUEST_TIMEOUT_MS = 10_000;
const COUNT_MAX = 1_000;

let offsetMs = 0;
const orders = new Orders();
const gateway = new Gateway({ orders, secret: token, callbackUrl, now: () => new Date(Date.now() + offsetMs) });
const mailbox = new Mailbox(orders);

class Malformed extends Error {}

type Given = Readonly<Record<string, unknown>>;

const patterns = { reference: /^[\w-]{1,64}$/, to: /^\+[1-9]\d{6,14}$/, from: /^[A-Za-z0-9 +]{3,16}$/, text: /^[\s\S]{1,1000}$/ } as const;

function field(given: Given, name: keyof typeof patterns): string {
  const value = given[name];
  if (typeof value !== "string" || !patterns[name].test(value)) throw new Malformed(name);
  return value;
}

const handlers: Readonly<Record<string, (given: Given) => Answer>> = {
  "GET /health": () => ({ status: 200, json: { alive: true } }),
  "POST /v1/messages": (given) =>
    gateway.take({ reference: field(given, "reference"), to: field(given, "to"), from: field(given, "from"), text: field(given, "text") }),
  "GET /texts": () => ({ status: 200, json: { list: gateway.list() } }),
  "GET /mails": () => ({ status: 200, json: { list: mailbox.list() } }),
  "POST /faults": ({ fault, count = 1, target = "" }) => {
    if (!isFault(fault) || !Number.isInteger(count) || Number(count) > COUNT_MAX || typeof target !== "string") throw new Malformed("fault");
    orders.order(fault, Number(count), target);
    return { status: 200, json: {} };
  },
  "PUT /clock": ({ at }) => {
    offsetMs = new Date(String(at)).getTime() - Date.now();
    return { status: 200, json: {} };
  },
};

/** Whoever asks to send says the token as its bearer, and a test says it in a header of its own. */
function isAllowed(name: string, { authorization, "x-messenger-token": said }: IncomingMessage["headers"]): boolean {
  if (name === "GET /health") return true;
  return isSameSecret(token, name === "POST /v1/messages" ? (authorization ?? "").replace(/^Bearer /, "") : String(said ?? ""));
}

function parse(body: string): Given {
  if (body === "") return {};
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === "object" && given !== null ? (given as Given) : {};
  } catch {
    throw new Malformed("body");
  }
}

async function respond(request: IncomingMessage): Promise<Answer> {
  const name = `${request.method} ${new URL(request.url ?? "/", "http://messenger").pathname}`;
  const handle = handlers[name];
  if (handle === undefined) return { status: 404, json: { fault: "unknown" } };
  if (!isAllowed(name, request.headers)) return { status: 401, json: { fault: "token" } };
  try {
    const body = await readBody(request);
    return body === undefined ? { status: 413, json: { fault: "too large" } } : handle(parse(body));
  } catch (error) {
    if (error instanceof Malformed) return { status: 400, json: { fault: `malformed ${error.message}` } };
    throw error;
  }
}

function send(response: ServerResponse, { status, json, isLost = false, afterMs = 0 }: Answer): void {
  if (isLost) {
    response.destroy();
    return;
  }
  setTimeout(() => {
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(json));
  }, afterMs);
}

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
  respond(request).then(
    (given) => send(response, given),
    () => send(response, { status: 500, json: { fault: "unexpected" } }),
  );
});
// Who is told that it is there by /health finds the mail server too.
mailbox.server.listen(smtpPort, host, () => server.listen(port, host));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
