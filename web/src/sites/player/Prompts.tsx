import { type ReactNode, useEffect, useReducer } from "react";
import { useLocation } from "wouter";
import { isPopupFor, isShownOnWeb } from "../../features/content/audience.ts";
import { useAnnouncements, useConsentsDue, useSiteText } from "../../features/content/content.api.ts";
import { useMyVenue } from "../../features/venues/venues.api.ts";
import { isDue } from "../../features/verifications/reminder.ts";
import { useVerificationConfig } from "../../features/verifications/verifications.api.ts";
import { isUnfolded } from "../../ui/fold.ts";
import { NewVersion } from "./NewVersion.tsx";
import { isWelcomeDue, openDialog, useDialog } from "./dialogs.ts";
import { isClosed, isDisclaimerAccepted, isQuietPlace, nextPopup, type PopupName, type Turn } from "./popups.ts";
import { useMember } from "./session.ts";

/** Where this browser remembers which member was asked already. */
const VENUE_ASKED = "venueAsked";
const FOLDED_POLL_MS = 500;

/** What anyone is shown unasked once nothing else is open, by the one queue of `popups.ts`, and a newer release. */
export function Prompts(): ReactNode {
  const { me } = useMember();
  const isQuiet = useDialog() === undefined;
  const next = nextPopup(useTurns());
  const id = me === undefined ? undefined : String(me.id);
  const [looks, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!isQuiet || next === undefined) return;
    if (isUnfolded()) {
      const again = setTimeout(look, FOLDED_POLL_MS);
      return () => clearTimeout(again);
    }
    if (next === "venue" && id !== undefined) localStorage.setItem(VENUE_ASKED, id);
    openDialog(next);
    look();
  }, [isQuiet, next, id, looks]);
  return <NewVersion />;
}

const turn = (isKnown: boolean, isItsTurn: boolean): Turn => (isKnown ? (isItsTurn ? "due" : "over") : "unknown");
const isSettled = ({ data, isError }: { data: unknown; isError: boolean }): boolean => data !== undefined || isError;

/** Of each popup whether it is due, from what is known so far; a question that failed keeps nobody from the next. */
function useTurns(): Record<PopupName, Turn> {
  const { isLoggedIn, isFree, me } = useMember();
  const [path] = useLocation();
  // Until it is known who looks, nothing comes: it would count as closed for somebody else.
  const isKnown = !isLoggedIn || isFree;
  const isHeld = isQuietPlace(path);
  const isAsked = isFree && me?.isTrial === false;
  const account = me === undefined ? undefined : String(me.id);
  const text = useSiteText("disclaimer", { enabled: !isDisclaimerAccepted() });
  const consents = useConsentsDue(isAsked);
  const popups = useAnnouncements("PU");
  const notices = useAnnouncements("PL");
  const venue = useMyVenue(isAsked);
  const verification = useVerificationConfig(isAsked);
  const here = (name: string, answer: { data: unknown; isError: boolean }, isItsTurn: boolean): Turn =>
    isHeld || isClosed(name, account) ? "over" : turn(isKnown && isSettled(answer), isItsTurn);
  return {
    disclaimer: isHeld || isDisclaimerAccepted() ? "over" : turn(isSettled(text), Boolean(text.text)),
    consents: isAsked ? here("consents", consents, (consents.data?.list.length ?? 0) > 0) : "over",
    welcome: turn(true, isLoggedIn && isWelcomeDue()),
    announcement: here("announcement", popups, popups.list?.some((popup) => isPopupFor(popup, isLoggedIn)) === true),
    notice: here("notice", notices, notices.list?.some(isShownOnWeb) === true),
    venue: isAsked ? turn(isSettled(venue), venue.data?.isAsked === true && localStorage.getItem(VENUE_ASKED) !== account) : "over",
    verification: isAsked ? turn(verification.data !== undefined, verification.data !== undefined && isDue(verification.data.info.idVerification)) : "over",
  };
}
