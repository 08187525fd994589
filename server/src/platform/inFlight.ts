import type { Endpoint } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Actor } from "./actor.ts";
import { networkOf } from "./addresses.ts";
import { BODY_LIMIT_BYTES } from "./http.ts";

const RETRY_AFTER_S = 1;

/** How many calls of one caller run at once; so many more wait in the order they came, and past that they are refused. */
export interface InFlightBound {
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

/**
 * Heavy is what holds megabytes or lasts: pictures in, files out. It stands in a line of its own, so that nobody's bet waits for their own download. Reading is what looks at
 * many rows: its connections are three, and one caller has two of them at most.
 */
export type InFlightBounds = Readonly<Record<Actor["kind"], Readonly<Record<Weight, InFlightBound>>>>;
type Weight = "light" | "reading" | "heavy";

const READING: InFlightBound = { atOnceMax: 2, waitingMax: 30 };

/** A member's page asks for a dozen things at once, of which one is heavy: a process reads two large bodies at a time, and no member may hold both. Many guests may share one address; staff look at many members. */
export const inFlightBounds: InFlightBounds = {
  member: { light: { atOnceMax: 8, waitingMax: 24 }, reading: READING, heavy: { atOnceMax: 1, waitingMax: 9 } },
  guest: { light: { atOnceMax: 32, waitingMax: 96 }, reading: READING, heavy: { atOnceMax: 2, waitingMax: 8 } },
  operator: { light: { atOnceMax: 32, waitingMax: 96 }, reading: READING, heavy: { atOnceMax: 4, waitingMax: 12 } },
};

/** Who counts as one caller: a member or an operator over all sessions, else the network: a household has 2^64 addresses of version 6. */
export const callerKey = (actor: Actor): string => (actor.kind === "guest" ? networkOf(actor.ip) : `${actor.kind}:${actor.id}`);

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Bounds what each caller has under way, whichever endpoints it calls, so that nobody has more of the server than a share. */
export class InFlight {
  readonly #bounds: InFlightBounds;
  readonly #lines = { light: new Map<string, Line>(), reading: new Map<string, Line>(), heavy: new Map<string, Line>() };

  constructor(bounds: InFlightBounds = inFlightBounds) {
    this.#bounds = bounds;
  }

  /** Takes a place for a call, at once if there is one, and answers what gives it back. Refuses with `request.too_many` when too many wait already. */
  enter(actor: Actor, endpoint: Endpoint): (() => void) | Promise<() => void> {
    const weight = weightOf(endpoint);
    const [key, lines, { atOnceMax, waitingMax }] = [callerKey(actor), this.#lines[weight], this.#bounds[actor.kind][weight]];
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    const leave = (): void => {
      const next = line.waiting.shift();
      if (next !== undefined) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(key);
    };
    if (line.running < atOnceMax) {
      line.running += 1;
      lines.set(key, line);
      return leave;
    }
    if (line.waiting.length >= waitingMax) refuse("request.too_many", { retryAfter: RETRY_AFTER_S });
    return new Promise((start) => line.waiting.push(() => start(leave)));
  }
}

function weightOf({ bodyLimitBytes = 0, file, readsMuch = false }: Endpoint): Weight {
  if (bodyLimitBytes > BODY_LIMIT_BYTES || file !== undefined) return "heavy";
  return readsMuch ? "reading" : "light";
}
