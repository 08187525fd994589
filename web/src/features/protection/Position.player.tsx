import type { NetPosition } from "@laro/contract/protection";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePositions } from "./protection.api.ts";

const spans = ["day", "week", "month", "all"] as const;
const figures = ["deposited", "withdrawn", "staked", "won", "net"] as const satisfies readonly (keyof NetPosition)[];

interface Row extends NetPosition {
  readonly span: (typeof spans)[number];
}

/** What play has cost or brought: a row for each span, a column for each figure. */
export function Position() {
  const t = useT();
  const refusal = useRefusal();
  const positions = usePositions();
  const { data } = positions;
  const rows = data === undefined ? [] : spans.map((span): Row => ({ span, ...data[span] }));
  const columns: readonly Column<Row>[] = [
    {
      key: "span",
      label: t("protection.position.span"),
      primary: true,
      render: ({ span }) => <span className="font-semibold">{t(`protection.span.${span}`)}</span>,
    },
    ...figures.map((figure): Column<Row> => {
      const isNet = figure === "net";
      const render = (row: Row) => <Money minor={row[figure]} signed={isNet} className={isNet ? "font-semibold" : undefined} />;
      return { key: figure, label: t(`protection.figure.${figure}`), align: "end", render };
    }),
  ];
  return (
    <Panel title={t("protection.position.title")} text={t("protection.position.text")}>
      <DataTable
        caption={t("protection.position.table")}
        columns={columns}
        rows={rows}
        rowKey={({ span }) => span}
        face={faceOf(positions, rows.length)}
        empty={null}
        refused={<RefusedState {...refusal(positions)} />}
      />
    </Panel>
  );
}
