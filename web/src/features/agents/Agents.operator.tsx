import { Search } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type AgentRights, useAgents } from "./agents.operator.api.ts";
import { AccreditationProposals, MoveProposals, NotCountedProposals, StandingProposals } from "./AgentProposals.operator.tsx";
import { AgentViewOperator } from "./AgentView.operator.tsx";
import { useRowColumns } from "./agentWords.operator.tsx";

const parts = ["tree", "moves", "standings", "notCounted", "accreditations"] as const;
const SEARCH_LENGTH_MAX = 64;

/** Agents: found by name, walked from the top of the tree, each from every side, and what waits for a second officer. */
export function AgentsOperator({ rights }: { rights: AgentRights }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const open = params.get("open") ?? "";
  const part = parts.find((one) => one === params.get("part")) ?? "tree";
  const isSeen = (one: (typeof parts)[number]) => (one !== "notCounted" || rights.seesNotCounted) && (one !== "accreditations" || rights.seesAccreditations);
  const show = (id: bigint | undefined) => setParams(id === undefined ? {} : { open: String(id) });
  if (/^[1-9][0-9]{0,17}$/.test(open)) return <AgentViewOperator key={open} id={BigInt(open)} rights={rights} onOpen={show} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("agents.desk")}</h1>
        <p className="text-muted">{t("agents.deskText")}</p>
      </header>
      <Tabs
        label={t("agents.desk")}
        items={parts.filter(isSeen).map((id) => ({ id, label: t("agents.part", { part: id }) }))}
        value={part}
        onChange={(next) => setParams({ part: next })}
      />
      {part === "tree" && <AgentSearch onOpen={show} />}
      {part === "moves" && <MoveProposals rights={rights} />}
      {part === "standings" && <StandingProposals rights={rights} />}
      {part === "notCounted" && rights.seesNotCounted && <NotCountedProposals rights={rights} />}
      {part === "accreditations" && rights.seesAccreditations && <AccreditationProposals rights={rights} />}
    </div>
  );
}

function AgentSearch({ onOpen }: { onOpen: (id: bigint) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const [text, setText] = useState(search);
  const asked = useAgents(search);
  const columns = useRowColumns();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setParams(text.trim() === "" ? {} : { search: text.trim() });
  };
  return (
    <>
      <form role="search" onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          label={t("agents.search")}
          hint={t("agents.searchHint")}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-autofocus
        />
        <Button type="submit" icon={<Search />} className="sm:mt-6.5 sm:h-11">
          {t("agents.look")}
        </Button>
      </form>
      <DataTable
        caption={search === "" ? t("agents.top") : t("agents.found")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t(search === "" ? "agents.noAgents" : "agents.noFound")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => onOpen(id)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </>
  );
}
