import type { LetterAlert } from "@laro/contract/dispatches";
import { TriangleAlert } from "lucide-react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { useLetterAlerts } from "./dispatches.operator.api.ts";

/** What officers must know of text messages; nothing where all is well, which is said of what was read alone. */
export function AlertsOperator() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLetterAlerts();
  const list = asked.data?.list ?? [];
  if (asked.data === undefined && asked.error !== null) return <RefusedState {...refusal(asked)} />;
  if (list.length === 0) return null;
  return (
    <section aria-label={t("dispatches.outbox.alerts")} className="overflow-clip rounded-md border border-line bg-card">
      <ol>
        {list.map((alert) => (
          <li key={alert.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4 py-3 text-sm last:border-b-0">
            <TriangleAlert aria-hidden="true" className={cx("size-4 shrink-0 self-center", alert.isOpen ? "text-accent-text" : "text-muted")} />
            <Sentence {...alert} />
            <DateTime at={alert.at} className="ms-auto text-muted" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sentence({ kind, subject, sent, used, spent, maximum, until, isOpen }: LetterAlert) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const money = (minor: bigint) => `${symbol}${groupThousands(`${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`)}`;
  const said =
    kind === "money"
      ? t("dispatches.outbox.alertMoney", { spent: money(spent), maximum: money(maximum) })
      : t("dispatches.outbox.alertPrefix", { prefix: subject, sent, used });
  return (
    <p className={cx("min-w-0 flex-1 basis-64", isOpen ? "font-medium" : "text-muted")}>
      {said} <span className="text-muted">{t(isOpen ? "dispatches.outbox.alertUntil" : "dispatches.outbox.alertOver", { until: formatManila(until) })}</span>
    </p>
  );
}
