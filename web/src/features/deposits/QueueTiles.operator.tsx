import { CalendarCheck, Clock, Hourglass } from "lucide-react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { usePulse } from "./deposits.operator.api.ts";

export function QueueTilesOperator() {
  const t = useT();
  const { data: pulse } = usePulse();
  const [oldest] = pulse?.list ?? [];
  const tiles = [
    { label: t("deposits.queueWaiting"), icon: <Hourglass className="text-primary-text" />, figure: pulse?.counts.submitted },
    { label: t("deposits.queueCreditedToday"), icon: <CalendarCheck className="text-win-text" />, figure: pulse && <Money minor={pulse.creditedToday} /> },
    {
      label: t("deposits.queueOldest"),
      icon: <Clock className="text-info-text" />,
      figure: pulse && (oldest ? <DateTime at={oldest.createdAt} className="text-base" /> : "–"),
    },
  ];
  return (
    <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      {tiles.map(({ label, icon, figure }) => (
        <div key={label} className="flex items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-2.5 sm:grid sm:justify-start sm:py-4">
          <dt className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4.5">
            {icon}
            {label}
          </dt>
          <dd className="figures font-display text-lg font-bold sm:text-xl">{figure ?? <Skeleton className="h-8 w-24" />}</dd>
        </div>
      ))}
    </dl>
  );
}
