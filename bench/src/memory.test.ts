import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accounts } from "@laro/contract/accounts";
import { boundedQueue } from "@laro/server/platform/boundedQueue";
import { systemClock } from "@laro/server/platform/clock";
import { openDatabase } from "@laro/server/platform/db";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { prepareDatabase } from "@laro/server/platform/migrate";
import { Person } from "@laro/server/testing/person";
import { freePort } from "@laro/server/testing/ports";
import { expect, test } from "vitest";
import { startChild, type Child } from "./child.ts";
import { fillPlayers } from "./fill.ts";
import type { LoadRequest } from "./load.ts";
import { untilReady } from "./stage.ts";
import { readResidentMb, RESIDENT_MB_MAX } from "./usage.ts";
import type { Sample } from "./window.ts";

const START = new URL("../../scripts/start.ts", import.meta.url);
const COMPILED = new URL("../../scripts/compiled.mjs", import.meta.url);
const CONNECTIONS = 64;
const NEWCOMERS = 24;
/** A hash takes a processor for long: so few at once are answered in time on a machine that is busy with other tests too. */
const inTurn = boundedQueue({ atOnceMax: 4, waitingMax: NEWCOMERS });
const WINDOW_MS = 500;
const LIMIT_MS = 360_000;
const PASSWORD = "Correct-horse-7";

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly address: string;
  readonly socketPath: string;
}

const MEMBERS = 10_000;

/** A database with 10,000 players in it, as safe as a start wants one, and a data folder. */
async function prepare(running: AsyncDisposableStack): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "laro-memory-"));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startEmbeddedPostgres(join(folder, "database"));
  running.defer(() => database.stop());
  await prepareDatabase(database.url);
  const owner = openDatabase(database.url, { connections: 1, role: "laro" });
  await fillPlayers(owner);
  await owner.close();
  const port = await freePort();
  const socketPath = join(folder, "http.sock");
  const env = { DATABASE_URL: database.url, LARO_DATA_DIR: folder, LARO_SOCKET: socketPath, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "" };
  return { env, address: `http://127.0.0.1:${port}`, socketPath };
}

/** The whole start as `npm start` runs it. */
const start = ({ env }: Place): Child => startChild(START, { env, execArgv: ["--import", COMPILED.pathname], isSilent: true });

function register(address: string, number: number): Promise<unknown> {
  const newcomer = new Person({ address, clock: systemClock, ip: `10.9.0.${number}` });
  const username = `memory${number}`;
  return newcomer.call(accounts.register, { username, password: PASSWORD, confirmPassword: PASSWORD, registerMethod: "WEB", agreed: true });
}

/** Lets every player look, play and look around, and some newcomers register, whose passwords are hashed. */
async function letEveryonePlay(pid: number, { address, socketPath }: Place): Promise<void> {
  await using load = startChild(new URL("load.ts", import.meta.url));
  const watched = { program: pid, postgres: pid };
  for (const what of ["balance", "bet", "lobby"] as const)
    await load.ask<Sample>({ socketPath, what, connections: CONNECTIONS, warmUpCalls: MEMBERS, windowMs: WINDOW_MS, watched } satisfies LoadRequest);
  await Promise.all(Array.from({ length: NEWCOMERS }, (_, number) => inTurn(() => register(address, number))));
}

test(
  "the whole start holds at most 400 MB beside PostgreSQL: the first with its demo world just lived through, the next after 10,000 players used it",
  async () => {
    await using running = new AsyncDisposableStack();
    const place = await prepare(running);
    {
      await using first = start(place);
      await untilReady(place.address, first);
      expect(readResidentMb(first.pid)).toBeLessThan(RESIDENT_MB_MAX);
    }
    await using next = start(place);
    await untilReady(place.address, next);
    await letEveryonePlay(next.pid, place);
    expect(readResidentMb(next.pid)).toBeLessThan(RESIDENT_MB_MAX);
  },
  LIMIT_MS,
);
