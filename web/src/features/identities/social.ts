import type { Key } from "../../api/language.ts";

/** What the provider's way back ends with: a ticket, or the code of a refusal. */
export type Outcome = string;

interface Word {
  readonly outcome?: Outcome;
  readonly isHeard?: true;
}

const CHANNEL = "laro-social";
const HEARD_WITHIN_MS = 600;

export const isTicket = (outcome: Outcome): boolean => /^[\w-]{43}$/.test(outcome);

/** The sentence of an outcome that is no ticket. */
export const faultOf = (outcome: Outcome): Key =>
  outcome === "identities.cancelled" || outcome === "identities.provider_unreachable" || outcome === "identities.ticket_over"
    ? `errors.identities.${outcome.slice("identities.".length) as "cancelled"}`
    : "errors.identities.refused";

/** Hears how a sign-in in another window ended, and lets that window know. */
export function hearOutcome(tell: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (data.outcome === undefined) return;
    channel.postMessage({ isHeard: true } satisfies Word);
    tell(data.outcome);
  });
  return () => channel.close();
}

/** Tells the window that waits how the sign-in ended; false where none does, as on a telephone. */
export function tellOutcome(outcome: Outcome): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => data.isHeard === true && resolve(true));
  channel.postMessage({ outcome } satisfies Word);
  setTimeout(() => resolve(false), HEARD_WITHIN_MS);
  return promise.finally(() => channel.close());
}

let kept: string | undefined;

/** A ticket that no account is linked with yet waits for whoever enters next on this page. */
export function keepTicket(ticket: string): void {
  kept = ticket;
}

export function takeTicket(): string | undefined {
  const ticket = kept;
  kept = undefined;
  return ticket;
}
