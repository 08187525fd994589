import type { FastifyInstance } from "fastify";
import { createHttp } from "../platform/http.ts";
import { startWorker } from "../platform/jobs.ts";
import { openApi, serveDocs } from "./api.ts";
import { serveGateway } from "./gateway.ts";
import { serveLive } from "./live.ts";
import type { OpenPlatform } from "./platform.ts";
import { serveSites } from "./sites.ts";
import { work } from "./worker.ts";

export interface Serving {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Serves the roles this process has: one of them, some, or all. */
export async function serve(open: OpenPlatform, { port, host }: { port: number; host: string }): Promise<Serving> {
  const { platform, gatekeeper, url } = open;
  const { roles } = platform.config;
  const calls = roles.includes("api") ? { calls: await openApi(open) } : {};
  const app = await createHttp({ log: platform.log, sentence: gatekeeper.sentence, ...calls });
  let isStopping = false;
  app.get("/health", () => ({ alive: true }));
  app.get("/ready", async (_request, reply) => {
    const isReady = !isStopping && (await isDatabaseUp(platform));
    return reply.status(isReady ? 200 : 503).send({ ready: isReady });
  });
  if (roles.includes("api")) serveDocs(app);
  if (roles.includes("gateway")) await serveGateway(app, platform);
  if (roles.includes("live")) serveLive(app, platform);
  if (roles.includes("api")) await serveSites(app);
  const worker = roles.includes("worker") ? await startWorker(url, work, platform) : undefined;
  const address = await app.listen({ port, host });
  return {
    app,
    address,
    close: async () => {
      isStopping = true;
      await app.close();
      await worker?.close();
    },
  };
}

const READY_CHECK_MS = 2_000;

async function isDatabaseUp({ database }: OpenPlatform["platform"]): Promise<boolean> {
  const answered = database.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answered, new Promise<boolean>((done) => setTimeout(() => done(false), READY_CHECK_MS).unref())]);
}
