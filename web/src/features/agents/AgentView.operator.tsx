import type { AgentRow, AgentView } from "@laro/contract/agents";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AccreditationBadge, AccreditDialog, EndAccreditationDialog, inForceOf } from "./Accreditation.operator.tsx";
import { NotCountedDialog, StandingDialog } from "./AgentActs.operator.tsx";
import { type AgentRights, useAgent, useLevel } from "./agents.operator.api.ts";
import { lineCount, StandingBadge, useRowColumns } from "./agentWords.operator.tsx";
import { ContractTable, LinkTable } from "./AgentTables.operator.tsx";
import { AccreditationTable, MoveTable, StandingTable } from "./AgentProposals.operator.tsx";
import { MoveDialog } from "./MoveDialog.operator.tsx";
import { useTypeWord } from "./typeWord.ts";

const tabs = ["team", "links", "contracts", "standing", "accreditations", "moves"] as const;

interface ViewProps {
  id: bigint;
  rights: AgentRights;
  onOpen: (id: bigint | undefined) => void;
}

type Act =
  | { readonly kind: "move" | "notCounted"; readonly row: { readonly id: bigint; readonly name: string } }
  | { readonly kind: "standing" | "accredit" | "endAccreditation" };

/** One agent from every side, and what an officer may do about them. */
export function AgentViewOperator({ id, rights, onOpen }: ViewProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useAgent(id);
  const [params, setParams] = useSearchParams();
  const [act, setAct] = useState<Act>();
  const tab = tabs.find((one) => one === params.get("tab")) ?? "team";
  const { data: agent } = asked;
  if (asked.isError && agent === undefined)
    return (
      <div className="grid gap-4">
        <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={() => onOpen(undefined)} className="justify-self-start">
          {t("agents.desk")}
        </Button>
        <RefusedState {...refusal(asked)} />
      </div>
    );
  if (!agent) return <LoadingBar label={t("ui.loading")} />;
  const close = () => setAct(undefined);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Above agent={agent} onOpen={onOpen} />
      <ViewHeader agent={agent} rights={rights} onAct={setAct} />
      <LineFigures agent={agent} />
      <Tabs
        label={t("agents.parts")}
        items={tabs.map((one) => ({ id: one, label: t("agents.tab", { tab: one }) }))}
        value={tab}
        onChange={(next) => setParams({ open: String(id), tab: next }, { replace: true })}
      >
        {tab === "team" && <Level id={id} rights={rights} onOpen={onOpen} onAct={setAct} />}
        {tab === "links" && <LinkTable links={agent.links} />}
        {tab === "contracts" && <ContractTable agentId={id} contracts={agent.contracts} />}
        {tab === "standing" && <StandingTable rows={agent.standings} caption={t("agents.tab", { tab })} />}
        {tab === "accreditations" && <AccreditationTable rows={agent.accreditations} caption={t("agents.tab", { tab })} />}
        {tab === "moves" && <MoveTable rows={agent.moves} caption={t("agents.tab", { tab })} />}
      </Tabs>
      {act?.kind === "move" && <MoveDialog row={act.row} onDone={close} />}
      {act?.kind === "standing" && <StandingDialog agent={agent} onDone={close} />}
      {act?.kind === "accredit" && <AccreditDialog agent={agent} onDone={close} />}
      {act?.kind === "endAccreditation" && <EndAccreditationDialog agent={agent} onDone={close} />}
      {act?.kind === "notCounted" && <NotCountedDialog row={act.row} onDone={close} />}
    </div>
  );
}

/** Where the agent stands, from the top of the tree down. */
function Above({ agent, onOpen }: { agent: AgentView; onOpen: ViewProps["onOpen"] }) {
  const t = useT();
  const link = "rounded-sm py-1 text-primary-text hover:underline";
  return (
    <nav aria-label={t("agents.path")}>
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        <li>
          <button type="button" className={link} onClick={() => onOpen(undefined)}>
            {t("agents.desk")}
          </button>
        </li>
        {agent.above.map(({ id, name }) => (
          <li key={String(id)} className="flex items-center gap-1.5">
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
            <button type="button" className={link} onClick={() => onOpen(id)}>
              {name}
            </button>
          </li>
        ))}
        <li aria-current="page" className="flex items-center gap-1.5 py-1 text-muted">
          <ChevronRight aria-hidden="true" className="size-4" />
          {agent.name}
        </li>
      </ol>
    </nav>
  );
}

function ViewHeader({ agent, rights, onAct }: { agent: AgentView; rights: AgentRights; onAct: (act: Act) => void }) {
  const t = useT();
  const typeWord = useTypeWord();
  const { id, name, type, standing } = agent;
  return (
    <header className="grid gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold break-words">{name}</h1>
          <p className="text-sm text-muted">
            <span className="figures">{String(id)}</span> · {typeWord(type)} · {t("agents.levelOf", { depth: agent.depth })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <AccreditationBadge agent={agent} />
          <StandingBadge standing={standing} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {rights.canMove && (
          <Button tone="secondary" size="sm" onClick={() => onAct({ kind: "move", row: agent })}>
            {t("agents.move")}
          </Button>
        )}
        {rights.canSetStanding && (
          <Button tone="secondary" size="sm" onClick={() => onAct({ kind: "standing" })}>
            {t("agents.setStanding")}
          </Button>
        )}
        {rights.canNotCount && (
          <Button tone="secondary" size="sm" onClick={() => onAct({ kind: "notCounted", row: agent })}>
            {t("agents.notCount")}
          </Button>
        )}
        {rights.canAccredit && (
          <Button tone="secondary" size="sm" onClick={() => onAct({ kind: "accredit" })}>
            {t("agents.accredit")}
          </Button>
        )}
        {rights.canAccredit && inForceOf(agent) !== undefined && (
          <Button tone="secondary" size="sm" onClick={() => onAct({ kind: "endAccreditation" })}>
            {t("agents.endAccreditation")}
          </Button>
        )}
        {rights.seesSignals && (
          <ButtonLink tone="ghost" size="sm" to={`/signals?account=${id}`}>
            {t("signals.title")}
          </ButtonLink>
        )}
        {rights.canOpenMembers && (
          <ButtonLink tone="ghost" size="sm" to={`/members?open=${id}`}>
            {t("agents.openMember")}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

function LineFigures({ agent: { direct, line, agents, figures } }: { agent: AgentView }) {
  const t = useT();
  const { days, valid, result, deposits, withdrawals, commission, joined, firstDeposits } = figures;
  return (
    <section className="grid gap-2">
      <Figures
        label={t("agents.figures")}
        figures={[
          { label: t("agents.direct"), figure: <span className="figures">{lineCount(direct)}</span> },
          { label: t("agents.line"), figure: <span className="figures">{lineCount(line)}</span> },
          { label: t("agents.agents"), figure: <span className="figures">{lineCount(agents)}</span> },
          { label: t("agents.joinedFigure"), figure: <span className="figures">{`${joined} / ${firstDeposits}`}</span> },
          { label: t("agents.valid"), figure: <Money minor={valid} /> },
          { label: t("agents.result"), figure: <Money minor={result} signed /> },
          { label: t("agents.depositsAndWithdrawals"), figure: <InAndOut {...{ deposits, withdrawals }} /> },
          { label: t("agents.commission"), figure: <Money minor={commission} /> },
        ]}
      />
      <p className="text-xs text-muted">{t("agents.figuresText", { days })}</p>
    </section>
  );
}

const InAndOut = ({ deposits, withdrawals }: { deposits: bigint; withdrawals: bigint }) => (
  <>
    <Money minor={deposits} /> / <Money minor={withdrawals} />
  </>
);

const whos = ["agents", "players"] as const;

/** One level of the tree: who stands directly below. */
function Level({ id, rights, onOpen, onAct }: ViewProps & { onAct: (act: Act) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const [who, setWho] = useState<(typeof whos)[number]>("agents");
  const asked = useLevel(id, who);
  const columns = useRowColumns();
  const acts = (row: AgentRow) => (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {rights.canMove && (
        <Button tone="secondary" size="sm" aria-label={t("agents.moveOf", { name: row.name })} onClick={() => onAct({ kind: "move", row })}>
          {t("agents.move")}
        </Button>
      )}
      {rights.canNotCount && (
        <Button tone="secondary" size="sm" aria-label={t("agents.notCountOf", { name: row.name })} onClick={() => onAct({ kind: "notCounted", row })}>
          {t("agents.notCount")}
        </Button>
      )}
    </span>
  );
  const isActing = who === "players" && (rights.canMove || rights.canNotCount);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div role="group" aria-label={t("agents.who")} className="flex gap-2">
        {whos.map((one) => (
          <Button key={one} tone={who === one ? "primary" : "secondary"} size="sm" aria-pressed={who === one} onClick={() => setWho(one)}>
            {t("agents.whoIs", { who: one })}
          </Button>
        ))}
      </div>
      <DataTable
        caption={t("agents.levelBelow")}
        columns={isActing ? [...columns, { key: "acts", label: t("agents.acts"), align: "end", render: acts }] : columns}
        rows={asked.rows}
        rowKey={(row) => String(row.id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("agents.noneBelow", { who })} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={who === "agents" ? (row) => onOpen(row.id) : undefined}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </div>
  );
}
