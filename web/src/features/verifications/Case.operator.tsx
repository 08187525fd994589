import type { VerificationCase } from "@laro/contract/verifications";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ApprovalOperator } from "./Approval.operator.tsx";
import { type CaseDecision, CaseDecisionOperator } from "./CaseDecision.operator.tsx";
import { FilledFormOperator } from "./FilledForm.operator.tsx";
import { MatchesOperator } from "./Matches.operator.tsx";
import { PicturesOperator } from "./Pictures.operator.tsx";
import { type PictureView, turned, zoomed } from "./pictureView.operator.ts";
import { useCase, useClaim } from "./verifications.operator.api.ts";

interface CaseProps {
  id: string;
  officer: string;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

/** One case: the form and the pictures side by side, what is printed, who else it might be, and the decision. */
export function CaseOperator({ id, ...rest }: CaseProps) {
  const refusal = useRefusal();
  const asked = useCase(id);
  // Pictures, ticks and words belong to what was handed in: what is handed in anew is looked at anew.
  if (asked.data !== undefined) return <OpenCase key={asked.data.submittedAt} row={asked.data} {...rest} />;
  return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-[70dvh] w-full" />;
}

type Key = "next" | "previous" | "approve" | "refuse" | "front" | "back" | "selfie" | "larger" | "smaller" | "turn";
const keys: Partial<Record<string, Key>> = {
  j: "next",
  k: "previous",
  a: "approve",
  r: "refuse",
  1: "front",
  2: "back",
  3: "selfie",
  "+": "larger",
  "=": "larger",
  "-": "smaller",
  t: "turn",
};

/** Keys of an open case; silent while someone types or a dialog is open. */
function useCaseKeys(onKey: (key: Key) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = keys[event.key.toLowerCase()];
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select")) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

function OpenCase({ row, officer, onNext, onPrevious, onClose }: Omit<CaseProps, "id"> & { row: VerificationCase }) {
  const t = useT();
  const [view, setView] = useState<PictureView>({ side: "front", zoom: 1, degrees: 0 });
  const [deciding, setDeciding] = useState<CaseDecision>();
  const isMine = row.state === "submitted" && row.claimedBy === officer;
  useCaseKeys((key) => {
    if (key === "next") onNext();
    else if (key === "previous") onPrevious();
    else if (key === "approve") document.querySelector<HTMLElement>("#approve")?.focus();
    else if (key === "refuse") setDeciding(isMine ? "refuse" : deciding);
    else if (key === "larger" || key === "smaller") setView(zoomed(view, key === "larger" ? 1 : -1));
    else if (key === "turn") setView(turned(view));
    else setView({ ...view, side: key });
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <CaseHeader row={row} isMine={isMine} onClose={onClose} onReopen={() => setDeciding("reopen")} />
      <Warnings row={row} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <Panel title={t("verifications.form")}>
            <FilledFormOperator row={row} />
          </Panel>
          <MatchesOperator row={row} />
          {isMine && <ApprovalOperator row={row} />}
          {isMine && (
            <div className="flex flex-wrap gap-3">
              <Button tone="secondary" onClick={() => setDeciding("askAgain")}>
                {t("verifications.askAgain")}
              </Button>
              <Button tone="danger" aria-keyshortcuts="R" onClick={() => setDeciding("refuse")}>
                {t("verifications.refuse")}
              </Button>
            </div>
          )}
        </div>
        <div className="xl:sticky xl:top-4">
          {row.codes.length > 0 && (
            <p className="mb-3 rounded-sm border border-line bg-card px-4 py-3 text-sm">
              {t("verifications.codes")} <span className="figures font-bold tracking-widest">{row.codes.join(" / ")}</span>
            </p>
          )}
          <PicturesOperator row={row} view={view} onView={setView} />
        </div>
      </div>
      {deciding && <CaseDecisionOperator row={row} decision={deciding} onClose={() => setDeciding(undefined)} />}
    </div>
  );
}

interface CaseHeaderProps {
  row: VerificationCase;
  isMine: boolean;
  onClose: () => void;
  onReopen: () => void;
}

/** Whose case it is, until when, and how it becomes one's own. */
function CaseHeader({ row, isMine, onClose, onReopen }: CaseHeaderProps) {
  const t = useT();
  const claim = useClaim();
  return (
    <>
      <header className="flex flex-wrap items-center gap-3">
        <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose}>
          {t("verifications.queueTitle")}
        </Button>
        <h1 className="figures text-xl font-bold">{row.reference}</h1>
        <span className="font-semibold">{row.memberName}</span>
        <Badge tone={row.pressing ? "primary" : "neutral"}>{t(`verifications.state.${row.state}`)}</Badge>
        <span className="ms-auto flex flex-wrap items-center gap-3 text-sm text-muted">
          {isMine && row.claimedUntil !== null && (
            <span>
              {t("verifications.claimedUntil", { at: "" })}
              <DateTime at={row.claimedUntil} shape="exact" />
            </span>
          )}
          {row.state === "submitted" && !isMine && row.claimedBy !== null && t("errors.verifications.claimed", { officer: row.claimedBy })}
          {row.state === "submitted" && !isMine && row.claimedBy === null && (
            <Button size="sm" busy={claim.isPending} onClick={() => claim.mutate({ id: row.id })}>
              {t("verifications.claim")}
            </Button>
          )}
          {row.state === "refused" && (
            <Button size="sm" tone="secondary" onClick={onReopen}>
              {t("verifications.reopen")}
            </Button>
          )}
        </span>
      </header>
      <FormFault error={claim.error} fields={[]} />
    </>
  );
}

/** What must not be overlooked. */
function Warnings({ row: { underage, eligible, proposed } }: { row: VerificationCase }): ReactNode {
  const t = useT();
  const words = { approve: t("verifications.approve"), askAgain: t("verifications.askAgain"), refuse: t("verifications.refuse") };
  const lines = [
    underage && t("verifications.underage"),
    !eligible && t("verifications.ineligible"),
    proposed !== null && t("verifications.proposedText", { decision: words[proposed] }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul role="status" className="grid gap-1 rounded-sm border border-accent bg-card px-4 py-3 text-sm font-medium">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
