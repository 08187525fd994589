import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../platform/config.ts";
import { addVendor, type GatewayVendor, nameAt, VIEW_AGE_MS } from "../testing/gateway.ts";
import { asOwner } from "../testing/owner.ts";
import { freePort } from "../testing/ports.ts";
import { createWorld, type World } from "../testing/world.ts";
import { runValidator } from "./laro.validator.ts";

let world: World;
let vendor: GatewayVendor;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN" });
  folder = mkdtempSync(join(tmpdir(), "laro-validator-"));
  writeFileSync(join(folder, "secret"), vendor.secret);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** The command as a vendor's engineer would give it. */
function validator(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(projectRoot, "server/src/roles/laro.ts"), "validator", ...args]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => child.once("close", (code) => done({ code, stdout, stderr })));
}

/** A member the vendor knows, with ten pesos, and what a rule made of their wallet. */
async function member(change?: string): Promise<string> {
  const { id } = await world.player({ balance: 10_00n });
  if (change !== undefined) await asOwner(world.open.url, `update wallet set ${change} where account_id = $1`, [id]);
  return nameAt(world, vendor, id);
}

const of = (options: Readonly<Record<string, string>>): readonly string[] => Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
const ours = async (): Promise<Readonly<Record<string, string>>> => ({
  url: `${world.address}/gateway/vendors/SEVEN`,
  "secret-file": join(folder, "secret"),
  account: await member(),
  currency: "PHP",
  game: "gale",
});

test("our own wallet passes all sixty cases, in the published words, and every member holds what they held", async () => {
  const accounts = {
    "limited-account": await member("limited = true, stake_left = 0, left_until = 'infinity'"),
    "disabled-account": await member("status = 1"),
    "other-account": await member(),
  };
  const files = { json: join(folder, "results.json"), junit: join(folder, "results.xml") };
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const { code, stdout, stderr } = await validator(of({ ...(await ours()), ...accounts, ...files }));
  expect([stderr, stdout.split("\n").filter((line) => !line.startsWith("pass "))]).toEqual([
    "",
    [expect.stringMatching(/^At most 100.00 PHP of account .* are at risk, which holds 10.00/), "60 pass, 0 text differs, 0 fail, 0 not run", ""],
  ]);
  expect(code).toBe(0);
  const { counts, results } = JSON.parse(readFileSync(files.json, "utf8")) as { counts: object; results: readonly { open: readonly string[] }[] };
  expect([counts, results.flatMap(({ open }) => open)]).toEqual([{ pass: 60, "text differs": 0, fail: 0, "not run": 0 }, []]);
  const xml = readFileSync(files.junit, "utf8");
  expect([xml.match(/<testsuite /g)?.length, xml.match(/<testcase /g)?.length, xml.includes("<failure")]).toEqual([7, 60, false]);
  const balances = await asOwner<{ balance: bigint }>(
    world.open.url,
    "select w.balance from wallet w join vendor_player p on p.account_id = w.account_id where w.kind = 1 order by w.id",
  );
  expect(balances.map(({ balance }) => BigInt(balance))).toEqual([10_00n, 10_00n, 10_00n, 10_00n]);
  expect(await asOwner(world.open.url, "select foreign_id from vendor_round where closed_at is null")).toEqual([]);
  // Wallets were shut here without their accounts.
  expect((await world.audit()).filter((fault) => !fault.startsWith("audit_a13"))).toEqual([]);
});

test("a wallet with a defect ends with 1, and what is told of the case is the bytes, the answer and the rule", async () => {
  const port = await freePort();
  const env = { ...process.env, OPERATOR_PORT: String(port), OPERATOR_SECRET: "the secret" };
  const operator = spawn(process.execPath, [join(projectRoot, "simulators/src/operator.ts")], { env, stdio: "ignore" });
  onTestFinished(async () => {
    operator.kill("SIGTERM");
    await once(operator, "exit");
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  const plant = (secret: string, defect: string): Promise<number> =>
    fetch(`${url}/defects`, { method: "POST", headers: { "x-operator-secret": secret }, body: JSON.stringify({ defect }) }).then(({ status }) => status);
  expect([await plant("a guess", "floats"), await plant("the secret", "none"), await plant("the secret", "second-rollback-credits")]).toEqual([401, 400, 200]);
  writeFileSync(join(folder, "their-secret"), "the secret");
  const junit = join(folder, "red.xml");
  const theirs = { url, "secret-file": join(folder, "their-secret"), account: "player", currency: "EUR", game: "dice", only: "O03,O07,L2", junit };
  const { code, stdout } = await validator(of(theirs));
  const lines = stdout.split("\n").map((line) => line.trim());
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^pass +O03 /));
  expect(lines).toContainEqual(expect.stringMatching(/^fail +O07 .*\[ours\]$/));
  expect(lines).toContainEqual(expect.stringMatching(/^rule +A transaction is taken back once/));
  expect(lines).toContainEqual(expect.stringMatching(/^sent +POST \/rollback \{"account_id":"player",.*"original_id_provider":"[0-9a-f]{10}-O07-2"\}\]\}$/));
  expect(lines).toContainEqual(expect.stringMatching(/^answer +200 \{"balance":"10.25"/));
  expect(lines).toContain('found   the answer\'s balance is "10.25" instead of 10.00');
  expect(lines).toContain("open    account player: 0.25 from where it began");
  expect(lines).toContainEqual(expect.stringMatching(/^not run +L2 /));
  expect(lines).toContain("found   no --limited-account");
  expect(readFileSync(junit, "utf8")).toContain('<failure message="the answer\'s balance is &quot;10.25&quot; instead of 10.00">');
});

test("what cannot be tried ends with 2 and one reason: a stranger's machine, a missing secret, too much money, an unknown case, no wallet", async () => {
  const right = await ours();
  const refusals: readonly (readonly [change: Readonly<Record<string, string>>, reason: RegExp])[] = [
    [{ url: "https://wallet.example/base" }, /^wallet\.example is another machine: .*--remote/],
    [{ url: "ftp://127.0.0.1/" }, /no address of a wallet/],
    [{ "secret-file": join(folder, "none") }, /^There is no file /],
    [{ only: "T01,Z99" }, /^There is no case Z99: they are T01 /],
    [{ url: `http://127.0.0.1:${await freePort()}` }, /^The wallet does not say what account .* holds: no answer\.$/m],
    [{ account: "-nobody" }, /^The wallet does not say what account -nobody holds: 400 .*"101"/],
    [{ account: await nameAt(world, vendor, (await world.player({ balance: 10_01n })).id) }, /holds 10\.01: it must be 5\.00 to 10\.00/],
    [{ strange: "1" }, /^Say whose wallet is tried/],
  ];
  for (const [change, reason] of refusals) {
    const [said, complaints]: [string[], string[]] = [[], []];
    const ended = await runValidator(of({ ...right, ...change }), { say: (line) => said.push(line), complain: (line) => complaints.push(line) });
    expect([ended, said, complaints]).toEqual([2, [], [expect.stringMatching(reason)]]);
  }
  expect(await validator([])).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(/^Say whose wallet is tried/) });
});
