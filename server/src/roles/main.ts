/** One process of the platform, in the roles that LARO_ROLES names; `npm start` runs it with all of them. */
import { once } from "node:events";
import { closeFlagsWithoutPort } from "../core/settings/settings.ts";
import { AlignedClock } from "../platform/clock.ts";
import { readConfig, refuseDemoInProduction, refuseMailFromNobody, refuseShippedCountries, StartupError } from "../platform/config.ts";
import { readClock } from "../platform/db.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { prepareDatabase } from "../platform/migrate.ts";
import { assemblePlatform, keepPack, type OpenPlatform } from "./platform.ts";
import { seedContent } from "./seed/content/content.ts";
import { seedDemoWorld } from "./seed/seed.ts";
import { createApp, openDoors } from "./serve.ts";

const STOP_LIMIT_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog();
  const keys = await loadKeys(config);
  refuseDemoInProduction(config);
  refuseShippedCountries(config);
  refuseMailFromNobody(config);
  const url = config.databaseUrl ?? (process.channel && (await hearDatabaseUrl(process.channel)));
  if (url === undefined) throw new StartupError("This process needs DATABASE_URL; `npm start` gives it the database it starts.");
  const clock = new AlignedClock();
  const open = assemblePlatform({ config, keys, url, clock, log });
  const [app] = await Promise.all([createApp(open), fillDatabase(open, clock)]);
  const serving = await openDoors(open, app, config);
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    void serving
      .close()
      .then(open.close)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** Tells the supervisor what takes so long; one who started this process alone hears nothing. */
const tell = (doing: string): void => void process.send?.({ doing });

async function fillDatabase(open: OpenPlatform, aligned: AlignedClock): Promise<void> {
  const { config, live, database, clock, log } = open.platform;
  await prepareDatabase(open.url);
  await alignForEver(aligned, open.platform);
  tell("The tables are made.");
  await keepPack(open);
  if (config.production) {
    const closed = await database.begin((tx) => closeFlagsWithoutPort(tx, { ways: config, now: clock.now() }));
    if (closed.length > 0) log.warn({ closed }, "features were switched off: they need a provider of text messages or e-mail");
  }
  await live.start();
  if (config.roles.includes("worker")) await seedContent(open.platform);
  if (config.pack === "sandbox" && config.roles.includes("worker")) await seedDemoWorld(open, tell);
}

const ALIGNED_EVERY_MS = 60_000;
/** Nobody's clock drifts so far in a minute: it was set. */
const TOLD_FROM_MS = 1_000;

/** Every process goes by the database's clock: of two that serve one flight neither pays more for the same moment. */
async function alignForEver(clock: AlignedClock, { database, log }: Pick<OpenPlatform["platform"], "database" | "log">): Promise<void> {
  const align = async (): Promise<void> => {
    const behindMs = await clock.align(() => readClock(database.db));
    if (Math.abs(behindMs) >= TOLD_FROM_MS) log.warn({ behindMs }, "this machine's clock is not the database's, which counts");
  };
  await align();
  setInterval(() => void align().catch((error: Error) => log.warn({ fault: error.message }, "the database's clock was not read")), ALIGNED_EVERY_MS).unref();
}

/** The supervisor says which database it is and that it may be used; until then this process has loaded everything else. */
async function hearDatabaseUrl(channel: NonNullable<typeof process.channel>): Promise<string> {
  channel.ref();
  const [{ databaseUrl }] = (await once(process, "message")) as [{ databaseUrl: string }];
  channel.unref();
  return databaseUrl;
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Laro could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
