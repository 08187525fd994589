/** What a telephone on a slow line waits for, in a real browser, beside the goals: `npm run vitals`, or `-- --runs 1` for a look. */
import { parseArgs } from "node:util";
import { startTestDatabase } from "@laro/server/testing/database";
import type { Page } from "playwright-core";
import { buildSites } from "../../web/build.ts";
import { popupsClosed } from "./acts.ts";
import { launchBrowser } from "./browser.ts";
import { createStage, type Stage } from "./stage.ts";

/** Slow 4G as Lighthouse draws it, and a processor four times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const SLOWER = 4;
const TELEPHONE = { width: 390, height: 844 };
const WATCHED_MS = 12_000;

const goals = { lcpMs: 2_000, tbtMs: 200, cls: 0.02 } as const;
const pages = [
  { name: "home", path: "/", isMember: false },
  { name: "list", path: "/rng?gameClassify=ALL", isMember: false },
  { name: "room", path: "/room/DICE", isMember: true },
] as const;

interface Vitals {
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly requests: number;
  readonly kilobytes: number;
}

/** Written as text because it runs in the page, before anything else does. */
const WATCH = `
  window.vitals = { lcpMs: 0, tbtMs: 0, cls: 0 };
  let [session, from, last, painted] = [0, 0, 0, 0];
  const watch = (type, act) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => { if (name === "first-contentful-paint") painted = startTime; });
  watch("largest-contentful-paint", ({ startTime }) => { vitals.lcpMs = startTime; });
  // A task that holds the thread longer than 50 ms makes whoever presses wait for the rest of it.
  watch("longtask", ({ startTime, duration }) => { if (painted > 0 && startTime + duration > painted) vitals.tbtMs += Math.max(0, duration - 50); });
  // Shifts within a second of each other count as one, of five seconds at most.
  watch("layout-shift", ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    if (startTime - last > 1000 || startTime - from > 5000) [session, from] = [0, startTime];
    [session, last] = [session + value, startTime];
    vitals.cls = Math.max(vitals.cls, session);
  });`;

async function measure(stage: Stage, { path, isMember }: (typeof pages)[number]): Promise<Vitals> {
  const token = isMember ? (await stage.world.player({ balance: 1_000_00n })).token : undefined;
  const { page, context } = await stage.visit({ ...TELEPHONE, token, session: popupsClosed(), motion: true });
  const received = await slowDown(page);
  await context.addInitScript(WATCH);
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForTimeout(WATCHED_MS);
  const seen = await page.evaluate<Pick<Vitals, "lcpMs" | "tbtMs" | "cls">>("vitals");
  await context.close();
  return { ...seen, ...received() };
}

/** Slows the page's line and processor; answers what came over the line so far. */
async function slowDown(page: Page): Promise<() => Pick<Vitals, "requests" | "kilobytes">> {
  const session = await page.context().newCDPSession(page);
  let [requests, bytes] = [0, 0];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests++;
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return () => ({ requests, kilobytes: bytes / 1_000 });
}

const median = (figures: readonly number[]): number => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!;

async function measureAll(stage: Stage, runs: number): Promise<void> {
  process.stdout.write(`median of ${runs} | LCP ≤ ${goals.lcpMs} ms | TBT ≤ ${goals.tbtMs} ms | CLS ≤ ${goals.cls} | requests | KB\n`);
  for (const one of pages) {
    const seen: Vitals[] = [];
    for (let run = 0; run < runs; run++) seen.push(await measure(stage, one));
    const of = (name: keyof Vitals): number => median(seen.map((vitals) => vitals[name]));
    const judged = (name: keyof typeof goals, digits = 0): string => `${of(name).toFixed(digits)}${of(name) > goals[name] ? " over" : ""}`;
    process.stdout.write(`${one.name} | ${judged("lcpMs")} | ${judged("tbtMs")} | ${judged("cls", 3)} | ${of("requests")} | ${of("kilobytes").toFixed(0)}\n`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "3" } } });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new Error("--runs is a whole number from 1 to 20.");
  await buildSites();
  const stopDatabase = await startTestDatabase();
  const stage = await createStage({ content: true, catalogue: true, vendor: true }, launchBrowser({ isOptimising: true }));
  try {
    await measureAll(stage, runs);
  } finally {
    await stage.browser.close();
    await stage.close();
    await stopDatabase();
  }
}

await main();
