import { WifiOff } from "lucide-react";
import type { Failure } from "../api/area.ts";
import { useT } from "../api/language.ts";
import { Button } from "../ui/Button.tsx";

/** A part that did not come, told in its place. */
export function FailureHere({ text, onRetry }: Failure) {
  const t = useT();
  return (
    <div role="alert" className="grid place-content-center justify-items-center gap-4 px-4 py-10 text-center">
      <WifiOff aria-hidden="true" className="size-12 text-muted" />
      <h1 className="text-base font-bold outline-none">{text}</h1>
      <Button onClick={onRetry}>{t("ui.retry")}</Button>
    </div>
  );
}

/** The same for what has no place in the page, as a dialog: told at the lower edge. */
export function FailureOver(failure: Failure) {
  return (
    <div className="fixed inset-x-4 bottom-20 z-40 mx-auto max-w-100 rounded-md border border-line bg-raised shadow-float lg:bottom-4">
      <FailureHere {...failure} />
    </div>
  );
}
