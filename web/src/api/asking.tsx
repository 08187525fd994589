import { FormFault } from "./FormFault.tsx";
import { useT } from "./language.ts";
import { useLeaving } from "./leaving.ts";
import { useFault } from "./query.ts";

interface Question {
  /** What the button does. */
  readonly verb: string;
  /** What the reason is for. */
  readonly hint: string;
  /** The reason's own name where it has one: its label, and the field of a refusal. */
  readonly reason?: { readonly label: string; readonly field: string };
  /** Other inputs of the dialog that show their own refusals. */
  readonly fields?: readonly string[];
}

/** What a dialog that asks for a reason says around its command: the words, whether it is under way, and what was refused. */
export function useAsking() {
  const t = useT();
  const faultOf = useFault();
  const leaving = useLeaving();
  return ({ isPending, error }: { isPending: boolean; error: Error | null }, { verb, hint, reason, fields = [] }: Question) => {
    const { label, field } = reason ?? { label: t("ui.reason"), field: "reason" };
    const refused = error === null ? undefined : faultOf(error);
    return {
      labels: {
        before: t("ui.before"),
        after: t("ui.after"),
        reason: label,
        reasonHint: hint,
        confirm: verb,
        cancel: t("ui.cancel"),
        wanting: t("ui.wanting"),
        leaving,
      },
      busy: isPending,
      error: refused?.field === field ? refused.text : undefined,
      fault: <FormFault error={error} fields={[field, ...fields]} />,
    };
  };
}
