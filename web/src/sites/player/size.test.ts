import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { consoleNouns, siteConfig } from "../../../vite.config.ts";

const SHELL_MAX_BYTES = 150 * 1024;
const ROUTE_MAX_BYTES = 60 * 1024;

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
const entryReach = (): Set<string> => reachOf([...chunks.values()].find((chunk) => chunk.isEntry)?.fileName ?? "");

test("the player site starts with at most 150 KB of compressed script", () => {
  const bytes = gzipBytes(entryReach());
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(SHELL_MAX_BYTES);
});

test("each lazy part of the player site adds at most 60 KB of compressed script", () => {
  const shell = entryReach();
  const parts = [...chunks.values()].filter((chunk) => chunk.isDynamicEntry);
  const added = parts.map(({ fileName, name }) => ({ name, bytes: gzipBytes([...reachOf(fileName)].filter((part) => !shell.has(part))) }));
  expect(added.length).toBeGreaterThan(10);
  expect(added.filter(({ bytes }) => bytes > ROUTE_MAX_BYTES)).toEqual([]);
});

test("no page of the player site names what its catalogue leaves to the console", () => {
  const named = new RegExp(`["'\`](?:${consoleNouns.join("|")})\\.[a-z]\\w*["'\`]`, "g");
  const found = [...chunks.values()]
    .filter(({ name }) => name !== "en" && name !== "tl")
    .flatMap(({ name, code }) => (code.match(named) ?? []).map((key) => `${name} ${key}`));
  expect(found).toEqual([]);
});

test("pages that are rarely opened load only when they are [ROUTE-44]", () => {
  const names = [...chunks.values()].filter((chunk) => chunk.isDynamicEntry).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["PromotionsPage", "MemberCentre", "GameRoom", "GameListPage"]));
});
