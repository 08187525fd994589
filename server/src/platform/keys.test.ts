import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactEncrypt, compactDecrypt, importJWK } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createKeys, loadKeys } from "./keys.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "laro-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("production refuses the development keys of a folder and says how to provide its own", async () => {
  const dataDir = newFolder();
  await loadKeys({ dataDir, production: false });
  await expect(loadKeys({ dataDir, production: true })).rejects.toThrow(/development keys .*laro -- keys.*LARO_KEYS/);
});

test("production without keys is refused, and none are made", async () => {
  const dataDir = newFolder();
  await expect(loadKeys({ dataDir, production: true })).rejects.toThrow(/needs keys of its own: .*LARO_KEYS/);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a key file that is missing, unreadable or not one of ours is refused in a sentence that names it and shows none of it", async () => {
  const dataDir = newFolder();
  const load = (keysFile: string): Promise<unknown> => loadKeys({ dataDir, production: true, keysFile });
  await expect(load(join(dataDir, "missing.json"))).rejects.toThrow(/missing\.json, which does not exist: /);
  mkdirSync(join(dataDir, "folder.json"));
  await expect(load(join(dataDir, "folder.json"))).rejects.toThrow(/folder\.json cannot be read \(EISDIR\)/);
  writeFileSync(join(dataDir, "other.json"), '{"dataKey":"hunter2"}');
  await expect(load(join(dataDir, "other.json"))).rejects.toThrow(/^(?!.*hunter2)The key file \S+other\.json is not one of ours: make a key file/);
});

test("production runs on a key file made for it", async () => {
  const dataDir = newFolder();
  const keysFile = join(dataDir, "made.json");
  const keys = await createKeys({ development: false });
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 });
  expect(await loadKeys({ dataDir, production: true, keysFile })).toEqual(keys);
  chmodSync(keysFile, 0o400);
  expect(await loadKeys({ dataDir, production: true, keysFile })).toEqual(keys);
});

test.each([0o640, 0o604, 0o620, 0o602, 0o644, 0o610])("production refuses a key file of mode %o, which is not its owner's alone", async (mode) => {
  const dataDir = newFolder();
  const keysFile = join(dataDir, "shared.json");
  const keys = await createKeys({ development: false });
  writeFileSync(keysFile, JSON.stringify(keys));
  chmodSync(keysFile, mode);
  await expect(loadKeys({ dataDir, production: true, keysFile })).rejects.toThrow(
    /^Others on this machine may read or change the key file \S+shared\.json: .*chmod 600/,
  );
  expect(await loadKeys({ dataDir, production: false, keysFile })).toEqual(keys);
});

test("twenty starts at once end with the same keys, marked as development, for the owner's eyes only, and leave no draft", async () => {
  const dataDir = join(newFolder(), "data");
  const all = await Promise.all(Array.from({ length: 20 }, () => loadKeys({ dataDir, production: false })));
  const stored: unknown = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  for (const keys of all) expect(keys).toEqual(stored);
  expect(all[0]?.development).toBe(true);
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["keys.json"]);
});

test("what is sealed with the public half opens with the key", async () => {
  const { seal } = await createKeys({ development: true });
  const { d: _private, ...publicHalf } = seal;
  const header = { alg: "ECDH-ES", enc: "A256GCM", kid: seal.kid };
  const sealed = await new CompactEncrypt(Buffer.from("secret")).setProtectedHeader(header).encrypt(await importJWK(publicHalf, "ECDH-ES"));
  const opened = await compactDecrypt(sealed, await importJWK(seal, "ECDH-ES"));
  expect(Buffer.from(opened.plaintext).toString()).toBe("secret");
});
