import { RefusedCall } from "@laro/contract/core/call";
import { identities } from "@laro/contract/identities";
import type { Entered } from "@laro/contract/sessions";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { readToken } from "../../api/session.ts";
import { faultOf, isTicket, keepTicket, takeTicket, tellOutcome } from "../../features/identities/social.ts";
import { LoadingBar } from "../../ui/Loading.tsx";
import { useTitle } from "../../ui/title.ts";
import { showToast } from "../../ui/Toast.tsx";
import { openDialog } from "./dialogs.ts";
import { useEnter } from "./session.ts";

const codeOf = (error: unknown): string => (error instanceof RefusedCall ? error.code : "");

/** Enters by a ticket; where no account is linked with it, it waits for the password or the new account. Throws what else is refused. */
export function useEnterByTicket(): (ticket: string) => Promise<void> {
  const enter = useEnter();
  const [, navigate] = useLocation();
  return async (ticket) => {
    try {
      enter(await call(identities.enter, { ticket }));
    } catch (error) {
      if (codeOf(error) === "sessions.verification_needed") return navigate("/verify");
      if (codeOf(error) !== "identities.unknown") throw error;
      keepTicket(ticket);
      openDialog("linkSignIn");
    }
  };
}

/** Enters, and links the sign-in that waited for it. */
export function useEnterAndLink(): (entered: Entered) => void {
  const t = useT();
  const enter = useEnter();
  const sentenceOf = useFault();
  return (entered) => {
    enter(entered);
    const ticket = entered.mustChangePassword ? undefined : takeTicket();
    if (ticket === undefined) return;
    void call(identities.link, { ticket }).then(
      () => showToast(t("identities.linked"), "success"),
      (error: Error) => showToast(sentenceOf(error).text, "problem"),
    );
  };
}

/** Where the provider leads back to. The window that waits goes on; where none does, this one. What it brought leaves the address at once. */
export function SocialPage() {
  const t = useT();
  const sentenceOf = useFault();
  const [, navigate] = useLocation();
  const enterByTicket = useEnterByTicket();
  const [outcome] = useState(() => location.hash.slice(1));
  const [isHeard, setHeard] = useState(false);
  useTitle(t("identities.title"));
  const goOn = useEffectEvent(async () => {
    history.replaceState(history.state, "", "/social");
    if (await tellOutcome(outcome)) {
      setHeard(true);
      return window.close();
    }
    navigate("/", { replace: true });
    if (!isTicket(outcome)) return showToast(t(faultOf(outcome)), "problem");
    try {
      if (readToken() === null) return await enterByTicket(outcome);
      await call(identities.link, { ticket: outcome });
      showToast(t("identities.linked"), "success");
      navigate("/member/securityCenter");
    } catch (error) {
      showToast(sentenceOf(error as Error).text, "problem");
    }
  });
  useEffect(() => void goOn(), []);
  return (
    <div className="grid min-h-[40dvh] place-content-center gap-4 text-center">
      <h1 className="text-lg font-semibold">{t(isHeard ? "identities.close" : "identities.arriving")}</h1>
      {!isHeard && <LoadingBar label={t("ui.loading")} />}
    </div>
  );
}
