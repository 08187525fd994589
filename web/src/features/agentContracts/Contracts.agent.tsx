import type { AgentContract } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { formatRate } from "@laro/contract/core/contractTerms";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useGiven, useMine, useTerms, useWithdraw } from "./agentContracts.api.ts";
import { kindWords, ContractState, TierTable, topRateOf, useDays, usePeriod } from "./contractWords.tsx";
import { DecisionDialog } from "./Decision.agent.tsx";
import { EndDialog } from "./EndDialog.agent.tsx";
import { OfferDialog, type OfferTerms, type OfferTo } from "./OfferForm.agent.tsx";

type Open =
  | { readonly what: "answer" | "end"; readonly contract: AgentContract }
  | { readonly what: "offer"; readonly to: OfferTo; readonly terms: OfferTerms };

/** Contracts of one kind: the agent's own terms, what it gave and to whom it may offer; below them what was paid. */
export function ContractsAgent({ kind, record }: { kind: ContractKind; record?: ReactNode }) {
  const t = useT();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t(kindWords[kind])}</h1>
        <p className="max-w-180 text-sm text-muted">{t("agentContracts.text", { kind })}</p>
      </header>
      <Own kind={kind} onOpen={setOpen} />
      <Given kind={kind} onOpen={setOpen} />
      <Downlines kind={kind} onOpen={setOpen} />
      {record}
      {open?.what === "answer" && <DecisionDialog contract={open.contract} onDone={close} onLater={close} />}
      {open?.what === "end" && <EndDialog contract={open.contract} onClose={close} />}
      {open?.what === "offer" && <OfferDialog kind={kind} to={open.to} terms={open.terms} onClose={close} />}
    </div>
  );
}

interface Part {
  kind: ContractKind;
  onOpen: (open: Open) => void;
}

const stands = ({ state }: AgentContract): boolean => state === "active" || state === "endRequested";
/** What ended earlier may earn for some days more. */
const earnsStill = ({ running, state }: AgentContract): boolean => running && !["active", "endRequested"].includes(state);

/** The agent's own contract, the one that follows it, and an offer that waits. */
function Own({ kind, onOpen }: Part) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMine(kind);
  const shown = asked.rows.filter((one) => stands(one) || earnsStill(one) || one.waitsForMe);
  if (asked.isPending) return <Skeleton className="h-40 w-full" />;
  if (asked.error !== null && asked.rows.length === 0)
    return (
      <section className="rounded-md border border-line bg-card">
        <RefusedState {...refusal(asked)} />
      </section>
    );
  if (shown.length === 0)
    return (
      <section className="rounded-md border border-line bg-card">
        <EmptyState drawing="banca" text={t("agentContracts.noOwn")} />
      </section>
    );
  return shown.map((contract) => <OwnContract key={contract.id} contract={contract} onOpen={onOpen} />);
}

function OwnContract({ contract, onOpen }: { contract: AgentContract; onOpen: (open: Open) => void }) {
  const t = useT();
  const [days, period] = [useDays(), usePeriod()];
  const { kind, terms, limits, uplineName, number, state } = contract;
  return (
    <Panel
      title={`${t(contract.waitsForMe && state === "offered" ? "agentContracts.offeredToMe" : "agentContracts.mine")} · ${number}`}
      text={[t("agentContracts.with", { name: uplineName ?? t("agentContracts.house") }), period(kind, terms.period), days(contract)]
        .filter(Boolean)
        .join(" · ")}
      aside={<ContractState state={state} />}
    >
      <TierTable {...{ kind, terms, number }} />
      {kind === "dividend" && (
        <ul className="grid gap-1 text-sm text-muted">
          <li>{t("agentContracts.deductions", { admin: formatRate(limits.adminRate), payments: formatRate(limits.paymentsRate) })}</li>
          <li>{t(terms.carries ? "agentContracts.carriesYes" : "agentContracts.carriesNo")}</li>
        </ul>
      )}
      <Ends contract={contract} />
      <div className="flex flex-wrap gap-2">
        <Actions contract={contract} onOpen={onOpen} />
      </div>
    </Panel>
  );
}

/** Who asked for the end, or why it ended. */
function Ends({ contract: { state, cause, endReason, waitsForMe } }: { contract: AgentContract }) {
  const t = useT();
  if (state === "endRequested")
    return <p className="text-sm">{t(waitsForMe ? "agentContracts.endAskedOfMe" : "agentContracts.endAskedByMe", { reason: endReason ?? "" })}</p>;
  if (cause === null) return null;
  return (
    <p className="text-sm text-muted">
      {t("agentContracts.cause", { cause })}
      {cause === "house" && endReason !== null && ` ${endReason}`}
    </p>
  );
}

function Actions({ contract, onOpen }: { contract: AgentContract; onOpen: (open: Open) => void }) {
  const t = useT();
  const faultOf = useFault();
  const withdraw = useWithdraw();
  const { id, state, waitsForMe, mine } = contract;
  const takeBack = () =>
    withdraw.submit(
      { id },
      () => undefined,
      (error) => showToast(faultOf(error).text, "problem"),
    );
  if (waitsForMe)
    return (
      <Button size="sm" onClick={() => onOpen({ what: "answer", contract })}>
        {t("agentContracts.answer")}
      </Button>
    );
  if (state === "endRequested" || (state === "offered" && !mine))
    return (
      <Button tone="secondary" size="sm" busy={withdraw.isPending} onClick={takeBack}>
        {t("agentContracts.takeBack")}
      </Button>
    );
  if (state !== "active") return null;
  return (
    <Button tone="secondary" size="sm" onClick={() => onOpen({ what: "end", contract })}>
      {t("agentContracts.askEnd")}
    </Button>
  );
}

/** Contracts the agent gave, each with its state. */
function Given({ kind, onOpen }: Part) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useGiven(kind);
  const columns = useGivenColumns(onOpen);
  if (asked.rows.length === 0 && asked.error === null) return null;
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{t("agentContracts.given")}</h2>
      <DataTable
        caption={t("agentContracts.given")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("agentContracts.noneGiven")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </section>
  );
}

function useGivenColumns(onOpen: (open: Open) => void): readonly Column<AgentContract>[] {
  const t = useT();
  const [days, period] = [useDays(), usePeriod()];
  return [
    {
      key: "agent",
      label: t("agentContracts.downline"),
      primary: true,
      render: ({ agentName, number }) => (
        <span className="grid">
          {agentName}
          <span className="text-xs font-normal text-muted">{number}</span>
        </span>
      ),
    },
    { key: "rate", label: t("agentContracts.rate"), align: "end", render: ({ terms }) => <span className="figures">{formatRate(topRateOf(terms))}%</span> },
    {
      key: "period",
      label: t("agentContracts.period"),
      className: "md:whitespace-normal",
      render: ({ kind, terms }) => <span className="whitespace-normal">{period(kind, terms.period)}</span>,
    },
    {
      key: "state",
      label: t("agentContracts.stateTitle"),
      className: "md:whitespace-normal",
      render: (contract) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <ContractState state={contract.state} />
          <span className="text-xs text-muted">{days(contract)}</span>
        </span>
      ),
    },
    { key: "act", label: t("agentContracts.act"), align: "end", render: (contract) => <Actions contract={contract} onOpen={onOpen} /> },
  ];
}

/** To whom the agent may offer this kind. */
function Downlines({ kind, onOpen }: Part) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useTerms(kind);
  const terms = asked.first;
  useNamedOffer(asked, onOpen);
  const columns: Column<OfferTo>[] = [
    { key: "name", label: t("agentContracts.downline"), primary: true, render: ({ name }) => name },
    {
      key: "has",
      label: t("agentContracts.has"),
      render: ({ current, offered }) =>
        offered !== null ? (
          <Badge tone="primary">{t("agentContracts.state", { state: "offered" })}</Badge>
        ) : current === null ? (
          <span className="text-muted">{t("agentContracts.hasNone")}</span>
        ) : (
          <span className="figures">{formatRate(topRateOf(current.terms))}%</span>
        ),
    },
    {
      key: "act",
      label: t("agentContracts.act"),
      align: "end",
      render: (to) =>
        terms?.closed === null &&
        to.offered === null && (
          <Button
            size="sm"
            tone={to.current === null ? "primary" : "secondary"}
            aria-label={t("agentContracts.offerFor", { name: to.name })}
            onClick={() => onOpen({ what: "offer", to, terms })}
          >
            {t(to.current === null ? "agentContracts.offer" : "agentContracts.change")}
          </Button>
        ),
    },
  ];
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{t("agentContracts.offerDownlines")}</h2>
      {terms !== undefined && terms.closed !== null && <p className="text-sm text-muted">{t("agentContracts.closed", { why: terms.closed })}</p>}
      <DataTable
        caption={t("agentContracts.offerDownlines")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ accountId }) => String(accountId)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("agentContracts.noDownlines")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </section>
  );
}

/** A link of the team's pages names whom to offer: the form opens once that downline is read, and once only. */
function useNamedOffer(asked: ReturnType<typeof useTerms>, onOpen: Part["onOpen"]): void {
  const [params, setParams] = useSearchParams();
  const named = params.get("agent");
  const to = asked.rows.find(({ accountId }) => String(accountId) === named);
  const isFurther = named !== null && to === undefined && asked.hasNextPage && !asked.isFetchingNextPage;
  const go = useEffectEvent(() => {
    if (to === undefined) return void asked.fetchNextPage();
    setParams((before) => new URLSearchParams([...before].filter(([name]) => name !== "agent")), { replace: true });
    if (asked.first?.closed === null && to.offered === null) onOpen({ what: "offer", to, terms: asked.first });
  });
  useEffect(() => {
    if (to !== undefined || isFurther) go();
  }, [to, isFurther]);
}
