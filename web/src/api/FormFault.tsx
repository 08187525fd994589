import { useT } from "./language.ts";
import { useFault } from "./query.ts";

const NO_FIELDS: readonly string[] = [];

/** A refusal that belongs to none of the form's own fields: its sentence, and the request id to tell us. */
export function FormFault({ error, fields = NO_FIELDS }: { error: Error | null; fields?: readonly string[] }) {
  const t = useT();
  const faultOf = useFault();
  if (error === null) return null;
  const { text, field, requestId } = faultOf(error);
  if (field !== undefined && fields.includes(field)) return null;
  return (
    <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
      {text}
      {requestId !== undefined && (
        <span className="mt-1 block text-xs text-muted">
          {t("ui.requestId")} <code className="break-all select-all">{requestId}</code>
        </span>
      )}
    </p>
  );
}
