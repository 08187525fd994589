import { useT } from "./language.ts";
import { useFault } from "./query.ts";

interface Asked {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Which of its four faces a screen shows. What was loaded stays on the screen when a later read fails. */
export function faceOf({ isPending, error }: Pick<Asked, "isPending" | "error">, count: number): "loading" | "refused" | "empty" | "ready" {
  if (isPending) return "loading";
  if (count > 0) return "ready";
  return error === null ? "empty" : "refused";
}

/** What the refused face says of a query that failed, and how to ask again. */
export function useRefusal() {
  const t = useT();
  const fault = useFault();
  return ({ error, refetch }: Pick<Asked, "error" | "refetch">) => {
    const { text, requestId } = fault(error);
    return { text, requestId, requestIdLabel: t("ui.requestId"), retryLabel: t("ui.retry"), onRetry: () => void refetch() };
  };
}
