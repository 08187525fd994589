import { content } from "@laro/contract/content";
import { pathOf } from "@laro/contract/core/call";
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { announcementsInput, boardInput, helpInput, hotInput, infoInput, lanesInput, listInput, rowInput } from "@laro/contract/core/firstInputs";
import type { PlayerPathName } from "@laro/contract/core/paths";
import type { PublicPicture } from "@laro/contract/core/pictures";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { jackpots } from "@laro/contract/jackpots";
import { winners } from "@laro/contract/winners";
import type { Language } from "@laro/locales/t";
import { type CatalogueGame, engineOf, listHouseGames } from "../core/catalogue/catalogue.ts";
import { brand } from "../core/settings/packs.ts";
import { gameLists, isGameList } from "../features/content/content.heads.ts";
import type { AskShared } from "../platform/binder.ts";
import { openingOf } from "./pages.ts";
import { posterHtml } from "./poster.ts";

/** Whose being stale makes the answers in a page stale. */
export const FIRST_ENDPOINTS: readonly string[] = [
  site.menu,
  content.announcements,
  content.help,
  games.list,
  games.hot,
  games.info,
  games.vendors,
  jackpots.list,
  winners.board,
].map(({ name }) => name);

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

/** What the address of a game's page names it. */
const codeOf = (canonical: string): string => canonical.slice(canonical.lastIndexOf("/") + 1);

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

/** What lies over home at these addresses: a visitor came for the dialog, which home would otherwise go before. */
const overHome: Partial<Record<PlayerPathName, readonly string[]>> = {
  help: ["dialogs", "help"],
  login: ["dialogs", "entrance"],
  register: ["dialogs", "entrance", "register"],
};

/** The parts of the player site a page opens with; none where the shell alone decides. */
export function partsOf({ name, canonical }: Pick<Page, "name" | "canonical">): readonly string[] {
  const game = name === "room" ? gameOfRoom(canonical) : undefined;
  return [openingOf(name), game && partOfGame(game), ...(overHome[name] ?? [])].filter((part) => part !== undefined);
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
  if (name === "game") return [...everywhere, first(games.info, infoInput(codeOf(canonical), language))];
  if (openingOf(name) !== "home") return everywhere;
  return [
    ...everywhere,
    first(games.list, rowInput("BGS")),
    first(games.hot, hotInput({ merchantCode: merchant, language })),
    first(jackpots.list, { language }),
    first(winners.board, boardInput(language)),
    ...(name === "help" ? [first(content.help, helpInput(language))] : []),
  ];
}

/** What a page brings along of what its first screen shows. */
export interface FirstScreen {
  /** The answers, as data that no browser runs. */
  readonly answers: string;
  /** What stands there until the page does: see `poster.ts`. */
  readonly poster: string;
}

interface Asked {
  /** Whether covers come from us, and not from a host that each browser draws. */
  readonly covers: boolean;
  readonly findCover: (game: CatalogueGame) => Promise<string | undefined>;
}

/** An answer that cannot be made is left to the page. */
export async function readFirstScreen(askShared: AskShared, page: Page, { covers, findCover }: Asked): Promise<FirstScreen> {
  const paths = firstCalls(page);
  const bodies = await Promise.allSettled(paths.map(askShared));
  const answers = bodies.flatMap((body, at) => (body.status === "fulfilled" && body.value.length <= ANSWER_MAX ? [[paths[at]!, body.value] as const] : []));
  const valueOf = <E extends Endpoint>({ name, output }: E): OutputOf<E> | undefined => {
    const body = answers.find(([path]) => path.startsWith(`/api/${name}?`))?.[1];
    return body === undefined ? undefined : (output.parse((JSON.parse(body) as { value: unknown }).value) as OutputOf<E>);
  };
  const banner = bannerOf(valueOf(content.announcements), openingOf(page.name) === "home" ? "" : page.name);
  const game = page.name === "room" ? gameOfRoom(page.canonical) : undefined;
  const told = valueOf(games.info)?.game;
  const listed = !isGameList(page.name) || page.name === "provider" ? [] : (valueOf(games.list)?.list ?? []).slice(0, COVERS).map(({ iconUrl }) => iconUrl);
  const own = game === undefined ? told?.iconUrl : await findCover(game);
  const shown = own === undefined ? listed : [own];
  const data = answers.map(([path, body]) => `${JSON.stringify(path)}:${body}`).join();
  return {
    // A text may hold what would end the element, or begin a comment in it.
    answers: `<script type="application/json" id="answers">{${data.replaceAll("<", "\\u003c")}}</script>`,
    poster: posterHtml({
      page: page.name,
      canonical: page.canonical,
      game,
      title: told?.displayName,
      language: page.language,
      banner,
      covers: covers && banner === undefined ? shown : [],
    }),
  };
}

/** The covers a telephone shows of a list without being moved; below banners, or vendors, it shows none. */
const COVERS = 2;

/** The picture a visitor is shown first on the page of a category, or on home, which has none. */
function bannerOf(said: OutputOf<typeof content.announcements> | undefined, gameType: string): PublicPicture | undefined {
  const banner = said?.list.find((one) => one.type === "B" && one.groupName === "w_home" && one.gameType === gameType && one.audience !== "member");
  return banner?.type === "B" ? (banner.picture ?? undefined) : undefined;
}
