import { refuse } from "@laro/contract/core/errors";
import { LetterRefused, type TakenLetter } from "../../platform/letters.ts";
import { addJob } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { moveLetter, openLetter, SEND_JOB, takeLetter, type KeptLetter } from "./dispatches.ts";

/** What sending needs of a process. */
export type Sending = Pick<Platform, "keys" | "database" | "letters" | "log">;

/** After the first attempt, so long until the second and the third. */
const AGAIN_AFTER_MS = [5_000, 20_000] as const;
const ATTEMPTS_MAX = AGAIN_AFTER_MS.length + 1;
/** A provider that says nothing for so long has not taken the letter. */
const JOB_PATIENCE_MS = 10_000;
const CALLER_PATIENCE_MS = 4_000;

/** Asks the provider, and gives up waiting for it whether or not it heeds the signal. */
async function hand({ keys, letters }: Sending, kept: KeptLetter, patienceMs: number): Promise<TakenLetter> {
  const { target, subject, body } = openLetter(keys, kept);
  const signal = AbortSignal.timeout(patienceMs);
  const over = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => over.reject(signal.reason as Error), { once: true });
  const port = kept.channel === "sms" ? letters.sms : letters.email;
  return Promise.race([port.send({ id: kept.id, target, subject, body, language: kept.language }, signal), over.promise]);
}

const wordsOf = (error: unknown): string => (error instanceof LetterRefused ? error.words : "");

const settle = ({ database }: Sending, id: string, { reference, costMinor }: TakenLetter, now: Date): Promise<void> =>
  database.begin((tx) => moveLetter(tx, id, { state: "sent", reference, cost: costMinor ?? null, sent_at: now }));

/** Sends a queued letter. May run many times: the provider takes a reference once. What is not taken is tried again after 5 and after 20 seconds, never past the letter's life. */
export async function sendLetter(sending: Sending, { id, now }: { id: string; now: Date }): Promise<void> {
  const { database, log } = sending;
  const kept = await database.begin((tx) => takeLetter(tx, { id, attemptsMax: ATTEMPTS_MAX, now }));
  if (kept === undefined) return;
  try {
    await settle(sending, id, await hand(sending, kept, JOB_PATIENCE_MS), now);
  } catch (error) {
    log.warn({ dispatch: id, attempt: kept.attempts }, "a letter was not taken");
    await database.begin(async (tx) => {
      const runAt = new Date(now.getTime() + (AGAIN_AFTER_MS[kept.attempts - 1] ?? 0));
      const [isSpent, isOver] = [kept.attempts >= ATTEMPTS_MAX, runAt >= kept.expiresAt];
      await moveLetter(tx, id, { state: isSpent ? "failed" : isOver ? "expired" : "queued", fault: wordsOf(error) });
      if (!isSpent && !isOver) await addJob(tx, SEND_JOB, { dispatchId: id }, { runAt });
    });
  }
}

/** Sends a letter while its caller waits, four seconds at most. Refuses with `codes.not_sent` and the provider's words, with `codes.unknown` where it said nothing. */
export async function sendNow(sending: Sending, { id, now }: { id: string; now: Date }): Promise<void> {
  const { database, log } = sending;
  const kept = await database.begin((tx) => takeLetter(tx, { id, attemptsMax: 1, now }));
  if (kept === undefined) refuse("codes.unknown");
  const taken = await hand(sending, kept, CALLER_PATIENCE_MS).catch(async (error: unknown) => {
    log.warn({ dispatch: id }, "a letter was not taken");
    const fault = wordsOf(error);
    await database.begin((tx) => moveLetter(tx, id, { state: "failed", fault }));
    return fault === "" ? refuse("codes.unknown") : refuse("codes.not_sent", { words: fault });
  });
  await settle(sending, id, taken, now);
}
