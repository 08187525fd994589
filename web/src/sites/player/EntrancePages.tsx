import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useT } from "../../api/language.ts";
import { ResetForm } from "../../features/recoveries/ResetForm.player.tsx";
import { Verify } from "../../features/sessions/Verify.tsx";
import { useTitle } from "../../ui/title.ts";
import { openDialog } from "./dialogs.ts";
import { useEnter } from "./session.ts";

/** Where a login from a new place waits for its second factor. */
export function VerifyPage() {
  const t = useT();
  const enter = useEnter();
  const [, navigate] = useLocation();
  useTitle(t("sessions.verifyTitle"));
  const leave = () => {
    navigate("/", { replace: true });
    openDialog("login");
  };
  return (
    <div className="mx-auto grid w-full max-w-120 py-8">
      <Verify onEntered={enter} onLeave={leave} />
    </div>
  );
}

/** Where the link of the letter leads. What opens it leaves the address at once: an address is kept by browsers and seen over shoulders. */
export function ResetPage() {
  const t = useT();
  const enter = useEnter();
  const [, navigate] = useLocation();
  const [ticket] = useState(() => location.hash.slice(1));
  useTitle(t("recoveries.resetTitle"));
  useEffect(() => history.replaceState(history.state, "", "/reset"), []);
  const askAgain = () => {
    navigate("/", { replace: true });
    openDialog("forgot");
  };
  return (
    <div className="mx-auto grid w-full max-w-120 py-8">
      <ResetForm ticket={ticket} onEntered={enter} onAskAgain={askAgain} />
    </div>
  );
}
