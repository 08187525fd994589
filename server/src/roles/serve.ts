import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import type { Server as HttpServer } from "node:http";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { LotteryLeader } from "../features/lottery/lottery.leader.ts";
import { CardHall } from "../features/pvp/pvp.hall.ts";
import { TableLeader } from "../features/tables/tables.leader.ts";
import { writeCounts } from "../core/vendors/counts.ts";
import { serveVendors } from "../core/vendors/inbound.ts";
import { createHttp } from "../platform/http.ts";
import type { InFlightBounds } from "../platform/inFlight.ts";
import { startWorker } from "../platform/jobs.ts";
import { openApi, serveDocs } from "./api.ts";
import { artOf, serveArt } from "./art.ts";
import { serveGateway } from "./gateway.ts";
import { serveLive } from "./live.ts";
import { servePictures } from "./pictures.ts";
import { serveRooms } from "./rooms.ts";
import type { OpenPlatform } from "./platform.ts";
import { openReadiness } from "./ready.ts";
import { serveSeamless } from "./seamless.ts";
import { serveSites } from "./sites.ts";
import { serveShare } from "./share.ts";
import { work } from "./worker.ts";

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly socketPath?: string | undefined;
  /** Other than usual where a proof shows what they are for. */
  readonly bounds?: InFlightBounds;
}

export interface Serving {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Serves the roles this process has: one of them, some, or all. */
export async function serve(open: OpenPlatform, options: ListenOptions): Promise<Serving> {
  return openDoors(open, await createApp(open, options.bounds), options);
}

/** Puts together what answers requests; it listens nowhere yet. */
export async function createApp(open: OpenPlatform, bounds?: InFlightBounds): Promise<FastifyInstance> {
  const { platform, gatekeeper } = open;
  const { roles, imageCdn: imageOrigins, domains } = platform.config;
  const api = roles.includes("api") ? await openApi(open, bounds) : undefined;
  const calls = [...(api === undefined ? [] : [api.calls]), ...(roles.includes("gateway") ? [serveVendors(platform)] : [])];
  const app = await createHttp({ log: platform.log, sentence: gatekeeper.sentence, imageOrigins, domains, calls });
  app.get("/health", () => ({ alive: true }));
  const readiness = openReadiness(platform);
  app.get("/ready", async (_request, reply) => {
    const isReady = await readiness();
    return reply.status(isReady ? 200 : 503).send({ ready: isReady });
  });
  if (roles.includes("api")) serveDocs(app);
  if (roles.includes("gateway")) {
    await serveGateway(app, platform);
    const counting = writeCounts(platform);
    app.addHook("onClose", counting.stop);
  }
  if (roles.includes("live")) serveLive(app, platform);
  if (roles.includes("rooms")) openHall(app, open);
  if (roles.includes("api")) serveArt(app, artOf(platform.database.db));
  if (roles.includes("api")) servePictures(app, platform);
  if (roles.includes("api")) serveShare(app, platform);
  if (roles.includes("api")) serveSeamless(app);
  if (api !== undefined) await serveSites(app, { ...platform, askShared: api.askShared });
  await app.ready();
  return app;
}

/** Holds the card tables for as long as the process serves. */
function openHall(app: FastifyInstance, { platform, gatekeeper: { sentence }, url }: OpenPlatform): void {
  const hall = new CardHall(platform, url);
  serveRooms(app, platform, { hall, sentence });
  app.addHook("onListen", async () => hall.start());
  app.addHook("onClose", async () => hall.close());
}

/** Listens, and begins to work. */
export async function openDoors({ platform, url }: OpenPlatform, app: FastifyInstance, { port, host, socketPath }: ListenOptions): Promise<Serving> {
  const worker = platform.config.roles.includes("worker") ? await startWorker(url, work, platform) : undefined;
  const leaders = platform.config.roles.includes("rooms") ? [new TableLeader(platform, url), new LotteryLeader(platform, url)] : [];
  for (const leader of leaders) leader.start();
  const address = await app.listen({ port, host });
  const closeDoor = socketPath === undefined ? undefined : await openDoor(app.server, socketPath);
  return {
    app,
    address,
    close: async () => {
      await closeDoor?.();
      await app.close();
      for (const leader of leaders) await leader.close();
      await worker?.close();
    },
  };
}

/** Who may connect decides the folder the socket lies in, and the group its file is given to. */
const SOCKET_MODE = 0o660;

/** A second way into the same server, for a proxy on this machine: without TCP a request costs both of them less. */
async function openDoor(server: HttpServer, path: string): Promise<() => Promise<void>> {
  // One that was killed leaves its file behind.
  await rm(path, { force: true });
  const door = createServer((connection) => void server.emit("connection", connection)).listen(path);
  await once(door, "listening");
  await chmod(path, SOCKET_MODE);
  return async () => void door.close();
}
