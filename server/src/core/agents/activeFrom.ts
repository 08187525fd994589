import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { brand } from "../settings/packs.ts";

/** What a member's valid bets must come to, so that a contract counts the member as active; minor units. */
export function activeFromOf({ kind, period }: { readonly kind: ContractKind; readonly period: ContractPeriod | null }): bigint {
  const { hourMinor, dayMinor, periodMinor } = brand.activeMinimum;
  if (kind === "hourly" || kind === "realTime") return hourMinor;
  return kind === "daily" || period === "D" ? dayMinor : periodMinor;
}
