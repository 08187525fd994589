import type { VendorState } from "@laro/contract/vendors";
import { addGames, addStudios, hasVendors, type NewGame, type NewStudio } from "../../core/catalogue/fill.ts";
import { addTestVendors, announceWindow } from "../../core/vendors/vendors.ts";
import type { Database } from "../../platform/db.ts";
import { arcadeNames, bingoNames, fishNames, jackpotNames, liveNames, pvpNames, slotNames } from "./catalogue.words.ts";

/** What a test vendor's game is played on: the simulator's stand-ins, whose figures these are (`GET /standins` says the same). */
const standIns = {
  wheel: { rtpBps: 9_700, volatility: 2, maxWinMultiple: 20 },
  cards: { rtpBps: 9_800, volatility: 1, maxWinMultiple: 1 },
  coin: { rtpBps: 9_850, volatility: 1, maxWinMultiple: 1 },
} as const;
/** Volatility of the reels by their lines: the more lines share a stake, the calmer. */
const reelVolatility = { 1: 3, 5: 2, 10: 2, 20: 2, 25: 2, 40: 2, 50: 2, 100: 1 } as const;
type Lines = keyof typeof reelVolatility;

type StandIn = { readonly kind: keyof typeof standIns } | { readonly kind: "reels"; readonly lines: Lines };

const RNG = "PT RTG ISB MG MGS PNG TTG PG AE CQ9 TGP WD EG2 JDB FC JL".split(" ");
const LIVE = "AG BBIN BG DG EA LOTUS OG UG".split(" ");
const FISH = "CQ9 GG JDB FC JL".split(" ");
const PVP = "KX KY TH WS XY".split(" ");
const QUICK = "JDB FC JL EG2".split(" ");
/** One aggregator brings these three; every other studio is its own vendor. */
const AGGREGATED: Readonly<Record<string, string>> = { PNG: "HUB88", ISB: "HUB88", TTG: "HUB88" };
const PAUSED: readonly string[] = ["MGS", "UG", "DS88"];
const IN_WINDOW = "WD";
/** Into these money is moved before play. */
const WITH_WALLETS: readonly string[] = ["AG", "BBIN", "CQ9"];
const IN_FOOTER: readonly string[] = ["PG", "EG2", "PT", "JDB", "CQ9", "FC", "JL"];
const SLOTS = 640;
const SLOT_LINES: readonly Lines[] = [20, 25, 10, 50, 5, 40, 100];
const WINDOW_DAYS = 14;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Planned extends Pick<NewGame, "studio" | "name" | "gameType" | "category" | "classes"> {
  readonly standIn: StandIn;
  readonly words?: string;
  readonly stakeMinMinor?: number;
}

/** Deals names out to studios in turn. */
const deal = <Name, Game>(studios: readonly string[], names: readonly Name[], make: (name: Name, studio: string, index: number) => Game): Game[] =>
  names.map((name, index) => make(name, studios[Math.floor((index * studios.length) / names.length)]!, index));

const wheels: readonly string[] = ["roulette", "sicbo"];

/** Every game of the test vendors. */
function planGames(): readonly Planned[] {
  const slots = deal(RNG, slotNames.slice(0, SLOTS), (name, studio, index): Planned => {
    return { name, studio, gameType: "RNG", category: "RNG", classes: ["slots"], standIn: { kind: "reels", lines: SLOT_LINES[index % SLOT_LINES.length]! } };
  });
  const live = deal(LIVE, liveNames, ({ name, code, words }, studio): Planned => {
    const standIn = { kind: wheels.includes(code) ? "wheel" : "cards" } as const;
    return { name, studio, gameType: "LIVE", category: "LIVE", classes: [code], words, standIn, stakeMinMinor: 20_00 };
  });
  const quick = ([code, category, names, standIn]: readonly [string, string, readonly string[], StandIn]): Planned[] =>
    deal(QUICK, names, (name, studio) => ({ name, studio, gameType: "RNG", category, classes: [code], standIn }));
  return [
    ...slots,
    ...live,
    ...deal(FISH, fishNames, (name, studio): Planned => ({
      name,
      studio,
      gameType: "FISH",
      category: "FISH",
      classes: ["fish"],
      standIn: { kind: "coin" },
      words: "isda",
    })),
    ...deal(PVP, pvpNames, (name, studio): Planned => ({
      name,
      studio,
      gameType: "PVP",
      category: "PVP",
      classes: ["TG"],
      standIn: { kind: "cards" },
      words: "baraha",
    })),
    ...quick(["AC", "MINI", arcadeNames, { kind: "coin" }]),
    ...quick(["BG", "MINI", bingoNames, { kind: "wheel" }]),
    ...quick(["JP", "JACKPOT", jackpotNames, { kind: "reels", lines: 1 }]),
    ...deal(["IBC", "SBT", "BBIN"], ["Stadium Lines", "Final Whistle", "Courtside"], sole("SPORTS")),
    ...deal(["DS88", "DIG", "WGB"], ["Derby Night", "Golden Spur", "Red Feather"], sole("COCKFIGHT")),
  ];
}

const sole =
  (gameType: string) =>
  (name: string, studio: string): Planned => ({ name, studio, gameType, category: gameType, classes: [], standIn: { kind: "coin" } });

const FIRST_NODE = 10_001;
const FIRST_ID = 1_001;
const STAKES_MINOR = [1_00, 1_00, 2_00, 5_00] as const;
const STAKE_MAX_TIMES = 1_000;
/** Every twentieth game came within the last month, the others over three years. */
const NEW_EVERY = 20;
const OLD_DAYS = 1_000;

/** The simulator reads from a game's code which stand-in it is played on. */
const codeOf = (standIn: StandIn, nodeId: number): string => `${standIn.kind}${standIn.kind === "reels" ? standIn.lines : ""}-${nodeId}`;

function gameOf({ standIn, words = "", stakeMinMinor, ...planned }: Planned, index: number, now: Date): NewGame {
  const nodeId = FIRST_NODE + index;
  const stakeMin = stakeMinMinor ?? STAKES_MINOR[index % STAKES_MINOR.length]!;
  const figures =
    standIn.kind === "reels"
      ? { rtpBps: 9_600, volatility: reelVolatility[standIn.lines], maxWinMultiple: 156, lines: standIn.lines }
      : { ...standIns[standIn.kind], lines: null };
  const ageDays = index % NEW_EVERY === 0 ? index % 29 : 31 + ((index * 37) % OLD_DAYS);
  return {
    ...planned,
    ...figures,
    id: FIRST_ID + index,
    nodeId,
    gameCode: codeOf(standIn, nodeId),
    features: [standIn.kind],
    words,
    motif: planned.name.split(" ")[0]!.toLowerCase(),
    stakeMinMinor: stakeMin,
    stakeMaxMinor: stakeMin * STAKE_MAX_TIMES,
    demo: true,
    sort: index + 1,
    releasedOn: new Date(now.getTime() - ageDays * DAY_MS).toISOString().slice(0, 10),
  };
}

const FIRST_STUDIO_NODE = 2_002;
const FIRST_VENDOR_ID = 2;
/** Every third studio has a pick of the operator. */
const PICK_EVERY = 3;
const FACES = 7;

/** The test vendors' whole catalogue: vendors, studios, games. */
export function planCatalogue(now: Date) {
  const games = planGames().map((planned, index) => gameOf(planned, index, now));
  const codes = [...new Set(games.map(({ studio }) => studio))];
  const studios = codes.map((code, index): NewStudio => {
    const hotGameId = index % PICK_EVERY === 0 ? games.find(({ studio }) => studio === code)!.id : null;
    return { code, vendor: AGGREGATED[code] ?? code, name: code, nodeId: FIRST_STUDIO_NODE + index, sort: index + 1, lettering: index % FACES, hotGameId };
  });
  const vendors = [...new Set(studios.map(({ vendor }) => vendor))].map((code, index) => {
    const state: VendorState = PAUSED.includes(code) ? "paused" : "test";
    return { id: FIRST_VENDOR_ID + index, code, state, sort: index + 1, inFooter: IN_FOOTER.includes(code), keepsWallet: WITH_WALLETS.includes(code) };
  });
  return { vendors, studios, games };
}

/** Fills an empty sandbox with the test vendors' games, once. One vendor is in maintenance and three are paused, so that every state can be seen. */
export async function seedCatalogue({ db, begin }: Pick<Database, "db" | "begin">, now: Date): Promise<void> {
  if (await hasVendors(db)) return;
  const { vendors, studios, games } = planCatalogue(now);
  const window = { vendorCode: IN_WINDOW, from: now.toISOString(), until: new Date(now.getTime() + WINDOW_DAYS * DAY_MS).toISOString() };
  await begin(async (tx) => {
    await addTestVendors(tx, vendors);
    await addStudios(tx, studios);
    await addGames(tx, games);
    await announceWindow(tx, { ...window, reason: "a window to be seen" }, now);
  });
}
