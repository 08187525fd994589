import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { Play, teams } from "@laro/contract/teams";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { describeMember, membersOf } from "./teams.members.ts";
import { describeFlow, describePlay, type FlowRow, flowSums, type PlayRow, playSums } from "./teams.sums.ts";
import { checkSpan, closedDays, readCalendar, type Reader, seeAccount, type Span } from "./teams.ts";

type Detail = OutputOf<(typeof teams)["member"]>;
type Days = Span & { readonly id: bigint };

/** One account of the line, and what there is between it and the reader. */
export async function readMember(db: Db, reader: Reader, { id, ...span }: InputOf<(typeof teams)["member"]>): Promise<Detail> {
  checkSpan(span);
  const seen = await seeAccount(db, reader, id);
  const calendar = await readCalendar(db, reader);
  const days = { id, ...closedDays(span, calendar, seen.since) };
  const node = sql`select n.*, a.name, a.type from agent_node n join account a on a.id = n.account_id where n.account_id = ${id}`;
  const { rows } = await membersOf(reader, node, { ...days, frozenTo: calendar.frozenTo }).execute(db as Tx);
  return {
    ...describeMember(reader, rows[0]!),
    trail: seen.trail,
    frozenTo: calendar.frozenTo,
    seesRounds: maySeeRounds(reader, seen),
    flow: await sumFlow(db, days),
    ownPlay: await listOwnPlay(db, days),
    linePlay: await listLinePlay(db, days),
    contracts: await listContracts(db, { agentId: id, uplineId: reader.agentId }),
    transfers: await listTransfers(db, { accountId: reader.agentId, otherId: id }),
  };
}

/** Rounds are shown of direct downlines, and only where the market lets agents see them. */
export const maySeeRounds = ({ pack }: Pick<Reader, "pack">, { isDirect }: { isDirect: boolean }): boolean => pack.agents.seesNames && isDirect;

async function sumFlow(db: Db, { id, from, to }: Days): Promise<Detail["flow"]> {
  const { rows } = await sql<FlowRow>`select ${flowSums} from (
    select deposits, withdrawals, bonuses, first_deposit::int as "firstDeposits" from member_day
    where account_id = ${id} and day >= ${from}::date and day <= ${to}::date) p`.execute(db as Tx);
  return describeFlow(rows[0]!);
}

type CategoryRow = PlayRow & { readonly category: string };
const describeCategory = ({ category, ...row }: CategoryRow): Play & { category: string } => ({ category, ...describePlay(row) });

/** As rounds closed on their day; what was corrected later is in the days alone. */
async function listOwnPlay(db: Db, { id, from, to }: Days): Promise<Detail["ownPlay"]> {
  const { rows } = await sql<CategoryRow>`select g.category, ${playSums} from (
      select d.game_id, d.rounds, coalesce(d.settled_stake, d.stake) as stake, coalesce(d.settled_win, d.win) as win, coalesce(d.valid, d.stake) as valid
      from wallet w join play_day d on d.wallet_id = w.id and d.day >= ${from}::date and d.day <= ${to}::date where w.account_id = ${id}
    ) p join game g on g.id = p.game_id group by g.category order by sum(p.valid) desc, g.category`.execute(db as Tx);
  return rows.map(describeCategory);
}

async function listLinePlay(db: Db, { id, from, to }: Days): Promise<Detail["linePlay"]> {
  const { rows } = await sql<CategoryRow>`select p.category, ${playSums} from line_play_day p
    where p.agent_id = ${id} and p.day >= ${from}::date and p.day <= ${to}::date group by p.category order by sum(p.valid) desc, p.category`.execute(db as Tx);
  return rows.map(describeCategory);
}

const BETWEEN_MAX = 20;

/** Contracts the upline itself gave; what others gave the agent is theirs. */
async function listContracts(db: Db, { agentId, uplineId }: { agentId: bigint; uplineId: bigint }): Promise<Detail["contracts"]> {
  const { rows } = await sql<Omit<Detail["contracts"][number], "number"> & { number: bigint }>`
    select c.id, c.number, c.kind, c.period, c.state, c.starts_on::text as "startsOn", c.ends_on::text as "endsOn",
           coalesce(t.least, 0) as "rateFrom", coalesce(t.most, 0) as "rateTo"
    from agent_contract c cross join lateral (select min(rate) as least, max(rate) as most from agent_contract_tier where contract_id = c.id) t
    where c.agent_id = ${agentId} and c.upline_id = ${uplineId} order by c.number desc limit ${BETWEEN_MAX}`.execute(db as Tx);
  return rows.map(({ number, ...row }) => ({ ...row, number: Number(number) }));
}

async function listTransfers(db: Db, { accountId, otherId }: { accountId: bigint; otherId: bigint }): Promise<Detail["transfers"]> {
  const { rows } = await sql<{ id: string; number: bigint; isSent: boolean; amount: bigint; at: Date }>`
    select id, number, from_account = ${accountId} as "isSent", amount, at from member_transfer
    where (from_account = ${accountId} and to_account = ${otherId}) or (from_account = ${otherId} and to_account = ${accountId})
    order by number desc limit ${BETWEEN_MAX}`.execute(db as Tx);
  return rows.map(({ id, number, isSent, amount, at }) => ({
    id,
    reference: `T-${number}`,
    direction: isSent ? "sent" : "received",
    amount,
    at: at.toISOString(),
  }));
}
