import { hash, randomUUID } from "node:crypto";
import { ticketText, type LotteryTile } from "@laro/contract/core/lotteries";
import { formatAmount } from "@laro/contract/core/money";
import { lottery } from "@laro/contract/lottery";
import { sessions } from "@laro/contract/sessions";
import { tickets } from "@laro/contract/tickets";
import { findLottery } from "@laro/engines/registry";
import { Kysely, PostgresDialect, type CompiledQuery } from "kysely";
import type pg from "pg";
import { climb, leafOf } from "../core/draws/merkle.ts";
import { LotteryLeader } from "../features/lottery/lottery.leader.ts";
import type { Db } from "../platform/db.ts";
import type { DB } from "../platform/schema.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Who leads a world's lotteries, or some of them: a draw goes on when it is told to look, so that no test hurries. */
export const leadLotteries = ({ open }: World, ...only: readonly string[]): Pick<LotteryLeader, "look" | "close"> =>
  new LotteryLeader(open.platform, open.url, only.length === 0 ? {} : { only });

type NextDraw = Pick<LotteryTile, "number"> & { readonly drawId: bigint; readonly number: string; readonly closesAt: string; readonly drawsAt: string };

/** The draws of a lottery that can be bought now, the next one first. */
export const openDraws = async (world: World, gameCode: string): Promise<readonly NextDraw[]> => (await world.guest().call(lottery.draws, { gameCode })).list;

/** Moves the clock to a moment. */
export const passUntil = (world: World, moment: string, extraMs = 0): void => world.clock.advance(Date.parse(moment) - world.clock.now().getTime() + extraMs);

/** Logs somebody in again whose session ended while the clock was moved. */
export async function comeBack(person: Person): Promise<void> {
  const { token } = await person.call(sessions.login, { username: person.name, password: person.password, type: "username", entry: "player" });
  person.token = token;
}

/** A purchase with the cost the game reckons. */
export const slipOf = (gameCode: string, drawId: bigint, bets: Record<string, string>, requestId: string = randomUUID()) => ({
  requestId,
  gameCode,
  drawId,
  bets,
  cost: findLottery(gameCode)!.stakeOf(bets),
});

/** Checks a ticket's leaf and its path with nothing but what the answer says; answers the root it leads to. */
export async function climbTicket(person: Person, ticketId: string): Promise<string> {
  const { gameCode, number, bets, stake, proof } = await person.call(tickets.get, { ticketId });
  const text = ticketText({ gameCode, number, bets, cost: formatAmount(stake) });
  const leaf = leafOf(Buffer.from(ticketId.replaceAll("-", ""), "hex"), hash("sha256", text, "buffer"));
  if (leaf.toString("hex") !== proof!.leaf) throw new Error("The leaf is another ticket's.");
  return climb(
    leaf,
    proof!.path.map((step) => ({ ...step, hash: Buffer.from(step.hash, "hex") })),
  ).toString("hex");
}

/** How the database does what it is asked meanwhile, where it reads no whole table that has an index. */
export async function plansOf(pool: pg.Pool, ask: (db: Db) => Promise<unknown>): Promise<string> {
  const asked: CompiledQuery[] = [];
  await ask(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) }));
  const client = await pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off");
    const plans: string[] = [];
    for (const { sql, parameters } of asked) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
      plans.push(...rows.map((row) => row["QUERY PLAN"]));
    }
    return plans.join("\n");
  } finally {
    await client.query("rollback");
    client.release();
  }
}
