import { type KeptVenue, VENUE_LABEL_MAX } from "@laro/contract/venues";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAddVenue, useChangeVenue } from "./venues.operator.api.ts";

const FIELDS = ["label"];
const LABEL_MIN = 2;

function LabelField({ label, error, onChange }: { label: string; error: Error | null; onChange: (label: string) => void }) {
  const t = useT();
  const faultOf = useFault();
  const fault = error === null ? undefined : faultOf(error);
  return (
    <TextField
      label={t("venues.label")}
      name="label"
      required
      autoComplete="off"
      maxLength={VENUE_LABEL_MAX}
      error={fault?.field === "label" ? fault.text : undefined}
      value={label}
      onChange={(event) => onChange(event.target.value)}
      data-autofocus
    />
  );
}

/** Adds a venue that members can choose from now on. */
export function AddVenueOperator({ onDone }: { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const add = useAddVenue();
  const [label, setLabel] = useState("");
  const done = {
    onSuccess: () => {
      showToast(t("venues.added", { label: label.trim() }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("venues.add")}
      changes={[{ label: t("venues.field"), before: "–", after: label.trim() || "–" }]}
      isBlocked={label.trim().length < LABEL_MIN}
      {...asking(add, { verb: t("venues.add"), hint: t("venues.reasonHint"), fields: FIELDS })}
      onConfirm={(reason) => add.mutate({ label: label.trim(), reason }, done)}
      onCancel={onDone}
    >
      <LabelField label={label} error={add.error} onChange={setLabel} />
    </ChangeDialog>
  );
}

/** Renames a venue, closes it to new choices or opens it again. */
export function ChangeVenueOperator({ venue, onDone }: { venue: KeptVenue; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const change = useChangeVenue();
  const [label, setLabel] = useState(venue.label);
  const [isOpen, setOpen] = useState(venue.isOpen);
  const stateOf = (isOn: boolean) => t(isOn ? "venues.open" : "venues.closed");
  const done = {
    onSuccess: () => {
      showToast(t("venues.changed", { label: label.trim() }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("venues.change", { label: venue.label })}
      changes={[
        { label: t("venues.label"), before: venue.label, after: label.trim() || "–" },
        { label: t("venues.state"), before: stateOf(venue.isOpen), after: stateOf(isOpen) },
      ]}
      isBlocked={label.trim().length < LABEL_MIN || (label.trim() === venue.label && isOpen === venue.isOpen)}
      {...asking(change, { verb: t("settings.confirm"), hint: t("venues.reasonHint"), fields: FIELDS })}
      onConfirm={(reason) => change.mutate({ id: venue.id, label: label.trim(), isOpen, reason }, done)}
      onCancel={onDone}
    >
      <LabelField label={label} error={change.error} onChange={setLabel} />
      <Checkbox label={t("venues.open")} name="isOpen" checked={isOpen} onChange={(event) => setOpen(event.target.checked)} />
    </ChangeDialog>
  );
}
