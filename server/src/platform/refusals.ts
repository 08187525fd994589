import type { IncomingHttpHeaders } from "node:http";
import { errorStatus, Refusal, type ErrorCode } from "@laro/contract/core/errors";
import pg from "pg";
import type { Log } from "./log.ts";
import type { Gatekeeper } from "./routes.ts";
import { languageOf } from "./browser.ts";

/** What an error is told with: the log for ourselves, a sentence for the caller. */
export interface Refusing {
  readonly log: Log;
  readonly sentence: Gatekeeper["sentence"];
}

/** The request an error belongs to. */
interface Refused {
  readonly requestId: string;
  readonly method: string;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

interface ErrorAnswer {
  readonly status: number;
  /** Seconds after which to ask again. */
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** How the log calls an error that no code stands for. */
export const UNFORESEEN = "unexpected fault";

/** Every error leaves as a code, a sentence in the caller's language, its data and the request id; never a stack. */
export function answerError(error: Error, { requestId, method, url, headers }: Refused, { log, sentence }: Refusing): ErrorAnswer {
  const { code, values } = asRefusal(error, method);
  // What is asked for stands behind the path.
  if (code === "server.unknown") log.error({ err: error, requestId, path: url?.split("?", 1)[0] }, UNFORESEEN);
  const text = sentence(code, values, languageOf(headers));
  const { retryAfter } = values;
  return {
    status: errorStatus[code],
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
    body: JSON.stringify({ success: false, message: code, text, value: values, requestId }),
  };
}

const transportCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "request.too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "request.unsupported_media",
};

const RETRY_AFTER_S = 1;

/** For a call whose outcome is not known: a read is simply asked again, a change with the same id. */
export const undecided = (method: string): Refusal => new Refusal(method === "GET" ? "server.busy" : "server.pending", { retryAfter: RETRY_AFTER_S });

export function asRefusal(error: Error & { code?: string; statusCode?: number }, method: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = transportCodes[error.code ?? ""];
  if (code !== undefined) return new Refusal(code);
  if (isDatabaseAway(error)) return undecided(method);
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal("request.malformed");
  return new Refusal("server.unknown");
}

/** Lock and statement time-outs, shutdowns, lost connections: the outcome is not known to the caller, so it shall ask again with the same id. */
function isDatabaseAway(error: Error & { code?: string }): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|25P0[34]|53|57P|55P03|57014|40)/.test(error.code ?? "");
  return (
    /^(ECONN|EPIPE|ENOENT|EAGAIN|ETIMEDOUT)/.test(error.code ?? "") ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message)
  );
}
