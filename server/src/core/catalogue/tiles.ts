import type { Game, GameState } from "@laro/contract/games";
import type { JurisdictionPack } from "../settings/packs.ts";
import { type Catalogue, type LiveGame, type LiveVendor, POPULARITY_MIN, POPULARITY_SPAN, type Window } from "./view.ts";

/** For whom and when a tile is described. */
export interface Onlooker {
  readonly pack: Pick<JurisdictionPack, "closedGameTypes" | "demoPlay" | "timeZone">;
  readonly now: Date;
  readonly language?: string | undefined;
}

export interface Standing {
  readonly state: GameState;
  readonly until: Date | null;
}

/** Below so many played games a rank says nothing, and below so many rounds of a game it says nothing of that game. */
const RANKED_GAMES_MIN = 10;
const RANKED_ROUNDS_MIN = 100;
/** From this index on a game is hot: the upper half of what was really played. */
const HOT_FROM = POPULARITY_MIN + POPULARITY_SPAN / 2;
const NEW_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

const windowAt = (windows: readonly Window[], now: Date): Window | undefined => windows.find(({ from, until }) => from <= now && now < until);

/** Whether a vendor takes new play, and if not, until when. */
export function standingOfVendor({ state, windows }: Pick<LiveVendor, "state" | "windows">, now: Date): Standing {
  if (state === "paused" || state === "off") return { state: "paused", until: null };
  const window = windowAt(windows, now);
  return window === undefined ? { state: "open", until: null } : { state: "maintenance", until: window.until };
}

/** Whether a game can be started: by the market, the operator, its vendor and the windows, in this order. */
export function standingOf(
  { gameType, isStopped, windows, vendor }: Pick<LiveGame, "gameType" | "isStopped" | "windows"> & { readonly vendor: Pick<LiveVendor, "state" | "windows"> },
  { pack, now }: Onlooker,
): Standing {
  if (pack.closedGameTypes.includes(gameType) || isStopped) return { state: "closed", until: null };
  const ofVendor = standingOfVendor(vendor, now);
  const window = windowAt(windows, now);
  return ofVendor.state === "open" && window !== undefined ? { state: "maintenance", until: window.until } : ofVendor;
}

/** The figure a tile may show: none where it would rest on next to nothing. */
export const popularityOf = ({ rankedCount }: Pick<Catalogue, "rankedCount">, { rank }: Pick<LiveGame, "rank">): number | null =>
  rankedCount < RANKED_GAMES_MIN || rank === undefined || rank.rounds < RANKED_ROUNDS_MIN ? null : rank.index;

/** Why a game is hot: it was much played, or its studio's pick. */
export const hotWhyOf = ({ rank, isPicked }: Pick<LiveGame, "rank" | "isPicked">): Game["hotWhy"] =>
  rank !== undefined && rank.index >= HOT_FROM && rank.rounds >= RANKED_ROUNDS_MIN ? "played" : isPicked ? "picked" : null;

/** Making one takes longer than describing a page of games. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The calendar day it is for whoever looks, such as 2026-03-01. */
export function dayAt({ pack: { timeZone }, now }: Pick<Onlooker, "pack" | "now">): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone });
  calendars.set(timeZone, calendar);
  return calendar.format(now);
}

/** Whether it came on one of the last 30 calendar days of the pack's zone, today among them. */
export function isNewAt({ releasedOn }: Pick<LiveGame, "releasedOn">, onlooker: Pick<Onlooker, "pack" | "now">): boolean {
  const age = releasedOn === null ? Number.NaN : Date.parse(dayAt(onlooker)) - Date.parse(releasedOn);
  return age >= 0 && age < NEW_DAYS * DAY_MS;
}

/** A return of hundredths of a percent as people read it. */
export const percentOf = (bps: number): string => `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}`;

/** A game's name in a language, else its own. */
export const nameIn = ({ name, names }: Pick<LiveGame, "name" | "names">, language: string | undefined): string =>
  language !== undefined && Object.hasOwn(names, language) ? names[language]! : name;

/** A game as a tile shows it. */
export function describeGame(catalogue: Pick<Catalogue, "rankedCount">, game: LiveGame, onlooker: Onlooker): Game {
  const { state, until } = standingOf(game, onlooker);
  const name = nameIn(game, onlooker.language);
  const hotWhy = hotWhyOf(game);
  return {
    nodeId: String(game.nodeId),
    gameName: name,
    displayName: name,
    gameType: game.gameType,
    iconUrl: game.iconUrl,
    lagerIcon: null,
    vassalage: game.studio.code,
    vendorCode: game.vendor.code,
    vendorName: game.vendor.name,
    gameCode: game.gameCode,
    isGame: game.isGroup ? "VASSALAGE" : "GAME",
    isHot: hotWhy === null ? 0 : 1,
    hotWhy,
    isNew: isNewAt(game, onlooker) ? 1 : 0,
    popularity: popularityOf(catalogue, game),
    state,
    until: until?.toISOString() ?? null,
    maintenance: state !== "open",
    simulated: game.vendor.simulated,
    demo: game.demo && onlooker.pack.demoPlay,
    lines: game.lines,
    stakeMin: game.stakeMinMinor,
    stakeMax: game.stakeMaxMinor,
    rtp: game.rtpBps === null ? null : percentOf(game.rtpBps),
    rtpSource: game.rtpSource,
    volatility: game.volatility,
    features: [...game.features],
    gameClassify: [...game.classes],
  };
}
