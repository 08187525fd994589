import { type ReactNode, Suspense } from "react";
import { reportBroken } from "../api/area.ts";
import { useT } from "../api/language.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { RefusedState } from "../ui/Faces.tsx";
import { LoadingBar } from "../ui/Loading.tsx";

/** A page of an office: one that breaks, or whose code did not come, says so in its own place and leaves the rest of the office standing. */
export function PagePart({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <ErrorBoundary fallback={showBroken} onError={reportBroken}>
      <Suspense fallback={<LoadingBar label={t("ui.loading")} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

const showBroken = () => <Broken />;

/** What failed once is never fetched again by a browser, so the whole page is. */
function Broken() {
  const t = useT();
  return (
    <RefusedState
      text={t(navigator.onLine ? "site.broken" : "errors.network.offline")}
      requestIdLabel={t("ui.requestId")}
      retryLabel={t("ui.retry")}
      onRetry={() => location.reload()}
    />
  );
}
