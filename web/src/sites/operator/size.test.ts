import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { siteConfig } from "../../../vite.config.ts";

/** The editor of formatted texts with its library, compressed: it loads with the first text that is opened. */
const EDITOR_MAX = 150_000;

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  const { build: output, ...config } = siteConfig("operator");
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

const chunkOf = (name: string): string => [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${name}`)))!.fileName;
const holdsLibrary = (fileName: string): boolean => chunks.get(fileName)!.moduleIds.some((id) => id.includes("/prosemirror-") || id.includes("/@tiptap/"));

test("the editor's library comes with the first text that is opened, in at most 150 KB, and with no other page of the console", () => {
  const desk = reachOf(chunkOf("Desk.operator.tsx"));
  const editor = [...reachOf(chunkOf("RichEditor.operator.tsx"))].filter((part) => !desk.has(part));
  const bytes = editor.reduce((sum, part) => sum + gzipSync(chunks.get(part)!.code, { level: 9 }).length, 0);
  expect(editor.some(holdsLibrary)).toBe(true);
  expect(bytes).toBeLessThanOrEqual(EDITOR_MAX);
  expect([...desk].filter(holdsLibrary)).toEqual([]);
});
