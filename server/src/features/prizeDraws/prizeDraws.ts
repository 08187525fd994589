import { randomBytes } from "node:crypto";
import { type ErrorCode, refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Drawn, PrizeDrawName, prizeDraws, Ticket } from "@laro/contract/prizeDraws";
import type { FlagName } from "@laro/contract/site";
import { fairStream, type Stream } from "@laro/engines/fair";
import { drawStop, findVipWheel, sliceAt, vipWheel, weightsOf } from "@laro/engines/prizes/wheel";
import { sql } from "kysely";
import { isRewardable } from "../../core/limits/rewards.ts";
import { checkPointsOn, givePoints } from "../../core/points/points.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { hashSeed } from "../../core/wallet/seeds.sealed.ts";
import { getWalletId, type LedgerMoment, postMovement } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { countEgg, drawEgg, getEggVersion, type Outcome } from "./prizeDraws.eggs.ts";
import { openSeed, sealSeed } from "./prizeDraws.seals.ts";

const SEED_BYTES = 32;
/** More than anybody looks at; all of them are counted. */
const TICKETS_SHOWN_MAX = 100;

/** The slices of the wheel that new tickets are for. */
export const describeWheel = (): OutputOf<(typeof prizeDraws)["wheel"]> => ({
  version: vipWheel.version,
  weights: weightsOf(vipWheel),
  slices: [...vipWheel.slices],
});

/** What a ticket is given for: of the wheel once for each level and once for each month (its first day), of the eggs once for each place of a campaign's reward. */
export type Cause = { readonly level: number } | { readonly month: string } | { readonly rewardId: string; readonly place: number };

/** A member who gets a ticket, and for what. */
export type Given = Cause & { readonly accountId: bigint };

const none = { level: 0, month: null, reward_id: null, place: null };

/** What of a ticket follows from its cause; `parts` are what it is given for once. */
function causeOf(cause: Cause) {
  if ("rewardId" in cause) {
    const { rewardId, place } = cause;
    return { parts: [rewardId, String(place)], row: { ...none, draw: "egg", cause: "campaign", reward_id: rewardId, place } };
  }
  if ("level" in cause) return { parts: [String(cause.level)], row: { ...none, draw: "wheel", cause: "level", level: cause.level } };
  return { parts: [cause.month], row: { ...none, draw: "wheel", cause: "month", month: cause.month } };
}

/** What opens sealed seeds, and the moment of something. */
interface Sealed {
  readonly keys: Keys;
  readonly now: Date;
}

/** Gives tickets, each with a seed of its own, sealed until it is drawn; one that was given before is left as it is. */
export async function giveTickets(tx: Tx, given: readonly Given[], { keys, now }: Sealed): Promise<void> {
  if (given.length === 0) return;
  const eggVersion = await getEggVersion(tx);
  const rows = given.map(({ accountId, ...cause }) => {
    const serverSeed = randomBytes(SEED_BYTES);
    const { parts, row } = causeOf(cause);
    const id = derivedId("prize-ticket", String(accountId), row.cause, ...parts);
    const version = row.draw === "egg" ? eggVersion : vipWheel.version;
    return { ...row, id, account_id: accountId, version, seed_sealed: sealSeed(keys, id, serverSeed), server_seed_hash: hashSeed(serverSeed), at: now };
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
  db.selectFrom("prize_ticket as t").select(["t.id", "t.number", "t.draw", "t.cause", "t.level", "t.at", "t.version", "t.server_seed_hash as serverSeedHash"]);
type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>["executeTakeFirstOrThrow"]>>;

const describeTicket = ({ id, draw, cause, level, at, version, serverSeedHash }: TicketRow): Ticket => ({
  id,
  draw: draw as PrizeDrawName,
  cause: cause as Ticket["cause"],
  level,
  at: at.toISOString(),
  version,
  serverSeedHash: serverSeedHash.toString("hex"),
});

const selectDrawn = (db: Db) =>
  selectTickets(db)
    .select(["t.server_seed as serverSeed", "t.client_seed as clientSeed", "t.stop", "t.points", "t.cash", "t.replaced", "t.drawn_at as drawnAt"])
    .where("t.drawn_at", "is not", null);
type DrawnRow = Awaited<ReturnType<ReturnType<typeof selectDrawn>["executeTakeFirstOrThrow"]>>;

const describeDrawn = (row: DrawnRow): Drawn => ({
  ...describeTicket(row),
  drawnAt: row.drawnAt!.toISOString(),
  serverSeed: row.serverSeed!.toString("hex"),
  clientSeed: row.clientSeed!,
  stop: row.stop!,
  points: row.points ?? 0,
  amount: row.cash ?? 0n,
  replaced: row.replaced,
});

/** The switch of each draw, and what is said while it is off. */
const switches = {
  wheel: { flag: "vip", closed: "vip.closed" },
  egg: { flag: "eggs", closed: "prizeDraws.closed" },
} as const satisfies Record<PrizeDrawName, { flag: FlagName; closed: ErrorCode }>;

/** Refuses with `vip.closed` or `prizeDraws.closed` while a draw is off; tickets stay. */
async function checkOpen(db: Db | Tx, draw: PrizeDrawName): Promise<void> {
  const { flag, closed } = switches[draw];
  if (!(await isFlagOn(db, flag))) refuse(closed);
}

type Mine<Verb extends "tickets" | "drawn"> = InputOf<(typeof prizeDraws)[Verb]> & { readonly accountId: bigint };

/** A member's tickets of a draw that wait, oldest first. */
export async function listTickets(db: Db, { accountId, draw }: Mine<"tickets">): Promise<OutputOf<(typeof prizeDraws)["tickets"]>> {
  await checkOpen(db, draw);
  const rows = await selectTickets(db)
    .select(sql<number>`(count(*) over ())::int`.as("count"))
    .where("t.account_id", "=", accountId)
    .where("t.draw", "=", draw)
    .where("t.drawn_at", "is", null)
    .orderBy("t.number")
    .limit(TICKETS_SHOWN_MAX)
    .execute();
  return { count: rows[0]?.count ?? 0, list: rows.map(describeTicket) };
}

/** A member's draws of a kind, newest first. */
export async function listDrawn(
  db: Db,
  { accountId, draw, cursor, limit = PAGE_LIMIT_DEFAULT }: Mine<"drawn">,
): Promise<OutputOf<(typeof prizeDraws)["drawn"]>> {
  await checkOpen(db, draw);
  const rows = await selectDrawn(db)
    .where("t.account_id", "=", accountId)
    .where("t.draw", "=", draw)
    .$if(isNumberCursor(cursor), (query) => query.where("t.number", "<", BigInt(cursor!)))
    .orderBy("t.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeDrawn, cursorOf: ({ number }) => number });
}

function drawWheel(version: number, stream: Stream): Outcome {
  const wheel = findVipWheel(version)!;
  const stop = drawStop(wheel, stream);
  return { stop, points: sliceAt(wheel, stop).points, cash: null, prize: null, replaced: false };
}

interface Turn extends Pick<InputOf<(typeof prizeDraws)["draw"]>, "ticketId" | "clientSeed">, LedgerMoment {
  readonly accountId: bigint;
  readonly keys: Keys;
  readonly pack: Pick<JurisdictionPack, "timeZone" | "verifiedOnly">;
}

/**
 * Draws a ticket from the seed that was promised with it and the member's, and gives what it won, in one transaction: a ticket is drawn once, whoever asks how often. Refuses with
 * `vip.closed`, `prizeDraws.closed`, `prizeDraws.ticket_not_found`, `prizeDraws.ticket_used` and, of an account that may not be rewarded now, `rewards.closed`: its ticket waits.
 * It waits too, with `points.closed`, while points are switched off.
 */
export async function drawTicket(tx: Tx, { accountId, ticketId, clientSeed, pack, keys, ...moment }: Turn): Promise<Drawn> {
  const ticket = await tx
    .selectFrom("prize_ticket")
    .select(["draw", "server_seed as openSeed", "seed_sealed as sealed", "version", "drawn_at as drawnAt"])
    .where("id", "=", ticketId)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (ticket === undefined) refuse("prizeDraws.ticket_not_found", { field: "ticketId" });
  const draw = ticket.draw as PrizeDrawName;
  await checkOpen(tx, draw);
  if (ticket.drawnAt !== null) refuse("prizeDraws.ticket_used", { field: "ticketId" });
  if (!(await isRewardable(tx, { accountId, now: moment.now, pack }))) refuse("rewards.closed");
  // Before anything is drawn: whoever were refused by what they won would try other seeds.
  await checkPointsOn(tx);
  // One that waited before seeds were sealed, until the job has sealed it.
  const serverSeed = ticket.sealed === null ? ticket.openSeed! : openSeed(keys, ticketId, ticket.sealed);
  const stream = fairStream({ hmac: hmacSha256, serverSeed, clientSeed, nonce: 0n });
  const outcome = draw === "wheel" ? drawWheel(ticket.version, stream) : await drawEgg(tx, ticket.version, stream);
  await tx
    .updateTable("prize_ticket")
    .set({ ...outcome, server_seed: serverSeed, seed_sealed: null, client_seed: clientSeed, drawn_at: moment.now })
    .where("id", "=", ticketId)
    .execute();
  await give(tx, moment, { accountId, ticketId, ...outcome });
  if (draw === "egg") await countEgg(tx, ticket.version, outcome);
  staleOnCommit(tx, ["prizeDraws.tickets", "prizeDraws.drawn", "rewards.summary"], [`member:${accountId}`]);
  return describeDrawn(await selectDrawn(tx).where("t.id", "=", ticketId).executeTakeFirstOrThrow());
}

/** Gives what a ticket won under ids made from its own. */
async function give(
  tx: Tx,
  moment: LedgerMoment,
  { accountId, ticketId, points, cash }: Pick<Outcome, "points" | "cash"> & { readonly accountId: bigint; readonly ticketId: string },
): Promise<void> {
  if (points !== null)
    await givePoints(tx, { accountId, ref: derivedId("prize-draw", ticketId), kind: "won", points: BigInt(points), detail: { ticketId }, now: moment.now });
  if (cash === null) return;
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await postMovement(tx, moment, { ref: derivedId("prize-money", ticketId), walletId, contra: "promotion", kind: "prize", amountMinor: cash });
  staleOnCommit(tx, ["wallet.balance", "wallet.history"], [`member:${accountId}`]);
}

/** Levels of so many days ago bring no ticket any more: days are made up for when the feature is installed on what was played before. */
const NEWS_DAYS = 7;

/** Each level that was reached brings its ticket, those passed on the way too; each reward of tickets brings as many as it says. */
export const prizeDrawSubscribers: Subscribers = {
  "vip.levelled": [
    async (tx, event, { clock, keys, timeZone }) => {
      const accountId = BigInt(event.accountId);
      const now = clock.now();
      const rows = await tx
        .selectFrom("vip_level_up")
        .select("level")
        .where("account_id", "=", accountId)
        .where("day", ">=", sql<string>`(${now}::timestamptz at time zone ${timeZone})::date - ${NEWS_DAYS}::integer`)
        .execute();
      await giveTickets(
        tx,
        rows.map(({ level }) => ({ accountId, level })),
        { keys, now },
      );
    },
  ],
  "campaigns.eggsGiven": [
    async (tx, { rewardId, accountId, count }, { clock, keys }) =>
      giveEggTickets(tx, { rewardId, accountId: BigInt(accountId), count: Number(count), keys, now: clock.now() }),
  ],
};

/** Gives the tickets of a campaign's reward, numbered from 1. */
export const giveEggTickets = (
  tx: Tx,
  { rewardId, accountId, count, ...sealed }: Sealed & { readonly rewardId: string; readonly accountId: bigint; readonly count: number },
): Promise<void> =>
  giveTickets(
    tx,
    Array.from({ length: count }, (_, at) => ({ accountId, rewardId, place: at + 1 })),
    sealed,
  );
