import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPlayerPath, type PlayerPathName } from "@laro/contract/core/paths";
import { isLong } from "@laro/server/testing/long";
import { scratchDir } from "@laro/server/testing/scratch";
import packedChromium from "@sparticuz/chromium";
import type axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type Frame, type Locator, type Page, type Request, type Response } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";

export type Theme = "dark" | "light";

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
  /** Whose session the first page of the visit starts with; without it, a visitor's. */
  readonly token?: string | undefined;
  /** What else the tab remembers at first. */
  readonly session?: Readonly<Record<string, string>>;
  /** Statuses of refusals the visit provokes on purpose; any other is a fault. */
  readonly refusals?: readonly number[];
  /** Faults the visit provokes on purpose. */
  readonly expected?: readonly RegExp[];
  /** With the site's service worker, which other visits go without: it would answer for the server. */
  readonly worker?: boolean;
  /** Motion as most visitors see it; otherwise reduced, so that nothing waits for an animation. */
  readonly motion?: boolean;
}

/** A browser window of one person, and everything in it that went wrong unasked. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The address the server sees the visitor under. */
  readonly ip: string;
  readonly faults: readonly string[];
  /** The faults that were provoked and came. */
  readonly expectedSeen: readonly string[];
}

const PROJECT_ROOT = join(import.meta.dirname, "../..");
const CHROMIUM_FOLDER = join(PROJECT_ROOT, "node_modules/.cache/laro-chromium");
const CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking", "--disable-quic"];
/** A page of a journey lives for seconds: what the optimising compilers do for it beside its thread costs more than it saves. */
const UNOPTIMISED = "--js-flags=--no-turbofan --no-maglev";
/** What is drawn passes through shared memory, which Playwright has Chromium keep on the disk, because containers often have too little of it. */
const FILES_FOR_MEMORY = "--disable-dev-shm-usage";
const TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const WIDTH = 1440;
const HEIGHT = 900;

/**
 * Starts Chromium, which came packed in its npm package. On a machine whose processors are all taken it now and then crashes while it starts, and is started again.
 * Whoever measures pages takes it as visitors have it, with its optimising compilers.
 */
export async function launchBrowser({ isOptimising = false }: { readonly isOptimising?: boolean } = {}): Promise<Browser> {
  const executablePath = await unpackChromium();
  const args = [...CHROMIUM_ARGS, ...(isOptimising ? [] : [UNOPTIMISED])];
  const launch = (): Promise<Browser> => chromium.launch({ executablePath, args, ignoreDefaultArgs: scratchDir === tmpdir() ? [] : [FILES_FOR_MEMORY] });
  return launch().catch(launch).catch(launch);
}

let common: Promise<Browser> | undefined;

/**
 * The one browser of all files of a test process, with a window of its own for each visit. It ends with its process, and is started again where it was lost.
 */
export async function useBrowser(): Promise<Browser> {
  const open = await common?.catch(() => undefined);
  return open?.isConnected() === true ? open : (common = launchBrowser());
}

/** Unpacks into a folder of its own and puts that in place whole, because two processes may be the first. */
async function unpackChromium(): Promise<string> {
  if (!existsSync(CHROMIUM_FOLDER)) {
    await mkdir(join(CHROMIUM_FOLDER, ".."), { recursive: true });
    const folder = await mkdtemp(`${CHROMIUM_FOLDER}-`);
    const usual = process.env["TMPDIR"];
    process.env["TMPDIR"] = folder;
    await packedChromium.executablePath();
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    await rename(folder, CHROMIUM_FOLDER).catch(() => rm(folder, { recursive: true, force: true }));
  }
  return join(CHROMIUM_FOLDER, "chromium");
}

let visitors = 0;

/** Opens a window at an address of the site. Close its context when done. */
export async function openVisit(browser: Browser, baseURL: string, options: VisitOptions = {}): Promise<Visit> {
  const { width = WIDTH, height = HEIGHT, theme = "dark", token, session = {}, motion = false, worker = false } = options;
  visitors++;
  const ip = `10.200.${visitors >> 8}.${visitors & 255}`;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: motion ? "no-preference" : "reduce",
    timezoneId: "Asia/Manila",
    locale: "en-PH",
    extraHTTPHeaders: { "x-forwarded-for": ip },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  context.on("page", watchTraffic);
  await context.addCookies([{ name: "theme", value: theme, url: baseURL }]);
  if (!worker) await context.addInitScript("delete Navigator.prototype.serviceWorker;");
  await context.addInitScript(firstPageScript(baseURL, { ...session, ...(token === undefined ? {} : { token }) }));
  return { ...recordFaults(context, options), page: await context.newPage(), context, ip };
}

/** Written as text because it runs in the page. */
const firstPageScript = (origin: string, session: Readonly<Record<string, string>>): string => `
  if (self.origin === ${JSON.stringify(origin)}) {
    if (sessionStorage.getItem("merchantCode") === null) Object.assign(sessionStorage, ${JSON.stringify(session)});
  }`;

/** The browser's own word for an answer of 4xx or 5xx; the answer itself is judged where it arrives. */
const REFUSED_RESOURCE = /^Failed to load resource: the server responded with a status of/;
/** What the browser is answered where an address is no page. */
export const NO_PAGE = /^answer: 404 \S+\/no-such-page$/;
/** What a page is answered, to be given to a route, while the server has its hands full. */
export const BUSY = {
  status: 503,
  json: { success: false, message: "server.busy", text: "We are very busy right now. Please try again in a moment.", value: {}, requestId: "0".repeat(8) },
} as const;
/** What was still being fetched when its page was left. */
const LEFT_BEHIND = "net::ERR_ABORTED";

function recordFaults(context: BrowserContext, { refusals = [], expected = [] }: VisitOptions): Pick<Visit, "faults" | "expectedSeen"> {
  const [faults, expectedSeen]: [string[], string[]] = [[], []];
  const add = (fault: string): unknown => (expected.some((pattern) => pattern.test(fault)) ? expectedSeen : faults).push(fault);
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !REFUSED_RESOURCE.test(message.text())) add(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => add(`page: ${error.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== LEFT_BEHIND) add(`request: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400 && !refusals.includes(response.status())) add(`answer: ${response.status()} ${response.url()}`);
  });
  return { faults, expectedSeen };
}

/** What is right need not be listed, which took axe longer than to look; of what it fetches beforehand no rule that is on reads style sheets. */
const AXE: axe.RunOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };
/** A colour on its way to another is neither. */
const MOVING = `document.getAnimations().filter((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished)`;
/** What lies below an open dialog nobody reaches, and it is looked at where it lies open: the short form leaves it out. */
const LOOKED_AT = isLong ? "document" : `([...document.querySelectorAll("dialog:modal")].at(-1) ?? document)`;
const LOOK = `Promise.allSettled(${MOVING}).then(() => axe.run(${LOOKED_AT}, ${JSON.stringify(AXE)})).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`;

/** The small form: a page takes in the other for longer than it looks at many a screen. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A document that was looked at before has axe already. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(AXE_SOURCE);
}

/** Everything axe finds wrong on the page as it stands, a line each. */
export async function findAccessFaults(page: Page): Promise<readonly string[]> {
  await Promise.all(page.frames().map(bringAxe));
  return page.evaluate<readonly string[]>(LOOK);
}

/** What a camera held before a drawn code reads. */
export async function scan(code: Locator): Promise<string> {
  await code.waitFor();
  const drawing = (await code.evaluate((svg) => svg.outerHTML)).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const { data, info } = await sharp(Buffer.from(drawing)).resize({ width: 480, kernel: "nearest" }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }, { timeLimit: SCAN_MS });
}
const SCAN_MS = 2_000;

/** By how many pixels the page is wider than its window. */
export const readOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth");

/** What each page is fetching, and since when it fetches nothing. */
const traffic = new WeakMap<Page, { readonly underWay: Map<Request, number>; quietSince: number }>();

function watchTraffic(page: Page): void {
  const seen = { underWay: new Map<Request, number>(), quietSince: performance.now() };
  traffic.set(page, seen);
  page.on("request", (request) => seen.underWay.set(request, performance.now()));
  const over = (request: Request): void => {
    seen.underWay.delete(request);
    seen.quietSince = performance.now();
  };
  page.on("requestfinished", over);
  page.on("requestfailed", over);
}

/** A page that has asked for nothing so long, and whose thread has nothing to do, asks for nothing more by itself: a third of what "networkidle" waits on each page. */
const QUIET_MS = 150;
/** A request given up by the page after its answer began is never said to be over; whatever still waits for one shows it. */
const GIVEN_UP_MS = 5_000;

function isQuiet(page: Page, from: number): boolean {
  const { underWay, quietSince } = traffic.get(page)!;
  const now = performance.now();
  return underWay.values().every((since) => now - since > GIVEN_UP_MS) && now - Math.max(quietSince, from) >= QUIET_MS;
}

/** Waits until there is something to read, fonts and pictures are there and nothing is loading or moving any more. */
export async function settle(page: Page): Promise<void> {
  const from = performance.now();
  const deadline = from + TIMEOUT_MS;
  await page.waitForLoadState("load");
  do {
    if (performance.now() > deadline)
      throw new Error(`The page never came to rest: ${[...traffic.get(page)!.underWay.keys()].map((request) => request.url()).join()}`);
    await page.waitForTimeout(POLL_MS);
    await until(page, IS_STILL);
    await page.evaluate(IDLE);
  } while (!isQuiet(page, from));
  // What an animation moved is drawn again once more when it ends.
  await drawn(page);
}

/** After everything the page's thread already has to do. (An idle callback may wait for seconds where nothing is drawn.) */
const IDLE = "scheduler.postTask(() => undefined, { priority: 'background' })";

const IS_STILL = `document.body.innerText.trim() !== ""
  && document.fonts.status === "loaded"
  && document.querySelector("[aria-busy=true], .skeleton, [role=progressbar]") === null
  && document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)`;

/** What a page says where a test failed, for whoever reads why; a page that answers nothing any more says so. */
export async function describePage(page: Page): Promise<string> {
  const text = page.evaluate<string>("document.visibilityState + '\\n' + document.body.innerText").catch((error: Error) => error.message);
  const silence = sleep(DESCRIBE_MS, "The page does not answer.", { ref: false });
  return `${page.url()}\n${await Promise.race([text, silence])}`;
}

const DESCRIBE_MS = 5_000;

/** What is wrong with a page in a window so wide. Of a further width axe sees another order of the same parts: there it looks in the long form alone. */
export async function findUnfit(page: Page, width: number, { isFurther = false }: { readonly isFurther?: boolean } = {}): Promise<readonly string[]> {
  const { width: before = width, height = HEIGHT } = page.viewportSize() ?? {};
  if (before !== width) {
    await page.setViewportSize({ width, height });
    await settle(page);
  }
  const overflow = await readOverflow(page);
  return [...(overflow > 0 ? [`is ${overflow} px too wide`] : []), ...(isFurther && !isLong ? [] : await findAccessFaults(page))];
}

const TITLE = /<title>([^<]*)<\/title>/;
const FOR_ONE: readonly (PlayerPathName | undefined)[] = ["login", "register", "preview", "reset", "social", "stop", "verify", "seamless"];

/** Whether an address is the player's site's, and its page the same for everyone: others stand for what somebody is at, and come with the site's title. */
export function isForEveryone(path: string): boolean {
  const known = findPlayerPath(path);
  return !/^\/(agent|console)/.test(path) && known?.login !== true && !FOR_ONE.includes(known?.name);
}

/** What a settled page of the player's site contradicts of the answer it came with: whether there is such a page, and its title. */
export async function findWrongHead(page: Page, answer: Response | null): Promise<readonly string[]> {
  if (answer === null || !isForEveryone(new URL(answer.url()).pathname)) return [];
  const isMissing = (await page.getByRole("heading", { name: "This page does not exist" }).count()) > 0;
  const [served, shown] = [TITLE.exec(await answer.text())?.[1]?.replaceAll("&amp;", "&"), await page.title()];
  return [
    ...(isMissing === (answer.status() === 404) ? [] : [`answers ${answer.status()}`]),
    ...(served === shown ? [] : [`is ${served} at first and then ${shown}`]),
  ];
}

/** Waits until the page as it is now is on the screen. */
const drawn = (page: Page): Promise<unknown> => page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** Lets the window grow until nothing is left to scroll to; what is as high as the window itself grows with it a few times. */
export async function showWhole(page: Page): Promise<void> {
  for (let round = 0; round < GROWTHS; round++) {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width, height: height + (await page.evaluate<number>(HIDDEN_BELOW)) });
    await drawn(page);
  }
}

const GROWTHS = 3;
const HIDDEN_BELOW = `Math.max(0, ...[document.querySelector("dialog:modal") ?? document.documentElement]
  .flatMap((top) => (top.tagName === "DIALOG" ? [...top.querySelectorAll("*")] : [top]))
  .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map((one) => one.scrollHeight - one.clientHeight))`;

/** Waits until an expression is true in the page, whose own policy forbids it to evaluate text. */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() > deadline) throw new Error(`This never became true in the page: ${expression}`);
    await page.waitForTimeout(POLL_MS);
  }
}
