import { formatAmount, isHigherBound, parseAmount } from "@laro/contract/core/money";
import { type GatewayVendor, type RulesProposal, roundRules, type VendorRules } from "@laro/contract/gateway";
import type { ReactNode } from "react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type GatewayRights, useConfirmRules, useDeclineRules, useSetRules } from "./gateway.operator.api.ts";

/** What a vendor's calls are held to, and what of it waits for a second officer. */
export function GatewayRulesOperator({ vendor, rights }: { vendor: GatewayVendor; rights: GatewayRights }) {
  const t = useT();
  const [isChanging, setChanging] = useState(false);
  const word = useRuleWords();
  const { rules } = vendor;
  const ruled = (Object.keys(rules) as (keyof VendorRules)[]).map((name) => ({
    label: t(`gateway.rule.${name}`),
    figure: <span className="text-sm break-words">{word(name, rules)}</span>,
  }));
  const figures = [{ label: t("gateway.protocol"), figure: <span className="text-sm">{vendor.protocol}</span> }, ...ruled];
  return (
    <Panel
      title={t("gateway.rules")}
      text={t("gateway.rulesText")}
      aside={
        rights.canChange && (
          <Button tone="secondary" size="sm" aria-label={t("gateway.changeRules")} onClick={() => setChanging(true)}>
            {t("settings.change")}
          </Button>
        )
      }
    >
      <Figures label={t("gateway.rules")} figures={figures} />
      <Waiting vendor={vendor} rights={rights} />
      {isChanging && <RulesDialog vendor={vendor} onDone={() => setChanging(false)} />}
    </Panel>
  );
}

/** A rule as people read it. */
function useRuleWords() {
  const t = useT();
  return (name: keyof VendorRules, rules: { [Name in keyof VendorRules]?: VendorRules[Name] | undefined }): ReactNode => {
    switch (name) {
      case "addresses":
        return rules.addresses!.length === 0 ? t("gateway.anyAddress") : rules.addresses!.join(", ");
      case "answerWithinMs":
        return t("gateway.ms", { ms: rules.answerWithinMs! });
      case "roundRule":
        return t("gateway.roundRule", { rule: rules.roundRule! });
      case "stakeMax":
      case "hourLossMax":
      case "grantWinMax":
      case "prizeDayMax":
        return rules[name] === null || rules[name] === undefined ? t("gateway.noBound") : <Money minor={rules[name]} />;
      default:
        return rules[name];
    }
  };
}

function Waiting({ vendor, rights }: { vendor: GatewayVendor; rights: GatewayRights }) {
  const t = useT();
  const word = useRuleWords();
  const [deciding, setDeciding] = useState<Decided<RulesProposal>>();
  const { proposal } = vendor;
  const changes =
    proposal === null
      ? []
      : boundsOf(proposal).map((name) => ({ label: t(`gateway.rule.${name}`), before: word(name, vendor.rules), after: word(name, proposal) }));
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("gateway.confirmBounds") },
    decline: { verb: t("gateway.decline"), label: t("gateway.declineBounds") },
  };
  return (
    <>
      {proposal !== null && (
        <Proposed title={t("gateway.waits")} {...{ changes, proposal, rights, words }} onDecide={(decision) => setDeciding({ proposal, changes, decision })} />
      )}
      {deciding && <DecisionDialog {...{ vendor, ...deciding }} onDone={() => setDeciding(undefined)} />}
    </>
  );
}

const BOUNDS = ["addresses", "stakeMax", "hourLossMax", "grantWinMax", "prizeDayMax", "roundRule"] as const;
const boundsOf = (proposal: RulesProposal) => BOUNDS.filter((name) => proposal[name] !== undefined);

function DecisionDialog({ vendor, proposal, changes, decision, onDone }: Decided<RulesProposal> & { vendor: GatewayVendor; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmRules(), useDeclineRules()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t("gateway.boundsDecided", { name: vendor.name, decision }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t(isConfirming ? "gateway.confirmBounds" : "gateway.declineBounds")}
      changes={isConfirming ? changes : changes.map((change) => ({ ...change, after: change.before }))}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}

const NUMBERS = ["callsPerS", "callsAtOnce", "answerWithinMs"] as const;
const AMOUNTS = ["stakeMax", "hourLossMax"] as const;
/** These always stand. */
const FIGURES = { grantWinMax: "gateway.grantWinHint", prizeDayMax: "gateway.prizeDayHint" } as const;
const FIGURE_NAMES = ["grantWinMax", "prizeDayMax"] as const;
type Typed = Record<(typeof NUMBERS)[number] | (typeof AMOUNTS)[number] | keyof typeof FIGURES | "addresses" | "roundRule", string>;

const typedOf = ({ addresses, stakeMax, hourLossMax, grantWinMax, prizeDayMax, roundRule, ...numbers }: VendorRules): Typed => ({
  addresses: addresses.join("\n"),
  callsPerS: String(numbers.callsPerS),
  callsAtOnce: String(numbers.callsAtOnce),
  answerWithinMs: String(numbers.answerWithinMs),
  stakeMax: stakeMax === null ? "" : formatAmount(stakeMax),
  hourLossMax: hourLossMax === null ? "" : formatAmount(hourLossMax),
  grantWinMax: formatAmount(grantWinMax),
  prizeDayMax: formatAmount(prizeDayMax),
  roundRule,
});

/** What was typed: undefined where it is no amount, null where nothing stands and nothing is bounded. */
function readBound(typed: string): bigint | null | undefined {
  if (typed === "") return null;
  const minor = parseAmount(typed.includes(".") ? typed : `${typed}.00`);
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** The rules as they were typed; undefined while something is none. */
function readRules(typed: Typed): VendorRules | undefined {
  const [stakeMax, hourLossMax] = [readBound(typed.stakeMax), readBound(typed.hourLossMax)];
  const [grantWinMax, prizeDayMax] = FIGURE_NAMES.map((name) => readBound(typed[name]) ?? undefined);
  const numbers = NUMBERS.map((name) => Number(typed[name]));
  const [callsPerS, callsAtOnce, answerWithinMs] = numbers as [number, number, number];
  if (stakeMax === undefined || hourLossMax === undefined || grantWinMax === undefined || prizeDayMax === undefined) return undefined;
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) return undefined;
  const addresses = typed.addresses.split(/[\s,]+/).filter((address) => address !== "");
  const roundRule = roundRules.find((rule) => rule === typed.roundRule) ?? "hold";
  return { addresses, callsPerS, callsAtOnce, answerWithinMs, stakeMax, hourLossMax, grantWinMax, prizeDayMax, roundRule };
}

/** Whether another officer must agree; the server decides, this only says so beforehand. */
const willWait = (wanted: VendorRules, set: VendorRules): boolean =>
  [...AMOUNTS, ...FIGURE_NAMES].some((name) => isHigherBound(wanted[name], set[name])) || (wanted.roundRule === "refund" && set.roundRule === "hold");

function RulesDialog({ vendor: { vendorCode, name: vendorName, rules }, onDone }: { vendor: GatewayVendor; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const word = useRuleWords();
  const setRules = useSetRules();
  const [typed, setTyped] = useState(() => typedOf(rules));
  const type = (name: keyof Typed) => (value: string) => setTyped((now) => ({ ...now, [name]: value }));
  const wanted = readRules(typed);
  const before = typedOf(rules);
  const changed = wanted === undefined ? [] : (Object.keys(rules) as (keyof VendorRules)[]).filter((name) => typedOf(wanted)[name] !== before[name]);
  const fault = setRules.error === null ? undefined : faultOf(setRules.error);
  const done = {
    onSuccess: ({ proposal }: GatewayVendor) => {
      showToast(t(proposal === null ? "gateway.rulesSet" : "gateway.rulesWait", { name: vendorName }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("gateway.changeRulesOf", { name: vendorName })}
      size="lg"
      changes={changed.map((name) => ({ label: t(`gateway.rule.${name}`), before: word(name, rules), after: word(name, wanted!) }))}
      warning={wanted !== undefined && willWait(wanted, rules) && t("gateway.boundsWait")}
      isBlocked={changed.length === 0}
      {...asking(setRules, { verb: t("settings.confirm"), hint: t("settings.reasonHint"), fields: ["addresses"] })}
      onConfirm={(reason) => wanted && setRules.mutate({ vendorCode, rules: wanted, reason }, done)}
      onCancel={onDone}
    >
      <TextArea
        label={t("gateway.rule.addresses")}
        hint={t("gateway.addressesHint")}
        error={fault?.field === "addresses" ? fault.text : undefined}
        rows={2}
        value={typed.addresses}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => type("addresses")(event.target.value)}
      />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {NUMBERS.map((name) => (
          <TextField
            key={name}
            label={t(`gateway.rule.${name}`)}
            inputMode="numeric"
            maxLength={6}
            value={typed[name]}
            onChange={(event) => type(name)(event.target.value)}
          />
        ))}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {AMOUNTS.map((name) => (
          <AmountField key={name} label={t(`gateway.rule.${name}`)} hint={t("gateway.boundHint")} value={typed[name]} onChange={type(name)} />
        ))}
        {FIGURE_NAMES.map((name) => (
          <AmountField key={name} label={t(`gateway.rule.${name}`)} hint={t(FIGURES[name])} value={typed[name]} onChange={type(name)} />
        ))}
      </div>
      <Select
        label={t("gateway.rule.roundRule")}
        options={roundRules.map((value) => ({ value, label: t("gateway.roundRule", { rule: value }) }))}
        value={typed.roundRule}
        onChange={(event) => type("roundRule")(event.target.value)}
      />
    </ChangeDialog>
  );
}
