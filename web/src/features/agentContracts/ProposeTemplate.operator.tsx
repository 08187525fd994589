import type { ContractKind } from "@laro/contract/core/contractKinds";
import { formatRate, type Limits, parseRate } from "@laro/contract/core/contractTerms";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { type Key, useT } from "../../api/language.ts";
import { type Fault, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { groupThousands } from "../../ui/Money.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProposeTemplate, useSimulateTemplate } from "./agentContracts.operator.api.ts";
import { kindWords } from "./contractWords.tsx";
import { CostOfVersion, useAskedLive } from "./Simulated.tsx";

type Limit = keyof Limits;

export const limitWords = {
  rateMin: "agentContracts.limitRateMin",
  rateMax: "agentContracts.limitRateMax",
  gap: "agentContracts.limitGap",
  tiersMax: "agentContracts.limitTiers",
  offerDays: "agentContracts.limitDays",
  amountMax: "agentContracts.limitAmount",
  activeMax: "agentContracts.limitActive",
  leastCredit: "agentContracts.limitLeast",
  advanceMax: "agentContracts.limitAdvance",
  unattendedMax: "agentContracts.limitUnattended",
  adminRate: "agentContracts.limitAdmin",
  paymentsRate: "agentContracts.limitPayments",
  deductBonuses: "agentContracts.limitBonuses",
  deductSalaries: "agentContracts.limitSalaries",
} as const satisfies Record<Limit, Key>;

const rates = ["rateMin", "rateMax", "gap", "adminRate", "paymentsRate"] as const satisfies readonly Limit[];
const amounts = ["amountMax", "leastCredit", "advanceMax", "unattendedMax"] as const satisfies readonly Limit[];
const switches = ["deductBonuses", "deductSalaries"] as const satisfies readonly Limit[];
const isOneOf = <Name extends Limit>(names: readonly Name[], name: Limit): name is Name => (names as readonly Limit[]).includes(name);

const everywhere = ["rateMin", "rateMax", "gap", "tiersMax", "offerDays", "amountMax", "activeMax", "advanceMax"] as const satisfies readonly Limit[];
const more = {
  dividend: ["adminRate", "paymentsRate", "deductBonuses", "deductSalaries"],
  daily: [],
  hourly: ["leastCredit", "unattendedMax"],
  realTime: ["leastCredit", "unattendedMax"],
} as const satisfies Record<ContractKind, readonly Limit[]>;

/** The limits that a kind has. */
export const namesOfLimits = (kind: ContractKind): readonly Limit[] => [...everywhere, ...more[kind]];

/** A limit as people write it. */
export function writeLimit(name: Limit, limits: Limits): string {
  if (isOneOf(switches, name)) return limits[name] ? "✓" : "–";
  if (isOneOf(amounts, name)) return groupThousands(formatAmount(limits[name])).replace(/\.00$/, "");
  return isOneOf(rates, name) ? `${formatRate(limits[name])}%` : groupThousands(`${String(limits[name as "gap"])}.00`).replace(/\.00$/, "");
}

type Typed = Readonly<Partial<Record<Limit, string>>>;

function read(name: Limit, text: string): number | bigint | undefined {
  if (isOneOf(rates, name)) return parseRate(text.trim());
  if (isOneOf(amounts, name)) return parseAmount(text.trim());
  return /^[0-9]{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}

const plain = (name: Limit, limits: Limits): string => writeLimit(name, limits).replace(/[,%]/g, "");

/** Proposes a new version of the limits of a kind; the margin answers before anything is written. */
export function ProposeTemplateDialog({ kind, limits, onClose }: { kind: ContractKind; limits: Limits; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const formId = useId();
  const { submit, isPending, error } = useProposeTemplate();
  const names = namesOfLimits(kind);
  const figures = names.filter((name) => !isOneOf(switches, name));
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(figures.map((name) => [name, plain(name, limits)])));
  const [turned, setTurned] = useState({ deductBonuses: limits.deductBonuses, deductSalaries: limits.deductSalaries });
  const [reason, setReason] = useState("");
  const values = figures.map((name) => [name, read(name, typed[name] ?? "")] as const);
  const isRead = values.every(([, value]) => value !== undefined);
  const wanted = { ...limits, ...turned, ...Object.fromEntries(values) } as Limits;
  const cost = useSimulateTemplate();
  useAskedLive(cost.mutate, isRead ? { kind, limits: wanted } : undefined);
  const isReady = isRead && reason.trim().length >= REASON_MIN;
  const propose = () =>
    submit({ kind, limits: wanted, reason: reason.trim() }, () => {
      showToast(t("agentContracts.proposedVersion"), "success");
      onClose();
    });
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isPending}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} busy={isPending} disabled={!isReady}>
        {t("agentContracts.propose")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={`${t("agentContracts.newVersion")}: ${t(kindWords[kind])}`}
      size="lg"
      closeLabel={t("ui.cancel")}
      onClose={isPending ? undefined : onClose}
      footer={footer}
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) propose();
        }}
      >
        <Figures values={values} typed={typed} onType={setTyped} fault={error === null ? undefined : faultOf(error)} />
        {kind === "dividend" &&
          switches.map((name) => (
            <Checkbox
              key={name}
              label={t(limitWords[name])}
              checked={turned[name]}
              onChange={(event) => setTurned({ ...turned, [name]: event.target.checked })}
            />
          ))}
        {isRead && <CostOfVersion asked={cost} />}
        <ReasonField label={t("ui.reason")} hint={t("settings.reasonHint")} value={reason} onChange={setReason} />
        <FormFault error={error} fields={figures.map((name) => `limits.${name}`)} />
      </form>
    </Dialog>
  );
}

interface FiguresProps {
  values: readonly (readonly [Limit, number | bigint | undefined])[];
  typed: Typed;
  onType: (typed: Typed) => void;
  fault: Fault | undefined;
}

function Figures({ values, typed, onType, fault }: FiguresProps) {
  const t = useT();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {values.map(([name, value]) => (
        <TextField
          key={name}
          label={t(limitWords[name])}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          suffix={isOneOf(rates, name) ? <span className="pe-2 text-muted">%</span> : undefined}
          error={value === undefined ? t("agentContracts.fieldWrong") : fault?.field === `limits.${name}` ? fault.text : undefined}
          value={typed[name] ?? ""}
          onChange={(event) => onType({ ...typed, [name]: event.target.value.replace(/,/g, "") })}
        />
      ))}
    </div>
  );
}
