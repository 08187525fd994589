import { CalendarCheck, Clock, Hourglass } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Money } from "../../ui/Money.tsx";
import { queueCount, QueueTiles } from "../../ui/queue.tsx";
import { Waiting } from "./queueWords.operator.tsx";
import { usePulse } from "./withdrawals.operator.api.ts";

export function QueueTilesOperator() {
  const t = useT();
  const { data: pulse } = usePulse();
  const [oldest] = pulse?.list ?? [];
  const tiles = [
    {
      label: t("withdrawals.queueWaiting"),
      icon: <Hourglass className="text-primary-text" />,
      figure: pulse && queueCount(pulse.counts.pending + pulse.counts.checked),
    },
    { label: t("withdrawals.queuePaidToday"), icon: <CalendarCheck className="text-win-text" />, figure: pulse && <Money minor={pulse.paidToday} /> },
    { label: t("withdrawals.queueOldest"), icon: <Clock className="text-info-text" />, figure: pulse && (oldest ? <Waiting since={oldest.createdAt} /> : "–") },
  ];
  return <QueueTiles tiles={tiles} />;
}
