import { RefusedCall } from "@laro/contract/core/call";
import { sessions } from "@laro/contract/sessions";
import { type ComponentProps, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { area } from "../../api/area.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiCommand } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/Dialog.tsx";
import { LoaderOverlay } from "../../ui/Loading.tsx";
import { readAsked } from "./arrival.ts";
import { closeDialog, type DialogName, openDialog, readDialog, setWelcomed } from "./dialogs.ts";
import { useEnter, useMember, useSignOut } from "./session.ts";
import { useEnterAndLink, useEnterByTicket } from "./social.tsx";

const SocialButtons = area("entrance", () => import("../../features/identities/SocialButtons.player.tsx").then((file) => file.SocialButtons));
const PasskeyButton = area("entrance", () => import("../../features/passkeys/PasskeyButton.player.tsx").then((file) => file.PasskeyButton));
const LoginDialog = area("entrance", () => import("../../features/sessions/LoginDialog.player.tsx").then((file) => file.LoginDialog));
const Contact = area("entrance", () => import("../../features/site/Contact.tsx").then((file) => file.Contact));
const ForgotDialog = area("entrance", () => import("../../features/recoveries/ForgotDialog.player.tsx").then((file) => file.ForgotDialog));
const EntryCaptcha = area("entrance", () => import("../../features/sessions/EntryCaptcha.tsx").then((file) => file.EntryCaptcha));
const Registration = area("register", () => import("./Registration.tsx").then((file) => file.Registration));
const VenueDialog = area("welcome", () => import("../../features/venues/VenueDialog.player.tsx").then((file) => file.VenueDialog));
const ForcedPassword = area("entrance", () => import("../../features/accounts/ForcedPassword.tsx").then((file) => file.ForcedPassword));
const Welcome = area("welcome", () => import("../../features/accounts/Welcome.player.tsx").then((file) => file.Welcome));
const DepositLimitForm = area("welcome", () => import("../../features/limits/LimitPrompt.player.tsx").then((file) => file.DepositLimitForm));
const GroupBanner = area("entrance", () => import("./GroupBanner.tsx").then((file) => file.GroupBanner));
const PopupDialog = area("popups", () => import("./PopupDialog.tsx").then((file) => file.PopupDialog));
const HelpCentre = area("help", () => import("./HelpCentre.tsx").then((file) => file.HelpCentre));
const FrameDialog = area("menus", () => import("./FrameDialog.tsx").then((file) => file.FrameDialog));
const FeedbackDialog = area("feedback", () => import("../../features/feedback/FeedbackDialog.player.tsx").then((file) => file.FeedbackDialog));

const VerificationDialog = area("verification", () =>
  import("../../features/verifications/VerificationDialog.player.tsx").then((file) => file.VerificationDialog),
);

/** One of the site's dialogs, with what follows from what is done in it. */
export function OpenDialog({ dialog }: { dialog: DialogName | "help" }): ReactNode {
  const t = useT();
  const signOut = useSignOut();
  const close = useClose(dialog);
  switch (dialog) {
    case "login":
    case "forgot":
    case "register":
      return <Entrance dialog={dialog} onClose={close} />;
    case "venue":
      return <VenueDialog onClose={close} />;
    case "welcome":
      return <NewWelcome onClose={close} />;
    case "disclaimer":
    case "consents":
    case "announcement":
    case "notice":
      return <PopupDialog dialog={dialog} onClose={close} />;
    case "verification":
      return <VerificationDialog onClose={close} />;
    case "forcedPassword":
      return <NewPassword onSignOut={() => void signOut()} />;
    case "realAccount":
      return <RealAccount onClose={close} />;
    case "linkSignIn":
      return <LinkSignIn onClose={close} />;
    case "feedback":
      return <FeedbackDialog captcha={EntryCaptcha} onClose={close} />;
    case "otherAccount":
      return <OtherAccount onStay={close} />;
    case "signOut":
      return <SignOut onCancel={close} onConfirm={() => void signOut()} />;
    case "signingOut":
      return <LoaderOverlay label={t("sessions.signingOut")} />;
    case "help":
      return <HelpCentre onClose={close} />;
    default:
      return <FrameDialog dialog={dialog} onClose={close} />;
  }
}

/** A dialog that gave way to another still reports its own closing a moment later. */
function useClose(dialog: DialogName | "help"): () => void {
  const [path, navigate] = useLocation();
  return () => {
    const shown = readDialog();
    if (shown !== undefined && shown !== dialog) return;
    closeDialog();
    if (path === "/register" || dialog === "help") navigate("/");
  };
}

/** The ways in, each with what other features bring to it. */
function Entrance({ dialog, onClose }: { dialog: "login" | "forgot" | "register"; onClose: () => void }): ReactNode {
  const enter = useEnterAndLink();
  const social = <SocialButtons onTicket={useEnterByTicket()} />;
  const elsewhere = (
    <>
      <PasskeyButton onEntered={enter} />
      {social}
    </>
  );
  const [, navigate] = useLocation();
  const verify = () => {
    closeDialog();
    navigate("/verify");
  };
  switch (dialog) {
    case "login":
      return (
        <LoginDialog
          agreement={<Agreement />}
          elsewhere={elsewhere}
          banner={<Above group="w_login" />}
          onClose={onClose}
          onForgot={() => openDialog("forgot")}
          onRegister={() => openDialog("register")}
          onEntered={enter}
          onChallenged={verify}
        />
      );
    case "forgot":
      return (
        <ForgotDialog
          banner={<Above group="w_forget" />}
          captcha={EntryCaptcha}
          contact={<Contact />}
          onClose={onClose}
          onLogIn={() => openDialog("login")}
          onEntered={enter}
        />
      );
    case "register":
      return (
        <Registration
          banner={<Above group="w_register" />}
          agreement={<Agreement />}
          social={social}
          onClose={onClose}
          onLogIn={() => openDialog("login")}
          onEntered={enter}
        />
      );
  }
}

/** The dialog does not wait for its picture. */
const Above = ({ group }: ComponentProps<typeof GroupBanner>) => (
  <Suspense fallback={null}>
    <GroupBanner group={group} />
  </Suspense>
);

/** A password that must change first; home follows. */
function NewPassword({ onSignOut }: { onSignOut: () => void }) {
  const [, navigate] = useLocation();
  const enter = () => {
    closeDialog();
    navigate("/");
  };
  return <ForcedPassword onSignOut={onSignOut} onDone={enter} />;
}

/** The welcome of a new member, once. */
function NewWelcome({ onClose }: { onClose: () => void }) {
  const name = useMember().me?.nickname;
  const isKnown = name !== undefined;
  useEffect(() => {
    if (isKnown) setWelcomed(true);
  }, [isKnown]);
  return isKnown && <Welcome name={name} limit={<DepositLimitForm onDone={onClose} />} onClose={onClose} />;
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

/** What a trial may not do (ROLE-05, ROLE-06), and the way to where it may. */
function RealAccount({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <ConfirmDialog
      open
      title={t("sessions.realAccount")}
      body={t("sessions.realAccountText")}
      confirmLabel={t("sessions.openAccount")}
      cancelLabel={t("ui.cancel")}
      onCancel={onClose}
      onConfirm={() => openDialog("register")}
    />
  );
}

/** Somebody whom a provider named and no account is linked with: the next way in links them. */
function LinkSignIn({ onClose }: { onClose: () => void }) {
  const t = useT();
  const footer = (
    <>
      <Button tone="secondary" onClick={() => openDialog("login")} className="flex-1">
        {t("sessions.logIn")}
      </Button>
      <Button onClick={() => openDialog("register")} className="flex-1">
        {t("sessions.openAccount")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("identities.unknownTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <p>{t("identities.unknownText")}</p>
    </Dialog>
  );
}

/** A link brought the ticket of another account than the one that is open: a stranger may have sent it, so that staying is what every other way out of the dialog means. */
function OtherAccount({ onStay }: { onStay: () => void }) {
  const t = useT();
  const enter = useEnter();
  const [, navigate] = useLocation();
  const { mutate, error, isPending } = useApiCommand(sessions.takeOver);
  const refused = (fault: Error) => {
    if (!(fault instanceof RefusedCall && fault.code === "sessions.verification_needed")) return;
    closeDialog();
    navigate("/verify");
  };
  const open = () => mutate({ ticket: readAsked()!, replaces: true }, { onSuccess: enter, onError: refused });
  const footer = (
    <>
      <Button tone="secondary" onClick={open} busy={isPending} className="flex-1 sm:flex-none">
        {t("sessions.openOther")}
      </Button>
      <Button data-autofocus onClick={onStay} className="flex-1 sm:flex-none">
        {t("sessions.stayHere")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("sessions.otherTitle")} onClose={onStay} closeLabel={t("sessions.stayHere")} footer={footer}>
      <p className="text-muted">{t("sessions.otherText")}</p>
      <FormFault error={error} />
    </Dialog>
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
