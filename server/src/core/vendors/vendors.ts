import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { Vendor, VendorState, vendors } from "@laro/contract/vendors";
import { addWindow, type Change, getRow, listWindows, setGame, tellLobbies } from "../catalogue/changes.ts";
import { HOUSE } from "../catalogue/lanes.ts";
import type { Db, Tx } from "../../platform/db.ts";

type Vendors = OutputOf<(typeof vendors)["list"]>;

/** A window is announced at most a quarter ahead and lasts at most a month. */
const AHEAD_MS_MAX = 90 * 24 * 60 * 60_000;
const LENGTH_MS_MAX = 31 * 24 * 60 * 60_000;

/** The vendors in their order, with their studios, and the windows that are or are to come. */
export async function listVendors(given: Db | Tx, now: Date): Promise<Vendors> {
  const db = given as Db;
  const [vendorRows, studioRows, counts, windows] = await Promise.all([
    db.selectFrom("vendor").selectAll().orderBy("sort").orderBy("id").execute(),
    db
      .selectFrom("studio as s")
      .leftJoin("game as h", "h.id", "s.hot_game_id")
      .select(["s.code as vassalage", "s.name", "s.node_id as nodeId", "s.vendor_id as vendorId", "h.node_id as hotNodeId"])
      .orderBy("s.sort")
      .execute(),
    db
      .selectFrom("game")
      .select(["studio", (select) => select.fn.countAll<bigint>().as("count")])
      .groupBy("studio")
      .execute(),
    listWindows(db, now),
  ]);
  const gamesOf = new Map(counts.map(({ studio, count }) => [studio, Number(count)]));
  const list = vendorRows.map(({ id, code, name, state, simulated, in_footer: inFooter }): Vendor => {
    const own = studioRows.filter(({ vendorId }) => vendorId === id);
    const studios = own.map(({ vassalage, name: studioName, nodeId, hotNodeId }) => ({
      vassalage,
      name: studioName,
      nodeId: String(nodeId),
      games: gamesOf.get(vassalage) ?? 0,
      hotNodeId: hotNodeId === null ? null : String(hotNodeId),
    }));
    const games = studios.reduce((sum, studio) => sum + studio.games, 0);
    return { vendorCode: code, name, state: state as VendorState, simulated, inFooter, games, studios };
  });
  return {
    list,
    windows: windows.map(({ id, vendorCode, nodeId, from, until, texts }) => ({
      id,
      vendorCode,
      nodeId: nodeId === null ? null : String(nodeId),
      from: from.toISOString(),
      until: until.toISOString(),
      texts: texts as Record<string, string>,
    })),
  };
}

/** Switches a vendor on or off, or pauses it. Refuses with `vendors.not_found`, and with `vendors.house` the house, whose games are stopped one by one. */
export async function setVendorState(tx: Tx, { vendorCode, state }: { vendorCode: string; state: VendorState }): Promise<void> {
  if (vendorCode === HOUSE) refuse("vendors.house", { field: "vendorCode" });
  const { numUpdatedRows } = await tx.updateTable("vendor").set({ state }).where("code", "=", vendorCode).executeTakeFirst();
  if (numUpdatedRows === 0n) refuse("vendors.not_found", { field: "vendorCode" });
  tellLobbies(tx);
}

/** Hides or opens a game, and sets its search words. A house game is stopped by `games.setOpen`, which the ledger hears too; hiding one is refused with `vendors.house`. */
export async function changeGame(tx: Tx, { nodeId, state, words }: { nodeId: string; state: "hidden" | "open"; words: string }, change: Change) {
  const row = await getRow(tx, nodeId);
  if (row.vassalage === HOUSE && state === "hidden") refuse("vendors.house", { field: "state" });
  return setGame(tx, { row, state, words }, change);
}

/** Announces a window of one vendor or one game. Refuses the house's with `vendors.house`, and one that ends before it begins or now with `vendors.window_invalid`. */
export async function announceWindow(tx: Tx, { vendorCode, nodeId, from, until, texts = {} }: InputOf<(typeof vendors)["window"]>, now: Date): Promise<void> {
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
}

/** Adds test vendors, which are named by their codes. */
export async function addTestVendors(tx: Tx, added: readonly NewVendor[]): Promise<void> {
  const rows = added.map(({ id, code, state, sort, inFooter }) => ({ id, code, name: code, state, simulated: true, sort, in_footer: inFooter }));
  await tx.insertInto("vendor").values(rows).execute();
}
