import { campaigns } from "@laro/contract/campaigns";
import type { Gift } from "@laro/contract/core/campaignRules";
import { attend, openCampaign } from "./campaigns.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Gives a member three bonus bets of ₱5.00, as a campaign does; `gift` says what is different. */
export async function giveBonusBetsOf(world: World, person: Person, gift: Partial<Extract<Gift, { gives: "bonusBet" }>> = {}): Promise<void> {
  const rule = { gift: { gives: "bonusBet", count: 3, stake: 5_00n, days: 7, ...gift } } as const;
  const code = await openCampaign(world, await world.operator("marketing"), { rule });
  await person.call(campaigns.join, { code });
  await attend(world);
  await person.call(campaigns.claim, { code });
}
