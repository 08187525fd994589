import { randomUUID } from "node:crypto";
import { inflateSync } from "node:zlib";
import { commissions } from "@laro/contract/commissions";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { formatAmount } from "@laro/contract/core/money";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "../../platform/csv.ts";
import { payOut, plantContract, plantPay, type PlantedContract } from "../../testing/commissions.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** What a document says, without what it looks like. */
function textsOf(pdf: string): string {
  const bytes = Buffer.from(pdf, "latin1");
  return [...pdf.matchAll(/stream\r?\n/g)]
    .flatMap(({ index, 0: opening }) => {
      try {
        return inflateSync(bytes.subarray(index + opening.length)).toString("latin1");
      } catch {
        return [];
      }
    })
    .join("\n");
}

test("a month's statement by kind is what the account record says, to the Manila month; as a file it has a line for each pay, and what officers corrected with its reason [AGENT-07]", async () => {
  const agent = await world.member({ type: accountTypes.agent });
  const contracts: PlantedContract[] = [];
  for (const [kind, rate] of [
    ["dividend", 30_000],
    ["daily", 300],
  ] as const)
    contracts.push(await plantContract(world, { kind, agentId: agent.id, tiers: [{ rate }] }));
  const below = await world.member({ type: accountTypes.agent, parentId: agent.id });
  const given = await plantContract(world, { kind: "dividend", agentId: below.id, uplineId: agent.id, tiers: [{ rate: 20_000 }] });
  expect(await agent.refusal(commissions.statement, { month: "2026-12" })).toMatchObject({ code: "request.invalid", field: "month" });
  expect((await agent.download(commissions.statementCsv, { month: "2026-12" })).text).toBe("request.invalid");
  const paid: { kind: string; gross: bigint; owed: bigint }[] = [];
  const payNow = async (place: 0 | 1, startsOn: string, gross: bigint, owed = 0n) => {
    await payOut(world, await plantPay(world, contracts[place]!, { startsOn, gross, owed }));
    await world.pass(1_000);
    paid.push({ kind: contracts[place]!.kind, gross, owed });
  };
  await payNow(0, "2026-09-01", 48_000_00n, 35_363_70n);
  await plantPay(world, given, { startsOn: "2026-09-01", gross: 35_363_70n });
  for (const [place, gross] of [
    [1, 573_00n],
    [2, 952_01n],
  ] as const)
    await payNow(1, `2026-09-0${place}`, gross);
  await plantPay(world, contracts[1]!, { startsOn: "2026-09-04", gross: 5_00n, state: "held", reason: "jump" });
  await asOwner(
    world.open.url,
    `insert into settlement_proposal (id, kind, agent_id, contract_kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
     values ($1, 'correction', $2, 'daily', -1500, 'A rate was wrong', 'confirmed', 1, 'one', $3, 2, 'two', $3)`,
    [randomUUID(), String(agent.id), world.clock.now()],
  );
  const { list, pay, journal, corrections } = await agent.call(commissions.statement, { month: "2026-10" });
  expect(list).toEqual([
    { kind: "dividend", pays: 1, gross: 48_000_00n, owed: 35_363_70n, pay: 12_636_30n },
    { kind: "daily", pays: 2, gross: 1_525_01n, owed: 0n, pay: 1_525_01n },
  ]);
  expect(pay).toBe(14_161_31n);
  expect(journal).toBe(pay);
  const record = await agent.call(wallet.history, { kind: "commission" });
  expect(record.list.reduce((sum, { amount }) => sum + amount, 0n)).toBe(pay);
  expect(corrections).toMatchObject([{ kind: "daily", amount: -15_00n, reason: "A rate was wrong" }]);

  const csv = await agent.download(commissions.statementCsv, { month: "2026-10" });
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="laro-commissions-2026-10.csv"');
  expect(csv.headers.get("x-rows")).toBe("3");
  const [heading, ...rows] = [...readCsv(csv.text)].map(({ cells }) => cells!);
  expect(rows.map((cells) => ["Kind", "Rate in percent", "Gross", "Pay"].map((column) => cells[heading!.indexOf(column)]))).toEqual(
    paid.map(({ kind, gross, owed }) => [
      ...(kind === "daily" ? ["Daily salary", "0.300"] : ["Dividend", "30.000"]),
      formatAmount(gross),
      formatAmount(gross - owed),
    ]),
  );
  const response = await fetch(`${world.address}/api/commissions.statementPdf?month=2026-10`, {
    headers: { authorization: `Bearer ${agent.token}`, "x-forwarded-for": agent.ip },
  });
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="laro-commissions-2026-10.pdf"');
  const drawn = textsOf(Buffer.from(await response.arrayBuffer()).toString("latin1"));
  const written = [...drawn.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")).join("");
  for (const words of ["14,161.31", "12,636.30", "A rate was wrong"]) expect(written.replaceAll(" ", "")).toContain(words.replaceAll(" ", ""));

  // The month ends in Manila: eight hours before it does in Greenwich.
  await world.pass(new Date("2026-10-31T15:59:59.500Z").getTime() - world.clock.now().getTime());
  await payNow(1, "2026-09-05", 1_00n);
  await payNow(1, "2026-09-06", 2_00n);
  agent.token = (await agent.call(sessions.login, { username: agent.name, password: agent.password, type: "username", entry: "agent" })).token;
  const [october, november] = [await agent.call(commissions.statement, { month: "2026-10" }), await agent.call(commissions.statement, { month: "2026-11" })];
  expect([october.pay, october.journal]).toEqual([14_162_31n, 14_162_31n]);
  expect([november.pay, november.journal]).toEqual([2_00n, 2_00n]);
  expect(await world.audit()).toEqual([]);
});
