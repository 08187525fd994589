import type { HouseProposal } from "@laro/contract/house";
import type { Decision } from "../../core/approvals/proposals.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { saltProposed } from "./house.chains.ts";
import { carryOutCorrection, endProposedShortfall } from "./house.corrections.ts";
import { applyStakes } from "./house.stakes.ts";
import { decide } from "./house.ts";
import { voidProposedDraw, voidProposedRound } from "./house.voids.ts";

/** Carries out what another officer proposed; decision and effect stand together or not at all. Refuses with a code of `house.`, `rounds.not_open`, `rounds.step_taken`, `rounds.not_settled`, `wallet.already_reversed` or `draws.over`. */
export async function confirmHouseProposal(tx: Tx, platform: Platform, decision: Decision): Promise<HouseProposal> {
  const proposal = await decide(tx, "confirmed", decision);
  await effects[proposal.kind](tx, platform, proposal);
  return proposal;
}

const effects = {
  stakes: applyStakes,
  voidRound: voidProposedRound,
  voidDraw: voidProposedDraw,
  salt: saltProposed,
  correctRound: carryOutCorrection,
  shortfall: endProposedShortfall,
} as const satisfies Record<HouseProposal["kind"], (tx: Tx, platform: Platform, proposal: HouseProposal) => Promise<void>>;
