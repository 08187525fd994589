import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { entryOf, siteConfig } from "../../../vite.config.ts";
import { filesOfParts } from "../../../words.ts";

/** Compressed script and words, in bytes: what every page starts with, what home adds to it, and what any other part may. */
const SHELL_MAX = 118_000;
const HOME_MAX = 20_000;
const AREA_MAX = 45_000;
/** Parts that stand in the member centre, which is there before them. */
const inCentre: readonly string[] = ["messages", "records", "security", "deposit", "withdraw", "wheel", "eggs"];
/** The room and the game in it, beyond what every page has. */
const ROOM_MAX = 60_000;

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  const { build: output, ...config } = siteConfig("player");
  const { output: files } = (await build({ ...config, build: { ...output, write: false } })) as Rolldown.RolldownOutput;
  chunks = new Map(files.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
}, 120_000);
afterAll(() => vi.unstubAllEnvs());

/** A chunk and everything it cannot start without. */
function reachOf(fileName: string, reached = new Set<string>()): Set<string> {
  if (reached.has(fileName)) return reached;
  reached.add(fileName);
  for (const next of chunks.get(fileName)?.imports ?? []) reachOf(next, reached);
  return reached;
}

const gzipBytes = (fileNames: Iterable<string>): number =>
  [...fileNames].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? "", { level: 9 }).length, 0);
const isWords = ({ moduleIds }: Rolldown.OutputChunk): boolean => moduleIds.length > 0 && moduleIds.every((id) => id.startsWith("\0virtual:words/"));
/** What the page itself names: the entry, which may dissolve into the two it stands on. */
const entryReach = (): Set<string> => {
  const reached = new Set<string>();
  for (const chunk of chunks.values()) if (chunk.isEntry || (["vendor", "shell"].includes(chunk.name) && !isWords(chunk))) reachOf(chunk.fileName, reached);
  return reached;
};

/** The file of each part that loads on its own. */
const listParts = (): Rolldown.OutputChunk[] => {
  const names = new Set(filesOfParts(entryOf("player"), { later: false }).keys());
  return [...chunks.values()].filter((chunk) => chunk.name !== "shell" && names.has(chunk.name) && !isWords(chunk));
};

const wordsOf = (part: string): string[] =>
  [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId === `\0virtual:words/TY/${part}`).map(({ fileName }) => fileName);

test("every page of the player site starts with at most 118 KB of compressed script and words", () => {
  const bytes = gzipBytes([...entryReach(), ...wordsOf("shell")]);
  expect(bytes).toBeGreaterThan(80_000);
  expect(bytes).toBeLessThanOrEqual(SHELL_MAX);
});

/** The parts of the house's games, each of which opens in the room. */
const listGames = (): string[] =>
  [...filesOfParts(entryOf("player"), { later: false })]
    .filter(([, [root = ""]]) => root.includes("/features/rounds/") && !root.includes("Record"))
    .map(([part]) => part);

/** What every page comes to have: the frame loads by itself. */
function everyPage(): Set<string> {
  const reached = entryReach();
  reachOf(listParts().find(({ name }) => name === "frame")!.fileName, reached);
  return reached;
}

test("home adds at most 20 KB to that, any other part that loads on its own at most 45 KB to what every page and the member centre or the room around it have, and a room with its game at most 60 KB", () => {
  const [shell, everywhere] = [entryReach(), everyPage()];
  const centre = reachOf(listParts().find(({ name }) => name === "member")!.fileName, new Set(everywhere));
  const games = listGames();
  const room = reachOf(listParts().find(({ name }) => name === "room")!.fileName, new Set(everywhere));
  const added = listParts().map(({ fileName, name }) => {
    const there = ["home", "frame"].includes(name) ? shell : inCentre.includes(name) ? centre : games.includes(name) ? room : everywhere;
    return { name, bytes: gzipBytes([...reachOf(fileName)].filter((part) => !there.has(part))) };
  });
  const whole = listParts()
    .filter(({ name }) => games.includes(name))
    .map(({ fileName, name }) => ({
      name,
      bytes: gzipBytes([...room, ...reachOf(fileName)].filter((part, at, all) => !everywhere.has(part) && all.indexOf(part) === at)),
    }));
  expect(whole.length).toBeGreaterThan(15);
  expect(whole.filter(({ bytes }) => bytes > ROOM_MAX)).toEqual([]);
  expect(added.length).toBeGreaterThan(10);
  expect((added.find(({ name }) => name === "home")?.bytes ?? Infinity) + gzipBytes(wordsOf("home"))).toBeLessThanOrEqual(HOME_MAX);
  expect(added.filter(({ bytes }) => bytes > AREA_MAX)).toEqual([]);
});

/** Login and registration together, beyond what every page has, the frame among it; the lists of telephone numbers come with the tab that asks for one. */
const ENTRANCE_MAX = 40 * 1024;

test("the login and register dialogs add at most 40 KB together, and what reads telephone numbers comes with their tab alone", () => {
  const everywhere = everyPage();
  const of = (name: string) => [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${name}.tsx`)))!.fileName;
  const dialogs = new Set(["LoginDialog.player", "RegisterDialog.player"].flatMap((name) => [...reachOf(of(name))]));
  const bytes = gzipBytes([...dialogs].filter((part) => !everywhere.has(part)));
  expect(bytes).toBeGreaterThan(5 * 1024);
  expect(bytes).toBeLessThanOrEqual(ENTRANCE_MAX);
  expect(dialogs.has(of("CodeLoginForm.player"))).toBe(false);
});

test("no part of the player site carries words that only the console says", () => {
  const words = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.startsWith("\0virtual:words/") === true);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter(({ code }) => /"(?:settings|reconciliation|operators|aml)\./.test(code)).map(({ facadeModuleId }) => facadeModuleId)).toEqual([]);
});

test("pages that are rarely opened load only when they are [ROUTE-44]", () => {
  const shell = entryReach();
  for (const page of ["PromotionsPage", "MemberCentre", "GameRoom", "GameListPage"])
    expect([
      page,
      [...chunks.values()].filter(({ fileName, moduleIds }) => shell.has(fileName) && moduleIds.some((id) => id.endsWith(`/${page}.tsx`))),
    ]).toEqual([page, []]);
  expect(listParts().map(({ name }) => name)).toEqual(expect.arrayContaining(["promotions", "member", "room", "lobby"]));
});
