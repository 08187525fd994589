import { randomInt, randomUUID } from "node:crypto";
import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { computeDue } from "../features/settlements/settlements.compute.ts";
import { payDue } from "../features/settlements/settlements.pay.ts";
import type { OpenPlatform } from "../roles/platform.ts";
import { asOwner } from "./owner.ts";

/** A platform with its database. */
export interface Stage {
  readonly open: OpenPlatform;
}

/** A senior agent, or with `type` 0 a player, below a parent; nobody logs in as them. */
export const openNode = ({ open }: Stage, parentId: bigint | null, type: 0 | 1 = 1): Promise<bigint> => {
  const { database, config, keys, clock } = open.platform;
  const name = `node${randomInt(1_000_000_000)}${randomInt(1_000)}`;
  return database.begin((tx) => createAccount(tx, { name, passwordHash: "none", type, parentId, pack: packs[config.pack], keys, now: clock.now() }));
};

export interface TierTerms {
  readonly minBet?: bigint;
  readonly minResult?: bigint;
  readonly minActive?: number;
  readonly singleBet?: bigint;
  readonly rate: number;
  readonly profitRate?: number;
  readonly lossRate?: number;
}

interface ContractTerms {
  readonly kind: ContractKind;
  readonly agentId: bigint;
  readonly uplineId?: bigint | null;
  readonly period?: ContractPeriod | null;
  readonly carries?: boolean;
  readonly startsOn: string;
  /** The first day that no longer counts. */
  readonly endsOn?: string | null;
  readonly tiers: readonly TierTerms[];
  readonly limits?: Readonly<Record<string, number | boolean>>;
}

/** The limits of the design's example: 10 % of the result and 2 % of deposits are taken off, with bonuses and salaries. */
const LIMITS = {
  leastCredit: 100,
  advanceMax: 5_000_000,
  unattendedMax: 2_000_000,
  adminRate: 10_000,
  paymentsRate: 2_000,
  deductBonuses: true,
  deductSalaries: true,
};

/** A contract that is in force, as if it had been offered and accepted. */
export async function signContract({ open: { url } }: Stage, terms: ContractTerms): Promise<string> {
  const { kind, agentId, uplineId = null, carries = true, startsOn, endsOn = null, tiers, limits } = terms;
  const period = terms.period === undefined ? ({ dividend: "M", daily: "D", hourly: "H", realTime: null } as const)[kind] : terms.period;
  const [template] = await asOwner<{ id: string }>(
    url,
    `insert into agent_contract_template (kind, limits, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values ($1, $2, 'test', 'published', 1, 'one', now(), 2) returning id::text`,
    [kind, JSON.stringify({ ...LIMITS, ...limits })],
  );
  const id = randomUUID();
  await asOwner(
    url,
    `insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, ends_on, offered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
    [id, kind, agentId, uplineId, template!.id, period, carries, endsOn === null ? "active" : "terminated", startsOn, endsOn],
  );
  for (const [at, tier] of tiers.entries())
    await asOwner(url, "insert into agent_contract_tier values ($1, $2, $3, $4, $5, $6, $7, $8, $9)", [
      id,
      at + 1,
      tier.minBet ?? 0n,
      tier.minResult ?? 0n,
      tier.minActive ?? 0,
      tier.singleBet ?? 0n,
      tier.rate,
      tier.profitRate ?? 0,
      tier.lossRate ?? 0,
    ]);
  return id;
}

/** A member's day in minor units; `valid` is `stake` unless said. */
export interface MemberDay {
  readonly accountId: bigint;
  readonly stake: bigint;
  readonly win: bigint;
  readonly valid?: bigint;
  readonly deposits?: bigint;
  readonly bonuses?: bigint;
}

/** Writes the facts of a day down and freezes it: each member's, and of each line the sum of those below. */
export async function freezeDay({ open: { url } }: Stage, day: string, members: readonly MemberDay[]): Promise<void> {
  const column = (value: (member: MemberDay) => bigint): string => `{${members.map(value).join(",")}}`;
  await asOwner(
    url,
    `insert into member_day (day, account_id, agent_id, rounds, valid, stake, win, deposits, first_deposit, withdrawals, bonuses, fees, commission)
     select $1::date, u.account, n.parent_id, 1, u.valid, u.stake, u.win, u.deposits, false, 0, u.bonuses, 0, 0
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) u(account, valid, stake, win, deposits, bonuses)
     join agent_of_day($1::date) n on n.account_id = u.account`,
    [
      day,
      column(({ accountId }) => accountId),
      column(({ valid, stake }) => valid ?? stake),
      column(({ stake }) => stake),
      column(({ win }) => win),
      column(({ deposits = 0n }) => deposits),
      column(({ bonuses = 0n }) => bonuses),
    ],
  );
  await asOwner(
    url,
    `insert into line_day (day, agent_id, parent_id, depth, members, agents, joined, active, first_deposits, rounds, valid, ahead, behind, stake, win, deposits, withdrawals,
       bonuses, fees, commission)
     select m.day, up.id, min(n.path[up.level - 1]), min(up.level), count(*), 0, 0, count(*) filter (where m.valid >= 10000), 0, sum(m.rounds), sum(m.valid),
       coalesce(sum(m.valid) filter (where m.win > m.stake), 0), coalesce(sum(m.valid) filter (where m.win < m.stake), 0), sum(m.stake), sum(m.win), sum(m.deposits), 0,
       sum(m.bonuses), 0, 0
     from member_day m join agent_of_day($1::date) n on n.account_id = m.account_id
     cross join lateral unnest(n.path[1:cardinality(n.path) - 1]) with ordinality up(id, level) where m.day = $1::date group by m.day, up.id`,
    [day],
  );
  await asOwner(url, "insert into activity_day (day, state, frozen_at) values ($1, 'frozen', now()) on conflict (day) do update set state = 'frozen'", [day]);
}

/** Freezes days on which nobody did anything more, both included. */
export const freezeQuietDays = ({ open: { url } }: Stage, from: string, to: string): Promise<unknown> =>
  asOwner(
    url,
    "insert into activity_day (day, state, frozen_at) select d::date, 'frozen', now() from generate_series($1::date, $2::date, interval '1 day') d on conflict (day) do update set state = 'frozen'",
    [from, to],
  );

/** Pays an agent a correction alone, for a day on which nobody did anything; answers whom. */
export async function payCorrection(stage: Stage, { day, amountMinor }: { day: string; amountMinor: bigint }): Promise<bigint> {
  const agentId = await openNode(stage, null);
  const [next] = await asOwner<{ day: string }>(stage.open.url, "select ($1::date + 1)::text as day", [day]);
  await signContract(stage, { kind: "daily", agentId, startsOn: day, endsOn: next!.day, tiers: [{ rate: 100 }] });
  await asOwner(
    stage.open.url,
    `insert into settlement_proposal (id, kind, agent_id, contract_kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values (gen_random_uuid(), 'correction', $1, 'daily', $2, 'test', 'confirmed', 1, 'one', now(), 2)`,
    [agentId, amountMinor],
  );
  await freezeQuietDays(stage, day, day);
  await computeDue(stage.open.platform);
  await payDue(stage.open.platform);
  return agentId;
}

/** Says that the five minutes from here on were gathered. */
export const gatherWindow = ({ open: { url } }: Stage, startsAt: string): Promise<unknown> =>
  asOwner(url, "insert into activity_window (starts_at, rounds, gathered_at) values ($1, 0, now())", [startsAt]);

/** What the ledger and settlements promise; the facts of these days are written by hand, so that what others promise of them is not asked. */
const SETTLED = ["audit_a1", "audit_a2", "audit_a3", "audit_a4", "audit_a6", "audit_a7", "audit_a21", "audit_a22", "audit_a44"] as const;

export async function auditSettled({ open: { url } }: Stage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const view of SETTLED)
    for (const { row } of await asOwner<{ row: object }>(url, `select to_jsonb(v) as row from ${view} v limit 20`))
      faults.push(`${view}: ${JSON.stringify(row)}`);
  return faults;
}

/** A pay as its row says it, amounts in minor units. */
export interface PayRow {
  readonly id: string;
  readonly [column: string]: unknown;
}

/** The pays of a kind that stand, in the order they were computed. */
export const listPays = ({ open: { url } }: Stage, kind: ContractKind): Promise<PayRow[]> =>
  asOwner<PayRow & Record<string, unknown>>(
    url,
    "select p.*, p.starts_on::text as day, p.ends_on::text as last_day from settlement_pay p where kind = $1 and not discarded order by number",
    [kind],
  );

/** What officers decided of every pay, in SQL. */
const decided = (kind: "release" | "void", amount: string, state: "confirmed" | "proposed" = "confirmed"): string =>
  `insert into settlement_proposal (id, kind, agent_id, contract_kind, pay_id, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
   select gen_random_uuid(), '${kind}', p.agent_id, p.kind, p.id, ${amount}, 'test', '${state}', 1, 'one', now(), 2 from settlement_pay p`;

/** What may be wrong with what agents are paid, where `payCorrection` paid one. */
export const payFaults: readonly [what: string, view: "audit_a21" | "audit_a22" | "audit_a44", plant: string][] = [
  ["a commission that paid another sum than was computed", "audit_a21", "update settlement_pay set pay = pay + 1, makeup_in = makeup_in + 1"],
  ["a commission that went to somebody else", "audit_a21", "update settlement_pay set agent_id = 1"],
  ["a commission that is paid and stands nowhere", "audit_a21", "update settlement_pay set paid_with = gen_random_uuid()"],
  ["a line of commission that nothing was computed for", "audit_a21", "update settlement_pay set state = 'approved', paid_with = null"],
  [
    "a pay that is more than the house's contract came to",
    "audit_a22",
    "alter table settlement_pay drop constraint settlement_pay_adds_up; update settlement_pay set pay = pay + 1",
  ],
  ["a makeup that nobody left", "audit_a22", "update settlement_proposal set taken_by = null"],
  ["a debt to a contract that came to nothing", "audit_a22", "update settlement_pay set owed = 5, makeup_in = makeup_in + 5"],
  ["a carry that was not left", "audit_a22", "update settlement_pay set carry_in = -5"],
  ["a pay that nobody owes", "audit_a22", "update settlement_pay set upline_id = 1, gross = 5, makeup_in = makeup_in - 5"],
  ["a settlement that pays with fewer approvals than it needs", "audit_a44", "update settlement_run set approvals_needed = 1"],
  [
    "an old settlement that waited for officers and pays without any",
    "audit_a44",
    "update settlement_run set approvals_needed = null, approved_at = made_at + interval '1 hour'",
  ],
  ["a pay of a settlement that still waits for officers", "audit_a44", "update settlement_run set state = 'preview'"],
  ["a pay that was discarded and paid", "audit_a44", "update settlement_pay set discarded = true"],
  ["a pay that was held and that nobody released", "audit_a44", "update settlement_pay set reason = 'jump'"],
  ["a pay that was released as another amount", "audit_a44", `update settlement_pay set reason = 'jump'; ${decided("release", "p.pay - 1")}`],
  ["a pay that one officer released", "audit_a44", `update settlement_pay set reason = 'jump'; ${decided("release", "p.pay", "proposed")}`],
  ["a pay that two officers voided and that was paid", "audit_a44", decided("void", "p.pay")],
  ["a pay that nobody voided", "audit_a44", "update settlement_pay set state = 'voided'"],
  ["a correction that nobody confirmed", "audit_a44", "update settlement_proposal set state = 'proposed' where taken_by is not null"],
];
