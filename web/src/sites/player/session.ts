import { accounts } from "@laro/contract/accounts";
import { RefusedCall } from "@laro/contract/core/call";
import { games } from "@laro/contract/games";
import { messages } from "@laro/contract/messages";
import { type Entered, sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { enterSession, leaveSession, readToken, useIsLoggedIn } from "../../api/session.ts";
import { showToast } from "../../ui/Toast.tsx";
import { closeDialog, type DialogName, openDialog, readDialog, setWelcomed, useDialog } from "./dialogs.ts";

/** Who is logged in; not free while a password must first be changed. */
export function useMember() {
  const isLoggedIn = useIsLoggedIn();
  const isHeld = useDialog() === "forcedPassword";
  const { data } = useApiQuery(accounts.me, {}, { enabled: isLoggedIn });
  const me = isLoggedIn ? data : undefined;
  return { isLoggedIn, isFree: !isHeld && me?.mustChangePassword === false, me };
}

/** What the header shows of a member beside who it is, asked for once they are free; a trial has neither (ROLE-05). */
export function useMemberFigures({ isFree, me }: ReturnType<typeof useMember>) {
  const enabled = isFree && me?.isTrial === false;
  const balance = useApiQuery(wallet.balance, {}, { enabled });
  const unread = useApiQuery(messages.unread, {}, { enabled });
  return { balance, unread: me === undefined ? 0 : (unread.data?.count ?? 0) };
}

/** What every way in ends with: the token is kept, the popup that is due opens, and home is shown. */
export function useEnter(): (entered: Entered) => void {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return ({ token, mustChangePassword, firstTimeLogin }) => {
    closeDialog();
    if (mustChangePassword) openDialog("forcedPassword");
    setWelcomed(!firstTimeLogin);
    const wasTrial = readToken() !== null;
    enterSession(token);
    if (wasTrial) void client.resetQueries({ predicate: isOfMember });
    navigate("/");
  };
}

/** Ends the session on the server, unless it is over there, and then here; a server that does not answer keeps nobody logged in. */
export function useSignOut(): (isOver?: boolean) => Promise<void> {
  const [, navigate] = useLocation();
  return async (isOver = false) => {
    closeDialog();
    openDialog("signingOut");
    if (!isOver) await call(sessions.logout, {}).catch(() => undefined);
    navigate("/");
    leaveSession();
  };
}

/** The lobby and the register form are everyone's; whatever else was read belonged to the member. */
const everyones: readonly unknown[] = [...[games.list, games.room, accounts.registerSettings, accounts.validationRules].map(({ name }) => name), "venues.list"];
const isOfMember = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean => !everyones.includes(name);

/** When a session ends, by whoever's hand, its answers are forgotten and the visitor is told unless it was their own wish. */
export function useSessionEnd(): void {
  const t = useT();
  const client = useQueryClient();
  const isLoggedIn = useIsLoggedIn();
  const wasLoggedIn = useRef(isLoggedIn);
  useEffect(() => {
    const hasEnded = wasLoggedIn.current && !isLoggedIn;
    wasLoggedIn.current = isLoggedIn;
    if (!hasEnded) return;
    if (readDialog() !== "signingOut") showToast(t("sessions.ended"), "info");
    if (readDialog() !== "login") closeDialog();
    client.removeQueries({ predicate: isOfMember });
  }, [client, isLoggedIn, t]);
}

/** What a refusal anywhere opens: whoever must first change the password does so, and a trial hears what it may not. */
const answers: Readonly<Record<string, DialogName>> = {
  "sessions.password_change_needed": "forcedPassword",
  "sessions.real_account_needed": "realAccount",
  "content.consent_due": "consents",
  "games.maintenance": "otherGames",
};

/** The dialog that answers a refusal; undefined where whoever made the call says it themselves. */
export const answerOf = (error: unknown): DialogName | undefined => (error instanceof RefusedCall ? answers[error.code] : undefined);

function answerRefusal(error: unknown): void {
  const dialog = answerOf(error);
  if (dialog !== undefined) openDialog(dialog);
}

/** Opens the dialog that a refusal of any call asks for. */
export function useAnswers(mustChange: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (mustChange) openDialog("forcedPassword");
  }, [mustChange]);
  useEffect(() => {
    const stops = [
      client.getQueryCache().subscribe((event) => event.type === "updated" && event.action.type === "error" && answerRefusal(event.action.error)),
      client.getMutationCache().subscribe((event) => event.type === "updated" && event.action.type === "error" && answerRefusal(event.action.error)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client]);
}
