import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { readToken, useIsLoggedIn } from "../../api/session.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { LoaderOverlay } from "../../ui/Loading.tsx";
import { closeDialog, type DialogName, openDialog, readDialog, useDialog } from "./dialogs.ts";
import { readInvitation } from "./invitation.ts";
import { useHash } from "./scrolling.ts";
import { useEnter, useSignOut } from "./session.ts";

const LoginDialog = lazy(() => import("../../features/sessions/LoginDialog.player.tsx").then((module) => ({ default: module.LoginDialog })));
const RegisterDialog = lazy(() => import("../../features/accounts/RegisterDialog.player.tsx").then((module) => ({ default: module.RegisterDialog })));
const ForcedPassword = lazy(() => import("../../features/accounts/ForcedPassword.tsx").then((module) => ({ default: module.ForcedPassword })));
const Welcome = lazy(() => import("../../features/accounts/Welcome.player.tsx").then((module) => ({ default: module.Welcome })));
const DepositLimitForm = lazy(() => import("../../features/limits/LimitPrompt.player.tsx").then((module) => ({ default: module.DepositLimitForm })));
const HelpDialog = lazy(() => import("../../features/site/HelpDialog.player.tsx").then((module) => ({ default: module.HelpDialog })));

/** The one dialog that is open: what someone asked for, else what the address stands for. */
export function PlayerDialogs({ name }: { name: string }) {
  const dialog = useDialogOfPath();
  return <Suspense fallback={null}>{dialog !== undefined && <Shown dialog={dialog} name={name} />}</Suspense>;
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

function Shown({ dialog, name }: { dialog: DialogName | "help"; name: string }): ReactNode {
  const t = useT();
  const enter = useEnter();
  const signOut = useSignOut();
  const hash = useHash();
  const [path, navigate] = useLocation();
  // A dialog that gave way to another still reports its own closing a moment later.
  const close = () => {
    const shown = readDialog();
    if (shown !== undefined && shown !== dialog) return;
    closeDialog();
    if (path === "/register" || dialog === "help") navigate("/");
  };
  const verify = () => {
    closeDialog();
    navigate("/verify");
  };
  const agreement = <Agreement />;
  switch (dialog) {
    case "login":
      return <LoginDialog agreement={agreement} onClose={close} onRegister={() => openDialog("register")} onEntered={enter} onChallenged={verify} />;
    case "register":
      return <RegisterDialog agreement={agreement} invitation={readInvitation()} onClose={close} onLogIn={() => openDialog("login")} onEntered={enter} />;
    case "welcome":
      return name !== "" && <Welcome name={name} limit={<DepositLimitForm onDone={close} />} onClose={close} />;
    case "forcedPassword":
      return (
        <ForcedPassword
          onSignOut={() => void signOut()}
          onDone={() => {
            closeDialog();
            navigate("/");
          }}
        />
      );
    case "signOut":
      return <SignOut onCancel={close} onConfirm={() => void signOut()} />;
    case "signingOut":
      return <LoaderOverlay label={t("sessions.signingOut")} />;
    case "help":
      return <HelpDialog hash={hash} onSection={(section) => navigate(`${path}#${section}`, { replace: true })} onClose={close} />;
  }
}

/** Age and terms in one sentence; the terms open beside the form, which keeps what was typed. */
function Agreement() {
  const t = useT();
  const { minimumAge: age } = usePermission().jurisdiction;
  return (
    <>
      {t("sessions.ageConfirm", { age })} {t("sessions.ageAnd")}{" "}
      <a href="/help#term" target="_blank" rel="noreferrer" className="font-semibold text-primary-text underline underline-offset-4">
        {t("sessions.terms")}
      </a>
      .
    </>
  );
}

/** Asks first; a loader then stands until the server has let go of the session (LAYOUT-33). */
function SignOut({ onCancel, onConfirm }: { onCancel: () => void; onConfirm: () => void }) {
  const t = useT();
  return (
    <ConfirmDialog
      open
      title={t("sessions.signOutAsk")}
      body={t("sessions.signOutText")}
      confirmLabel={t("sessions.signOut")}
      cancelLabel={t("ui.cancel")}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
