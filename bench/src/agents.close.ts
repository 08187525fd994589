/** What closing a day costs beside the naive way, and what an agent's team page costs by the size of its line, in the tree the bench of agents has filled. */
import { performance } from "node:perf_hooks";
import { closeDays } from "@laro/server/core/activity/activity.close";
import { teams } from "@laro/contract/teams";
import type { Database } from "@laro/server/platform/db";
import type { Platform } from "@laro/server/platform/routes";
import { allRoutes } from "@laro/server/roles/features";
import { type Figure, medianOf } from "./identity.figures.ts";

/** So many agents are summed in the naive way, and multiplied. */
const SAMPLE = 200;
const LOOKS = 25;

interface Filled {
  /** May do everything. */
  readonly filling: Database;
  /** As the worker's. */
  readonly database: Database;
  readonly day: string;
  readonly first: number;
  readonly contracts: number;
  readonly platform: Platform;
}

const secondsOf = async (measured: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await measured();
  return (performance.now() - start) / 1_000;
};

/** What most would write: for each agent its line by recursion, and the play of everybody in it. */
async function closeNaively({ filling: { pool }, day, contracts }: Filled): Promise<number> {
  await pool.query("create table naive_line (agent_id bigint primary key, rounds bigint, stake bigint, win bigint)");
  const { rows } = await pool.query<{ id: string }>(
    "select account_id as id from agent_node n join agent_contract c on c.agent_id = n.account_id order by md5(n.account_id::text) limit $1",
    [SAMPLE],
  );
  const seconds = await secondsOf(async () => {
    for (const { id } of rows)
      await pool.query(
        `with recursive line as (select account_id from agent_node where parent_id = $1 union all select n.account_id from line l join agent_node n on n.parent_id = l.account_id)
         insert into naive_line select $1, coalesce(sum(p.rounds), 0), coalesce(sum(p.stake), 0), coalesce(sum(p.win), 0)
         from line l join wallet w on w.account_id = l.account_id join play_day p on p.wallet_id = w.id and p.day = $2`,
        [id, day],
      );
  });
  return (seconds / rows.length) * contracts;
}

/** Closes the day whose play is written down: members, lines, checks. */
export async function benchClose(filled: Filled): Promise<Figure> {
  const { filling, database, day, platform } = filled;
  const { timeZone } = platform;
  const naive = await closeNaively(filled);
  const { rows } = await filling.pool.query<{ noon: Date }>("select ($1::date + 1)::timestamp at time zone $2 + interval '12 hours' as noon", [day, timeZone]);
  const seconds = await secondsOf(async () => {
    const fault = await closeDays(database, { now: rows[0]!.noon, timeZone });
    if (fault !== undefined) throw new Error(`The day does not add up: ${fault.fault}.`);
  });
  await filling.pool.query("analyze");
  return {
    what: `closing a day of ${filled.contracts} lines against the naive way (${seconds.toFixed(1)} s)`,
    value: naive / seconds,
    unit: " ×",
    goal: 20,
    limit: 10,
    isMoreBetter: true,
  };
}

/** The landing page of the agent at the top beside that of one in the middle, each looked at in turn. */
export async function benchTeamPage({ database, platform, day, first, contracts }: Filled): Promise<Figure> {
  const page = allRoutes.find(({ endpoint }) => endpoint.name === teams.dashboard.name)!;
  const now = new Date(`${day}T20:00:00Z`);
  const look = (id: bigint): Promise<number> =>
    secondsOf(() =>
      page.handle({ db: database.db, platform, now, actor: { id }, input: { from: day, to: day } } as unknown as Parameters<typeof page.handle>[0]),
    );
  const [top, small]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < LOOKS; turn++) {
    top.push(await look(BigInt(first)));
    small.push(await look(BigInt(first + (contracts >> 1))));
  }
  const [most, least] = [medianOf(top), medianOf(small)];
  const told = [most, least].map((seconds) => `${(seconds * 1_000).toFixed(1)} ms`).join(", ");
  return { what: `the top agent's team page against a small one's (${told})`, value: most / least, unit: " ×", goal: 1.5, limit: 2 };
}
