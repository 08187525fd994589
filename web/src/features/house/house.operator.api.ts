import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { lottery } from "@laro/contract/lottery";
import { returns } from "@laro/contract/returns";
import { tables } from "@laro/contract/tables";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What may be done here by whoever looks. */
export interface HouseRights {
  officer: string;
  canSwitch: boolean;
  canSetStakes: boolean;
  canSeeAlerts: boolean;
  canVoid: boolean;
  canCorrect: boolean;
  canSeeLotteries: boolean;
  canMakeChains: boolean;
  canDecide: boolean;
}

/** What closes, and what lies on a table, moves without anyone telling the console. */
const LOOK_EVERY_MS = 3_000;

export const useSwitches = () => useApiQuery(games.switches, {}, { everyMs: LOOK_EVERY_MS });
export const useSetOpen = () => useApiCommand(games.setOpen, { stale: [games.switches] });
export const useLiveReturns = () => useApiQuery(returns.list, {});
export const useSeeAlert = () => useApiCommand(returns.see, { stale: [returns.list] });
export const useSetStakes = () => useApiCommand(house.setStakes, { stale: [games.switches, house.proposals] });
export const useTableDesk = () => useApiQuery(tables.desk, {}, { everyMs: LOOK_EVERY_MS });
export const useDeskDraws = (series: string) => useApiPages(tables.draws, { series, limit: 20 });
export const useLotteryDraws = (gameCode: string) => useApiPages(lottery.desk, { gameCode, limit: 20 }, { everyMs: LOOK_EVERY_MS });
export const useWorst = (drawId: bigint) => useApiQuery(lottery.worst, { drawId }, { everyMs: LOOK_EVERY_MS });
export const useWaiting = (gameCode: string) => useApiPages(house.rounds, { ...(gameCode === "" ? {} : { gameCode }), limit: 50 });
export const useVoidRound = () => useApiCommand(house.voidRound, { stale: [house.proposals] });
export const useVoidDraw = () => useApiCommand(house.voidDraw, { stale: [house.proposals] });
export const useSettled = (memberName: string, roundId: string) => useApiQuery(house.settled, { memberName, roundId });
export const useCorrectRound = () => useApiCommand(house.correctRound, { stale: [house.proposals] });
export const useShortfalls = (state: "open" | "writtenOff" | "adjusted") => useApiPages(house.shortfalls, { state, limit: 50 });
export const useEndShortfall = () => useApiCommand(house.endShortfall, { stale: [house.proposals] });
export const useChains = () => useApiQuery(house.chains, {});
export const useMakeChain = () => useApiCommand(house.makeChain, { stale: [house.chains] });
export const useSaltChain = () => useApiCommand(house.saltChain, { stale: [house.proposals] });
export const useProposals = (state: "proposed" | "confirmed" | "declined") => useApiPages(house.proposals, { state, limit: 50 });

const DECIDED = { stale: [house.proposals, house.rounds, house.chains, house.settled, house.shortfalls, games.switches, tables.desk, tables.draws] };
export const useConfirm = () => useApiCommand(house.confirm, DECIDED);
export const useDecline = () => useApiCommand(house.decline, DECIDED);
