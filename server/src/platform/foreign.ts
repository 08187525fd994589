import type { z } from "zod";

const ANSWER_BYTES_MAX = 64 * 1024;

/** What a foreign party is asked. */
export interface Question<Answer extends z.ZodType> {
  readonly method?: "GET" | "POST";
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
  { method = "POST", headers = {}, body, answer, timeoutMs, signal, bytesMax = ANSWER_BYTES_MAX }: Question<Answer>,
): Promise<ForeignOutcome<z.output<Answer>>> {
  const patience = AbortSignal.timeout(timeoutMs);
  let status: number | undefined;
  try {
    const response = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: signal === undefined ? patience : AbortSignal.any([patience, signal]),
    });
    status = response.status;
    const read = answer.safeParse(JSON.parse(await readText(response, bytesMax)));
    return { status, read: read.success ? { ok: response.ok, answer: read.data } : undefined };
  } catch {
    return { status, read: undefined };
  }
}

/** Posts bytes as they are and answers what came back, whatever it is, up to 64 KiB. Undefined where nothing did. */
export async function postBytes(
  address: URL,
  { headers, body, timeoutMs }: { headers: Readonly<Record<string, string>>; body: Uint8Array<ArrayBuffer>; timeoutMs: number },
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  try {
    const response = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await readText(response, ANSWER_BYTES_MAX) };
  } catch {
    return undefined;
  }
}

/** Throws past so many bytes, and hangs up. */
async function readText({ body }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error("A foreign party's answer is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
