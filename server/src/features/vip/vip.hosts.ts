import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { isAllowedHref } from "@laro/contract/core/html";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { findPlayerPath } from "@laro/contract/core/paths";
import type { PublicPicture } from "@laro/contract/core/pictures";
import type { DeskHost, vip, VipHost, VipLabel, VipMember } from "@laro/contract/vip";
import { sql } from "kysely";
import { findPictures, type KeptPictureRow } from "../../core/images/pictures.ts";
import { brand } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { hostFromOf, listLevels } from "./vip.levels.ts";

/** Whether a host's link leads to a page of ours, or is one of the places where the brand says that hosts may be written to. */
function isHostLink(url: string): boolean {
  if (!isAllowedHref(url)) return false;
  if (url.startsWith("/")) return findPlayerPath(url.split(/[?#]/, 1)[0]!) !== undefined;
  return brand.hostLinks.includes(url);
}

interface HostRow {
  readonly id: string;
  readonly name: string;
  readonly pictureId: string | null;
  readonly hours: string;
  readonly url: string;
}

type Pictures = ReadonlyMap<string, KeptPictureRow>;

const describe = ({ id, name, pictureId, hours, url }: HostRow, pictures: Pictures): VipHost => {
  const kept = pictureId === null ? undefined : pictures.get(pictureId);
  const picture: PublicPicture | null = kept === undefined ? null : { ...kept, alt: name };
  return { id, name, picture, hours, url };
};

const selectHosts = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("vip_host as h")
    .select(["h.id", "h.name", "h.picture_id as pictureId", "h.hours", "h.url", "h.active"])
    .select(sql<number>`(select count(*)::integer from vip_member m where m.host_id = h.id)`.as("members"));

const deskHost = (row: Awaited<ReturnType<ReturnType<typeof selectHosts>["executeTakeFirstOrThrow"]>>, pictures: Pictures): DeskHost => ({
  ...describe(row, pictures),
  pictureId: row.pictureId,
  active: row.active,
  members: row.members,
});

const picturesOf = (db: Db | Tx, rows: readonly { readonly pictureId: string | null }[]): Promise<Pictures> =>
  findPictures(
    db,
    rows.flatMap(({ pictureId }) => (pictureId === null ? [] : [pictureId])),
  );

/** The hosts, in the order they were made. */
export async function listHosts(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof vip)["hosts"]>> {
  const rows = await selectHosts(db)
    .$if(isIdCursor(cursor), (query) => query.where("h.id", ">", cursor!))
    .orderBy("h.id")
    .limit(limit + 1)
    .execute();
  const pictures = await picturesOf(db, rows);
  return cutPage(rows, { limit, describe: (row) => deskHost(row, pictures), cursorOf: ({ id }) => id });
}

/** The host of a member; undefined where there is none. */
export async function findHostOf(db: Db, accountId: bigint): Promise<VipHost | undefined> {
  const row = await selectHosts(db)
    .where("h.id", "=", (mine) => mine.selectFrom("vip_member").select("host_id").where("account_id", "=", accountId))
    .executeTakeFirst();
  return row && describe(row, await picturesOf(db, [row]));
}

type Wanted = Omit<InputOf<(typeof vip)["saveHost"]>, "reason"> & { readonly now: Date };

/**
 * Writes a host. One that is not active hands its members over to those that are. Refuses with `vip.host_link_wrong`, `content.picture_unknown` or
 * `vip.host_not_found`.
 */
export async function saveHost(tx: Tx, { id, name, pictureId, hours, url, active, now }: Wanted): Promise<DeskHost> {
  if (!isHostLink(url)) refuse("vip.host_link_wrong", { field: "url" });
  if (pictureId !== null && (await findPictures(tx, [pictureId])).size === 0) refuse("content.picture_unknown", { field: "pictureId" });
  await takeTurn(tx);
  const values = { name, picture_id: pictureId, hours, url, active };
  const saved =
    id === undefined
      ? await tx
          .insertInto("vip_host")
          .values({ id: newId(now), made_at: now, ...values })
          .returning("id")
          .executeTakeFirstOrThrow()
      : await tx.updateTable("vip_host").set(values).where("id", "=", id).returning("id").executeTakeFirst();
  if (saved === undefined) refuse("vip.host_not_found", { field: "id" });
  if (!active) await tx.updateTable("vip_member").set({ host_id: null }).where("host_id", "=", saved.id).execute();
  await assignHosts(tx);
  tellHosts(tx);
  const row = await selectHosts(tx).where("h.id", "=", saved.id).executeTakeFirstOrThrow();
  return deskHost(row, await picturesOf(tx, [row]));
}

const tellHosts = (tx: Tx): void => {
  staleOnCommit(tx, ["vip.hosts", "vip.members"], ["operators"]);
  staleOnCommit(tx, ["vip.mine"], ["everyone"]);
};

/** Of two who hand out hosts the second must see what the first did. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('vip:hosts'))`.execute(tx);

const ASSIGNED_AT_ONCE_MAX = 10_000;

/** Gives every member of the hosts' levels that has no host one: those that are active take turns, the one with the fewest members first. */
export async function assignHosts(tx: Tx): Promise<void> {
  await takeTurn(tx);
  await sql`
    with host as materialized (
      select h.id, row_number() over (order by (select count(*) from vip_member m where m.host_id = h.id), h.id) - 1 as turn, count(*) over () as hosts
      from vip_host h where h.active
    ), waiting as materialized (
      select account_id, row_number() over (order by level desc, account_id) - 1 as turn from (
        select account_id, level from vip_member where level >= ${hostFrom} and level > 0 and host_id is null order by level desc, account_id limit ${ASSIGNED_AT_ONCE_MAX}
      ) next
    )
    update vip_member v set host_id = h.id from waiting w, host h where v.account_id = w.account_id and h.turn = w.turn % h.hosts`.execute(tx);
}

const hostFrom = sql`(select min(level) from vip_level where label = 'Platinum' and version = (select max(version) from vip_table))`;

interface Member {
  readonly accountId: bigint;
  readonly name: string;
  readonly level: number;
  readonly label: string;
  readonly valid: bigint;
  readonly reachedAt: Date | null;
  readonly host: string | null;
  readonly hostId: string | null;
}

const selectMembers = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("vip_member as v")
    .innerJoin("account as a", "a.id", "v.account_id")
    .innerJoin("vip_level as l", (join) =>
      join
        .onRef("l.level", "=", "v.level")
        .on("l.version", "=", (newest) => newest.selectFrom("vip_table").select(({ fn }) => fn.max("version").as("version"))),
    )
    .leftJoin("vip_host as h", "h.id", "v.host_id")
    .select(["v.account_id as accountId", "a.name", "v.level", "l.label", "v.valid", "v.reached_at as reachedAt", "h.name as host", "v.host_id as hostId"]);

const describeMember = ({ accountId, name, label, reachedAt, ...row }: Member): VipMember => ({
  ...row,
  memberId: accountId,
  memberName: name,
  label: label as VipLabel,
  reachedAt: reachedAt?.toISOString() ?? null,
});

const PLACE = /^(\d{1,2})-(\d{1,18})$/;

/** Members from a level on, the highest first. */
export async function listMembers(
  db: Db,
  { from = 1, hostId, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof vip)["members"]>,
): Promise<OutputOf<(typeof vip)["members"]>> {
  const [, level, accountId] = PLACE.exec(cursor ?? "") ?? [];
  const rows = await selectMembers(db)
    .where("v.level", ">=", from)
    .where("v.level", ">", 0)
    .$if(hostId !== undefined, (query) => query.where("v.host_id", "=", hostId!))
    .$if(level !== undefined, (query) =>
      query.where((is) =>
        is.and([is("v.level", "<=", Number(level)), is.or([is("v.level", "<", Number(level)), is("v.account_id", ">", BigInt(accountId!))])]),
      ),
    )
    .orderBy("v.level", "desc")
    .orderBy("v.account_id")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeMember, cursorOf: (row) => `${row.level}-${row.accountId}` });
}

/**
 * Gives a member another host. Refuses with `accounts.not_found`, `vip.host_not_found` (one that is not active too), `vip.no_host_level`, or `vip.changed` where the host is
 * another than was seen.
 */
export async function assignHost(tx: Tx, { memberId, hostId, seen }: Omit<InputOf<(typeof vip)["assign"]>, "reason">): Promise<VipMember> {
  await takeTurn(tx);
  const account = await tx.selectFrom("account").select("id").where("id", "=", memberId).executeTakeFirst();
  if (account === undefined) refuse("accounts.not_found", { field: "memberId" });
  const host = await tx.selectFrom("vip_host").select("id").where("id", "=", hostId).where("active", "=", true).executeTakeFirst();
  if (host === undefined) refuse("vip.host_not_found", { field: "hostId" });
  const from = hostFromOf(await listLevels(tx));
  const member = await tx.selectFrom("vip_member").select(["level", "host_id as hostId"]).where("account_id", "=", memberId).forUpdate().executeTakeFirst();
  if (member === undefined || member.level < from) refuse("vip.no_host_level", { field: "memberId", level: from });
  if (member.hostId !== seen) refuse("vip.changed", { field: "seen" });
  await tx.updateTable("vip_member").set({ host_id: hostId }).where("account_id", "=", memberId).execute();
  staleOnCommit(tx, ["vip.hosts", "vip.members"], ["operators"]);
  staleOnCommit(tx, ["vip.mine"], [`member:${memberId}`]);
  return describeMember(await selectMembers(tx).where("v.account_id", "=", memberId).executeTakeFirstOrThrow());
}
