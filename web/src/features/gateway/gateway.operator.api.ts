import type { InputOf } from "@laro/contract/core/endpoint";
import { gateway, type KeyUse, type returnDays, type VendorKey } from "@laro/contract/gateway";
import type { UseMutationResult } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What may be seen and done here by whoever looks. */
export interface GatewayRights {
  officer: string;
  canList: boolean;
  canOpen: boolean;
  canReadFaults: boolean;
  canChange: boolean;
  canReadRounds: boolean;
  canDecideRounds: boolean;
  canReadReturns: boolean;
  canSeeTransfers: boolean;
  canDecideTransfers: boolean;
  canSeePrizes: boolean;
  canDecidePrizes: boolean;
}

export type FaultWish = Omit<InputOf<typeof gateway.faults>, "cursor" | "limit">;

/** Counts are written every ten seconds, and nobody tells the console. */
const LOOK_EVERY_MS = 10_000;
const ROUNDS_CHANGED = { stale: [gateway.rounds, gateway.list] };
const CHANGED = { stale: [gateway.get, gateway.list] };
const DECIDED = { stale: [gateway.transfers] };
const PAID = { stale: [gateway.prizes] };
export type TransferWish = Omit<InputOf<typeof gateway.transfers>, "cursor" | "limit">;
export type PrizeWish = Omit<InputOf<typeof gateway.prizes>, "cursor" | "limit">;

export const useGateway = () => useApiQuery(gateway.list, {}, { everyMs: LOOK_EVERY_MS });
export const useGatewayVendor = (vendorCode: string) => useApiQuery(gateway.get, { vendorCode });
export const useHour = (vendorCode: string) => useApiQuery(gateway.hour, { vendorCode }, { everyMs: LOOK_EVERY_MS });
export const useFaults = (wish: FaultWish) => useApiPages(gateway.faults, { ...wish, limit: 50 });
export const useFound = (id: string) => useApiQuery(gateway.search, { id });
export const useReturns = (vendorCode: string, days: (typeof returnDays)[number]) => useApiPages(gateway.returns, { vendorCode, days, limit: 50 });
export const useWaitingRounds = (vendorCode: string) => useApiPages(gateway.rounds, { vendorCode, limit: 20 });
export const useProposeRound = () => useApiCommand(gateway.proposeRound, ROUNDS_CHANGED);
export const useConfirmRound = () => useApiCommand(gateway.confirmRound, ROUNDS_CHANGED);
export const useDeclineRound = () => useApiCommand(gateway.declineRound, ROUNDS_CHANGED);
export const useTransfersOnTheWay = (wish: TransferWish) => useApiPages(gateway.transfers, { ...wish, limit: 25 });
export const useProposeTransfer = () => useApiCommand(gateway.proposeTransfer, DECIDED);
export const useConfirmTransfer = () => useApiCommand(gateway.confirmTransfer, DECIDED);
export const useDeclineTransfer = () => useApiCommand(gateway.declineTransfer, DECIDED);
export const useHeldPrizes = (wish: PrizeWish) => useApiPages(gateway.prizes, { ...wish, limit: 25 });
export const useProposePrize = () => useApiCommand(gateway.proposePrize, PAID);
export const useConfirmPrize = () => useApiCommand(gateway.confirmPrize, PAID);
export const useDeclinePrize = () => useApiCommand(gateway.declinePrize, PAID);

/** A command as a dialog runs it. */
type Act<Input, Output> = Pick<UseMutationResult<Output, Error, Input>, "isPending" | "error" | "reset"> & {
  readonly mutate: (input: Input, options?: { readonly onSuccess?: (output: Output) => void }) => void;
};

/** What officers do with keys, whosever they are. */
export interface KeyActs {
  readonly propose: Act<{ use: KeyUse; secret?: string; reason: string }, { key: VendorKey; secret: string | null }>;
  readonly confirm: Act<InputOf<typeof gateway.confirmKey>, unknown>;
  readonly end: Act<InputOf<typeof gateway.endKey>, unknown>;
}

/** What is done with the keys of a vendor. */
export function useKeyActs(vendorCode: string): KeyActs {
  const propose = useApiCommand(gateway.proposeKey, CHANGED);
  const confirm = useApiCommand(gateway.confirmKey, CHANGED);
  const end = useApiCommand(gateway.endKey, CHANGED);
  return { propose: { ...propose, mutate: (input, options) => propose.mutate({ vendorCode, ...input }, options) }, confirm, end };
}

export const useSetRules = () => useApiCommand(gateway.setRules, CHANGED);
export const useConfirmRules = () => useApiCommand(gateway.confirmRules, CHANGED);
export const useDeclineRules = () => useApiCommand(gateway.declineRules, CHANGED);

/** What is looked at lives in the URL. */
export function useLookedAt() {
  const [params, setParams] = useSearchParams();
  const show = (next: Readonly<Record<string, string | undefined>>) =>
    setParams(Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "")));
  return { params, show };
}
