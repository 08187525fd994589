/**
 * Proof of commissions: random trees, terms and facts are settled by two workers at once and held against a slow, plain reckoning; the process is killed in the middle of
 * computing and of paying; clocks jump and processes stand in other time zones. Every pay is what it should be and is paid once. The long form: `npm run proof agents`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { computeDue } from "../features/settlements/settlements.compute.ts";
import { payDue } from "../features/settlements/settlements.pay.ts";
import { approveRun } from "../features/settlements/settlements.runs.ts";
import { packs } from "../core/settings/packs.ts";
import type { OperatorActor } from "../platform/actor.ts";
import { FakeClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { type OpenPlatform, openPlatform } from "../roles/platform.ts";
import { accredit } from "../testing/accreditation.ts";
import { asOwner } from "../testing/owner.ts";
import { auditSettled, freezeDay, openNode, signContract, type Stage } from "../testing/settlements.ts";
import { type Expected, expectPays } from "./agents.oracle.ts";
import { DAYS, type Plan, plans } from "./agents.plans.ts";
import { Victim } from "./victim.ts";

export interface AgentsProof {
  readonly databaseUrl: string;
  readonly samples: number;
  /** Where the random plans begin; any other number is another hundred of them. */
  readonly seed: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday long ago: each plan has a week of its own after it. */
const FIRST_WEEK = Date.UTC(2020, 0, 6);
const zones = ["UTC", "Asia/Manila", "America/Los_Angeles", "Pacific/Kiritimati"] as const;
const jumpsMs = [HOUR_MS, -10 * 60_000, 40 * DAY_MS, 0] as const;

/** Settles random plans on a migrated database of its own and answers what is wrong; no faults means it holds. */
export async function proveAgents({ databaseUrl, samples, seed }: AgentsProof): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "laro-agents-"));
  const clock = new FakeClock(new Date("2026-10-05T04:00:00Z"));
  const config = readConfig({ LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox", LARO_ROLES: "api" });
  const parts = { config, keys: await loadKeys(config), url: databaseUrl, clock, log: createLog("silent") };
  const [one, two] = [await openPlatform(parts), await openPlatform(parts)];
  const ownZone = process.env["TZ"];
  try {
    const faults: string[] = [];
    for (const [at, plan] of fc.sample(plans, { numRuns: samples, seed }).entries()) {
      process.env["TZ"] = zones[at % zones.length];
      clock.advance(jumpsMs[at % jumpsMs.length]!);
      const found = await settlePlan([one, two], plan, at).catch((error: Error) => [`plan ${at}: ${error.message}`]);
      faults.push(...found.map((fault) => `${fault} (seed ${seed})`));
      if (faults.length > 0) break;
    }
    // A44 sees that settlements that were paid were made to forget it.
    return [...faults, ...(await auditSettled({ open: one })).filter((fault) => !fault.startsWith("audit_a44"))];
  } finally {
    if (ownZone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = ownZone;
    await two.close();
    await one.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const dayAt = (plan: number, day: number): string => new Date(FIRST_WEEK + (plan * DAYS + day) * DAY_MS).toISOString().slice(0, 10);
const officer = { id: 1n, name: "officer" } as unknown as OperatorActor;

async function settlePlan(workers: readonly [OpenPlatform, OpenPlatform], plan: Plan, number: number): Promise<readonly string[]> {
  const stage = { open: workers[0] };
  const agents = await plantPlan(stage, plan, number);
  await Promise.all(workers.map(({ platform }) => computeDue(platform)));
  await approveAll(stage);
  await Promise.all(workers.map(({ platform }) => payDue(platform)));
  // What one worker held of an agent's wallet while the other paid into it waits for the next call.
  await payDue(workers[0].platform);
  // Nothing is left to do, and a run that forgot that it was computed pays nobody twice.
  await asOwner(stage.open.url, "update settlement_run set state = 'discarded' where starts_on = $1 and kind = 'daily'", [dayAt(number, 0)]);
  await computeDue(workers[1].platform);
  if ((await payDue(workers[1].platform)) > 0) return [`plan ${number}: something was paid that had been paid`];
  const expected = expectPays(plan);
  return [...(await comparePays(stage, { agents, number, expected })), ...(await compareBalances(stage, agents, expected))].map(
    (fault) => `plan ${number}: ${fault}`,
  );
}

async function plantPlan(stage: Stage, plan: Plan, number: number): Promise<readonly bigint[]> {
  const agents: bigint[] = [];
  for (const parent of plan.parents) agents.push(await openNode(stage, parent === null ? null : agents[parent]!));
  const members: bigint[] = [];
  for (const under of plan.members) members.push(await openNode(stage, agents[under]!, 0));
  for (const [at, held] of plan.contracts.entries())
    for (const contract of Object.values(held)) {
      const parent = plan.parents[at] ?? null;
      const uplineId = parent !== null && plan.contracts[parent]![contract.kind] !== undefined ? agents[parent]! : null;
      await signContract(stage, {
        ...contract,
        agentId: agents[at]!,
        uplineId,
        startsOn: dayAt(number, 0),
        endsOn: dayAt(number, DAYS),
        limits: { advanceMax: 1_000_000_00 },
      });
    }
  if (plan.leftOut !== undefined) await leaveOut(stage, members[plan.leftOut]!);
  await asOwner(
    stage.open.url,
    `insert into settlement_proposal (id, kind, agent_id, contract_kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values (gen_random_uuid(), 'correction', $1, 'dividend', $2, 'test', 'confirmed', 1, 'one', now(), 2)`,
    [agents[0], plan.correction],
  );
  for (const [day, facts] of plan.days.entries())
    await freezeDay(
      stage,
      dayAt(number, day),
      facts.flatMap((fact, member) => (fact === undefined ? [] : [{ accountId: members[member]!, ...fact }])),
    );
  return agents;
}

const leaveOut = ({ open: { url } }: Stage, accountId: bigint): Promise<unknown> =>
  asOwner(
    url,
    `insert into agent_not_counted (id, account_id, from_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values (gen_random_uuid(), $1, '2019-01-01', 'houseRule', 'test', 'confirmed', 1, 'one', now(), 2)`,
    [accountId],
  );

async function approveAll({ open: { url, platform } }: Stage): Promise<void> {
  const pack = packs[platform.config.pack];
  const waiting = await asOwner<{ id: string; pay: string }>(
    url,
    "select id, figures ->> 'pay' as pay from settlement_run where state = 'preview' order by number",
  );
  for (const { id, pay } of waiting)
    await platform.database.begin((tx) => approveRun(tx, { id, pay: BigInt(pay) }, { by: officer, now: platform.clock.now(), pack }));
}

interface Settled {
  readonly agents: readonly bigint[];
  readonly number: number;
  readonly expected: readonly Expected[];
}

const PAYS = `
  select kind, agent_id as agent, starts_on::text as "firstDay", ends_on::text as "lastDay", tier, bet::text, result::text, active, carry_in::text as "carryIn", base::text,
    carry_out::text as "carryOut", gross::text, owed::text, makeup_in::text as "makeupIn", makeup_out::text as "makeupOut", pay::text,
    starts_at = starts_on::timestamp at time zone 'Asia/Manila' as "isMidnight", state in ('paid', 'nothing') as "isDone"
  from settlement_pay where not discarded and agent_id = any($1) order by kind, agent_id, starts_on`;

/** Holds every row against what the plain reckoning says of it. */
async function comparePays({ open: { url } }: Stage, { agents, number, expected }: Settled): Promise<readonly string[]> {
  const say = ({ agent, firstDay, lastDay, ...pay }: Expected): Readonly<Record<string, unknown>> => ({
    ...pay,
    agent: agents[agent]!,
    firstDay: dayAt(number, firstDay),
    lastDay: dayAt(number, lastDay),
    isMidnight: true,
    isDone: true,
  });
  const line = (pay: Readonly<Record<string, unknown>>): string =>
    Object.keys(pay)
      .toSorted()
      .map((name) => `${name} ${String(pay[name])}`)
      .join(", ");
  const stands = new Set((await asOwner<Record<string, unknown>>(url, PAYS, [agents])).map(line));
  const wanted = new Set(expected.map((pay) => line(say(pay))));
  return [
    ...[...wanted].filter((one) => !stands.has(one)).map((one) => `missing: ${one}`),
    ...[...stands].filter((one) => !wanted.has(one)).map((one) => `not expected: ${one}`),
  ];
}

async function compareBalances({ open: { url } }: Stage, agents: readonly bigint[], expected: readonly Expected[]): Promise<readonly string[]> {
  const rows = await asOwner<{ agent: bigint; balance: bigint }>(
    url,
    "select account_id as agent, balance from wallet where kind = 1 and account_id = any($1)",
    [agents],
  );
  return rows.flatMap(({ agent, balance }) => {
    const earned = expected.filter((pay) => agents[pay.agent] === agent).reduce((total, { pay }) => total + pay, 0n);
    return earned === balance ? [] : [`agent ${agent} earned ${earned} and has ${balance}`];
  });
}

/** A day's salary of so many agents, whose process is killed while it computes and while it pays; two workers end it. Answers what is wrong. */
export async function proveDeaths(databaseUrl: string, agents: number): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "laro-agents-"));
  const config = readConfig({ LARO_DATA_DIR: dataDir, LARO_PACK: "ph", LARO_ROLES: "api" });
  const open = await openPlatform({ config, keys: await loadKeys(config), url: databaseUrl, clock: new FakeClock(new Date()), log: createLog("silent") });
  const [first, second] = [await Victim.prepare(databaseUrl), await Victim.prepare(databaseUrl)];
  const env = { LARO_ROLES: "api,worker", LARO_PACK: "ph" };
  const job = (name: string): Promise<unknown> => asOwner(databaseUrl, "select graphile_worker.add_job($1)", [name]);
  try {
    await plantSalaries({ open }, agents);
    await job("settlements:due");
    await first.start({ crashAt: "settlements.after_compute:1", env });
    await first.ended();
    await first.start({ crashAt: "settlements.after_post:1", env });
    await job("settlements:due");
    await until(databaseUrl, "select from settlement_run where state = 'preview'");
    await asOwner(databaseUrl, "update settlement_run set state = 'approved', approved_at = now(), approvals_needed = 0");
    await asOwner(databaseUrl, "update settlement_pay set state = 'approved' where state = 'computed'");
    await job("settlements:pay");
    await first.ended();
    await first.start({ crashAt: "settlements.before_commit:1", env });
    await job("settlements:pay");
    await first.ended();
    await Promise.all([first.start({ env }), second.start({ env })]);
    for (const name of ["settlements:due", "settlements:pay", "settlements:due", "settlements:pay"]) await job(name);
    await until(databaseUrl, "select from settlement_run where state = 'paid'");
    const balances = await asOwner<{ balance: bigint; count: string }>(
      databaseUrl,
      "select w.balance, count(*)::text as count from wallet w join agent_contract c on c.agent_id = w.account_id where w.kind = 1 group by 1",
    );
    const isRight = balances.length === 1 && balances[0]!.balance === 10_00n && balances[0]!.count === String(agents);
    return [
      ...(isRight ? [] : [`each of ${agents} agents earned 10.00, and they have ${JSON.stringify(balances, (_key, value: unknown) => String(value))}`]),
      ...(await auditSettled({ open })),
    ];
  } finally {
    await first.close();
    await second.close();
    await open.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function plantSalaries(stage: Stage, agents: number): Promise<void> {
  const days = [];
  const agentIds = [];
  for (let at = 0; at < agents; at++) {
    const agentId = await openNode(stage, null);
    await signContract(stage, { kind: "daily", agentId, startsOn: "2026-01-01", endsOn: "2026-01-02", tiers: [{ rate: 1_000 }] });
    agentIds.push(agentId);
    days.push({ accountId: await openNode(stage, agentId, 0), stake: 1_000_00n, win: 0n });
  }
  await asOwner(stage.open.url, "update account set verification = 'A'");
  await accredit(stage, agentIds);
  await freezeDay(stage, "2026-01-01", days);
}

const POLL_MS = 25;
const TRIES_MAX = 2_400;

async function until(databaseUrl: string, question: string): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if ((await asOwner(databaseUrl, question)).length > 0) return;
    await new Promise((wait) => setTimeout(wait, POLL_MS));
  }
  throw new Error(`Never came: ${question}`);
}
