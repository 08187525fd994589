import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { area, NoFailure } from "../../api/area.ts";
import { readToken, useIsLoggedIn } from "../../api/session.ts";
import { FailureOver } from "../failures.tsx";
import { type DialogName, openDialog, useDialog } from "./dialogs.ts";

/** The dialogs themselves come when the first is asked for: the page that stands behind them does not wait for any. */
const OpenDialog = area("dialogs", () => import("./OpenDialog.tsx").then((file) => file.OpenDialog), FailureOver);
const Prompts = area("frame", () => import("./Prompts.tsx").then((file) => file.Prompts), NoFailure);

/** The one dialog that is open: what someone asked for, else what the address stands for. */
export function PlayerDialogs() {
  const dialog = useDialogOfPath();
  return (
    <>
      <Suspense fallback={null}>{dialog !== undefined && <OpenDialog dialog={dialog} />}</Suspense>
      <Suspense fallback={null}>
        <Prompts />
      </Suspense>
    </>
  );
}

const HELP_PATH = /^\/help(?:mc)?\/?$/;

function useDialogOfPath(): DialogName | "help" | undefined {
  const asked = useDialog();
  const isLoggedIn = useIsLoggedIn();
  const [path, navigate] = useLocation();
  const isEntry = path === "/login" || path === "/register";
  useEffect(() => {
    if (path === "/login" || (isEntry && isLoggedIn)) navigate("/", { replace: true });
    if (path === "/login" && readToken() === null) openDialog("login");
  }, [path, isEntry, isLoggedIn, navigate]);
  if (asked !== undefined) return asked;
  if (path === "/register" && !isLoggedIn) return "register";
  return HELP_PATH.test(path) ? "help" : undefined;
}
