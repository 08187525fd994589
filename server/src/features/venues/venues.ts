import { refuse } from "@laro/contract/core/errors";
import { VENUES_MAX, type KeptVenue, type Venue } from "@laro/contract/venues";
import { sql } from "kysely";
import { settleInVenue } from "../../core/accounts/venues.ts";
import type { Db, Tx } from "../../platform/db.ts";

const describe = ({ id, label }: { id: bigint; label: string }): Venue => ({ id, value: String(id), label });

/** The venues that can be chosen, by name. */
export async function listVenues(db: Db | Tx): Promise<Venue[]> {
  const rows = await (db as Db).selectFrom("venue").select(["id", "label"]).where("closed", "=", false).orderBy("label").limit(VENUES_MAX).execute();
  return rows.map(describe);
}

/** Every venue with how many members chose it, the open ones first. */
export async function listKeptVenues(db: Db | Tx): Promise<KeptVenue[]> {
  const { rows } = await sql<{ id: bigint; label: string; isOpen: boolean; members: number }>`
    select v.id, v.label, not v.closed as "isOpen", count(a.id)::int as members
    from venue v left join account a on a.venue_id = v.id
    group by v.id order by v.closed, v.label limit ${VENUES_MAX}`.execute(db as Tx);
  return rows.map(({ isOpen, members, ...row }) => ({ ...describe(row), isOpen, members }));
}

/** The venue a member belongs to, and whether one is to be chosen: there are some, and theirs is missing. */
export async function getMyVenue(db: Db, accountId: bigint): Promise<{ venue: Venue | null; isAsked: boolean }> {
  const row = await db
    .selectFrom("account")
    .innerJoin("venue", "venue.id", "account.venue_id")
    .select(["venue.id", "venue.label"])
    .where("account.id", "=", accountId)
    .executeTakeFirst();
  if (row !== undefined) return { venue: describe(row), isAsked: false };
  return { venue: null, isAsked: (await listVenues(db)).length > 0 };
}

const VALUE = /^[1-9][0-9]{0,17}$/;

/** Chooses a member's venue. Refuses one that is not offered with `venues.not_found`, and a second choice with `venues.chosen`. */
export async function chooseVenue(tx: Tx, { accountId, venue }: { accountId: bigint; venue: string }): Promise<void> {
  const row = VALUE.test(venue)
    ? await tx.selectFrom("venue").select("id").where("id", "=", BigInt(venue)).where("closed", "=", false).executeTakeFirst()
    : undefined;
  if (row === undefined) refuse("venues.not_found", { field: "venue" });
  if (!(await settleInVenue(tx, { accountId, venueId: row.id }))) refuse("venues.chosen", { field: "venue" });
}

/** Of two officers at once the second must see what the first made. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('venue'))`.execute(tx);

async function checkLabel(tx: Tx, label: string, own?: bigint): Promise<void> {
  const row = await tx
    .selectFrom("venue")
    .select("id")
    .where((where) => where(where.fn<string>("lower", ["label"]), "=", label.toLowerCase()))
    .executeTakeFirst();
  if (row !== undefined && row.id !== own) refuse("venues.taken", { field: "label" });
}

/** Adds a venue. Refuses a name that another has with `venues.taken`, and more than there may be with `venues.full`. */
export async function addVenue(tx: Tx, { label, now }: { label: string; now: Date }): Promise<void> {
  await takeTurn(tx);
  await checkLabel(tx, label);
  const { count } = await tx
    .selectFrom("venue")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= VENUES_MAX) refuse("venues.full", { maximum: VENUES_MAX });
  await tx.insertInto("venue").values({ label, created_at: now }).execute();
}

/** Renames a venue, closes it or opens it again. Refuses with `venues.not_found` or `venues.taken`. */
export async function changeVenue(tx: Tx, { id, label, isOpen }: { id: bigint; label: string; isOpen: boolean }): Promise<void> {
  await takeTurn(tx);
  await checkLabel(tx, label, id);
  const { numUpdatedRows } = await tx.updateTable("venue").set({ label, closed: !isOpen }).where("id", "=", id).executeTakeFirst();
  if (numUpdatedRows !== 1n) refuse("venues.not_found");
}
