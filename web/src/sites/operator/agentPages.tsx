import { agentContracts } from "@laro/contract/agentContracts";
import { Handshake } from "lucide-react";
import { lazy } from "react";
import type { ContractRights } from "../../features/agentContracts/agentContracts.operator.api.ts";
import { mayCall, type Operator } from "./operator.ts";
import type { ConsolePage } from "./page.ts";

const Contracts = lazy(() => import("./ContractsPage.tsx").then(({ ContractsPage }) => ({ default: ContractsPage })));

const contractRightsOf = (operator: Operator): ContractRights => ({
  officer: operator.userName,
  canOffer: mayCall(operator, agentContracts.offerFor) && mayCall(operator, agentContracts.previewFor),
  canEnd: mayCall(operator, agentContracts.endFor) && mayCall(operator, agentContracts.previewFor),
  canPropose: mayCall(operator, agentContracts.proposeTemplate),
  canPublish: mayCall(operator, agentContracts.publishTemplate),
});

/** What officers see and decide of the agents' side. */
export const agentPages: readonly ConsolePage[] = [
  {
    path: "/agent-contracts",
    word: "agentContracts.title",
    icon: <Handshake />,
    needs: agentContracts.templates,
    group: 1,
    view: (operator) => <Contracts rights={contractRightsOf(operator)} />,
  },
];
