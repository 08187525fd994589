import type { GatewayReturn } from "@laro/contract/core/gatewayDesk";
import { returnDays, RETURN_ROUNDS_MIN } from "@laro/contract/gateway";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useReturns } from "./gateway.operator.api.ts";

/** What a vendor's games paid back beside what they declare. */
export function GatewayReturnsOperator({ vendorCode }: { vendorCode: string }) {
  const t = useT();
  const refusal = useRefusal();
  const [days, setDays] = useState<(typeof returnDays)[number]>("30");
  const asked = useReturns(vendorCode, days);
  const whole = asked.first?.whole ?? null;
  const rows = whole === null ? asked.rows : [whole, ...asked.rows];
  return (
    <Panel title={t("gateway.returns")} text={t("gateway.returnsText", { least: groupThousands(String(RETURN_ROUNDS_MIN)) })}>
      <Tabs
        label={t("gateway.returnDays")}
        items={returnDays.map((id) => ({ id, label: t("gateway.lastDays", { days: id }) }))}
        value={days}
        onChange={setDays}
      />
      <DataTable
        caption={`${t("gateway.returns")}: ${vendorCode}`}
        columns={useColumns()}
        rows={rows}
        rowKey={({ gameCode }) => gameCode}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("gateway.noReturns")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </Panel>
  );
}

function useColumns(): readonly Column<GatewayReturn>[] {
  const t = useT();
  return [
    {
      key: "game",
      label: t("games.game"),
      primary: true,
      render: ({ gameCode, displayName }) =>
        gameCode === "*" && displayName === "*" ? (
          <span className="font-semibold">{t("gateway.allGames")}</span>
        ) : (
          <span className="grid">
            {displayName}
            {gameCode !== displayName && <code className="text-xs font-normal text-muted">{gameCode}</code>}
          </span>
        ),
    },
    { key: "rounds", label: t("house.returns.rounds"), align: "end", render: ({ rounds }) => <Count of={rounds} /> },
    { key: "staked", label: t("gateway.stake"), align: "end", className: "md:max-lg:hidden", render: ({ stake }) => <Money minor={stake} /> },
    { key: "declared", label: t("gateway.declared"), align: "end", render: ({ declared }) => <Percent value={declared} /> },
    {
      key: "live",
      label: t("house.returns.live"),
      align: "end",
      render: ({ percent, isOutside, plain }) => (
        <span className="grid justify-items-end gap-0.5">
          <span className="inline-flex items-center gap-2">
            <Percent value={percent} />
            {isOutside && <Badge tone="accent">{t("house.returns.outside")}</Badge>}
          </span>
          {plain !== null && (
            <span className="text-xs text-muted">
              {t("gateway.plainReturn")} <Percent value={plain.percent} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: "band",
      label: t("house.returns.band"),
      align: "end",
      render: ({ band, plain }) => (
        <span className="grid justify-items-end gap-0.5">
          {band === null ? <span className="text-muted">{t("gateway.tooFew")}</span> : <Band of={band} />}
          {plain?.band && (
            <span className="text-xs text-muted">
              {t("gateway.plainReturn")} <Band of={plain.band} />
            </span>
          )}
        </span>
      ),
    },
  ];
}

const Band = ({ of: { least, most } }: { of: NonNullable<GatewayReturn["band"]> }) => (
  <span className="figures">
    {least}–{most}%
  </span>
);

const Percent = ({ value }: { value: string | null }) => <span className="figures">{value === null ? "–" : `${value}%`}</span>;
