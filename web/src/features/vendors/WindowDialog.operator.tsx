import type { GameRow } from "@laro/contract/vendors";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { useClock } from "../../ui/clock.ts";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { filled, useAnnounce, useVendors } from "./vendors.operator.api.ts";

const FIELDS = ["vendorCode", "nodeId", "from", "until", "texts"];
const HOUSE = "BGS";
const TEXT_MAX = 200;
const MANILA_MS = 8 * 3_600_000;
const HOUR_MS = 3_600_000;

/** A moment as Manila's clocks write it into a field, and back. */
const fieldOf = (at: number): string => new Date(at + MANILA_MS).toISOString().slice(0, "yyyy-mm-ddThh:mm".length);
const momentOf = (field: string): string | undefined => {
  const at = Date.parse(`${field}:00+08:00`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

interface MomentFieldProps {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

const MomentField = ({ onChange, ...field }: MomentFieldProps) => (
  <TextField {...field} type="datetime-local" required onChange={(event) => onChange(event.target.value)} />
);

/** Announces a time without new play, of one game or of a vendor. */
export function WindowDialogOperator({ game, onDone }: { game?: GameRow; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const { languages } = usePermission();
  const now = useClock();
  const vendors = (useVendors().data?.list ?? []).filter(({ vendorCode }) => vendorCode !== HOUSE);
  const announce = useAnnounce();
  const [vendorCode, setVendorCode] = useState("");
  const [from, setFrom] = useState(() => fieldOf(now()));
  const [until, setUntil] = useState(() => fieldOf(now() + HOUR_MS));
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [begins, ends] = [momentOf(from), momentOf(until)];
  const name = game?.displayName ?? vendors.find((vendor) => vendor.vendorCode === vendorCode)?.name;
  const fault = announce.error === null ? undefined : faultOf(announce.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const span = begins === undefined || ends === undefined ? "–" : `${formatManila(begins)} – ${formatManila(ends)}`;
  const confirm = (reason: string) => {
    if (begins === undefined || ends === undefined) return;
    const target = game === undefined ? { vendorCode } : { nodeId: game.nodeId };
    const onSuccess = () => {
      showToast(t("vendors.announced", { name: name ?? "" }), "success");
      onDone();
    };
    announce.mutate({ ...target, from: begins, until: ends, texts: filled(texts), reason }, { onSuccess });
  };
  return (
    <ChangeDialog
      title={game === undefined ? t("vendors.announce") : t("vendors.announceFor", { name: game.displayName })}
      changes={[{ label: name ?? t("vendors.vendor"), before: t("vendors.takesPlay"), after: t("vendors.restsAt", { span }) }]}
      isBlocked={name === undefined || begins === undefined || ends === undefined || ends <= begins}
      {...asking(announce, { verb: t("vendors.announceVerb"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      {game === undefined && (
        <Select
          label={t("vendors.vendor")}
          error={faultAt("vendorCode")}
          required
          options={[{ value: "", label: t("vendors.choose") }, ...vendors.map((one) => ({ value: one.vendorCode, label: one.name }))]}
          value={vendorCode}
          data-autofocus
          onChange={(event) => setVendorCode(event.target.value)}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <MomentField label={t("vendors.from")} error={faultAt("from")} value={from} onChange={setFrom} />
        <MomentField label={t("vendors.until")} error={faultAt("until")} value={until} onChange={setUntil} />
      </div>
      {languages.map((language) => (
        <TextField
          key={language}
          label={t("vendors.textIn", { language })}
          error={faultAt("texts")}
          autoComplete="off"
          maxLength={TEXT_MAX}
          value={texts[language] ?? ""}
          onChange={(event) => setTexts({ ...texts, [language]: event.target.value })}
        />
      ))}
    </ChangeDialog>
  );
}
