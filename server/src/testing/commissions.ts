import { randomUUID } from "node:crypto";
import type { AccountType } from "@laro/contract/core/accountTypes";
import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { getWalletId, postMovement } from "../core/wallet/wallet.ts";
import { derivedId } from "../platform/ids.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** What a member did on a day; minor units. */
export interface Play {
  readonly accountId: bigint;
  readonly valid: bigint;
  readonly stake: bigint;
  readonly win: bigint;
  readonly deposits?: bigint;
  readonly bonuses?: bigint;
}

/** An account of the tree that nobody logs in to. */
export async function plantAccount(world: World, { name, type, parentId }: { name: string; type: AccountType; parentId: bigint }): Promise<bigint> {
  const { database, config, keys } = world.open.platform;
  return database.begin((tx) => createAccount(tx, { name, passwordHash: "none", type, parentId, pack: packs[config.pack], keys, now: world.clock.now() }));
}

const text = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Freezes a day: what each member did, and what that makes of the line of everyone above, by a walk of the tree of that day. */
export async function plantDay(world: World, day: string, plays: readonly Play[]): Promise<void> {
  const rows = plays.map(({ accountId, valid, stake, win, deposits = 0n, bonuses = 0n }) =>
    Object.fromEntries(Object.entries({ accountId, valid, stake, win, deposits, bonuses }).map(([column, value]) => [column, String(value)])),
  );
  await asOwner(
    world.open.url,
    `with play as (
       select * from jsonb_to_recordset($2::jsonb) p("accountId" bigint, valid bigint, stake bigint, win bigint, deposits bigint, bonuses bigint)
     ), day as (insert into activity_day (day, state, frozen_at) values ($1::date, 'frozen', now()) on conflict (day) do update set state = 'frozen', frozen_at = now())
     insert into member_day select $1::date, p."accountId", n.parent_id, 1, p.valid, p.stake, p.win, p.deposits, false, 0, p.bonuses, 0, 0
     from play p join agent_of_day($1::date) n on n.account_id = p."accountId"`,
    [day, JSON.stringify(rows)],
  );
  await asOwner(
    world.open.url,
    `insert into line_day
     select $1::date, up.account_id, up.parent_id, cardinality(up.path), count(*), 0, 0, count(*) filter (where m.valid >= 10000), 0, count(m.account_id), coalesce(sum(m.valid), 0),
       coalesce(sum(m.valid) filter (where m.win > m.stake), 0), coalesce(sum(m.valid) filter (where m.win < m.stake), 0), coalesce(sum(m.stake), 0), coalesce(sum(m.win), 0),
       coalesce(sum(m.deposits), 0), 0, coalesce(sum(m.bonuses), 0), 0, 0
     from agent_of_day($1::date) up join agent_of_day($1::date) below on up.account_id = any(below.path) and below.account_id <> up.account_id
     left join member_day m on m.account_id = below.account_id and m.day = $1::date
     group by up.account_id, up.parent_id, up.path`,
    [day],
  );
}

/** The same of an hour, which is not frozen. */
export async function plantHour(world: World, hour: Date, plays: readonly Play[]): Promise<void> {
  for (const { accountId, valid, stake, win } of plays)
    await asOwner(
      world.open.url,
      `insert into member_hour select $1, n.account_id, 'SLOT', n.parent_id, 1, $3, $4, $5 from agent_node n where n.account_id = $2`,
      [hour, String(accountId), String(valid), String(stake), String(win)],
    );
  await asOwner(
    world.open.url,
    `insert into line_hour select $1::timestamptz, up.id, a.parent_id, sum(m.rounds), sum(m.valid), sum(m.stake), sum(m.win)
     from member_hour m join agent_node n on n.account_id = m.agent_id cross join unnest(n.path) up(id) join agent_node a on a.account_id = up.id
     where m.hour = $1 group by up.id, a.parent_id`,
    [hour],
  );
}

/** An account that counts for nobody on some days; two officers decided it. */
export async function plantNotCounted(
  world: World,
  { accountId, from, until = null }: { accountId: bigint; from: string; until?: string | null },
): Promise<void> {
  await asOwner(
    world.open.url,
    `insert into agent_not_counted (id, account_id, from_day, until_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decided_at)
     values ($1, $2, $3, $4, 'other', 'planted', 'confirmed', 1, 'one', now(), 2, 'two', now())`,
    [randomUUID(), String(accountId), from, until],
  );
}

export interface PlantedTier {
  readonly rate: number;
  readonly minBet?: bigint;
  readonly minResult?: bigint;
  readonly minActive?: number;
  readonly profitRate?: number;
  readonly lossRate?: number;
}

export interface PlantedContract {
  readonly id: string;
  readonly kind: ContractKind;
  readonly agentId: bigint;
  readonly uplineId: bigint | null;
  readonly tiers: readonly PlantedTier[];
}

interface NewContract extends Omit<PlantedContract, "id" | "uplineId"> {
  readonly uplineId?: bigint | null;
  readonly period?: ContractPeriod | null;
  readonly startsOn?: string;
  readonly endsOn?: string | null;
}

/** A contract that is active since long ago. */
export async function plantContract(
  world: World,
  { kind, agentId, uplineId = null, period = "M", startsOn = "2026-01-01", endsOn = null, tiers }: NewContract,
): Promise<PlantedContract> {
  const id = randomUUID();
  const [template] = await asOwner<{ id: bigint }>(
    world.open.url,
    "select id from agent_contract_template where kind = $1 and state = 'published' order by id limit 1",
    [kind],
  );
  await asOwner(
    world.open.url,
    `insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, ends_on, offered_at)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9, '2025-12-01')`,
    [
      id,
      kind,
      String(agentId),
      text(uplineId),
      String(template!.id),
      kind === "realTime" ? null : kind === "hourly" ? "H" : period,
      endsOn === null ? "active" : "terminated",
      startsOn,
      endsOn,
    ],
  );
  for (const [place, { rate, minBet = 0n, minResult = 0n, minActive = 0, profitRate = 0, lossRate = 0 }] of tiers.entries())
    await asOwner(
      world.open.url,
      `insert into agent_contract_tier (contract_id, tier, min_bet, min_result, min_active, rate, profit_rate, loss_rate) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, place + 1, String(minBet), String(minResult), minActive, rate, profitRate, lossRate],
    );
  return { id, kind, agentId, uplineId, tiers };
}

export interface PlantedPay {
  readonly startsOn: string;
  readonly endsOn?: string;
  readonly startsAt?: Date;
  readonly tier?: number | null;
  readonly bet?: bigint;
  readonly ahead?: bigint;
  readonly behind?: bigint;
  readonly result?: bigint;
  readonly deductions?: Readonly<Partial<Record<"admin" | "payments" | "bonuses" | "salaries", bigint>>>;
  readonly carryIn?: bigint;
  readonly carryOut?: bigint;
  readonly gross: bigint;
  readonly base?: bigint;
  readonly owed?: bigint;
  readonly makeupIn?: bigint;
  readonly state?: "computed" | "held" | "approved" | "nothing" | "voided";
  readonly reason?: string;
  readonly runId?: string;
  /** The day it is paid on, where that is not the next. */
  readonly paysOn?: string;
}

/** A pay as it was computed; `payOut` pays it. Without a base it is what the gross was taken of at the tier's rate. */
export async function plantPay(world: World, { id: contractId, kind, agentId, uplineId }: PlantedContract, pay: PlantedPay): Promise<string> {
  const { startsOn, endsOn = startsOn, startsAt = new Date(`${startsOn}T00:00:00+08:00`), tier = 1, bet = 0n, ahead = 0n, behind = 0n, result = 0n } = pay;
  const {
    deductions = {},
    carryIn = 0n,
    carryOut = 0n,
    base = 0n,
    gross,
    owed = 0n,
    makeupIn = 0n,
    state = "approved",
    reason = null,
    runId = await findRun(world, { kind, startsOn, endsOn }),
    paysOn = null,
  } = pay;
  const net = gross - owed + makeupIn;
  const id = randomUUID();
  await asOwner(
    world.open.url,
    `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, run_id, agent_id, upline_id, tier, bet, ahead, behind, result, deductions, active,
       carry_in, base, carry_out, gross, owed, makeup_in, makeup_out, pay, state, reason, pays_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 0, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
    [
      id,
      contractId,
      kind,
      startsAt,
      startsOn,
      endsOn,
      runId,
      String(agentId),
      text(uplineId),
      tier,
      ...[bet, ahead, behind, result].map(String),
      JSON.stringify(Object.fromEntries(Object.entries(deductions).map(([name, minor]) => [name, String(minor)]))),
      ...[carryIn, base, carryOut, gross, owed, makeupIn, net < 0n ? net : 0n, net > 0n ? net : 0n].map(String),
      state,
      reason,
      paysOn,
    ],
  );
  return id;
}

/** The settlement of a period, which nobody had to approve. */
async function findRun({ open: { url } }: World, { kind, startsOn, endsOn }: { kind: ContractKind; startsOn: string; endsOn: string }): Promise<string> {
  const [run] = await asOwner<{ id: string }>(
    url,
    `insert into settlement_run (id, kind, period, starts_on, ends_on, state, made_at, approvals_needed) values (gen_random_uuid(), $1, 'M', $2::date, $3, 'paying', $2::date::timestamp at time zone 'Asia/Manila', 0)
     on conflict (kind, coalesce(period, ''), starts_on) where state <> 'discarded' do update set ends_on = excluded.ends_on returning id`,
    [kind, startsOn, endsOn],
  );
  return run!.id;
}

/** Pays a pay now: one line of the journal, and the pay is paid. */
export async function payOut(world: World, payId: string): Promise<void> {
  const { database, timeZone } = world.open.platform;
  const now = world.clock.now();
  const [pay] = await asOwner<{ agent: string; pay: string }>(world.open.url, `select agent_id::text as agent, pay::text from settlement_pay where id = $1`, [
    payId,
  ]);
  const ref = derivedId("commission", payId);
  await database.begin(async (tx) => {
    const walletId = await getWalletId(tx, { accountId: BigInt(pay!.agent), kind: "main" });
    await postMovement(tx, { now, timeZone }, { ref, walletId, contra: "commission", kind: "commission", amountMinor: BigInt(pay!.pay) });
  });
  await asOwner(world.open.url, `update settlement_pay set state = 'paid', paid_with = $3, paid_at = $2 where id = $1`, [payId, now, ref]);
}

/** A settlement of a kind, in a state. */
export async function plantRun(
  world: World,
  { kind, state, startsOn, endsOn }: { kind: ContractKind; state: string; startsOn: string; endsOn: string },
): Promise<string> {
  const id = randomUUID();
  await asOwner(world.open.url, `insert into settlement_run (id, kind, period, starts_on, ends_on, state, made_at) values ($1, $2, 'M', $3, $4, $5, $6)`, [
    id,
    kind,
    startsOn,
    endsOn,
    state,
    world.clock.now(),
  ]);
  return id;
}
