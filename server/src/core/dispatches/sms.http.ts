import { Amount } from "@laro/contract/core/money";
import { z } from "zod";
import type { SmsAccess } from "../../platform/config.ts";
import { askForeign } from "../../platform/foreign.ts";
import { LetterRefused, type LetterPort } from "../../platform/letters.ts";

/** A text message provider always answers within this, or counts as silent. */
const PROVIDER_TIMEOUT_MS = 10_000;
const WORDS_LENGTH_MAX = 1_000;

const Answer = z.object({ id: z.string().min(1).max(64).optional(), cost: Amount.optional(), fault: z.string().max(WORDS_LENGTH_MAX).optional() });

/** Text messages by HTTP: `POST /v1/messages { reference, to, from, text }`, whose reference is the letter's id, so that asked for twice it is sent once. */
export function openSms({ url, token, sender }: SmsAccess): LetterPort {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return {
    send: async ({ id: reference, target, body: text }, signal) => {
      const body = JSON.stringify({ reference, to: target, from: sender, text });
      const given = await askForeign(new URL("/v1/messages", url), { headers, body, answer: Answer, timeoutMs: PROVIDER_TIMEOUT_MS, signal });
      if (given === undefined) throw new Error("The text message provider did not answer.");
      const { id, cost, fault = "" } = given.answer;
      if (!given.ok || id === undefined) throw new LetterRefused(fault);
      return { reference: id, ...(cost === undefined ? {} : { costMinor: cost }) };
    },
  };
}
