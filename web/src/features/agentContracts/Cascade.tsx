import type { EndedContract, Preview } from "@laro/contract/agentContracts";
import { formatRate } from "@laro/contract/core/contractTerms";
import { TriangleAlert } from "lucide-react";
import { useT } from "../../api/language.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";

/** What a decision does to others, before it is made: who loses a contract by name, and how many further below. */
export function Cascade({ preview }: { preview: Preview }) {
  const t = useT();
  const { startsOn, endsOn, replaces, direct, deeper } = preview;
  return (
    <div className="grid gap-3">
      {startsOn !== null && <p className="text-sm">{t("agentContracts.beginsOn", { day: formatCalendar(startsOn) })}</p>}
      {endsOn !== null && <p className="text-sm">{t("agentContracts.endsOn", { day: formatCalendar(endsOn) })}</p>}
      {replaces && <p className="text-sm text-muted">{t("agentContracts.replaces")}</p>}
      {direct + deeper > 0 && (
        <div role="alert" className="grid gap-3 rounded-sm bg-accent/14 px-4 py-3 text-sm">
          <p className="flex gap-3">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
            <span>{t("agentContracts.cascade", { direct, deeper })}</span>
          </p>
          {preview.ended.length > 0 && (
            <ul className="grid gap-2">
              {preview.ended.map((one) => (
                <li key={one.contractId} className="grid gap-0.5 border-t border-line pt-2 first:border-t-0 first:pt-0">
                  <Ended {...one} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function Ended({ name, rate, bestRate, endsOn, lastPay }: EndedContract) {
  const t = useT();
  return (
    <>
      <strong className="font-semibold break-words">{name}</strong>
      <span className="text-muted">
        {t("agentContracts.endedRate", { rate: formatRate(rate), day: formatCalendar(endsOn) })}
        {" · "}
        {bestRate === null ? t("agentContracts.noBest") : t("agentContracts.best", { rate: formatRate(bestRate) })}
      </span>
      {lastPay !== null && (
        <span className="text-muted">
          {t("agentContracts.lastPay")} <Money minor={lastPay} />
        </span>
      )}
    </>
  );
}
