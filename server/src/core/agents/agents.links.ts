import { hash } from "node:crypto";
import { type AgentLink, LINK_COUNT_MAX, LINKS_MAX } from "@laro/contract/agents";
import { accountTypes, type OpenedType, isAgentType, typesBelow } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { sweepInTurns } from "../../platform/rows.ts";
import type { AgentRules } from "../settings/packs.ts";
import { lacksAccreditation } from "./agents.accreditation.ts";
import { newCode } from "./agents.ts";
import { standingOf } from "./agents.standing.ts";

interface Place {
  readonly type: number;
  readonly depth: number;
}

/** Which types an agent's links may open here: those below its own that the market has, as deep as they may stand; an agent needs room for its members. */
const typesFor = ({ type, depth }: Place, { types, depthMax }: AgentRules): readonly OpenedType[] =>
  typesBelow(type).filter((one) => (isAgentType(one) ? types.includes(one) && depth + 2 <= depthMax : depth < depthMax));

/** A way in: below whom it leads, and the type of account it opens. */
export interface Way {
  /** Null where a player of nobody's refers a friend. */
  readonly agentId: bigint | null;
  readonly code: string;
  readonly opens: OpenedType;
  /** The player whose referral code it is; their friends join beside them. */
  readonly referrerId: bigint | null;
}

interface Found extends Way, Place {
  readonly standing: string;
  readonly isClosed: boolean;
}

/**
 * The link or referral code a code is; undefined for one that is nobody's, closed, of a closed agent or account, of an agent not accredited as the market asks, or that the
 * market lets open nothing. Looked up once, whatever comes of it.
 */
export async function findWay(db: Db, { code, rules, now }: { code: string; rules: AgentRules; now: Date }): Promise<Way | undefined> {
  const asked = code.trim().toUpperCase();
  const { rows } = await sql<Found>`
    select l.agent_id as "agentId", l.code, l.opens, null::bigint as "referrerId", a.type, n.depth, ${standingOf(sql`l.agent_id`, now)} as standing,
      l.closed_at is not null or a.closed or ${lacksAccreditation(rules, sql`l.agent_id`, now)} as "isClosed"
    from agent_link l join agent_node n on n.account_id = l.agent_id join account a on a.id = l.agent_id where l.code = ${asked}
    union all
    select n.parent_id, r.code, ${accountTypes.player}::smallint, r.account_id, ${accountTypes.agent}::integer, n.depth - 1, ${standingOf(sql`n.parent_id`, now)},
      a.closed or n.parent_id is not null and ${lacksAccreditation(rules, sql`n.parent_id`, now)}
    from agent_referral r join agent_node n on n.account_id = r.account_id join account a on a.id = r.account_id where r.code = ${asked}`.execute(db as Tx);
  const [row] = rows;
  if (row === undefined || row.isClosed || row.standing === "closed") return undefined;
  const { agentId, opens, referrerId } = row;
  return typesFor(row, rules).includes(opens) ? { agentId, code: row.code, opens, referrerId } : undefined;
}

/** A player's own referral code, made when it is first asked for. Refuses an agent, who has links, with `agents.has_links`. */
export async function getReferralCode(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<string> {
  const { rows } = await sql<{ code: string | null; isAgent: boolean }>`
    select r.code, n.invitation_code is not null as "isAgent" from agent_node n left join agent_referral r on r.account_id = n.account_id where n.account_id = ${accountId}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined || row.isAgent) refuse("agents.has_links");
  if (row.code !== null) return row.code;
  await sql`insert into agent_referral (account_id, code, made_at) values (${accountId}, ${newCode()}, ${now}) on conflict (account_id) do nothing`.execute(tx);
  return (await tx.selectFrom("agent_referral").select("code").where("account_id", "=", accountId).executeTakeFirstOrThrow()).code;
}

/** Counts a browser's visit by a link: once a day, and nothing for a code that is nobody's. */
export async function countVisit(tx: Tx, { code, device, now, timeZone }: { code: string; device: Buffer; now: Date; timeZone: string }): Promise<void> {
  const link = await tx.selectFrom("agent_link").select("code").where("code", "=", code.trim().toUpperCase()).where("closed_at", "is", null).executeTakeFirst();
  if (link === undefined) return;
  // A browser's visits to different links cannot be put together.
  const visitor = hash("sha256", Buffer.concat([device, Buffer.from(link.code)]), "buffer");
  await sql`
    with visit as (
      insert into agent_visit (day, code, visitor) values ((${now}::timestamptz at time zone ${timeZone})::date, ${link.code}, ${visitor}) on conflict do nothing returning code
    )
    update agent_link set visits = visits + 1 where code in (select code from visit)`.execute(tx);
}

const SWEPT_AT_ONCE_MAX = 10_000;

/** Forgets which browsers came before yesterday; what they count for stays. */
export async function sweepVisits(database: Pick<Database, "begin">, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`delete from agent_visit where ctid = any(array(
        select ctid from agent_visit where day < (${now}::timestamptz at time zone ${timeZone})::date - 1 limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx),
  ]);
}

interface Row extends Omit<AgentLink, "madeAt" | "closedAt"> {
  readonly madeAt: Date;
  readonly closedAt: Date | null;
}

/**
 * The open links of an agent, the invitation code first, and the last that were closed; what came of each, all in one reading, of the last `LINK_COUNT_MAX` who registered. What
 * somebody did counts while they stand under the agent: of who was moved away it is the next agent's. Today's play is that of the hours gathered so far.
 */
export async function listLinks(db: Db | Tx, { agentId, now, timeZone }: { agentId: bigint; now: Date; timeZone: string }): Promise<AgentLink[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select * from agent_link where agent_id = ${agentId} and closed_at is null
      union all
      (select * from agent_link where agent_id = ${agentId} and closed_at is not null order by closed_at desc limit ${LINKS_MAX})
    ), lately as (select distinct account_id from member_hour where agent_id = ${agentId} and valid > 0 and hour > ${now}::timestamptz - interval '2 days'),
    came as (
      select m.code, count(*)::int as registered,
             count(*) filter (where n.parent_id = ${agentId} and exists (select from deposit d where d.account_id = n.account_id and d.state = 'credited'))::int as deposited,
             count(*) filter (where n.parent_id = ${agentId} and (n.account_id in (select account_id from lately) or exists (
               select from member_day d where d.account_id = n.account_id and d.agent_id = ${agentId} and d.valid > 0
                 and d.day > (${now}::timestamptz at time zone ${timeZone})::date - 30)))::int as active
      from mine m cross join lateral (
        select r.account_id, r.parent_id from agent_node r where r.link_code = m.code order by r.joined_at desc limit ${LINK_COUNT_MAX}
      ) n group by m.code
    )
    select m.code, m.label, m.code = up.invitation_code as "isFirst", m.opens, m.visits::int as visits, coalesce(c.registered, 0) as registered,
           coalesce(c.deposited, 0) as deposited, coalesce(c.active, 0) as active, m.made_at as "madeAt", m.closed_at as "closedAt"
    from mine m join agent_node up on up.account_id = m.agent_id left join came c on c.code = m.code
    order by m.closed_at desc nulls first, m.code = up.invitation_code desc, m.made_at desc, m.code`.execute(db as Tx);
  return rows.map(({ madeAt, closedAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString(), closedAt: closedAt?.toISOString() ?? null }));
}

async function readPlace(db: Db | Tx, { agentId, rules, now }: { agentId: bigint; rules: AgentRules; now: Date }) {
  const { rows } = await sql<Place & { standing: string; isLacking: boolean }>`
    select a.type, n.depth, ${standingOf(sql`n.account_id`, now)} as standing, ${lacksAccreditation(rules, sql`n.account_id`, now)} as "isLacking"
    from agent_node n join account a on a.id = n.account_id where n.account_id = ${agentId}`.execute(db as Tx);
  return rows[0]!;
}

/** The types an agent's new links may open, and the accounts it opens itself; none for an agent that is held, closed, or not accredited as the market asks. */
export async function typesOfNewLink(db: Db | Tx, { agentId, rules, now }: { agentId: bigint; rules: AgentRules; now: Date }): Promise<OpenedType[]> {
  const place = await readPlace(db, { agentId, rules, now });
  return place.standing === "open" && !place.isLacking ? [...typesFor(place, rules)] : [];
}

interface NewLink {
  readonly agentId: bigint;
  readonly label: string;
  readonly opens: OpenedType;
  readonly rules: AgentRules;
  readonly now: Date;
}

/** Makes a link. Refuses with `agents.held`, `agents.not_accredited`, `agents.type_not_allowed`, or `agents.too_many_links` beyond 50 open ones and 50 made within 24 hours. */
export async function makeLink(tx: Tx, { agentId, label, opens, rules, now }: NewLink): Promise<AgentLink> {
  await sql`select pg_advisory_xact_lock(hashtextextended('agent_link', ${agentId}::bigint))`.execute(tx);
  const place = await readPlace(tx, { agentId, rules, now });
  if (place.standing !== "open") refuse("agents.held");
  if (place.isLacking) refuse("agents.not_accredited");
  if (!typesFor(place, rules).includes(opens)) refuse("agents.type_not_allowed", { field: "opens" });
  const { rows } = await sql<{ open: number; made: number }>`
    select count(*) filter (where closed_at is null)::int as open, count(*) filter (where made_at > ${now}::timestamptz - interval '1 day')::int as made
    from agent_link where agent_id = ${agentId} and label <> ''`.execute(tx);
  if (rows[0]!.open >= LINKS_MAX || rows[0]!.made >= LINKS_MAX) refuse("agents.too_many_links", { maximum: LINKS_MAX });
  const code = newCode();
  await tx.insertInto("agent_link").values({ code, agent_id: agentId, label, opens, made_at: now }).execute();
  staleOnCommit(tx, ["agents.links"], [`member:${agentId}`]);
  const madeAt = now.toISOString();
  return { code, label, isFirst: false, opens, visits: 0, registered: 0, deposited: 0, active: 0, madeAt, closedAt: null };
}

/** Closes a link of an agent's own. Refuses another's, and one that is closed, with `agents.link_not_found`; the invitation code with `agents.link_first`. */
export async function closeLink(tx: Tx, { agentId, code, now }: { agentId: bigint; code: string; now: Date }): Promise<void> {
  const node = await tx.selectFrom("agent_node").select("invitation_code as code").where("account_id", "=", agentId).executeTakeFirstOrThrow();
  if (node.code === code) refuse("agents.link_first", { field: "code" });
  const closed = await tx
    .updateTable("agent_link")
    .set({ closed_at: now })
    .where("code", "=", code)
    .where("agent_id", "=", agentId)
    .where("closed_at", "is", null)
    .returning("code")
    .executeTakeFirst();
  if (closed === undefined) refuse("agents.link_not_found", { field: "code" });
  staleOnCommit(tx, ["agents.links"], [`member:${agentId}`]);
}

/** Closes all of an agent's links but the invitation code, which the agent's standing closes. */
export async function closeLinks(tx: Tx, { agentId, now }: { agentId: bigint; now: Date }): Promise<void> {
  await tx.updateTable("agent_link").set({ closed_at: now }).where("agent_id", "=", agentId).where("closed_at", "is", null).where("label", "<>", "").execute();
  staleOnCommit(tx, ["agents.links"], [`member:${agentId}`]);
}

/** The type a newcomer gets, and whose they are; a player of nobody's without a way. */
export const placeOf = (way: Way | undefined) => ({
  parentId: way?.agentId ?? null,
  // A referral code is no link of the agent's.
  linkCode: way?.referrerId === null ? way.code : null,
  type: way?.opens ?? accountTypes.player,
});
