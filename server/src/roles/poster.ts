import { BANNER_SIZES } from "@laro/contract/core/firstInputs";
import type { PlayerPathName } from "@laro/contract/core/paths";
import { pictureSet, pictureUrl, type PublicPicture } from "@laro/contract/core/pictures";
import { translatorFor } from "@laro/locales/compiled";
import type { Language } from "@laro/locales/t";
import type { CatalogueGame } from "../core/catalogue/catalogue.ts";
import { bannerWords } from "../features/content/content.heads.ts";
import { escapeHtml } from "../features/content/content.html.ts";
import { openingOf } from "./pages.ts";

export interface Poster {
  readonly page: PlayerPathName;
  readonly canonical: string;
  /** Whose room it is. */
  readonly game: CatalogueGame | undefined;
  /** What the game is called whose page it is. */
  readonly title: string | undefined;
  readonly language: Language;
  readonly banner: PublicPicture | undefined;
  /** Addresses of covers; none below a banner. */
  readonly covers: readonly string[];
}

/**
 * What a visitor sees before any script has run: the bars of the frame, what the page is called, and its first pictures, each where the page will show it
 * (`web/src/sites/player/poster.css`). The page puts itself in its place.
 */
export function posterHtml(poster: Poster): string {
  const bars = '<div class="poster-bar"></div><div class="poster-bar poster-menu"></div>';
  return `<div class="poster" aria-hidden="true" aria-busy="true">${bars}<div class="poster-page">${firstOf(poster)}</div></div>`;
}

function firstOf({ page, canonical, game, title, language, banner, covers }: Poster): string {
  const t = translatorFor(language);
  if (title !== undefined) return `<div class="poster-game">${covers.map(coverHtml).join("")}<b>${escapeHtml(title)}</b></div>`;
  if (page === "room") return game === undefined ? "" : `<div class="poster-room">${covers.map(coverHtml).join("")}</div>`;
  const shown = banner === undefined ? covers.map(coverHtml).join("") : bannerHtml(banner);
  if (openingOf(page) === "home") return `${headHtml("poster-lead", t("site.heroTitle"), t("site.heroText"))}${shown}`;
  const words = bannerWords(t, page, canonical);
  if (words === undefined) return "";
  const head = headHtml("", words.title, words.text);
  return covers.length > 0 ? `${head}<div class="poster-covers">${shown}</div>` : head + shown;
}

const headHtml = (more: string, title: string, text: string): string =>
  `<div class="poster-head ${more}"><b>${escapeHtml(title)}</b><span>${escapeHtml(text)}</span></div>`;

const coverHtml = (address: string): string => `<img alt="" fetchpriority="high" src="${escapeHtml(address)}">`;

const bannerHtml = ({ id }: PublicPicture): string =>
  `<picture><source type="image/avif" srcset="${pictureSet(id, "avif")}" sizes="${BANNER_SIZES}"><img class="poster-banner" alt="" fetchpriority="high" src="${pictureUrl(id, 780, "webp")}"></picture>`;
