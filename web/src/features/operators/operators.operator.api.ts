import { operators, type StaffProposal } from "@laro/contract/operators";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export const useOperators = () => useApiPages(operators.list, { limit: PAGE_ROWS });
export const useProposals = (state: StaffProposal["state"]) => useApiPages(operators.proposals, { state, limit: PAGE_ROWS });
export const useBreakGlass = () => useApiQuery(operators.breakGlass, {});

const stale = [operators.list, operators.proposals];

export const useCreate = () => useApiCommand(operators.create, { stale });
export const useSetRoles = () => useApiCommand(operators.setRoles, { stale });
export const useConfirm = () => useApiCommand(operators.confirm, { stale });
export const useDecline = () => useApiCommand(operators.decline, { stale });

/** What is done to another operator at once, with nothing but a reason. */
export const useSimpleAct = (act: "close" | "endSessions") => useApiCommand(operators[act], { stale });
/** What is proposed about another operator with nothing but a reason. */
export const useSimpleProposal = (act: "reopen" | "resetPassword" | "resetFactor") => useApiCommand(operators[act], { stale });
