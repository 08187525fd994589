import type { ContractPeriod } from "@laro/contract/core/contractKinds";
import {
  type Bounds,
  type Fault,
  formatRate,
  kindPeriods,
  parseRate,
  type Terms,
  type Tier,
  type TierField,
  tierFields,
} from "@laro/contract/core/contractTerms";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { Plus, Trash2 } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { fieldWords, periodWords, useFaultText } from "./contractWords.tsx";

/** Terms as they are typed. */
export interface Draft {
  readonly period: Terms["period"];
  readonly carries: boolean;
  readonly tiers: readonly Readonly<Partial<Record<TierField, string>>>[];
}

const isAmount = (field: TierField): boolean => !isRate(field) && field !== "activeMembers";
const isRate = (field: TierField): boolean => field === "rate" || field === "profitRate" || field === "lossRate";

const write = (field: TierField, value: bigint | number): string => {
  if (isRate(field)) return formatRate(Number(value));
  return isAmount(field) ? formatAmount(BigInt(value)).replace(/\.00$/, "") : String(value);
};

const fieldsOf = (kind: Bounds["kind"]): readonly TierField[] => [...tierFields[kind].asks, ...tierFields[kind].pays];

const leastOf = (field: TierField): bigint => (field === "periodProfitAndLoss" ? 1n : 0n);

/** The periods that may be chosen: of the kind, and of the market. */
export const openPeriodsOf = ({ kind, periods }: Pick<Bounds, "kind" | "periods">): readonly ContractPeriod[] =>
  kindPeriods[kind].filter((one) => periods.includes(one));

/** The asks of one's own lowest tier: whatever asks for less is covered by none of one's own. */
const leastCovered = ({ kind, upper }: Bounds): Draft["tiers"][number] =>
  Object.fromEntries(
    tierFields[kind].asks.flatMap((field) => {
      const own = upper?.tiers[0]?.[field] ?? 0;
      return BigInt(own) > leastOf(field) ? [[field, write(field, own)]] : [];
    }),
  );

/** What the form begins with: given terms, else one tier whose rates are open. */
export function draftOf(bounds: Bounds, terms?: Terms): Draft {
  const { kind, upper } = bounds;
  if (terms === undefined) {
    const period = upper?.period ?? openPeriodsOf(bounds).at(-1) ?? null;
    return { period: kind === "realTime" ? null : period, carries: true, tiers: [leastCovered(bounds)] };
  }
  const tiers = terms.tiers.map((tier) => Object.fromEntries(fieldsOf(kind).map((field) => [field, write(field, tier[field] ?? 0)])));
  return { period: terms.period, carries: terms.carries, tiers };
}

function readField(field: TierField, text: string): bigint | number | undefined {
  const typed = text.trim();
  if (isRate(field)) return typed === "" && field !== "rate" ? 0 : parseRate(typed);
  if (isAmount(field)) return typed === "" ? leastOf(field) : parseAmount(typed);
  return typed === "" ? 0 : /^[0-9]{1,7}$/.test(typed) ? Number(typed) : undefined;
}

/** Reads what is typed, or says which field cannot be read. */
export function termsOfDraft({ period, carries, tiers }: Draft, { kind }: Pick<Bounds, "kind">): { readonly terms: Terms } | { readonly fault: Fault } {
  const read: Tier[] = [];
  for (const [at, tier] of tiers.entries()) {
    const values: Partial<Record<TierField, bigint | number>> = {};
    for (const field of fieldsOf(kind)) {
      const value = readField(field, tier[field] ?? "");
      if (value === undefined) return { fault: { code: "request.invalid", values: { field: `tiers.${at}.${field}` } } };
      values[field] = value;
    }
    read.push(values as unknown as Tier);
  }
  return { terms: { period, carries, tiers: read } };
}

interface Props {
  bounds: Bounds;
  draft: Draft;
  onChange: (draft: Draft) => void;
  fault: Fault | undefined;
}

/** The period and the tiers of an offer; what is wrong is said where it stands. */
export function TermsFields({ bounds, draft, onChange, fault }: Props) {
  const t = useT();
  const say = useFaultText();
  const { kind, limits } = bounds;
  const field = String(fault?.values["field"] ?? "");
  const periods = openPeriodsOf(bounds);
  const setTier = (at: number, tier: Draft["tiers"][number]) => onChange({ ...draft, tiers: draft.tiers.with(at, tier) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {kind !== "realTime" && (
          <Select
            label={t("agentContracts.period")}
            hint={kind === "daily" ? `${t("agentContracts.everyOther")} · ${t("agentContracts.dayAfter")}` : undefined}
            error={field === "period" && fault ? say(fault) : undefined}
            value={draft.period ?? ""}
            options={periods.map((value) => ({ value, label: t(periodWords[value]) }))}
            onChange={(event) => onChange({ ...draft, period: periods.find((one) => one === event.target.value) ?? null })}
          />
        )}
        {kind === "dividend" && (
          <div className="sm:pt-8">
            <Checkbox label={t("agentContracts.carries")} checked={draft.carries} onChange={(event) => onChange({ ...draft, carries: event.target.checked })} />
          </div>
        )}
      </div>
      {draft.tiers.map((tier, at) => (
        // Tiers are told apart by their place alone.
        <TierFields
          key={`tier${at}`}
          {...{ bounds, tier, at, fault }}
          canRemove={draft.tiers.length > 1}
          onChange={(next) => setTier(at, next)}
          onRemove={() => onChange({ ...draft, tiers: draft.tiers.toSpliced(at, 1) })}
        />
      ))}
      {draft.tiers.length < limits.tiersMax && (
        <Button
          tone="secondary"
          size="sm"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => onChange({ ...draft, tiers: [...draft.tiers, draft.tiers.at(-1) ?? {}] })}
        >
          {t("agentContracts.addTier")}
        </Button>
      )}
    </>
  );
}

interface TierProps extends Pick<Props, "bounds" | "fault"> {
  tier: Draft["tiers"][number];
  at: number;
  canRemove: boolean;
  onChange: (tier: Draft["tiers"][number]) => void;
  onRemove: () => void;
}

function TierFields({ bounds: { kind, lossRates }, tier, at, fault, canRemove, onChange, onRemove }: TierProps) {
  const t = useT();
  const say = useFaultText();
  const wrong = String(fault?.values["field"] ?? "");
  const isWhole = wrong === `tiers.${at}`;
  const fields = fieldsOf(kind).filter((field) => lossRates || field !== "lossRate");
  /** A rate nobody has typed is not yet wrong. */
  const isBegun = (tier.rate ?? "") !== "" || wrong !== `tiers.${at}.rate`;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">{t("agentContracts.tierNo", { no: at + 1 })}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(fieldWords[field])}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            required={field === "rate"}
            prefix={isAmount(field) ? "₱" : undefined}
            suffix={isRate(field) ? <span className="pe-2 text-muted">%</span> : undefined}
            placeholder={field === "rate" ? "" : isAmount(field) ? formatAmount(leastOf(field)) : "0"}
            error={isBegun && fault && wrong === `tiers.${at}.${field}` ? say(fault) : undefined}
            value={tier[field] ?? ""}
            onChange={(event) => onChange({ ...tier, [field]: event.target.value.replace(/,/g, "") })}
          />
        ))}
      </div>
      {isBegun && isWhole && fault && (
        <p role="alert" className="text-xs text-accent-text">
          {say(fault)}
        </p>
      )}
      {canRemove && (
        <IconButton label={t("agentContracts.removeTier", { no: at + 1 })} onClick={onRemove} className="justify-self-end">
          <Trash2 />
        </IconButton>
      )}
    </fieldset>
  );
}
