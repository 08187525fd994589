import { randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Drawn, prizeDraws, Ticket } from "@laro/contract/prizeDraws";
import { fairStream } from "@laro/engines/fair";
import { drawStop, findVipWheel, sliceAt, vipWheel, weightsOf } from "@laro/engines/prizes/wheel";
import { isRewardable } from "../../core/limits/rewards.ts";
import { givePoints } from "../../core/points/points.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { hashSeed } from "../../core/wallet/seeds.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const SEED_BYTES = 32;
const DAY_MS = 24 * 60 * 60_000;
/** A level and a month give one each, so nobody comes near it. */
const TICKETS_SHOWN_MAX = 100;

/** The slices of the wheel that new tickets are for. */
export const describeWheel = (): OutputOf<(typeof prizeDraws)["wheel"]> => ({
  version: vipWheel.version,
  weights: weightsOf(vipWheel),
  slices: [...vipWheel.slices],
});

/** What a ticket is given for: once for each level, once for each month (its first day). */
export type Cause = { readonly level: number } | { readonly month: string };

/** A member who gets a ticket, and for what. */
export type Given = Cause & { readonly accountId: bigint };

/** Gives tickets, each with a seed of its own; one that was given before is left as it is. */
export async function giveTickets(tx: Tx, given: readonly Given[], now: Date): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map((one) => {
    const serverSeed = randomBytes(SEED_BYTES);
    const why = "level" in one ? { cause: "level", level: one.level, month: null } : { cause: "month", level: 0, month: one.month };
    const id = derivedId("prize-ticket", String(one.accountId), why.cause, String(why.month ?? why.level));
    return { id, account_id: one.accountId, ...why, version: vipWheel.version, server_seed: serverSeed, server_seed_hash: hashSeed(serverSeed), at: now };
  });
  await tx
    .insertInto("prize_ticket")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  staleOnCommit(
    tx,
    ["prizeDraws.tickets", "rewards.summary"],
    given.map(({ accountId }) => `member:${accountId}` as const),
  );
}

const selectTickets = (db: Db) =>
  db.selectFrom("prize_ticket as t").select(["t.id", "t.number", "t.cause", "t.level", "t.at", "t.server_seed_hash as serverSeedHash"]);
type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>["executeTakeFirstOrThrow"]>>;

const describeTicket = ({ id, cause, level, at, serverSeedHash }: TicketRow): Ticket => ({
  id,
  cause: cause as Ticket["cause"],
  level,
  at: at.toISOString(),
  serverSeedHash: serverSeedHash.toString("hex"),
});

const selectDrawn = (db: Db) =>
  selectTickets(db)
    .select(["t.server_seed as serverSeed", "t.client_seed as clientSeed", "t.version", "t.stop", "t.points", "t.drawn_at as drawnAt"])
    .where("t.drawn_at", "is not", null);
type DrawnRow = Awaited<ReturnType<ReturnType<typeof selectDrawn>["executeTakeFirstOrThrow"]>>;

const describeDrawn = (row: DrawnRow): Drawn => ({
  ...describeTicket(row),
  drawnAt: row.drawnAt!.toISOString(),
  serverSeed: row.serverSeed.toString("hex"),
  clientSeed: row.clientSeed!,
  version: row.version,
  stop: row.stop!,
  points: row.points!,
});

/** Refuses with `vip.closed` while the feature is off; tickets stay. */
async function checkOpen(db: Db | Tx): Promise<void> {
  if (!(await isFlagOn(db, "vip"))) refuse("vip.closed");
}

/** A member's tickets that wait, oldest first. */
export async function listTickets(db: Db, accountId: bigint): Promise<OutputOf<(typeof prizeDraws)["tickets"]>> {
  await checkOpen(db);
  const rows = await selectTickets(db)
    .where("t.account_id", "=", accountId)
    .where("t.drawn_at", "is", null)
    .orderBy("t.number")
    .limit(TICKETS_SHOWN_MAX)
    .execute();
  return { count: rows.length, list: rows.map(describeTicket) };
}

/** A member's draws, newest first. */
export async function listDrawn(
  db: Db,
  { accountId, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { accountId: bigint },
): Promise<OutputOf<(typeof prizeDraws)["drawn"]>> {
  await checkOpen(db);
  const rows = await selectDrawn(db)
    .where("t.account_id", "=", accountId)
    .$if(isNumberCursor(cursor), (query) => query.where("t.number", "<", BigInt(cursor!)))
    .orderBy("t.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeDrawn, cursorOf: ({ number }) => number });
}

interface Turn extends Pick<InputOf<(typeof prizeDraws)["draw"]>, "ticketId" | "clientSeed"> {
  readonly accountId: bigint;
  readonly pack: Pick<JurisdictionPack, "verifiedOnly">;
  readonly now: Date;
}

/**
 * Draws a ticket from the seed that was promised with it and the member's, and gives its points, in one transaction: a ticket is drawn once, whoever asks how often. Refuses with `vip.closed`,
 * `prizeDraws.ticket_not_found`, `prizeDraws.ticket_used` and, of an account that may not be rewarded now, `rewards.closed`: its ticket waits.
 */
export async function drawTicket(tx: Tx, { accountId, ticketId, clientSeed, pack, now }: Turn): Promise<Drawn> {
  await checkOpen(tx);
  const ticket = await tx
    .selectFrom("prize_ticket")
    .select(["server_seed as serverSeed", "version", "drawn_at as drawnAt"])
    .where("id", "=", ticketId)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (ticket === undefined) refuse("prizeDraws.ticket_not_found", { field: "ticketId" });
  if (ticket.drawnAt !== null) refuse("prizeDraws.ticket_used", { field: "ticketId" });
  if (!(await isRewardable(tx, { accountId, now, pack }))) refuse("rewards.closed");
  const wheel = findVipWheel(ticket.version)!;
  const stop = drawStop(wheel, fairStream({ hmac: hmacSha256, serverSeed: ticket.serverSeed, clientSeed, nonce: 0n }));
  const { points } = sliceAt(wheel, stop);
  await tx.updateTable("prize_ticket").set({ client_seed: clientSeed, stop, points, drawn_at: now }).where("id", "=", ticketId).execute();
  await givePoints(tx, { accountId, ref: derivedId("prize-draw", ticketId), kind: "won", points: BigInt(points), detail: { ticketId }, now });
  staleOnCommit(tx, ["prizeDraws.tickets", "prizeDraws.drawn", "rewards.summary"], [`member:${accountId}`]);
  return describeDrawn(await selectDrawn(tx).where("t.id", "=", ticketId).executeTakeFirstOrThrow());
}

/** Levels of so many days ago bring no ticket any more: days are made up for when the feature is installed on what was played before. */
const NEWS_DAYS = 7;

/** Each level that was reached brings its ticket, those passed on the way too. */
export const prizeDrawSubscribers: Subscribers = {
  "vip.levelled": [
    async (tx, event, { clock }) => {
      const accountId = BigInt(event.accountId);
      const now = clock.now();
      const rows = await tx
        .selectFrom("vip_level_up")
        .select("level")
        .where("account_id", "=", accountId)
        .where("at", ">", new Date(now.getTime() - NEWS_DAYS * DAY_MS))
        .execute();
      await giveTickets(
        tx,
        rows.map(({ level }) => ({ accountId, level })),
        now,
      );
    },
  ],
};
