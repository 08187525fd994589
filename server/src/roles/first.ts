import { content } from "@laro/contract/content";
import { pathOf } from "@laro/contract/core/call";
import { announcementsInput, hotInput, listInput, rowInput } from "@laro/contract/core/firstInputs";
import type { PlayerPathName } from "@laro/contract/core/paths";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import type { Language } from "@laro/locales/t";
import { brand } from "../core/settings/packs.ts";
import { gameLists } from "../features/content/content.heads.ts";
import type { AskShared } from "../platform/binder.ts";

/** Whose being stale makes the answers in a page stale. */
export const FIRST_ENDPOINTS: readonly string[] = [site.menu, content.announcements, games.list, games.hot].map(({ name }) => name);

/** What the first screen of a page asks: calls that are answered to everyone alike. */
function firstCalls(name: PlayerPathName, language: Language): readonly string[] {
  const merchant = brand.merchantCode;
  const everywhere = [pathOf(site.menu, {}), pathOf(content.announcements, announcementsInput(language))];
  const gameType = name === "provider" ? "ALL" : gameLists.find((one) => one === name);
  if (gameType !== undefined) return [...everywhere, pathOf(games.list, listInput({ gameType }, { merchant, language, pageNo: 1 }))];
  if (!["home", "login", "register", "help"].includes(name)) return everywhere;
  return [...everywhere, pathOf(games.list, rowInput("BGS")), pathOf(games.hot, hotInput({ merchantCode: merchant, language }))];
}

interface Asked {
  readonly name: PlayerPathName;
  readonly language: Language;
}

/** The answers a page brings along, as data that no browser runs; one that cannot be made is left to the page, which asks for it itself. */
export async function firstAnswers(askShared: AskShared, { name, language }: Asked): Promise<string> {
  const paths = firstCalls(name, language);
  const bodies = await Promise.allSettled(paths.map(askShared));
  const answers = bodies.flatMap((body, at) => (body.status === "fulfilled" ? [`${JSON.stringify(paths[at])}:${body.value}`] : []));
  // A text may say what would end the element, or begin a comment in it.
  return `<script type="application/json" id="answers">{${answers.join().replaceAll("<", "\\u003c")}}</script>`;
}
