import { POINT_MINOR } from "@laro/contract/core/campaignRules";
import { AMOUNT_MAX_MINOR, formatAmount, parseAmount } from "@laro/contract/core/money";
import { EGG_FIGURE_MAX, EGG_PRIZES_MAX, EGG_PRIZES_MIN, type WantedEgg } from "@laro/contract/prizeDraws";
import { eggCost } from "@laro/engines/prizes/eggs";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useEggChanges } from "./eggChanges.operator.ts";
import { useProposeEggs } from "./eggs.operator.api.ts";

const kinds = ["points", "money"] as const;

interface Typed {
  readonly kind: (typeof kinds)[number];
  readonly worth: string;
  readonly weight: string;
  /** Empty for as many as are drawn. */
  readonly stock: string;
}

const NEW: Typed = { kind: "points", worth: "", weight: "", stock: "" };

const typedOf = ({ points, amount, weight, stock }: WantedEgg): Typed => ({
  kind: points > 0 ? "points" : "money",
  worth: points > 0 ? String(points) : formatAmount(amount),
  weight: String(weight),
  stock: stock === null ? "" : String(stock),
});

const isCount = (typed: string): boolean => /^[1-9]\d{0,6}$/.test(typed) && Number(typed) <= EGG_FIGURE_MAX;
const isMoney = (typed: string): boolean => {
  const minor = parseAmount(typed);
  return minor !== undefined && minor > 0n && minor <= AMOUNT_MAX_MINOR;
};

type Figure = Exclude<keyof Typed, "kind">;

/** What of a prize says nothing as it is typed: the figure it must be instead. */
const faultsOf = ({ kind, worth, weight, stock }: Typed): Readonly<Record<Figure, "count" | "amount" | undefined>> => ({
  worth: kind === "points" ? (isCount(worth) ? undefined : "count") : isMoney(worth) ? undefined : "amount",
  weight: isCount(weight) ? undefined : "count",
  stock: stock === "" || isCount(stock) ? undefined : "count",
});

/** The prize as it is typed; undefined where a figure is none. */
function eggOf(typed: Typed): WantedEgg | undefined {
  if (Object.values(faultsOf(typed)).some((fault) => fault !== undefined)) return undefined;
  const { kind, worth, weight, stock } = typed;
  const [points, amount] = kind === "points" ? [Number(worth), 0n] : [0, parseAmount(worth)!];
  return { points, amount, weight: Number(weight), stock: stock === "" ? null : Number(stock) };
}

/** The most that a ticket of these costs on average, rounded up to the centavo. */
function costOf(prizes: readonly WantedEgg[]): bigint {
  const { numerator, denominator } = eggCost(
    prizes.map(({ amount: amountMinor, ...prize }) => ({ ...prize, amountMinor })),
    POINT_MINOR,
  );
  return (numerator + denominator - 1n) / denominator;
}

/** Another table of eggs, prize by prize, with what a ticket of it costs; it waits for another officer. */
export function EggsForm({ prizes, costMax, onDone }: { prizes: readonly WantedEgg[]; costMax: bigint; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const changesOf = useEggChanges();
  const propose = useProposeEggs();
  const [typed, setTyped] = useState(() => prizes.map(typedOf));
  const wanted = typed.map(eggOf).filter((one) => one !== undefined);
  const isWhole = wanted.length === typed.length;
  const changes = isWhole ? changesOf(prizes, wanted) : [];
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const parts = typed.map((_, at) => `prizes.${at}`);
  const set = (at: number, change: Partial<Typed>): void => setTyped(typed.map((one, place) => (place === at ? { ...one, ...change } : one)));
  const done = {
    onSuccess: () => {
      showToast(t("prizeDraws.eggs.proposed"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("prizeDraws.eggs.propose")}
      changes={changes}
      isBlocked={changes.length === 0}
      {...asking(propose, {
        verb: t("prizeDraws.eggs.propose"),
        hint: t("settings.reasonHint"),
        fields: parts.flatMap((part) => ["points", "amount", "weight", "stock"].map((name) => `${part}.${name}`)),
      })}
      onConfirm={(reason) => propose.mutate({ prizes: wanted, reason }, done)}
      onCancel={onDone}
    >
      <p className="text-sm text-muted">{t("prizeDraws.eggs.formText")}</p>
      <ol className="grid gap-3">
        {typed.map((one, at) => (
          <EggRow
            key={at}
            place={at + 1}
            typed={one}
            error={fault?.field?.startsWith(`${parts[at]}.`) ? fault.text : undefined}
            onChange={(change) => set(at, change)}
            onRemove={typed.length > EGG_PRIZES_MIN ? () => setTyped(typed.filter((_, place) => place !== at)) : undefined}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button tone="secondary" size="sm" icon={<Plus />} disabled={typed.length >= EGG_PRIZES_MAX} onClick={() => setTyped([...typed, NEW])}>
          {t("prizeDraws.eggs.add")}
        </Button>
        {isWhole && (
          <p role="status" className="text-sm font-semibold">
            {t("prizeDraws.eggs.cost")}: <Money minor={costOf(wanted)} /> / <Money minor={costMax} />
          </p>
        )}
      </div>
    </ChangeDialog>
  );
}

interface RowProps {
  place: number;
  typed: Typed;
  error: string | undefined;
  onChange: (change: Partial<Typed>) => void;
  onRemove: (() => void) | undefined;
}

function EggRow({ place, typed, error, onChange, onRemove }: RowProps) {
  const t = useT();
  const name = t("prizeDraws.eggs.place", { place });
  const faults = faultsOf(typed);
  const said = { count: t("prizeDraws.eggs.faultCount", { maximum: EGG_FIGURE_MAX }), amount: t("prizeDraws.eggs.faultAmount") };
  const figures = [
    { part: "worth", label: t("prizeDraws.eggs.worth") },
    { part: "weight", label: t("prizeDraws.eggs.weight") },
    { part: "stock", label: t("prizeDraws.eggs.stock") },
  ] as const;
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <fieldset className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[1fr_1fr_1fr_1fr_auto]">
        <legend className="mb-1.5 text-xs font-semibold text-muted">{name}</legend>
        <Select
          label={t("prizeDraws.eggs.kind")}
          value={typed.kind}
          onChange={(event) => onChange({ kind: kinds.find((kind) => kind === event.target.value) ?? typed.kind })}
          options={kinds.map((value) => ({ value, label: t("prizeDraws.eggs.kindOf", { kind: value }) }))}
        />
        {figures.map(({ part, label }) => (
          <TextField
            key={part}
            label={label}
            // What is still to be typed is no fault yet.
            {...(faults[part] && { [typed[part] === "" ? "hint" : "error"]: said[faults[part]] })}
            name={`${part}-${place}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={typed[part]}
            onChange={(event) => onChange({ [part]: event.target.value })}
          />
        ))}
        <IconButton label={t("prizeDraws.eggs.remove", { place })} className="mt-6.5" onClick={onRemove} disabled={onRemove === undefined}>
          <Trash2 />
        </IconButton>
      </fieldset>
      {error && (
        <p role="alert" className="text-xs text-accent-text">
          {error}
        </p>
      )}
    </li>
  );
}
