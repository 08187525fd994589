import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { RoundOutcome, WaitingRound } from "@laro/contract/core/gatewayDesk";
import { type gateway, SILENT_HOURS } from "@laro/contract/gateway";
import { sql } from "kysely";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { nameGames } from "../../core/catalogue/named.ts";
import { closeRound, refundRound } from "../../core/vendors/openRounds.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage } from "../../platform/pages.ts";
import type { By } from "./gateway.rules.ts";

interface Row {
  readonly key: string;
  readonly vendorId: number;
  readonly code: string;
  readonly walletId: bigint;
  readonly theirs: string;
  readonly roundId: string;
  readonly gameId: number;
  readonly memberId: bigint;
  readonly memberName: string;
  readonly at: Date;
  readonly stake: bigint;
  readonly win: bigint;
  readonly isHeld: boolean;
  readonly since: Date;
  readonly proposalId: string | null;
  readonly outcome: RoundOutcome | null;
  readonly reason: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: Date | null;
}

/** A round waits where it is held, or where its vendor says nothing for three days. */
const isWaiting = (now: Date) =>
  sql<boolean>`r.closed_at is null and (r.held_at is not null or r.silent_at <= ${now}::timestamptz - make_interval(hours => ${SILENT_HOURS}))`;

/** How many of a vendor's rounds wait, for a list that names `v`, up to a most. */
export const waitingOf = (now: Date, most: number) =>
  sql<number>`(select count(*)::integer from (select from vendor_round r where r.vendor_id = v.id and ${isWaiting(now)} limit ${most}) waiting)`;

const SINCE = sql<Date>`coalesce(r.held_at, r.silent_at)`;

interface Wanted {
  readonly vendorId: number;
  readonly now: Date;
  readonly key?: string;
  readonly after?: { readonly since: Date; readonly key: string } | undefined;
  readonly limit: number;
}

async function readWaiting(db: Db | Tx, { vendorId, now, key, after, limit }: Wanted): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select r.key, r.vendor_id as "vendorId", v.code, r.wallet_id as "walletId", r.foreign_id as theirs, r.round_id as "roundId", r.game_id as "gameId", a.id as "memberId",
           a.name as "memberName", r.at, o.stake, o.win, r.held_at is not null as "isHeld", ${SINCE} as since, p.id as "proposalId", p.outcome, p.reason,
           p.proposed_name as "proposedBy", p.proposed_at as "proposedAt"
    from vendor_round r join vendor v on v.id = r.vendor_id join open_round o on o.wallet_id = r.wallet_id and o.id = r.round_id
    join wallet w on w.id = r.wallet_id join account a on a.id = w.account_id
    left join gateway_round_proposal p on p.wallet_id = r.wallet_id and p.key = r.key and p.state = 'proposed'
    where r.vendor_id = ${vendorId} and ${isWaiting(now)} and (${key ?? null}::uuid is null or r.key = ${key ?? null}::uuid)
      and (${after?.key ?? null}::uuid is null or (${SINCE}, r.key) > (${after?.since ?? null}::timestamptz, ${after?.key ?? null}::uuid))
    order by since, r.key limit ${limit}`.execute(db as Tx);
  return rows;
}

async function describeAll(db: Db | Tx, rows: readonly Row[]): Promise<(row: Row) => WaitingRound> {
  const names = await nameGames(
    db,
    rows.map(({ gameId }) => gameId),
  );
  return ({ key, theirs, gameId, memberId, memberName, at, stake, win, isHeld, since, proposalId, outcome, reason, proposedBy, proposedAt }) => ({
    roundId: key,
    theirRound: theirs,
    displayName: names.get(gameId)?.displayName ?? String(gameId),
    memberId,
    memberName,
    at: at.toISOString(),
    stake,
    win,
    why: isHeld ? "held" : "silent",
    since: since.toISOString(),
    proposal:
      proposalId === null ? null : { id: proposalId, outcome: outcome!, reason: reason!, proposedBy: proposedBy!, proposedAt: proposedAt!.toISOString() },
  });
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(cursor: string | undefined): Wanted["after"] {
  const [, since, key] = CURSOR.exec(cursor ?? "") ?? [];
  const at = new Date(since ?? "");
  return key === undefined || Number.isNaN(at.getTime()) ? undefined : { since: at, key };
}

/** A vendor's rounds that wait for officers, those that wait longest first. */
export async function listWaiting(
  db: Db,
  { vendorId, cursor, limit = PAGE_LIMIT_DEFAULT, now }: Omit<InputOf<(typeof gateway)["rounds"]>, "vendorCode"> & { vendorId: number; now: Date },
): Promise<OutputOf<(typeof gateway)["rounds"]>> {
  const rows = await readWaiting(db, { vendorId, now, after: readCursor(cursor), limit: limit + 1 });
  const describe = await describeAll(db, rows);
  return cutPage(rows, { limit, describe, cursorOf: ({ since, key }) => `${since.toISOString()} ${key}` });
}

/** Proposes what becomes of a round. Refuses with `gateway.round_not_waiting`, `gateway.round_proposed`, and `gateway.round_won` where a win would have to be taken back. */
export async function proposeRound(
  tx: Tx,
  { vendorId, roundId, outcome }: { vendorId: number; roundId: string; outcome: RoundOutcome },
  { reason, by, now }: By,
): Promise<WaitingRound> {
  const [round] = await readWaiting(tx, { vendorId, now, key: roundId, limit: 1 });
  if (round === undefined) refuse("gateway.round_not_waiting", { field: "roundId" });
  if (outcome === "refund" && round.win > 0n) refuse("gateway.round_won", { field: "outcome" });
  const isNew = await tx
    .insertInto("gateway_round_proposal")
    .values({
      id: newId(now),
      vendor_id: vendorId,
      wallet_id: round.walletId,
      key: roundId,
      outcome,
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("gateway.round_proposed", { field: "roundId" });
  tellRounds(tx);
  const rows = await readWaiting(tx, { vendorId, now, key: roundId, limit: 1 });
  return (await describeAll(tx, rows))(rows[0]!);
}

/**
 * Decides a round that was proposed; confirmed, it ends. Refuses with `gateway.proposal_not_found`, `gateway.not_proposed`, `gateway.own_proposal`, and where the round
 * went on since with `gateway.round_not_waiting` or `gateway.round_won`: then it stays proposed.
 */
export async function decideRound(tx: Tx, to: "confirmed" | "declined", decision: Decision & { timeZone: string }): Promise<void> {
  const { now, timeZone } = decision;
  const isMoved = await decideProposal(tx, "gateway_round_proposal", to, decision);
  const row = await tx
    .selectFrom("gateway_round_proposal")
    .select(["vendor_id as vendorId", "wallet_id as walletId", "key", "outcome", "state"])
    .where("id", "=", decision.id)
    .executeTakeFirst();
  if (row === undefined) refuse("gateway.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "gateway.own_proposal" : "gateway.not_proposed");
  tellRounds(tx);
  if (to === "declined") return;
  // What the vendor sends at this moment is in the books before or after, not in between.
  await sql`select from wallet where id = ${row.walletId} for update`.execute(tx);
  const [round] = await readWaiting(tx, { vendorId: row.vendorId, now, key: row.key, limit: 1 });
  if (round === undefined) refuse("gateway.round_not_waiting");
  if (row.outcome === "close") await closeRound(tx, { now, timeZone }, round);
  else if (!(await refundRound(tx, { now, timeZone }, round))) refuse("gateway.round_won");
  staleOnCommit(tx, ["wallet.balance", "bonuses.rewards", "rewards.summary"], [`member:${round.memberId}`]);
}

const tellRounds = (tx: Tx): void => staleOnCommit(tx, ["gateway.rounds", "gateway.list"], ["operators"]);
