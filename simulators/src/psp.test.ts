import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../server/src/testing/ports.ts";
import { soon } from "../../server/src/testing/soon.ts";
import { DayReport } from "./psp.report.ts";
import { isSigned, sign } from "./psp.signature.ts";

const secret = "a-secret-both-sides-know-0123456789";

interface Heard {
  readonly event: { readonly id: string; readonly type: string; readonly reference: string };
  readonly isSigned: boolean;
}

/** The merchant's side: what it heard, and how often it shall refuse first. */
const heard: Heard[] = [];
let refusals = 0;

let merchant: Server;
let psp: ChildProcess;
let url: string;

beforeAll(async () => {
  merchant = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const [timestamp, signature] = [String(request.headers["x-psp-timestamp"]), String(request.headers["x-psp-signature"])];
      heard.push({ event: JSON.parse(body) as Heard["event"], isSigned: isSigned(secret, { timestamp, signature, body }, Date.now()) });
      response.writeHead(refusals-- > 0 ? 500 : 200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(merchant, "listening");
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = {
    PSP_PORT: String(port),
    PSP_SECRET: secret,
    PSP_CALLBACK_URL: `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/hook`,
    PSP_VERBOSE: "1",
  };
  psp = spawn(process.execPath, [fileURLToPath(new URL("psp.ts", import.meta.url))], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  await once(psp.stdout!, "data");
});

afterAll(async () => {
  psp.kill("SIGTERM");
  await once(psp, "exit");
  merchant.close();
});

async function ask(path: string, body: object, { key = secret, at = Date.now() } = {}): Promise<{ status: number; json: Record<string, string> }> {
  const content = JSON.stringify(body);
  const headers = { "x-psp-timestamp": String(at), "x-psp-signature": sign(key, String(at), content) };
  const response = await fetch(url + path, { method: "POST", headers, body: content });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

const payment = (reference: string) => ({
  reference,
  amount: "1500.00",
  currency: "PHP",
  method: "QRPH",
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
});
const payout = (reference: string) => ({ reference, amount: "900.00", currency: "PHP", bank: "GCASH", holder: "Ann Reyes", number: "09170001234" });
const about = (reference: string) => heard.filter(({ event }) => event.reference === reference);
const order = (fault: string) => fetch(`${url}/faults`, { method: "POST", headers: { "x-psp-secret": secret }, body: JSON.stringify({ fault, count: 1 }) });
const choose = (payUrl: string, answer: string) => fetch(payUrl, { method: "POST", body: new URLSearchParams({ answer }) });

test("a request that is wrongly signed, too old or malformed is refused", async () => {
  expect((await ask("/v1/payments", payment("p-0"), { key: "another secret" })).status).toBe(401);
  expect((await ask("/v1/payments", payment("p-0"), { at: Date.now() - 6 * 60_000 })).status).toBe(401);
  for (const changed of [{ amount: "15" }, { amount: 1500 }, { currency: "USD" }, { reference: "" }, { method: "CASH" }]) {
    expect((await ask("/v1/payments", { ...payment("p-0"), ...changed })).status).toBe(400);
  }
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  expect((await order("earthquake")).status).toBe(400);
});

test.each([
  ["GET", "/payouts"],
  ["POST", "/faults"],
  ["PUT", "/clock"],
  ["GET", "/v1/payments/pay_1"],
  ["GET", "/v1/report?day=2001-01-01"],
  ["POST", "/v1/payments"],
  ["POST", "/v1/payouts"],
  ["POST", "/v1/history"],
])("%s %s is answered to nobody who does not know the secret", async (method, path) => {
  for (const headers of [{}, { "x-psp-secret": "" }, { "x-psp-secret": "a guess" }, { "x-psp-timestamp": String(Date.now()), "x-psp-signature": "00" }]) {
    const response = await fetch(url + path, { method, headers, ...(method === "GET" ? {} : { body: "{}" }) });
    expect(response.status).toBe(401);
    expect(Object.keys((await response.json()) as object)).toEqual(["fault"]);
  }
});

test("the payment page works without scripts: choice, receipt, and a second choice changes nothing", async () => {
  const { json } = await ask("/v1/payments", payment("p-1"));
  const page = await (await fetch(json["payUrl"]!)).text();
  expect(page).toContain("₱1,500.00");
  expect(page).not.toContain("<script");
  expect(await (await choose(json["payUrl"]!, "pay")).text()).toContain("Paid");
  expect(await (await choose(json["payUrl"]!, "decline")).text()).toContain("Paid");
  await soon(() => expect(about("p-1")).toMatchObject([{ event: { type: "payment.paid" }, isSigned: true }]));
});

test("the same reference answers the same payment, and the same payout is made once", async () => {
  const first = await ask("/v1/payments", payment("p-2"));
  expect([first.status, await ask("/v1/payments", payment("p-2"))]).toEqual([201, { status: 200, json: first.json }]);
  const made = await ask("/v1/payouts", payout("o-1"));
  expect((await ask("/v1/payouts", payout("o-1"))).json).toEqual(made.json);
  await soon(() => expect(about("o-1")).toHaveLength(1));
});

test("a message is repeated with the same id until the merchant takes it", async () => {
  refusals = 2;
  await ask("/v1/payouts", payout("o-2"));
  await soon(() => expect(about("o-2")).toHaveLength(3));
  expect(new Set(about("o-2").map(({ event }) => event.id)).size).toBe(1);
});

test("ordered faults happen once each", async () => {
  await order("refuse-requests");
  expect((await ask("/v1/payouts", payout("o-3"))).status).toBe(503);
  await order("payout-fails");
  await ask("/v1/payouts", payout("o-3"));
  await soon(() => expect(about("o-3")).toMatchObject([{ event: { type: "payout.failed" } }]));
  await order("twice");
  await ask("/v1/payouts", payout("o-4"));
  await soon(() => expect(about("o-4")).toHaveLength(2));
  await order("never");
  await ask("/v1/payouts", payout("o-5"));
  await ask("/v1/payouts", payout("o-6"));
  await soon(() => expect(about("o-6")).toMatchObject([{ event: { type: "payout.paid" } }]));
  expect(about("o-5")).toEqual([]);
  const known = await ask("/v1/payouts", payout("o-6"));
  await order("forget-payouts");
  expect((await ask("/v1/payouts", payout("o-6"))).json).not.toEqual(known.json);
});

async function read(day: string, key = secret): Promise<{ status: number; json: unknown }> {
  const timestamp = String(Date.now());
  const headers = { "x-psp-timestamp": timestamp, "x-psp-signature": sign(key, timestamp, "") };
  const response = await fetch(`${url}/v1/report?day=${day}`, { headers });
  return { status: response.status, json: await response.json() };
}

test("the day's report is for the merchant alone and lists what was paid that day in Manila, whether it was told of or not", async () => {
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Manila" });
  expect((await fetch(`${url}/v1/report?day=${day}`)).status).toBe(401);
  expect((await read(day, "another secret")).status).toBe(401);
  await order("never");
  await ask("/v1/payouts", payout("o-7"));
  await ask("/v1/payouts", payout("o-8"));
  await ask("/v1/payments", payment("p-7"));
  await choose((await ask("/v1/payments", payment("p-8"))).json["payUrl"]!, "pay");
  await soon(() => expect(about("o-8")).toHaveLength(1));
  const { payments, payouts } = (await read(day)).json as Record<string, { reference: string; amount: string }[]>;
  expect(payouts?.filter(({ reference }) => /^o-[78]$/.test(reference))).toEqual([
    { reference: "o-7", amount: "900.00" },
    { reference: "o-8", amount: "900.00" },
  ]);
  expect(payments?.filter(({ reference }) => /^p-[78]$/.test(reference))).toEqual([{ reference: "p-8", amount: "1500.00" }]);
  expect((await read("2001-01-01")).json).toEqual({ payments: [], payouts: [] });
});

test("a history that is told twice stands in the report once, by the Manila day of each payment, and nonsense is refused", async () => {
  const paid = { flow: "payments", reference: "h-1", amount: "10.00", at: "2001-01-01T17:00:00.000Z" };
  const list = [paid, { ...paid, flow: "payouts", amount: "4.00" }];
  for (const wrong of [{}, { list: {} }, { list: [null] }, { list: [{ ...paid, flow: "gifts" }] }]) expect((await ask("/v1/history", wrong)).status).toBe(400);
  expect((await ask("/v1/history", { list })).status).toBe(200);
  expect((await ask("/v1/history", { list })).status).toBe(200);
  const amountOf = (amount: string) => [{ reference: "h-1", amount }];
  expect((await read("2001-01-02")).json).toEqual({ payments: amountOf("10.00"), payouts: amountOf("4.00") });
  expect((await ask("/v1/history", { list: [{ ...paid, at: "2001-01-05T00:00:00.000Z" }] })).status).toBe(200);
  expect((await read("2001-01-02")).json).toEqual({ payments: [], payouts: amountOf("4.00") });
  expect((await read("2001-01-05")).json).toEqual({ payments: amountOf("10.00"), payouts: [] });
});

test("a report with a file is known again after a restart, but for a line that was cut off", async () => {
  const folder = await mkdtemp(join(tmpdir(), "laro-psp-"));
  const file = join(folder, "report.jsonl");
  const at = new Date("2001-01-01T17:00:00.000Z");
  const event = { type: "payment.paid", reference: "r-1", providerId: "p", amount: "10.00", currency: "PHP" } as const;
  const before = new DayReport(file);
  before.note(event, at);
  before.takeOver([{ flow: "payouts", reference: "r-2", amount: "3.00", at: at.toISOString() }]);
  before.note({ ...event, reference: "r-3" }, at);
  await appendFile(file, '{"day":"2001-01-02","fl');
  const after = new DayReport(file).of("2001-01-02");
  expect(after).toEqual(before.of("2001-01-02"));
  expect([after.payments.length, after.payouts.length]).toEqual([2, 1]);
  await rm(folder, { recursive: true });
});
