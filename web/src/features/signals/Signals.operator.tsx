import { type Signal, signalRules, signalStates } from "@laro/contract/signals";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { queueCount } from "../../ui/queue.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { SignalDetailOperator } from "./SignalDetail.operator.tsx";
import { type Decision, type SignalRights, useDecide, useSignalRules, useSignals } from "./signals.operator.api.ts";
import { HoldBadge, ruleWords, stateWords, useFigures } from "./signalWords.operator.tsx";

const ACCOUNT = /^[1-9][0-9]{0,17}$/;

/** What the screen shows, and the open signal, live in the address. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const account = params.get("account") ?? "";
  const place = {
    state: signalStates.find((known) => known === params.get("state")) ?? "open",
    rule: signalRules.find((known) => known === params.get("rule")),
    accountId: ACCOUNT.test(account) ? BigInt(account) : undefined,
  };
  const go = (change: Readonly<Record<string, string | undefined>>, replace = false) => {
    const said = { state: place.state, rule: place.rule, account: place.accountId?.toString(), ...change };
    setParams(Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined)), { replace });
  };
  return { ...place, openId: params.get("open"), go };
}

/** The one queue of signals: what rules saw, looked into and decided by officers. */
export function SignalsOperator({ rights }: { rights: SignalRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { openId, go, ...filter } = usePlace();
  const { state, rule, accountId } = filter;
  const asked = useSignals(filter);
  const { rows, first } = asked;
  const [deciding, setDeciding] = useState<{ row: Signal; decision: Decision }>();
  const columns = useColumns();
  const opened = rows.find(({ id }) => id === openId);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("signals.title")}</h1>
        <p className="max-w-180 text-muted">{t("signals.text")}</p>
      </header>
      <Tabs
        label={t("signals.states")}
        items={signalStates.map((id) => ({ id, label: t(stateWords[id]), badge: queueCount(first?.counts[id]) }))}
        value={state}
        onChange={(next) => go({ state: next })}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-72">
          <Select
            label={t("signals.rule")}
            options={[{ value: "", label: t("signals.allRules") }, ...signalRules.map((value) => ({ value, label: t(ruleWords[value].name) }))]}
            value={rule ?? ""}
            onChange={(event) => go({ rule: event.target.value === "" ? undefined : event.target.value })}
          />
        </div>
        {accountId !== undefined && (
          <Button tone="secondary" size="sm" onClick={() => go({ account: undefined })}>
            {t("signals.allAccounts", { account: rows[0]?.account.name ?? String(accountId) })}
          </Button>
        )}
      </div>
      <DataTable
        caption={t("signals.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t(state === "open" ? "signals.emptyOpen" : "signals.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => go({ open: id }, true)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      <Rules />
      {opened && !deciding && (
        <SignalDetailOperator row={opened} rights={rights} onDecide={(row, decision) => setDeciding({ row, decision })} onClose={() => go({}, true)} />
      )}
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<Signal>[] {
  const t = useT();
  const figuresOf = useFigures();
  return [
    {
      key: "reference",
      label: t("signals.reference"),
      primary: true,
      render: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="figures">{row.reference}</span>
          <HoldBadge {...row} />
        </span>
      ),
    },
    { key: "rule", label: t("signals.rule"), render: ({ rule }) => t(ruleWords[rule].name) },
    {
      key: "about",
      label: t("signals.about"),
      render: ({ account, isAgent }) => (
        <span className="grid">
          <span className="font-semibold">{account.name}</span>
          <span className="text-xs text-muted">{t(isAgent ? "signals.agent" : "signals.member")}</span>
        </span>
      ),
    },
    {
      key: "figures",
      label: t("signals.figures"),
      className: "md:max-xl:hidden",
      render: ({ figures, peopleCount }) => (
        <span className="grid text-xs text-muted">
          {[...figuresOf(figures), ...(peopleCount > 0 ? [{ label: t("signals.people"), text: String(peopleCount) }] : [])].map(({ label, text }) => (
            <span key={label}>
              {label} <span className="figures">{text}</span>
            </span>
          ))}
        </span>
      ),
    },
    { key: "seen", label: t("signals.seenBy"), render: ({ decidedBy, seenBy }) => decidedBy ?? seenBy ?? "–" },
    { key: "opened", label: t("signals.openedAt"), align: "end", render: ({ openedAt }) => <DateTime at={openedAt} /> },
  ];
}

/** What signals are made by. */
function Rules() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useSignalRules();
  return (
    <Panel title={t("signals.rules")} text={t("signals.rulesText")}>
      {asked.isPending && <Skeleton className="h-24 w-full" />}
      {asked.error && <RefusedState {...refusal(asked)} />}
      {asked.data && (
        <ul className="grid gap-3">
          {asked.data.list.map(({ rule, version, holds }) => (
            <li key={rule} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {t(ruleWords[rule].name)} <Badge>{t("signals.version", { version })}</Badge>
                {holds && <Badge tone="accent">{t("signals.holds")}</Badge>}
              </p>
              <p className="text-sm text-muted">{t(ruleWords[rule].says)}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const decisions = {
  dismiss: { title: "signals.dismissTitle", verb: "signals.dismiss", hint: "signals.dismissHint", tone: "primary", next: "dismissed" },
  act: { title: "signals.actTitle", verb: "signals.act", hint: "signals.actHint", tone: "success", next: "acted" },
  reopen: { title: "signals.reopenTitle", verb: "signals.reopen", hint: "signals.reopenHint", tone: "primary", next: "seen" },
} as const satisfies Record<Decision, object>;

function DecisionDialog({ row, decision, onDone }: { row: Signal; decision: Decision; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useDecide(decision);
  const { title, verb, hint, tone, next } = decisions[decision];
  const { reference } = row;
  const done = () => {
    showToast(t("signals.movedToast", { reference, state: t(stateWords[next]) }), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t(title, { reference })}
      changes={[{ label: t("signals.state"), before: t(stateWords[row.state]), after: t(stateWords[next]) }]}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t(hint) })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, { onSuccess: done })}
      onCancel={onDone}
    />
  );
}
