import { createHash, randomBytes } from "node:crypto";
import { type Gift, giftsByPlace } from "@laro/contract/core/campaignRules";
import { fairStream } from "@laro/engines/fair";
import { drawTickets, entryFinder, listText } from "@laro/engines/prizes/raffle";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import { openText, sealText } from "../../platform/sealing.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { isRewardable } from "../limits/rewards.ts";
import { packs } from "../settings/packs.ts";
import { hashSeed } from "../wallet/seeds.sealed.ts";
import type { CampaignMoment } from "./campaigns.facts.ts";
import { reserve } from "./campaigns.rewards.ts";
import { endSettled, listToSettle, lockToSettle, type Settling } from "./campaigns.settle.ts";

const SEED_BYTES = 32;

const sealOf = (campaignId: string) => ({ use: "raffle", context: campaignId });

/** Promises a seed when a raffle is first published; a later version keeps it. */
export async function commitSeed(tx: Tx, keys: Keys, { campaignId, now }: { campaignId: string; now: Date }): Promise<void> {
  const seed = randomBytes(SEED_BYTES);
  await tx
    .insertInto("raffle")
    .values({ campaign_id: campaignId, seed_sealed: sealText(keys, sealOf(campaignId), seed.toString("hex")), server_seed_hash: hashSeed(seed), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A participation `p` in a campaign `c` of version `v`: its tickets by play and those other campaigns gave, together at most as many as one member may have. */
export const ticketsSql = sql<number>`least(
  p.progress / nullif(((v.rule->'trigger'->>'target')::numeric * 100)::bigint, 0)
    + coalesce((select sum(w.amount) from reward w where w.account_id = p.account_id and w.gives = 'ticket' and w.state = 'issued' and w.gift->>'raffle' = c.code), 0),
  (v.rule->'trigger'->>'most')::bigint)::int`;

/** Freezes the lists of raffles that are over, and draws: each once, whatever runs at once or is cut off. */
export async function settleRaffles(platform: Platform): Promise<void> {
  const { database, clock, timeZone, config } = platform;
  const moment = { now: clock.now(), timeZone, pack: packs[config.pack] };
  const find = (after: bigint) => listToSettle(database.db, "drawn", { now: moment.now, after });
  await workThrough(platform, { job: "campaigns:freezeRaffles", find, each: (tx, { id }) => freeze(tx, moment, id) });
  await workThrough(platform, { job: "campaigns:drawRaffles", find, each: (tx, { id }) => draw(tx, { ...moment, keys: platform.keys }, id) });
}

/** Writes down who holds which tickets, and its hash, before the seed is told. */
async function freeze(tx: Tx, { now }: CampaignMoment, id: string): Promise<void> {
  const open = await tx.selectFrom("raffle").select("campaign_id").where("campaign_id", "=", id).where("frozen_at", "is", null).forUpdate().executeTakeFirst();
  if (open === undefined) return;
  await sql`
    insert into raffle_entry (campaign_id, entry, account_id, tickets, first)
    select campaign_id, row_number() over (order by number), account_id, tickets, sum(tickets) over (order by number) - tickets
    from (
      select p.campaign_id, p.number, p.account_id, ${ticketsSql} as tickets from participation p join campaign c on c.id = p.campaign_id
      join campaign_version v on v.campaign_id = p.campaign_id and v.version = p.version where p.campaign_id = ${id} and p.state in ('signed', 'over')
    ) held where tickets > 0`.execute(tx);
  const tickets = await listTickets(tx, id);
  const hash = createHash("sha256").update(listText(tickets)).digest();
  await tx
    .updateTable("raffle")
    .set({ frozen_at: now, list_hash: hash, entries: tickets.length, tickets: BigInt(tickets.reduce((sum, count) => sum + count, 0)) })
    .where("campaign_id", "=", id)
    .where("frozen_at", "is", null)
    .execute();
  staleOnCommit(tx, ["raffles.list", "raffles.result"], ["everyone"]);
}

/** The tickets of each entry of a frozen list, in order. */
async function listTickets(db: Db | Tx, id: string): Promise<readonly number[]> {
  const rows = await (db as Db).selectFrom("raffle_entry").select("tickets").where("campaign_id", "=", id).orderBy("entry").execute();
  return rows.map(({ tickets }) => tickets);
}

/** Draws the places by the stream of the promised seed and the list's hash. Who may not be rewarded, or has won, is passed over for the stream's next number. */
async function draw(tx: Tx, { keys, ...moment }: CampaignMoment & { readonly keys: Keys }, id: string): Promise<void> {
  const settling = await lockToSettle(tx, id);
  const raffle = await tx
    .selectFrom("raffle")
    .select(["seed_sealed as sealed", "list_hash as listHash"])
    .where("campaign_id", "=", id)
    .where("frozen_at", "is not", null)
    .where("drawn_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (settling === undefined || raffle === undefined) return;
  const entries = await tx
    .selectFrom("raffle_entry")
    .select(["entry", "account_id as accountId", "tickets"])
    .where("campaign_id", "=", id)
    .orderBy("entry")
    .execute();
  const tickets = entries.map((entry) => entry.tickets);
  const findEntry = entryFinder(tickets);
  const total = tickets.reduce((sum, count) => sum + count, 0);
  const serverSeed = Buffer.from(openText(keys, sealOf(id), raffle.sealed), "hex");
  const stream = fairStream({ hmac: hmacSha256, serverSeed, clientSeed: raffle.listHash!.toString("hex"), nonce: 0n });
  const gifts = settling.state === "stopped" ? [] : giftsByPlace(settling.rule.prizes);
  const [drawn, passed] = [new Set<number>(), new Map<number, boolean>()];
  let turn = 0;
  for (const ticket of drawTickets(stream, total)) {
    if (drawn.size === gifts.length || passed.size === entries.length) break;
    const { entry, accountId } = entries[findEntry(ticket)]!;
    const isWon = !passed.has(entry) && (await giveTo(tx, moment, { settling, accountId, gift: gifts[drawn.size]! }));
    passed.set(entry, isWon);
    if (isWon) drawn.add(entry);
    turn += 1;
    await tx
      .insertInto("raffle_drawn")
      .values({ campaign_id: id, turn, ticket: BigInt(ticket), entry, place: isWon ? drawn.size : null })
      .execute();
  }
  await tx.updateTable("raffle").set({ drawn_at: moment.now, server_seed: serverSeed }).where("campaign_id", "=", id).execute();
  await endSettled(tx, id, moment.now);
}

const giveTo = async (tx: Tx, moment: CampaignMoment, { settling, accountId, gift }: { settling: Settling; accountId: bigint; gift: Gift }): Promise<boolean> =>
  (await isRewardable(tx, { accountId, ...moment })) &&
  reserve(tx, moment, { ...settling, campaignId: settling.id, accountId, occasion: "once", gift, claimed: true });
