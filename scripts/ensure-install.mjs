// Makes node_modules match the lock before any script runs; plain JavaScript, because nothing is installed yet.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const HOST_NODE_LEAST = 20;
const OWN_NODE_LEAST = 24; // The first that runs TypeScript without a flag and carries argon2.

const root = resolve(import.meta.dirname ?? ".", "..");

const fault = findOldNode() ?? (isInstalled() ? undefined : (install() ?? findMissingNode()));
if (fault) {
  console.error(fault);
  process.exit(1);
}

function findOldNode() {
  if (majorOf(process.versions.node) >= HOST_NODE_LEAST) return undefined;
  return `Laro needs Node ${HOST_NODE_LEAST} or newer and this is ${process.versions.node}: install a current one from https://nodejs.org.`;
}

function isInstalled() {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !installed) return false;
  return Object.keys({ ...wanted, ...installed })
    .filter((path) => path !== "")
    .every((path) => isSame(wanted[path], installed[path]));
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}

function isSame(wanted, installed) {
  if (!wanted) return false;
  if (!installed) return wanted.optional === true && !isForThisMachine(wanted);
  return wanted.version === installed.version && wanted.integrity === installed.integrity;
}

/** npm leaves out optional packages of other machines; those with a `libc` are left to npm's own judgement. */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && !libc;
}

function install() {
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath] : ["npm"];
  const args = ["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const { status } = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: root, stdio: "inherit" });
  return status === 0 ? undefined : "The packages could not be installed: see the message of `npm ci` above, then try again.";
}

function findMissingNode() {
  const own = spawnSync(join(root, "node_modules", ".bin", "node"), ["--version"], { encoding: "utf8" });
  const version = own.status === 0 ? own.stdout.trim().slice(1) : process.versions.node;
  if (majorOf(version) >= OWN_NODE_LEAST) return undefined;
  return `Laro runs on Node ${OWN_NODE_LEAST}, and npm brought none for ${process.platform}-${process.arch}: install it from https://nodejs.org and start again.`;
}

function majorOf(version) {
  return Number(version.split(".")[0]);
}
