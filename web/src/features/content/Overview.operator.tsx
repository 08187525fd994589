import type { ContentRow } from "@laro/contract/content";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useOverview } from "./content.operator.api.ts";
import { ItemStates, Window } from "./contentWords.operator.tsx";

interface OverviewProps {
  /** What begins or ends in time to come, in its order, instead of all items. */
  isSchedule?: boolean;
  onOpen: (id: string) => void;
}

/** Every item by its languages, or by its time. */
export function OverviewOperator({ isSchedule = false, onOpen }: OverviewProps) {
  const t = useT();
  const refusal = useRefusal();
  const [only, setOnly] = useState<"all" | "gaps">("gaps");
  const shown = isSchedule ? "timed" : only;
  const overview = useOverview(shown);
  const columns = useColumns(isSchedule);
  return (
    <>
      {!isSchedule && (
        <Tabs
          label={t("content.overviewOnly")}
          items={(["gaps", "all"] as const).map((id) => ({ id, label: t(`content.only.${id}`) }))}
          value={only}
          onChange={setOnly}
        />
      )}
      <DataTable
        caption={t(isSchedule ? "content.view.schedule" : "content.view.languages")}
        columns={columns}
        rows={overview.rows}
        rowKey={({ id, lastNo }) => `${id}.${lastNo}`}
        face={faceOf(overview, overview.rows.length)}
        empty={<EmptyState text={t(`content.none.${shown}`)} />}
        refused={<RefusedState {...refusal(overview)} />}
        onOpen={({ id }) => onOpen(id)}
        footer={<More {...overview} label={t("ui.more")} />}
      />
    </>
  );
}

const tones = { complete: "win", older: "primary", missing: "accent" } as const;

function useColumns(isSchedule: boolean): readonly Column<ContentRow>[] {
  const t = useT();
  const { languages } = usePermission();
  const title: Column<ContentRow> = {
    key: "title",
    label: t("content.text.title"),
    primary: true,
    className: "md:whitespace-normal!",
    render: (row) => (
      <span className="grid gap-0.5 text-start">
        <span>{row.title === "" ? t("content.untitled") : row.title}</span>
        <code className="text-xs font-normal text-muted">{row.code}</code>
      </span>
    ),
  };
  const kind: Column<ContentRow> = { key: "kind", label: t("content.kindWord"), render: (row) => t("content.kind", { kind: row.kind }) };
  const state: Column<ContentRow> = { key: "state", label: t("content.stateWord"), render: (row) => <ItemStates row={row} /> };
  if (isSchedule)
    return [
      { key: "window", label: t("content.when"), render: (row) => <Window {...row} /> },
      title,
      { key: "no", label: t("content.versionNo"), render: ({ lastNo }) => t("content.version", { no: lastNo }) },
      kind,
      state,
    ];
  return [
    title,
    kind,
    state,
    ...languages.map((language): Column<ContentRow> => ({
      key: language,
      label: language,
      render: (row) => {
        const found = row.languages.find((one) => one.language === language)?.state ?? "missing";
        return <Badge tone={tones[found]}>{t(`content.language.${found}`)}</Badge>;
      },
    })),
  ];
}
