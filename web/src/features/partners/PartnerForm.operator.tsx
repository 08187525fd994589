import { type Partner, partnerGames, type PartnerRules, partnerStates } from "@laro/contract/partners";
import { formatAmount, isHigherBound, parseAmount } from "@laro/contract/core/money";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useStakesChanges } from "./PartnerStakes.operator.tsx";
import { useSavePartner } from "./partners.operator.api.ts";

const CODE = /^[A-Z][A-Z0-9_]{1,19}$/;
const fresh: PartnerRules = {
  name: "",
  state: "off",
  baseUrl: "",
  casinoId: "laro",
  frameOrigins: [],
  currencies: [],
  games: [...partnerGames],
  stakeMax: null,
};

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== "");

const typedOf = (code: string, { name, baseUrl, casinoId, frameOrigins, currencies, stakeMax }: PartnerRules) => ({
  code,
  name,
  baseUrl,
  casinoId,
  frameOrigins: frameOrigins.join(" "),
  currencies: currencies.join(" "),
  stakeMax: stakeMax === null ? "" : formatAmount(stakeMax),
});

type Typed = ReturnType<typeof typedOf>;
const fields = ["code", "name", "baseUrl", "casinoId", "frameOrigins", "currencies", "stakeMax"] as const satisfies readonly (keyof Typed)[];

/** What stands in the form, and what is wrong with it. */
function useForm(partner: Partner | undefined) {
  const before = partner?.rules ?? fresh;
  const [typed, setTyped] = useState(typedOf(partner?.code ?? "", before));
  const [state, setState] = useState(before.state);
  const [games, setGames] = useState(before.games);
  const stakeMax = typed.stakeMax === "" ? null : parseAmount(typed.stakeMax);
  const currencies = listOf(typed.currencies);
  const { code: _code, ...texts } = typed;
  const rules: PartnerRules = { ...texts, state, games, stakeMax: stakeMax ?? null, frameOrigins: listOf(typed.frameOrigins), currencies };
  const isReady = CODE.test(typed.code) && stakeMax !== undefined && currencies.length > 0;
  return { before, typed, setTyped, rules, setState, setGames, isReady };
}

/** Whether another officer must agree; the server decides, this only says so beforehand. */
function willWait(wanted: PartnerRules, { rules: set, keys, simulated }: Partner): boolean {
  const isPlayed = simulated || keys.some(({ state }) => state === "live" || state === "ending");
  const isAdded = wanted.currencies.some((one) => !set.currencies.includes(one)) || wanted.games.some((one) => !set.games.includes(one));
  return isPlayed && (isAdded || isHigherBound(wanted.stakeMax, set.stakeMax));
}

/** Adds a partner, or sets what one is held to. */
export function PartnerForm({ partner, onDone }: { partner: Partner | undefined; onDone: (code?: string) => void }) {
  const t = useT();
  const asking = useAsking();
  const save = useSavePartner();
  const form = useForm(partner);
  const { before, typed, rules } = form;
  const changesOf = useStakesChanges();
  const done = {
    onSuccess: ({ code, proposal, rules: { name } }: Partner) => {
      showToast(proposal === null ? t("partners.saved", { code }) : t("gateway.rulesWait", { name }), "success");
      onDone(code);
    },
  };
  const stateOf = (state: PartnerRules["state"]): string => t("partners.state", { state });
  return (
    <ChangeDialog
      size="lg"
      title={partner === undefined ? t("partners.add") : t("partners.change", { name: partner.rules.name })}
      changes={[
        { label: t("games.state"), before: partner === undefined ? "–" : stateOf(before.state), after: stateOf(rules.state) },
        ...(partner === undefined ? [] : changesOf(before, rules)),
      ]}
      warning={partner !== undefined && willWait(rules, partner) && t("gateway.boundsWait")}
      isBlocked={!form.isReady}
      {...asking(save, { verb: t("partners.save"), hint: t("settings.reasonHint"), fields: ["code", "baseUrl", "frameOrigins", "currencies"] })}
      onConfirm={(reason) => save.mutate({ code: typed.code, rules, reason }, done)}
      onCancel={() => onDone()}
    >
      <Texts form={form} error={save.error} partner={partner} />
      <Games form={form} />
    </ChangeDialog>
  );
}

type Form = ReturnType<typeof useForm>;

/** Where a test partner is, its simulator says. */
const isFixed = (name: keyof Typed, partner: Partner | undefined): boolean =>
  (name === "code" && partner !== undefined) || (["baseUrl", "frameOrigins"].includes(name) && partner?.simulated === true);

function Texts({ form: { typed, setTyped, rules, setState }, error, partner }: { form: Form; error: Error | null; partner: Partner | undefined }) {
  const t = useT();
  const faultOf = useFault();
  const fault = error === null ? undefined : faultOf(error);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {fields.map((name) => (
        <TextField
          key={name}
          label={t("partners.field", { name })}
          hint={name === "stakeMax" && t("partners.stakeHint")}
          error={fault?.field === name ? fault.text : undefined}
          value={typed[name]}
          disabled={isFixed(name, partner)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <Select
        label={t("games.state")}
        options={partnerStates.map((value) => ({ value, label: t("partners.state", { state: value }) }))}
        value={rules.state}
        onChange={(event) => setState(event.target.value === "live" ? "live" : "off")}
      />
    </div>
  );
}

function Games({ form: { rules, setGames } }: { form: Form }) {
  const t = useT();
  const { games } = rules;
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="mb-2 text-sm text-muted">{t("partners.games")}</legend>
      {partnerGames.map((game) => (
        <Checkbox
          key={game}
          label={game}
          checked={games.includes(game)}
          onChange={(event) => setGames(event.target.checked ? [...games, game] : games.filter((one) => one !== game))}
        />
      ))}
    </fieldset>
  );
}
