import { type Partner, partnerGames, type PartnerRules, partnerStates } from "@laro/contract/partners";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
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

/** Adds a partner, or sets what one is held to. */
export function PartnerForm({ partner, onDone }: { partner: Partner | undefined; onDone: (code?: string) => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const save = useSavePartner();
  const rules = partner?.rules ?? fresh;
  const [typed, setTyped] = useState({
    code: partner?.code ?? "",
    name: rules.name,
    baseUrl: rules.baseUrl,
    casinoId: rules.casinoId,
    frameOrigins: rules.frameOrigins.join(" "),
    currencies: rules.currencies.join(" "),
    stakeMax: rules.stakeMax === null ? "" : formatAmount(rules.stakeMax),
  });
  const [state, setState] = useState(rules.state);
  const [games, setGames] = useState(rules.games);
  const fault = save.error === null ? undefined : faultOf(save.error);
  const stakeMax = typed.stakeMax === "" ? null : parseAmount(typed.stakeMax);
  const field = (name: keyof typeof typed, locked = false) => (
    <TextField
      label={t("partners.field", { name })}
      error={fault?.field === name ? fault.text : undefined}
      value={typed[name]}
      disabled={locked}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  const confirm = (reason: string) =>
    save.mutate(
      {
        code: typed.code,
        reason,
        rules: { ...typed, state, games, stakeMax: stakeMax ?? null, frameOrigins: listOf(typed.frameOrigins), currencies: listOf(typed.currencies) },
      },
      {
        onSuccess: ({ code }) => {
          showToast(t("partners.saved", { code }), "success");
          onDone(code);
        },
      },
    );
  return (
    <ChangeDialog
      size="lg"
      title={partner === undefined ? t("partners.add") : t("partners.change", { name: partner.rules.name })}
      changes={[
        { label: t("games.state"), before: partner === undefined ? "–" : t("partners.state", { state: rules.state }), after: t("partners.state", { state }) },
      ]}
      isBlocked={!CODE.test(typed.code) || stakeMax === undefined || listOf(typed.currencies).length === 0}
      {...asking(save, { verb: t("partners.save"), hint: t("settings.reasonHint"), fields: ["code", "baseUrl", "frameOrigins"] })}
      onConfirm={confirm}
      onCancel={() => onDone()}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {field("code", partner !== undefined)}
        {field("name")}
        {field("baseUrl")}
        {field("casinoId")}
        {field("frameOrigins")}
        {field("currencies")}
        {field("stakeMax")}
        <Select
          label={t("games.state")}
          options={partnerStates.map((value) => ({ value, label: t("partners.state", { state: value }) }))}
          value={state}
          onChange={(event) => setState(event.target.value === "live" ? "live" : "off")}
        />
      </div>
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
    </ChangeDialog>
  );
}
