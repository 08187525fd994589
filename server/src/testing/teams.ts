import { randomUUID } from "node:crypto";
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** An account of a line that nobody logs in to; as deep as any market's tree, so that a strict one is looked at below its end too. */
export const openMate = ({ open, clock }: World, person: { type: AccountType; parentId: bigint | null; name: string }): Promise<bigint> => {
  const pack = { ...packs[open.platform.config.pack], agents: packs.sandbox.agents };
  return open.platform.database.begin((tx) => createAccount(tx, { ...person, passwordHash: "", pack, keys: open.platform.keys, now: clock.now() }));
};

/** top → mid → low → a player `leaf`; a player `ann` right below top; and an agent beside with a line of its own. */
export async function openTree(world: World) {
  const end = randomUUID().slice(0, 8);
  const { affiliate, agent, player } = accountTypes;
  const type = world.open.platform.config.pack === "ph" ? affiliate : agent;
  const top = await world.member({ type });
  const mid = await world.member({ type, parentId: top.id });
  const low = await world.member({ type, parentId: mid.id });
  const beside = await world.member({ type });
  const names = { ann: `anabel${end}`, leaf: `leafy${end}` };
  const ann = await openMate(world, { type: player, parentId: top.id, name: names.ann });
  const leaf = await openMate(world, { type: player, parentId: low.id, name: names.leaf });
  const other = await openMate(world, { type: player, parentId: beside.id, name: `other${end}` });
  return { top, mid, low, beside, ann, leaf, other, names };
}

/** The faults of a ledger whose days of lines were planted: what no round made cannot equal the rounds. */
export const auditMoney = async (world: World): Promise<readonly string[]> =>
  (await world.audit()).filter((fault) => !/^audit_a(?:1[89]|2[012]|44):/.test(fault));

/** One member's day as a test wants it; amounts in minor units. */
export interface PlantedDay {
  readonly day: string;
  readonly accountId: bigint;
  readonly agentId: bigint | null;
  readonly rounds?: number;
  readonly valid?: bigint;
  readonly stake?: bigint;
  readonly win?: bigint;
  readonly deposits?: bigint;
  readonly firstDeposit?: boolean;
  readonly withdrawals?: bigint;
  readonly bonuses?: bigint;
}

/** What a member bets at least on a day to count as active. */
const ACTIVE_MINOR = 100_00n;

/**
 * Leaves closed days as they stand once they were written: the members' facts as they are given, and of them the lines' by a walk from each account up its parents.
 * Days between them that nobody played on are closed too.
 */
export async function plantDays({ open }: World, days: readonly PlantedDay[]): Promise<void> {
  await asOwner(
    open.url,
    `insert into member_day (day, account_id, agent_id, rounds, valid, stake, win, deposits, first_deposit, withdrawals, bonuses, fees, commission)
     select day, account_id, agent_id, rounds, valid, stake, win, deposits, first_deposit, withdrawals, bonuses, 0, 0
     from jsonb_to_recordset($1::jsonb) d(day date, account_id bigint, agent_id bigint, rounds bigint, valid bigint, stake bigint, win bigint, deposits bigint,
       first_deposit boolean, withdrawals bigint, bonuses bigint)`,
    [JSON.stringify(days.map(rowOf))],
  );
  await asOwner(
    open.url,
    `with recursive walk as (
       select d.*, d.agent_id as up from member_day d where d.agent_id is not null
       union all
       select w.day, w.account_id, w.agent_id, w.rounds, w.valid, w.stake, w.win, w.deposits, w.first_deposit, w.withdrawals, w.bonuses, w.fees, w.commission, n.parent_id
       from walk w join agent_node n on n.account_id = w.up where n.parent_id is not null
     )
     insert into line_day (day, agent_id, parent_id, depth, members, agents, joined, active, first_deposits, rounds, valid, ahead, behind, stake, win, deposits, withdrawals,
       bonuses, fees, commission)
     select w.day, w.up, n.parent_id, n.depth, (select count(*) from agent_node m where m.path > n.path and m.path < line_end(n.path)), 0,
       (select count(*) from agent_node m where m.path > n.path and m.path < line_end(n.path) and (m.joined_at at time zone 'Asia/Manila')::date = w.day),
       count(*) filter (where w.valid >= $1), count(*) filter (where w.first_deposit), sum(w.rounds), sum(w.valid), 0, 0, sum(w.stake), sum(w.win), sum(w.deposits), sum(w.withdrawals),
       sum(w.bonuses), 0, 0
     from walk w join agent_node n on n.account_id = w.up group by w.day, w.up, n.parent_id, n.depth, n.path on conflict do nothing`,
    [String(ACTIVE_MINOR)],
  );
  await asOwner(
    open.url,
    `insert into activity_day (day, state) select d::date, 'frozen' from (select min(day) as first, max(day) as last from member_day) s,
       generate_series(s.first, s.last, interval '1 day') d on conflict do nothing`,
  );
}

const rowOf = ({ day, accountId, agentId, rounds = 1, valid = 0n, stake = valid, win = 0n, ...money }: PlantedDay) => ({
  day,
  account_id: String(accountId),
  agent_id: agentId === null ? null : String(agentId),
  rounds,
  valid: String(valid),
  stake: String(stake),
  win: String(win),
  deposits: String(money.deposits ?? 0n),
  first_deposit: money.firstDeposit ?? false,
  withdrawals: String(money.withdrawals ?? 0n),
  bonuses: String(money.bonuses ?? 0n),
});

interface PlantedHour {
  readonly hour: Date;
  /** The beginning of the last five minutes that were gathered; the last of the hour unless said otherwise. */
  readonly gathered?: Date;
  readonly accountId: bigint;
  readonly valid: bigint;
  readonly win?: bigint;
}

const LAST_WINDOW_MS = 55 * 60_000;

/** Leaves an hour of today as it is gathered: one member's play, and that of every line above it. */
export async function plantHour(
  { open }: World,
  { hour, gathered = new Date(hour.getTime() + LAST_WINDOW_MS), accountId, valid, win = 0n }: PlantedHour,
): Promise<void> {
  await asOwner(open.url, "insert into member_hour select $1, n.account_id, 'RNG', n.parent_id, 1, $3, $3, $4 from agent_node n where n.account_id = $2", [
    hour,
    accountId,
    valid,
    win,
  ]);
  await asOwner(
    open.url,
    `insert into line_hour select $1, up.account_id, up.parent_id, 1, $3, $3, $4
     from agent_node n join agent_node up on up.account_id = any(n.path) and up.account_id <> n.account_id where n.account_id = $2
     on conflict (hour, agent_id) do update set rounds = line_hour.rounds + 1, valid = line_hour.valid + excluded.valid, stake = line_hour.stake + excluded.stake, win = line_hour.win + excluded.win`,
    [hour, accountId, valid, win],
  );
  await asOwner(open.url, "insert into activity_window values ($1, 1, $1) on conflict do nothing", [gathered]);
}
