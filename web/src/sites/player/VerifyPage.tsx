import { useLocation } from "wouter";
import { useT } from "../../api/language.ts";
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
