import { agentContracts } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages } from "../../api/query.ts";

/** What may be done here by whoever looks. */
export interface ContractRights {
  officer: string;
  canOffer: boolean;
  canEnd: boolean;
  canPropose: boolean;
  canPublish: boolean;
}

const listed = { stale: [agentContracts.list] };
const versioned = { stale: [agentContracts.templates] };

export const useTemplates = (kind: ContractKind) => useApiPages(agentContracts.templates, { kind });
export const useProposeTemplate = () => useOnceCommand(agentContracts.proposeTemplate, versioned);
export const usePublishTemplate = () => useApiCommand(agentContracts.publishTemplate, versioned);
export const useContracts = (kind: ContractKind, account: string) => useApiPages(agentContracts.list, { kind, ...(account === "" ? {} : { account }) });
export const usePreviewFor = () => useApiCommand(agentContracts.previewFor);
export const useSimulateFor = () => useApiCommand(agentContracts.simulateFor);
export const useSimulateTemplate = () => useApiCommand(agentContracts.simulateTemplate);
export const useOfferFor = () => useOnceCommand(agentContracts.offerFor, listed);
export const useEndFor = () => useApiCommand(agentContracts.endFor, listed);
