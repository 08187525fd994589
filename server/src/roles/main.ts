/** One process of the platform, in the roles that LARO_ROLES names; `npm start` runs it with all of them. */
import { systemClock } from "../platform/clock.ts";
import { readConfig, refuseDemoInProduction, StartupError } from "../platform/config.ts";
import { migrateJobs } from "../platform/jobs.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { migrate } from "../platform/migrate.ts";
import { openPlatform } from "./platform.ts";
import { seedDemoWorld } from "./seed/seed.ts";
import { serve } from "./serve.ts";

const STOP_LIMIT_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const url = config.databaseUrl;
  if (url === undefined) throw new StartupError("This process needs DATABASE_URL; `npm start` gives it the database it starts.");
  const log = createLog();
  const keys = await loadKeys(config);
  refuseDemoInProduction(config);
  await migrate(url);
  await migrateJobs(url);
  const open = await openPlatform({ config, keys, url, clock: systemClock, log });
  if (config.pack === "sandbox" && config.roles.includes("worker")) await seedDemoWorld(open);
  const serving = await serve(open, config);
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

main().catch((error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Laro could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
