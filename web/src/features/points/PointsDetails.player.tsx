import { pointsKinds, type PointsKind, type PointsLine } from "@laro/contract/points";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { useDetails } from "./points.api.ts";

const tones = { earned: "win", won: "win", converted: "info", redeemed: "neutral", returned: "primary" } as const satisfies Record<PointsKind, BadgeTone>;

/** Each change of the member's points. */
export function PointsDetails() {
  const t = useT();
  const refusal = useRefusal();
  const [query, setQuery] = useSearchParams();
  const kind = pointsKinds.find((one) => one === query.get("kind"));
  const details = useDetails(kind);
  const columns: readonly Column<PointsLine>[] = [
    { key: "type", label: t("points.type"), primary: true, render: ({ type }) => <Badge tone={tones[type]}>{t(`points.kind.${type}`)}</Badge> },
    { key: "name", label: t("points.about"), render: (row) => <About row={row} /> },
    { key: "at", label: t("points.at"), render: ({ at }) => <DateTime at={at} className="text-muted" /> },
    { key: "reference", label: t("points.reference"), render: ({ reference }) => <span className="figures text-muted">{reference}</span> },
    { key: "changed", label: t("points.changed"), align: "end", render: ({ changedPoints }) => <Changed of={changedPoints} /> },
    { key: "balance", label: t("points.balance"), align: "end", render: ({ pointsBalance }) => <Count of={pointsBalance} /> },
  ];
  return (
    <div className="grid gap-4">
      <div className="w-full sm:w-52">
        <Select
          label={t("points.type")}
          value={kind ?? ""}
          onChange={(event) => setQuery({ tab: "details", ...(event.target.value === "" ? {} : { kind: event.target.value }) }, { replace: true })}
          options={[{ value: "", label: t("points.kind.all") }, ...pointsKinds.map((value) => ({ value, label: t(`points.kind.${value}`) }))]}
        />
      </div>
      <DataTable
        caption={t("points.tab.details")}
        columns={columns}
        rows={details.rows}
        rowKey={({ reference, type }) => `${reference} ${type}`}
        face={faceOf(details, details.rows.length)}
        empty={
          <EmptyState
            text={t(kind === undefined ? "points.details.empty" : "points.details.none")}
            action={kind === undefined && <ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>}
          />
        }
        refused={<RefusedState {...refusal(details)} />}
        footer={<More {...details} label={t("ui.more")} />}
      />
    </div>
  );
}

const Changed = ({ of }: { of: number }) => (
  <span className={`figures font-semibold ${of > 0 ? "text-win-text" : ""}`}>
    {of > 0 ? "+" : "−"}
    {groupThousands(String(Math.abs(of)))}
  </span>
);

/** What the line is of: a category and its day, an item, or what points became. */
function About({ row: { name, category, day, amount, pointsRatio, remark } }: { row: PointsLine }) {
  const t = useT();
  const earned = category !== null && day !== null && `${t("points.category", { category })}, ${formatCalendar(day)}`;
  if (!earned && name === "" && amount === null) return <None />;
  return (
    <span className="grid gap-0.5 whitespace-normal">
      <span>
        {earned || name}
        {amount !== null && <Money minor={amount} />}
      </span>
      {pointsRatio !== "" && (
        <span className="text-xs text-muted">
          {t("points.ratio")} {pointsRatio}
        </span>
      )}
      {remark !== "" && <span className="text-xs text-muted">{remark}</span>}
    </span>
  );
}
