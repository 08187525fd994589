import type { Signal } from "@laro/contract/signals";
import type { RawBuilder } from "kysely";

/** What a rule finds: about whom, what would be the same again, the accounts it is about besides, and the figures it looked at. */
export interface Found {
  readonly accountId: bigint;
  readonly key: string;
  readonly subjects: readonly bigint[];
  readonly figures: Readonly<Record<string, string>>;
  /** Of a rule that holds what is proved: whether nobody's mere word is among what it rests on. */
  readonly isProved?: boolean;
}

export interface Looked {
  /** What changed since then is looked at. */
  readonly since: Date;
  readonly now: Date;
  /** Of a rule that looks at days: a day that is frozen; else today. */
  readonly day: string;
  readonly timeZone: string;
  /** What the house game with the least edge keeps of a bet, in thousandths of a percent. */
  readonly edge: number;
}

export interface SignalRule {
  readonly rule: Signal["rule"];
  /** Raised with every change of what the rule finds, so that a signal says which words it was made under. */
  readonly version: number;
  /** While nobody decided its signals, the account is paid no commission; proved: of those that say they are. */
  readonly holds: boolean | "proved";
  /** changes: whenever it is looked, at what changed; days: once for each frozen day. */
  readonly looksAt: "changes" | "days";
  /** One statement over everybody it may concern, in an order that stays. */
  readonly find: (looked: Looked) => RawBuilder<Found>;
}
