import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { agents as agentsContract } from "@laro/contract/agents";
import { audit } from "@laro/contract/audit";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDays } from "../core/activity/activity.close.ts";
import { auditViews } from "../core/wallet/audit.ts";
import { projectRoot } from "../platform/config.ts";
import { loadKeys } from "../platform/keys.ts";
import { createEmptyDatabase } from "../testing/database.ts";
import { addJob } from "../platform/outbox.ts";
import { asOwner as readAsOwner } from "../testing/owner.ts";
import { rollDice } from "../testing/bets.ts";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** Runs the command as a person would; the output is read while the test's own world goes on. */
function laro(
  args: readonly string[],
  env: Record<string, string> = { DATABASE_URL: world.open.url },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(projectRoot, "server/src/roles/laro.ts"), ...args], { env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => child.once("close", (code) => done({ code, stdout, stderr })));
}

/** Does what no service may: changes the database as its owner. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function playSome(): Promise<bigint> {
  const ann = await world.player({ balance: 50_00n });
  for (let round = 0; round < 3; round++) await rollDice(world, ann.id, { stake: 1_00n });
  return ann.id;
}

test("an unknown command is refused in one sentence that names the known ones", async () => {
  expect(await laro(["constructor"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'There is no command "constructor": give one of audit, rebuild, activity, agents, backup, restore, months, types, keys, operator, screening, verify, validator, help.\n',
  });
});

test("a database that is away is one sentence without its password", async () => {
  const { code, stderr } = await laro(["audit"], { DATABASE_URL: "postgresql://ann:hunter2@127.0.0.1:1/laro" });
  expect(stderr).toMatch(/^The database does not answer: [^\n]*\n$/);
  expect([code, stderr.includes("hunter2")]).toEqual([1, false]);
});

test("the audit of a healthy ledger names each invariant with no fault and ends well", async () => {
  await playSome();
  const { code, stdout, stderr } = await laro(["audit"]);
  expect(stdout.match(/^audit_a[0-9]+ +holds {3}/gm)).toHaveLength(auditViews.length);
  expect(stdout).toMatch(/^prizes {2}\d+ drawn, each where its seeds say$/m);
  expect(stdout).toMatch(/^rounds {2}\d+ drawn again, each as its seeds say$/m);
  expect(stdout).toMatch(/^partners' rounds {2}\d+ drawn again, each as its seeds say$/m);
  expect(stdout).toMatch(/^draws {2}\d+ drawn again, each as its seeds say$/m);
  expect(stdout).toMatch(/^staff log {2}\d+ entries/m);
  expect([code, stderr]).toEqual([0, ""]);
});

test("a job that failed for good turns the audit red by its name, whatever else holds", async () => {
  await world.open.platform.database.begin((tx) => addJob(tx, "event:deposits.credited", {}));
  const told = "graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'event:deposits.credited'";
  await asOwner(`update graphile_worker._private_jobs j set attempts = max_attempts from ${told}`);
  const { code, stdout } = await laro(["audit"]);
  expect([code, /^jobs {2}given up: event:deposits\.credited \(1\)$/m.test(stdout)]).toEqual([1, true]);
  await asOwner(`delete from graphile_worker._private_jobs j using ${told}`);
  expect((await laro(["audit"])).stdout).toMatch(/^jobs {2}none was given up$/m);
});

test("a balance that is not what the lines say turns the audit red, and a rebuild mends it and only it", async () => {
  const id = await playSome();
  await asOwner(`update wallet set balance = balance + 7 where account_id = ${id} and kind = 1`);
  const red = await laro(["audit"]);
  expect([red.code, /^audit_a2 {2}BROKEN {2}/m.test(red.stdout)]).toEqual([1, true]);
  const mended = await laro(["rebuild"]);
  expect(mended.stdout).toMatch(/^wallet \d+: \d+\.\d\d became \d+\.\d\d\nWallets changed: 1\n$/);
  expect((await laro(["audit"])).code).toBe(0);
  expect(await laro(["rebuild"])).toEqual({ code: 0, stdout: "Wallets changed: 0\n", stderr: "" });
});

test("a rebuild does not wait forever for wallets that are held, and says that it changed nothing", async () => {
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  await client.query("begin; lock table wallet in row exclusive mode");
  const { code, stderr } = await laro(["rebuild"]).finally(() => client.end());
  expect([code, stderr]).toEqual([1, "The wallets are in use and did not come free in time: nothing was changed; try again when it is quieter.\n"]);
});

test("a backup and its restore are two commands, and a restore into a filled database is refused in one sentence", async () => {
  await playSome();
  const path = join(mkdtempSync(join(tmpdir(), "laro-cli-")), "laro.backup");
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
  expect(await laro(["backup", path])).toMatchObject({ code: 0, stderr: "" });
  expect(await laro(["restore", path])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The database is not empty: [^\n]*\n$/) });
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const restored = await laro(["restore", path], { DATABASE_URL: url });
  expect(restored).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/the audit finds nothing\.\n$/) });
  expect((await laro(["audit"], { DATABASE_URL: url })).code).toBe(0);
  expect((await laro(["backup"])).stderr).toMatch(/^Name the file to write: [^\n]*\n$/);
});

test("the facts of days: how far they are, and a frozen day computed anew, which changes nothing and tells a fact that was changed", async () => {
  expect((await laro(["activity", "rebuild", "yesterday"])).stderr).toMatch(/^Say what to do: [^\n]*\n$/);
  const { database, timeZone } = world.open.platform;
  const [day, id] = [world.clock.now().toLocaleDateString("en-CA", { timeZone }), await playSome()];
  await world.pass(24 * 60 * 60_000);
  await closeDays(database, { now: world.clock.now(), timeZone });
  expect(await laro(["activity", "status"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^\\d+ days are frozen, from [\\d-]+ to ${day}; 1 are open\\.\\nNo play`)),
  });
  expect(await laro(["activity", "rebuild", day])).toEqual({ code: 0, stdout: `${day}: nothing differs; nothing was written.\n`, stderr: "" });
  await asOwner(`update member_day set stake = stake + 5 where account_id = ${id}`);
  const red = await laro(["activity", "rebuild", day]);
  expect([red.code, red.stdout]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^member_day ${id}: stands as [^\\n]+\\n${day}: 1 facts differ; nothing was written\\.\\n$`)),
  ]);
  await asOwner(`update member_day set stake = stake - 5 where account_id = ${id}`);
});

test("a move is proposed from the command line in an officer's name, however large, and moves nobody by itself: another officer decides it", async () => {
  const [officer, other] = [await world.operator("marketing"), await world.operator("marketing")];
  const auditor = await world.operator("auditor");
  const [account, upline] = [await world.member({ type: accountTypes.seniorAgent }), await world.member({ type: accountTypes.seniorAgent })];
  const below = await world.member({ type: accountTypes.agent, parentId: account.id });
  // The command goes by the machine's clock.
  const day = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, "yyyy-mm-dd".length);
  const move = (by: string, ...to: string[]) => laro(["agents", "move", ...to, "--by", by, "--reason", "A line of its own"]);
  expect((await laro(["agents", "move", below.name])).stderr).toMatch(/^Say who moves, below whom and from which day: [^\n]*\n$/);
  expect((await laro(["agents", "move", below.name, upline.name, day])).stderr).toMatch(/^Say which officer proposes it, and why: [^\n]*\n$/);
  expect((await move(auditor.name, below.name, upline.name, day)).stderr).toBe(`${auditor.name} is no officer who may propose moves.\n`);
  expect((await move(officer.name, account.name, below.name, day)).stderr).toBe("The move is refused: agents.move_circle.\n");
  const { stdout, code } = await move(officer.name, below.name, upline.name, day);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ with 0 below, 1 agents in all, is to move on /)]);
  const { list } = await other.call(agentsContract.moves, { state: "proposed" });
  expect(list).toMatchObject([{ account: { name: below.name }, proposedBy: officer.name }]);
  const decision = { id: list[0]!.id, reason: "Seen and right" };
  expect(await officer.refused(agentsContract.confirmMove, decision)).toBe("agents.own_proposal");
  const placeOf = async () => (await readAsOwner(world.open.url, "select parent_id from agent_node where account_id = $1", [below.id]))[0];
  expect(await placeOf()).toEqual({ parent_id: account.id });
  expect(await other.call(agentsContract.declineMove, decision)).toMatchObject({ state: "declined" });
  expect(await placeOf()).toEqual({ parent_id: account.id });
});

test("the journal is one part until it is kept by months, and a month is moved only to a place that is named and known", async () => {
  expect((await laro(["months"])).stdout).toMatch(/^early +about \d+ lines and \d+ rounds, \d+ MiB in pg_default\n$/);
  expect((await laro(["months", "open"])).stdout).toMatch(/^early [^\n]+\n\d{4}_\d\d [^\n]+\n/);
  expect((await laro(["months", "open"])).stderr).toMatch(/^The journal is kept by months already: [^\n]*\n$/);
  expect((await laro(["months", "early"])).stderr).toMatch(/^Name the tablespace too: [^\n]*\n$/);
  expect(await laro(["months", "early", "nowhere"])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no tablespace nowhere: [^\n]*\n$/) });
});

test("printed keys are fit for production", async () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { stdout } = await laro(["keys"]);
  const keysFile = join(folder, "keys.json");
  writeFileSync(keysFile, stdout, { mode: 0o600 });
  expect(await loadKeys({ dataDir: folder, production: true, keysFile })).toMatchObject({ development: false });
});

test.each([
  { args: [], says: /^Say what to do about whom: / },
  { args: ["ann"], says: /^Say what to do about whom: / },
  { args: ["create"], says: /^Give a name of 3 to 32 / },
  { args: ["create", "a b", "finance"], says: /^Give a name of 3 to 32 / },
  { args: ["create", "ann"], says: /^Give roles that one person may have together / },
  { args: ["create", "ann", "constructor"], says: /^Give roles / },
  { args: ["create", "ann", "auditor", "finance"], says: /^Give roles / },
  { args: ["create", "ann", "finance"], says: /^Say why, / },
  { args: ["reset", "nobody", "--reason", "phone lost"], says: /^There is no operator nobody\.$/m },
])("an operator asked for as $args is refused in one sentence", async ({ args, says }) => {
  const { code, stdout, stderr } = await laro(["operator", ...args]);
  expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2]);
  expect(stderr).toMatch(says);
});

test("an operator opened on the machine logs in with the password it printed; the chain and every superadmin's page say so for thirty days", async () => {
  const { code, stdout } = await laro(["operator", "create", "mayann", "superadmin", "--reason", "the first of the console"]);
  const password = stdout.trimEnd().split("\n").at(-1)!;
  expect([code, password.length]).toEqual([0, 20]);
  const entered = await world.guest().call(sessions.loginOperator, { username: "mayann", password });
  expect(entered).toMatchObject({ userName: "mayann", roles: ["superadmin"], mustChangePassword: true });
  expect(await laro(["operator", "create", "MayAnn", "finance", "--reason", "again"])).toEqual({
    code: 1,
    stdout: "",
    stderr: "The name MayAnn is taken: choose another one.\n",
  });
  const admin = await world.operator("superadmin");
  const { stdout: given } = await laro(["operator", "reset", "mayann", "--reason", "the phone is lost"]);
  expect(await world.guest().refused(sessions.loginOperator, { username: "mayann", password })).toBe("sessions.wrong_credentials");
  const again = given.trimEnd().split("\n").at(-1)!;
  expect(await world.guest().call(sessions.loginOperator, { username: "mayann", password: again })).toMatchObject({ mustChangePassword: true });
  const { list } = await admin.call(audit.list, { limit: 20, kind: "command" });
  expect(
    list.filter(({ operator, endpoint }) => operator === "machine" && endpoint.startsWith("laro.operator.")).map(({ endpoint, input }) => [endpoint, input]),
  ).toEqual([
    ["laro.operator.reset", { name: "mayann", reason: "the phone is lost" }],
    ["laro.operator.create", { name: "mayann", roles: ["superadmin"], reason: "the first of the console" }],
  ]);
  expect(JSON.stringify(list)).not.toContain(again);
  expect(await admin.call(audit.verify, {})).toMatchObject({ brokenAt: null });
  expect((await admin.call(operators.breakGlass, {})).list.filter(({ command }) => command.startsWith("laro.operator."))).toHaveLength(2);
  expect(await (await world.operator("finance")).refused(operators.breakGlass, {})).toBe("sessions.forbidden");
});

test("a list is loaded by its file, whole or not at all, and the chain of staff entries says which; no name of it is kept anywhere", async () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-list-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { config } = world.open.platform;
  const env = { DATABASE_URL: world.open.url, LARO_DATA_DIR: config.dataDir };
  const file = join(folder, "list.csv");
  for (const args of [["load"], ["load", "friends", file], ["unload", "restricted", file]])
    expect((await laro(["screening", ...args], env)).stderr).toMatch(/^Name the list \(restricted, sanctions, pep\) and its file: [^\n]*\n$/);
  writeFileSync(file, 'name,birthday\n"Zubiri, Crisostomo",1970-02-03\nQuixote Ibarra,31 May\n');
  expect(await laro(["screening", "load", "restricted", file], env)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Line 3 is not a name/) });
  writeFileSync(file, 'name,birthday\n"Zubiri, Crisostomo",1970-02-03\nQuixote Ibarra,1961\nBasilio Sisa\n');
  const { code, stdout } = await laro(["screening", "load", "restricted", file], env);
  expect(stdout).toBe("restricted version 1 is in force with 3 entries; every member is held against it next. No name was kept.\n");
  expect(code).toBe(0);
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  const { rows } = await client.query<{ entry: string }>(
    "select row_to_json(e)::text as entry from audit_entry e union all select row_to_json(k)::text from screening_key k",
  );
  const { rows: lists } = await client.query("select list, version, entries, in_force from screening_list");
  await client.end();
  expect(lists).toEqual([{ list: "restricted", version: 1, entries: 3, in_force: true }]);
  const kept = rows.map(({ entry }) => entry).join("\n");
  expect(kept).toContain("laro.screening.load");
  expect(kept).not.toMatch(/zubiri|crisostomo|quixote|ibarra|basilio/i);
});
