import type { InputOf } from "@laro/contract/core/endpoint";
import { vendors } from "@laro/contract/vendors";
import { useSearchParams } from "wouter";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export interface VendorRights {
  officer: string;
  canSetState: boolean;
  canOrder: boolean;
  canPick: boolean;
  canSetGame: boolean;
  canSetWindows: boolean;
}

export type GameWish = InputOf<typeof vendors.games>;

const STALE = { stale: [vendors.list, vendors.games] };

export const useVendors = () => useApiQuery(vendors.list, {});
export const useGames = (wish: GameWish, enabled = true) => useApiQuery(vendors.games, wish, { enabled });
export const useChanges = (nodeId: string) => useApiPages(vendors.changes, { nodeId, limit: 10 });
export const useSetState = () => useApiCommand(vendors.setState, STALE);
export const useSetOrder = () => useApiCommand(vendors.order, STALE);
export const useSetHotGame = () => useApiCommand(vendors.setHotGame, STALE);
export const useSetFooter = () => useApiCommand(vendors.setFooter, STALE);
export const useSetGame = () => useApiCommand(vendors.setGame, { stale: [vendors.list, vendors.games, vendors.changes] });
export const useAnnounce = () => useApiCommand(vendors.window, STALE);
export const useEndWindow = () => useApiCommand(vendors.endWindow, STALE);

/** The texts that say something, by language. */
export const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text.trim() === "" ? [] : [[language, text.trim()]])));

/** What is looked at lives in the URL. */
export function usePlace() {
  const [params, setParams] = useSearchParams();
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === "") changed.delete(name);
        else changed.set(name, value);
      }
      return changed;
    });
  return { params, change };
}
