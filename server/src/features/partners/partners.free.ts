import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { PartnerFree, PartnerFreeLine, PartnerFreeState, PartnerGame, partners } from "@laro/contract/partners";
import { streamOf } from "../../core/wallet/chance.ts";
import type { SeedKeys } from "../../core/wallet/seeds.sealed.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest, newId } from "../../platform/ids.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { type Asking, keepPace, type PlayRead, rowOf } from "./partners.rounds.ts";
import { looksAt } from "./partners.send.ts";
import { countNonce, lockSeed, openPlayer } from "./partners.seeds.ts";

/** A player has so many of them open at most. */
const OPEN_MAX = 20;

/** Free rounds of a partner's player, and whom their end is told about. */
export interface KeptFree {
  readonly id: string;
  readonly partnerId: number;
  readonly playerId: bigint;
  readonly player: string;
  readonly currency: string;
  readonly issue: string;
  readonly gameCode: PartnerGame;
  readonly rounds: number;
  readonly used: number;
  readonly stake: bigint;
  readonly won: bigint;
  readonly until: Date;
  readonly state: PartnerFreeState;
  readonly sends: number;
  readonly lookAt: Date | null;
  readonly heldAt: Date | null;
  readonly refusal: string | null;
  readonly balance: bigint | null;
  readonly at: Date;
  readonly endingAt: Date | null;
}

export const selectFree = (given: Db | Tx) =>
  (given as Db)
    .selectFrom("partner_free_round as f")
    .innerJoin("partner_player as p", "p.id", "f.player_id")
    .select(["f.id", "f.partner_id as partnerId", "f.player_id as playerId", "f.issue", "f.game_code as gameCode", "f.rounds", "f.used", "f.stake", "f.won"])
    .select(["f.until", "f.state", "f.sends", "f.look_at as lookAt", "f.held_at as heldAt", "f.refusal", "f.balance", "f.at", "f.ending_at as endingAt"])
    .select(["p.foreign_id as player", "p.currency"])
    .$narrowType<{ gameCode: PartnerGame; state: PartnerFreeState }>();

export const findFree = (given: Db | Tx, id: string): Promise<KeptFree | undefined> => selectFree(given).where("f.id", "=", id).executeTakeFirst();

/** The same, which nobody plays or ends until this transaction does. */
export const lockFree = (tx: Tx, id: string): Promise<KeptFree> => selectFree(tx).where("f.id", "=", id).forUpdate("f").executeTakeFirstOrThrow();

/** Those of a player that wait in a game, the oldest given first; null where none do. */
export async function findWaiting(db: Db, { playerId, gameCode, now }: { playerId: bigint; gameCode: string; now: Date }): Promise<PartnerFree | null> {
  const row = await selectFree(db)
    .where("f.player_id", "=", playerId)
    .where("f.game_code", "=", gameCode)
    .where("f.state", "=", "issued")
    .where("f.until", ">", now)
    .orderBy("f.id")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, rounds, used, stake, won, until } = row;
  return { id, rounds, used, stake, won, until: until.toISOString() };
}

interface Issue {
  readonly partnerId: number;
  readonly issue: string;
  readonly account: { readonly id: string; readonly currency: string };
  readonly gameCode: PartnerGame;
  readonly rounds: number;
  readonly stakeMinor: bigint;
  readonly until: Date;
  readonly now: Date;
}

/** Gives a player free rounds, once for the partner's name of them: asked again it says so again. */
export async function issueFree(tx: Tx, keys: SeedKeys, given: Issue): Promise<"done" | "other" | "currency" | "many"> {
  const { partnerId, issue, account, gameCode, rounds, stakeMinor, until, now } = given;
  const digest = contentDigest(JSON.stringify([account.id, account.currency, gameCode, rounds, formatAmount(stakeMinor), until.getTime()]));
  const player = await openPlayer(tx, keys, { partnerId, foreignId: account.id, currency: account.currency, now });
  if (player.currency !== account.currency) return "currency";
  // One after the other for a player, so that nobody has more of them open than may be.
  await tx.selectFrom("partner_player").select("id").where("id", "=", player.id).forUpdate().execute();
  const known = await tx.selectFrom("partner_free_round").select("digest").where("partner_id", "=", partnerId).where("issue", "=", issue).executeTakeFirst();
  if (known !== undefined) return known.digest === digest ? "done" : "other";
  const open = await tx
    .selectFrom("partner_free_round")
    .select("id")
    .where("player_id", "=", player.id)
    .where("state", "=", "issued")
    .limit(OPEN_MAX)
    .execute();
  if (open.length >= OPEN_MAX) return "many";
  const row = { id: newId(now), partner_id: partnerId, player_id: player.id, issue, digest, game_code: gameCode, rounds, stake: stakeMinor };
  const made = await tx
    .insertInto("partner_free_round")
    .values({ ...row, until, look_at: until, at: now })
    .onConflict((conflict) => conflict.columns(["partner_id", "issue"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  // Only another player's can have come meanwhile.
  return made === undefined ? "other" : "done";
}

/** Takes free rounds back that are not played out; what those that were played won is told by the job. Asked again it says so again. */
export async function cancelFree(tx: Tx, { partnerId, issue, now }: { partnerId: number; issue: string; now: Date }): Promise<"done" | "unknown" | "played"> {
  const free = await selectFree(tx).where("f.partner_id", "=", partnerId).where("f.issue", "=", issue).forUpdate("f").executeTakeFirst();
  if (free === undefined) return "unknown";
  if (free.used === free.rounds) return "played";
  if (free.state !== "issued") return "done";
  await endFree(tx, free, { as: "cancelled", now });
  await looksAt(tx, free.id, now);
  return "done";
}

/** Ends free rounds before all are played: what was won is told from here on, and where nobody played there is nothing to tell. */
export async function endFree(tx: Tx, { id, used }: Pick<KeptFree, "id" | "used">, { as, now }: { as: "cancelled" | "expired"; now: Date }): Promise<void> {
  const to = used > 0 ? { state: "ending", ending_at: now, look_at: now } : { state: as, ended_at: now, look_at: null };
  await tx.updateTable("partner_free_round").set(to).where("id", "=", id).where("state", "=", "issued").execute();
}

/**
 * Plays one of a player's free rounds: drawn and closed in one transaction, for the stake they were given with. After the last one their end is due.
 * Refuses as `keepPace` does, with `partners.free_over`, and with `rounds.below_minimum` and `rounds.above_maximum` for another stake.
 */
export async function playFree(tx: Tx, keys: SeedKeys, asking: Asking, read: PlayRead): Promise<void> {
  const { session, play, now } = asking;
  const { playerId, gameCode } = session;
  await keepPace(tx, playerId, { cycleMs: read.engine.cycleMs, now });
  const free = await selectFree(tx)
    .where("f.id", "=", play.free!)
    .where("f.player_id", "=", playerId)
    .where("f.game_code", "=", gameCode)
    .where("f.state", "=", "issued")
    .where("f.until", ">", now)
    .forUpdate("f")
    .executeTakeFirst();
  if (free === undefined) refuse("partners.free_over", { field: "free" });
  if (play.stake < free.stake) refuse("rounds.below_minimum", { field: "stake", minimum: formatAmount(free.stake) });
  if (play.stake > free.stake) refuse("rounds.above_maximum", { field: "stake", maximum: formatAmount(free.stake) });
  const { id: seedId, nonce, ...seed } = await lockSeed(tx, keys, playerId);
  const { winMinor, outcome } = read.engine.play({ stakeMinor: play.stake, choice: read.choice, stream: streamOf(seed, nonce) });
  const drawn = { state: "closed", seed_id: seedId, nonce, win: winMinor, outcome: JSON.stringify(outcome), drawn_at: now, ended_at: now };
  const made = await tx
    .insertInto("partner_round")
    .values({ ...rowOf(asking, read), ...drawn, free_round_id: free.id })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) return;
  await countNonce(tx, playerId);
  const used = free.used + 1;
  const ending = used === free.rounds ? { state: "ending", ending_at: now, look_at: now } : {};
  await tx
    .updateTable("partner_free_round")
    .set({ used, won: free.won + winMinor, ...ending })
    .where("id", "=", free.id)
    .execute();
}

type Listed = Omit<InputOf<(typeof partners)["freeRounds"]>, "code"> & { readonly code: string; readonly partnerId: number };

/** Free rounds of a partner's players that are not over, oldest first. */
export async function listFree(db: Db, { code, partnerId, cursor, limit = PAGE_LIMIT_DEFAULT }: Listed): Promise<OutputOf<(typeof partners)["freeRounds"]>> {
  const rows = await selectFree(db)
    .where("f.partner_id", "=", partnerId)
    .where("f.ended_at", "is", null)
    .$if(isIdCursor(cursor), (query) => query.where("f.id", ">", cursor!))
    .orderBy("f.id")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => describeFree(code, row), cursorOf: ({ id }) => id });
}

export const describeFree = (
  code: string,
  { id, issue, player, currency, gameCode, state, rounds, used, stake, won, until, sends, at, heldAt, refusal }: KeptFree,
): PartnerFreeLine => ({
  id,
  code,
  issue,
  player,
  currency,
  gameCode,
  state,
  rounds,
  used,
  stake,
  won,
  sends,
  refusal,
  until: until.toISOString(),
  at: at.toISOString(),
  heldAt: heldAt?.toISOString() ?? null,
});
