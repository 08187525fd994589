/**
 * A foreign operator: its wallet in memory, in the SoftSwiss dialect, right unless told otherwise.
 *
 * For vendors, signed: POST /balance, /betwin, /rollback, /finish, /freespins/finish. For anyone: GET /health.
 * For tests, with the secret as the header `x-operator-secret`: POST /defects { defect }, one of `operator.defects.ts` or null; POST /faults { fault, count, call? }, of
 * `operator.faults.ts`, or { clear: true }; POST /accounts { ref, currency, balanceMinor }; GET /books, what it holds and each transaction it took.
 * For people, where a vendor is known: GET /, a site with its games, whose one player is guest (1,000.00); see `operator.lobby.ts`.
 *
 * Environment, when it is run: OPERATOR_PORT, OPERATOR_SECRET, OPERATOR_CURRENCY (EUR), OPERATOR_VENDOR, where the vendor serves it, with its code there as the last
 * part. Its accounts are player (10.00), other (10.00), limited, disabled.
 */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isSameSecret } from "./psp.signature.ts";
import { defects } from "./operator.defects.ts";
import { callOf, LATE_MS, Orders, SLOW_MS } from "./operator.faults.ts";
import { answerLobby, type Lobby, LOBBY_BALANCE_MINOR, LOBBY_PLAYER, type LobbyAnswer } from "./operator.lobby.ts";
import { type NewAccount, OperatorWallet } from "./operator.wallet.ts";
import type { Answer } from "./operator.wire.ts";

const BODY_READ_MAX = 1_048_576;
const REQUEST_TIMEOUT_MS = 10_000;
const BALANCE_MINOR = 10_00n;

/** The accounts a simulated operator begins with. */
export const operatorAccounts = (currency: string): Readonly<Record<string, NewAccount>> => ({
  player: { currency, balanceMinor: BALANCE_MINOR },
  other: { currency, balanceMinor: BALANCE_MINOR },
  limited: { currency, balanceMinor: BALANCE_MINOR, limited: true },
  disabled: { currency, balanceMinor: BALANCE_MINOR, disabled: true },
});

/** What is sent back; undefined hangs up. */
type Sent = Answer | LobbyAnswer | undefined;

/** The operator's door, which listens nowhere yet. */
export function serveOperator(wallet: OperatorWallet, secret: Buffer, lobby?: Lobby): Server {
  const orders = new Orders();
  return createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    respond(request, { wallet, secret, orders, lobby }).then(
      (sent) => send(response, sent),
      () => response.destroy(),
    );
  });
}

function send(response: ServerResponse, sent: Sent): void {
  if (sent === undefined) return void response.destroy();
  if ("to" in sent) return void response.writeHead(sent.status, { location: sent.to }).end();
  if ("body" in sent) return void response.writeHead(sent.status, { "content-type": "application/json" }).end(JSON.stringify(sent.body));
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-src ${sent.frames ?? "'none'"}; base-uri 'none'; frame-ancestors 'none'`;
  response.writeHead(sent.status, { "content-type": sent.type, "content-security-policy": policy, "cache-control": "no-store" }).end(sent.text);
}

interface Operator {
  readonly wallet: OperatorWallet;
  readonly secret: Buffer;
  readonly orders: Orders;
  readonly lobby: Lobby | undefined;
}

async function respond(request: IncomingMessage, operator: Operator): Promise<Sent> {
  const { wallet, secret, orders, lobby } = operator;
  const { method, url = "", headers } = request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_READ_MAX) throw new Error("too long");
    chunks.push(chunk);
  }
  if (method === "GET" && url === "/health") return { status: 200, body: { alive: true } };
  const body = Buffer.concat(chunks);
  const order = tests[`${method} ${url}`];
  if (order !== undefined)
    return isSameSecret(secret.toString(), String(headers["x-operator-secret"] ?? "")) ? order(operator, body) : { status: 401, body: {} };
  const [path = "", query] = url.split("?");
  const shown = lobby && (await answerLobby(lobby, { name: `${method} ${path}`, query: new URLSearchParams(query), body }));
  if (shown !== undefined) return shown;
  if (method !== "POST") return { status: 404, body: { error: "unknown" } };
  const signature = headers["x-request-sign"];
  const answer = (): Promise<Answer> => wallet.answer(url.slice(1), typeof signature === "string" ? signature : undefined, body);
  return spoil(orders.take(callOf(url.slice(1), body)), answer);
}

const pause = (ms: number): Promise<void> => new Promise((wait) => setTimeout(wait, ms));
const internal = { code: "internal", msg: "internal error", meta: { api_code: "500", api_message: "internal error" } };
/** A number that is none, and words that no database keeps. */
const oddRefusal = { code: "invalid_argument", msg: "no", meta: { api_code: "toString", api_message: "no\u0000way" } };
const refusal = { code: "invalid_argument", msg: "bet limit reached", meta: { api_code: "105", api_message: "bet limit reached" } };

/** Answers a call as a fault would have it. */
async function spoil(fault: ReturnType<Orders["take"]>, answer: () => Promise<Answer>): Promise<Sent> {
  switch (fault) {
    case "slow":
      await pause(SLOW_MS);
      return answer();
    case "dead":
      return undefined;
    case "5xx":
      return { status: 500, body: internal };
    case "html":
      return { status: 200, type: "text/html", text: "<!doctype html><title>Back soon</title>" };
    case "drop-answer":
      await answer();
      return undefined;
    case "late":
      setTimeout(() => void answer(), LATE_MS);
      return undefined;
    case "refuse":
      return { status: 400, body: refusal };
    case "refuse-odd":
      return { status: 400, body: oddRefusal };
    case "refuse-late":
      // It took the money, broke, and says no.
      await answer();
      return { status: 500, body: refusal };
    case "other-id": {
      const { status, body } = await answer();
      const transactions = (body as { transactions?: readonly object[] }).transactions?.map((one) => ({ ...one, id_provider: "another" }));
      return { status, body: { ...body, transactions } };
    }
    case "no-balance": {
      const { status, body } = await answer();
      return { status, body: { ...body, balance: undefined } };
    }
    case undefined:
      return answer();
  }
}

/** What tests order. */
const tests: Readonly<Record<string, (operator: Operator, body: Buffer) => Answer>> = {
  "POST /defects": ({ wallet }, body) => plant(wallet, body),
  "POST /faults": ({ orders }, body) => {
    const asked = JSON.parse(body.toString("utf8")) as { clear?: unknown; fault?: unknown; count?: unknown; call?: unknown };
    if (asked.clear === true) orders.clear();
    else if (!orders.order(asked)) return { status: 400, body: { error: "unknown fault" } };
    return { status: 200, body: {} };
  },
  "POST /accounts": ({ wallet }, body) => {
    const { ref, currency, balanceMinor } = JSON.parse(body.toString("utf8")) as { ref?: unknown; currency?: unknown; balanceMinor?: unknown };
    if (typeof ref !== "string" || typeof currency !== "string" || !/^[0-9]{1,12}$/.test(String(balanceMinor)))
      return { status: 400, body: { error: "no account" } };
    wallet.open(ref, { currency, balanceMinor: BigInt(String(balanceMinor)) });
    return { status: 200, body: {} };
  },
  "GET /books": ({ wallet }) => ({ status: 200, body: wallet.books() }),
};

function plant(wallet: OperatorWallet, body: Buffer): Answer {
  const { defect } = JSON.parse(body.toString("utf8")) as { defect?: unknown };
  const known = defects.find((one) => one === defect);
  if (known === undefined && defect !== null) return { status: 400, body: { error: "unknown defect" } };
  wallet.plant(known);
  return { status: 200, body: {} };
}

/** Between a test partner and its vendor the secret is made of the simulator's and the code there, as the vendor makes it. */
const secretOf = (given: string, vendorUrl: string): Buffer =>
  Buffer.from(
    createHmac("sha256", given)
      .update(`partner ${vendorUrl.split("/").at(-1)}`)
      .digest("hex"),
  );

/** Opens the operator's door as the environment says. */
export function start(): void {
  const { OPERATOR_PORT: port, OPERATOR_SECRET: given, OPERATOR_CURRENCY: currency = "EUR", OPERATOR_VENDOR: vendorUrl = "" } = process.env;
  if (port === undefined || given === undefined) {
    process.stderr.write("The operator simulator needs OPERATOR_PORT, where it listens, and OPERATOR_SECRET, which signs its vendors' calls.\n");
    process.exitCode = 1;
    return;
  }
  const secret = vendorUrl === "" ? Buffer.from(given) : secretOf(given, vendorUrl);
  const wallet = new OperatorWallet({ secret, accounts: operatorAccounts(currency) });
  if (vendorUrl !== "") wallet.open(LOBBY_PLAYER, { currency, balanceMinor: LOBBY_BALANCE_MINOR });
  serveOperator(wallet, Buffer.from(given), vendorUrl === "" ? undefined : { vendorUrl, secret, currency, wallet }).listen(Number(port), "127.0.0.1");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
}

if (import.meta.main) start();
