import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { type HomeSection, homeSections, type Switchable, switchable } from "@laro/contract/core/homeSections";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { MenuSetting, MenuVersion, settings } from "@laro/contract/settings";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

type MenuInForce = OutputOf<(typeof settings)["menu"]>;

/** What stands in the navigation whatever an operator does. */
const FIXED: readonly string[] = ["HOME", "BGS", "PROMO"];

/** As far as the column counts. */
const NO_MAX = 2_147_483_647;

/** The arrangement as it is shipped: all sections on, nothing switched off. */
const shipped: MenuSetting = { home: homeSections.map((section) => ({ section, isOn: true })), off: [] };

interface Kept {
  readonly home: readonly string[];
  readonly homeOff: readonly string[];
  readonly menuOff: readonly string[];
}

/**
 * A kept arrangement as this release knows it. A section that is new since then stands where it is shipped, behind the one before it there; what is no
 * section any more is left out.
 */
export function arrange({ home, homeOff, menuOff }: Kept): MenuSetting {
  const order = home.filter((code): code is HomeSection => homeSections.some((section) => section === code));
  for (const [place, section] of homeSections.entries())
    if (!order.includes(section)) order.splice(place === 0 ? 0 : order.indexOf(homeSections[place - 1]!) + 1, 0, section);
  return { home: order.map((section) => ({ section, isOn: !homeOff.includes(section) })), off: switchable.filter((code) => menuOff.includes(code)) };
}

const isShipped = ({ home, off }: MenuSetting): boolean =>
  off.length === 0 && home.every(({ section, isOn }, place) => isOn && section === homeSections[place]);

/** The arrangement in force, the one as shipped while no operator made another. */
export async function getMenuSetting(given: Db | Tx): Promise<MenuInForce> {
  const row = await selectVersions(given).orderBy("v.no", "desc").limit(1).executeTakeFirst();
  const setting = row === undefined ? shipped : arrange(row);
  return { ...setting, no: row?.no ?? 0, isShipped: isShipped(setting) };
}

const selectVersions = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("menu_version as v")
    .leftJoin("operator as o", "o.id", "v.by")
    .select(["v.no", "v.home", "v.home_off as homeOff", "v.menu_off as menuOff", "v.restored", "v.reason", "v.at", "o.name as by"]);

/** Every version, newest first. */
export async function listMenuVersions(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<{ list: MenuVersion[]; next: string | null }> {
  const rows = await selectVersions(db)
    .$if(isNumberCursor(cursor), (query) => query.where("v.no", "<", Math.min(Number(cursor), NO_MAX)))
    .orderBy("v.no", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: (row) => ({ ...arrange(row), no: row.no, by: row.by ?? "", reason: row.reason, at: row.at.toISOString(), restored: row.restored }),
    cursorOf: ({ no }) => no,
  });
}

interface Change {
  /** The version that the officer saw. */
  readonly no: number;
  readonly by: bigint;
  readonly reason: string;
  readonly now: Date;
}

interface Wanted extends Change {
  readonly home: readonly { readonly section: string; readonly isOn: boolean }[];
  readonly off: readonly string[];
}

/**
 * Arranges home page and navigation from the commit on. Refuses a code that is none with `settings.menu_unknown`, one named twice with
 * `settings.menu_twice`, a section that is left out with `settings.menu_missing`, what always stands with `settings.menu_fixed`, and with
 * `settings.menu_changed` where another officer was faster.
 */
export async function setMenu(tx: Tx, { home, off, ...change }: Wanted): Promise<MenuInForce> {
  const order = home.map(({ section }) => section);
  if (order.some((code) => !homeSections.includes(code as HomeSection))) refuse("settings.menu_unknown", { field: "home" });
  if (new Set(order).size !== order.length) refuse("settings.menu_twice", { field: "home" });
  if (order.length !== homeSections.length) refuse("settings.menu_missing", { field: "home" });
  if (off.some((code) => FIXED.includes(code))) refuse("settings.menu_fixed", { field: "off" });
  if (off.some((code) => !switchable.includes(code as Switchable))) refuse("settings.menu_unknown", { field: "off" });
  if (new Set(off).size !== off.length) refuse("settings.menu_twice", { field: "off" });
  const homeOff = home.filter(({ isOn }) => !isOn).map(({ section }) => section);
  return addVersion(tx, { home: order, homeOff, menuOff: off }, { ...change, restored: null });
}

/**
 * Takes an earlier version up again as a new one, 0 for the site as shipped. Refuses with `settings.menu_no_version` one that there never was, and with
 * `settings.menu_changed` where another officer was faster.
 */
export async function restoreMenu(tx: Tx, { restored, ...change }: Change & { readonly restored: number }): Promise<MenuInForce> {
  const row = restored === 0 ? undefined : await selectVersions(tx).where("v.no", "=", restored).executeTakeFirst();
  if (row === undefined && restored !== 0) refuse("settings.menu_no_version", { field: "restored" });
  const kept = row ?? { home: homeSections, homeOff: [], menuOff: [] };
  return addVersion(tx, kept, { ...change, restored });
}

/** Of two officers who saw the same version one makes the next: its number is the key. */
async function addVersion(
  tx: Tx,
  { home, homeOff, menuOff }: Kept,
  { no, by, reason, restored, now }: Change & { readonly restored: number | null },
): Promise<MenuInForce> {
  const newest = await getMenuSetting(tx);
  if (newest.no !== no) refuse("settings.menu_changed", { field: "no" });
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("menu_version")
    .values({ no: no + 1, home: [...home], home_off: [...homeOff], menu_off: [...menuOff], restored, by, reason, at: now })
    .onConflict((conflict) => conflict.column("no").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) refuse("settings.menu_changed", { field: "no" });
  staleOnCommit(tx, ["site.menu"], ["everyone"]);
  staleOnCommit(tx, ["settings.menu", "settings.menuVersions"], ["operators"]);
  return getMenuSetting(tx);
}
