import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import type { LimitName, SetLimit } from "./limitNames.ts";

/** From this share of a limit on, its meter warns. */
const WARNING_PERCENT = 80n;

interface LimitRowProps {
  name: LimitName;
  limit: SetLimit | undefined;
  onChange: () => void;
  onRemove: () => void;
}

/** One limit: what is used of it, what will become of it, and how to change it. */
export function LimitRow({ name: { kind, period }, limit, onChange, onRemove }: LimitRowProps) {
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
            <Figure kind={kind} value={used} /> / <Figure kind={kind} value={amount} />
          </>
        }
      />
      {next && <PendingChange kind={kind} next={next} />}
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

function Figure({ kind, value }: { kind: LimitName["kind"]; value: bigint }): ReactNode {
  const t = useT();
  return kind === "time" ? t("limits.duration", { hours: Number(value / 60n), minutes: Number(value % 60n) }) : <Money minor={value} />;
}

function PendingChange({ kind, next: { amount, from } }: { kind: LimitName["kind"]; next: NonNullable<SetLimit["next"]> }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 text-xs text-primary-text">
      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {amount === null ? (
          t("limits.next.removed")
        ) : (
          <strong>
            <Figure kind={kind} value={amount} />
          </strong>
        )}{" "}
        · {t("limits.next.from")} <DateTime at={from} />
      </span>
    </p>
  );
}
