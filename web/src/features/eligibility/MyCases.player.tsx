import type { MyEligibilityCase } from "@laro/contract/eligibility";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { nowMs } from "../../api/clock.ts";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { Balance } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { CaseBadge, causeWord } from "./caseWords.tsx";
import { useAppeal, useMyCases } from "./eligibility.api.ts";

/** The cases about one's own account, where there are any. */
export function MyCases({ help }: { help: ReactNode }) {
  const refusal = useRefusal();
  const asked = useMyCases();
  if (asked.data === undefined) return asked.error === null ? null : <RefusedState {...refusal(asked)} />;
  const { list } = asked.data;
  if (list.length === 0) return null;
  return (
    <div className="grid gap-5">
      {list.map((one) => (
        <CasePanel key={one.id} one={one} help={help} />
      ))}
    </div>
  );
}

function CasePanel({ one, help }: { one: MyEligibilityCase; help: ReactNode }) {
  const t = useT();
  const { state, reference, appealUntil } = one;
  const mayAppeal = state === "noticed" && appealUntil !== null && Date.parse(appealUntil) > nowMs();
  const isOver = state === "cleared" || state === "settled";
  return (
    <Panel
      title={t("eligibility.mine.title", { reference })}
      text={t(`eligibility.mine.${state}`)}
      aside={<CaseBadge state={state} />}
      className={isOver ? undefined : "border-accent-text"}
    >
      <CaseLines one={one} />
      {state === "noticed" && <p className="text-sm">{t("site.regulatorForfeit")}</p>}
      {mayAppeal && <AppealForm one={one} />}
      {!isOver && (
        <div className="grid gap-2 text-sm">
          <h3 className="font-semibold">{t("site.customerService")}</h3>
          {help}
        </div>
      )}
    </Panel>
  );
}

function CaseLines({ one }: { one: MyEligibilityCase }) {
  const t = useT();
  const { cause, notice, noticeAt, appealUntil, appeal, answer, held, returned, remitted, regulatorReference } = one;
  const isDecided = returned !== null;
  const lines = [
    ...(cause === null ? [] : [{ label: t("eligibility.cause"), value: t(causeWord(cause)) }]),
    ...(notice === null ? [] : [{ label: t("eligibility.notice"), value: notice }]),
    ...(noticeAt === null || isDecided ? [] : [{ label: t("eligibility.held"), value: <Balance minor={held} /> }]),
    ...(appealUntil === null || appeal !== null || isDecided ? [] : [{ label: t("eligibility.appealUntil"), value: <DateTime at={appealUntil} /> }]),
    ...(appeal === null ? [] : [{ label: t("eligibility.appeal"), value: appeal }]),
    ...(answer === null ? [] : [{ label: t("eligibility.answer"), value: answer }]),
    ...(returned === null || noticeAt === null ? [] : [{ label: t("eligibility.returned"), value: <Balance minor={returned} /> }]),
    ...(remitted === null || noticeAt === null ? [] : [{ label: t("eligibility.remitted"), value: <Balance minor={remitted} /> }]),
    ...(regulatorReference === null ? [] : [{ label: t("eligibility.regulatorReference"), value: regulatorReference }]),
  ];
  if (lines.length === 0) return null;
  return (
    <dl className="grid rounded-sm border border-line">
      {lines.map(({ label, value }) => (
        <div key={label} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[10rem_1fr] sm:gap-6">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="min-w-0 text-sm font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The bounds of the contract's `appeal`. */
const APPEAL_MIN = 10;
const APPEAL_MAX = 2_000;

function AppealForm({ one: { id } }: { one: MyEligibilityCase }) {
  const t = useT();
  const faultOf = useFault();
  const command = useAppeal();
  const [appeal, setAppeal] = useState("");
  const refused = command.error === null ? undefined : faultOf(command.error);
  const isReady = appeal.trim().length >= APPEAL_MIN;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !command.isPending) command.mutate({ id, appeal: appeal.trim() }, { onSuccess: () => showToast(t("eligibility.appealSent"), "success") });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={t("eligibility.appealLabel")}
        hint={t("eligibility.appealHint")}
        error={refused?.field === "appeal" ? refused.text : undefined}
        counter={`${appeal.length} / ${APPEAL_MAX}`}
        required
        rows={4}
        maxLength={APPEAL_MAX}
        value={appeal}
        onChange={(event) => setAppeal(event.target.value)}
      />
      <FormFault error={command.error} fields={["appeal"]} />
      <Button type="submit" busy={command.isPending} disabled={!isReady} className="justify-self-start">
        {t("eligibility.sendAppeal")}
      </Button>
    </form>
  );
}
