import type { GameAlert, LiveReturn } from "@laro/contract/returns";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useLiveReturns, useSeeAlert } from "./house.operator.api.ts";

/** What each house game paid back beside its mathematics, and what officers must look at. */
export function HouseReturnsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLiveReturns();
  const rows = asked.data?.list ?? [];
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("house.returns.text")}</p>
      <ul className="grid gap-2 empty:hidden">
        {asked.data?.alerts.map((alert) => (
          <Alert key={alert.id} alert={alert} canSee={rights.canSeeAlerts} />
        ))}
      </ul>
      <DataTable
        caption={t("house.returns.title")}
        columns={useColumns()}
        rows={rows}
        rowKey={({ gameCode }) => gameCode}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("games.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
    </div>
  );
}

function Alert({ alert: { id, displayName, reason, at }, canSee }: { alert: GameAlert; canSee: boolean }) {
  const t = useT();
  const faultOf = useFault();
  const command = useSeeAlert();
  const see = () => command.mutate({ id }, { onError: (error) => showToast(faultOf(error).text, "problem") });
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-accent bg-card px-4 py-3 text-sm">
      <span className="grow">
        {t("house.returns.alert", { reason, name: displayName })} <DateTime at={at} className="text-muted" />
      </span>
      {canSee && (
        <Button tone="secondary" size="sm" busy={command.isPending} onClick={see}>
          {t("house.returns.seen")}
        </Button>
      )}
    </li>
  );
}

function useColumns(): readonly Column<LiveReturn>[] {
  const t = useT();
  return [
    {
      key: "name",
      label: t("games.game"),
      primary: true,
      render: ({ displayName, gameCode, version }) => (
        <span className="grid">
          {displayName}
          <span className="text-xs font-normal text-muted">
            {gameCode} · {version}
          </span>
        </span>
      ),
    },
    { key: "rounds", label: t("house.returns.rounds"), align: "end", render: ({ rounds }) => <Count of={rounds} /> },
    { key: "staked", label: t("house.staked"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
    { key: "exact", label: t("house.returns.exact"), align: "end", render: ({ exactReturn }) => <span className="figures">{exactReturn}%</span> },
    { key: "live", label: t("house.returns.live"), align: "end", render: (game) => <Paid {...game} /> },
    {
      key: "band",
      label: t("house.returns.band"),
      align: "end",
      render: ({ band }) => <span className="figures">{band === null ? "–" : `${band.least}–${band.most}%`}</span>,
    },
  ];
}

function Paid({ percent, isOutside }: LiveReturn) {
  const t = useT();
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span className="figures">{percent === null ? "–" : `${percent}%`}</span>
      {isOutside && <Badge tone="accent">{t("house.returns.outside")}</Badge>}
    </span>
  );
}
