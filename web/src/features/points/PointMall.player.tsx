import { ArrowRightLeft } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ConvertForm } from "./ConvertForm.player.tsx";
import { ExchangeRatios } from "./ExchangeRatios.player.tsx";
import { Mall } from "./Mall.player.tsx";
import type { MallParts } from "./mallParts.ts";
import { usePointsBalance } from "./points.api.ts";
import { PointsDetails } from "./PointsDetails.player.tsx";
import { PointsRules } from "./PointsRules.player.tsx";
import { RedeemHistory } from "./RedeemHistory.player.tsx";

const tabs = ["redeem", "history", "details", "rules", "ratios"] as const;
type Tab = (typeof tabs)[number];

/** The mall with its five screens; which of them stands in the address. */
export function PointMall(parts: MallParts) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find((one) => one === query.get("tab")) ?? "redeem";
  return (
    <div className="grid min-w-0 gap-5">
      <Standing {...parts} />
      <Tabs<Tab>
        label={t("points.tabs")}
        items={tabs.map((id) => ({ id, label: t(`points.tab.${id}`) }))}
        value={tab}
        onChange={(next) => setQuery({ tab: next })}
      >
        {tab === "redeem" && <Mall {...parts} />}
        {tab === "history" && <RedeemHistory />}
        {tab === "details" && <PointsDetails />}
        {tab === "rules" && <PointsRules />}
        {tab === "ratios" && <ExchangeRatios />}
      </Tabs>
    </div>
  );
}

/** What the member has, what the open day brings, and the way to money. */
function Standing(parts: MallParts) {
  const t = useT();
  const refusal = useRefusal();
  const balance = usePointsBalance();
  const [isConverting, setConverting] = useState(false);
  if (balance.data === undefined) return balance.error ? <RefusedState {...refusal(balance)} /> : <Skeleton className="h-24 w-full" />;
  const { pointsBalance, today, convertedToday } = balance.data;
  return (
    <section
      aria-label={t("points.mine")}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line bg-card p-4 sm:p-5"
    >
      <div className="grid gap-0.5">
        <span className="text-sm text-muted">{t("points.mine")}</span>
        <span className="font-display text-2xl font-bold">
          <Count of={pointsBalance} />
        </span>
        <span className="text-xs text-muted">{t("points.today", { count: today })}</span>
      </div>
      <Button icon={<ArrowRightLeft />} onClick={() => setConverting(true)}>
        {t("points.convert")}
      </Button>
      <Dialog open={isConverting} title={t("points.convert")} onClose={() => setConverting(false)} closeLabel={t("ui.close")}>
        <ConvertForm {...parts} balance={pointsBalance} convertedToday={convertedToday} onDone={() => setConverting(false)} />
      </Dialog>
    </section>
  );
}
