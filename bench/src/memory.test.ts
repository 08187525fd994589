import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accounts } from "@laro/contract/accounts";
import { systemClock } from "@laro/server/platform/clock";
import { openDatabase } from "@laro/server/platform/db";
import { createTestDatabase } from "@laro/server/testing/database";
import { Person } from "@laro/server/testing/person";
import { freePort } from "@laro/server/testing/ports";
import { expect, test } from "vitest";
import { startChild } from "./child.ts";
import { fillPlayers } from "./fill.ts";
import type { LoadRequest } from "./load.ts";
import { PLAYERS } from "./players.ts";
import { untilReady } from "./stage.ts";
import { readResidentMb, RESIDENT_MB_MAX } from "./usage.ts";
import type { Sample } from "./window.ts";

const START = new URL("../../scripts/start.ts", import.meta.url);
const COMPILED = new URL("../../scripts/compiled.mjs", import.meta.url);
const CONNECTIONS = 64;
const NEWCOMERS = 24;
const WINDOW_MS = 500;

/** The whole start as `npm start` runs it, on a database of the test run and with 10,000 players in it. */
async function openStart(running: AsyncDisposableStack): Promise<{ pid: number; address: string; socketPath: string }> {
  const database = await createTestDatabase();
  running.defer(database.drop);
  const owner = openDatabase(database.url, { connections: 1, role: "laro" });
  await fillPlayers(owner);
  await owner.close();
  const folder = await mkdtemp(join(tmpdir(), "laro-memory-"));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const socketPath = join(folder, "http.sock");
  const env = { DATABASE_URL: database.url, LARO_DATA_DIR: folder, LARO_SOCKET: socketPath, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "" };
  const start = running.use(startChild(START, { env, execArgv: ["--import", COMPILED.pathname], isSilent: true }));
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address);
  return { pid: start.pid, address, socketPath };
}

test("the whole start, its demo world just lived through, holds at most 400 MB beside PostgreSQL, and after 10,000 players used it as well", async () => {
  await using running = new AsyncDisposableStack();
  const { pid, address, socketPath } = await openStart(running);
  expect(readResidentMb(pid)).toBeLessThan(RESIDENT_MB_MAX);

  const load = running.use(startChild(new URL("load.ts", import.meta.url)));
  for (const what of ["balance", "bet", "lobby"] as const) {
    const watched = { program: pid, postgres: pid };
    await load.ask<Sample>({ socketPath, what, connections: CONNECTIONS, warmUpCalls: PLAYERS, windowMs: WINDOW_MS, watched } satisfies LoadRequest);
  }
  const newcomers = Array.from({ length: NEWCOMERS }, (_, number) => new Person({ address, clock: systemClock, ip: `10.9.0.${number}` }));
  const password = "Correct-horse-7";
  await Promise.all(
    newcomers.map((person, number) =>
      person.call(accounts.register, { username: `memory${number}`, password, confirmPassword: password, registerMethod: "WEB", agreed: true }),
    ),
  );
  expect(readResidentMb(pid)).toBeLessThan(RESIDENT_MB_MAX);
});
