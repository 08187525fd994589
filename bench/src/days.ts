/** What the facts of a day cost: closing it beside the naive way in the same run, and bets while five minutes are gathered: `npm run bench -- days`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDays } from "@laro/server/core/activity/activity.close";
import { countHours } from "@laro/server/core/activity/activity.gather";
import { packs } from "@laro/server/core/settings/packs";
import { type Database, openDatabase } from "@laro/server/platform/db";
import { jobAccess } from "@laro/server/platform/jobs";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { prepareDatabase } from "@laro/server/platform/migrate";
import { BEYOND, type Figure, lineOf, medianOf, secondsOf, verdictOf } from "./identity.figures.ts";
import { trialsOf } from "./measures.ts";
import { openStage } from "./stage.ts";

interface Options {
  readonly rounds: number;
  readonly windowMs: number;
  readonly isQuick: boolean;
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const DAY = "2026-01-05";
const AFTER_DAY = new Date("2026-01-06T04:00:00Z");
const BET_ROUNDS_MAX = 7;
/** So many lines are summed in the naive way, and multiplied. */
const SAMPLE = 200;
const FIRST = 1_000_000;
const BELOW_EACH = 3;
const MEMBERS_PER_AGENT = 10;
const { timeZone } = packs.sandbox;

/** A tree, its members with a skew, and a day of play that is written down, of somewhat less than half of them. */
const statements = (members: number): readonly string[] => [
  `insert into account (id, name, nickname, type, password_hash, password_changed_at, created_at) overriding system value
   select ${FIRST} + n, 'bench' || n, 'bench' || n, case when n < ${members / MEMBERS_PER_AGENT} then 1 else 0 end, 'none', now(), '${DAY} 00:00+08' from generate_series(0, ${members} - 1) n`,
  `insert into wallet (account_id, kind, currency) select ${FIRST} + n, 1, 'PHP' from generate_series(0, ${members} - 1) n`,
  `with recursive tree as (
     select 0 as n, array[${FIRST}::bigint] as path
     union all
     select c.n, t.path || (${FIRST} + c.n)::bigint
     from tree t cross join lateral generate_series(t.n * ${BELOW_EACH} + 1, least(t.n * ${BELOW_EACH} + ${BELOW_EACH}, ${members / MEMBERS_PER_AGENT} - 1)) c(n)
   )
   insert into agent_node (account_id, parent_id, path, joined_at) select ${FIRST} + n, path[cardinality(path) - 1], path, '${DAY} 00:00+08' from tree`,
  `insert into agent_node (account_id, parent_id, path, joined_at)
   select ${FIRST} + m.n, a.account_id, a.path || (${FIRST} + m.n)::bigint, '${DAY} 00:00+08'
   from (select n, ${FIRST} + floor(${members / MEMBERS_PER_AGENT} * power(random(), 2))::bigint as agent from generate_series(${members / MEMBERS_PER_AGENT}, ${members} - 1) n) m
   join agent_node a on a.account_id = m.agent`,
  `insert into play_day (wallet_id, day, game_id, rounds, stake, win, settled_stake, settled_win, valid)
   select id, '${DAY}', game, 10, stake, stake / 2, stake, stake / 2, stake
   from (select id, game, floor(random() * 100000)::bigint as stake from wallet cross join generate_series(1, 2) game where account_id > ${FIRST} and account_id % 20 < 9) p`,
  `insert into play_day_done values ('${DAY}', now())`,
  "analyze",
];

/** A line at a time: everyone below is found by recursion, and their play is summed and written in a transaction of its own. */
async function closeNaively({ pool }: Database, agents: number): Promise<number> {
  await pool.query("create temporary table naive_line (agent_id bigint, rounds numeric, valid numeric, stake numeric, win numeric)");
  const seconds = await secondsOf(async () => {
    for (let one = 0; one < SAMPLE; one++)
      await pool.query(
        `with recursive below as (select account_id from agent_node where parent_id = $1 union all select n.account_id from below b join agent_node n on n.parent_id = b.account_id)
         insert into naive_line select $1, sum(p.rounds), sum(p.valid), sum(p.settled_stake), sum(p.settled_win)
         from below b join wallet w on w.account_id = b.account_id join play_day p on p.wallet_id = w.id and p.day = $2`,
        [FIRST + Math.floor((one * agents) / SAMPLE), DAY],
      );
  });
  return (seconds / SAMPLE) * agents;
}

async function benchClose({ isQuick, say, signal }: Options): Promise<Figure> {
  await using running = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "laro-bench-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres(dataDir, { settings: { max_connections: "50" }, signal });
  running.defer(() => server.stop());
  await prepareDatabase(server.url);
  const filling = openDatabase(server.url, { connections: 1, role: "laro", isPatient: true });
  running.defer(() => filling.close());
  const members = isQuick ? 20_000 : 1_000_000;
  say(`Filling ${members.toLocaleString("en")} members …`);
  for (const statement of statements(members)) {
    signal.throwIfAborted();
    await filling.pool.query(statement);
  }
  const naive = await closeNaively(filling, members / MEMBERS_PER_AGENT);
  const database = openDatabase(server.url, { ...jobAccess, connections: 2 });
  running.defer(() => database.close());
  const seconds = await secondsOf(() => closeDays(database, { now: AFTER_DAY, timeZone }));
  const { rows } = await filling.pool.query("select from activity_day where day = $1 and state = 'frozen'", [DAY]);
  if (rows.length === 0) throw new Error("The day was not frozen.");
  return {
    what: `closing a day of ${members} members against the naive way (${seconds.toFixed(1)} s)`,
    value: naive / seconds,
    unit: "×",
    goal: 20,
    limit: 10,
    isMoreBetter: true,
  };
}

/** Bets alone and bets while what was played before them is gathered, in turns: in five minutes the same is read once that is read here at once. */
async function benchGathering({ rounds, windowMs, say, signal }: Options): Promise<Figure> {
  await using running = new AsyncDisposableStack();
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  await stage.database.pool.query("analyze");
  const bets = trialsOf(stage, { clients: 0, windowMs }).http64;
  const gathering = openDatabase(String(stage.environment["DATABASE_URL"]), { ...jobAccess, connections: 1 });
  running.defer(() => gathering.close());
  const ratios: number[] = [];
  for (let round = 0; round < Math.min(rounds, BET_ROUNDS_MAX); round++) {
    const startsAt = new Date();
    const alone = (await bets()).perSecond;
    const span = { startsAt, endsAt: new Date(), day: startsAt.toLocaleDateString("en-CA", { timeZone }), timeZone };
    const [beside] = await Promise.all([bets(), gathering.begin((tx) => countHours(tx, span))]);
    ratios.push(beside.perSecond / alone);
    signal.throwIfAborted();
  }
  return { what: "bets while they are gathered against bets alone", value: medianOf(ratios), unit: "", goal: 0.97, limit: 0.95, isMoreBetter: true };
}

/** Answers whether nothing is beyond what it may never be. */
export async function benchDays(options: Options): Promise<boolean> {
  const figures = [await benchClose(options), await benchGathering(options)];
  for (const figure of figures) options.say(lineOf(figure));
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  return figures.every((figure) => verdictOf(figure) !== BEYOND);
}
