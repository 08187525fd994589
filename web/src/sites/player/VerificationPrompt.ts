import { useEffect } from "react";
import { isDue } from "../../features/verifications/reminder.ts";
import { useVerificationConfig } from "../../features/verifications/verifications.api.ts";
import { openDialog, useDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";

/** The last of the queue after a login: once nothing else is open, whoever has not shown who they are is asked to. */
export function VerificationPrompt(): null {
  const { isFree, me } = useMember();
  const { data } = useVerificationConfig(isFree && me?.isTrial === false);
  const isQuiet = useDialog() === undefined;
  useEffect(() => {
    if (isFree && isQuiet && data !== undefined && isDue(data.info.idVerification)) openDialog("verification");
  }, [isFree, isQuiet, data]);
  return null;
}
