import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { FreeRounds, freeRounds, FreeRoundState, GivenGame as Given, OwnFreeRounds } from "@laro/contract/freeRounds";
import { sql } from "kysely";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { type GivenGame, listGivenGames } from "../../core/vendors/freeRounds.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const GAMES_MAX = 20;

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("free_round as f")
    .innerJoin("account as a", "a.id", "f.account_id")
    .innerJoin("game as g", "g.id", "f.game_id")
    .innerJoin("vendor as v", "v.id", "f.vendor_id")
    .select(["f.id", "f.number", "f.rounds", "f.stake", "f.wagering", "f.until", "f.state", "f.won", "f.at", "f.tries", "f.reason"])
    .select(["a.id as memberId", "a.name as memberName", "g.node_id as nodeId", "g.name as gameName", "v.code as vendorCode", "v.name as vendorName"])
    .select(["f.granted_name as grantedBy", "f.confirmed_name as confirmedBy", "f.cancel_asked_name as cancelledBy", "f.cancel_asked_at as cancelAskedAt"])
    .select(["f.ended_at as endedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, nodeId, until, state, at, cancelAskedAt, endedAt, ...row }: Row): FreeRounds => ({
  ...row,
  reference: `F-${number}`,
  nodeId: String(nodeId),
  until: until.toISOString(),
  state: state as FreeRoundState,
  at: at.toISOString(),
  cancelling: cancelAskedAt !== null && endedAt === null && state !== "held",
  endedAt: endedAt?.toISOString() ?? null,
});

/** Free rounds that were given, newest first. Refuses a member's name that is nobody's with `accounts.not_found`. */
export async function listFreeRounds(
  db: Db,
  { state, vendorCode, memberName, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof freeRounds)["list"]>,
): Promise<OutputOf<(typeof freeRounds)["list"]>> {
  const member = memberName === undefined || memberName.trim() === "" ? undefined : await getMember(db, memberName);
  const rows = await select(db)
    .$if(state !== undefined, (query) => query.where("f.state", "=", state!))
    .$if(vendorCode !== undefined, (query) => query.where("v.code", "=", vendorCode!))
    .$if(member !== undefined, (query) => query.where("f.account_id", "=", member!.id))
    .$if(isNumberCursor(cursor), (query) => query.where("f.number", "<", BigInt(cursor!)))
    .orderBy("f.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

/** The account of a name, however its letters are written. Refuses with `accounts.not_found`. */
export async function getMember(db: Db | Tx, memberName: string): Promise<{ id: bigint; name: string }> {
  const { rows } = await sql<{ id: bigint; name: string }>`select id, name from account where lower(name) = lower(${memberName.trim()})`.execute(db as Tx);
  return rows[0] ?? refuse("accounts.not_found", { field: "memberName" });
}

export async function getFreeRounds(tx: Tx, id: string): Promise<FreeRounds> {
  const row = await select(tx).where("f.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("freeRounds.not_found", { field: "id" }) : describe(row);
}

/** A member's own, newest first. Those no vendor took are not shown: there is nothing to play. */
export async function listOwn(
  db: Db,
  { accountId, now, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { readonly accountId: bigint; readonly now: Date },
): Promise<OutputOf<(typeof freeRounds)["mine"]>> {
  const rows = await select(db)
    .select(
      sql<boolean>`f.state in ('issued', 'active') and f.cancel_asked_at is null and f.until > ${now} and g.state = 'open' and v.state in ('test', 'live')`.as(
        "playable",
      ),
    )
    .where("f.account_id", "=", accountId)
    .where("f.state", "<>", "failed")
    .$if(isNumberCursor(cursor), (query) => query.where("f.number", "<", BigInt(cursor!)))
    .orderBy("f.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeOwn, cursorOf: ({ number }) => number });
}

function describeOwn({ playable, ...row }: Row & { playable: boolean }): OwnFreeRounds {
  const { id, reference, nodeId, gameName, vendorName, rounds, stake, wagering, until, state, won, at } = describe(row);
  return { id, reference, nodeId, gameName, vendorName, rounds, stake, wagering, until, state, won, playable, at };
}

const describeGame = ({ nodeId, name, vendorName, stakeMinMinor, stakeMaxMinor }: GivenGame): Given => ({
  nodeId: String(nodeId),
  gameName: name,
  vendorName,
  stakeMin: stakeMinMinor,
  stakeMax: stakeMaxMinor,
});

/** The games rounds can be given in, and what one officer gives alone. */
export async function listGames(
  db: Db,
  { search = "" }: InputOf<(typeof freeRounds)["games"]>,
  { aloneMemberMinor: aloneMember, aloneDayMinor: aloneDay }: JurisdictionPack["freeRounds"],
): Promise<OutputOf<(typeof freeRounds)["games"]>> {
  const games = await listGivenGames(db, { search: search.trim(), limit: GAMES_MAX });
  return { list: games.map(describeGame), aloneMember, aloneDay };
}
