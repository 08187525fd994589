import { Suspense, useEffect, useState } from "react";
import { area } from "../../api/area.ts";
import { RegisterDialog, type RegisterDialogProps } from "../../features/accounts/RegisterDialog.player.tsx";
import type { Invitation } from "../../features/accounts/useRegistrationForm.ts";
import { EntryCaptcha } from "../../features/sessions/EntryCaptcha.tsx";
import { RegulatorNotice } from "../../features/site/RegulatorNotice.tsx";
import { VenueField } from "../../features/venues/VenueField.player.tsx";
import { readInvitation } from "./invitation.ts";

/** Only who came by an agent's code asks whose it is: a friend's names nobody. */
const Inviter = area("inviter", () => import("../../features/agents/OwnAgent.tsx").then((file) => file.Inviter));

/** The register popup with what other features bring to it. */
export function Registration(props: Omit<RegisterDialogProps, "invitation" | "notice" | "captcha" | "venue">) {
  const [invitation, setInvitation] = useState<Invitation>();
  useEffect(() => {
    let isGone = false;
    void readInvitation().then((read) => isGone || setInvitation(read));
    return () => void (isGone = true);
  }, []);
  const code = invitation?.affiliateCode;
  const notice = (
    <>
      <Suspense>{code !== undefined && <Inviter code={code} />}</Suspense>
      <RegulatorNotice />
    </>
  );
  return <RegisterDialog {...props} invitation={invitation} notice={notice} captcha={EntryCaptcha} venue={VenueField} />;
}
