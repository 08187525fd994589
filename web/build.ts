import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Site } from "./vite.config.ts";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(projectRoot, "web/dist/.stamp");
const sourceGlobs = ["package-lock.json", "web/*.{ts,json}", "web/{src,public}/**/*.*", "{contract,engines,locales}/**/*.{ts,json}"];
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** The best there is: a second more for each build, a tenth less for each visitor. */
const BROTLI_BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const sites: readonly Site[] = ["player", "agent", "operator", "embed"];

/** Builds the four sites into web/dist/<site>; does nothing while their sources are what the last build saw. */
export async function buildSites(options: { force?: boolean } = {}): Promise<void> {
  const stamp = await hashSources();
  if (!options.force && (await isBuilt(stamp))) return;
  await rm(stampFile, { force: true });
  await withProductionReact(async () => {
    // Loaded here, because most starts find the sites built and need no builder.
    const [{ build }, { listPrecached, siteConfig, workerConfig, writeOfflinePage }] = await Promise.all([import("vite"), import("./vite.config.ts")]);
    for (const site of sites) await build(siteConfig(site));
    const player = join(projectRoot, "web/dist/player");
    await writeOfflinePage(player);
    await build(workerConfig(listPrecached(JSON.parse(await readFile(join(player, "manifest.json"), "utf8")))));
  });
  await compressAssets();
  await writeFile(stampFile, stamp);
}

/** Compressed once here instead of at every request: the server sends the smallest form a browser takes. */
async function compressAssets(): Promise<void> {
  const files = globSync("web/dist/*/**/*.{js,css,svg,html,webmanifest}", { cwd: projectRoot });
  await Promise.all(
    files.map(async (file) => {
      const path = join(projectRoot, file);
      const content = await readFile(path);
      await Promise.all([
        brotli(content, BROTLI_BEST).then((small) => writeFile(`${path}.br`, small)),
        zip(content).then((small) => writeFile(`${path}.gz`, small)),
      ]);
    }),
  );
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = globSync(sourceGlobs, { cwd: projectRoot, exclude: (path) => path.includes("node_modules") || path.includes(".test.") });
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(projectRoot, file)));
  return hash.digest("hex");
}

/** Whether a start can do without the builder. */
export const areSitesBuilt = async (): Promise<boolean> => isBuilt(await hashSources());

async function isBuilt(stamp: string): Promise<boolean> {
  try {
    await Promise.all(sites.map((site) => access(join(projectRoot, "web/dist", site, "index.html"))));
    return (await readFile(stampFile, "utf8")) === stamp;
  } catch {
    return false;
  }
}

/** React picks its build by NODE_ENV, which must not leak into the processes the caller starts later. */
async function withProductionReact(work: () => Promise<void>): Promise<void> {
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSites({ force: process.argv.includes("--force") });
