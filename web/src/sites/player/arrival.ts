import { RefusedCall } from "@laro/contract/core/call";
import { sessions } from "@laro/contract/sessions";
import { call } from "../../api/call.ts";
import { enterSession } from "../../api/session.ts";
import { showToast } from "../../ui/Toast.tsx";
import { openDialog } from "./dialogs.ts";

let asked: string | undefined;
/** The ticket of another's account than who is logged in here, while they are asked (`otherAccount`). */
export const readAsked = (): string | undefined => asked;

/** Whoever comes by another screen's ticket is in before the page first shows (AUTH-02). The address gives the ticket up at once, whatever it is worth. */
export async function arrive(ticket: string): Promise<void> {
  const address = new URL(location.href);
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
  try {
    enterSession((await call(sessions.takeOver, { ticket })).token);
  } catch (error) {
    if (error instanceof RefusedCall && error.code === "sessions.other_open") {
      asked = ticket;
      return openDialog("otherAccount");
    }
    const asksFactor = error instanceof RefusedCall && error.code === "sessions.verification_needed";
    history.replaceState(history.state, "", asksFactor ? "/verify" : "/login");
    if (!asksFactor && error instanceof Error) showToast(error instanceof RefusedCall ? error.text : error.message, "problem");
  }
}
