import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, expect, test } from "vitest";
import { groups, type Result, validate } from "../../server/src/roles/validator/validator.ts";
import { Budget, type Case, type Target } from "../../server/src/roles/validator/trial.ts";
import { type Defect, defects } from "./operator.defects.ts";
import { operatorAccounts, serveOperator } from "./operator.ts";
import { OperatorWallet } from "./operator.wallet.ts";

const secret = Buffer.from("a secret of the operator and its vendor");
const cases: readonly Case[] = Object.values(groups).flat();

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const targetAt = (url: string): Target => ({
  url,
  secret,
  account: "player",
  currency: "EUR",
  game: "dice",
  others: { limited: "limited", disabled: "disabled", other: "other" },
});

/** A wallet with a defect, or none, after all cases. */
async function tryWallet(defect?: Defect): Promise<{ results: readonly Result[]; wallet: OperatorWallet; budget: Budget }> {
  const wallet = new OperatorWallet({ secret, accounts: operatorAccounts("EUR"), defect });
  const budget = new Budget("100.00");
  const results = await validate(targetAt(await listen(serveOperator(wallet, secret))), { budget });
  return { results, wallet, budget };
}

const redOf = (results: readonly Result[]): readonly string[] => results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);

test("a wallet that is right passes all sixty cases and holds at the end what it held", async () => {
  const { results, wallet, budget } = await tryWallet();
  expect(results.filter(({ verdict, open }) => verdict !== "pass" || open.length > 0)).toEqual([]);
  expect(Object.fromEntries(Object.entries(groups).map(([group]) => [group, results.filter((result) => result.group === group).length]))).toEqual({
    transport: 12,
    amounts: 10,
    idempotency: 9,
    order: 14,
    atomicity: 5,
    limits: 6,
    concurrency: 4,
  });
  expect(Object.keys(operatorAccounts("EUR")).map((ref) => wallet.balanceOf(ref))).toEqual([10_00n, 10_00n, 10_00n, 10_00n]);
  expect(budget.spentUnits).toBeLessThan(budget.mostUnits);
});

/** What each defect turns red, and nothing else. */
const red: Readonly<Record<Defect, readonly string[]>> = {
  "re-serialised-signature": ["T05"],
  "unsigned-taken": ["T03"],
  "any-signature": ["T02", "T04", "T12"],
  "unknown-fields-refused": ["T09"],
  "currency-folded": ["T10"],
  floats: ["A08"],
  "lenient-amounts": ["A02", "A03", "A04", "A05", "A06"],
  "balance-as-number": ["A10"],
  "double-credit": ["I02"],
  "repeat-says-now": ["I03"],
  "other-content-applied": ["I04"],
  "ids-folded": ["I08"],
  "rollback-repeated": ["I06"],
  "no-tombstone": ["O04", "O05"],
  "rolled-back-comes-back": ["O06", "X04"],
  "second-rollback-credits": ["O07", "C03"],
  "win-needs-bet": ["O09", "X05", "L3", "L6"],
  "closed-round-refuses": ["O12", "O13"],
  "foreign-rollback": ["O14"],
  "half-batch": ["X02", "X03", "X04"],
  "balance-missing-in-limit": ["L2"],
  "limit-stops-wins": ["L3"],
  "racy-balance": ["C02"],
  "racy-repeat": ["C01"],
};

test("there are twenty-four defects", () => expect(Object.keys(red).toSorted()).toEqual([...defects].toSorted()));

test.each(defects)("the defect %s turns exactly its cases red", async (defect) => {
  const { results } = await tryWallet(defect);
  expect(redOf(results)).toEqual(red[defect]);
});

/** A wallet that answers everything with one answer and moves nothing. */
const answering = (status: number, body: (asked: { transactions?: readonly { id_provider: string }[] }) => object): Promise<string> =>
  listen(
    createServer((request, response) => {
      let sent = "";
      request.on("data", (chunk: Buffer) => (sent += chunk.toString()));
      request.on("end", () => response.writeHead(status).end(JSON.stringify(body(parse(sent)))));
    }),
  );

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

test("a wallet that fails in everything passes nothing, and one that says yes to everything only what asks for no more", async () => {
  const failed = await validate(targetAt(await answering(500, () => ({ code: "internal", msg: "", meta: { api_code: "500", api_message: "" } }))));
  expect(redOf(failed)).toEqual(cases.map(({ id }) => id));
  const yes = await answering(200, ({ transactions }) => ({
    balance: "10.00",
    round_id: "a",
    ...(Array.isArray(transactions) ? { transactions: transactions.map(({ id_provider: id }) => ({ id_provider: id, id: "", bonus_amount: "0.00" })) } : {}),
  }));
  const agreed = (await validate(targetAt(yes))).filter(({ verdict }) => verdict !== "fail").map(({ id }) => id);
  expect(agreed).toEqual(["T01", "T09", "A10", "O03"]);
});
