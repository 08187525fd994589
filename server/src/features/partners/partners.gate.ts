import { Refusal } from "@laro/contract/core/errors";
import type { RateLimit } from "@laro/contract/core/endpoint";
import { boundedQueue, type InTurn, queuePerCaller } from "../../platform/boundedQueue.ts";
import { Rates } from "../../platform/rates.ts";

/** What a partner asks of us: launches, and what it asks afterwards. As much may come from one network. */
export const PARTNER_RATE = { count: 6_000, windowMs: 60_000 } as const;

/** Launches and their like hold connections that everybody shares: all partners together have a third of them, one partner never all of that. As many wait as one may ask in a second. */
export const CALLS = { ofOne: { atOnceMax: 3, waitingMax: 100 }, ofAll: { atOnceMax: 4, waitingMax: 1_000 } } as const;
/** A report may read for seconds, on connections of which there are three: one is left to members and officers, at midnight too. */
export const REPORTS = { ofOne: { atOnceMax: 1, waitingMax: 8 }, ofAll: { atOnceMax: 2, waitingMax: 100 } } as const;

type Lines = (partnerId: number) => InTurn;

/** A partner waits behind what it asked for itself, and only then behind others. */
function linesOf({ ofOne, ofAll }: typeof CALLS | typeof REPORTS): Lines {
  const [own, all] = [queuePerCaller(ofOne), boundedQueue(ofAll)];
  return (partnerId) => (work) => own(String(partnerId))(() => all(work));
}

interface Entering {
  readonly partnerId: number;
  readonly line: "calls" | "reports";
}

/** Runs what a partner asked for when its turn comes. Answers undefined where it asked for more than there is room for, now or in this minute. */
type PartnersGate = <Result>(entering: Entering, work: () => Promise<Result>) => Promise<Result | undefined>;

/** What all partners of a process come in by, once it is known who they are: who has not signed takes nothing of a partner's room. */
export function partnersGate(rate: RateLimit = PARTNER_RATE): PartnersGate {
  const [rates, lines] = [new Rates(), { calls: linesOf(CALLS), reports: linesOf(REPORTS) }];
  return async ({ partnerId, line }, work) => {
    try {
      rates.count("partner", String(partnerId), rate);
      return await lines[line](partnerId)(work);
    } catch (error) {
      if (error instanceof Refusal && (error.code === "server.busy" || error.code === "request.too_many")) return undefined;
      throw error;
    }
  };
}
