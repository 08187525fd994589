/** What five minutes full of rounds cost with real-time contracts on every path, and a move of a large branch, in the tree the bench of agents has filled. */
import { countHours } from "@laro/server/core/activity/activity.gather";
import { carryOutMoves } from "@laro/server/core/agents/agents.moves";
import type { Database } from "@laro/server/platform/db";
import { type Figure, secondsOf } from "./identity.figures.ts";

const ROUNDS = 300_000;
const ROUNDS_EACH = 3;
const MOVED = 50_000;

interface Tree {
  /** May do everything. */
  readonly filling: Database;
  /** As the worker's. */
  readonly database: Database;
  readonly first: number;
  readonly contracts: number;
  readonly members: number;
  readonly timeZone: string;
  readonly settle: () => Promise<void>;
}

/** What a database does by itself in the hours after so much was written, done at once: nobody's five minutes begin with a million new rows. */
export async function comeToRest({ pool }: Database): Promise<void> {
  await pool.query("vacuum (analyze)");
  await pool.query("checkpoint");
}

/** Five minutes of the day that begins now, three rounds each of members all over the tree, and a real-time contract of two tiers for every agent. */
async function fillWindow({ filling, first, contracts, members }: Tree, rounds: number): Promise<{ startsAt: Date; endsAt: Date; day: string }> {
  const { rows } = await filling.pool.query<{ startsAt: Date; endsAt: Date; day: string }>(
    `select w as "startsAt", w + interval '5 minutes' as "endsAt", (w at time zone 'Asia/Manila')::date::text as day
     from date_bin('5 minutes', now() - interval '10 minutes', '2000-01-01') w`,
  );
  const window = rows[0]!;
  const players = Math.ceil(rounds / ROUNDS_EACH);
  await filling.pool.query(
    `insert into wallet (account_id, kind, currency) select ${first + contracts} + (n::bigint * ${members} / ${players}), 1, 'PHP' from generate_series(0, ${players} - 1) n on conflict do nothing`,
  );
  await filling.pool.query(
    `insert into round (wallet_id, id, game_id, stake, win, status, at)
     select w.id, gen_random_uuid(), 1, s.stake, case when random() < 0.5 then 0 else s.stake * 19 / 10 end, 1, $1::timestamptz + random() * interval '299 seconds'
     from generate_series(0, ${players} - 1) n join wallet w on w.account_id = ${first + contracts} + (n::bigint * ${members} / ${players})
     cross join generate_series(1, ${ROUNDS_EACH}) cross join lateral (select 1000 + floor(random() * 100000)::bigint + w.id * 0 as stake) s`,
    [window.startsAt],
  );
  await filling.pool.query(
    `insert into agent_contract_template (kind, limits, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values ('realTime', '{"advanceMax": 5000000, "unattendedMax": 100000000000, "leastCredit": 100}', 'bench', 'published', 1, 'bench', now(), 2)`,
  );
  await filling.pool.query(
    `insert into agent_contract (id, kind, agent_id, upline_id, template_id, carries, state, starts_on, offered_at)
     select gen_random_uuid(), 'realTime', n.account_id, n.parent_id, (select max(id) from agent_contract_template where kind = 'realTime'), true, 'active', $1::date, now()
     from agent_node n where n.invitation_code is not null or n.account_id < ${first + contracts}`,
    [window.day],
  );
  await filling.pool.query(
    `insert into agent_contract_tier (contract_id, tier, single_bet, rate, loss_rate)
     select c.id, t, (t - 1) * 50000, 1000 - n.depth * 60 + t, 5 from agent_contract c join agent_node n on n.account_id = c.agent_id cross join generate_series(1, 2) t where c.kind = 'realTime'`,
  );
  await comeToRest(filling);
  return window;
}

/** Gathering a full window and computing what it comes to. */
export async function benchWindow(tree: Tree): Promise<Figure> {
  const { database, filling, timeZone, settle } = tree;
  const rounds = Math.min(ROUNDS, tree.members * ROUNDS_EACH);
  const window = await fillWindow(tree, rounds);
  const gathering = await secondsOf(() => database.begin((tx) => countHours(tx, { ...window, timeZone })));
  await filling.pool.query("insert into activity_window (starts_at, rounds, gathered_at) values ($1, $2, now())", [window.startsAt, rounds]);
  const computing = await secondsOf(settle);
  const { rows } = await filling.pool.query<{ pays: bigint }>("select count(*) as pays from settlement_pay where kind = 'realTime'");
  if (rows[0]!.pays === 0n) throw new Error("No real-time pay was computed.");
  return {
    what: `a window of ${rounds} rounds, real-time contracts on every path (${rows[0]!.pays} pays, gathered in ${gathering.toFixed(1)} s)`,
    value: gathering + computing,
    unit: "s",
    goal: 10,
    limit: 15,
  };
}

/** The branch that comes nearest to 50,000 is moved right below the top. */
export async function benchMove({ filling, database, first, contracts }: Tree): Promise<Figure> {
  const { rows } = await filling.pool.query<{ id: bigint; size: number; today: string }>(
    `select n.account_id as id, b.size, (now() at time zone 'Asia/Manila')::date::text as today
     from agent_node n cross join lateral (select count(*)::integer as size from agent_node l where l.path >= n.path and l.path < line_end(n.path)) b
     where n.account_id < ${first + contracts} and n.depth between 3 and 6 order by abs(b.size - ${MOVED}) limit 1`,
  );
  const { id, size, today } = rows[0]!;
  await filling.pool.query(
    `insert into agent_move (id, account_id, from_parent, to_parent, from_day, depth_max, fingerprint, state, reason, proposed_by, proposed_name, proposed_at, decided_by)
     select gen_random_uuid(), account_id, parent_id, ${first}, $2::date, 20, 'bench', 'confirmed', 'bench', 1, 'bench', now(), 2 from agent_node where account_id = $1`,
    [id, today],
  );
  const seconds = await secondsOf(() => database.begin((tx) => carryOutMoves(tx, today)));
  const { rows: moved } = await filling.pool.query("select from agent_node where account_id = $1 and parent_id = $2", [id, first]);
  if (moved.length !== 1) throw new Error("The branch was not moved.");
  return { what: `a move of ${size}`, value: seconds, unit: "s", goal: 3, limit: 5 };
}
