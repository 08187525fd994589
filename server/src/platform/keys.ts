import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { z } from "zod";
import { makeDataDir, StartupError, type Config } from "./config.ts";

const Coordinate = z.base64url().length(43); // 32 bytes.
const Secret = z.string().regex(/^[0-9a-f]{64}$/);

const Keys = z.object({
  development: z.boolean(),
  /** Opens what browsers seal with the public half (ECDH-ES). */
  seal: z.object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: Coordinate,
    y: Coordinate,
    d: Coordinate,
    kid: z.string().min(1),
  }),
  /** Shared with the payment provider: signs what either side sends. */
  pspSecret: Secret,
  /** Encrypts and masks what the database may hold but not show. */
  dataKey: Secret,
});
export type Keys = z.infer<typeof Keys>;

type KeySettings = Pick<Config, "dataDir" | "production" | "keysFile">;

/** The rights of the group and of everyone. */
const OTHERS_MODE = 0o077;

const WAY_OUT = "make a key file with `(umask 077; npm run --silent laro -- keys > keys.json)`, keep it private and start with LARO_KEYS=keys.json";

export async function createKeys({ development }: { development: boolean }): Promise<Keys> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = privateKey.export({ format: "jwk" });
  return Keys.parse({
    development,
    seal: { ...jwk, kid: await calculateJwkThumbprint(jwk) },
    pspSecret: randomBytes(32).toString("hex"),
    dataKey: randomBytes(32).toString("hex"),
  });
}

/** The keys of this installation; a development start makes them once, and all processes of a folder agree on them. */
export async function loadKeys(config: KeySettings): Promise<Keys> {
  const path = config.keysFile ?? join(config.dataDir, "keys.json");
  const keys = existsSync(path) ? await readKeys(path) : await makeDevelopmentKeys(config, path);
  if (config.production) await refuseSharedKeys(path);
  if (config.production && keys.development) {
    throw new StartupError(`Production does not run on the development keys of ${path}: ${WAY_OUT}.`);
  }
  return keys;
}

/** Who may read the keys may sign for the payment provider; a file that is another's to read has been read. */
async function refuseSharedKeys(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & OTHERS_MODE) === 0) return;
  throw new StartupError(`Others on this machine may read or change the key file ${path}: make new keys, and let only their owner read them with chmod 600.`);
}

async function makeDevelopmentKeys(config: KeySettings, path: string): Promise<Keys> {
  if (config.keysFile) throw new StartupError(`LARO_KEYS names ${path}, which does not exist: ${WAY_OUT}.`);
  if (config.production) throw new StartupError(`Production needs keys of its own: ${WAY_OUT}.`);
  await makeDataDir(config.dataDir);
  await publish(path, JSON.stringify(await createKeys({ development: true }), undefined, 2));
  return readKeys(path);
}

async function readKeys(path: string): Promise<Keys> {
  try {
    return Keys.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (isSystemError(error)) throw new StartupError(`The key file ${path} cannot be read (${error.code}): give this user the right to it.`);
    throw new StartupError(`The key file ${path} is not one of ours: ${WAY_OUT}.`);
  }
}

/** Whole or not at all, and never over an older one: of two writers the first wins. */
async function publish(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  } finally {
    await file.close();
    await rm(draft);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
