import type { accounts } from "@laro/contract/accounts";
import type { operators } from "@laro/contract/operators";

/** Members and staff change their passwords by one form, each through their own call. */
export type PasswordEndpoint = typeof accounts.changePassword | typeof operators.changePassword;
