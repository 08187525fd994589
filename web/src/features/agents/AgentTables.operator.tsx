import type { AgentContractRow, AgentLink } from "@laro/contract/agents";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { rateText } from "./agentWords.operator.tsx";
import { useTypeWord } from "./typeWord.ts";

/** Between a phone's cards and a wide window there is no room for these. */
const NARROW = "md:max-lg:hidden";

const figure = (count: number) => <Count of={count} />;

/** An agent's ways to register, with what came of each. */
export function LinkTable({ links }: { links: readonly AgentLink[] }) {
  const t = useT();
  const typeWord = useTypeWord();
  const columns: Column<AgentLink>[] = [
    { key: "label", label: t("agents.label"), primary: true, render: ({ label, isFirst }) => (isFirst ? t("agents.code") : label) },
    { key: "code", label: t("agents.linkCode"), className: NARROW, render: ({ code }) => <code className="select-all">{code}</code> },
    { key: "opens", label: t("agents.type"), className: NARROW, render: ({ opens }) => typeWord(opens) },
    {
      key: "state",
      label: t("agents.linkState"),
      render: ({ closedAt }) => <Badge tone={closedAt === null ? "win" : "neutral"}>{t(closedAt === null ? "agents.linkOpen" : "agents.closed")}</Badge>,
    },
    { key: "visits", label: t("agents.visits"), align: "end", render: ({ visits }) => figure(visits) },
    { key: "registered", label: t("agents.registered"), align: "end", render: ({ registered }) => figure(registered) },
    { key: "deposited", label: t("agents.deposited"), align: "end", render: ({ deposited }) => figure(deposited) },
    { key: "active", label: t("agents.active"), align: "end", render: ({ active }) => figure(active) },
    { key: "made", label: t("agents.made"), align: "end", className: NARROW, render: ({ madeAt }) => <DateTime at={madeAt} shape="date" /> },
  ];
  return (
    <DataTable
      caption={t("agents.tab", { tab: "links" })}
      columns={columns}
      rows={links}
      rowKey={({ code }) => code}
      face={links.length === 0 ? "empty" : "ready"}
      empty={<EmptyState text={t("agents.noLinks")} />}
      refused={null}
    />
  );
}

/** Contracts beside the tree; `agentId` tells what an agent gave from what it holds. */
export function ContractTable({ agentId, contracts }: { agentId?: bigint; contracts: readonly AgentContractRow[] }) {
  const t = useT();
  const columns: Column<AgentContractRow>[] = [
    { key: "kind", label: t("agents.contractKind"), primary: true, render: ({ kind }) => t("agents.kind", { kind }) },
    {
      key: "between",
      label: t("agents.between"),
      render: ({ agent, upline }) => t("agents.betweenThem", { upline: upline?.name ?? t("agents.theHouse"), agent: agent.name }),
    },
    ...(agentId === undefined
      ? []
      : [
          {
            key: "side",
            label: t("agents.side"),
            className: NARROW,
            render: ({ agent }: AgentContractRow) => t(agent.id === agentId ? "agents.holds" : "agents.gave"),
          },
        ]),
    {
      key: "rate",
      label: t("agents.rate"),
      align: "end" as const,
      render: ({ rateFrom, rateTo }) => (
        <span className="figures">{rateFrom === rateTo ? rateText(rateTo) : `${rateText(rateFrom)} – ${rateText(rateTo)}`}</span>
      ),
    },
    { key: "state", label: t("agents.contractState"), render: ({ state }) => t("agents.contractStateIs", { state }) },
    {
      key: "days",
      label: t("agents.contractDays"),
      align: "end" as const,
      className: NARROW,
      render: ({ startsOn, endsOn }) => (startsOn === null ? <None /> : `${formatCalendar(startsOn)} – ${endsOn === null ? "…" : formatCalendar(endsOn)}`),
    },
  ];
  return (
    <DataTable
      caption={t("agents.tab", { tab: "contracts" })}
      columns={columns}
      rows={contracts}
      rowKey={({ id }) => id}
      face={contracts.length === 0 ? "empty" : "ready"}
      empty={<EmptyState text={t("agents.noContracts")} />}
      refused={null}
    />
  );
}
