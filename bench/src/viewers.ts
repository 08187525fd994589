/** How soon 5,000 sockets that watch one table hear of it at two messages a second, and what a message costs: `npm run bench -- viewers`. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFile } from "node:fs/promises";
import { issueTicket } from "@laro/server/core/sessions/tickets";
import { hashToken } from "@laro/server/core/sessions/sessions";
import { tellOnCommit } from "@laro/server/platform/live";
import { startChild } from "./child.ts";
import { BEYOND, type Figure, lineOf, verdictOf } from "./identity.figures.ts";
import { actorOf } from "./platform.ts";
import { tokenOf } from "./players.ts";
import { openStage, startProduct } from "./stage.ts";
import { readCpuUs } from "./usage.ts";
import type { ViewersRequest } from "./watchers.ts";

interface Options {
  readonly isQuick: boolean;
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const SERIES = "ROULETTE_1";
const VIEWERS = 5_000;
const SECONDS = 30;
const EVERY_MS = 500;
const AT_ONCE = 250;
const SPOTS = Object.fromEntries(Array.from({ length: 37 }, (_, pocket) => [String(pocket), `${pocket + 1}00.00`]));

/** Answers whether nothing is beyond what it may never be. */
export async function benchViewers({ isQuick, json, say, signal }: Options): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  const { database } = stage;
  const socket = join(String(stage.environment["LARO_DATA_DIR"]), "live.sock");
  const product = await startProduct(running, { ...stage.environment, LARO_ROLES: "api,live", LARO_SOCKET: socket });
  const watchers = running.use(startChild(new URL("watchers.ts", import.meta.url)));
  const [viewers, seconds] = isQuick ? [500, 5] : [VIEWERS, SECONDS];
  const players = stage.players.slice(0, viewers);
  for (let from = 0; from < viewers; from += AT_ONCE) {
    const some = players.slice(from, from + AT_ONCE);
    const tickets = await database.begin(async (tx) => {
      const issued: string[] = [];
      for (const [index, { accountId }] of some.entries()) {
        const session = hashToken(tokenOf(from + index)).toString("base64url");
        issued.push((await issueTicket(tx, "live", { ...actorOf(accountId), session }, new Date())).ticket);
      }
      return issued;
    });
    await watchers.ask({ do: "open", address: product.address, tickets, series: SERIES } satisfies ViewersRequest);
    signal.throwIfAborted();
  }
  say(`${viewers} sockets watch ${SERIES}.`);
  await sleep(2_000);
  await watchers.ask({ do: "begin" } satisfies ViewersRequest);
  const before = readCpuUs(product.pid) ?? Number.NaN;
  const messages = (seconds * 1_000) / EVERY_MS;
  for (let message = 0; message < messages; message += 1) {
    const sums = { drawId: "1", members: viewers, spots: SPOTS };
    await database.begin((tx) => tellOnCommit(tx, `table:${SERIES}`, { table: SERIES, sums, saidAt: Date.now() } as never));
    await sleep(EVERY_MS);
  }
  await sleep(1_000);
  const cpuUs = ((readCpuUs(product.pid) ?? Number.NaN) - before) / (messages * viewers);
  const heard = await watchers.ask<{ count: number; p50Ms: number; p99Ms: number; mostMs: number }>({ do: "end" } satisfies ViewersRequest);
  say(`${heard.count} of ${messages * viewers} messages were heard; p50 ${heard.p50Ms} ms, most ${heard.mostMs} ms.`);
  const figures: readonly Figure[] = [
    { what: `${viewers} viewers at two messages a second, p99`, value: heard.p99Ms, unit: "ms", goal: 250, limit: 250 },
    { what: "processor of the server for a message to one of them", value: cpuUs, unit: "µs", goal: 20, limit: 20 },
  ];
  for (const figure of figures) say(lineOf(figure));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  return heard.count === messages * viewers && figures.every((figure) => verdictOf(figure) !== BEYOND);
}
