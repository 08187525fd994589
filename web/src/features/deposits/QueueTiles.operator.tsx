import { CalendarCheck, Clock, Hourglass } from "lucide-react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { queueCount, QueueTiles } from "../../ui/queue.tsx";
import { usePulse } from "./deposits.operator.api.ts";

export function QueueTilesOperator() {
  const t = useT();
  const { data: pulse } = usePulse();
  const [oldest] = pulse?.list ?? [];
  const tiles = [
    { label: t("deposits.queueWaiting"), icon: <Hourglass className="text-primary-text" />, figure: queueCount(pulse?.counts.submitted) },
    { label: t("deposits.queueCreditedToday"), icon: <CalendarCheck className="text-win-text" />, figure: pulse && <Money minor={pulse.creditedToday} /> },
    {
      label: t("deposits.queueOldest"),
      icon: <Clock className="text-info-text" />,
      figure: pulse && (oldest ? <DateTime at={oldest.createdAt} className="text-base" /> : "–"),
    },
  ];
  return <QueueTiles tiles={tiles} />;
}
