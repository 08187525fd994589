import { type ReactNode, Suspense } from "react";
import { reportBroken } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** The rules of a game, which come when they are asked for. Where they do not come that is said, and the game beside them stays. */
export function RulesPart({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: ReactNode }) {
  const t = useT();
  const fail = (error: Error): void => {
    reportBroken(error);
    showToast(t(navigator.onLine ? "errors.network.slow" : "errors.network.offline"), "problem");
    onClose();
  };
  return (
    isOpen && (
      <ErrorBoundary fallback={() => null} onError={fail}>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    )
  );
}
