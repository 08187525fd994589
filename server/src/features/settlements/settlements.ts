import type { OfficePay } from "@laro/contract/commissions";
import type { FileAnswer, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Run, settlements } from "@laro/contract/settlements";
import { type RawBuilder, sql } from "kysely";
import { describeHeld, heldColumns, heldJoins } from "../../core/agents/heldPay.ts";
import type { packs } from "../../core/settings/packs.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";

type Pack = (typeof packs)[keyof typeof packs];

interface RunRow extends Pick<Run, "id" | "kind" | "period" | "startsOn" | "endsOn" | "attempt" | "state" | "approvals"> {
  readonly number: bigint;
  readonly figures: Readonly<Record<string, string>>;
  readonly before: bigint | null;
  /** As the market asked when it was computed; not known of old ones. */
  readonly approvalsAsked: number | null;
  readonly madeAt: Date;
  readonly approvedAt: Date | null;
  readonly paidAt: Date | null;
}

const selectRuns = (which: RawBuilder<unknown>) => sql<RunRow>`
  select r.id, r.number, r.kind, r.period, r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.attempt, r.state, r.figures, r.approvals_needed as "approvalsAsked", r.made_at as "madeAt",
    r.approved_at as "approvedAt", r.paid_at as "paidAt",
    (select (b.figures ->> 'pay')::bigint from settlement_run b
     where b.kind = r.kind and coalesce(b.period, '') = coalesce(r.period, '') and b.state <> 'discarded' and b.starts_on < r.starts_on order by b.starts_on desc limit 1) as before,
    coalesce((select jsonb_agg(jsonb_build_object('name', a.operator_name, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.at, a.operator_id)
              from settlement_approval a where a.run_id = r.id), '[]') as approvals
  from settlement_run r ${which}`;

const describeRun =
  (pack: Pack) =>
  ({ number: _number, figures, before, approvalsAsked, madeAt, approvedAt, paidAt, ...row }: RunRow): Run => {
    const sum = (name: string): bigint => BigInt(figures[name] ?? 0);
    const count = (name: string): number => Number(figures[name] ?? 0);
    return {
      ...row,
      figures: {
        contracts: count("contracts"),
        paying: count("paying"),
        held: count("held"),
        gross: sum("gross"),
        owed: sum("owed"),
        pay: sum("pay"),
        houseGross: sum("houseGross"),
        makeupIn: sum("makeupIn"),
        makeupOut: sum("makeupOut"),
        before,
      },
      approvalsNeeded: approvalsAsked ?? pack.agents.approvals[row.kind],
      paid: count("paid"),
      madeAt: madeAt.toISOString(),
      approvedAt: approvedAt?.toISOString() ?? null,
      paidAt: paidAt?.toISOString() ?? null,
    };
  };

const RUN_PLACE = /^([0-9]{4}-[0-9]{2}-[0-9]{2})_([0-9]{1,18})$/;
const PAY_PLACE = /^([0-9TZ:.-]{24})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The settlements, newest first. */
export async function listRuns(
  db: Db,
  pack: Pack,
  { kind, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof settlements)["runs"]>,
): Promise<OutputOf<(typeof settlements)["runs"]>> {
  const [day, number] = readTimeCursor(RUN_PLACE, cursor);
  const { rows } = await selectRuns(sql`
    where ${kind === undefined ? sql`true` : sql`r.kind = ${kind}`} and ${number === undefined ? sql`true` : sql`(r.starts_on, r.number) < (${day}::date, ${number}::bigint)`}
    order by r.starts_on desc, r.number desc limit ${limit + 1}`).execute(db as Tx);
  return cutPage(rows, { limit, describe: describeRun(pack), cursorOf: (run) => `${run.startsOn}_${run.number}` });
}

/** One settlement. Refuses with `settlements.not_found`. */
export async function getRun(db: Db | Tx, pack: Pack, id: string): Promise<Run> {
  const { rows } = await selectRuns(sql`where r.id = ${id}`).execute(db as Tx);
  return describeRun(pack)(rows[0] ?? refuse("settlements.not_found"));
}

/** Where officers read: the market's rules, and the zone its days are of. */
interface Office {
  readonly pack: Pack;
  readonly timeZone: string;
}

type PayRow = Omit<OfficePay, "startsAt" | "paidAt" | "held" | "deductions"> & {
  readonly startsAt: Date;
  readonly paidAt: Date | null;
  readonly heldSince: Date;
  readonly dueOn: string | null;
  readonly deductions: Readonly<Record<string, string>>;
};

const payColumns = sql`
  p.id, p.contract_id as "contractId", p.kind, c.period, p.starts_at as "startsAt", p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", p.tier,
  coalesce(t.rate, 0) as rate, coalesce(t.profit_rate, 0) as "profitRate", coalesce(t.loss_rate, 0) as "lossRate", p.bet, p.ahead, p.behind, p.result, p.deductions, p.active,
  p.carry_in as "carryIn", p.base, p.carry_out as "carryOut", p.gross, p.owed, p.makeup_in as "makeupIn", p.makeup_out as "makeupOut", p.pay, p.state, p.paid_at as "paidAt",
  p.agent_id as "agentId", a.name as "agentName", u.name as "uplineName", p.reason, ${heldColumns},
  a.verification <> 'A' and not exists (select from settlement_pay e where e.agent_id = p.agent_id and e.state = 'paid' and e.number < p.number) as "isFirstUnverified"`;
const payJoins = (timeZone: string) => sql`
  join agent_contract c on c.id = p.contract_id left join agent_contract_tier t on t.contract_id = p.contract_id and t.tier = p.tier
  join account a on a.id = p.agent_id left join account u on u.id = p.upline_id
  ${heldJoins(timeZone)}`;

const describePay = ({ startsAt, paidAt, heldSince, dueOn, deductions, ...row }: PayRow): OfficePay => {
  const taken = (name: string): bigint => BigInt(deductions[name] ?? 0);
  return {
    ...row,
    startsAt: startsAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    held: describeHeld({ heldSince, dueOn }),
    deductions: { admin: taken("admin"), payments: taken("payments"), bonuses: taken("bonuses"), salaries: taken("salaries") },
  };
};

const CHANGES_SHOWN = 20;

/** A settlement and the agents whose pay changed most since the period before. Refuses with `settlements.not_found`. */
export async function getRunWithChanges(db: Db, { pack, timeZone }: Office, id: string): Promise<OutputOf<(typeof settlements)["run"]>> {
  const run = await getRun(db, pack, id);
  const { rows } = await sql<PayRow & { before: bigint }>`
    with last as materialized (
      select b.id from settlement_run b where b.kind = ${run.kind} and b.period is not distinct from ${run.period} and b.state <> 'discarded' and b.starts_on < ${run.startsOn}::date
      order by b.starts_on desc limit 1
    ), earlier as materialized (
      select p.agent_id, sum(p.pay)::bigint as pay from settlement_pay p where p.run_id = (select id from last) group by p.agent_id
    ), changed as (
      select p.id, coalesce(e.pay, 0) as before, abs(p.pay - coalesce(e.pay, 0)) as change from settlement_pay p left join earlier e on e.agent_id = p.agent_id
      where p.run_id = ${id} and p.pay <> coalesce(e.pay, 0) order by 3 desc, p.id limit ${CHANGES_SHOWN}
    )
    select ${payColumns}, x.before from changed x join settlement_pay p on p.id = x.id ${payJoins(timeZone)} order by x.change desc, p.id`.execute(db as Tx);
  return { run, changes: rows.map(({ before, ...row }) => ({ pay: describePay(row), before })) };
}

type PaysInput = InputOf<(typeof settlements)["pays"]>;

async function readPays(db: Db, timeZone: string, { runId, state, cursor, limit }: PaysInput & { readonly limit: number }): Promise<readonly PayRow[]> {
  const [at, id] = readTimeCursor(PAY_PLACE, cursor);
  const { rows } = await sql<PayRow>`
    select ${payColumns} from settlement_pay p ${payJoins(timeZone)}
    where ${runId === undefined ? sql`p.state = 'held'` : sql`p.run_id = ${runId}`} and ${state === undefined ? sql`true` : sql`p.state = ${state}`}
      and ${id === undefined ? sql`true` : sql`(p.starts_at, p.id) > (${at}::timestamptz, ${id}::uuid)`}
    order by p.starts_at, p.id limit ${limit}`.execute(db as Tx);
  return rows;
}

const placeOf = ({ startsAt, id }: Pick<PayRow, "startsAt" | "id">): string => `${startsAt.toISOString()}_${id}`;

/** The pays of a settlement, or without one those that are held, oldest first. */
export async function listPays(
  db: Db,
  { timeZone }: Office,
  { limit = PAGE_LIMIT_DEFAULT, ...input }: PaysInput,
): Promise<OutputOf<(typeof settlements)["pays"]>> {
  const rows = await readPays(db, timeZone, { ...input, limit: limit + 1 });
  return cutPage(rows, { limit, describe: describePay, cursorOf: placeOf });
}

const LINES_AT_ONCE = 500;
const HEADING = [
  "pay",
  "agent",
  "upline",
  "from",
  "to",
  "tier",
  "bet",
  "result",
  "carryIn",
  "base",
  "gross",
  "owed",
  "makeupIn",
  "makeupOut",
  "amount",
  "state",
  "reason",
];

/** The pays of a settlement as a file. Refuses with `settlements.not_found`. */
export async function exportPays(db: Db, { pack, timeZone }: Office, { runId }: { runId: string }): Promise<FileAnswer> {
  const { kind, startsOn, figures } = await getRun(db, pack, runId);
  return { name: `settlement-${kind}-${startsOn}.csv`, rows: figures.contracts, content: writeLines(db, timeZone, runId) };
}

async function* writeLines(db: Db, timeZone: string, runId: string): AsyncGenerator<string> {
  yield csvLine(HEADING);
  let cursor: string | undefined;
  do {
    const rows = await readPays(db, timeZone, { runId, cursor, limit: LINES_AT_ONCE });
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(describePay(row)))).join("");
    cursor = rows.length < LINES_AT_ONCE ? undefined : placeOf(rows.at(-1)!);
  } while (cursor !== undefined);
}

const cellsOf = (pay: OfficePay): readonly (string | number)[] => [
  pay.id,
  pay.agentName,
  pay.uplineName ?? "",
  pay.startsOn,
  pay.endsOn,
  pay.tier ?? "",
  ...[pay.bet, pay.result, pay.carryIn, pay.base, pay.gross, pay.owed, pay.makeupIn, pay.makeupOut, pay.pay].map(formatAmount),
  pay.state,
  pay.reason ?? "",
];
