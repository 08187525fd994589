import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { shownLanguage } from "./core/languages.ts";
import { Odds } from "./core/odds.ts";
import { Amount, Balance } from "./core/money.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** Whether a game can be started now, else why not: `maintenance` has an end, `paused` is its vendor's or waits for an officer, `closed` is the market's or the operator's word. */
export const gameStates = ["open", "maintenance", "closed", "paused"] as const;
export type GameState = (typeof gameStates)[number];

/** How a list is ordered; `popular` is where the popularity index leads, and the operator's order where it says nothing. */
export const gameSorts = ["popular", "name", "new", "return"] as const;

/** A tile of the lobby, spelled as the specification spells it. */
export const Game = z.object({
  /** House games 1001–1999, groups 2001–2999, vendors' games from 10001. */
  nodeId: z.string(),
  gameName: z.string(),
  displayName: z.string(),
  gameType: z.string(),
  iconUrl: z.string(),
  /** The larger picture; null where `iconUrl` is the only one. */
  lagerIcon: z.string().nullable(),
  /** The studio whose game it is; a vendor can bring many studios. */
  vassalage: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  gameCode: z.string(),
  /** GAME, or VASSALAGE for a group whose own list opens. */
  isGame: z.string(),
  /** 1 where `hotWhy` says why. */
  isHot: z.int(),
  /** `played`: a popularity index of 1,250 or more; `picked`: the operator's choice among its studio's games. */
  hotWhy: z.enum(["played", "picked"]).nullable(),
  /** 1 in the first 30 days. */
  isNew: z.int(),
  /** 500 + 1500 × the game's percentile of real rounds in the last closed day, labelled as a popularity index; null while too little is played to rank. */
  popularity: z.int().nullable(),
  state: z.enum(gameStates),
  /** When maintenance is said to end. */
  until: Moment.nullable(),
  /** Whether it cannot be started: `state` is not `open`. */
  maintenance: z.boolean(),
  /** Its vendor is a test vendor of ours, and whoever shows the game says so. */
  simulated: z.boolean(),
  /** Can be tried without money where the market allows it. */
  demo: z.boolean(),
  lines: z.int().nullable(),
  stakeMin: Amount.nullable(),
  stakeMax: Amount.nullable(),
  /** The return to the player as a percentage with two decimals, rounded down. */
  rtp: z.string().nullable(),
  /** `exact` is enumerated by us, `stated` is the vendor's word. */
  rtpSource: z.enum(["exact", "stated"]).nullable(),
  /** 1 calm to 5 wild: the standard deviation of a round over its stake, in steps at 1, 3, 7 and 15. */
  volatility: z.int().nullable(),
  features: z.array(z.string()),
  /** The classes it is filtered by, such as `baccarat` or `JP`. */
  gameClassify: z.array(z.string()),
});
export type Game = z.infer<typeof Game>;

/** One choice of a facet, and how many games it would show with all other facets as they are. */
export const FacetChoice = z.object({ code: z.string(), name: z.string(), count: z.int() });
export type FacetChoice = z.infer<typeof FacetChoice>;

/** What a list can be narrowed by; choices without games are left out. */
export const Facets = z.object({
  vendors: z.array(FacetChoice),
  classes: z.array(FacetChoice),
  feature: z.array(FacetChoice),
  volatility: z.array(FacetChoice),
  returnFrom: z.array(FacetChoice),
  minimumBet: z.array(FacetChoice),
  lines: z.array(FacetChoice),
  demo: z.array(FacetChoice),
  /** For each facet in force, how many games there would be without it: the largest is the one that excludes most. */
  without: z.array(z.object({ facet: z.string(), count: z.int() })),
});
export type Facets = z.infer<typeof Facets>;

/** A vendor's card in a lane: one studio of one game type. */
export const VendorCard = z.object({
  vassalage: z.string(),
  vendorCode: z.string(),
  name: z.string(),
  /** The group's own number; `games.launch` takes it and says where its list is. */
  nodeId: z.string(),
  gameType: z.string(),
  isGame: z.literal("VASSALAGE"),
  /** How many games of the lane's type it brings, whether or not they can be started now. */
  games: z.int(),
  state: z.enum(gameStates),
  until: Moment.nullable(),
  simulated: z.boolean(),
  gameClassify: z.array(z.string()),
  /** Which of the seven faces its covers are lettered with, 0 to 6. */
  lettering: z.int(),
});
export type VendorCard = z.infer<typeof VendorCard>;

/** A lane of the lobby: a category, its cards by `vassalage` in the operator's order, and the classes it is filtered by, `ALL` first. */
export const VendorLane = z.object({ title: z.string(), cards: z.record(z.string(), VendorCard), gameClassify: z.array(z.string()) });
export type VendorLane = z.infer<typeof VendorLane>;

/** What a game's own page tells beside its tile. */
export const GameInfo = z.object({
  game: Game,
  maxWinMultiple: z.int().nullable(),
  releasedOn: z.string().nullable(),
  /** The path where it is played, for house games. */
  route: z.string().nullable(),
});
export type GameInfo = z.infer<typeof GameInfo>;

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
  /** Whether it can be played with bonus bets. */
  takesBonusBets: z.boolean(),
});
export type Room = z.infer<typeof Room>;

/** Open; closing: no new rounds, what is open is finished; closed: nothing of it is open any more. */
export const switchStates = ["open", "closing", "closed"] as const;
/** By whose word a game is stopped. */
export const stopScopes = ["game", "family", "house"] as const;

/** A house game as officers see it. */
export const GameSwitch = z.object({
  gameCode: z.string(),
  displayName: z.string(),
  gameType: z.string(),
  isOpen: z.boolean(),
  state: z.enum(switchStates),
  /** When the first of its stops came. */
  stoppedAt: Moment.nullable(),
  stops: z.array(z.object({ scope: z.enum(stopScopes), at: Moment, reason: z.string().nullable(), by: z.string().nullable() })),
  /** Rounds that wait for their players, or tickets on the draw under way. */
  openRounds: z.int(),
  oldestAt: Moment.nullable(),
  /** What may be staked on a round now, what the game itself allows, and what officers set; null where they set nothing. */
  stakes: z.object({
    stakeMin: Amount,
    stakeMax: Amount,
    stakeStep: Amount,
    engineMin: Amount,
    engineMax: Amount,
    setMin: Amount.nullable(),
    setMax: Amount.nullable(),
  }),
  /** False where the least stake is above the most: such a game takes no round. */
  takesStakes: z.boolean(),
});
export type GameSwitch = z.infer<typeof GameSwitch>;

/** The house's games, their families and whether the whole house is open. */
const Switches = z.object({
  list: z.array(GameSwitch),
  families: z.array(z.object({ gameType: z.string(), games: z.int(), isOpen: z.boolean() })),
  isHouseOpen: z.boolean(),
});

/** The parts of a list's query that many calls share; each is what the specification's row names. */
const PAGE_NO = z.coerce.number().int().min(1).max(1_000).optional();
const PAGE_SIZE = z.coerce.number().int().min(1).max(100).optional();
/** Several choices of one facet, separated by commas: any of them fits. */
const choices = compared(400).optional();
/** `1`; anything else is as good as nothing. */
const flag = compared(8)
  .overwrite((said) => (said === "1" ? said : ""))
  .meta({ "x-text": "compared" })
  .optional();

export const games = contract("games", {
  list: query({
    for: "guest",
    says: "A page of the lobby, by type, vendor, class and facets; from memory, so it may be a second old.",
    trial: true,
    sharedForMs: 2_000,
    unheard: ["clientType", "platform", "merchant"],
    input: z.object({
      clientType: z.coerce.number().int().optional(),
      platform: compared(16).optional(),
      merchant: compared(32).optional(),
      gameType: compared(16).optional(),
      vassalage: compared(32).optional(),
      gameClassify: compared(16).optional(),
      /** `1` for the first 30 days only. */
      isNew: flag,
      pageNo: PAGE_NO,
      pageSize: PAGE_SIZE,
      language: shownLanguage.optional(),
      name: compared(64).optional(),
      /** Codes of studios. */
      vendors: choices,
      feature: choices,
      /** Steps from 1 to 5. */
      volatility: choices,
      /** The least return as a percentage. */
      returnFrom: z.coerce.number().min(0).max(100).optional(),
      /** The largest least stake. */
      minimumBet: Amount.optional(),
      /** The fewest lines. */
      lines: z.coerce.number().int().min(1).max(10_000).optional(),
      /** `1` for games that can be tried without money. */
      demo: flag,
      sort: z.enum(gameSorts).optional(),
      /** `1` to have the facets' counts with the answer. */
      withFacets: flag,
    }),
    output: z.object({ list: z.array(Game), pageNo: z.int(), totalPages: z.int(), total: z.int(), facets: Facets.optional() }),
  }),
  hot: query({
    for: "guest",
    says: "The hot games: much played in the last day, or picked by the operator.",
    trial: true,
    sharedForMs: 2_000,
    unheard: ["merchantCode", "isPlatform", "platform"],
    input: z.object({
      merchantCode: compared(32).optional(),
      isPlatform: compared(8).optional(),
      vassalage: compared(32).optional(),
      platform: compared(16).optional(),
      language: shownLanguage.optional(),
    }),
    output: z.object({ list: z.array(Game) }),
  }),
  vendors: query({
    for: "guest",
    says: "The vendors by category as lanes of cards, the order the operator gave them, and each one's hot game.",
    trial: true,
    sharedForMs: 2_000,
    unheard: ["platform"],
    input: z.object({ platform: compared(32).optional(), language: shownLanguage.optional() }),
    output: z.object({
      data: z.object({ lanes: z.array(VendorLane) }),
      list: z.array(z.object({ gameCategory: z.string(), list: z.array(VendorCard) })),
      /** The codes of all studios shown, in the operator's order. */
      sorting: z.array(z.string()),
      /** The node of a studio's hot game, by its code. */
      hotGames: z.record(z.string(), z.string()),
    }),
  }),
  vendorTypes: query({
    for: "guest",
    says: "The game types a vendor brings, and the classes of each.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({ vassalage: compared(32) }),
    output: z.object({
      vassalage: z.string(),
      name: z.string(),
      list: z.array(z.object({ gameType: z.string(), games: z.int(), gameClassify: z.array(z.string()) })),
    }),
    errors: ["vendors.not_found"],
  }),
  index: query({
    for: "guest",
    says: "All games in columns, for the search in the browser: the same place in each column is the same game, best known first.",
    trial: true,
    sharedForMs: 60_000,
    input: z.object({ language: shownLanguage.optional() }),
    output: z.object({
      nodeIds: z.array(z.string()),
      names: z.array(z.string()),
      /** Places in `vendors`. */
      vendorOf: z.array(z.int()),
      /** Places in `gameTypes`. */
      typeOf: z.array(z.int()),
      /** What a game is also found by: classes, features and the operator's search words. */
      words: z.array(z.string()),
      /** The popularity index, 0 where there is none. */
      popularity: z.array(z.int()),
      vendors: z.array(z.object({ code: z.string(), name: z.string() })),
      gameTypes: z.array(z.string()),
    }),
  }),
  info: query({
    for: "guest",
    says: "What a game's page tells: its tile, the largest win and when it came.",
    trial: true,
    sharedForMs: 2_000,
    /** A node, or the code of a house game. */
    input: z.object({ code: compared(32), language: shownLanguage.optional() }),
    output: GameInfo,
    errors: ["games.not_found"],
  }),
  myPlay: query({
    for: "member",
    says: "How often the member played a game within 30 days, and what came of it.",
    input: z.object({ nodeId: compared(18) }),
    output: z.object({ days: z.int(), rounds: z.int(), result: Balance }),
    errors: ["games.not_found"],
  }),
  room: query({
    for: "guest",
    says: "The stakes and the exact return of a house game.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({ gameCode: compared(32) }),
    output: Room,
    errors: ["games.not_found"],
  }),
  odds: query({
    for: "guest",
    says: "The bets of a house game with what each pays, how often, its exact return and its largest win; of thousands of choices a row of them, the best and the worst among them.",
    trial: true,
    sharedForMs: 60_000,
    input: z.object({ gameCode: compared(32) }),
    output: Odds.pick({ exactReturn: true, percent: true }).extend({ version: z.int(), list: z.array(Odds) }),
    errors: ["games.not_found"],
  }),
  switches: query({
    for: "operator",
    personal: false,
    says: "The house games: which of them take no new rounds and why, what of them is open, and what may be staked.",
    input: z.object({}),
    output: Switches,
  }),
  setOpen: command({
    for: "operator",
    says: "Stops a house game, a family or, by the type ALL, all of them; or takes such a stop back; a game whose mathematics are not those of its version stays stopped. New rounds and tickets are refused at once, open rounds and draws under way are finished, what was won is paid.",
    input: z.object({ gameCode: compared(32).optional(), gameType: compared(16).optional(), isOpen: z.boolean(), reason: Reason }),
    output: Switches,
    errors: ["games.not_found", "games.version_differs"],
  }),
  launch: command({
    for: "member",
    says: "Answers where to go to play: a house game's room, a group's list, or for a vendor's game `/seamless` with a ticket that opens it once within a minute.",
    input: z.object({
      nodeId: compared(18),
      /** A wish: a vendor's game is a demo until its wallet is connected, and says so. */
      mode: z.enum(["demo", "real"]).optional(),
      device: z.enum(["desktop", "phone"]).optional(),
    }),
    output: z.object({ route: z.string() }),
    errors: [
      "games.not_found",
      "games.closed",
      "games.paused",
      "games.maintenance",
      "games.demo_closed",
      "protection.excluded",
      "limits.ineligible",
      "limits.restricted",
      "limits.kyc_required",
      "countries.closed",
      "content.consent_due",
    ],
  }),
  tryDemo: command({
    for: "guest",
    says: "As `launch`, to try a vendor's game without money, for visitors too; trial accounts are asked for a real one.",
    trial: true,
    rate: { count: 30, windowMs: 60_000 },
    input: z.object({ nodeId: compared(18), device: z.enum(["desktop", "phone"]).optional() }),
    output: z.object({ route: z.string() }),
    errors: ["games.not_found", "games.closed", "games.paused", "games.maintenance", "games.demo_closed", "sessions.real_account_needed"],
  }),
  openLaunch: command({
    for: "guest",
    says: "Uses a launch ticket up and answers where the vendor shows the game; a ticket opens once, within a minute, for whom it was made.",
    trial: true,
    transaction: "own",
    input: z.object({ ticket: compared(64) }),
    output: z.object({
      url: z.string(),
      /** The one origin whose messages count. */
      origin: z.string(),
      /** False where the vendor's game stands in no frame: it is given a window of its own. */
      framed: z.boolean(),
      title: z.string(),
      vendor: z.string(),
      simulated: z.boolean(),
      mode: z.enum(["demo", "real"]),
      nodeId: z.string(),
    }),
    errors: ["games.launch_expired", "games.closed", "games.paused", "games.maintenance", "vendors.unreachable", "vendors.launch_refused"],
  }),
  endLaunch: command({
    for: "guest",
    says: "Ends a launch, by its ticket, on leaving; repeated it does nothing.",
    trial: true,
    whileClosed: true,
    input: z.object({ ticket: compared(64) }),
    output: Empty,
  }),
});
