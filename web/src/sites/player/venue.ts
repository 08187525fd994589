import { useEffect } from "react";
import { useMyVenue } from "../../features/venues/venues.api.ts";
import { openDialog, useDialog } from "./dialogs.ts";
import type { useMember } from "./session.ts";

/** Where this browser remembers which member was asked already. */
const ASKED = "venueAsked";

/** A member whose gaming venue is missing is asked for it once, when nothing else is open (POPUP-36). */
export function useVenueAsk({ isFree, me }: ReturnType<typeof useMember>): void {
  const isIdle = useDialog() === undefined;
  const { data } = useMyVenue(isFree && me?.isTrial === false);
  const id = me === undefined ? undefined : String(me.id);
  const isAsked = data?.isAsked === true;
  useEffect(() => {
    if (!isAsked || !isIdle || id === undefined || localStorage.getItem(ASKED) === id) return;
    localStorage.setItem(ASKED, id);
    openDialog("venue");
  }, [isAsked, isIdle, id]);
}
