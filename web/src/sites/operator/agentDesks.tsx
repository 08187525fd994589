import { agents } from "@laro/contract/agents";
import { members } from "@laro/contract/members";
import { Network } from "lucide-react";
import { lazy } from "react";
import type { AgentRights } from "../../features/agents/agents.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Agents = lazy(() => import("../../features/agents/Agents.operator.tsx").then(({ AgentsOperator }) => ({ default: AgentsOperator })));

const agentRightsOf = (operator: Operator): AgentRights => ({
  officer: operator.userName,
  canMove: mayCall(operator, agents.proposeMove),
  canDecideMoves: mayCall(operator, agents.confirmMove) && mayCall(operator, agents.declineMove),
  canSetStanding: mayCall(operator, agents.setStanding),
  canNotCount: mayCall(operator, agents.proposeNotCounted),
  seesNotCounted: mayCall(operator, agents.notCounted),
  canOpenMembers: mayCall(operator, members.open),
});

/** The pages about agents; a new one is a line here. */
export const agentDesks: readonly ConsolePage[] = [
  {
    path: "/agents",
    word: "agents.desk",
    icon: <Network />,
    needs: agents.find,
    group: 1,
    view: (operator) => <Agents rights={agentRightsOf(operator)} />,
  },
];
