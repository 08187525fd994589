import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const foreignOs = process.platform === "linux" ? "darwin" : "linux";
const LOCK = {
  "": { name: "project" },
  "node_modules/one": { version: "1.0.0", integrity: "sha512-one" },
  "node_modules/foreign": { version: "1.0.0", integrity: "sha512-foreign", optional: true, os: [foreignOs], cpu: [process.arch] },
  "node_modules/native": { version: "1.0.0", integrity: "sha512-native", optional: true, os: [process.platform], cpu: [process.arch] },
};
const { "": _root, "node_modules/foreign": _foreign, ...INSTALLED } = LOCK;

/** Stands in for npm: notes how it was called and installs what the lock asks for, with the Node named in FAKE_NODE. */
const NPM = `
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
writeFileSync("npm-called", process.argv.slice(2).join(" "));
if (process.env.FAKE_FAILURE) process.exit(1);
mkdirSync("node_modules/.bin", { recursive: true });
writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify({ packages: INSTALLED }))});
writeFileSync("node_modules/.bin/node", "#!/bin/sh\\necho " + (process.env.FAKE_NODE ?? "v24.1.0"));
chmodSync("node_modules/.bin/node", 0o755);
`;

test("an old Node is refused with the version wanted, before anything is touched", () => {
  const project = newProject();
  const { status, stderr } = ensure(project, {}, ["--import", `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.4"}})`]);
  expect(stderr).toBe("Laro needs Node 20 or newer and this is 18.20.4: install a current one from https://nodejs.org.\n");
  expect(status).toBe(1);
  expect(existsSync(join(project, "npm-called"))).toBe(false);
});

test("an install that fails is one sentence and a failed script", () => {
  const { status, stderr } = ensure(newProject(), { FAKE_FAILURE: "1" });
  expect(stderr).toBe("The packages could not be installed: see the message of `npm ci` above, then try again.\n");
  expect(status).toBe(1);
});

test("an install that brings too old a Node is refused with a way out", () => {
  const { status, stderr } = ensure(newProject(), { FAKE_NODE: "v22.9.0" });
  expect(stderr).toMatch(/^Laro runs on Node 24, and npm brought none for \S+: install it from https:\/\/nodejs\.org and start again\.\n$/);
  expect(status).toBe(1);
});

test("a fresh clone is installed once from the lock by the npm that called, and then left alone in silence", () => {
  const project = newProject();
  expect(ensure(project).status).toBe(0);
  expect(readFileSync(join(project, "npm-called"), "utf8")).toBe("ci --no-audit --no-fund --include=dev --include=optional");
  rmSync(join(project, "npm-called"));
  expect(ensure(project)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(existsSync(join(project, "npm-called"))).toBe(false);
});

const changes = {
  "another version": { ...INSTALLED, "node_modules/one": { version: "0.9.0", integrity: "sha512-one" } },
  "another content": { ...INSTALLED, "node_modules/one": { version: "1.0.0", integrity: "sha512-two" } },
  "a package too many": { ...INSTALLED, "node_modules/two": { version: "1.0.0", integrity: "sha512-two" } },
  "this machine's binary missing": { "node_modules/one": INSTALLED["node_modules/one"] },
};
test.each(Object.entries(changes))("node_modules with %s is installed anew", (_change, packages) => {
  const project = newProject();
  mkdirSync(join(project, "node_modules"));
  writeFileSync(join(project, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
  expect(ensure(project).status).toBe(0);
  expect(existsSync(join(project, "npm-called"))).toBe(true);
});

function newProject(): string {
  const project = mkdtempSync(join(tmpdir(), "laro-install-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, "scripts"));
  copyFileSync(join(import.meta.dirname, "ensure-install.mjs"), join(project, "scripts", "ensure-install.mjs"));
  writeFileSync(join(project, "package-lock.json"), JSON.stringify({ packages: LOCK }));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "npm-cli.js"), NPM);
  return project;
}

function ensure(project: string, env: NodeJS.ProcessEnv = {}, nodeArgs: readonly string[] = []): { status: number | null; stdout: string; stderr: string } {
  const npm = { npm_execpath: join(project, "npm-cli.js"), npm_node_execpath: process.execPath };
  const script = join(project, "scripts", "ensure-install.mjs");
  return spawnSync(process.execPath, [...nodeArgs, script], { cwd: project, encoding: "utf8", env: { ...process.env, ...npm, ...env } });
}
