import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Amount } from "./core/money.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** A tile of the lobby, spelled as the specification spells it. */
export const Game = z.object({
  nodeId: z.string(),
  gameName: z.string(),
  displayName: z.string(),
  gameType: z.string(),
  iconUrl: z.string(),
  vassalage: z.string(),
  vendorCode: z.string(),
  gameCode: z.string(),
  isGame: z.string(),
  isHot: z.int(),
  /** 500 + 1500 × the game's percentile of real rounds in the last closed day, labelled as a popularity index; null while too little is played to rank. */
  popularity: z.int().nullable(),
  maintenance: z.boolean(),
});
export type Game = z.infer<typeof Game>;

/** What a room needs to know before the first round: stakes, the exact return and the shortest time between rounds. */
export const Room = z.object({
  gameCode: z.string(),
  displayName: z.string(),
  stakeMin: Amount,
  stakeMax: Amount,
  stakeStep: Amount,
  cycleMs: z.int(),
  /** The exact return to the player as a percentage with two decimals, enumerated, rounded down. */
  exactReturn: z.string(),
  maxWinMultiple: z.int(),
});
export type Room = z.infer<typeof Room>;

/** A house game as officers see it. */
export const GameSwitch = z.object({ gameCode: z.string(), displayName: z.string(), gameType: z.string(), isOpen: z.boolean(), stoppedAt: Moment.nullable() });
export type GameSwitch = z.infer<typeof GameSwitch>;

export const games = contract("games", {
  list: query({
    for: "guest",
    says: "A page of the lobby, by type, vendor and class.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({
      clientType: z.coerce.number().int().optional(),
      platform: compared(16).optional(),
      merchant: compared(32).optional(),
      gameType: compared(16).optional(),
      vassalage: compared(32).optional(),
      gameClassify: compared(16).optional(),
      isNew: compared(8).optional(),
      name: compared(64).optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).optional(),
      language: compared(8).optional(),
    }),
    output: z.object({ list: z.array(Game), pageNo: z.int(), totalPages: z.int() }),
  }),
  room: query({
    for: "guest",
    says: "The stakes and the exact return of a house game.",
    trial: true,
    input: z.object({ gameCode: compared(32) }),
    output: Room,
    errors: ["games.not_found"],
  }),
  switches: query({
    for: "operator",
    says: "The house games, and which of them take no new rounds.",
    input: z.object({}),
    output: z.object({ list: z.array(GameSwitch) }),
  }),
  setOpen: command({
    for: "operator",
    says: "Stops a house game or opens it again: new rounds are refused at once, what was won is paid.",
    input: z.object({ gameCode: compared(32), isOpen: z.boolean(), reason: Reason }),
    output: z.object({ list: z.array(GameSwitch) }),
    errors: ["games.not_found"],
  }),
  launch: command({
    for: "member",
    says: "Answers where to go to play a game.",
    input: z.object({ nodeId: compared(18) }),
    output: z.object({ route: z.string() }),
    errors: ["games.not_found", "games.closed"],
  }),
});
