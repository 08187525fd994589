/** What settling agents costs beside the naive way in the same run: `npm run bench -- agents`. The goals are those of the design page on agents, section 11. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDays } from "@laro/server/core/activity/activity.close";
import { postMovement } from "@laro/server/core/wallet/wallet";
import { readAudit } from "@laro/server/core/wallet/audit";
import { systemClock } from "@laro/server/platform/clock";
import { readConfig } from "@laro/server/platform/config";
import { type Database, openDatabase } from "@laro/server/platform/db";
import { jobAccess } from "@laro/server/platform/jobs";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { derivedId } from "@laro/server/platform/ids";
import { loadKeys } from "@laro/server/platform/keys";
import { createLog } from "@laro/server/platform/log";
import { prepareDatabase } from "@laro/server/platform/migrate";
import { openPlatform } from "@laro/server/roles/platform";
import { work } from "@laro/server/roles/worker";
import { benchBetsBeside } from "./agents.beside.ts";
import { benchTeamPage } from "./agents.page.ts";
import { benchMove, benchWindow, comeToRest } from "./agents.live.ts";
import { BEYOND, type Figure, lineOf, secondsOf, verdictOf } from "./identity.figures.ts";

interface Options {
  readonly rounds: number;
  readonly windowMs: number;
  readonly members: number;
  readonly contracts: number;
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const DAY = "2026-01-05";
const AFTER_DAY = new Date("2026-01-06T04:00:00Z");
/** So many are done in the naive way, and multiplied. */
const SAMPLE = 200;
const FIRST = 1_000_000;
const ACTIVE_SHARE = 0.45;
/** Three below each agent make eleven levels of a hundred thousand. */
const BELOW_EACH = 3;

/** A tree, its members with a skew, a day of play, and a contract of three tiers for every agent. */
const statements = ({ members, contracts }: Options): readonly string[] => [
  `insert into account (id, name, nickname, type, password_hash, password_changed_at, created_at) overriding system value
   select ${FIRST} + n, 'bench' || n, 'bench' || n, case when n < ${contracts} then 1 else 0 end, 'none', now(), now() from generate_series(0, ${contracts + members} - 1) n`,
  `insert into wallet (account_id, kind, currency) select ${FIRST} + n, 1, 'PHP' from generate_series(0, ${contracts} - 1) n`,
  `with recursive tree as (
     select 0 as n, array[${FIRST}::bigint] as path
     union all
     select c.n, t.path || (${FIRST} + c.n)::bigint from tree t cross join lateral generate_series(t.n * ${BELOW_EACH} + 1, least(t.n * ${BELOW_EACH} + ${BELOW_EACH}, ${contracts} - 1)) c(n)
   )
   insert into agent_node (account_id, parent_id, path, joined_at) select ${FIRST} + n, path[cardinality(path) - 1], path, '2026-01-01' from tree`,
  `insert into agent_node (account_id, parent_id, path, joined_at)
   select ${FIRST} + m.n, a.account_id, a.path || (${FIRST} + m.n)::bigint, '2026-01-01'
   from (select n, ${FIRST} + floor(${contracts} * power(random(), 2))::bigint as agent from generate_series(${contracts}, ${contracts + members} - 1) n) m
   join agent_node a on a.account_id = m.agent`,
  `insert into wallet (account_id, kind, currency)
   select account_id, 1, 'PHP' from agent_node where account_id >= ${FIRST + contracts} and random() < ${ACTIVE_SHARE}`,
  `insert into play_day (day, wallet_id, game_id, rounds, valid, stake, win)
   select '${DAY}', m.id, 1, 10, m.stake, m.stake, floor(m.stake * random() * 2)::bigint
   from (select id, floor(random() * 1000000)::bigint + id * 0 as stake from wallet where account_id >= ${FIRST + contracts}) m`,
  `insert into play_day_done (day, at) values ('${DAY}', now())`,
  `insert into activity_day (day, state, active_minimum) values ('${DAY}', 'open', 10000)`,
  `insert into agent_contract_template (kind, limits, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
   values ('daily', '{"advanceMax": 5000000}', 'bench', 'published', 1, 'bench', now(), 2)`,
  `insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, offered_at)
   select gen_random_uuid(), 'daily', n.account_id, n.parent_id, (select max(id) from agent_contract_template where kind = 'daily'), 'D', true, 'active', '${DAY}', now()
   from agent_node n where n.account_id < ${FIRST + contracts}`,
  `insert into agent_contract_tier (contract_id, tier, min_bet, min_active, rate)
   select c.id, t, (t - 1) * 100000000, (t - 1) * 5, 1400 - n.depth * 100 + t from agent_contract c join agent_node n on n.account_id = c.agent_id cross join generate_series(1, 3) t`,
];

/** What most would write: for each contract its line by recursion, its sums, its tier and its row, in a transaction of its own. */
async function computeNaively({ pool }: Database, contracts: number): Promise<number> {
  await pool.query("create table naive_pay (contract_id uuid primary key, bet bigint, gross bigint)");
  const { rows } = await pool.query<{ id: string; agent: bigint }>("select id, agent_id as agent from agent_contract order by id limit $1", [SAMPLE]);
  const seconds = await secondsOf(async () => {
    for (const { id, agent } of rows) {
      await pool.query("begin");
      const line = await pool.query<{ bet: bigint; active: bigint }>(
        `with recursive line as (select account_id from agent_node where parent_id = $1 union all select n.account_id from line l join agent_node n on n.parent_id = l.account_id)
         select coalesce(sum(m.valid), 0)::bigint as bet, count(*) filter (where m.valid >= 10000) as active from line l join member_day m on m.account_id = l.account_id and m.day = $2`,
        [agent, DAY],
      );
      const { bet, active } = line.rows[0]!;
      const tier = await pool.query<{ rate: number }>(
        "select rate from agent_contract_tier where contract_id = $1 and min_bet <= $2 and min_active <= $3 order by tier desc limit 1",
        [id, bet, active],
      );
      await pool.query("insert into naive_pay values ($1, $2, $3)", [id, bet, (bet * BigInt(tier.rows[0]?.rate ?? 0)) / 100_000n]);
      await pool.query("commit");
    }
  });
  return (seconds / rows.length) * contracts;
}

/** The same: a transaction for each pay, with its wallet, its line and its row. */
async function payNaively(database: Database, timeZone: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: string; walletId: bigint; pay: bigint }>(
    `select p.id, w.id as "walletId", p.pay from settlement_pay p join wallet w on w.account_id = p.agent_id and w.kind = 1 where p.state = 'approved' order by p.id limit $1`,
    [SAMPLE],
  );
  const moment = { now: systemClock.now(), timeZone };
  const seconds = await secondsOf(async () => {
    for (const { id, walletId, pay } of rows)
      await database.begin(async (tx) => {
        const ref = derivedId("commission", id);
        await tx.selectFrom("settlement_pay").select("state").where("id", "=", id).forUpdate().execute();
        await postMovement(tx, moment, { ref, walletId, contra: "commission", kind: "commission", amountMinor: pay });
        await tx.updateTable("settlement_pay").set({ state: "paid", paid_with: ref, paid_at: moment.now }).where("id", "=", id).execute();
      });
  });
  return seconds / rows.length;
}

/** Answers whether nothing is beyond what it may never be. */
export async function benchAgents(options: Options): Promise<boolean> {
  const { json, say } = options;
  const settled = await benchSettling(options);
  for (const figure of settled.figures) say(lineOf(figure));
  const beside = await benchBetsBeside(options);
  say(lineOf(beside));
  const figures = [...settled.figures, beside];
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  for (const fault of settled.faults) say(fault);
  return settled.faults.length === 0 && figures.every((figure) => verdictOf(figure) !== BEYOND);
}

async function benchSettling(options: Options): Promise<{ figures: readonly Figure[]; faults: readonly string[] }> {
  const { members, contracts, say, signal } = options;
  await using running = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "laro-bench-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres(dataDir, { settings: { max_connections: "100" }, signal });
  running.defer(() => server.stop());
  await prepareDatabase(server.url);
  const filling = openDatabase(server.url, { connections: 1, role: "laro", isPatient: true });
  running.defer(() => filling.close());
  say(`Filling ${members.toLocaleString("en")} members below ${contracts.toLocaleString("en")} agents, each with a contract of three tiers …`);
  for (const statement of statements(options)) {
    signal.throwIfAborted();
    await filling.pool.query(statement);
  }
  await comeToRest(filling);
  const config = readConfig({ LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox" });
  const open = await openPlatform({ config, keys: await loadKeys(config), url: server.url, clock: systemClock, log: createLog("silent") });
  running.defer(() => open.close());
  const database = openDatabase(server.url, { ...jobAccess, connections: 4 });
  running.defer(() => database.close());
  const platform = { ...open.platform, database };
  const job = (name: string): Promise<void> => work.jobs[name]!({}, platform);
  // What closing a day costs is measured by `npm run bench -- days`.
  const unsound = await closeDays(database, { now: AFTER_DAY, timeZone: platform.timeZone });
  if (unsound !== undefined) throw new Error(`The day does not add up: ${unsound.fault}.`);
  await comeToRest(filling);
  const page = await benchTeamPage(platform, { day: DAY, now: AFTER_DAY, top: BigInt(FIRST), small: BigInt(FIRST + (contracts >> 1)) });
  const naiveCompute = await computeNaively(filling, contracts);
  const compute = await secondsOf(() => job("settlements:due"));
  const [{ count } = { count: 0n }] = (await filling.pool.query<{ count: bigint }>("select count(*) as count from settlement_pay where state = 'approved'"))
    .rows;
  const naivePay = (await payNaively(database, platform.timeZone)) * Number(count);
  const pay = (await secondsOf(() => job("settlements:pay"))) * (Number(count) / Math.max(Number(count) - SAMPLE, 1));
  const figures: readonly Figure[] = [
    {
      what: `computing ${contracts} contracts against the naive way (${compute.toFixed(1)} s)`,
      value: naiveCompute / compute,
      unit: " ×",
      goal: 20,
      limit: 10,
      isMoreBetter: true,
    },
    { what: `paying ${count} against the naive way (${pay.toFixed(1)} s)`, value: naivePay / pay, unit: " ×", goal: 5, limit: 3, isMoreBetter: true },
  ];
  const tree = { filling, database, first: FIRST, contracts, members, timeZone: platform.timeZone, settle: () => job("settlements:due") };
  say("Filling five minutes with rounds, and giving every agent a real-time contract …");
  const live = [await benchWindow(tree), await benchMove(tree)];
  const faults = (await readAudit(database.db)).filter((fault) => /^audit_a(1|2|4|7|21|22):/.test(fault));
  return { figures: [page, ...figures, ...live], faults };
}
