/** What this file needs of a worker's own world, which the types of a page do not know. */
interface Lasting extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: { readonly unregister: () => Promise<boolean> };
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Heard extends Event>(name: string, hear: (event: Heard) => void) => void;
}

/** Written in by the build: what every page starts with, and whether this release works with a worker at all. */
declare const PRECACHED: readonly string[];
declare const IS_ON: boolean;

const worker = self as unknown as WorkerScope;

/** Files with hashed names, the offline page among them; what an older release left falls out as newer ones come. */
const FILES = "laro-files";
const FILES_MAX = 400;
/** Covers and pictures, whose addresses change with what they show. */
const PICTURES = "laro-pictures";
const PICTURES_MAX = 300;
const OFFLINE = "/offline.html";
const OFFLINE_STYLE = "/offline.css";
/** A page that has not begun to answer by then is taken for one that does not come. */
const PAGE_MS = 3_000;

const isFile = (path: string): boolean => path.startsWith("/assets/") || path === OFFLINE_STYLE;
const isPicture = ({ pathname, searchParams }: URL): boolean =>
  pathname.startsWith("/pictures/") || (pathname.startsWith("/TCG_GAME_ICONS/") && searchParams.has("v"));
/** What the worker has no part in: calls, whose answers are never kept because yesterday's balance is a lie, and the sites of staff and of agents. */
const isOther = (path: string): boolean => /^\/(?:api|gateway|console|agent|agentHome)(?:\/|$)/.test(path);

async function keep(name: string, countMax: number, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(request, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - countMax)).map((old) => cache.delete(old)));
}

/** What stands at its address for good is asked for once. */
async function cachedFirst(event: Fetching, name: string, countMax: number): Promise<Response> {
  const cached = await (await caches.open(name)).match(event.request);
  if (cached !== undefined) return cached;
  const answer = await fetch(event.request);
  if (answer.status === 200 && answer.type === "basic") event.waitUntil(keep(name, countMax, event.request, answer.clone()).catch(() => undefined));
  return answer;
}

/** The page as the server has it; where it does not come, the one that says so. */
async function pageOrOffline(request: Request): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_MS));
  const page = fetch(request);
  const answer = await Promise.race([page.catch(() => undefined), late]);
  return answer ?? (await caches.match(OFFLINE)) ?? page;
}

async function precache(): Promise<void> {
  const cache = await caches.open(FILES);
  const missing = await Promise.all(PRECACHED.map(async (path) => (path.startsWith("/assets/") && (await cache.match(path)) !== undefined ? [] : [path])));
  await cache.addAll(missing.flat());
}

/** A release without a worker takes the one before away, with all it kept. */
async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await worker.registration.unregister();
}

worker.addEventListener("install", (event: Lasting) => event.waitUntil(IS_ON ? precache() : worker.skipWaiting()));
worker.addEventListener("activate", (event: Lasting) => event.waitUntil(IS_ON ? worker.clients.claim() : leave()));
// Pages ask the one that waits to begin, when their reader says so.
worker.addEventListener("message", ({ data }: MessageEvent) => void (data === "begin" && worker.skipWaiting()));

worker.addEventListener("fetch", (event: Fetching) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!IS_ON || request.method !== "GET" || url.origin !== worker.location.origin || isOther(url.pathname)) return;
  if (isFile(url.pathname)) event.respondWith(cachedFirst(event, FILES, FILES_MAX));
  else if (isPicture(url)) event.respondWith(cachedFirst(event, PICTURES, PICTURES_MAX));
  else if (request.mode === "navigate") event.respondWith(pageOrOffline(request));
});
