import { useLocation } from "wouter";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { useDialog } from "./dialogs.ts";
import { isQuietPlace } from "./popups.ts";
import { takeOver, useWaitingWorker } from "./worker.ts";

/** Offers a newer release, never over a game, the member centre or a dialog: a round and a half-filled form stay as they are. */
export function NewVersion() {
  const t = useT();
  const [path] = useLocation();
  const isBusy = useDialog() !== undefined || isQuietPlace(path);
  const waiting = useWaitingWorker();
  if (waiting === undefined || isBusy) return null;
  return (
    <div role="status" className="fixed inset-x-4 bottom-20 z-40 mx-auto flex max-w-100 items-center gap-3 rounded-md border border-line bg-card p-3 shadow-lg">
      <p className="grow">{t("site.newVersion")}</p>
      <Button onClick={() => takeOver(waiting)}>{t("site.takeNewVersion")}</Button>
    </div>
  );
}
