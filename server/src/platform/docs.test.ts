import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { accounts } from "@laro/contract/accounts";
import type { Answer } from "@laro/contract/core/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";
import { projectRoot } from "./config.ts";

const run = promisify(execFile);
/** Below the installed packages, where a program finds `jose` as a stranger's would. */
const STRANGERS = join(projectRoot, "node_modules/.cache/laro");

let world: World;
let folder: string;
let program: string;
beforeAll(async () => {
  world = await createWorld();
  await mkdir(STRANGERS, { recursive: true });
  folder = await mkdtemp(join(STRANGERS, "stranger-"));
  program = join(folder, "sealed-call.mjs");
  await writeFile(program, copyExample(await (await fetch(`${world.address}/api/docs`)).text()));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** What a reader of the page copies out of it. */
function copyExample(page: string): string {
  const [, shown = ""] = /<pre id="sealed-call"[^>]*>([^<]+)<\/pre>/.exec(page) ?? [];
  return shown.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

const logIn = async (name: string, password: string): Promise<Answer<{ token: string }>> => {
  const { stdout } = await run(process.execPath, [program, world.address, name, password]);
  return JSON.parse(stdout) as Answer<{ token: string }>;
};

test("the page's example of a sealed call, copied and run by itself, logs a member in", async () => {
  const ann = await world.player();
  const answer = await logIn(ann.name, ann.password);
  if (!answer.success) throw new Error(answer.text);
  const session = world.guest();
  session.token = answer.value.token;
  expect(await session.call(accounts.me, {})).toMatchObject({ account: ann.name });
});

test("the example prints the refusal of a wrong password, which was sealed and opened all the same", async () => {
  const ann = await world.player();
  expect(await logIn(ann.name, "not-her-password")).toMatchObject({ success: false, message: "sessions.wrong_credentials" });
});
