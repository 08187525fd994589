import type { InputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import type { FacetChoice, Facets, games } from "@laro/contract/games";
import { hotWhyOf, isNewAt, type Onlooker } from "../../core/catalogue/tiles.ts";
import { type Catalogue, fold, type LiveGame } from "../../core/catalogue/view.ts";

export type Wish = Omit<InputOf<(typeof games)["list"]>, "pageNo" | "pageSize">;
type Test = (game: LiveGame) => boolean;

const facetNames = ["vendors", "classes", "feature", "volatility", "returnFrom", "minimumBet", "lines", "demo"] as const;
export type FacetName = (typeof facetNames)[number];

const RETURNS = [94, 96, 97, 98] as const;
const MINIMUM_BETS_MINOR = [1_00n, 5_00n, 20_00n] as const;
const LINES = [10, 25, 50] as const;
const EVERY_CLASS: readonly string[] = ["", "ALL"];
const SPANNING: readonly string[] = ["ALL", "HOME"];

/** What a list found, and for each facet in force the games that only it kept out. */
export interface Sifted {
  readonly games: readonly LiveGame[];
  readonly excludedBy: ReadonlyMap<FacetName, readonly LiveGame[]>;
}

/** The games of a list in the catalogue's order. Within a facet any choice fits, and every facet must. */
export function sift(catalogue: Catalogue, wish: Wish, onlooker: Onlooker): Sifted {
  const base = baseTests(wish, onlooker);
  const facets = facetTests(wish);
  const found: LiveGame[] = [];
  const excludedBy = new Map<FacetName, LiveGame[]>(facets.map(([name]) => [name, []]));
  for (const game of gamesOfType(catalogue, wish.gameType, onlooker)) {
    if (!base.every((test) => test(game))) continue;
    const [failed, second] = facets.filter(([, test]) => !test(game));
    if (failed === undefined) found.push(game);
    else if (second === undefined) excludedBy.get(failed[0])!.push(game);
  }
  return { games: found, excludedBy };
}

/** `BGS` is the house's games of whatever type; favourites and recent games are calls of their own. */
function gamesOfType(catalogue: Catalogue, gameType: string | undefined, onlooker: Onlooker): readonly LiveGame[] {
  if (gameType === undefined || SPANNING.includes(gameType)) return catalogue.games;
  if (gameType === "HOT") return catalogue.games.filter((game) => hotWhyOf(game) !== null);
  if (gameType === "NEW" || gameType === "NEW_GAME") return catalogue.games.filter((game) => isNewAt(game, onlooker));
  if (gameType === "BGS") return catalogue.byStudio.get("BGS")?.games ?? [];
  return catalogue.byType.get(gameType) ?? [];
}

function baseTests({ vassalage, isNew, name }: Wish, onlooker: Onlooker): readonly Test[] {
  const word = fold(name?.trim() ?? "");
  return [
    ...((vassalage ?? "") === "" ? [] : [(game: LiveGame) => game.studio.code === vassalage]),
    ...(isNew === "1" ? [(game: LiveGame) => isNewAt(game, onlooker)] : []),
    ...(word === "" ? [] : [(game: LiveGame) => game.folded.includes(word)]),
  ];
}

function facetTests(wish: Wish): readonly (readonly [FacetName, Test])[] {
  const { gameClassify, returnFrom, minimumBet, lines } = wish;
  const anyOf = (given: string | undefined): ReadonlySet<string> | undefined => (given === undefined || given === "" ? undefined : new Set(given.split(",")));
  const [vendors, feature, volatility] = [anyOf(wish.vendors), anyOf(wish.feature), anyOf(wish.volatility)];
  const tests: { readonly [Name in FacetName]: Test | undefined } = {
    vendors: vendors && (({ studio }) => vendors.has(studio.code)),
    classes: gameClassify === undefined || EVERY_CLASS.includes(gameClassify) ? undefined : (game) => isOfClass(game, gameClassify),
    feature: feature && (({ features }) => features.some((one) => feature.has(one))),
    volatility: volatility && ((game) => volatility.has(String(game.volatility))),
    returnFrom: returnFrom === undefined ? undefined : (game) => returnsFrom(game, returnFrom),
    minimumBet: minimumBet === undefined ? undefined : (game) => startsAt(game, minimumBet),
    lines: lines === undefined ? undefined : (game) => hasLines(game, lines),
    demo: wish.demo === "1" ? ({ demo }) => demo : undefined,
  };
  return facetNames.flatMap((name) => (tests[name] === undefined ? [] : [[name, tests[name]] as const]));
}

const isOfClass = (game: LiveGame, gameClassify: string): boolean =>
  gameClassify === "HOT" ? hotWhyOf(game) !== null : game.classes.includes(gameClassify) || game.gameType === gameClassify;
const returnsFrom = ({ rtpBps }: LiveGame, percent: number): boolean => rtpBps !== null && rtpBps >= percent * 100;
const startsAt = ({ stakeMinMinor }: LiveGame, mostMinor: bigint): boolean => stakeMinMinor !== null && stakeMinMinor <= mostMinor;
const hasLines = ({ lines }: LiveGame, least: number): boolean => lines !== null && lines >= least;

/** How many games each choice would show, were it the only one of its facet and all other facets as they are. */
export function listFacets(catalogue: Catalogue, sifted: Sifted): Facets {
  const reach = (name: FacetName): readonly LiveGame[] => [...sifted.games, ...(sifted.excludedBy.get(name) ?? [])];
  const tally = (name: FacetName, codesOf: (game: LiveGame) => readonly string[], nameOf = (code: string): string => code): FacetChoice[] => {
    const counts = new Map<string, number>();
    for (const code of reach(name).flatMap(codesOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
    return [...counts].map(([code, count]) => ({ code, name: nameOf(code), count })).toSorted((a, b) => (a.code < b.code ? -1 : 1));
  };
  const steps = <Step>(name: FacetName, all: readonly Step[], write: (step: Step) => string, fits: (game: LiveGame, step: Step) => boolean): FacetChoice[] =>
    all.flatMap((step) => {
      const count = reach(name).filter((game) => fits(game, step)).length;
      return count === 0 ? [] : [{ code: write(step), name: write(step), count }];
    });
  return {
    vendors: tally(
      "vendors",
      ({ studio }) => [studio.code],
      (code) => catalogue.byStudio.get(code)?.name ?? code,
    ),
    classes: tally("classes", ({ classes }) => classes),
    feature: tally("feature", ({ features }) => features),
    volatility: tally("volatility", ({ volatility }) => (volatility === null ? [] : [String(volatility)])),
    returnFrom: steps("returnFrom", RETURNS, String, returnsFrom),
    minimumBet: steps("minimumBet", MINIMUM_BETS_MINOR, formatAmount, startsAt),
    lines: steps("lines", LINES, String, hasLines),
    demo: tally("demo", ({ demo }) => (demo ? ["1"] : [])),
    without: [...sifted.excludedBy].map(([facet, kept]) => ({ facet, count: sifted.games.length + kept.length })),
  };
}
