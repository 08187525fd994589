import type { Signal } from "@laro/contract/signals";
import { type Key, useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

/** What each rule is called, and what it looks for. */
export const ruleWords = {
  sameOwner: { name: "signals.rule.sameOwner", says: "signals.says.sameOwner" },
  sameAddress: { name: "signals.rule.sameAddress", says: "signals.says.sameAddress" },
  sameHousehold: { name: "signals.rule.sameHousehold", says: "signals.says.sameHousehold" },
  ring: { name: "signals.rule.ring", says: "signals.says.ring" },
  bonusOnly: { name: "signals.rule.bonusOnly", says: "signals.says.bonusOnly" },
  depositLeave: { name: "signals.rule.depositLeave", says: "signals.says.depositLeave" },
  churn: { name: "signals.rule.churn", says: "signals.says.churn" },
  surge: { name: "signals.rule.surge", says: "signals.says.surge" },
  split: { name: "signals.rule.split", says: "signals.says.split" },
  crossBets: { name: "signals.rule.crossBets", says: "signals.says.crossBets" },
  burst: { name: "signals.rule.burst", says: "signals.says.burst" },
  broughtBack: { name: "signals.rule.broughtBack", says: "signals.says.broughtBack" },
} as const satisfies Record<Signal["rule"], { name: Key; says: Key }>;

export const stateWords = { open: "signals.open", seen: "signals.seen", dismissed: "signals.dismissed", acted: "signals.acted" } as const satisfies Record<
  Signal["state"],
  Key
>;
const tones = { open: "primary", seen: "accent", dismissed: "neutral", acted: "win" } as const satisfies Record<Signal["state"], BadgeTone>;

const figureWords: Readonly<Record<string, Key>> = {
  basis: "signals.figure.basis",
  members: "signals.figure.members",
  stopped: "signals.figure.stopped",
  left: "signals.figure.left",
  hour: "signals.figure.hour",
  draws: "signals.figure.draws",
  valid: "signals.figure.valid",
  usual: "signals.figure.usual",
  deposits: "signals.figure.deposits",
  withdrawals: "signals.figure.withdrawals",
  result: "signals.figure.result",
  against: "signals.figure.against",
};

export function StateBadge({ state }: Pick<Signal, "state">) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(stateWords[state])}</Badge>;
}

/** That pay waits for a word about this signal. */
export function HoldBadge({ holds, state }: Pick<Signal, "holds" | "state">) {
  const t = useT();
  return holds && (state === "open" || state === "seen") ? <Badge tone="accent">{t("signals.holds")}</Badge> : null;
}

/** The figures a rule looked at, named; an amount is written as money, a count as it is. */
export function useFigures(): (figures: Signal["figures"]) => readonly { label: string; text: string }[] {
  const t = useT();
  const symbol = useCurrencySymbol();
  const written = (name: string, text: string): string => {
    if (name === "basis") return t("signals.basis", { basis: text });
    if (!text.includes(".")) return text;
    return text.startsWith("-") ? `−${symbol} ${groupThousands(text.slice(1))}` : `${symbol} ${groupThousands(text)}`;
  };
  return (figures) =>
    Object.entries(figures).map(([name, text]) => {
      const word = figureWords[name];
      return { label: word === undefined ? name : t(word), text: written(name, text) };
    });
}
