import { randomUUID } from "node:crypto";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRoutes } from "../roles/features.ts";
import { accredit } from "../testing/accreditation.ts";
import { plantContract, plantPay } from "../testing/commissions.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { openTree, plantDays } from "../testing/teams.ts";
import { createWorld, type World } from "../testing/world.ts";
import { inputOf, nothing, type Things } from "./answers.inputs.ts";

let strict: World;
beforeAll(async () => void (strict = await createWorld({ pack: "ph" })));
afterAll(() => strict.close());

/** All that an agent, who is a member too, may read; a preview writes nothing. */
const reads: readonly Endpoint[] = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ name, kind, for: audience }) => (audience === "agent" || audience === "member") && (kind === "query" || name === "agentContracts.preview"));

/** Where something stands that is planted here. */
const planted: Readonly<Record<string, object>> = {
  "commissions.explainDay": { day: "2026-10-03" },
  "commissions.statement": { month: "2026-10" },
  "commissions.statementCsv": { month: "2026-10" },
  "commissions.statementPdf": { month: "2026-10" },
};

async function answerOf(who: Person, endpoint: Endpoint, things: Things): Promise<{ isOk: boolean; said: string }> {
  const { name, method } = endpoint;
  const input = { ...inputOf(endpoint, things, strict.clock.now()), ...planted[name] };
  const query = new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]));
  const path = method === "GET" ? `/api/${name}?${query}` : `/api/${name}`;
  const { status, answer } = await who.request(method, path, method === "GET" ? undefined : JSON.stringify(input));
  return { isOk: status === 200, said: JSON.stringify(answer) };
}

test("in the strict market no name of anybody above, below or beside leaves the server to an agent, whatever it reads and whomever it asks about", async () => {
  const { top, mid, low, beside, ann, leaf, other, names } = await openTree(strict);
  const ids = [top.id, mid.id, low.id, beside.id, ann, leaf, other];
  await accredit(strict, [top.id, mid.id, low.id, beside.id]);
  await asOwner(strict.open.url, "update account set nickname = 'nick' || id || 'name', verified_name = 'Veri' || id || 'fied' where id = any($1::bigint[])", [
    ids,
  ]);
  await plantDays(
    strict,
    ["2026-10-03", "2026-10-04"].flatMap((day) => [
      { day, accountId: leaf, agentId: low.id, valid: 10_00n, deposits: 1_00n },
      { day, accountId: ann, agentId: top.id, valid: 20_00n, deposits: 1_00n },
    ]),
  );
  const span = { startsOn: "2026-10-03", endsOn: "2026-10-04" };
  const own = await plantContract(strict, { kind: "dividend", agentId: top.id, tiers: [{ rate: 30_000 }], startsOn: "2026-10-01" });
  const given = await plantContract(strict, { kind: "dividend", agentId: mid.id, uplineId: top.id, tiers: [{ rate: 20_000 }], startsOn: "2026-10-01" });
  const lowest = await plantContract(strict, { kind: "dividend", agentId: low.id, uplineId: mid.id, tiers: [{ rate: 10_000 }], startsOn: "2026-10-01" });
  const pays = [
    await plantPay(strict, own, { ...span, gross: 20n, owed: 10n }),
    await plantPay(strict, given, { ...span, gross: 10n, owed: 5n }),
    await plantPay(strict, lowest, { ...span, gross: 5n }),
  ];
  await asOwner(
    strict.open.url,
    "insert into member_transfer (id, from_account, to_account, amount, at) values ($1, $2, $3, 100, now()), ($4, $3, $5, 100, now())",
    [randomUUID(), top.id, mid.id, randomUUID(), low.id],
  );
  const signs = (id: bigint, name: string) => [name, `${name.slice(0, 2)}***`, `nick${id}name`, `Veri${id}fied`];
  const known: readonly (readonly [bigint, string])[] = [
    ...[top, mid, low, beside].map(({ id, name }) => [id, name] as const),
    [ann, names.ann],
    [leaf, names.leaf],
  ];
  const parents = new Map([
    [mid.id, top.id],
    [low.id, mid.id],
  ]);
  const answered = new Set<string>();
  const seen = new Set<string>();
  for (const who of [top, mid, low, beside]) {
    const forbidden = known.filter(([id]) => id !== who.id).flatMap(([id, name]) => signs(id, name));
    for (const endpoint of reads)
      for (const [place, contract] of [own, given, lowest].entries()) {
        const things = {
          ...nothing,
          contract: contract.id,
          pay: pays[place]!,
          member: String([mid.id, leaf, ann][place]),
          account: [mid.name, names.leaf, names.ann][place]!,
        };
        const { isOk, said } = await answerOf(who, endpoint, things);
        if (isOk) answered.add(endpoint.name);
        // Who one's own agent is, every member learns: by the nickname it chose, else by the ends of its name.
        const mayBe = endpoint.name === "agents.mine" ? `nick${parents.get(who.id)}name` : "";
        for (const sign of forbidden) if (sign !== mayBe && said.includes(sign)) seen.add(`${endpoint.name}: ${sign} to ${who.id}`);
      }
  }
  expect([...seen]).toEqual([]);
  const agentsOnly = reads.filter(({ for: audience }) => audience === "agent").map(({ name }) => name);
  // Single rounds are nobody's to read here.
  expect(agentsOnly.filter((name) => !answered.has(name)).toSorted()).toEqual(["teams.rounds", "teams.roundsCsv"]);
});
