import { campaigns } from "@laro/contract/campaigns";
import { prizeDraws, type WantedEgg } from "@laro/contract/prizeDraws";
import { giveEggTickets, giveTickets as give } from "../features/prizeDraws/prizeDraws.ts";
import { payReferrals as pay } from "../features/referrals/referrals.pay.ts";
import { openCampaign } from "./campaigns.ts";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Gives a member a ticket of the VIP wheel for each of these levels. */
export const giveTickets = ({ open: { platform }, clock }: World, accountId: bigint, levels: readonly number[]): Promise<void> =>
  platform.database.begin((tx) =>
    give(
      tx,
      levels.map((level) => ({ accountId, level })),
      { keys: platform.keys, now: clock.now() },
    ),
  );

/** Has members claim a campaign's reward of so many tickets for golden eggs each, and gives them as its event does; answers the campaign's code. */
export async function giveEggs(world: World, members: readonly Person[], count: number): Promise<string> {
  const officer = await world.operator("marketing");
  const code = await openCampaign(world, officer, { budget: 1_000_00n * BigInt(members.length), rule: { gift: { gives: "egg", count } } });
  for (const member of members) {
    await member.call(campaigns.join, { code });
    await member.call(campaigns.claim, { code });
  }
  const rewards = await asOwner<{ id: string; owner: string }>(
    world.open.url,
    "select r.id, r.account_id::text as owner from reward r join campaign c on c.id = r.campaign_id where c.code = $1",
    [code],
  );
  const { open, clock } = world;
  for (const { id: rewardId, owner } of rewards)
    await open.platform.database.begin((tx) => giveEggTickets(tx, { rewardId, accountId: BigInt(owner), count, keys: open.platform.keys, now: clock.now() }));
  return code;
}

const reason = "for the test";

/** Puts a table of eggs in force by two officers; answers its version. */
export async function setEggs(world: World, prizes: readonly WantedEgg[]): Promise<number> {
  const { id } = await (await world.operator("marketing")).call(prizeDraws.proposeEggs, { prizes: [...prizes], reason });
  return (await (await world.operator("finance")).call(prizeDraws.confirmEggs, { id, reason })).version;
}

/** Gives what friends' steps bring. */
export const payReferrals = ({ open: { platform } }: World): Promise<void> => pay(platform);
