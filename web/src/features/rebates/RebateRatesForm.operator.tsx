import { type GameCategory, gameCategories } from "@laro/contract/core/gameCategories";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { RebateRates } from "@laro/contract/rebates";
import { type VipLabel, vipLabels } from "@laro/contract/vip";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProposeRates } from "./rebates.operator.api.ts";
import { useRateChanges } from "./rateChanges.operator.ts";

/** In percent, as it is typed. */
type Typed = Readonly<Record<VipLabel, Readonly<Record<GameCategory, string>>>>;

const over = <Value,>(make: (label: VipLabel, category: GameCategory) => Value) =>
  Object.fromEntries(vipLabels.map((label) => [label, Object.fromEntries(gameCategories.map((category) => [category, make(label, category)]))])) as Record<
    VipLabel,
    Record<GameCategory, Value>
  >;

const MOST = 10_000n;
/** 0.30 % is 30 hundredths; undefined where it is no share. */
function bpsOf(typed: string): number | undefined {
  const share = parseAmount(typed);
  return share === undefined || share > MOST ? undefined : Number(share);
}

/** Another table, label by label; it waits for another officer. */
export function RebateRatesForm({ rates, onDone }: { rates: RebateRates; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const changesOf = useRateChanges();
  const propose = useProposeRates();
  const [typed, setTyped] = useState<Typed>(() => over((label, category) => formatAmount(BigInt(rates[label][category]))));
  const read = over((label, category) => bpsOf(typed[label][category]));
  const isWhole = vipLabels.every((label) => gameCategories.every((category) => read[label][category] !== undefined));
  const wanted = over((label, category) => read[label][category] ?? 0);
  const changes = isWhole ? changesOf(rates, wanted) : [];
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const set = (label: VipLabel, category: GameCategory, value: string) => {
    setTyped({ ...typed, [label]: { ...typed[label], [category]: value } });
    propose.reset();
  };
  const done = {
    onSuccess: () => {
      showToast(t("rebates.proposed"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("rebates.propose")}
      changes={changes}
      isBlocked={changes.length === 0}
      {...asking(propose, { verb: t("rebates.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => propose.mutate({ rates: wanted, reason }, done)}
      onCancel={onDone}
    >
      <div className="grid gap-2">
        {gameCategories.map((category) => (
          <fieldset key={category} className="grid grid-cols-2 items-end gap-2 border-t border-line pt-2 sm:grid-cols-[1fr_repeat(4,5.5rem)]">
            <legend className="sr-only">{t("points.category", { category })}</legend>
            <span aria-hidden="true" className="self-center text-sm font-semibold max-sm:col-span-2">
              {t("points.category", { category })}
            </span>
            {vipLabels.map((label) => (
              <Rate
                key={label}
                label={label}
                value={typed[label][category]}
                isWrong={read[label][category] === undefined || fault?.field === `rates.${label}.${category}`}
                onChange={(value) => set(label, category, value)}
              />
            ))}
          </fieldset>
        ))}
        {!isWhole && (
          <p role="alert" className="text-sm text-accent-text">
            {t("rebates.rateWrong")}
          </p>
        )}
      </div>
    </ChangeDialog>
  );
}

interface RateProps {
  label: VipLabel;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

function Rate({ label, value, isWrong, onChange }: RateProps) {
  return (
    <label className="grid gap-1 text-xs text-muted">
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        aria-invalid={isWrong || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`figures h-9 w-full min-w-0 rounded-sm border bg-ground px-2 text-end text-sm text-text ${isWrong ? "border-accent" : "border-line"}`}
      />
    </label>
  );
}
