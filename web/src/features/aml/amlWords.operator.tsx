import type { AmlAlert } from "@laro/contract/aml";
import { useT, type Key } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { dayIn } from "../../ui/days.ts";
import { formatManila, useNow } from "../../ui/DateTime.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

export const stateWords = { open: "aml.open", case: "aml.case", closed: "aml.closed" } as const satisfies Record<AmlAlert["state"], Key>;
const tones = { open: "primary", case: "accent", closed: "neutral" } as const satisfies Record<AmlAlert["state"], BadgeTone>;

export const ruleWords = { large: "aml.large", structuring: "aml.structuring", passThrough: "aml.passThrough" } as const satisfies Record<
  AmlAlert["rule"],
  Key
>;

const figureWords: Readonly<Record<string, Key>> = {
  deposits: "aml.figure.deposits",
  withdrawals: "aml.figure.withdrawals",
  staked: "aml.figure.staked",
  count: "aml.figure.count",
  smallest: "aml.figure.smallest",
  largest: "aml.figure.largest",
};

export function StateBadge({ state }: Pick<AmlAlert, "state">) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(stateWords[state])}</Badge>;
}

/** The figures a rule looked at, named; an amount is written as money, a count as it is. */
export function useFigures(): (figures: AmlAlert["figures"]) => readonly { label: string; text: string }[] {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (figures) =>
    Object.entries(figures).map(([name, text]) => {
      const word = figureWords[name];
      return { label: word === undefined ? name : t(word), text: text.includes(".") ? `${symbol} ${groupThousands(text)}` : text };
    });
}

/** A calendar day as people read it. */
export const writeDay = (day: string): string => formatManila(`${day}T00:00:00+08:00`, "date");

/** Until when to decide; marked once that day is over and nothing was decided. */
export function Due({ dueOn, state }: Pick<AmlAlert, "dueOn" | "state">) {
  const t = useT();
  const today = dayIn("Asia/Manila", useNow());
  const isOverdue = state !== "closed" && dueOn < today;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <span className="figures">{writeDay(dueOn)}</span>
      {isOverdue && <Badge tone="accent">{t("aml.overdue")}</Badge>}
    </span>
  );
}
