import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { askForeign } from "./foreign.ts";

/** A foreign party that answers as the path says. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/right": (response) => response.end('{"id":"7","more":true}'),
  "/refused": (response) => response.writeHead(422).end('{"id":"no"}'),
  "/another": (response) => response.end('{"name":"7"}'),
  "/no-json": (response) => response.end("<html>"),
  "/away": (response) => response.writeHead(302, { location: "/right" }).end(),
  "/silent": () => undefined,
  "/drip": (response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(dripping));
  },
  "/long": (response) => response.end(`{"id":"7"}${" ".repeat(70_000)}`),
};

const server = createServer(({ url }, response) => answers[url ?? ""]?.(response));
let origin = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, rest: { signal?: AbortSignal; bytesMax?: number } = {}) =>
  askForeign(new URL(path, origin), { answer: z.object({ id: z.string() }), timeoutMs: 300, ...rest });

test("what was promised is believed, and nothing beside it; a refusal says that it is one", async () => {
  expect(await ask("/right")).toEqual({ ok: true, answer: { id: "7" } });
  expect(await ask("/refused")).toEqual({ ok: false, answer: { id: "no" } });
});

test.each(["/another", "/no-json", "/away", "/silent", "/drip", "/long"])(
  "another shape, another address, silence or more than 64 KiB is no answer (%s)",
  async (path) => {
    const began = performance.now();
    expect(await ask(path)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(3_000);
  },
);

test("a longer answer is read where its asker says how long, and a wait ends with its asker's", async () => {
  expect(await ask("/long", { bytesMax: 100_000 })).toMatchObject({ ok: true });
  expect(await ask("/right", { signal: AbortSignal.abort() })).toBeUndefined();
});

test("nobody there is no answer", async () => {
  expect(await askForeign(new URL("http://127.0.0.1:1/"), { answer: z.object({}), timeoutMs: 1_000 })).toBeUndefined();
});
