import { limitPeriods } from "@laro/contract/limits";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { LimitDialog } from "./LimitDialog.player.tsx";
import { allLimits, findLimit, kinds, type LimitName } from "./limitNames.ts";
import { LimitRow } from "./LimitRow.player.tsx";
import { useLimits, useRemoveLimit, useRemoveTimeLimit } from "./limits.api.ts";

/** The member's own limits on deposits, losses, stakes and time: what is used, and how to change them. */
export function Limits() {
  const t = useT();
  const refusal = useRefusal();
  const limits = useLimits();
  const [changed, setChanged] = useState<LimitName>();
  const [removed, setRemoved] = useState<LimitName>();
  return (
    <Panel title={t("limits.mine.title")} text={t("limits.mine.text")}>
      {faceOf(limits, allLimits.length) === "loading" && <Skeleton className="h-72 w-full" />}
      {limits.data === undefined && limits.error && <RefusedState {...refusal(limits)} />}
      {limits.data && (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          {kinds.map((kind) => (
            <div key={kind} className="grid content-start gap-1">
              <h3 className="text-sm font-semibold">{t(`limits.kind.${kind}`)}</h3>
              <p className="text-xs text-muted">{t(`limits.kind.${kind}.text`)}</p>
              <ul className="mt-2 grid">
                {limitPeriods.map((period) => (
                  <li key={period} className="border-t border-line py-3.5">
                    <LimitRow
                      name={{ kind, period }}
                      limit={findLimit(limits.data, { kind, period })}
                      onChange={() => setChanged({ kind, period })}
                      onRemove={() => setRemoved({ kind, period })}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <LimitDialog name={changed} current={changed && findLimit(limits.data, changed)} onClose={() => setChanged(undefined)} />
      <RemoveDialog name={removed} onClose={() => setRemoved(undefined)} />
    </Panel>
  );
}

function RemoveDialog({ name, onClose }: { name: LimitName | undefined; onClose: () => void }) {
  const t = useT();
  const fault = useFault();
  const [money, time] = [useRemoveLimit(), useRemoveTimeLimit()];
  const told = {
    onSuccess: () => showToast(t("limits.removed"), "success"),
    onError: (error: Error) => showToast(fault(error).text, "problem"),
    onSettled: onClose,
  };
  const run = (): void => {
    if (name === undefined) return;
    const { kind, period } = name;
    if (kind === "time") time.mutate({ period }, told);
    else money.mutate({ kind, period }, told);
  };
  return (
    <ConfirmDialog
      open={name !== undefined}
      title={t("limits.remove.title")}
      body={t("limits.remove.text")}
      confirmLabel={t("limits.remove")}
      cancelLabel={t("ui.cancel")}
      tone="danger"
      busy={money.isPending || time.isPending}
      onConfirm={run}
      onCancel={onClose}
    />
  );
}
