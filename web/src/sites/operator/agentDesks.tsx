import { agents } from "@laro/contract/agents";
import { commissions } from "@laro/contract/commissions";
import { members } from "@laro/contract/members";
import { settlements } from "@laro/contract/settlements";
import { Coins, HandCoins, Network } from "lucide-react";
import { lazy } from "react";
import type { AgentRights } from "../../features/agents/agents.operator.api.ts";
import { ExplainedPayOperator } from "../../features/commissions/ExplainedPay.operator.tsx";
import type { SettlementRights } from "../../features/settlements/settlements.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Agents = lazy(() => import("../../features/agents/Agents.operator.tsx").then(({ AgentsOperator }) => ({ default: AgentsOperator })));
const Runs = lazy(() => import("../../features/settlements/Runs.operator.tsx").then(({ RunsOperator }) => ({ default: RunsOperator })));
const Exceptions = lazy(() => import("../../features/settlements/Exceptions.operator.tsx").then(({ ExceptionsOperator }) => ({ default: ExceptionsOperator })));

const agentRightsOf = (operator: Operator): AgentRights => ({
  officer: operator.userName,
  canMove: mayCall(operator, agents.proposeMove),
  canDecideMoves: mayCall(operator, agents.confirmMove) && mayCall(operator, agents.declineMove),
  canSetStanding: mayCall(operator, agents.setStanding),
  canNotCount: mayCall(operator, agents.proposeNotCounted),
  seesNotCounted: mayCall(operator, agents.notCounted),
  canOpenMembers: mayCall(operator, members.open),
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
    icon: <HandCoins />,
    needs: settlements.pays,
    group: 1,
    view: (operator) => <Exceptions rights={settlementRightsOf(operator)} explain={explainOf(operator)} />,
  },
];
