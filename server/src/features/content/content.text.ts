import { type ContentKind, type HelpSection, helpSections } from "@laro/contract/core/contentKinds";
import { playerPaths } from "@laro/contract/core/paths";
import { translatorFor } from "@laro/locales/compiled";
import type { Language, Translator } from "@laro/locales/t";
import { addressIn, type Head, type HeadSources, readHead } from "./content.heads.ts";
import { escapeHtml, sanitise } from "./content.html.ts";
import { type ShownVersion, textIn } from "./content.ts";
import { stepsIn } from "./content.shown.ts";

/** What an address shows without its script, as HTML: the operator's words where it has any, else what its head says, and the way to the other pages. */
export async function readText(sources: HeadSources, head: Head, language: Language): Promise<string> {
  const t = translatorFor(language);
  const [, section = "", slug = ""] = head.canonical.split("/");
  const asked = { sources, t, language };
  const own = await ownText(asked, { section, slug });
  const title = head.title === undefined ? t("games.type", { type: "HOME" }) : head.title;
  return `<main><p>${escapeHtml(t("site.noScript"))}</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(head.description)}</p>${own}</main>${await pagesText(asked)}`;
}

interface Asked {
  readonly sources: HeadSources;
  readonly t: Translator;
  readonly language: Language;
}

const kindOf: Readonly<Record<string, ContentKind>> = { promotions: "promotion", blog: "post", news: "news", guide: "guide" };

async function ownText(asked: Asked, { section, slug }: { section: string; slug: string }): Promise<string> {
  if (section === "help") return helpText(asked);
  if (section === "fair") return fairText(asked);
  const kind = Object.hasOwn(kindOf, section) ? kindOf[section] : undefined;
  if (kind === undefined) return "";
  const rows = await asked.sources.shelves.list(asked.sources, kind, asked.language);
  if (slug === "") return `<ul>${rows.map((row) => listed(asked, section, row)).join("")}</ul>`;
  const row = rows.find(({ detail }) => nameOf(detail) === slug);
  return row === undefined ? "" : formatted(asked, row);
}

/** The end of the address that a row stands at. */
const nameOf = (detail: ShownVersion["detail"]): string | undefined =>
  detail.kind === "guide" ? detail.guide.toLowerCase() : "slug" in detail ? detail.slug : undefined;

function listed({ language }: Asked, section: string, row: ShownVersion): string {
  const { title, summary } = textIn(row, language);
  return `<li>${link(`/${section}/${nameOf(row.detail)}`, title, language)} ${escapeHtml(summary)}</li>`;
}

const link = (path: string, words: string, language: Language): string => `<a href="${escapeHtml(addressIn(path, language))}">${escapeHtml(words)}</a>`;

/** The way to every other page that anyone may read. */
async function pagesText({ sources, t, language }: Asked): Promise<string> {
  const pages = playerPaths.filter((one) => "indexable" in one && !one.path.includes(":"));
  const links = pages.map(async ({ path }) =>
    link(path, (await readHead(sources, { canonical: path, language })).title ?? t("games.type", { type: "HOME" }), language),
  );
  return `<nav><ul>${(await Promise.all(links)).map((one) => `<li>${one}</li>`).join("")}</ul></nav>`;
}

/** What a row says, cleaned once more: a row that was written past the desk says nothing it may not either. */
async function formatted({ language }: Asked, row: ShownVersion): Promise<string> {
  const { html, language: written } = textIn(row, language);
  const steps = stepsIn(row.detail, written).map((step) => `<li>${escapeHtml(step)}</li>`);
  return (await sanitise(html)).html + (steps.length === 0 ? "" : `<ol>${steps.join("")}</ol>`);
}

/** How anybody checks what fell, in the words of the page. */
function fairText({ t, language }: Asked): string {
  const list = (steps: readonly string[]): string => `<ol>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join("")}</ol>`;
  const own = fairSteps.map((step) => t(`seeds.how${step}`));
  const shared = tableSteps.map((step) => t(`rounds.live.how${step}`));
  const more = link("/help#fair", t("site.helpFair"), language);
  return `<h2>${escapeHtml(t("fair.own"))}</h2>${list(own)}<h2>${escapeHtml(t("fair.shared"))}</h2>${list(shared)}<p>${more}</p>`;
}

const fairSteps = [1, 2, 3, 4] as const;
const tableSteps = [1, 2, 3, 4] as const;

async function helpText(asked: Asked): Promise<string> {
  const { sources, t, language } = asked;
  const rows = (await Promise.all((["help", "term"] as const).map((kind) => sources.shelves.list(sources, kind, language)))).flat();
  const partOf = async (section: HelpSection): Promise<string> => {
    const own = rows.filter(({ detail }) => "section" in detail && detail.section === section);
    const articles = own.map(async (row) => `<h3>${escapeHtml(textIn(row, language).title)}</h3>${await formatted(asked, row)}`);
    return own.length === 0 ? "" : `<h2>${escapeHtml(t("content.helpSection", { section }))}</h2>${(await Promise.all(articles)).join("")}`;
  };
  return (await Promise.all(helpSections.map(partOf))).join("");
}
