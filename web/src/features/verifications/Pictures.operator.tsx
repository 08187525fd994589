import { lookReasons, type VerificationCase } from "@laro/contract/verifications";
import { RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { REASON_MIN } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type PictureView, turned, zoomed } from "./pictureView.operator.ts";
import { useLook } from "./verifications.operator.api.ts";

type Look = ReturnType<typeof useLook>;

interface PicturesProps {
  row: VerificationCase;
  view: PictureView;
  onView: (view: PictureView) => void;
}

/** The three pictures behind a reason, then one at a time, larger and turned. */
export function PicturesOperator({ row, view, onView }: PicturesProps) {
  const t = useT();
  const look = useLook();
  if (row.submissions.length === 0) return <Panel title={t("verifications.pictures")} text={t("verifications.noPictures")} />;
  return (
    <Panel title={t("verifications.pictures")}>
      {look.data === undefined ? <Why id={row.id} look={look} /> : <Viewer pictures={look.data} view={view} onView={onView} />}
    </Panel>
  );
}

function Why({ id, look }: { id: string; look: Look }) {
  const t = useT();
  const faultOf = useFault();
  const [reason, setReason] = useState<(typeof lookReasons)[number]>("review");
  const [words, setWords] = useState("");
  const fault = look.error === null ? undefined : faultOf(look.error);
  const isReady = reason !== "own" || words.trim().length >= REASON_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) look.mutate({ id, reason, ...(reason === "own" ? { words: words.trim() } : {}) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Select
        label={t("verifications.look")}
        hint={t("verifications.lookHint")}
        value={reason}
        onChange={(event) => setReason(event.target.value as (typeof lookReasons)[number])}
        options={lookReasons.map((value) => ({ value, label: t(`verifications.lookReason.${value}`) }))}
      />
      {reason === "own" && (
        <TextField
          label={t("verifications.lookWords")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          error={fault?.field === "words" ? fault.text : undefined}
          maxLength={200}
          required
        />
      )}
      <FormFault error={look.error} fields={["words"]} />
      <Button type="submit" busy={look.isPending} disabled={!isReady} className="justify-self-start">
        {t("verifications.show")}
      </Button>
    </form>
  );
}

function Viewer({ pictures, view, onView }: Omit<PicturesProps, "row"> & { pictures: NonNullable<Look["data"]> }) {
  const t = useT();
  const labels = { front: t("verifications.front"), back: t("verifications.backSide"), selfie: t("verifications.selfie") };
  const { side, zoom, degrees } = view;
  return (
    <Tabs
      label={t("verifications.pictures")}
      items={(["front", "back", "selfie"] as const).map((id) => ({ id, label: labels[id] }))}
      value={side}
      onChange={(next) => onView({ ...view, side: next })}
    >
      <div className="grid gap-3">
        <div className="flex justify-end gap-2">
          <IconButton label={t("verifications.zoomOut")} aria-keyshortcuts="-" onClick={() => onView(zoomed(view, -1))}>
            <ZoomOut />
          </IconButton>
          <IconButton label={t("verifications.zoomIn")} aria-keyshortcuts="+" onClick={() => onView(zoomed(view, 1))}>
            <ZoomIn />
          </IconButton>
          <IconButton label={t("verifications.rotate")} aria-keyshortcuts="T" onClick={() => onView(turned(view))}>
            <RotateCw />
          </IconButton>
        </div>
        <div tabIndex={0} role="group" aria-label={labels[side]} className="max-h-[65dvh] overflow-auto rounded-sm border border-line bg-field">
          <img
            src={`data:image/jpeg;base64,${pictures[side]}`}
            alt={labels[side]}
            style={{ width: `${zoom * 100}%`, maxWidth: "none", transform: `rotate(${degrees}deg)` }}
            className="transition-transform"
          />
        </div>
      </div>
    </Tabs>
  );
}
