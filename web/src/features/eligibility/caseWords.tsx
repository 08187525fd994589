import type { EligibilityCause, EligibilityState } from "@laro/contract/eligibility";
import { type Key, useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

const states = {
  open: { tone: "info", word: "eligibility.state.open" },
  noticed: { tone: "accent", word: "eligibility.state.noticed" },
  appealed: { tone: "primary", word: "eligibility.state.appealed" },
  upheld: { tone: "accent", word: "eligibility.state.upheld" },
  settled: { tone: "neutral", word: "eligibility.state.settled" },
  cleared: { tone: "win", word: "eligibility.state.cleared" },
} as const satisfies Record<EligibilityState, { tone: BadgeTone; word: Key }>;

export const stateWord = (state: EligibilityState): Key => states[state].word;

export function CaseBadge({ state }: { state: EligibilityState }) {
  const t = useT();
  const { tone, word } = states[state];
  return <Badge tone={tone}>{t(word)}</Badge>;
}

const causes = {
  underage: "eligibility.cause.underage",
  barredGroup: "eligibility.cause.barredGroup",
  restrictedList: "eligibility.cause.restrictedList",
  falseIdentity: "eligibility.cause.falseIdentity",
} as const satisfies Record<EligibilityCause, Key>;

export const causeWord = (cause: EligibilityCause): Key => causes[cause];
