/** A database cluster with every table and nobody in it, made with the build: a new data folder begins with a copy of it, which saves its start a second. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { projectRoot } from "./config.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const FOLDER = join(projectRoot, "node_modules/.cache/laro/clusters");
/** What a cluster is made of: the programs, the tables, and how they are made. */
const SOURCES = ["package-lock.json", "server/migrations/*", "server/src/platform/{embedded-postgres,jobs,migrate}.ts"];

/** The cluster that was prepared from these very sources, if one was. */
export function findPreparedCluster(folder = FOLDER): string | undefined {
  const cluster = join(folder, hashSources());
  return existsSync(cluster) ? cluster : undefined;
}

function hashSources(): string {
  const hash = createHash("sha256").update(process.arch);
  for (const file of globSync(SOURCES, { cwd: projectRoot }).sort()) hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)));
  return hash.digest("hex").slice(0, 32);
}

/** Prepares the cluster, unless it is there, in place of those of other sources; `signal` calls it off and leaves no process. */
export async function prepareCluster({ folder = FOLDER, signal }: { folder?: string; signal?: AbortSignal } = {}): Promise<void> {
  const cluster = join(folder, hashSources());
  if (existsSync(cluster)) return;
  mkdirSync(folder, { recursive: true });
  const { prepareDatabase } = await import("./migrate.ts"); // Not loaded by those who only look for it.
  const draft = `${cluster}.draft`; // A data folder of its own, which two at once cannot have.
  const postgres = await startEmbeddedPostgres(draft, { signal });
  try {
    await prepareDatabase(postgres.url);
  } finally {
    await postgres.stop();
  }
  signal?.throwIfAborted();
  letOthersRead(join(draft, "postgres"));
  renameSync(join(draft, "postgres"), cluster);
  for (const name of readdirSync(folder)) if (name !== basename(cluster)) rmSync(join(folder, name), { recursive: true });
}

/** Nothing in it is secret, and whoever starts need not be who built. */
function letOthersRead(dir: string): void {
  for (const name of [".", ...readdirSync(dir, { recursive: true, encoding: "utf8" })]) {
    const path = join(dir, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
}

if (import.meta.main) {
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => stop.abort());
  await prepareCluster({ signal: stop.signal }).catch((error: Error) => {
    if (!stop.signal.aborted) process.stderr.write(`No database was prepared (${error.message}): the start of a new data folder takes a second longer.\n`);
  });
}
