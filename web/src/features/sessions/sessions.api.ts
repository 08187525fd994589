import { accounts } from "@laro/contract/accounts";
import { RefusedCall } from "@laro/contract/core/call";
import { type Entered, sessions } from "@laro/contract/sessions";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** Whether a right password is not enough here: a second factor is asked for at `/verify`. */
export const asksFactor = (error: Error | null): boolean => error instanceof RefusedCall && error.code === "sessions.verification_needed";

export const useRemembered = () => useApiQuery(sessions.remembered, {});
export const useLogin = () => useApiCommand(sessions.login, { stale: [sessions.remembered] });
export const useLoginRemembered = () => useApiCommand(sessions.loginRemembered, { stale: [sessions.remembered] });
export const useFreePlay = () => useApiCommand(accounts.freePlay);
export const useChallenge = () => useApiQuery(sessions.challenge, {});
export const useMySessions = () => useApiQuery(sessions.mine, {});
export const useLoginHistory = () => useApiPages(sessions.history, {});

/** What a way in does with its outcome. */
export interface Outcomes {
  onEntered: (entered: Entered) => void;
  onChallenged: () => void;
}
