import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { type Reach, send } from "./reach.ts";

const ANSWER_BYTES_MAX = 64 * 1024;

/** What a foreign party is asked. */
export interface Question<Answer extends z.ZodType> {
  readonly method?: "GET" | "POST";
  /** `anywhere` unless said otherwise. */
  readonly reach?: Reach;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the answer must be, whatever its status. */
  readonly answer: Answer;
  readonly timeoutMs: number;
  /** Gives up sooner when whoever asked does. */
  readonly signal?: AbortSignal;
  readonly bytesMax?: number;
}

export interface ForeignAnswer<Answer> {
  readonly ok: boolean;
  readonly answer: Answer;
}

/** What came of asking. */
export interface ForeignOutcome<Answer> {
  /** Undefined where no answer began. */
  readonly status: number | undefined;
  /** Undefined where nothing came that was promised. */
  readonly read: ForeignAnswer<Answer> | undefined;
}

/**
 * Asks a foreign party: the server's one way out by HTTP. Follows no redirect, waits no longer than told, reads no more than 64 KiB and believes only what it was promised.
 * Undefined where nothing of the kind came back; whether it was heard is then unknown.
 */
export const askForeign = async <Answer extends z.ZodType>(address: URL, question: Question<Answer>): Promise<ForeignAnswer<z.output<Answer>> | undefined> =>
  (await tryForeign(address, question)).read;

/** As `askForeign`, and says how it failed where it did. */
export async function tryForeign<Answer extends z.ZodType>(
  address: URL,
  { method = "POST", reach = "anywhere", headers = {}, body, answer, timeoutMs, signal, bytesMax = ANSWER_BYTES_MAX }: Question<Answer>,
): Promise<ForeignOutcome<z.output<Answer>>> {
  const patience = AbortSignal.timeout(timeoutMs);
  let status: number | undefined;
  try {
    const response = await send(address, { method, reach, headers, body, signal: signal === undefined ? patience : AbortSignal.any([patience, signal]) });
    status = response.statusCode!;
    const read = answer.safeParse(JSON.parse(await readText(response, bytesMax)));
    return isRedirect(status) || !read.success ? { status, read: undefined } : { status, read: { ok: isYes(status), answer: read.data } };
  } catch {
    return { status, read: undefined };
  }
}

const isYes = (status: number): boolean => status >= 200 && status < 300;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Posts bytes as they are and answers what came back, whatever it is, up to 64 KiB. Undefined where nothing did. */
export async function postBytes(
  address: URL,
  { headers, body, timeoutMs }: { headers: Readonly<Record<string, string>>; body: Uint8Array; timeoutMs: number },
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  try {
    const response = await send(address, { method: "POST", reach: "anywhere", headers, body, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.statusCode!, text: await readText(response, ANSWER_BYTES_MAX) };
  } catch {
    return undefined;
  }
}

/** Throws past so many bytes, and hangs up. */
async function readText(body: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error("A foreign party's answer is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
