import { operators } from "@laro/contract/operators";
import { useApiCommand, useApiPages } from "../../api/query.ts";

const PAGE_ROWS = 50;

export const useOperators = () => useApiPages(operators.list, { limit: PAGE_ROWS });

const stale = [operators.list];

export const useCreate = () => useApiCommand(operators.create, { stale });
export const useSetRole = () => useApiCommand(operators.setRole, { stale });
export const useResetPassword = () => useApiCommand(operators.resetPassword, { stale });

/** What is asked of another operator with nothing but a reason. */
export const useSimpleAct = (act: "close" | "reopen" | "endSessions") => useApiCommand(operators[act], { stale });
