import { content } from "@laro/contract/content";
import { pathOf } from "@laro/contract/core/call";
import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { announcementsInput, BANNER_SIZES, boardInput, hotInput, lanesInput, listInput, rowInput } from "@laro/contract/core/firstInputs";
import type { PlayerPathName } from "@laro/contract/core/paths";
import { pictureSet } from "@laro/contract/core/pictures";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { winners } from "@laro/contract/winners";
import type { Language } from "@laro/locales/t";
import { brand } from "../core/settings/packs.ts";
import { gameLists } from "../features/content/content.heads.ts";
import type { AskShared } from "../platform/binder.ts";
import { openingOf } from "./pages.ts";

/** Whose being stale makes the answers in a page stale. */
export const FIRST_ENDPOINTS: readonly string[] = [site.menu, content.announcements, games.list, games.hot, games.vendors, winners.board].map(
  ({ name }) => name,
);

/** A longer answer is left to the page, which asks for it itself: pages are kept, and their sum has a bound. */
const ANSWER_MAX = 100_000;

/** A call that is answered to everyone alike: no other may be named here. */
const first = <E extends Endpoint & { readonly sharedForMs: number }>(endpoint: E, input: InputOf<E>): string => pathOf(endpoint, input);

/** What the first screen of a page asks. */
function firstCalls(name: PlayerPathName, language: Language): readonly string[] {
  const merchant = brand.merchantCode;
  const everywhere = [first(site.menu, {}), first(content.announcements, announcementsInput(language))];
  const gameType = name === "provider" ? "ALL" : gameLists.find((one) => one === name);
  if (gameType !== undefined)
    return [...everywhere, first(games.list, listInput({ gameType }, { merchant, language, pageNo: 1 })), first(games.vendors, lanesInput(language))];
  if (openingOf(name) !== "home") return everywhere;
  return [
    ...everywhere,
    first(games.list, rowInput("BGS")),
    first(games.hot, hotInput({ merchantCode: merchant, language })),
    first(winners.board, boardInput(language)),
  ];
}

/** What a page brings along of what its first screen shows. */
export interface FirstScreen {
  /** The answers, as data that no browser runs. */
  readonly answers: string;
  /** The picture a visitor sees first, named before any script is there. */
  readonly picture: string;
}

/** An answer that cannot be made is left to the page. */
export async function readFirstScreen(askShared: AskShared, { name, language }: { name: PlayerPathName; language: Language }): Promise<FirstScreen> {
  const paths = firstCalls(name, language);
  const bodies = await Promise.allSettled(paths.map(askShared));
  const answers = bodies.flatMap((body, at) => (body.status === "fulfilled" && body.value.length <= ANSWER_MAX ? [[paths[at]!, body.value] as const] : []));
  const announced = openingOf(name) === "home" ? answers.find(([path]) => path.startsWith(`/api/${content.announcements.name}?`)) : undefined;
  const data = answers.map(([path, body]) => `${JSON.stringify(path)}:${body}`).join();
  return {
    // A text may hold what would end the element, or begin a comment in it.
    answers: `<script type="application/json" id="answers">{${data.replaceAll("<", "\\u003c")}}</script>`,
    picture: announced === undefined ? "" : pictureOf(announced[1]),
  };
}

/** The first banner a visitor is shown on home, as the page will ask for it. */
function pictureOf(body: string): string {
  const { list } = content.announcements.output.parse((JSON.parse(body) as { value: unknown }).value);
  const banner = list.find((one) => one.type === "B" && one.groupName === "w_home" && one.gameType === "" && one.audience !== "member");
  if (banner?.type !== "B" || banner.picture === null) return "";
  const set = pictureSet(banner.picture.id, "avif");
  return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${set}" imagesizes="${BANNER_SIZES}">`;
}
