import { protection } from "@laro/contract/protection";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useProtection = () => useApiQuery(protection.mine, {});
export const usePositions = () => useApiQuery(protection.positions, {});
export const useTakeBreak = () => useApiCommand(protection.takeBreak, { stale: [protection.mine] });
export const useExcludeMyself = () => useApiCommand(protection.excludeMyself);
export const useSetReality = () => useApiCommand(protection.setReality, { stale: [protection.mine] });
export const useAnswerReality = () => useApiCommand(protection.answerReality, { stale: [protection.mine] });

const PAGE_ROWS = 50;

export const useCases = (inForce: "yes" | "no" | undefined) =>
  useApiPages(protection.cases, { limit: PAGE_ROWS, ...(inForce === undefined ? {} : { inForce }) });
export const useExclude = () => useApiCommand(protection.exclude, { stale: [protection.cases] });
export const useEndExclusion = () => useApiCommand(protection.endExclusion, { stale: [protection.cases] });
