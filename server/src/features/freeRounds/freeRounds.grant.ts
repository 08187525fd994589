import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { FreeRounds, freeRounds, FreeRoundsProposal } from "@laro/contract/freeRounds";
import { sql } from "kysely";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { isRewardable } from "../../core/limits/rewards.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { freeRoundsId, type GivenGame, grantFreeRounds, listGivenGames, staleFreeRounds } from "../../core/vendors/freeRounds.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { getFreeRounds, getMember } from "./freeRounds.ts";

const DAY_MS = 24 * 60 * 60_000;

interface Market {
  readonly timeZone: string;
  readonly pack: Pick<JurisdictionPack, "freeRounds" | "timeZone" | "verifiedOnly">;
}

type Granted = OutputOf<(typeof freeRounds)["grant"]>;
type Wanted = InputOf<(typeof freeRounds)["grant"]> & Market & { readonly by: OperatorActor; readonly now: Date };

/**
 * Gives a member free rounds, or proposes them where they are worth more than one officer gives alone in a day, to one member or to all. Refuses with
 * `accounts.not_found`, `freeRounds.game_not_possible`, `freeRounds.stake_outside`, `freeRounds.barred`, and one request's id for something else with `request.id_reused`.
 */
export async function grant(tx: Tx, wanted: Wanted): Promise<Granted> {
  const member = await getMember(tx, wanted.memberName);
  await sql`select pg_advisory_xact_lock(hashtext('freeRounds:grant'))`.execute(tx);
  const sourceId = derivedId("free-rounds", "grant", String(wanted.by.id), wanted.requestId);
  const known = await findKnown(tx, sourceId, member.id, wanted);
  if (known !== undefined) return known;
  const game = await getGame(tx, wanted.nodeId, wanted.stake);
  const { rounds, stake, days, wagering, reason, by, now, pack } = wanted;
  if (!(await isRewardable(tx, { accountId: member.id, now, pack }))) refuse("freeRounds.barred");
  if (!(await mayAlone(tx, member.id, wanted))) {
    const what = { id: sourceId, account_id: member.id, game_id: game.id, rounds, stake, days, wagering, reason };
    await tx
      .insertInto("free_round_proposal")
      .values({ ...what, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
      .execute();
    staleFreeRounds(tx, member.id);
    return { granted: null, proposed: await getProposal(tx, sourceId) };
  }
  const until = new Date(now.getTime() + days * DAY_MS);
  const id = await grantFreeRounds(tx, {
    accountId: member.id,
    game,
    rounds,
    stakeMinor: stake,
    wagering,
    until,
    sourceId,
    reason,
    by,
    confirmedBy: undefined,
    now,
    pack,
  });
  return { granted: await getFreeRounds(tx, id), proposed: null };
}

/** What this request gave or proposed before. */
async function findKnown(tx: Tx, sourceId: string, accountId: bigint, { nodeId, rounds, stake, wagering }: Wanted): Promise<Granted | undefined> {
  const { rows } = await sql<{ isProposal: boolean; isSame: boolean }>`
    select o.proposal as "isProposal", o.account_id = ${accountId} and o.rounds = ${rounds} and o.stake = ${stake} and o.wagering = ${wagering} and g.node_id::text = ${nodeId} as "isSame"
    from (
      select true as proposal, account_id, game_id, rounds, stake, wagering from free_round_proposal where id = ${sourceId}
      union all select false, account_id, game_id, rounds, stake, wagering from free_round where id = ${freeRoundsId(sourceId)}
    ) o join game g on g.id = o.game_id order by o.proposal desc limit 1`.execute(tx);
  const [known] = rows;
  if (known === undefined) return undefined;
  if (!known.isSame) refuse("request.id_reused");
  return known.isProposal
    ? { granted: null, proposed: await getProposal(tx, sourceId) }
    : { granted: await getFreeRounds(tx, freeRoundsId(sourceId)), proposed: null };
}

/** The game, which can be played for this stake. */
async function getGame(tx: Tx, nodeId: string, stakeMinor: bigint): Promise<GivenGame> {
  const [game] = /^[0-9]{1,9}$/.test(nodeId) ? await listGivenGames(tx, { nodeId: Number(nodeId), limit: 1 }) : [];
  if (game === undefined) refuse("freeRounds.game_not_possible", { field: "nodeId" });
  const { stakeMinMinor: minimum, stakeMaxMinor: maximum } = game;
  if ((minimum !== null && stakeMinor < minimum) || (maximum !== null && stakeMinor > maximum)) {
    const said = (bound: bigint | null): string => (bound === null ? "–" : formatAmount(bound));
    refuse("freeRounds.stake_outside", { field: "stake", minimum: said(minimum), maximum: said(maximum) });
  }
  return game;
}

/** Whether one officer gives this alone: what single officers gave today counts, to this member and to all. What was taken back before it was played counts too. */
async function mayAlone(tx: Tx, accountId: bigint, { rounds, stake, now, timeZone, pack }: Wanted): Promise<boolean> {
  const { rows } = await sql<{ member: bigint; everyone: bigint }>`
    select coalesce(sum(worth) filter (where account_id = ${accountId}), 0)::bigint as member, coalesce(sum(worth), 0)::bigint as everyone
    from free_round where at >= period_start(${now}, 'day', ${timeZone}) and confirmed_by is null`.execute(tx);
  const worth = BigInt(rounds) * stake;
  const { member, everyone } = rows[0]!;
  return member + worth <= pack.freeRounds.aloneMemberMinor && everyone + worth <= pack.freeRounds.aloneDayMinor;
}

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("free_round_proposal as p")
    .innerJoin("account as a", "a.id", "p.account_id")
    .innerJoin("game as g", "g.id", "p.game_id")
    .innerJoin("vendor as v", "v.id", "g.vendor_id")
    .select(["p.id", "p.number", "a.id as memberId", "a.name as memberName", "g.node_id as nodeId", "g.name as gameName", "v.name as vendorName"])
    .select(["p.rounds", "p.stake", "p.days", "p.wagering", "p.reason", "p.state", "p.proposed_name as proposedBy", "p.proposed_by as proposedById"])
    .select(["p.proposed_at as proposedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ number: _, state: _state, proposedById: _by, nodeId, proposedAt, ...row }: Row): FreeRoundsProposal => ({
  ...row,
  nodeId: String(nodeId),
  proposedAt: proposedAt.toISOString(),
});

/** What waits for a second officer, oldest first. */
export async function listProposals(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof freeRounds)["proposals"]>> {
  const rows = await select(db)
    .where("p.state", "=", "proposed")
    .$if(isNumberCursor(cursor), (query) => query.where("p.number", ">", BigInt(cursor!)))
    .orderBy("p.number")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

async function getRow(tx: Tx, id: string): Promise<Row> {
  const row = await select(tx).where("p.id", "=", id).executeTakeFirst();
  return row ?? refuse("freeRounds.proposal_not_found", { field: "id" });
}

const getProposal = async (tx: Tx, id: string): Promise<FreeRoundsProposal> => describe(await getRow(tx, id));

async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<Row> {
  const isMoved = await decideProposal(tx, "free_round_proposal", to, decision);
  const row = await getRow(tx, decision.id);
  if (!isMoved) refuse(row.state === "proposed" ? "freeRounds.own_proposal" : "freeRounds.not_proposed");
  staleFreeRounds(tx, row.memberId);
  return row;
}

/** Declines what was proposed. Refuses with `freeRounds.proposal_not_found` or `freeRounds.not_proposed`. */
export const declineGrant = async (tx: Tx, decision: Decision): Promise<FreeRoundsProposal> => describe(await decide(tx, "declined", decision));

/** Gives what another officer proposed, where it still can be given. Refuses with a code of `freeRounds.` */
export async function confirmGrant(tx: Tx, decision: Decision, { pack }: Market): Promise<FreeRounds> {
  const { memberId, nodeId, rounds, stake, days, wagering, reason, proposedById, proposedBy } = await decide(tx, "confirmed", decision);
  const { now } = decision;
  const game = await getGame(tx, String(nodeId), stake);
  const until = new Date(now.getTime() + days * DAY_MS);
  const what = { accountId: memberId, game, rounds, stakeMinor: stake, wagering, until, sourceId: decision.id, reason };
  const id = await grantFreeRounds(tx, { ...what, by: { id: proposedById, name: proposedBy }, confirmedBy: decision.by, now, pack });
  return getFreeRounds(tx, id);
}
