import type { EligibilityCase, EligibilityState } from "@laro/contract/eligibility";
import { useAsking } from "../../api/asking.tsx";
import { type Key, useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { stateWord } from "./caseWords.tsx";
import { type Step, useStep } from "./eligibility.operator.api.ts";

interface StepWords {
  readonly title: Key;
  readonly verb: Key;
  readonly hint: Key;
  readonly toast: Key;
  readonly warning?: Key;
  readonly tone: "danger" | "success" | "primary";
  readonly next?: EligibilityState;
}

const words = {
  notice: {
    title: "eligibility.noticeTitle",
    verb: "eligibility.giveNotice",
    hint: "eligibility.toldHint",
    toast: "eligibility.noticeToast",
    warning: "eligibility.noticeWarning",
    tone: "danger",
    next: "noticed",
  },
  uphold: {
    title: "eligibility.upholdTitle",
    verb: "eligibility.uphold",
    hint: "eligibility.toldHint",
    toast: "eligibility.upholdToast",
    warning: "eligibility.upholdWarning",
    tone: "danger",
    next: "upheld",
  },
  proposeClearing: {
    title: "eligibility.clearTitle",
    verb: "eligibility.proposeClearing",
    hint: "eligibility.reasonHint",
    toast: "eligibility.proposedToast",
    tone: "primary",
  },
  clear: {
    title: "eligibility.clearTitle",
    verb: "eligibility.clear",
    hint: "eligibility.reasonHint",
    toast: "eligibility.clearToast",
    tone: "success",
    next: "cleared",
  },
} as const satisfies Record<Step, StepWords>;

/** A step of a case that wants a reason alone. */
export function StepDialogOperator({ row, step, onClose }: { row: EligibilityCase; step: Step; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useStep(step);
  const { title, verb, hint, toast, warning, tone, next }: StepWords = words[step];
  const { id, reference, memberName } = row;
  const done = () => {
    showToast(t(toast, { reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(title, { reference, name: memberName })}
      changes={changesOf(row, step, next, t)}
      warning={warning && t(warning)}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t(hint) })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}

function changesOf({ state, available, held }: EligibilityCase, step: Step, next: EligibilityState | undefined, t: ReturnType<typeof useT>): readonly Change[] {
  const after = next === undefined ? t("eligibility.waitsForSecond") : t(stateWord(next));
  const moved: Change = { label: t("eligibility.state"), before: t(stateWord(state)), after };
  const kept = step === "notice" || step === "uphold" ? held + available : 0n;
  if (step === "proposeClearing") return [moved];
  return [moved, { label: t("eligibility.held"), before: <Money minor={held} />, after: <Money minor={kept} /> }];
}
