import { agentContracts } from "@laro/contract/agentContracts";
import { agents } from "@laro/contract/agents";
import { members } from "@laro/contract/members";
import { Handshake, Network } from "lucide-react";
import { lazy } from "react";
import type { ContractRights } from "../../features/agentContracts/agentContracts.operator.api.ts";
import type { AgentRights } from "../../features/agents/agents.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Agents = lazy(() => import("../../features/agents/Agents.operator.tsx").then(({ AgentsOperator }) => ({ default: AgentsOperator })));
const Contracts = lazy(() => import("./ContractsPage.tsx").then(({ ContractsPage }) => ({ default: ContractsPage })));

const agentRightsOf = (operator: Operator): AgentRights => ({
  officer: operator.userName,
  canMove: mayCall(operator, agents.proposeMove),
  canDecideMoves: mayCall(operator, agents.confirmMove) && mayCall(operator, agents.declineMove),
  canSetStanding: mayCall(operator, agents.setStanding),
  canNotCount: mayCall(operator, agents.proposeNotCounted),
  seesNotCounted: mayCall(operator, agents.notCounted),
  canOpenMembers: mayCall(operator, members.open),
});

const contractRightsOf = (operator: Operator): ContractRights => ({
  officer: operator.userName,
  canOffer: mayCall(operator, agentContracts.offerFor) && mayCall(operator, agentContracts.previewFor),
  canEnd: mayCall(operator, agentContracts.endFor) && mayCall(operator, agentContracts.previewFor),
  canPropose: mayCall(operator, agentContracts.proposeTemplate),
  canPublish: mayCall(operator, agentContracts.publishTemplate),
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
  {
    path: "/agent-contracts",
    word: "agentContracts.title",
    icon: <Handshake />,
    needs: agentContracts.templates,
    group: 1,
    view: (operator) => <Contracts rights={contractRightsOf(operator)} />,
  },
];
