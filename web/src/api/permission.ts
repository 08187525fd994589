import type { FlagName, Permission } from "@laro/contract/site";
import { createContext, use } from "react";
import { setClock } from "./clock.ts";

let loaded: Permission | undefined;

const PATH = "/api/site.permission";

/** No script is waited for longer; a device whose clock was moved meanwhile would say so. */
const AGO_MAX_MS = 60_000;

/** How long ago the server said its time, taken to be half way between question and answer: the page asks before its script is there. */
function saidAgoMs(): number {
  const asked = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith(PATH)) as PerformanceResourceTiming | undefined;
  const agoMs = asked === undefined ? 0 : performance.now() - (asked.requestStart + asked.responseStart) / 2;
  return agoMs > 0 && agoMs < AGO_MAX_MS ? Math.round(agoMs) : 0;
}

/** Keeps what the site's permission call answered before anything mounts. */
export function keepPermission(permission: Permission): void {
  loaded = permission;
  setClock(permission.serverTime, saidAgoMs());
  // Both stores hold the code, as the specification asks (SITE-35).
  sessionStorage.setItem("merchantCode", permission.merchantCode);
  localStorage.setItem("merchantCode", permission.merchantCode);
}

/** The public key calls are sealed to. */
export function readSealKey(): Permission["sealKey"] {
  if (loaded === undefined) throw new Error("The permission data is loaded before any other call.");
  return loaded.sealKey;
}

const PermissionContext = createContext<Permission | undefined>(undefined);
export const PermissionProvider = PermissionContext.Provider;

/** The site as the server described it last. */
export function usePermission(): Permission {
  const permission = use(PermissionContext);
  if (permission === undefined) throw new Error("usePermission needs the PermissionProvider.");
  return permission;
}

/** Answers of each feature of the whitelabel tree whether it is on. */
export function useFlags(): (modId: FlagName) => boolean {
  const { whitelabel } = usePermission();
  return (modId) => {
    const find = (nodes: Permission["whitelabel"]): boolean => nodes.some((node) => (node.modId === modId ? node.enabled : find(node.childrenNodes)));
    return find(whitelabel);
  };
}

/** Whether a feature of the whitelabel tree is on. */
export const useFlag = (modId: FlagName): boolean => useFlags()(modId);
