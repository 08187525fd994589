import type { FeedbackType } from "@laro/contract/feedback";
import { DAY_MS, HOUR_MS, minutes } from "./plan.ts";

/** One step of a thread after its first message; `agoMs` is before the world's end. */
export interface PlannedStep {
  readonly does: "take" | "note" | "answer" | "reply" | "close" | "reopen" | "read";
  readonly agoMs: number;
  readonly text?: string;
}

/** A message to customer service and what became of it. */
export interface PlannedThread {
  /** Null for a guest. */
  readonly name: string | null;
  readonly email?: string;
  readonly language?: string;
  readonly type: FeedbackType;
  readonly text: string;
  readonly agoMs: number;
  readonly steps?: readonly PlannedStep[];
}

/** In the order they were sent; there is one in each state, one overdue, one opened again and one that speaks of harm. */
export const threads: readonly PlannedThread[] = [
  {
    name: "demoplayer",
    type: 3,
    text: "The last spin of Mango Rush stopped in the middle. Was my stake taken?",
    agoMs: 6 * DAY_MS,
    steps: [
      { does: "take", agoMs: 6 * DAY_MS - minutes(8) },
      {
        does: "answer",
        agoMs: 6 * DAY_MS - minutes(17),
        text: "Your connection was lost, but the round was settled: you find it with its result in your betting record.",
      },
      { does: "read", agoMs: 6 * DAY_MS - minutes(30) },
      { does: "close", agoMs: 5 * DAY_MS },
    ],
  },
  {
    name: "demohimig",
    type: 1,
    text: "I paid 1,500 by bank transfer last week and it expired before I sent the slip",
    agoMs: 2 * DAY_MS,
    steps: [
      { does: "take", agoMs: 2 * DAY_MS - minutes(5) },
      { does: "note", agoMs: 2 * DAY_MS - minutes(12), text: "Nothing with this reference on the account so far" },
      { does: "answer", agoMs: 2 * DAY_MS - minutes(14), text: "You can still send the slip of a transfer that expired: open it under Deposit." },
      { does: "read", agoMs: DAY_MS + 20 * HOUR_MS },
      { does: "close", agoMs: DAY_MS },
      { does: "reopen", agoMs: minutes(40), text: "I sent the slip yesterday and there is still nothing" },
    ],
  },
  {
    name: "demoplayer",
    type: 2,
    text: "How long does a withdrawal to GCash take?",
    agoMs: DAY_MS + 3 * HOUR_MS,
    steps: [
      { does: "take", agoMs: DAY_MS + 3 * HOUR_MS - minutes(4) },
      {
        does: "answer",
        agoMs: DAY_MS + 3 * HOUR_MS - minutes(9),
        text: "Once an officer has approved it, a few minutes. Each step stands in the withdrawal itself.",
      },
      { does: "read", agoMs: DAY_MS },
    ],
  },
  {
    name: "demoaraw",
    language: "TY",
    type: 0,
    text: "Paano ko papalitan ang palayaw ko?",
    agoMs: 9 * HOUR_MS,
    steps: [
      { does: "take", agoMs: 8 * HOUR_MS },
      { does: "answer", agoMs: 7 * HOUR_MS, text: "Kumusta demoaraw. Buksan ang seguridad ng account, at palitan ang palayaw sa itaas." },
    ],
  },
  { name: null, email: "agent.hopeful@example.org", type: 6, text: "I would like to become an agent in Cebu. Whom do I talk to?", agoMs: 3 * HOUR_MS },
  { name: null, type: 4, text: "The site is slow on my old telephone.", agoMs: minutes(95) },
  { name: "demoulan", type: 3, text: "Can I see the seed of a round before I play it?", agoMs: minutes(50) },
  { name: "demobituin", type: 1, text: "I sent 2,500 by bank transfer with the slip. When is it in my balance?", agoMs: minutes(38) },
  {
    name: "demodalisay",
    type: 2,
    text: "My withdrawal waits for a second officer. What is he looking at?",
    agoMs: minutes(20),
    steps: [
      { does: "take", agoMs: minutes(14) },
      { does: "note", agoMs: minutes(12), text: "Above the figure of two officers, asked finance" },
    ],
  },
  { name: "demosinag", type: 4, text: "I lost everything this week and I cannot stop. Please help me.", agoMs: minutes(12) },
];

/** Prepared answers, each in both languages. */
export const macros = [
  {
    title: "Deposit on its way",
    texts: {
      EN: "Dear {name}, about {number}: your transfer has arrived and is being matched with your slip. You hear from us within the hour.",
      TY: "Kumusta {name}, tungkol sa {number}: dumating na ang transfer mo at itinutugma na sa slip mo. Babalitaan ka namin sa loob ng isang oras.",
    },
  },
  {
    title: "Slip of an expired transfer",
    texts: {
      EN: "Dear {name}, you can still send the slip of a transfer that expired: open it under Deposit and add the picture.",
      TY: "Kumusta {name}, maipapadala mo pa rin ang slip ng transfer na lumipas na: buksan ito sa Deposito at idagdag ang larawan.",
    },
  },
  {
    title: "A break from play",
    texts: {
      EN: "Dear {name}, thank you for telling us. You can take a break or exclude yourself at once in your security centre; shall we do it for you?",
      TY: "Kumusta {name}, salamat sa pagsabi sa amin. Puwede kang magpahinga o mag-exclude ng sarili kaagad sa seguridad ng account mo; gusto mo bang kami ang gumawa?",
    },
  },
] as const;
