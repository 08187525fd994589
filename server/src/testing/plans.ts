import { type CompiledQuery, Kysely, type QueryExecutor } from "kysely";
import type { Db } from "../platform/db.ts";
import { asOwner } from "./owner.ts";

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How many rows of a table a piece of work reads, to show or to leave out: its statements are run again, and asked what they did. */
export async function countRead({ db, url }: { db: Db; url: string }, table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  const asked: CompiledQuery[] = [];
  await work(recording(db, asked));
  let read = 0;
  for (const { sql, parameters } of asked) {
    const [row] = await asOwner<{ "QUERY PLAN": readonly [{ Plan: Plan }] }>(url, `explain (analyze, format json) ${sql}`, parameters);
    for (const node of nodesOf(row!["QUERY PLAN"][0].Plan)) {
      if (node["Relation Name"] !== table) continue;
      read += (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) * node["Actual Loops"];
    }
  }
  return read;
}

/** The same database, which writes down what it is asked. */
function recording(db: Db, asked: CompiledQuery[]): Db {
  const executor = new Proxy(db.getExecutor(), {
    get: (target, name: keyof QueryExecutor) => {
      if (name === "executeQuery")
        return (query: CompiledQuery) => {
          asked.push(query);
          return target.executeQuery(query);
        };
      const value: unknown = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  // Of what a database is made of, only who executes is asked.
  return new Kysely({ config: {}, driver: {}, dialect: {}, executor } as never) as unknown as Db;
}
