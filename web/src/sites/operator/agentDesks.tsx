import { agentContracts } from "@laro/contract/agentContracts";
import { agents } from "@laro/contract/agents";
import { commissions } from "@laro/contract/commissions";
import { members } from "@laro/contract/members";
import { settlements } from "@laro/contract/settlements";
import { signals } from "@laro/contract/signals";
import { Coins, Handshake, Network, Radar, TriangleAlert } from "lucide-react";
import { lazy } from "react";
import type { ContractRights } from "../../features/agentContracts/agentContracts.operator.api.ts";
import type { AgentRights } from "../../features/agents/agents.operator.api.ts";
import { ExplainedPayOperator } from "../../features/commissions/ExplainedPay.operator.tsx";
import type { SettlementRights } from "../../features/settlements/settlements.operator.api.ts";
import type { SignalRights } from "../../features/signals/signals.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Agents = lazy(() => import("../../features/agents/Agents.operator.tsx").then(({ AgentsOperator }) => ({ default: AgentsOperator })));
const Runs = lazy(() => import("../../features/settlements/Runs.operator.tsx").then(({ RunsOperator }) => ({ default: RunsOperator })));
const Exceptions = lazy(() => import("../../features/settlements/Exceptions.operator.tsx").then(({ ExceptionsOperator }) => ({ default: ExceptionsOperator })));
const Contracts = lazy(() => import("./ContractsPage.tsx").then(({ ContractsPage }) => ({ default: ContractsPage })));

const Signals = lazy(() => import("../../features/signals/Signals.operator.tsx").then(({ SignalsOperator }) => ({ default: SignalsOperator })));

const agentRightsOf = (operator: Operator): AgentRights => ({
  officer: operator.userName,
  canMove: mayCall(operator, agents.proposeMove),
  canDecideMoves: mayCall(operator, agents.confirmMove) && mayCall(operator, agents.declineMove),
  canSetStanding: mayCall(operator, agents.setStanding),
  canNotCount: mayCall(operator, agents.proposeNotCounted),
  seesNotCounted: mayCall(operator, agents.notCounted),
  canOpenMembers: mayCall(operator, members.open),
  seesAccreditations: mayCall(operator, agents.accreditations),
  canAccredit: mayCall(operator, agents.proposeAccreditation) && mayCall(operator, agents.endAccreditation),
  seesSignals: mayCall(operator, signals.list),
});

const settlementRightsOf = (operator: Operator): SettlementRights => ({
  officer: operator.userName,
  canApprove: mayCall(operator, settlements.approve),
  canDiscard: mayCall(operator, settlements.discard),
  canCorrect: mayCall(operator, settlements.propose),
  canRelease: mayCall(operator, settlements.release),
  canVoid: mayCall(operator, settlements.void),
  canDecide: mayCall(operator, settlements.confirm) && mayCall(operator, settlements.decline),
  canSeeProposals: mayCall(operator, settlements.proposals),
});
const explainOf = (operator: Operator) => (mayCall(operator, commissions.explainPay) ? ExplainedPayOperator : undefined);

const contractRightsOf = (operator: Operator): ContractRights => ({
  officer: operator.userName,
  canOffer: mayCall(operator, agentContracts.offerFor) && mayCall(operator, agentContracts.previewFor),
  canEnd: mayCall(operator, agentContracts.endFor) && mayCall(operator, agentContracts.previewFor),
  canPropose: mayCall(operator, agentContracts.proposeTemplate),
  canPublish: mayCall(operator, agentContracts.publishTemplate),
});

const signalRightsOf = (operator: Operator): SignalRights => ({
  canDecide: mayCall(operator, signals.dismiss) && mayCall(operator, signals.act),
  canOpenMembers: mayCall(operator, members.open),
  canOpenAgents: mayCall(operator, agents.view),
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
  {
    path: "/settlements",
    word: "settlements.title",
    icon: <Coins />,
    needs: settlements.runs,
    group: 1,
    view: (operator) => <Runs rights={settlementRightsOf(operator)} explain={explainOf(operator)} />,
  },
  {
    path: "/exceptions",
    word: "settlements.exceptions",
    icon: <TriangleAlert />,
    needs: settlements.pays,
    group: 1,
    view: (operator) => <Exceptions rights={settlementRightsOf(operator)} explain={explainOf(operator)} />,
  },
  {
    path: "/signals",
    word: "signals.title",
    icon: <Radar />,
    needs: signals.list,
    group: 1,
    view: (operator) => <Signals rights={signalRightsOf(operator)} />,
  },
];
