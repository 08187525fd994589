import { refuse } from "@laro/contract/core/errors";
import type { Standing } from "../../platform/actor.ts";
import type { JurisdictionPack } from "../settings/packs.ts";

/** What a gate stands before. */
export const gated = ["deposit", "play", "withdraw", "transfer", "bonus"] as const;
export type Gated = (typeof gated)[number];

export interface Gate {
  readonly pack: Pick<JurisdictionPack, "verifiedOnly">;
  readonly now: Date;
  /** The call comes from outside the market's countries. */
  readonly isAbroad: boolean;
}

const closedAbroad: ReadonlySet<Gated> = new Set(["deposit", "play", "transfer"]);

/**
 * Whether an account may do this at all, by what its session was read with: no query. Refuses, in this order, with `limits.ineligible`,
 * `limits.restricted` where an officer closed it, `countries.closed` from abroad, or `limits.kyc_required` where the market wants an approved identity first. An approval that ran out
 * still lets money leave for a while.
 */
export function checkMay(what: Gated, { verification, eligibility, restrictions, withdrawUntil }: Standing, { pack, now, isAbroad }: Gate): void {
  // What a settlement gave back may leave; nothing else of that account goes on.
  if (eligibility !== "open" && !(eligibility === "settled" && what === "withdraw")) refuse("limits.ineligible");
  if (restrictions.includes(what)) refuse("limits.restricted");
  if (isAbroad && closedAbroad.has(what)) refuse("countries.closed");
  if (!pack.verifiedOnly || verification === "A") return;
  if (what !== "withdraw" || withdrawUntil === null || withdrawUntil <= now) refuse("limits.kyc_required");
}
