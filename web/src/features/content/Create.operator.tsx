import type { ContentKind } from "@laro/contract/core/contentKinds";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { useClock } from "../../ui/clock.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { emptyDetail, useCreate } from "./content.operator.api.ts";
import { toField } from "./contentWords.operator.tsx";
import { DetailsOperator } from "./Details.operator.tsx";

interface CreateProps {
  kind: ContentKind;
  onDone: (id: string) => void;
  onClose: () => void;
}

/** The end of an address that a name suggests: `news.new-year` stands at `new-year`. */
const slugOf = (code: string): string => (code.split(".").slice(1).join("-") || code).toLowerCase();

/** Makes an item with an empty draft, which opens at once. */
export function CreateOperator({ kind, onDone, onClose }: CreateProps) {
  const t = useT();
  const faultOf = useFault();
  const create = useCreate();
  const today = toField(new Date(useClock()()).toISOString()).slice(0, "yyyy-mm-dd".length);
  const [code, setCode] = useState(`${kind}.`);
  const [detail, setDetail] = useState(() => emptyDetail(kind, { slug: "", today }));
  const fault = create.error === null ? undefined : faultOf(create.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const name = detail.kind === "term" ? detail.document : code.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const made = "slug" in detail ? { ...detail, slug: slugOf(name) } : detail;
    create.mutate({ code: name, detail: made }, { onSuccess: ({ row }) => onDone(row.id) });
  };
  return (
    <Dialog
      open
      title={t("content.createTitle", { kind })}
      onClose={onClose}
      closeLabel={t("ui.close")}
      footer={
        <Button type="submit" form="create" busy={create.isPending} disabled={name === "" || name.endsWith(".")}>
          {t("content.create")}
        </Button>
      }
    >
      <form id="create" onSubmit={submit} className="grid gap-4">
        {detail.kind !== "term" && (
          <TextField
            label={t("content.code")}
            hint={t("content.codeHint")}
            name="code"
            required
            maxLength={64}
            spellCheck={false}
            data-autofocus
            error={faultAt("code") ?? faultAt("detail.slug")}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <DetailsOperator isNew detail={detail} faultAt={faultAt} onChange={setDetail} />
        <FormFault error={create.error} fields={["code", "detail.slug"]} />
      </form>
    </Dialog>
  );
}
