import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { controlClass, Field, TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { useVenues } from "./venues.api.ts";

/** A longer list is searched rather than rolled through. */
const DROPDOWN_MAX = 8;

interface VenueFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Chooses a gaming venue: nothing where there are none, a dropdown for a few, a popup with search for many. */
export function VenueField({ value, error, onChange }: VenueFieldProps) {
  const t = useT();
  const { data: venues = [] } = useVenues();
  const [isOpen, setOpen] = useState(false);
  if (venues.length === 0) return null;
  if (venues.length <= DROPDOWN_MAX)
    return (
      <Select
        label={t("venues.field")}
        name="venue"
        required
        error={error}
        options={[{ value: "", label: t("venues.choose") }, ...venues]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const chosen = venues.find((venue) => venue.value === value);
  return (
    <>
      <Field label={t("venues.field")} error={error} required>
        {(wiring) => (
          <button
            {...wiring}
            type="button"
            aria-haspopup="dialog"
            aria-label={`${t("venues.field")}: ${chosen?.label ?? t("venues.choose")}`}
            onClick={() => setOpen(true)}
            className={`${controlClass} flex items-center justify-between text-start`}
          >
            {chosen?.label ?? t("venues.choose")}
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </button>
        )}
      </Field>
      {isOpen && (
        <Dialog open id="venuePopupModal" title={t("venues.chooseTitle")} onClose={() => setOpen(false)} closeLabel={t("ui.close")}>
          <VenueSearch
            onChoose={(venue) => {
              onChange(venue);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function VenueSearch({ onChoose }: { onChoose: (value: string) => void }) {
  const t = useT();
  const { data: venues = [] } = useVenues();
  const [text, setText] = useState("");
  const found = venues.filter(({ label }) => fold(label).includes(fold(text.trim())));
  return (
    <div className="grid gap-4">
      <TextField label={t("venues.search")} type="search" value={text} onChange={(event) => setText(event.target.value)} data-autofocus />
      <ul className="grid gap-1">
        {found.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="w-full rounded-sm border border-line bg-card px-4 py-3 text-start hover:border-muted"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-muted">{t("venues.none")}</p>}
    </div>
  );
}
