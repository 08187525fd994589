import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { gameStates } from "./games.ts";
import { Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
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
  gameName: z.string().nullable(),
  from: Moment,
  until: Moment,
  /** What visitors are told, by language. */
  texts: z.record(z.string(), z.string()),
});
export type GameWindow = z.infer<typeof GameWindow>;

/** A studio as officers see it: its place and its hot game. */
export const Studio = z.object({
  vassalage: z.string(),
  name: z.string(),
  nodeId: z.string(),
  games: z.int(),
  hotNodeId: z.string().nullable(),
  hotName: z.string().nullable(),
  /** The hot game's cover; null while lobbies do not show it. */
  hotIconUrl: z.string().nullable(),
});
export type Studio = z.infer<typeof Studio>;

/** The money brake of a vendor, which fell when players had won more from it within an hour than it may lose: it was paused, and two officers open it again. */
export const VendorBrake = z.object({
  fellAt: Moment,
  /** What the first of the two asked for; another officer's same call opens the vendor. */
  opening: z.object({ state: z.enum(["test", "live"]), by: z.string(), reason: z.string(), at: Moment }).nullable(),
});
export type VendorBrake = z.infer<typeof VendorBrake>;

/** A vendor as officers see it, with its studios in their order; vendors stand in the order of their first studios, as lobbies show them. */
export const Vendor = z.object({
  vendorCode: z.string(),
  name: z.string(),
  state: z.enum(vendorStates),
  /** Null where it holds no brake. */
  brake: VendorBrake.nullable(),
  simulated: z.boolean(),
  inFooter: z.boolean(),
  games: z.int(),
  /** How many of them are hidden. */
  hidden: z.int(),
  studios: z.array(Studio),
});
export type Vendor = z.infer<typeof Vendor>;

/** A game as officers see it. */
export const GameRow = z.object({
  nodeId: z.string(),
  displayName: z.string(),
  /** Its name in languages that have one of their own. */
  names: z.record(z.string(), z.string()),
  gameCode: z.string(),
  gameType: z.string(),
  vendorCode: z.string(),
  vassalage: z.string(),
  state: z.enum(gameRowStates),
  /** How lobbies show it now; null where they do not. */
  standing: z.enum(gameStates).nullable(),
  /** Its cover; null where lobbies do not show it. */
  iconUrl: z.string().nullable(),
  /** What it is also found by. */
  words: z.string(),
  /** The return as a percentage with two decimals, rounded down. */
  rtp: z.string().nullable(),
  rtpSource: z.enum(["exact", "stated"]).nullable(),
  /** As on its tile: null while too little is played to rank. */
  popularity: z.int().nullable(),
  /** Its studio's hot game. */
  isPicked: z.boolean(),
});
export type GameRow = z.infer<typeof GameRow>;

/** What an officer changed of a game, and why. */
export const GameChange = z.object({
  id: Uuid,
  /** `state`, `words`, or `name.` with a language. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
  by: z.string(),
  reason: z.string(),
  at: Moment,
});
export type GameChange = z.infer<typeof GameChange>;

const Vendors = z.object({
  list: z.array(Vendor),
  /** The codes of all studios as lobbies show them. */
  order: z.array(z.string()),
  windows: z.array(GameWindow),
});
const WINDOWS_TEXT_MAX = 200;
const ORDER_MAX = 500;
const NAME_MAX = 80;
const VendorCodes = z.array(compared(16)).max(ORDER_MAX);
const Vassalages = z.array(compared(32)).min(1).max(ORDER_MAX);

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
    says: "All games, hidden ones too, or those of a vendor, a studio, a type, a state, or whose name, code, number or search words have a word in them.",
    input: z.object({
      vendorCode: compared(16).optional(),
      vassalage: compared(32).optional(),
      gameType: compared(16).optional(),
      state: z.enum(gameRowStates).optional(),
      name: compared(64).optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    output: z.object({ list: z.array(GameRow), pageNo: z.int(), totalPages: z.int(), total: z.int() }),
  }),
  changes: query({
    for: "operator",
    personal: false,
    says: "What officers changed of a game, newest first.",
    input: PageInput.extend({ nodeId: compared(18) }),
    output: page(GameChange),
    errors: ["games.not_found"],
  }),
  setFooter: command({
    for: "operator",
    says: "Names the vendors at the foot of each page: these and no others. `seen` are those the officer saw there.",
    input: z.object({ vendorCodes: VendorCodes, seen: VendorCodes, reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found", "vendors.changed"],
  }),
  setState: command({
    for: "operator",
    says: "Switches a vendor on or off, or pauses it: new starts are refused at once, lists follow within a second. One whose money brake fell is opened by two officers: the first call waits for the same one of another.",
    input: z.object({ vendorCode: compared(16), state: z.enum(vendorStates), reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found", "vendors.house", "gateway.own_proposal"],
  }),
  order: command({
    for: "operator",
    says: "Gives the studios their order: those named come first, as they are named, the others after them as they stood. `seen` is the order the officer saw.",
    input: z.object({ vassalages: Vassalages, seen: Vassalages, reason: Reason }),
    output: Vendors,
    errors: ["vendors.not_found", "vendors.changed"],
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
    says: "Hides a game or opens it, and sets the words it is also found by, and its names by language; what is left out stays as it is.",
    input: z.object({
      nodeId: compared(18),
      state: z.enum(["hidden", "open"]).optional(),
      words: text({ min: 0, max: 200 }).optional(),
      /** All names of its own. */
      names: z.record(compared(8), text({ max: NAME_MAX })).optional(),
      reason: Reason,
    }),
    output: Empty,
    errors: ["games.not_found", "vendors.house", "vendors.language_unknown"],
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
    errors: ["vendors.not_found", "vendors.house", "games.not_found", "vendors.window_invalid", "vendors.language_unknown"],
  }),
  endWindow: command({
    for: "operator",
    says: "Takes a window back, or ends the one that is.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Vendors,
    errors: ["vendors.window_over"],
  }),
});
