import type { OutputOf } from "@laro/contract/core/endpoint";
import type { sessions } from "@laro/contract/sessions";
import { enterSession, readToken, useIsLoggedIn } from "../../api/session.ts";

export type Operator = OutputOf<typeof sessions.loginOperator>;

const OPERATOR = "operator";

/** Remembers who logged in, for this tab; the record comes first because the token is what wakes the screens. */
export function enterConsole(operator: Operator): void {
  sessionStorage.setItem(OPERATOR, JSON.stringify(operator));
  enterSession(operator.token);
}

/** The officer this tab belongs to. A tab whose token is a member's belongs to none. */
export function useOperator(): Operator | undefined {
  const isLoggedIn = useIsLoggedIn();
  const stored = sessionStorage.getItem(OPERATOR);
  if (!isLoggedIn || stored === null) return undefined;
  const operator = JSON.parse(stored) as Operator;
  return operator.token === readToken() ? operator : undefined;
}

const EVERYTHING = "*";

/** Whether the role may call an endpoint; the server decides, this only hides what it would refuse. */
export const mayCall = ({ permissions }: Operator, endpoint: { readonly name: string }): boolean =>
  permissions.includes(EVERYTHING) || permissions.includes(endpoint.name);
