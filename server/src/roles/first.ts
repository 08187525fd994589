import { content } from "@laro/contract/content";
import { pathOf } from "@laro/contract/core/call";
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { announcementsInput, BANNER_SIZES, boardInput, hotInput, lanesInput, listInput, rowInput } from "@laro/contract/core/firstInputs";
import type { PlayerPathName } from "@laro/contract/core/paths";
import { pictureSet } from "@laro/contract/core/pictures";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { jackpots } from "@laro/contract/jackpots";
import { winners } from "@laro/contract/winners";
import type { Language } from "@laro/locales/t";
import { type CatalogueGame, engineOf, listHouseGames } from "../core/catalogue/catalogue.ts";
import { brand } from "../core/settings/packs.ts";
import { gameLists } from "../features/content/content.heads.ts";
import { escapeHtml } from "../features/content/content.html.ts";
import type { AskShared } from "../platform/binder.ts";
import { openingOf } from "./pages.ts";

/** Whose being stale makes the answers in a page stale. */
export const FIRST_ENDPOINTS: readonly string[] = [site.menu, content.announcements, games.list, games.hot, games.vendors, jackpots.list, winners.board].map(
  ({ name }) => name,
);

/** A longer answer is left to the page, which asks for it itself: pages are kept, and their sum has a bound. */
const ANSWER_MAX = 100_000;

/** A call that is answered to everyone alike: no other may be named here. */
const first = <E extends Endpoint & { readonly sharedForMs: number }>(endpoint: E, input: InputOf<E>): string => pathOf(endpoint, input);

/** Which page, by its canonical address, and in which language. */
interface Page {
  readonly name: PlayerPathName;
  readonly canonical: string;
  readonly language: Language;
  /** Whether its query asks for some of a list's games only. */
  readonly isNarrowed: boolean;
}

/** Whether a query of an address changes which games a list shows first; whatever it is, it makes no more than two pages of one. */
export const narrows = (query: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(query).some(([name, value]) => name !== "language" && !(name === "gameClassify" && value === "ALL"));

const gameOfRoom = (canonical: string): CatalogueGame | undefined => listHouseGames().find(({ route }) => canonical.endsWith(route));

const camelCase = (words: readonly string[]): string =>
  words.map((word, at) => (at === 0 ? word.toLowerCase() : word[0] + word.slice(1).toLowerCase())).join("");

/** Slots whose windows fall instead of turning: they share their room. */
const books: readonly string[] = ["HALO_HALO", "BULKAN_WAYS"];

/** The part of the player site a house game plays in, as `web/src/features/rounds/games.ts` names it: slots in one, and live tables of one game in one, whatever their number or kind. */
function partOfGame(game: CatalogueGame): string {
  const { gameType } = engineOf(game);
  if (gameType === "RNG") return books.includes(game.gameCode) ? "books" : "slots";
  const words = game.gameCode.split("_");
  return camelCase(gameType === "LIVE" ? ["LIVE", ...words.filter((word) => !/^(\d+|SPEED|NC)$/.test(word))] : words);
}

/** The parts of the player site a page opens with; none where the shell alone decides. */
export function partsOf({ name, canonical }: Pick<Page, "name" | "canonical">): readonly string[] {
  const game = name === "room" ? gameOfRoom(canonical) : undefined;
  return [openingOf(name), game && partOfGame(game)].filter((part) => part !== undefined);
}

/** What the first screen of a page asks. */
function firstCalls({ name, canonical, language, isNarrowed }: Page): readonly string[] {
  const merchant = brand.merchantCode;
  const everywhere = [first(site.menu, {}), first(content.announcements, announcementsInput(language))];
  const gameType = name === "provider" ? "ALL" : gameLists.find((one) => one === name);
  if (gameType !== undefined) {
    const list = isNarrowed ? [] : [first(games.list, listInput({ gameType }, { merchant, language, pageNo: 1 }))];
    return [...everywhere, first(games.vendors, lanesInput(language)), ...list];
  }
  if (name === "room") {
    const game = gameOfRoom(canonical);
    return game === undefined ? everywhere : [...everywhere, first(games.room, { gameCode: game.gameCode })];
  }
  if (openingOf(name) !== "home") return everywhere;
  return [
    ...everywhere,
    first(games.list, rowInput("BGS")),
    first(games.hot, hotInput({ merchantCode: merchant, language })),
    first(jackpots.list, { language }),
    first(winners.board, boardInput(language)),
  ];
}

/** What a page brings along of what its first screen shows. */
export interface FirstScreen {
  /** The answers, as data that no browser runs. */
  readonly answers: string;
  /** The pictures a visitor sees first, named before any script is there. */
  readonly pictures: string;
}

/** An answer that cannot be made is left to the page. `covers` tells whether covers come from us, and not from a host that each browser draws. */
export async function readFirstScreen(askShared: AskShared, page: Page, { covers }: { covers: boolean }): Promise<FirstScreen> {
  const paths = firstCalls(page);
  const bodies = await Promise.allSettled(paths.map(askShared));
  const answers = bodies.flatMap((body, at) => (body.status === "fulfilled" && body.value.length <= ANSWER_MAX ? [[paths[at]!, body.value] as const] : []));
  const valueOf = <E extends Endpoint>({ name, output }: E): OutputOf<E> | undefined => {
    const body = answers.find(([path]) => path.startsWith(`/api/${name}?`))?.[1];
    return body === undefined ? undefined : (output.parse((JSON.parse(body) as { value: unknown }).value) as OutputOf<E>);
  };
  const isHome = openingOf(page.name) === "home";
  const said = valueOf(content.announcements);
  const data = answers.map(([path, body]) => `${JSON.stringify(path)}:${body}`).join();
  return {
    // A text may hold what would end the element, or begin a comment in it.
    answers: `<script type="application/json" id="answers">{${data.replaceAll("<", "\\u003c")}}</script>`,
    pictures: isHome ? bannerOf(said) : covers && page.name !== "provider" && bannersOf(said, page.name).length === 0 ? coversOf(valueOf(games.list)) : "",
  };
}

type Announced = OutputOf<typeof content.announcements> | undefined;

/** What a visitor is shown first on the page of a category, or on home, which has none. */
const bannersOf = (said: Announced, gameType: string) =>
  (said?.list ?? []).filter((one) => one.type === "B" && one.groupName === "w_home" && one.gameType === gameType && one.audience !== "member");

/** The first banner of home, as the page will ask for it. */
function bannerOf(said: Announced): string {
  const [banner] = bannersOf(said, "");
  if (banner?.type !== "B" || banner.picture === null) return "";
  const set = pictureSet(banner.picture.id, "avif");
  return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${set}" imagesizes="${BANNER_SIZES}">`;
}

/** The covers a telephone shows of a list without being moved; below banners, or vendors, it shows none. */
const COVERS = 2;

const coversOf = (said: OutputOf<typeof games.list> | undefined): string =>
  (said?.list ?? [])
    .slice(0, COVERS)
    .map(({ iconUrl }) => `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(iconUrl)}">`)
    .join("");
