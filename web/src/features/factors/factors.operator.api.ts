import { factors } from "@laro/contract/factors";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

const stale = [factors.mineOperator];

export const useMyFactors = () => useApiQuery(factors.mineOperator, {});
export const useRemoveTotp = () => useApiCommand(factors.removeTotpOperator, { stale });
export const useNewRecoveryCodes = () => useApiCommand(factors.newRecoveryCodesOperator, { stale });
