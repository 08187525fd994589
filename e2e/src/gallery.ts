/** Takes every screen at three widths and in two themes into `gallery/`: `npm run gallery`, or `-- --only dice --site player --width 390 --theme light --language TY` for some. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTestDatabase } from "@laro/server/testing/database";
import { buildSites } from "../../web/build.ts";
import { findAccessFaults, settle, type Theme } from "./browser.ts";
import { findReplay, handOut, openSessions, type Onlooker } from "./onlookers.ts";
import type { Screen } from "./screen.ts";
import { faces, routes } from "./screens.ts";
import { createStage, type Stage } from "./stage.ts";
import { fillVendors } from "./vendorWorld.ts";

const FOLDER = join(import.meta.dirname, "../../gallery");
const README_PICTURE = join(import.meta.dirname, "../../docs/home.png");
const SITES = join(import.meta.dirname, "../../web/dist");
const widths = { 1440: 900, 768: 1024, 390: 844 } as const;
/** A page spends most of its time waiting for itself to be quiet. */
const WINDOWS = 3;
const themes: readonly Theme[] = ["dark", "light"];

interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

interface Picture {
  readonly screen: string;
  readonly look: Look;
  readonly file: string;
}

const SITE_PATH = /^\/(agent|console)/;
const siteOf = ({ path }: Screen): string => SITE_PATH.exec(path)?.[1] ?? "player";

const spokenIn = (screen: Screen, language: string): Screen => ({
  ...screen,
  name: `${screen.name}-${language}`,
  path: screen.path.replace(/^([^?#]*)\??/, (_, path: string) => `${path}?language=${language}&`),
});

/** Tables that go on beyond their card: what is at their end is what nobody looks for. */
const CUT_TABLES = `[...document.querySelectorAll("[role=table]")].filter((table) => table.offsetWidth > table.parentElement.clientWidth + 1)
  .map((table) => "cut: " + table.closest("section")?.ariaLabel + ", " + table.offsetWidth + " of " + table.parentElement.clientWidth)`;

/** What scrolls down only, but has more in it than its width: most desktops draw a second bar below it. */
const SIDEWAYS = `[...document.querySelectorAll("*")]
  .filter((one) => one.scrollWidth > one.clientWidth && ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.tagName !== "PRE" && !/overflow-(x-)?auto/.test(one.className))
  .map((one) => "sideways: " + one.tagName + "." + one.className + ", " + one.scrollWidth + " of " + one.clientWidth)`;

/** Takes one screen and says what was wrong with it, for the eye of a machine and for those who do not see it. */
async function shoot(stage: Stage, screen: Screen, session: Record<Onlooker, Record<string, string>>, look: Look, file: string): Promise<readonly string[]> {
  const { page, context, faults } = await stage.visit({ ...look, session: session[screen.for], refusals: screen.refusals ?? [] });
  try {
    await screen.prepare?.(page);
    await page.goto(screen.path);
    await settle(page);
    await screen.act?.(page);
    await settle(page);
    await page.screenshot({ path: file });
    const cut = await page.evaluate<readonly string[]>(`[...${CUT_TABLES}, ...${SIDEWAYS}]`);
    return [...faults, ...(await findAccessFaults(page)), ...cut];
  } catch (error) {
    return [...faults, String(error)];
  } finally {
    await context.close();
  }
}

const caption = ({ width, theme }: Look): string => `${width} px, ${theme}`;

/** All pictures on one page, a row for each screen. */
function contactSheet(pictures: readonly Picture[]): string {
  const rows = [...Map.groupBy(pictures, ({ screen }) => screen)].map(([screen, taken]) => {
    const cells = taken.map(({ file, look }) => `<a href="${file}"><img src="${file}" loading="lazy" alt=""><span>${caption(look)}</span></a>`);
    return `<section><h2>${screen}</h2><div>${cells.join("")}</div></section>`;
  });
  const style =
    "body{font:14px system-ui;margin:24px;background:#222;color:#eee}div{display:flex;gap:12px;overflow-x:auto}a{color:#bbb}img{display:block;height:280px;border-radius:6px}";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${rows.join("")}</html>`;
}

interface Wishes {
  readonly only?: string | undefined;
  readonly width?: string | undefined;
  readonly theme?: string | undefined;
  readonly site?: string | undefined;
  readonly language?: string | undefined;
  readonly readme?: boolean | undefined;
}

async function takePictures(stage: Stage, { only, width, theme, site, language, readme }: Wishes): Promise<number> {
  const session = await openSessions(stage.world);
  if (readme) {
    const home = routes.find(({ name }) => name === "home-member");
    return home === undefined ? 1 : report("docs/home.png", await shoot(stage, home, session, { width: 1440, height: 900, theme: "dark" }, README_PICTURE));
  }
  await mkdir(FOLDER, { recursive: true });
  // The faces first: among them are withdrawals whose time runs out.
  const replay = await findReplay(stage.world, session.player["token"] ?? "");
  const all = [...faces({ replay, handedOut: await handOut(stage.world) }), ...routes];
  const isMeant = (one: Screen): boolean => (only === undefined || one.name.includes(only)) && (site === undefined || siteOf(one) === site);
  // What is done on a screen names its buttons in English.
  const screens = (
    language === undefined ? all : all.filter(({ act, inAnyLanguage = false }) => act === undefined || inAnyLanguage).map((one) => spokenIn(one, language))
  ).filter(isMeant);
  const looks = Object.entries(widths)
    .flatMap(([wide, height]) => themes.map((one): Look => ({ width: Number(wide), height, theme: one })))
    .filter((look) => (width === undefined || look.width === Number(width)) && (theme === undefined || look.theme === theme));
  const pictures = screens.flatMap((one) =>
    looks.map((look): [Screen, Picture] => [one, { screen: one.name, look, file: `${one.name}-${look.width}-${look.theme}.png` }]),
  );
  let faulty = 0;
  const left = pictures.entries();
  const takeRest = async () => {
    for (const [at, [one, { look, file }]] of left) {
      const faults = await shoot(stage, one, session, look, join(FOLDER, file));
      faulty += report(`${at + 1}/${pictures.length} ${file}`, faults);
    }
  };
  await Promise.all(Array.from({ length: WINDOWS }, takeRest));
  await writeFile(join(FOLDER, "index.html"), contactSheet(pictures.map(([, picture]) => picture)));
  process.stdout.write(`${pictures.length - faulty} pictures in gallery/, ${faulty} with faults: open gallery/index.html\n`);
  return faulty;
}

/** Prints a line of progress and answers 1 where something was wrong. */
function report(what: string, faults: readonly string[]): number {
  process.stdout.write(`${[what, ...faults.map((fault) => `  ${fault}`)].join("\n")}\n`);
  return faults.length === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    width: { type: "string" },
    theme: { type: "string" },
    site: { type: "string" },
    language: { type: "string" },
    readme: { type: "boolean" },
  },
});
if (!existsSync(join(SITES, "player/index.html"))) await buildSites();
const stopDatabase = await startTestDatabase();
try {
  const stage = await createStage({ content: true, demo: true, vendor: true, rooms: true });
  try {
    await fillVendors(stage.world);
    process.exitCode = (await takePictures(stage, values)) === 0 ? 0 : 1;
  } finally {
    await stage.close();
  }
} finally {
  await stopDatabase();
}
