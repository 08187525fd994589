import type { GatewayLine } from "@laro/contract/gateway";
import type { VendorState } from "@laro/contract/vendors";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { type GatewayRights, useGateway, useLookedAt } from "./gateway.operator.api.ts";

const tones = { off: "neutral", test: "info", live: "win", paused: "accent" } as const satisfies Record<VendorState, BadgeTone>;

/** A vendor's state, and whether its money is play money. */
export function Standing({ state, simulated }: Pick<GatewayLine, "state" | "simulated">) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[state]}>{t("vendors.state", { state })}</Badge>
      {simulated && <Badge>{t("vendors.simulated")}</Badge>}
    </span>
  );
}

/** How every vendor does just now. */
export function GatewayOperator({ rights }: { rights: GatewayRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useGateway();
  // What waits for officers is seen first.
  const rows = (asked.data?.list ?? []).toSorted((one, other) => other.waitingRounds - one.waitingRounds);
  return (
    <DataTable
      caption={t("gateway.vendors")}
      columns={useColumns(rights)}
      rows={rows}
      rowKey={({ vendorCode }) => vendorCode}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState text={t("vendors.none")} />}
      refused={<RefusedState {...refusal(asked)} />}
    />
  );
}

function useColumns({ canOpen, canReadRounds, canReadFaults }: GatewayRights): readonly Column<GatewayLine>[] {
  const t = useT();
  const { show } = useLookedAt();
  return [
    {
      key: "vendor",
      label: t("vendors.vendor"),
      primary: true,
      render: ({ name, vendorCode }) => (
        <span className="grid">
          <span className="font-semibold">{name}</span>
          {name !== vendorCode && <code className="text-xs text-muted">{vendorCode}</code>}
        </span>
      ),
    },
    { key: "state", label: t("games.state"), render: (line) => <Standing {...line} /> },
    { key: "calls", label: t("gateway.callsPerMinute"), align: "end", render: ({ callsPerMinute }) => <Count of={callsPerMinute} /> },
    { key: "faults", label: t("gateway.faultsOfHour"), align: "end", render: ({ faults }) => <Count of={faults} /> },
    { key: "p95", label: t("gateway.p95"), align: "end", render: ({ p95Ms }) => <Time ms={p95Ms} /> },
    { key: "open", label: t("gateway.openRounds"), align: "end", render: (line) => <OpenRounds {...line} /> },
    { key: "ggr", label: t("gateway.ggr"), align: "end", render: ({ ggr }) => <Money minor={ggr} signed /> },
    {
      key: "act",
      label: t("gateway.open"),
      align: "end",
      render: ({ name, vendorCode }) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {canReadFaults && (
            <Button tone="ghost" size="sm" aria-label={t("gateway.faultsOf", { name })} onClick={() => show({ part: "faults", vendor: vendorCode })}>
              {t("gateway.part", { part: "faults" })}
            </Button>
          )}
          {(canOpen || canReadRounds) && (
            <Button tone="secondary" size="sm" aria-label={t("gateway.openVendor", { name })} onClick={() => show({ part: "vendors", vendor: vendorCode })}>
              {t("gateway.open")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function OpenRounds({ openRounds, waitingRounds }: GatewayLine) {
  const t = useT();
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <Count of={openRounds} />
      {waitingRounds > 0 && <Badge tone="accent">{t("gateway.waitingCount", { count: waitingRounds })}</Badge>}
    </span>
  );
}

/** Milliseconds as people read them. */
export function Time({ ms }: { ms: number | null }) {
  const t = useT();
  return <span className="figures">{ms === null ? "–" : t("gateway.ms", { ms })}</span>;
}
