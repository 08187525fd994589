import type { commissions, OfficePay, OwnSide, Pay, SeenPay } from "@laro/contract/commissions";
import { contractKinds } from "@laro/contract/core/contractKinds";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import { describeHeld, heldColumns, heldJoins } from "../../core/agents/heldPay.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";
import { nameFor } from "./commissions.names.ts";

/** An agent who reads, and what its market lets it see. */
export interface Earner {
  readonly agentId: bigint;
  readonly keys: Pick<Keys, "dataKey">;
  readonly pack: JurisdictionPack;
  readonly timeZone: string;
  readonly now: Date;
}

/** No period is longer: pays that touch some days began at most so long before the first of them. */
export const PERIOD_DAYS_MAX = 31;

type Figures = Omit<Pay, "startsAt" | "paidAt" | "held" | "deductions">;
export interface PayRow extends Figures, Pick<OfficePay, "agentId" | "agentName" | "uplineName" | "reason"> {
  readonly uplineId: bigint | null;
  readonly startsAt: Date;
  readonly paidAt: Date | null;
  readonly heldSince: Date;
  readonly dueOn: string | null;
  readonly admin: bigint;
  readonly payments: bigint;
  readonly bonuses: bigint;
  readonly salaries: bigint;
}

const deducted = (name: keyof Pay["deductions"]) => sql`coalesce((p.deductions->>${sql.lit(name)})::bigint, 0) as ${sql.ref(name)}`;

/** Pays `p` of a source with all that led to them. */
export const selectPays = (source: RawBuilder<unknown>, timeZone: string) => sql<PayRow>`
  select p.id, p.contract_id as "contractId", p.kind, c.period, p.starts_at as "startsAt", p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", p.tier,
    coalesce(t.rate, 0) as rate, coalesce(t.profit_rate, 0) as "profitRate", coalesce(t.loss_rate, 0) as "lossRate", p.bet, p.ahead, p.behind, p.result,
    ${deducted("admin")}, ${deducted("payments")}, ${deducted("bonuses")}, ${deducted("salaries")}, p.active, p.carry_in as "carryIn", p.base,
    p.carry_out as "carryOut", p.gross, p.owed, p.makeup_in as "makeupIn", p.makeup_out as "makeupOut", p.pay, p.state, p.reason, p.paid_at as "paidAt", case when p.state = 'approved' then p.pays_on end::text as "paysOn",
    p.agent_id as "agentId", p.upline_id as "uplineId", a.name as "agentName", u.name as "uplineName", ${heldColumns}
  from ${source} p join agent_contract c on c.id = p.contract_id join account a on a.id = p.agent_id left join account u on u.id = p.upline_id
  left join agent_contract_tier t on t.contract_id = p.contract_id and t.tier = p.tier
  ${heldJoins(timeZone)}`;

/** What an agent reads of a pay. */
export function describePay({ uplineId: _, agentId: __, agentName: ___, uplineName: ____, reason: _____, ...row }: PayRow): Pay {
  const { admin, payments, bonuses, salaries, startsAt, paidAt, heldSince, dueOn, ...figures } = row;
  return {
    ...figures,
    startsAt: startsAt.toISOString(),
    deductions: { admin, payments, bonuses, salaries },
    paidAt: paidAt?.toISOString() ?? null,
    held: describeHeld({ heldSince, dueOn }),
  };
}

/** What is the paid agent's alone of a pay, and the rest, which its upline sees too. */
export function splitPay({ owed, makeupIn, makeupOut, pay, state, paidAt, held, paysOn, ...seen }: Pay): { readonly seen: SeenPay; readonly own: OwnSide } {
  return { seen, own: { owed, makeupIn, makeupOut, pay, state, paidAt, held, paysOn } };
}

export const describeOfficePay = (row: PayRow): OfficePay => {
  const { agentId, agentName, uplineName, reason } = row;
  return { ...describePay(row), agentId, agentName, uplineName, reason };
};

/** Whether a pay `p` stands: a run that is still computed, or was discarded, pays nobody. */
export const isSeen = sql`not exists (select from settlement_run r where r.id = p.run_id and r.state in ('computing', 'discarded'))`;

type ListInput = InputOf<(typeof commissions)["mine"]>;
const CURSOR = /^(\d{4}-\d{2}-\d{2}T[0-9:.]+Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Pays of one side of contracts, newest first: some rows of each kind by its index, and the newest of those. */
async function listPays(db: Db, side: "agent_id" | "upline_id", { agentId, timeZone }: Earner, input: ListInput & { readonly limit: number }) {
  const { kind, from = "2000-01-01", to = "9999-12-31", cursor, limit } = input;
  const [at = "infinity", id = LAST_ID] = readTimeCursor(CURSOR, cursor);
  const source = sql`(
    select newest.* from unnest(${kind === undefined ? [...contractKinds] : [kind]}::text[]) k(kind) cross join lateral (
      select p.* from settlement_pay p
      where ${sql.ref(`p.${side}`)} = ${agentId} and p.kind = k.kind and p.starts_at <= ${at}::timestamptz and (p.starts_at, p.id) < (${at}::timestamptz, ${id}::uuid)
        and p.starts_at >= ((${from}::date - ${PERIOD_DAYS_MAX}::integer)::timestamp at time zone ${timeZone})
        and p.starts_on <= ${to}::date and p.ends_on >= ${from}::date and ${isSeen}
      order by p.starts_at desc, p.id desc limit ${limit + 1}
    ) newest order by newest.starts_at desc, newest.id desc limit ${limit + 1}
  )`;
  return (await sql<PayRow>`${selectPays(source, timeZone)} order by p.starts_at desc, p.id desc`.execute(db as Tx)).rows;
}

const cursorOf = ({ startsAt, id }: PayRow): string => `${startsAt.toISOString()}_${id}`;

/** What the agent's contracts paid, newest first. */
export async function listMine(db: Db, earner: Earner, { limit = PAGE_LIMIT_DEFAULT, ...input }: ListInput): Promise<OutputOf<(typeof commissions)["mine"]>> {
  const rows = await listPays(db, "agent_id", earner, { ...input, limit });
  return cutPage(rows, { limit, describe: describePay, cursorOf });
}

/** What the contracts the agent gave come to, newest first. */
export async function listGiven(db: Db, earner: Earner, { limit = PAGE_LIMIT_DEFAULT, ...input }: ListInput): Promise<OutputOf<(typeof commissions)["given"]>> {
  const rows = await listPays(db, "upline_id", earner, { ...input, limit });
  const describe = (row: PayRow) => ({
    ...splitPay(describePay(row)).seen,
    agentId: row.agentId,
    agentName: nameFor(earner, { accountId: row.agentId, name: row.agentName, isDirect: true }),
  });
  return cutPage(rows, { limit, describe, cursorOf });
}

/** A pay of a contract an agent holds or gave. Refuses any other as one there is not, with `settlements.not_found`: one look decides both. */
export async function findOwnPay(db: Db, { agentId, timeZone }: Earner, id: string): Promise<PayRow> {
  const source = sql`(select p.* from settlement_pay p where p.id = ${id} and ${agentId} in (p.agent_id, p.upline_id) and ${isSeen})`;
  const { rows } = await selectPays(source, timeZone).execute(db as Tx);
  return rows[0] ?? refuse("settlements.not_found");
}

/** Any pay, for officers. Refuses an unknown one with `settlements.not_found`. */
export async function findPay(db: Db, id: string, timeZone: string): Promise<PayRow> {
  const { rows } = await selectPays(sql`(select p.* from settlement_pay p where p.id = ${id})`, timeZone).execute(db as Tx);
  return rows[0] ?? refuse("settlements.not_found");
}
