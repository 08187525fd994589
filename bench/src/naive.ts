/**
 * The stack the product is measured against: the same Fastify and the same tables, used the usual way of an object-relational mapper.
 * A bet is BEGIN, eight single statements, COMMIT on a pooled connection, each statement parsed anew; a read is one query per request.
 */
import { createHash, randomInt, randomUUID } from "node:crypto";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type Game, games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { openDatabase } from "@laro/server/platform/db";
import { createHttp } from "@laro/server/platform/http";
import { contentDigest } from "@laro/server/platform/ids";
import { answerParent } from "./child.ts";
import { openBenchPlatform } from "./platform.ts";

/** More of them are slower on a small machine: they queue for the same cores and the same disk. */
const CONNECTIONS = 32;

const { platform, gatekeeper, url } = await openBenchPlatform();
const { pool } = openDatabase(url, { connections: CONNECTIONS });
type Client = Pick<typeof pool, "query">;

/** As much of Fastify's request as is read here. */
interface HttpRequest {
  readonly id: string;
  readonly ip: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly headers: { readonly authorization?: string | undefined };
}

const tokenHash = (authorization = ""): Buffer => createHash("sha256").update(authorization.slice("Bearer ".length)).digest();

async function bet(client: Client, authorization: string | undefined, play: InputOf<(typeof rounds)["play"]>): Promise<Record<string, unknown>> {
  const [session] = (await client.query("select subject_id from session where token_hash = $1 and ended_at is null", [tokenHash(authorization)])).rows;
  const [account] = (await client.query("select id from account where id = $1 and not closed", [session.subject_id])).rows;
  const [wallet] = (await client.query("select * from wallet where account_id = $1 and kind = 1 for update", [account.id])).rows;
  if ((await client.query("select 1 from idempotency where ref = $1", [play.requestId])).rows.length > 0) refuse("request.id_reused");
  if (wallet.balance < play.stake) refuse("wallet.insufficient_funds");
  const roll = randomInt(10_000);
  const win = roll < 5000 ? (play.stake * 198n) / 100n : 0n;
  const [id, now, staked, after] = [randomUUID(), new Date(), wallet.balance - play.stake, wallet.balance - play.stake + win];
  const changed = [wallet.id, after, wallet.seq + (win > 0n ? 2n : 1n), play.stake, win];
  await client.query("update wallet set balance = $2, seq = $3, staked = staked + $4, won = won + $5 where id = $1", changed);
  const lines = [
    [wallet.id, wallet.seq + 1n, play.requestId, -1, -play.stake, 1, id, staked, now],
    [wallet.id, wallet.seq + 2n, play.requestId, -1, win, 1, id, after, now],
  ].slice(0, win > 0n ? 2 : 1);
  const places = lines.map((line, row) => `(${line.map((_, column) => `$${row * line.length + column + 1}`).join(",")})`);
  await client.query(`insert into transfer values ${places.join(",")}`, lines.flat());
  const detail = JSON.stringify({ choice: play.choice, outcome: { roll, multiplier: win > 0n ? 198 : 0 } });
  await client.query("insert into round values ($1, $2, 1, $3, $4, 1, null, null, $5, $6)", [wallet.id, id, play.stake, win, detail, now]);
  const digest = contentDigest(JSON.stringify(play.choice));
  await client.query("insert into idempotency values ($1, $2, $3, $4, $5, $6)", [play.requestId, wallet.id, digest, id, after, now]);
  return { id, win: formatAmount(win), balance: formatAmount(after), roll };
}

async function playRound(request: HttpRequest): Promise<unknown> {
  const play = rounds.play.input.parse(request.body);
  const client = await pool.connect();
  try {
    await client.query("begin");
    const value = await bet(client, request.headers.authorization, play);
    await client.query("commit");
    return { success: true, value };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

const BALANCE_SQL = `select w.kind, w.balance from session s join wallet w on w.account_id = s.subject_id where s.token_hash = $1 and s.ended_at is null`;

async function readBalance(request: HttpRequest): Promise<unknown> {
  const { rows } = await pool.query<{ kind: number; balance: bigint }>(BALANCE_SQL, [tokenHash(request.headers.authorization)]);
  const of = (kind: number): string => formatAmount(rows.find((row) => row.kind === kind)?.balance ?? 0n);
  return { success: true, value: { balance: of(1), bonus: of(2), locked: of(3), currencySymbol: "₱" } };
}

const LOBBY_SQL = `
  select *, count(*) over ()::integer as total from naive_game where $1::text in ('ALL', "gameType") order by popularity desc limit $2 offset $3`;

async function listGames(request: HttpRequest): Promise<unknown> {
  const { gameType = "ALL", pageNo = 1, pageSize = 20 } = games.list.input.parse(request.query);
  const { rows } = await pool.query<Game & { total: number }>(LOBBY_SQL, [gameType, pageSize, (pageNo - 1) * pageSize]);
  const list = rows.map(({ total: _, ...game }) => game);
  const page = { list, pageNo, totalPages: Math.ceil((rows[0]?.total ?? 0) / pageSize) };
  return { success: true, value: games.list.output.encode(page) };
}

const app = await createHttp({ log: platform.log, sentence: gatekeeper.sentence });
app.route({ method: "POST", url: "/api/rounds.play", handler: playRound });
app.route({ method: "GET", url: "/api/wallet.balance", handler: readBalance });
app.route({ method: "GET", url: "/api/games.list", handler: listGames });

const [, , socketPath = ""] = process.argv;
await app.listen({ path: socketPath });
answerParent(async () => ({ listening: true }));
