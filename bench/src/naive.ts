/**
 * The stack the product is measured against: the same Fastify and the same tables, used the usual way of an object-relational mapper. A bet is BEGIN,
 * eight single statements that a query builder makes anew each time, COMMIT on a pooled connection; a read is one query per request.
 */
import { createHash, randomInt, randomUUID } from "node:crypto";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type Game, games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { openDatabase, type Tx } from "@laro/server/platform/db";
import { createHttp } from "@laro/server/platform/http";
import { contentDigest } from "@laro/server/platform/ids";
import { answerParent } from "./child.ts";
import { openBenchPlatform } from "./platform.ts";

/** More of them are slower on a small machine: they queue for the same cores and the same disk. */
const CONNECTIONS = 32;

const { platform, gatekeeper, url } = await openBenchPlatform();
const { db, begin } = openDatabase(url, { connections: CONNECTIONS });

/** As much of Fastify's request as is read here. */
interface HttpRequest {
  readonly id: string;
  readonly ip: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly headers: { readonly authorization?: string | undefined };
}

const tokenHash = (authorization = ""): Buffer => createHash("sha256").update(authorization.slice("Bearer ".length)).digest();

async function bet(tx: Tx, authorization: string | undefined, play: InputOf<(typeof rounds)["play"]>): Promise<Record<string, unknown>> {
  const hash = tokenHash(authorization);
  const session = await tx.selectFrom("session").select("subject_id").where("token_hash", "=", hash).where("ended_at", "is", null).executeTakeFirstOrThrow();
  const account = await tx.selectFrom("account").select("id").where("id", "=", session.subject_id).where("closed", "=", false).executeTakeFirstOrThrow();
  const wallet = await tx.selectFrom("wallet").selectAll().where("account_id", "=", account.id).where("kind", "=", 1).forUpdate().executeTakeFirstOrThrow();
  const seen = await tx.selectFrom("idempotency").select("ref").where("ref", "=", play.requestId).executeTakeFirst();
  if (seen !== undefined) refuse("request.id_reused");
  if (wallet.balance < play.stake) refuse("wallet.insufficient_funds");
  const roll = randomInt(10_000);
  const win = roll < 5000 ? (play.stake * 198n) / 100n : 0n;
  const [id, at, staked, after] = [randomUUID(), new Date(), wallet.balance - play.stake, wallet.balance - play.stake + win];
  const changed = { balance: after, seq: wallet.seq + (win > 0n ? 2n : 1n), staked: wallet.staked + play.stake, won: wallet.won + win };
  await tx.updateTable("wallet").set(changed).where("id", "=", wallet.id).execute();
  const line = { wallet_id: wallet.id, ref: play.requestId, contra: -1n, kind: 1, round_id: id, at };
  const lines = [
    { ...line, seq: wallet.seq + 1n, amount: -play.stake, balance_after: staked },
    { ...line, seq: wallet.seq + 2n, amount: win, balance_after: after },
  ].slice(0, win > 0n ? 2 : 1);
  await tx.insertInto("transfer").values(lines).execute();
  const detail = JSON.stringify({ choice: play.choice, outcome: { roll, multiplier: win > 0n ? 198 : 0 } });
  await tx.insertInto("round").values({ wallet_id: wallet.id, id, game_id: 1, stake: play.stake, win, status: 1, detail, at }).execute();
  const digest = contentDigest(JSON.stringify(play.choice));
  const answer = { ref: play.requestId, wallet_id: wallet.id, digest, round_id: id, balance_after: after, at };
  await tx.insertInto("idempotency").values(answer).execute();
  return { id, win: formatAmount(win), balance: formatAmount(after), roll };
}

async function playRound(request: HttpRequest): Promise<unknown> {
  const play = rounds.play.input.parse(request.body);
  return { success: true, value: await begin((tx) => bet(tx, request.headers.authorization, play)) };
}

async function readBalance(request: HttpRequest): Promise<unknown> {
  const rows = await db
    .selectFrom("session as s")
    .innerJoin("wallet as w", "w.account_id", "s.subject_id")
    .select(["w.kind", "w.balance"])
    .where("s.token_hash", "=", tokenHash(request.headers.authorization))
    .where("s.ended_at", "is", null)
    .execute();
  const of = (kind: number): string => formatAmount(rows.find((row) => row.kind === kind)?.balance ?? 0n);
  return { success: true, value: { balance: of(1), bonus: of(2), locked: of(3), currencySymbol: "₱" } };
}

async function listGames(request: HttpRequest): Promise<unknown> {
  const { gameType = "ALL", pageNo = 1, pageSize = 20 } = games.list.input.parse(request.query);
  const rows = await db
    .withTables<{ naive_game: Game }>()
    .selectFrom("naive_game")
    .selectAll()
    .select(({ fn }) => fn.countAll<bigint>().over().as("total"))
    .$if(gameType !== "ALL", (query) => query.where("gameType", "=", gameType))
    .orderBy("popularity", "desc")
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  const list = rows.map(({ total: _, ...game }) => game);
  const total = Number(rows[0]?.total ?? 0n);
  const page = { list, pageNo, totalPages: Math.ceil(total / pageSize), total };
  return { success: true, value: games.list.output.encode(page) };
}

const app = await createHttp({ log: platform.log, sentence: gatekeeper.sentence });
app.route({ method: "POST", url: "/api/rounds.play", handler: playRound });
app.route({ method: "GET", url: "/api/wallet.balance", handler: readBalance });
app.route({ method: "GET", url: "/api/games.list", handler: listGames });

const [, , socketPath = ""] = process.argv;
await app.listen({ path: socketPath });
answerParent(async () => ({ listening: true }));
