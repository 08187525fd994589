import { contractKinds } from "@laro/contract/core/contractKinds";
import type { Run } from "@laro/contract/settlements";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { RunOperator } from "./Run.operator.tsx";
import { type Explain, type SettlementRights, useRuns } from "./settlements.operator.api.ts";
import { RunState, writeDays } from "./settlementWords.operator.tsx";

interface RunsProps {
  rights: SettlementRights;
  explain: Explain;
}

/** Settlements by kind, newest first; one of them opens in their place. Kind and open run live in the address. */
export function RunsOperator({ rights, explain }: RunsProps) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const kind = contractKinds.find((one) => one === params.get("kind"));
  const id = params.get("run") ?? undefined;
  const filter = kind === undefined ? {} : { kind };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("settlements.title")}</h1>
        <p className="text-muted">{t("settlements.text")}</p>
      </header>
      {id !== undefined ? (
        <RunOperator key={id} id={id} rights={rights} explain={explain} onBack={() => setParams(filter)} />
      ) : (
        <>
          <Tabs
            label={t("settlements.kinds")}
            items={[{ id: "all", label: t("settlements.allKinds") }, ...contractKinds.map((one) => ({ id: one, label: t("commissions.kind", { kind: one }) }))]}
            value={kind ?? "all"}
            onChange={(next) => setParams(next === "all" ? {} : { kind: next })}
          />
          <List kind={kind} onOpen={(run) => setParams({ ...filter, run })} />
        </>
      )}
    </div>
  );
}

function List({ kind, onOpen }: { kind: Run["kind"] | undefined; onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRuns(kind);
  return (
    <DataTable
      caption={t("settlements.title")}
      columns={useColumns()}
      rows={asked.rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      face={faceOf(asked, asked.rows.length)}
      empty={<EmptyState text={t("settlements.noRuns")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}

function useColumns(): readonly Column<Run>[] {
  const t = useT();
  return [
    {
      key: "period",
      label: t("commissions.period"),
      primary: true,
      render: (run) => (
        <span className="grid">
          <span className="figures font-semibold">{writeDays(run)}</span>
          <span className="text-xs font-normal text-muted">
            {t("commissions.kind", { kind: run.kind })}
            {run.attempt > 1 && `, ${t("settlements.attempt", { attempt: run.attempt })}`}
          </span>
        </span>
      ),
    },
    {
      key: "contracts",
      label: t("settlements.figure", { figure: "contracts" }),
      align: "end",
      render: ({ figures }) => <span className="figures">{figures.contracts}</span>,
    },
    { key: "held", label: t("settlements.figure", { figure: "held" }), align: "end", render: ({ figures }) => <span className="figures">{figures.held}</span> },
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ figures }) => <Money minor={figures.pay} className="font-semibold" /> },
    {
      key: "before",
      label: t("settlements.figure", { figure: "before" }),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ figures }) => (figures.before === null ? <span className="text-muted">–</span> : <Money minor={figures.pay - figures.before} signed />),
    },
    { key: "state", label: t("commissions.stateLabel"), align: "end", render: ({ state }) => <RunState state={state} /> },
  ];
}
