import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a body may be, and what is said of a longer one and of one that breaks off. The errors are made once: whoever floods us with bodies costs no stack of each. */
export interface BodyRules {
  readonly limitBytes: number;
  readonly tooLarge: Error;
  readonly brokenOff: Error;
}

const EMPTY = Buffer.alloc(0);

/**
 * A body that came with its head, as nearly all do: taken as it lies once node has read what arrived in this turn of the event loop. To hear of its parts and of its end
 * takes as long as all the rest that node does for a request. Undefined where some of it is on its way still. Throws `tooLarge`.
 */
export async function readArrived(request: IncomingMessage, { limitBytes, tooLarge }: BodyRules): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"]) > limitBytes) throw tooLarge;
  if (!request.complete) await turnOver();
  if (!request.complete) return undefined;
  const body = (request.read() as Buffer | null) ?? EMPTY;
  if (body.length > limitBytes) throw tooLarge;
  return body;
}

let waiting: (() => void)[] = [];

/** Settles when this turn's arrivals are read: one look for all who wait for it. */
function turnOver(): Promise<void> {
  if (waiting.length === 0) setImmediate(endTurn);
  return new Promise((resolve) => void waiting.push(resolve));
}

function endTurn(): void {
  const over = waiting;
  waiting = [];
  for (const resolve of over) resolve();
}

/** Waits for what is on its way still. Rejects with `tooLarge`, or with `brokenOff` where the rest never comes or its call was answered meanwhile. */
export function awaitBody(request: IncomingMessage, response: ServerResponse, { limitBytes, tooLarge, brokenOff }: BodyRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limitBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // A caller that goes away in the middle of its body hears nothing any more.
    request.on("error", () => reject(brokenOff));
    // Once we have answered, node says nothing more of a body that never came.
    response.on("close", () => reject(brokenOff));
    if (request.destroyed && !request.complete) reject(brokenOff);
  });
}
