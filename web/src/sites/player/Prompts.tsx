import { type ReactNode, useEffect } from "react";
import { ProofDialog } from "../../features/sessions/ProofDialog.tsx";
import { useMyVenue } from "../../features/venues/venues.api.ts";
import { isDue } from "../../features/verifications/reminder.ts";
import { useVerificationConfig } from "../../features/verifications/verifications.api.ts";
import { openDialog, useDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";

/** Where this browser remembers which member was asked already. */
const VENUE_ASKED = "venueAsked";

/** What a member is still asked once nothing else is open: the gaming venue where it is missing (POPUP-36), and last of all who they are; and whatever a call wants proved. */
export function Prompts(): ReactNode {
  const { isFree, me } = useMember();
  const isAsked = isFree && me?.isTrial === false;
  const isQuiet = useDialog() === undefined;
  const venue = useMyVenue(isAsked);
  const verification = useVerificationConfig(isAsked);
  const id = String(me?.id);
  const isVenueDue = venue.data?.isAsked === true && localStorage.getItem(VENUE_ASKED) !== id;
  const isVerificationDue = verification.data !== undefined && isDue(verification.data.info.idVerification);
  useEffect(() => {
    if (!isAsked || !isQuiet) return;
    if (isVenueDue) {
      localStorage.setItem(VENUE_ASKED, id);
      openDialog("venue");
    } else if (venue.data !== undefined && isVerificationDue) openDialog("verification");
  }, [isAsked, isQuiet, isVenueDue, isVerificationDue, venue.data, id]);
  return isFree && <ProofDialog />;
}
