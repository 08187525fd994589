import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, Uuid } from "./core/ids.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

/** `off` and `paused` start no game; `off` is not shown either. `test` is as `live` while its protocol is tried. */
export const vendorStates = ["off", "test", "live", "paused"] as const;
export type VendorState = (typeof vendorStates)[number];

/** `gone` is a game its vendor no longer has: the record knows it, nobody can start it. */
export const gameRowStates = ["hidden", "open", "gone"] as const;

/** A time in which a vendor, or one game, takes no new play. */
export const GameWindow = z.object({
  id: Uuid,
  vendorCode: z.string().nullable(),
  nodeId: z.string().nullable(),
  from: Moment,
  until: Moment,
  /** What visitors are told, by language. */
  texts: z.record(z.string(), z.string()),
});
export type GameWindow = z.infer<typeof GameWindow>;

/** A studio as officers see it: its place and its hot game. */
export const Studio = z.object({ vassalage: z.string(), name: z.string(), nodeId: z.string(), games: z.int(), hotNodeId: z.string().nullable() });
export type Studio = z.infer<typeof Studio>;

/** A vendor as officers see it, with its studios in their order. */
export const Vendor = z.object({
  vendorCode: z.string(),
  name: z.string(),
  state: z.enum(vendorStates),
  simulated: z.boolean(),
  inFooter: z.boolean(),
  games: z.int(),
  studios: z.array(Studio),
});
export type Vendor = z.infer<typeof Vendor>;

/** A game as officers see it. */
export const GameRow = z.object({
  nodeId: z.string(),
  displayName: z.string(),
  gameType: z.string(),
  vassalage: z.string(),
  state: z.enum(gameRowStates),
  /** What it is also found by. */
  words: z.string(),
});
export type GameRow = z.infer<typeof GameRow>;

const Vendors = z.object({ list: z.array(Vendor), windows: z.array(GameWindow) });
const WINDOWS_TEXT_MAX = 200;
const ORDER_MAX = 500;

export const vendors = contract("vendors", {
  list: query({
    for: "operator",
    personal: false,
    says: "The vendors in their order, their studios, and the windows ahead.",
    input: z.object({}),
    output: Vendors,
  }),
  games: query({
    for: "operator",
    personal: false,
    says: "The games of a studio, or those whose name has a word in it, hidden ones too.",
    input: z.object({
      vassalage: compared(32).optional(),
      name: compared(64).optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    output: z.object({ list: z.array(GameRow), pageNo: z.int(), totalPages: z.int(), total: z.int() }),
  }),
  setState: command({
    for: "operator",
    says: "Switches a vendor on or off, or pauses it: new starts are refused at once, lists follow within a second.",
    input: z.object({ vendorCode: compared(16), state: z.enum(vendorStates), reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found", "vendors.house"],
  }),
  order: command({
    for: "operator",
    says: "Gives the studios their order: those named come first, as they are named, the others after them as they stood.",
    input: z.object({ vassalages: z.array(compared(32)).min(1).max(ORDER_MAX), reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found"],
  }),
  setHotGame: command({
    for: "operator",
    says: "Picks a studio's hot game, or none.",
    input: z.object({ vassalage: compared(32), nodeId: compared(18).nullable(), reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found", "games.not_found"],
  }),
  setGame: command({
    for: "operator",
    says: "Hides a game or opens it, and sets the words it is also found by.",
    input: z.object({ nodeId: compared(18), state: z.enum(["hidden", "open"]), words: text({ min: 0, max: 200 }), reason: Reason }),
    output: GameRow,
    errors: ["games.not_found", "vendors.house"],
  }),
  window: command({
    for: "operator",
    says: "Announces a time in which a vendor, or one game, takes no new play; what was won is paid.",
    input: z.object({
      vendorCode: compared(16).optional(),
      nodeId: compared(18).optional(),
      from: Moment,
      until: Moment,
      texts: z.record(compared(8), text({ max: WINDOWS_TEXT_MAX })).optional(),
      reason: Reason,
    }),
    output: Vendors,
    errors: ["vendors.not_found", "vendors.house", "games.not_found", "vendors.window_invalid"],
  }),
  endWindow: command({
    for: "operator",
    says: "Takes a window back, or ends the one that is.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Vendors,
    errors: ["vendors.window_over"],
  }),
});
