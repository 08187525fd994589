import { limitKinds, limitPeriods, type Limit } from "@laro/contract/limits";
import { Hourglass } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { LimitDialog } from "./LimitDialog.player.tsx";
import { useLimits, useRemoveLimit } from "./limits.api.ts";

/** From this share of a limit on, its meter warns. */
const WARNING_PERCENT = 80n;

export type LimitName = Pick<Limit, "kind" | "period">;

const allLimits: readonly LimitName[] = limitKinds.flatMap((kind) => limitPeriods.map((period) => ({ kind, period })));

/** The member's own limits on losses and stakes: what is used, and how to change them. */
export function Limits() {
  const t = useT();
  const refusal = useRefusal();
  const limits = useLimits();
  const [changed, setChanged] = useState<LimitName>();
  const [removed, setRemoved] = useState<LimitName>();
  const find = ({ kind, period }: LimitName) => limits.data?.list.find((limit) => limit.kind === kind && limit.period === period);
  return (
    <Panel title={t("limits.mine.title")} text={t("limits.mine.text")}>
      {faceOf(limits, allLimits.length) === "loading" && <Skeleton className="h-72 w-full" />}
      {limits.data === undefined && limits.error && <RefusedState {...refusal(limits)} />}
      {limits.data && (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          {limitKinds.map((kind) => (
            <div key={kind} className="grid content-start gap-1">
              <h3 className="text-sm font-semibold">{t(`limits.kind.${kind}`)}</h3>
              <p className="text-xs text-muted">{t(`limits.kind.${kind}.text`)}</p>
              <ul className="mt-2 grid">
                {allLimits
                  .filter((name) => name.kind === kind)
                  .map((name) => (
                    <li key={name.period} className="border-t border-line py-3.5">
                      <LimitRow name={name} limit={find(name)} onChange={() => setChanged(name)} onRemove={() => setRemoved(name)} />
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <LimitDialog name={changed} current={changed && find(changed)} onClose={() => setChanged(undefined)} />
      <RemoveDialog name={removed} onClose={() => setRemoved(undefined)} />
    </Panel>
  );
}

interface LimitRowProps {
  name: LimitName;
  limit: Limit | undefined;
  onChange: () => void;
  onRemove: () => void;
}

function LimitRow({ name: { kind, period }, limit, onChange, onRemove }: LimitRowProps) {
  const t = useT();
  const label = t(`limits.period.${period}`);
  const named = `${t(`limits.kind.${kind}`)}, ${label}`;
  if (limit === undefined)
    return (
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="flex items-center gap-3 text-muted">
          {t("limits.none")}
          <Button size="sm" tone="secondary" aria-label={`${t("limits.set")}: ${named}`} onClick={onChange}>
            {t("limits.set")}
          </Button>
        </span>
      </div>
    );
  const { amount, used, next } = limit;
  const isNear = used * 100n >= amount * WARNING_PERCENT;
  return (
    <div className="grid gap-2.5">
      <Meter
        label={label}
        value={Number(used)}
        max={Number(amount)}
        tone={isNear ? "accent" : "info"}
        text={
          <>
            <Money minor={used} /> / <Money minor={amount} />
          </>
        }
      />
      {next && <PendingChange next={next} />}
      <div className="flex justify-end gap-1">
        <Button size="sm" tone="ghost" aria-label={`${t("limits.remove")}: ${named}`} disabled={next !== null && next.amount === null} onClick={onRemove}>
          {t("limits.remove")}
        </Button>
        <Button size="sm" tone="secondary" aria-label={`${t("limits.change")}: ${named}`} onClick={onChange}>
          {t("limits.change")}
        </Button>
      </div>
    </div>
  );
}

function PendingChange({ next: { amount, from } }: { next: NonNullable<Limit["next"]> }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 text-xs text-primary-text">
      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {amount === null ? t("limits.next.removed") : <Money minor={amount} className="font-semibold" />} · {t("limits.next.from")} <DateTime at={from} />
      </span>
    </p>
  );
}

function RemoveDialog({ name, onClose }: { name: LimitName | undefined; onClose: () => void }) {
  const t = useT();
  const fault = useFault();
  const remove = useRemoveLimit();
  const run = () =>
    name &&
    remove.mutate(name, {
      onSuccess: () => showToast(t("limits.removed"), "success"),
      onError: (error) => showToast(fault(error).text, "problem"),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open={name !== undefined}
      title={t("limits.remove.title")}
      body={t("limits.remove.text")}
      confirmLabel={t("limits.remove")}
      cancelLabel={t("ui.cancel")}
      tone="danger"
      busy={remove.isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  );
}
