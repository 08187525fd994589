import { type MoneyLine, teams } from "@laro/contract/teams";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import type { TeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar } from "./teamParts.agent.tsx";
import { useMoney } from "./teams.api.ts";

/** The money of a level, day by day: a member's own, or that of a whole branch. */
export function MoneyDays({ place }: { place: TeamPlace }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = { ...place.span, ...(place.id === undefined ? {} : { id: place.id }) };
  const money = useMoney(asked);
  const csv = useCsv(teams.moneyCsv, asked);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SpanBar place={place} csv={csv} />
      <BasisNote of={money.first} />
      <DataTable
        caption={t("teams.look.money")}
        columns={useColumns()}
        rows={money.rows}
        rowKey={({ day, id, kind }) => `${day} ${id} ${kind}`}
        face={faceOf(money, money.rows.length)}
        empty={<EmptyState text={t("teams.money.empty")} />}
        refused={<RefusedState {...refusal(money)} />}
        footer={<More {...money} label={t("ui.more")} />}
      />
    </div>
  );
}

function useColumns(): readonly Column<MoneyLine>[] {
  const t = useT();
  const money = (key: "deposits" | "withdrawals" | "bonuses"): Column<MoneyLine> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    render: (line) => <Money minor={line[key]} />,
  });
  return [
    { key: "account", label: t("teams.csv.account"), primary: true, render: ({ account }) => <span className="font-semibold">{account}</span> },
    { key: "day", label: t("teams.csv.day"), render: ({ day }) => <span className="figures">{formatCalendar(day)}</span> },
    {
      key: "kind",
      label: t("teams.csv.kind"),
      render: ({ kind }) => <Badge tone={kind === "branch" ? "primary" : "neutral"}>{t(`teams.kind.${kind}`)}</Badge>,
    },
    money("deposits"),
    money("withdrawals"),
    money("bonuses"),
    {
      key: "firstDeposits",
      label: t("teams.csv.firstDeposits"),
      align: "end",
      render: ({ firstDeposits }) => <span className="figures">{firstDeposits}</span>,
    },
  ];
}
