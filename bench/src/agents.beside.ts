/** Bets while agents are paid, beside bets alone in the same run. */
import { systemClock } from "@laro/server/platform/clock";
import { readConfig } from "@laro/server/platform/config";
import { openDatabase } from "@laro/server/platform/db";
import { jobAccess } from "@laro/server/platform/jobs";
import { loadKeys } from "@laro/server/platform/keys";
import { createLog } from "@laro/server/platform/log";
import { openPlatform } from "@laro/server/roles/platform";
import { work } from "@laro/server/roles/worker";
import { type Figure, medianOf } from "./identity.figures.ts";
import { trialsOf } from "./measures.ts";
import { openStage } from "./stage.ts";

interface Options {
  readonly rounds: number;
  readonly windowMs: number;
  readonly contracts: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const ROUNDS_MAX = 5;
const FIRST = 5_000_000;

/** Agents of the house, each with a wallet, a contract, and a pay of every turn that is approved when its turn comes. */
const statements = (contracts: number, turns: number): readonly string[] => [
  `insert into account (id, name, nickname, type, password_hash, password_changed_at, created_at) overriding system value
   select ${FIRST} + n, 'paid' || n, 'paid' || n, 1, 'none', now(), now() from generate_series(0, ${contracts} - 1) n`,
  `insert into wallet (account_id, kind, currency) select ${FIRST} + n, 1, 'PHP' from generate_series(0, ${contracts} - 1) n`,
  `insert into agent_contract (id, kind, agent_id, template_id, period, carries, state, starts_on, offered_at)
   select gen_random_uuid(), 'daily', ${FIRST} + n, (select min(id) from agent_contract_template where kind = 'daily'), 'D', true, 'active', '2026-01-01', now()
   from generate_series(0, ${contracts} - 1) n`,
  `insert into settlement_run (id, kind, period, starts_on, ends_on, state, made_at)
   select gen_random_uuid(), 'daily', 'D', '2026-01-01'::date + turn, '2026-01-01'::date + turn, 'preview', now() from generate_series(1, ${turns}) turn`,
  `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, run_id, agent_id, tier, bet, ahead, behind, result, deductions, active, carry_in, base, carry_out, gross,
     owed, makeup_in, makeup_out, pay, state)
   select gen_random_uuid(), c.id, 'daily', r.starts_on, r.starts_on, r.ends_on, r.id, c.agent_id, 1, 100000, 0, 0, 0, '{}', 1, 0, 100000, 0, 100, 0, 0, 0, 100, 'computed'
   from agent_contract c cross join settlement_run r where c.agent_id >= ${FIRST}`,
  "analyze",
];

/** Pays without an end while bets are measured, in turns with bets alone. */
export async function benchBetsBeside({ rounds, windowMs, contracts, say, signal }: Options): Promise<Figure> {
  await using running = new AsyncDisposableStack();
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  const turns = Math.min(rounds, ROUNDS_MAX);
  const url = String(stage.environment["DATABASE_URL"]);
  const filling = openDatabase(url, { connections: 1, isPatient: true });
  running.defer(() => filling.close());
  for (const statement of statements(contracts, turns)) {
    signal.throwIfAborted();
    await filling.pool.query(statement);
  }
  const bets = trialsOf(stage, { clients: 0, windowMs }).http64;
  const config = readConfig(stage.environment);
  const open = await openPlatform({ config, keys: await loadKeys(config), url, clock: systemClock, log: createLog("silent") });
  running.defer(() => open.close());
  const database = openDatabase(url, { ...jobAccess, connections: 1 });
  running.defer(() => database.close());
  const platform = { ...open.platform, database };
  const ratios: number[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const alone = (await bets()).perSecond;
    await stage.database.pool.query("update settlement_pay set state = 'approved' where state = 'computed' and starts_on = '2026-01-01'::date + $1::integer", [
      turn,
    ]);
    const [beside] = await Promise.all([bets(), work.jobs["settlements:pay"]!({}, platform)]);
    ratios.push(beside.perSecond / alone);
    signal.throwIfAborted();
  }
  return { what: `bets while ${contracts} pays are paid against bets alone`, value: medianOf(ratios), unit: "", goal: 0.9, limit: 0.7, isMoreBetter: true };
}
