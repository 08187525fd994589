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

export const usePartners = () => useApiQuery(partners.list, {}, { everyMs: LOOK_EVERY_MS });
export const usePartner = (code: string) => useApiQuery(partners.get, { code });
export const useOpenRounds = (code: string) => useApiPages(partners.rounds, { code, limit: 25 });
export const useSavePartner = () => useApiCommand(partners.save, CHANGED);
export const useSendAgain = () => useApiCommand(partners.sendAgain, { stale: [partners.rounds, partners.list] });

type Proposing = Omit<InputOf<typeof partners.proposeKey>, "code">;

function useProposeKey(code: string) {
  const propose = useApiCommand(partners.proposeKey, CHANGED);
  const mutate = (input: Proposing, options?: { readonly onSuccess?: (output: OutputOf<typeof partners.proposeKey>) => void }) =>
    propose.mutate({ code, ...input }, options);
  return { ...propose, mutate };
}

/** What is done with the keys of a partner. */
export const partnerKeyActs = (code: string) => ({
  useProposeKey: () => useProposeKey(code),
  useConfirmKey: () => useApiCommand(partners.confirmKey, CHANGED),
  useEndKey: () => useApiCommand(partners.endKey, CHANGED),
});
