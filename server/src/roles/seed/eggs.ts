import { packs } from "../../core/settings/packs.ts";
import { drawTicket, giveEggTickets } from "../../features/prizeDraws/prizeDraws.ts";
import type { Tx } from "../../platform/db.ts";
import type { Past } from "./past.ts";

/** The tickets for golden eggs that a member claimed of a campaign, the first of them drawn; its event, heard later, finds them given. */
export async function seedEggs(tx: Tx, { platform, end: now }: Past, { accountId, code }: { accountId: bigint; code: string }): Promise<void> {
  const reward = await tx
    .selectFrom("reward as r")
    .innerJoin("campaign as c", "c.id", "r.campaign_id")
    .select(["r.id", "r.amount"])
    .where("c.code", "=", code)
    .where("r.account_id", "=", accountId)
    .where("r.state", "=", "issued")
    .executeTakeFirst();
  if (reward === undefined) return;
  await giveEggTickets(tx, { rewardId: reward.id, accountId, count: Number(reward.amount), keys: platform.keys, now });
  const ticket = await tx
    .selectFrom("prize_ticket")
    .select("id")
    .where("account_id", "=", accountId)
    .where("draw", "=", "egg")
    .where("drawn_at", "is", null)
    .orderBy("number")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { timeZone, config, keys } = platform;
  await drawTicket(tx, { accountId, ticketId: ticket.id, clientSeed: "de".repeat(16), pack: packs[config.pack], keys, now, timeZone });
}
