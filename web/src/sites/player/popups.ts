/** What a visitor or member is shown unasked, in this order, one at a time. */
export const popupOrder = ["disclaimer", "consents", "welcome", "announcement", "notice", "venue", "verification"] as const;
export type PopupName = (typeof popupOrder)[number];

/** `unknown` while what decides it is not there yet. */
export type Turn = "unknown" | "due" | "over";

/** The popup whose turn it is: none comes before those ahead of it are over. */
export function nextPopup(turns: Readonly<Record<PopupName, Turn>>): PopupName | undefined {
  const first = popupOrder.find((name) => turns[name] !== "over");
  return first !== undefined && turns[first] === "due" ? first : undefined;
}

/** Games, the member centre, and pages that are a dialog themselves: nothing comes over them. */
const HELD = /^\/(?:room|seamless|lotter[ty]|sealottery|vnlottery|member|help|helpmc|login|register|reset|stop|verify|social)(?:\/|$)/i;
export const isQuietPlace = (path: string): boolean => HELD.test(path);

/** The tab keeps what was closed, and by whom: whoever comes next sees it (POPUP-09). */
const keyOf = (name: string, account: string | undefined): string => `popupClosed:${name}:${account ?? "anonymous"}`;
export const isClosed = (name: string, account: string | undefined): boolean => sessionStorage.getItem(keyOf(name, account)) !== null;
export const keepClosed = (name: string, account: string | undefined): void => sessionStorage.setItem(keyOf(name, account), "1");

const ACCEPTED = "disclaimerAccept";
export const isDisclaimerAccepted = (): boolean => sessionStorage.getItem(ACCEPTED) !== null;
export const acceptDisclaimer = (): void => sessionStorage.setItem(ACCEPTED, "1");
