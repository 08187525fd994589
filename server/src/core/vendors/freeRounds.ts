import { refuse } from "@laro/contract/core/errors";
import { AMOUNT_MAX_MINOR } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { isRewardable } from "../limits/rewards.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { walletKinds } from "../wallet/posting.ts";
import { protocols } from "./protocols.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A vendor's game in which rounds can be given. */
export interface GivenGame {
  readonly id: number;
  readonly nodeId: number;
  readonly name: string;
  readonly vendorId: number;
  readonly vendorCode: string;
  readonly vendorName: string;
  /** Minor units; null where nothing bounds a stake. */
  readonly stakeMinMinor: bigint | null;
  readonly stakeMaxMinor: bigint | null;
  /** The most a round pays, in whole times its stake, rounded down; null where nobody knows. */
  readonly maxWinMultiple: number | null;
}

/** The protocols whose vendors can be told of free rounds. */
const issuing: readonly string[] = Object.entries(protocols).flatMap(([name, { games }]) => (games.issueFreeRounds === undefined ? [] : [name]));

/** Games rounds can be given in, by name, some at most; or the one with a node number. */
export async function listGivenGames(
  db: Db | Tx,
  { search = "", nodeId, limit }: { search?: string; nodeId?: number; limit: number },
): Promise<readonly GivenGame[]> {
  const { rows } = await sql<GivenGame>`
    select g.id, g.node_id as "nodeId", g.name, v.id as "vendorId", v.code as "vendorCode", v.name as "vendorName", g.stake_min as "stakeMinMinor",
           least(g.stake_max, k.stake_max, v.stake_max) as "stakeMaxMinor", g.max_win_multiple as "maxWinMultiple"
    from game g join vendor v on v.id = g.vendor_id left join game_stake k on k.game_id = g.id
    where v.id <> 1 and v.state in ('test', 'live') and v.protocol = any(${[...issuing]}::text[]) and g.state = 'open' and g.game_type = 'RNG'
      and (${nodeId ?? null}::integer is null or g.node_id = ${nodeId ?? null}) and strpos(lower(g.name), lower(${search})) > 0
    order by g.name, g.id limit ${limit}`.execute(db as Tx);
  return rows;
}

interface Grant {
  readonly accountId: bigint;
  readonly game: Pick<GivenGame, "id" | "vendorId" | "maxWinMultiple">;
  readonly rounds: number;
  readonly stakeMinor: bigint;
  readonly wagering: number;
  readonly until: Date;
  /** What it is given for: once for each. */
  readonly sourceId: string;
  readonly reason: string;
  readonly by: Pick<OperatorActor, "id" | "name">;
  readonly confirmedBy: Pick<OperatorActor, "id" | "name"> | undefined;
  readonly now: Date;
  readonly pack: Pick<JurisdictionPack, "timeZone" | "verifiedOnly">;
}

/** What free rounds can come to at most; null where nobody knows what their game pays. The multiple is rounded down: 1.96 is written as 1. */
function winMaxOf({ game: { maxWinMultiple }, rounds, stakeMinor }: Pick<Grant, "game" | "rounds" | "stakeMinor">): bigint | null {
  if (maxWinMultiple === null) return null;
  const most = BigInt(rounds) * stakeMinor * BigInt(maxWinMultiple + 1);
  return most < AMOUNT_MAX_MINOR ? most : AMOUNT_MAX_MINOR;
}

export const freeRoundsId = (sourceId: string): OwnId => derivedId("free-rounds", sourceId);

/** Gives free rounds; the vendor is told by a job. Refuses with `freeRounds.barred` whoever may not be rewarded now. */
export async function grantFreeRounds(
  tx: Tx,
  { accountId, game, rounds, stakeMinor, wagering, until, sourceId, reason, by, confirmedBy, now, pack }: Grant,
): Promise<string> {
  if (!(await isRewardable(tx, { accountId, now, pack }))) refuse("freeRounds.barred");
  const id = freeRoundsId(sourceId);
  const what = {
    id,
    account_id: accountId,
    vendor_id: game.vendorId,
    game_id: game.id,
    rounds,
    stake: stakeMinor,
    win_max: winMaxOf({ game, rounds, stakeMinor }),
    wagering,
    until,
    source_id: sourceId,
    reason,
  };
  const who = { granted_by: by.id, granted_name: by.name, confirmed_by: confirmedBy?.id ?? null, confirmed_name: confirmedBy?.name ?? null };
  await tx
    .insertInto("free_round")
    .values({ ...what, ...who, next_at: now, at: now })
    .execute();
  await addJob(tx, "freeRounds:send", {});
  staleFreeRounds(tx, accountId);
  return id;
}

/** Free rounds of ours as their end finds them. */
export interface Issue {
  readonly id: string;
  readonly accountId: bigint;
  readonly walletId: bigint;
  readonly currency: string;
  readonly playerRef: string;
  readonly gameId: number;
  readonly wagering: number;
}

/** Free rounds by the id we told a vendor; another vendor's look like none. */
export async function findIssue(db: Db, { vendorId, id }: { vendorId: number; id: string }): Promise<Issue | undefined> {
  if (!UUID.test(id)) return undefined;
  return db
    .selectFrom("free_round as f")
    .innerJoin("wallet as w", "w.account_id", "f.account_id")
    .innerJoin("vendor_player as p", (join) => join.onRef("p.account_id", "=", "f.account_id").onRef("p.vendor_id", "=", "f.vendor_id"))
    .select(["f.id", "f.account_id as accountId", "w.id as walletId", "w.currency", "p.player_ref as playerRef", "f.game_id as gameId", "f.wagering"])
    .where("f.id", "=", id)
    .where("f.vendor_id", "=", vendorId)
    .where("w.kind", "=", walletKinds.main)
    .executeTakeFirst();
}

/** Holds free rounds until the caller's end, and answers what they can come to: what was known when they were given, else what their vendor's row says. */
export async function lockGrant(tx: Tx, id: string): Promise<bigint> {
  const row = await tx
    .selectFrom("free_round as f")
    .innerJoin("vendor as v", "v.id", "f.vendor_id")
    .select((columns) => columns.fn.coalesce("f.win_max", "v.grant_win_max").as("winMax"))
    .where("f.id", "=", id)
    .forUpdate("f")
    .executeTakeFirstOrThrow();
  return row.winMax;
}

/** Free rounds whose win waits for officers, whatever state they were in. */
export async function holdGrant(tx: Tx, { id, accountId }: { id: string; accountId: bigint }): Promise<void> {
  await sql`update free_round set state = 'held', used = rounds, next_at = null, ended_at = null where id = ${id}`.execute(tx);
  staleFreeRounds(tx, accountId);
}

/** Ends free rounds with what they won, whatever state they were in: their vendor says that they were played. */
export async function finishGrant(tx: Tx, { id, wonMinor, now }: { id: string; wonMinor: bigint; now: Date }): Promise<void> {
  await sql`update free_round set state = 'finished', won = ${wonMinor}, used = rounds, next_at = null, ended_at = ${now} where id = ${id}`.execute(tx);
  staleOnCommit(tx, ["freeRounds.list"], ["operators"]);
}

/**
 * Takes free rounds back: at once where no vendor was asked for them, else as soon as the vendor says so. Refuses with `freeRounds.not_found`, or `freeRounds.over` what has
 * ended or is being taken back.
 */
export async function cancelFreeRounds(
  tx: Tx,
  { id, reason, by, now }: { id: string; reason: string; by: Pick<OperatorActor, "name">; now: Date },
): Promise<void> {
  const row = await tx
    .selectFrom("free_round")
    .select(["state", "tries", "account_id as accountId", "cancel_asked_at as askedAt"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) refuse("freeRounds.not_found", { field: "id" });
  if (row.askedAt !== null || !["issuing", "issued", "active"].includes(row.state)) refuse("freeRounds.over", { field: "id" });
  const asked = { cancel_asked_at: now, cancel_asked_name: by.name, cancel_reason: reason };
  const isUnsent = row.state === "issuing" && row.tries === 0;
  const change = isUnsent ? { state: "cancelled", ended_at: now, next_at: null } : { next_at: now, tries: 0 };
  await tx
    .updateTable("free_round")
    .set({ ...asked, ...change })
    .where("id", "=", id)
    .execute();
  if (!isUnsent) await addJob(tx, "freeRounds:send", {});
  staleFreeRounds(tx, row.accountId);
}

/**
 * Takes back all that a member has and may not play any more: at once what no vendor was asked for, else as soon as its vendor says so, who is asked until then. What was won by
 * that moment is paid.
 */
export async function takeBackAll(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const { rows } = await sql<{ isSent: boolean }>`
    update free_round f set cancel_asked_at = ${now}, tries = 0, state = case when u.sent then f.state else 'cancelled' end,
           next_at = case when u.sent then ${now}::timestamptz end, ended_at = case when u.sent then null else ${now}::timestamptz end
    from (
      select id, state <> 'issuing' or tries > 0 as sent from free_round
      where account_id = ${accountId} and state in ('issuing', 'issued', 'active') and cancel_asked_at is null for update
    ) u where u.id = f.id returning u.sent as "isSent"`.execute(tx);
  if (rows.length === 0) return;
  if (rows.some(({ isSent }) => isSent)) await addJob(tx, "freeRounds:send", {});
  staleFreeRounds(tx, accountId);
}

/** What officers and the member have open shows the change. */
export function staleFreeRounds(tx: Tx, accountId: bigint): void {
  staleOnCommit(tx, ["freeRounds.list", "freeRounds.proposals"], ["operators"]);
  staleOnCommit(tx, ["freeRounds.mine"], [`member:${accountId}`]);
}
