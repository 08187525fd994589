import type { AgentLink } from "@laro/contract/agents";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useMakeLink } from "./agents.api.ts";
import { useTypeWord } from "./typeWord.ts";

const LABEL_MAX = 40;
const FIELDS = ["label", "opens"];

/** Asks what a new link is called and whom it registers. */
export function NewLinkAgent({ types, onClose }: { types: readonly AgentLink["opens"][]; onClose: () => void }) {
  const t = useT();
  const typeWord = useTypeWord();
  const faultOf = useFault();
  const make = useMakeLink();
  const [label, setLabel] = useState("");
  const [opens, setOpens] = useState(types.at(-1) ?? 0);
  const fault = make.error === null ? undefined : faultOf(make.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (label.trim() === "" || make.isPending) return;
    make.submit({ label: label.trim(), opens }, ({ label: made }) => {
      showToast(t("agents.linkMade", { label: made }), "success");
      onClose();
    });
  };
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={make.isPending}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form="newLink" busy={make.isPending} disabled={label.trim() === ""}>
        {t("agents.makeLink")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("agents.newLink")} size="md" onClose={make.isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form id="newLink" className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t("agents.label")}
          hint={t("agents.labelHint")}
          error={faultAt("label")}
          required
          autoComplete="off"
          maxLength={LABEL_MAX}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          data-autofocus
        />
        <Select
          label={t("agents.whoRegisters")}
          hint={opens === 0 ? t("agents.playerHint") : t("agents.agentHint")}
          error={faultAt("opens")}
          options={types.map((type) => ({ value: String(type), label: typeWord(type) }))}
          value={String(opens)}
          onChange={(event) => setOpens(types.find((type) => String(type) === event.target.value) ?? opens)}
        />
        <FormFault error={make.error} fields={FIELDS} />
      </form>
    </Dialog>
  );
}
