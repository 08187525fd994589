import { decisionReasons, type DecisionReason, type VerificationCase, verificationParts, type VerificationPart } from "@laro/contract/verifications";
import { type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAskAgain, useRefuse, useReopen } from "./verifications.operator.api.ts";

export type CaseDecision = "refuse" | "askAgain" | "reopen";

interface CaseDecisionProps {
  row: VerificationCase;
  decision: CaseDecision;
  onClose: () => void;
}

const hidden: ReadonlySet<DecisionReason> = new Set(["duplicate", "listed"]);
const after = { refuse: "refused", askAgain: "askAgain", reopen: "submitted" } as const;

/** Refuses a case, asks for parts of it again or opens it again: what the member reads apart from what stands in the file. */
export function CaseDecisionOperator({ row, decision, onClose }: CaseDecisionProps) {
  const t = useT();
  const asking = useAsking();
  const commands = { refuse: useRefuse(), askAgain: useAskAgain(), reopen: useReopen() };
  const [reasons, setReasons] = useState<readonly DecisionReason[]>([]);
  const [parts, setParts] = useState<readonly VerificationPart[]>([]);
  const { id, reference, state } = row;
  const done = {
    onSuccess: () => {
      showToast(t("verifications.decidedToast", { reference }), "success");
      onClose();
    },
  };
  const decide = (note: string) => {
    if (decision === "reopen") commands.reopen.mutate({ id, reason: note }, done);
    else if (decision === "refuse") commands.refuse.mutate({ id, reasons: [...reasons], note }, done);
    else commands.askAgain.mutate({ id, reasons: [...reasons], note, parts: [...parts] }, done);
  };
  const isReopening = decision === "reopen";
  const noteField = isReopening ? {} : { reason: { label: t("verifications.note"), field: "note" } };
  return (
    <ChangeDialog
      title={t(`verifications.${decision}Title`, { reference })}
      changes={[{ label: t("verifications.queueStates"), before: t(`verifications.state.${state}`), after: t(`verifications.state.${after[decision]}`) }]}
      tone={decision === "refuse" ? "danger" : "primary"}
      {...asking(commands[decision], {
        verb: t(`verifications.${decision}`),
        hint: t(isReopening ? "verifications.reopenHint" : "verifications.noteHint"),
        ...noteField,
      })}
      isBlocked={!isReopening && (reasons.length === 0 || (decision === "askAgain" && parts.length === 0))}
      onConfirm={decide}
      onCancel={onClose}
    >
      {decision === "askAgain" && (
        <Choices legend={t("verifications.parts")}>
          {verificationParts.map((part) => (
            <Checkbox key={part} label={t(partWords[part])} checked={parts.includes(part)} onChange={() => setParts(toggle(parts, part))} />
          ))}
        </Choices>
      )}
      {!isReopening && (
        <Choices legend={t("verifications.reasons")}>
          {decisionReasons.map((reason) => (
            <Checkbox
              key={reason}
              label={hidden.has(reason) ? `${t(`verifications.reason.${reason}`)} (${t("verifications.hidden")})` : t(`verifications.reason.${reason}`)}
              checked={reasons.includes(reason)}
              onChange={() => setReasons(toggle(reasons, reason))}
            />
          ))}
        </Choices>
      )}
    </ChangeDialog>
  );
}

const partWords = {
  person: "verifications.part.person",
  front: "verifications.front",
  back: "verifications.backSide",
  selfie: "verifications.selfie",
} as const satisfies Record<VerificationPart, string>;

const toggle = <T,>(list: readonly T[], one: T): readonly T[] => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid gap-2">
    <legend className="pb-2 text-sm font-semibold">{legend}</legend>
    {children}
  </fieldset>
);
