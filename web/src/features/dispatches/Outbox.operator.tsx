import { dispatchChannels, dispatchStates, type Dispatch } from "@laro/contract/dispatches";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AlertsOperator } from "./Alerts.operator.tsx";
import { useOutbox } from "./dispatches.operator.api.ts";
import { LetterDetailOperator } from "./LetterDetail.operator.tsx";
import { StateBadge, stateWords, useTemplateWord } from "./outboxWords.operator.tsx";
import { ResendDialogOperator } from "./ResendDialog.operator.tsx";
import { UseRatesOperator } from "./UseRates.operator.tsx";

const ALL = "all";
const tabs = [ALL, ...dispatchChannels] as const;
const tabWords = { all: "dispatches.outbox.bothChannels", sms: "dispatches.outbox.sms", email: "dispatches.outbox.email" } as const;

/** What is filtered by and the open letter live in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const channel = dispatchChannels.find((known) => known === params.get("channel"));
  const state = dispatchStates.find((known) => known === params.get("state"));
  const go = (change: Record<string, string | undefined>, options = {}) => {
    const next: Record<string, string | undefined> = { channel, state, ...change };
    setParams(Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined)), options);
  };
  return { channel, state, openId: params.get("open"), go, setOpen: (open: string | undefined) => go({ open }, { replace: true }) };
}

/** Every letter that leaves us, and what became of it. */
export function OutboxOperator({ canResend }: { canResend: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const { channel, state, openId, go, setOpen } = usePlace();
  const asked = useOutbox({ channel, state });
  const { rows } = asked;
  const [again, setAgain] = useState<Dispatch>();
  const columns = useColumns();
  const opened = rows.find(({ id }) => id === openId);
  const begin = (letter: Dispatch) => {
    setOpen(undefined);
    setAgain(letter);
  };
  const states = [{ value: "", label: t("dispatches.outbox.anyState") }, ...dispatchStates.map((value) => ({ value, label: t(stateWords[value]) }))];
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("dispatches.outbox.title")}</h1>
        <p className="text-muted">{t("dispatches.outbox.text")}</p>
        {rows[0]?.body === null && <p className="text-sm text-muted">{t("dispatches.outbox.closedWords")}</p>}
      </header>
      <AlertsOperator />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs
          label={t("dispatches.outbox.channel")}
          items={tabs.map((id) => ({ id, label: t(tabWords[id]) }))}
          value={channel ?? ALL}
          onChange={(next) => go({ channel: next === ALL ? undefined : next })}
        />
        <Select
          label={t("dispatches.outbox.state")}
          options={states}
          value={state ?? ""}
          onChange={(event) => go({ state: event.target.value === "" ? undefined : event.target.value })}
        />
      </div>
      <DataTable
        caption={t("dispatches.outbox.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("dispatches.outbox.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => setOpen(id)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      <UseRatesOperator />
      {opened && <LetterDetailOperator letter={opened} onAgain={canResend ? begin : undefined} onClose={() => setOpen(undefined)} />}
      {again && <ResendDialogOperator letter={again} onClose={() => setAgain(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<Dispatch>[] {
  const t = useT();
  const templateWord = useTemplateWord();
  return [
    { key: "target", label: t("dispatches.outbox.target"), primary: true, render: ({ target }) => <span className="figures">{target}</span> },
    { key: "template", label: t("dispatches.outbox.template"), render: ({ template }) => templateWord(template) },
    { key: "state", label: t("dispatches.outbox.state"), render: (letter) => <StateBadge {...letter} /> },
    {
      key: "attempts",
      label: t("dispatches.outbox.attempts"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ attempts }) => <span className="figures">{attempts}</span>,
    },
    { key: "cost", label: t("dispatches.outbox.cost"), align: "end", render: ({ cost }) => cost !== null && <Money minor={cost} /> },
    {
      key: "reference",
      label: t("dispatches.outbox.reference"),
      className: "md:max-xl:hidden",
      render: ({ reference }) => reference !== null && <code className="block max-w-56 truncate text-xs">{reference}</code>,
    },
    { key: "time", label: t("dispatches.outbox.time"), align: "end", render: ({ createdAt }) => <DateTime at={createdAt} shape="exact" /> },
  ];
}
