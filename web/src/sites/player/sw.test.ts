import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { workerConfig } from "../../../vite.config.ts";

interface Heard {
  readonly request?: { readonly url: string; readonly method: string; readonly mode: string };
  readonly data?: unknown;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly respondWith: (answer: Promise<unknown>) => void;
}

/** The built worker in a world of our own: what it heard, what it answered, what it kept. */
async function startWorker({
  isOn = true,
  answer = () => Promise.resolve({ status: 200, type: "basic", clone: () => "copy" }),
}: { isOn?: boolean; answer?: () => Promise<unknown> } = {}) {
  const { build: output, ...config } = workerConfig(["/assets/a.js", "/offline.html"], isOn);
  const { output: files } = (await build({ ...config, build: { ...output, write: false } })) as Rolldown.RolldownOutput;
  const kept = new Map<string, Map<string, unknown>>([["old", new Map([["/assets/old.js", 1]])]]);
  const nameOf = (request: string | { url: string }): string => (typeof request === "string" ? request : new URL(request.url).pathname);
  const cacheOf = (name: string) => {
    const entries = kept.get(name) ?? new Map<string, unknown>();
    kept.set(name, entries);
    return {
      match: async (request: string | { url: string }) => entries.get(nameOf(request)),
      put: async (request: { url: string }, value: unknown) => void entries.set(nameOf(request), value),
      keys: async () => [...entries.keys()],
      delete: async (key: string) => entries.delete(key),
      addAll: async (paths: readonly string[]) => paths.forEach((path) => entries.set(path, `kept ${path}`)),
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (path: string) => [...kept.values()].find((entries) => entries.has(path))?.get(path),
  };
  const done: string[] = [];
  const hears = new Map<string, (event: Heard) => void>();
  const self = {
    location: { origin: "https://laro.example" },
    registration: { unregister: async () => done.push("unregistered") },
    clients: { claim: async () => done.push("claimed") },
    skipWaiting: async () => done.push("skipped"),
    addEventListener: (name: string, hear: (event: Heard) => void) => hears.set(name, hear),
  };
  new Function("self", "caches", "fetch", (files[0] as Rolldown.OutputChunk).code)(self, caches, answer);
  const tell = async (name: string, more: Partial<Heard> = {}): Promise<unknown> => {
    const waits: Promise<unknown>[] = [];
    let answered: Promise<unknown> | undefined;
    hears.get(name)!({ waitUntil: (work) => void waits.push(work), respondWith: (given) => void (answered = given), ...more });
    const given = await answered;
    await Promise.all(waits);
    return given;
  };
  const get = (path: string, more: object = {}) => tell("fetch", { request: { url: `https://laro.example${path}`, method: "GET", mode: "no-cors", ...more } });
  return { tell, get, kept, done };
}

test("no call, no other site and nothing that is sent is ever answered by the worker", async () => {
  const { get } = await startWorker();
  for (const path of ["/api/wallet.balance", "/api", "/gateway/psp", "/console", "/agent", "/agentHome", "/TCG_GAME_ICONS/1.svg"])
    expect([path, await get(path)]).toEqual([path, undefined]);
  for (const path of ["/api/reports.csv", "/console/games"]) expect([path, await get(path, { mode: "navigate" })]).toEqual([path, undefined]);
  expect(await get("/assets/a.js", { method: "POST" })).toBeUndefined();
});

test("files are asked for once, and of pictures the newest 300 are kept", async () => {
  let asked = 0;
  const { get, kept, tell } = await startWorker({ answer: async () => (asked++, { status: 200, type: "basic", clone: () => "copy" }) });
  await tell("install");
  expect([await get("/assets/a.js"), asked]).toEqual(["kept /assets/a.js", 0]);
  for (let at = 0; at < 305; at++) await get(`/TCG_GAME_ICONS/${at}.svg?v=x`);
  const pictures = [...kept.get("laro-pictures")!.keys()];
  expect([pictures.length, pictures.at(-1), asked]).toEqual([300, "/TCG_GAME_ICONS/304.svg", 305]);
});

test("a release that switches workers off takes the one before away with all it kept", async () => {
  const { tell, get, kept, done } = await startWorker({ isOn: false });
  await tell("install");
  await tell("activate");
  expect([done, kept.size, await get("/assets/a.js")]).toEqual([["skipped", "unregistered"], 0, undefined]);
});

test("a newer worker waits until a page has it begin", async () => {
  const { tell, done } = await startWorker();
  await tell("install");
  await tell("message", { data: "anything" });
  expect(done).toEqual([]);
  await tell("message", { data: "begin" });
  await tell("activate");
  expect(done).toEqual(["skipped", "claimed"]);
});
