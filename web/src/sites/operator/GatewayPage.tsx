import { useT } from "../../api/language.ts";
import { GatewayOperator } from "../../features/gateway/Gateway.operator.tsx";
import { type GatewayRights, useLookedAt } from "../../features/gateway/gateway.operator.api.ts";
import { GatewayFaultsOperator } from "../../features/gateway/GatewayFaults.operator.tsx";
import { GatewayPrizesOperator } from "../../features/gateway/GatewayPrizes.operator.tsx";
import { GatewaySearchOperator } from "../../features/gateway/GatewaySearch.operator.tsx";
import { GatewayTransfersOperator } from "../../features/gateway/GatewayTransfers.operator.tsx";
import { GatewayVendorOperator } from "../../features/gateway/GatewayVendor.operator.tsx";
import { PartyDaysOperator } from "../../features/reconciliation/PartyDays.operator.tsx";
import type { ReconciliationRights } from "../../features/reconciliation/reconciliation.operator.api.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";

const partsOf = ({ canList, canReadFaults, canSeeTransfers, canSeePrizes }: GatewayRights) =>
  [
    ...(canList ? (["vendors"] as const) : []),
    "search" as const,
    ...(canSeeTransfers ? (["transfers"] as const) : []),
    ...(canSeePrizes ? (["prizes"] as const) : []),
    ...(canReadFaults ? (["faults"] as const) : []),
  ] as const;

/** Vendors' calls: how they do, a round by any id, money on its way to wallets of theirs, prizes beyond their bounds, what went wrong, and what a vendor is held to. */
export function GatewayPage({ rights, reports }: { rights: GatewayRights; reports: ReconciliationRights | undefined }) {
  const t = useT();
  const { params, show } = useLookedAt();
  const parts = partsOf(rights);
  const part = parts.find((one) => one === params.get("part")) ?? parts[0]!;
  const vendorCode = params.get("vendor");
  useTitle(`${t("gateway.part", { part })} · ${t("gateway.title")}`);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("gateway.title")}</h1>
        <p className="text-muted">{t("gateway.text")}</p>
      </header>
      <Tabs
        label={t("gateway.title")}
        items={parts.map((id) => ({ id, label: t("gateway.part", { part: id }) }))}
        value={part}
        onChange={(next) => show({ part: next })}
      />
      {part === "vendors" &&
        (vendorCode !== null && (rights.canOpen || rights.canReadRounds) ? (
          <GatewayVendorOperator
            key={vendorCode}
            vendorCode={vendorCode}
            rights={rights}
            reports={reports && <PartyDaysOperator party={vendorCode} rights={reports} />}
          />
        ) : (
          <GatewayOperator rights={rights} />
        ))}
      {part === "search" && <GatewaySearchOperator />}
      {part === "transfers" && <GatewayTransfersOperator rights={rights} />}
      {part === "prizes" && <GatewayPrizesOperator rights={rights} />}
      {part === "faults" && <GatewayFaultsOperator />}
    </div>
  );
}
