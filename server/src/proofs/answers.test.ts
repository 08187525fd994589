import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberActor } from "../platform/actor.ts";
import { allRoutes } from "../roles/features.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { createWorld, type World } from "../testing/world.ts";
import { nothing, inputOf, namesSomething, owned } from "./answers.inputs.ts";
import { askEverything, compareTables, endpoints, findLeaks, openStage, readTable, type Stage, WRITE, writeTable } from "./answers.ts";

/** `npm run proof answers -- --write` writes the table anew, for people to read what changed. */
const isWriting = process.env["LARO_PROOF"] === "write";
const isShort = process.env["LARO_PROOF"] === undefined;
const AGREED = `What differs was not agreed on. If it is right, run "${WRITE}" and read the difference of answers.csv before committing it.`;

/** What no writing of the table may change: who is let in, and what a state keeps from its member (design page on identity, sections 5 and 12). */
const agreedOnFirst: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "wallet.balance": { member: "ok", remembered: "ok", resting: "ok", ineligible: "ok" },
  "settings.site": { superadmin: "ok", factorMissing: "sessions.factor_setup_needed" },
  "deposits.create": {
    unverifiedStrictly: "limits.kyc_required",
    ineligible: "limits.ineligible",
    restricted: "limits.restricted",
    resting: "ok",
    limited: "ok",
  },
  "rounds.play": { unverifiedStrictly: "limits.kyc_required", ineligible: "limits.ineligible", restricted: "limits.restricted", resting: "ok", limited: "ok" },
  "bonuses.release": { unverifiedStrictly: "limits.kyc_required", ineligible: "limits.ineligible", restricted: "limits.restricted" },
  "transfers.toUpline": { ineligible: "limits.ineligible", restricted: "limits.restricted", resting: "accounts.resting", limited: "accounts.resting" },
  "withdrawals.request": {
    other: "ok",
    unverifiedStrictly: "limits.kyc_required",
    ineligible: "limits.ineligible",
    restricted: "limits.restricted",
    resting: "accounts.resting",
    limited: "accounts.resting",
    excluded: "ok",
  },
  "factors.beginTotp": { resting: "accounts.resting", limited: "accounts.resting", remembered: "sessions.proof_needed" },
};

let world: World;
let strict: World;
let stage: Stage;
beforeAll(async () => {
  [world, strict] = await Promise.all([createWorld({ vendors: ["AG"] }), createWorld({ pack: "ph" })]);
  stage = await openStage(world, strict);
});
afterAll(() => Promise.all([world.close(), strict.close()]));

test("every caller gets from every endpoint what was agreed on, and no fault of ours", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const found = await askEverything(stage, { isShort });
  // Whoever is shut out of everything by mistake must not be agreed on.
  const entered = [...stage.callers].filter(({ name }) => [...found.values()].some((row) => row.get(name) === "ok"));
  expect(entered).toHaveLength(stage.callers.length);
  expect(
    Object.entries(agreedOnFirst).map(([name, row]) => [name, Object.fromEntries(Object.keys(row).map((caller) => [caller, found.get(name)?.get(caller)]))]),
  ).toEqual(Object.entries(agreedOnFirst));
  if (isWriting) writeTable(found);
  expect(compareTables(found, readTable()), AGREED).toEqual([]);
});

test("every endpoint has its row and an input that its contract takes", () => {
  const rows = [...readTable().keys()];
  const names = endpoints.map(({ name }) => name);
  expect(
    names.filter((name) => !rows.includes(name)),
    `No row in answers.csv: run "${WRITE}".`,
  ).toEqual([]);
  expect(
    rows.filter((name) => !names.includes(name)),
    `A row of no endpoint: run "${WRITE}".`,
  ).toEqual([]);
  const unfit = endpoints.filter(({ input, ...endpoint }) => !input.safeParse(inputOf({ input, ...endpoint }, nothing, world.clock.now())).success);
  expect(
    unfit.map(({ name }) => name),
    `No input that fits: add a line to "written" in server/src/proofs/answers.inputs.ts, then run "${WRITE}".`,
  ).toEqual([]);
  const unowned = endpoints.filter((endpoint) => namesSomething(endpoint) && !Object.hasOwn(owned, endpoint.name));
  expect(
    unowned.map(({ name }) => name),
    `They take an id: add a line to "owned" in server/src/proofs/answers.inputs.ts, then run "${WRITE}".`,
  ).toEqual([]);
});

test("what is another member's is answered as what does not exist", async () => {
  expect(await findLeaks(stage)).toEqual([]);
});

test("the proof turns red where one endpoint is promised to another audience", async () => {
  const lines: { for: string } = wallet.lines;
  lines.for = "member";
  try {
    expect(compareTables(await askEverything(stage, { asked: [wallet.lines] }), readTable())).toContain(
      "wallet.lines as other: ok, agreed was sessions.required",
    );
  } finally {
    lines.for = "operator";
  }
});

test("the proof turns red where it is only asked whether a member has some parent, not whose", async () => {
  const route = allRoutes.find(({ endpoint }) => endpoint.name === transfers.toDownline.name)!;
  const { handle } = route;
  const faulty: { handle: typeof handle } = route;
  const { account } = stage.things;
  const node = await world.open.platform.database.db
    .selectFrom("agent_node")
    .innerJoin("account", "account.id", "agent_node.account_id")
    .select("agent_node.parent_id as parentId")
    .where("account.name", "=", account)
    .executeTakeFirstOrThrow();
  faulty.handle = (context) => handle({ ...context, actor: { ...(context.actor as MemberActor), id: node.parentId! } });
  try {
    const faults = compareTables(await askEverything(stage, { asked: [transfers.toDownline] }), readTable());
    expect(faults).toContain("transfers.toDownline as agentBeside: ok, agreed was transfers.not_downline");
    expect(await findLeaks(stage)).toContainEqual(expect.stringMatching(/^transfers\.toDownline as agentBeside: /));
  } finally {
    faulty.handle = handle;
  }
});
