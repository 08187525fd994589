import { type Accreditation, agents, type AgentMove, type AgentStanding, type NotCounted } from "@laro/contract/agents";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What may be done here by whoever looks. */
export interface AgentRights {
  officer: string;
  canMove: boolean;
  canDecideMoves: boolean;
  canSetStanding: boolean;
  canNotCount: boolean;
  seesNotCounted: boolean;
  canOpenMembers: boolean;
  seesAccreditations: boolean;
  canAccredit: boolean;
  seesSignals: boolean;
}

export const useAgents = (search: string) => useApiPages(agents.find, { ...(search === "" ? {} : { search }), limit: 20 });
export const useFound = (search: string) => useApiPages(agents.find, { search, limit: 10 }, { enabled: search !== "" });
export const useLevel = (id: bigint, who: "agents" | "players") => useApiPages(agents.level, { id, who, limit: 20 });
export const useAgent = (id: bigint) => useApiQuery(agents.view, { id });
export const usePreview = (id: bigint, toId: bigint | undefined, enabled: boolean) =>
  useApiQuery(agents.previewMove, { id, ...(toId === undefined ? {} : { toId }) }, { enabled });

export const useMoves = (state: AgentMove["state"]) => useApiPages(agents.moves, { state, limit: 50 });
export const useStandings = (state: AgentStanding["state"]) => useApiPages(agents.standings, { state, limit: 50 });
export const useNotCounted = (state: NotCounted["state"]) => useApiPages(agents.notCounted, { state, limit: 50 });

const MOVED = { stale: [agents.moves, agents.view, agents.previewMove] };
export const useProposeMove = () => useApiCommand(agents.proposeMove, MOVED);
export const useConfirmMove = () => useApiCommand(agents.confirmMove, MOVED);
export const useDeclineMove = () => useApiCommand(agents.declineMove, MOVED);

const STOOD = { stale: [agents.standings, agents.view, agents.find, agents.level] };
export const useSetStanding = () => useApiCommand(agents.setStanding, STOOD);
export const useConfirmStanding = () => useApiCommand(agents.confirmStanding, STOOD);
export const useDeclineStanding = () => useApiCommand(agents.declineStanding, STOOD);

const COUNTED = { stale: [agents.notCounted] };
export const useProposeNotCounted = () => useApiCommand(agents.proposeNotCounted, COUNTED);
export const useProposeCountedAgain = () => useApiCommand(agents.proposeCountedAgain, COUNTED);
export const useConfirmNotCounted = () => useApiCommand(agents.confirmNotCounted, COUNTED);
export const useDeclineNotCounted = () => useApiCommand(agents.declineNotCounted, COUNTED);

export const useAccreditations = (state: Accreditation["state"]) => useApiPages(agents.accreditations, { state, limit: 50 });
const ACCREDITED = { stale: [agents.accreditations, agents.view] };
export const useProposeAccreditation = () => useApiCommand(agents.proposeAccreditation, ACCREDITED);
export const useConfirmAccreditation = () => useApiCommand(agents.confirmAccreditation, ACCREDITED);
export const useDeclineAccreditation = () => useApiCommand(agents.declineAccreditation, ACCREDITED);
export const useEndAccreditation = () => useApiCommand(agents.endAccreditation, ACCREDITED);
