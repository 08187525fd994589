import { type AgentRow, MOVE_AHEAD_DAYS_MAX, type MovePreview } from "@laro/contract/agents";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { nowMs } from "../../api/clock.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { addDays, dayIn } from "../../ui/days.ts";
import { TextField } from "../../ui/Field.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useFound, usePreview, useProposeMove } from "./agents.operator.api.ts";
import { rateText } from "./agentWords.operator.tsx";

const FIELDS = ["fromDay"];
const TOP = "top";

interface MoveProps {
  row: Pick<AgentRow, "id" | "name">;
  onDone: () => void;
}

/** Proposes a move with all that it changes in sight. */
export function MoveDialog({ row, onDone }: MoveProps) {
  const t = useT();
  const asking = useAsking();
  const { timeZone } = usePermission().jurisdiction;
  const faultOf = useFault();
  const propose = useProposeMove();
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const tomorrow = addDays(dayIn(timeZone, nowMs()), 1);
  const [fromDay, setFromDay] = useState(tomorrow);
  const [to, setTo] = useState("");
  const toId = /^[0-9]+$/.test(to) ? BigInt(to) : undefined;
  const asked = usePreview(row.id, toId, to !== "");
  const preview = to === "" ? undefined : asked.data;
  const done = {
    onSuccess: () => {
      showToast(t("agents.moveProposed", { name: row.name }), "success");
      onDone();
    },
  };
  const send = (reason: string) =>
    preview && propose.mutate({ id: row.id, ...(toId === undefined ? {} : { toId }), fromDay, fingerprint: preview.fingerprint, reason }, done);
  return (
    <ChangeDialog
      title={t("agents.moveOf", { name: row.name })}
      size="lg"
      changes={[
        {
          label: t("agents.upline"),
          before: preview ? (preview.from?.name ?? t("agents.topOfTree")) : "–",
          after: preview ? (preview.to?.name ?? t("agents.topOfTree")) : "–",
        },
      ]}
      warning={preview && preview.contracts > 0 ? t("agents.moveWarning", { count: preview.contracts }) : undefined}
      isBlocked={preview === undefined || fromDay === ""}
      {...asking(propose, { verb: t("agents.propose"), hint: t("agents.moveReasonHint"), fields: FIELDS })}
      onConfirm={send}
      onCancel={onDone}
    >
      <UplineField value={to} onChange={setTo} />
      <TextField
        type="date"
        label={t("agents.moveDay")}
        hint={t("agents.moveDayHint")}
        error={fault?.field === "fromDay" ? fault.text : undefined}
        min={tomorrow}
        max={addDays(tomorrow, MOVE_AHEAD_DAYS_MAX - 1)}
        value={fromDay}
        onChange={(event) => setFromDay(event.target.value)}
      />
      {to !== "" && asked.isPending && <LoadingBar label={t("ui.loading")} />}
      {to !== "" && <FormFault error={asked.error} />}
      {preview && <Preview preview={preview} />}
    </ChangeDialog>
  );
}

/** Chooses the new upline: by name or number, or the top of the tree. */
function UplineField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const found = useFound(search);
  const options = [
    { value: "", label: search !== "" && found.isSuccess && found.rows.length === 0 ? t("agents.noFound") : t("agents.choose") },
    { value: TOP, label: t("agents.topOfTree") },
    ...found.rows.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` })),
  ];
  const look = () => {
    onChange("");
    setSearch(text.trim());
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <TextField
          label={t("agents.findUpline")}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            look();
          }}
        />
        <Button tone="secondary" className="h-11" busy={search !== "" && found.isPending} onClick={look}>
          {t("agents.look")}
        </Button>
      </div>
      <Select label={t("agents.newUpline")} options={options} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

function Preview({ preview }: { preview: MovePreview }) {
  const t = useT();
  const { account, from, to, members, agents, depth, depthMax, contracts, ending, month, figures } = preview;
  const lines = [
    { name: account.name, line: figures.account },
    ...(from && figures.from ? [{ name: from.name, line: figures.from }] : []),
    ...(to && figures.to ? [{ name: to.name, line: figures.to }] : []),
  ];
  return (
    <section aria-label={t("agents.preview")} className="grid gap-3 rounded-sm border border-line bg-field px-4 py-3 text-sm">
      <p>{t("agents.previewMembers", { members, agents, depth, depthMax })}</p>
      <div className="grid gap-1">
        <p className="text-xs text-muted">{t("agents.previewMonth", { month: formatCalendar(month) })}</p>
        <dl className="grid gap-1">
          {lines.map(({ name, line }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt>{name}</dt>
              <dd className="figures flex flex-wrap gap-x-3 text-muted">
                <span>
                  {t("agents.valid")} <Money minor={line.valid} className="text-text" />
                </span>
                <span>
                  {t("agents.result")} <Money minor={line.result} className="text-text" />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="grid gap-1">
        <p className="text-xs text-muted">{t("agents.previewContracts", { count: contracts })}</p>
        <ul className="grid gap-1">
          {ending.map(({ id, kind, agent, upline, rateTo }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {t("agents.kind", { kind })}: {t("agents.betweenThem", { upline: upline?.name ?? t("agents.theHouse"), agent: agent.name })}
              </span>
              <span className="figures text-muted">{rateText(rateTo)}</span>
            </li>
          ))}
        </ul>
        {contracts > ending.length && <p className="text-xs text-muted">{t("agents.previewMore", { count: contracts - ending.length })}</p>}
      </div>
    </section>
  );
}
