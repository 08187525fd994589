import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { Studio, Vendor, VendorState, vendors } from "@laro/contract/vendors";
import { sql } from "kysely";
import { addWindow, type Change, getRow, listWindows, setGame, tellLobbies } from "../catalogue/changes.ts";
import { coverAddress } from "../catalogue/covers/address.ts";
import { coverOf } from "../catalogue/view.ts";
import { brand } from "../settings/packs.ts";
import { HOUSE } from "../catalogue/lanes.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { keepBrake, listBrakes, openBrake } from "./brake.ts";

type Vendors = OutputOf<(typeof vendors)["list"]>;

/** A window is announced at most a quarter ahead and lasts at most a month. */
const AHEAD_MS_MAX = 90 * 24 * 60 * 60_000;
const LENGTH_MS_MAX = 31 * 24 * 60 * 60_000;

/** The vendors in the order of their first studios, with their studios, and the windows that are or are to come. */
export async function listVendors(given: Db | Tx, now: Date): Promise<Vendors> {
  const db = given as Db;
  const [vendorRows, studioRows, counts, windows, brakes] = await Promise.all([
    db.selectFrom("vendor").selectAll().orderBy("sort").orderBy("id").execute(),
    selectStudios(db).orderBy("s.sort").orderBy("s.code").execute(),
    db
      .selectFrom("game")
      .select(["studio", sql<number>`count(*)::int`.as("count"), sql<number>`count(*) filter (where state = 'hidden')::int`.as("hidden")])
      .groupBy("studio")
      .execute(),
    listWindows(db, now),
    listBrakes(db),
  ]);
  const countOf = new Map(counts.map((row) => [row.studio, row]));
  const placeOf = (id: number): number => studioRows.findIndex(({ vendorId }) => vendorId === id);
  const list = vendorRows
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
    .map(({ id, code, name, state, simulated, in_footer: inFooter }): Vendor => {
      const own = studioRows.filter(({ vendorId }) => vendorId === id);
      const sum = (of: "count" | "hidden"): number => own.reduce((all, { vassalage }) => all + (countOf.get(vassalage)?.[of] ?? 0), 0);
      const studios = own.map((studio) => describeStudio(studio, countOf.get(studio.vassalage)?.count ?? 0));
      return {
        vendorCode: code,
        name,
        state: state as VendorState,
        brake: brakes.get(id) ?? null,
        simulated,
        inFooter,
        games: sum("count"),
        hidden: sum("hidden"),
        studios,
      };
    });
  return {
    list,
    order: studioRows.map(({ vassalage }) => vassalage),
    windows: windows.map(({ id, vendorCode, nodeId, gameName, from, until, texts }) => ({
      id,
      vendorCode,
      nodeId: nodeId === null ? null : String(nodeId),
      gameName,
      from: from.toISOString(),
      until: until.toISOString(),
      texts: texts as Record<string, string>,
    })),
  };
}

const selectStudios = (db: Db) =>
  db
    .selectFrom("studio as s")
    .leftJoin("game as h", "h.id", "s.hot_game_id")
    .select(["s.code as vassalage", "s.name", "s.node_id as nodeId", "s.vendor_id as vendorId", "s.lettering"])
    .select(["h.id as hotId", "h.node_id as hotNodeId", "h.name as hotName", "h.game_type as hotType", "h.classes", "h.features", "h.motif"])
    .select(["h.game_code as hotCode", "h.state as hotState"]);

type StudioRow = Awaited<ReturnType<ReturnType<typeof selectStudios>["execute"]>>[number];

function describeStudio({ vassalage, name, nodeId, lettering, ...hot }: StudioRow, games: number): Studio {
  const studio = { vassalage, name, nodeId: String(nodeId), games };
  if (hot.hotId === null) return { ...studio, hotNodeId: null, hotName: null, hotIconUrl: null };
  const cover = coverOf({
    id: hot.hotId,
    nodeId: hot.hotNodeId!,
    name: hot.hotName!,
    gameType: hot.hotType!,
    gameCode: hot.hotCode!,
    classes: hot.classes!,
    features: hot.features!,
    motif: hot.motif!,
    studio: { lettering },
  });
  return { ...studio, hotNodeId: String(hot.hotNodeId), hotName: hot.hotName, hotIconUrl: hot.hotState === "open" ? coverAddress(cover) : null };
}

interface StateWish extends Pick<InputOf<(typeof vendors)["setState"]>, "vendorCode" | "state" | "reason"> {
  readonly by: { readonly id: bigint; readonly name: string };
  readonly now: Date;
}

/**
 * Switches a vendor on or off, or pauses it. One whose money brake fell stays as it is until a second officer wishes to open it, too. Refuses with `vendors.not_found`,
 * with `vendors.house` the house, whose games are stopped one by one, and with `gateway.own_proposal` whoever would be both officers.
 */
export async function setVendorState(tx: Tx, { vendorCode, state, ...wish }: StateWish): Promise<void> {
  if (vendorCode === HOUSE) refuse("vendors.house", { field: "vendorCode" });
  const vendor = await tx.selectFrom("vendor").select("id").where("code", "=", vendorCode).forUpdate().executeTakeFirst();
  if (vendor === undefined) return refuse("vendors.not_found", { field: "vendorCode" });
  if (state === "off" || state === "paused") await keepBrake(tx, vendor.id);
  else if (!(await openBrake(tx, vendor.id, { state, ...wish }))) return;
  await tx.updateTable("vendor").set({ state }).where("id", "=", vendor.id).execute();
  tellLobbies(tx);
}

type FooterWish = Pick<InputOf<(typeof vendors)["setFooter"]>, "vendorCodes" | "seen">;

/** Names the vendors at the foot of each page. Refuses a code that is none, or named twice, with `vendors.not_found`, and with `vendors.changed` where others stood there than were seen. */
export async function setFooter(tx: Tx, { vendorCodes, seen }: FooterWish): Promise<void> {
  const known = await tx.selectFrom("vendor").select(["code", "in_footer as inFooter"]).orderBy("id").forUpdate().execute();
  const isUnknown = vendorCodes.some((code) => known.every((vendor) => vendor.code !== code));
  if (isUnknown || new Set(vendorCodes).size !== vendorCodes.length) refuse("vendors.not_found", { field: "vendorCodes" });
  if (known.some(({ code, inFooter }) => inFooter !== seen.includes(code))) refuse("vendors.changed", { field: "seen" });
  await sql`update vendor set in_footer = (code = any(${[...vendorCodes]}::text[])) where in_footer <> (code = any(${[...vendorCodes]}::text[]))`.execute(tx);
  tellLobbies(tx);
}

type GameWish = Pick<InputOf<(typeof vendors)["setGame"]>, "nodeId" | "state" | "words" | "names">;

/**
 * Hides or opens a game, and sets its search words and names. A house game is stopped by `games.setOpen`, which the ledger hears too; hiding one is
 * refused with `vendors.house`, a name in a language we do not speak with `vendors.language_unknown`.
 */
export async function changeGame(tx: Tx, { nodeId, state, words, names }: GameWish, change: Change): Promise<void> {
  checkLanguages(names, "names");
  const row = await getRow(tx, nodeId);
  if (row.vassalage === HOUSE && state === "hidden") refuse("vendors.house", { field: "state" });
  await setGame(tx, { row, state, words, names }, change);
}

function checkLanguages(texts: Readonly<Record<string, string>> | undefined, field: string): void {
  if (Object.keys(texts ?? {}).some((language) => !brand.languages.includes(language))) refuse("vendors.language_unknown", { field });
}

/** Announces a window of one vendor or one game. Refuses the house's with `vendors.house`, a text in a language we do not speak with `vendors.language_unknown`, and one that ends before it begins or now with `vendors.window_invalid`. */
export async function announceWindow(tx: Tx, { vendorCode, nodeId, from, until, texts = {} }: InputOf<(typeof vendors)["window"]>, now: Date): Promise<void> {
  checkLanguages(texts, "texts");
  const [begins, ends] = [new Date(from), new Date(until)];
  if (ends <= begins || ends <= now || ends.getTime() - begins.getTime() > LENGTH_MS_MAX) refuse("vendors.window_invalid", { field: "until" });
  if (begins.getTime() - now.getTime() > AHEAD_MS_MAX) refuse("vendors.window_invalid", { field: "from" });
  if ((vendorCode === undefined) === (nodeId === undefined)) refuse("vendors.window_invalid", { field: "vendorCode" });
  const game = nodeId === undefined ? undefined : await getRow(tx, nodeId);
  const vendor = vendorCode === undefined ? undefined : await tx.selectFrom("vendor").select("id").where("code", "=", vendorCode).executeTakeFirst();
  if (game === undefined && vendor === undefined) refuse("vendors.not_found", { field: "vendorCode" });
  if (game?.vassalage === HOUSE || vendorCode === HOUSE) refuse("vendors.house", { field: game === undefined ? "vendorCode" : "nodeId" });
  await addWindow(tx, { vendorId: vendor?.id ?? null, gameId: game?.id ?? null, from: begins, until: ends, texts, now });
}

/** A test vendor to be added. */
export interface NewVendor {
  readonly id: number;
  readonly code: string;
  readonly state: VendorState;
  readonly sort: number;
  readonly inFooter: boolean;
  /** It has a wallet of its own, and is asked for it as Hub88 is. */
  readonly keepsWallet: boolean;
}

/** Adds test vendors, which are named by their codes. */
export async function addTestVendors(tx: Tx, added: readonly NewVendor[]): Promise<void> {
  const rows = added.map(({ id, code, state, sort, inFooter, keepsWallet }) => ({
    id,
    code,
    name: code,
    state,
    simulated: true,
    sort,
    in_footer: inFooter,
    ...(keepsWallet ? { wallet_mode: "transfer", protocol: "hub88" } : { wallet_mode: "seamless", protocol: "softswiss" }),
  }));
  await tx.insertInto("vendor").values(rows).execute();
}
