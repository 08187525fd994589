import type { EligibilityCase } from "@laro/contract/eligibility";
import { nowMs } from "../../api/clock.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { CaseBadge, causeWord } from "./caseWords.tsx";
import type { EligibilityRights, Settling, Step } from "./eligibility.operator.api.ts";

interface CaseDetailProps {
  row: EligibilityCase;
  rights: EligibilityRights;
  onAct: (act: Step | Settling) => void;
  onClose: () => void;
}

const verbs = {
  notice: { word: "eligibility.giveNotice", tone: "danger" },
  uphold: { word: "eligibility.uphold", tone: "danger" },
  proposeClearing: { word: "eligibility.proposeClearing", tone: "secondary" },
  clear: { word: "eligibility.clear", tone: "success" },
  proposeSettlement: { word: "eligibility.proposeSettlement", tone: "secondary" },
  settle: { word: "eligibility.settle", tone: "danger" },
} as const satisfies Record<Step | Settling, object>;

/** One case with all that was said in it, and what this officer may do next. */
export function CaseDetailOperator({ row, rights, onAct, onClose }: CaseDetailProps) {
  const t = useT();
  const acts = actsOf(row, rights);
  const footer = acts.map((act) => (
    <Button key={act} tone={verbs[act].tone} onClick={() => onAct(act)}>
      {t(verbs[act].word)}
    </Button>
  ));
  return (
    <Dialog open title={`${row.reference} · ${row.memberName}`} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={acts.length > 0 && footer}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-display text-2xl font-bold">
            <Money minor={row.held} /> <span className="text-sm font-normal text-muted">{t("eligibility.held")}</span>
          </span>
          <CaseBadge state={row.state} />
        </p>
        <Lines row={row} />
        <Hint row={row} officer={rights.officer} />
      </div>
    </Dialog>
  );
}

/** What stands open: the server asks again, and it decides. */
function actsOf({ state, proposedBy, noticedBy, appealUntil }: EligibilityCase, { officer, canClear, canJudge }: EligibilityRights): (Step | Settling)[] {
  const isSecond = proposedBy !== null && proposedBy !== officer;
  const clearing: Step[] = canClear ? [isSecond ? "clear" : "proposeClearing"] : [];
  const isLate = appealUntil !== null && Date.parse(appealUntil) <= nowMs();
  if (state === "open") return [...clearing, ...(canJudge ? (["notice"] as const) : [])];
  if (state === "noticed" || state === "appealed")
    return [...clearing, ...(canJudge && noticedBy !== officer && (state === "appealed" || isLate) ? (["uphold"] as const) : [])];
  if (state === "upheld" && canJudge) return isSecond ? ["proposeSettlement", "settle"] : ["proposeSettlement"];
  return [];
}

function Hint({ row: { state, proposedBy, noticedBy }, officer }: { row: EligibilityCase; officer: string }) {
  const t = useT();
  const isOver = state === "cleared" || state === "settled";
  if (isOver) return null;
  if (proposedBy === officer) return <p className="text-sm text-muted">{t("eligibility.ownProposal")}</p>;
  if (noticedBy === officer && (state === "noticed" || state === "appealed")) return <p className="text-sm text-muted">{t("errors.eligibility.own_notice")}</p>;
  return null;
}

function Lines({ row }: { row: EligibilityCase }) {
  const t = useT();
  const { cause, openedAt, openedBy, notice, noticedBy, noticeAt, appealUntil, appeal, answer, upheldBy, available } = row;
  const lines = [
    { label: t("eligibility.cause"), value: t(causeWord(cause)) },
    { label: t("eligibility.openedAt"), value: <By at={openedAt} name={openedBy ?? t("eligibility.byForm")} /> },
    { label: t("eligibility.available"), value: <Money minor={available} /> },
    ...(notice === null || noticeAt === null ? [] : [{ label: t("eligibility.notice"), value: notice, by: <By at={noticeAt} name={noticedBy} /> }]),
    ...(appealUntil === null ? [] : [{ label: t("eligibility.appealUntil"), value: <DateTime at={appealUntil} /> }]),
    ...(appeal === null ? [] : [{ label: t("eligibility.appeal"), value: appeal, by: <By at={row.appealedAt} name={row.memberName} /> }]),
    ...(answer === null ? [] : [{ label: t("eligibility.answer"), value: answer, by: <By at={row.upheldAt} name={upheldBy} /> }]),
    ...settlementOf(row, t),
    ...(row.proposedBy === null ? [] : [{ label: t("eligibility.proposedBy"), value: row.proposedBy }]),
    ...(row.decidedBy === null ? [] : [{ label: t("eligibility.decidedBy"), value: <By at={row.decidedAt} name={row.decidedBy} /> }]),
  ];
  return (
    <dl className="grid rounded-sm border border-line bg-card">
      {lines.map(({ label, value, ...rest }) => (
        <div key={label} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[9rem_1fr] sm:gap-6">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="grid min-w-0 text-sm font-medium break-words">
            {value}
            {"by" in rest && rest.by}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function settlementOf({ returned, remitted, regulatorReference, noticeAt }: EligibilityCase, t: ReturnType<typeof useT>) {
  if (returned === null || remitted === null || noticeAt === null) return [];
  return [
    { label: t("eligibility.returned"), value: <Money minor={returned} /> },
    { label: t("eligibility.remitted"), value: <Money minor={remitted} /> },
    ...(regulatorReference === null ? [] : [{ label: t("eligibility.regulatorReference"), value: regulatorReference }]),
  ];
}

const By = ({ at, name }: { at: string | null; name: string | null }) => (
  <span className="text-xs font-normal text-muted">
    {name} {at !== null && <DateTime at={at} />}
  </span>
);
