import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { partners } from "@laro/contract/partners";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What may be seen and done here by whoever looks. */
export interface PartnersRights {
  officer: string;
  canChange: boolean;
  canSendAgain: boolean;
  canTakeTotals: boolean;
}

/** Rounds end by themselves, and nobody tells the console. */
const LOOK_EVERY_MS = 10_000;
const CHANGED = { stale: [partners.list, partners.get] };

export const usePartners = () => useApiPages(partners.list, { limit: 25 }, { everyMs: LOOK_EVERY_MS });
export const usePartner = (code: string) => useApiQuery(partners.get, { code });
export const useOpenRounds = (code: string) => useApiPages(partners.rounds, { code, limit: 25 });
export const useFreeRounds = (code: string) => useApiPages(partners.freeRounds, { code, limit: 25 });
export const useTellAgain = () => useApiCommand(partners.tellAgain, { stale: [partners.freeRounds, partners.list] });
export const useSavePartner = () => useApiCommand(partners.save, CHANGED);
export const useConfirmRules = () => useApiCommand(partners.confirmRules, CHANGED);
export const useDeclineRules = () => useApiCommand(partners.declineRules, CHANGED);
export const useSendAgain = () => useApiCommand(partners.sendAgain, { stale: [partners.rounds, partners.list] });

type Proposing = Omit<InputOf<typeof partners.proposeKey>, "code">;
type Proposed = OutputOf<typeof partners.proposeKey>;

/** What is done with the keys of a partner. */
export function usePartnerKeyActs(code: string) {
  const propose = useApiCommand(partners.proposeKey, CHANGED);
  const confirm = useApiCommand(partners.confirmKey, CHANGED);
  const end = useApiCommand(partners.endKey, CHANGED);
  const mutate = (input: Proposing, options?: { readonly onSuccess?: (output: Proposed) => void }) => propose.mutate({ code, ...input }, options);
  return { propose: { ...propose, mutate }, confirm, end };
}
