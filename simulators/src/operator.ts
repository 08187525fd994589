/**
 * A foreign operator: its wallet in memory, in the SoftSwiss dialect, right unless told otherwise.
 *
 * For vendors, signed: POST /balance, /betwin, /rollback, /finish. For anyone: GET /health.
 * For tests, with the secret as the header `x-operator-secret`: POST /defects { defect }, one of `operator.defects.ts` or null.
 *
 * Environment, when it is run: OPERATOR_PORT, OPERATOR_SECRET, OPERATOR_CURRENCY (EUR). Its accounts are player (10.00), other (10.00), limited, disabled.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { isSameSecret } from "./psp.signature.ts";
import { defects } from "./operator.defects.ts";
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

/** The operator's door, which listens nowhere yet. */
export function serveOperator(wallet: OperatorWallet, secret: Buffer): Server {
  return createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const send = ({ status, body }: Answer): void => void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    respond(request, wallet, secret).then(send, () => response.destroy());
  });
}

async function respond(request: IncomingMessage, wallet: OperatorWallet, secret: Buffer): Promise<Answer> {
  const { method, url = "", headers } = request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_READ_MAX) throw new Error("too long");
    chunks.push(chunk);
  }
  if (method === "GET" && url === "/health") return { status: 200, body: { alive: true } };
  if (method !== "POST") return { status: 404, body: { error: "unknown" } };
  const body = Buffer.concat(chunks);
  if (url === "/defects") return isSameSecret(secret.toString(), String(headers["x-operator-secret"] ?? "")) ? plant(wallet, body) : { status: 401, body: {} };
  const signature = headers["x-request-sign"];
  return wallet.answer(url.slice(1), typeof signature === "string" ? signature : undefined, body);
}

function plant(wallet: OperatorWallet, body: Buffer): Answer {
  const { defect } = JSON.parse(body.toString("utf8")) as { defect?: unknown };
  const known = defects.find((one) => one === defect);
  if (known === undefined && defect !== null) return { status: 400, body: { error: "unknown defect" } };
  wallet.plant(known);
  return { status: 200, body: {} };
}

function start(): void {
  const { OPERATOR_PORT: port, OPERATOR_SECRET: secret, OPERATOR_CURRENCY: currency = "EUR" } = process.env;
  if (port === undefined || secret === undefined) {
    process.stderr.write("The operator simulator needs OPERATOR_PORT, where it listens, and OPERATOR_SECRET, which signs its vendors' calls.\n");
    process.exitCode = 1;
    return;
  }
  const wallet = new OperatorWallet({ secret: Buffer.from(secret), accounts: operatorAccounts(currency) });
  serveOperator(wallet, Buffer.from(secret)).listen(Number(port), "127.0.0.1");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
}

if (import.meta.main) start();
