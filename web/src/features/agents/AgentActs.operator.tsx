import { type AgentView, type AgentRow, agentStandings, HOLD_DAYS_MAX, type NotCounted, notCountedCodes } from "@laro/contract/agents";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { nowMs } from "../../api/clock.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { dayIn } from "../../ui/days.ts";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProposeCountedAgain, useProposeNotCounted, useSetStanding } from "./agents.operator.api.ts";

type Standing = AgentView["standing"];

/** What an officer may choose: a hold at once, or a standing that another officer puts in force. */
const choices = ["hold", ...agentStandings] as const;
type Choice = (typeof choices)[number];

interface StandingProps {
  agent: Pick<AgentView, "id" | "name" | "standing">;
  onDone: () => void;
}

/** Holds an agent at once for some days, or proposes a standing. */
export function StandingDialog({ agent: { id, name, standing }, onDone }: StandingProps) {
  const t = useT();
  const asking = useAsking();
  const set = useSetStanding();
  const [choice, setChoice] = useState<Choice>(standing === "open" ? "hold" : "open");
  const [days, setDays] = useState(String(HOLD_DAYS_MAX));
  const offered = choices.filter((one) => (one === "hold" ? standing === "open" : one === "held" || one !== standing));
  const isHold = choice === "hold";
  const next: Standing = isHold ? "held" : choice;
  const isWhole = /^[0-9]{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= HOLD_DAYS_MAX;
  const done = {
    onSuccess: ({ state }: { state: string }) => {
      showToast(t(state === "inForce" ? "agents.heldNow" : "agents.standingProposed", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.standingOf", { name })}
      changes={[{ label: t("agents.standingTitle"), before: t("agents.standing", { standing }), after: t("agents.standing", { standing: next }) }]}
      warning={next === "closed" ? t("agents.closedWarning") : undefined}
      tone={next === "open" ? "primary" : "danger"}
      isBlocked={isHold && !isWhole}
      {...asking(set, { verb: t(isHold ? "agents.holdNow" : "agents.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => set.mutate({ id, standing: next, ...(isHold ? { days: Number(days) } : {}), reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("agents.what")}
        options={offered.map((value) => ({ value, label: t("agents.standingChoice", { choice: value }) }))}
        value={choice}
        onChange={(event) => setChoice(choices.find((one) => one === event.target.value) ?? choice)}
      />
      {isHold && (
        <TextField
          label={t("agents.holdDays")}
          hint={t("agents.holdDaysHint", { maximum: HOLD_DAYS_MAX })}
          inputMode="numeric"
          maxLength={2}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
    </ChangeDialog>
  );
}

const FIELDS = ["fromDay"];

/** Proposes that a member's play earns nobody commission. */
export function NotCountedDialog({ row: { id, name }, onDone }: { row: Pick<AgentRow, "id" | "name">; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const { timeZone } = usePermission().jurisdiction;
  const propose = useProposeNotCounted();
  const [fromDay, setFromDay] = useState(dayIn(timeZone, nowMs()));
  const [code, setCode] = useState<(typeof notCountedCodes)[number]>("houseRule");
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const done = {
    onSuccess: () => {
      showToast(t("agents.notCountedProposed", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.notCountOf", { name })}
      changes={[
        { label: t("agents.counts"), before: t("agents.countsNow"), after: fromDay === "" ? "–" : t("agents.countsNot", { day: formatCalendar(fromDay) }) },
      ]}
      tone="danger"
      isBlocked={fromDay === ""}
      {...asking(propose, { verb: t("agents.propose"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={(reason) => propose.mutate({ id, fromDay, code, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("agents.notCountedCode")}
        hint={t("agents.notCountedCodeHint")}
        options={notCountedCodes.map((value) => ({ value, label: t("agents.codeIs", { code: value }) }))}
        value={code}
        onChange={(event) => setCode(notCountedCodes.find((one) => one === event.target.value) ?? code)}
      />
      <TextField
        type="date"
        label={t("agents.fromDay")}
        error={fault?.field === "fromDay" ? fault.text : undefined}
        value={fromDay}
        onChange={(event) => setFromDay(event.target.value)}
      />
    </ChangeDialog>
  );
}

const DAY_MS = 86_400_000;
const AGAIN_FIELDS = ["untilDay"];

/** Proposes that somebody who is not counted is counted again. */
export function CountedAgainDialog({ row: { id, account, fromDay }, onDone }: { row: NotCounted; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const { timeZone } = usePermission().jurisdiction;
  const propose = useProposeCountedAgain();
  const [untilDay, setUntilDay] = useState(dayIn(timeZone, nowMs() + DAY_MS));
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const done = {
    onSuccess: () => {
      showToast(t("agents.notCountedProposed", { name: account.name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.countAgainOf", { name: account.name })}
      changes={[
        {
          label: t("agents.counts"),
          before: t("agents.countsNot", { day: formatCalendar(fromDay) }),
          after: untilDay === "" ? "–" : t("agents.countsAgain", { day: formatCalendar(untilDay) }),
        },
      ]}
      isBlocked={untilDay === ""}
      {...asking(propose, { verb: t("agents.propose"), hint: t("settings.reasonHint"), fields: AGAIN_FIELDS })}
      onConfirm={(reason) => propose.mutate({ id, untilDay, reason }, done)}
      onCancel={onDone}
    >
      <TextField
        type="date"
        label={t("agents.fromDay")}
        error={fault?.field === "untilDay" ? fault.text : undefined}
        value={untilDay}
        onChange={(event) => setUntilDay(event.target.value)}
      />
    </ChangeDialog>
  );
}
