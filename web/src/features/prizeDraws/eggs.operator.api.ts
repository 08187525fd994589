import { prizeDraws } from "@laro/contract/prizeDraws";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What an officer may do with the table of golden eggs. */
export interface EggRights {
  readonly officer: string;
  readonly canProposeEggs: boolean;
  readonly canConfirmEggs: boolean;
}

const decided = { stale: [prizeDraws.eggTable, prizeDraws.eggVersions] } as const;

export const useEggTable = () => useApiQuery(prizeDraws.eggTable, {});
export const useEggVersions = () => useApiPages(prizeDraws.eggVersions, { limit: 10 });
export const useProposeEggs = () => useApiCommand(prizeDraws.proposeEggs, decided);
export const useConfirmEggs = () => useApiCommand(prizeDraws.confirmEggs, decided);
export const useDeclineEggs = () => useApiCommand(prizeDraws.declineEggs, decided);
