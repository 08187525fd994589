import type { FeedbackCase } from "@laro/contract/feedback";
import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { useHandOver, useOfficers } from "./feedback.operator.api.ts";

/** Gives a thread to another officer, or back into the queue. */
export function HandOverOperator({ row: { id, reference, takenBy }, onClose }: { row: FeedbackCase; onClose: () => void }) {
  const t = useT();
  const [to, setTo] = useState("");
  const { data } = useOfficers();
  const handOver = useHandOver();
  const others = (data?.list ?? []).filter(({ name }) => name !== takenBy);
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose}>
        {t("ui.cancel")}
      </Button>
      <Button busy={handOver.isPending} onClick={() => handOver.mutate({ id, ...(to === "" ? {} : { to: BigInt(to) }) }, { onSuccess: onClose })}>
        {t("feedback.handOver")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("feedback.handOverTitle", { reference })} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-4">
        <Select
          label={t("feedback.handOverTo")}
          value={to}
          options={[{ value: "", label: t("feedback.handOverQueue") }, ...others.map((one) => ({ value: String(one.id), label: one.name }))]}
          onChange={(event) => setTo(event.target.value)}
        />
        <FormFault error={handOver.error} />
      </div>
    </Dialog>
  );
}
