import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { request, type IncomingMessage, type RequestOptions } from "node:http";
import { join } from "node:path";
import { accounts } from "@laro/contract/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";
import { serve, type Serving } from "./serve.ts";

let world: World;
let serving: Serving;
let socketPath: string;
beforeAll(async () => {
  world = await createWorld();
  socketPath = join(world.open.platform.config.dataDir, "http.sock");
  await writeFile(socketPath, "left behind by one that was killed");
  serving = await serve(world.open, { port: 0, host: "127.0.0.1", socketPath });
});
afterAll(async () => {
  await serving.close();
  await world.close();
});

async function get(path: string, { method = "GET", headers = {} }: Pick<RequestOptions, "method" | "headers"> = {}): Promise<number | undefined> {
  const [response] = (await once(request({ socketPath, path, method, headers }).end(), "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

test("the same server answers on a Unix socket, endpoints and pages alike, to its own group only", async () => {
  expect([await get("/api/site.permission"), await get("/ready"), await get("/nothing-here.js")]).toEqual([200, 200, 404]);
  expect((await stat(socketPath)).mode & 0o777).toBe(0o660);
});

test("behind a proxy on the socket each client is counted by its own address", async () => {
  const ask = (client: string) => get("/api/accounts.register", { method: "PUT", headers: { "x-forwarded-for": client } });
  for (let registrations = 0; registrations < accounts.register.rate.count; registrations++) expect(await ask("203.0.113.7")).toBe(400);
  expect([await ask("203.0.113.7"), await ask("203.0.113.8")]).toEqual([429, 400]);
});
