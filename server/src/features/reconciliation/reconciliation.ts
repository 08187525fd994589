import type { FileAnswer, InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { Day } from "@laro/contract/core/ids";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type Difference, PROVIDER, type reconciliation, type ReconciliationDay } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const selectDays = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("party_day as r")
    .select([
      "r.party",
      "r.state",
      "r.is_cut as isCut",
      sql<string>`r.day::text`.as("day"),
      "r.checked_at as checkedAt",
      "r.ours_in as paidIn",
      "r.ours_out as paidOut",
    ])
    .select(["r.theirs_in as theirsIn", "r.theirs_out as theirsOut"])
    .innerJoinLateral(
      sql<{ open: number; explained: number }>`(
        select count(*) filter (where d.explanation is null)::integer as open, count(*) filter (where d.explanation is not null)::integer as explained
        from party_difference d where d.party = r.party and d.day = r.day
      )`.as("d"),
      (join) => join.onTrue(),
    )
    .select(["d.open", "d.explained"]);

type DayRow = Awaited<ReturnType<ReturnType<typeof selectDays>["executeTakeFirstOrThrow"]>>;

const describeDay = ({ checkedAt, state, ...row }: DayRow): ReconciliationDay => ({
  ...row,
  state: state as ReconciliationDay["state"],
  checkedAt: checkedAt.toISOString(),
});

/** One checked day; asking for a day nobody checked is a fault of ours. */
export async function getDay(tx: Tx, { party, day }: { party: string; day: string }): Promise<ReconciliationDay> {
  return describeDay(await selectDays(tx).where("r.party", "=", party).where("r.day", "=", day).executeTakeFirstOrThrow());
}

/** The days of a party that were checked, newest first. */
export async function listDays(
  db: Db,
  { party = PROVIDER, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { party?: string | undefined },
): Promise<{ list: ReconciliationDay[]; next: string | null }> {
  const rows = await selectDays(db)
    .where("r.party", "=", party)
    .$if(Day.safeParse(cursor).success, (query) => query.where("r.day", "<", cursor!))
    .orderBy("r.day", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeDay, cursorOf: ({ day }) => day });
}

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/**
 * A difference of the provider goes by the id of a deposit, a withdrawal or a line of the bank, or by a line's own reference; the provider's may be anything. One of a vendor
 * goes by its player and its id, of which our own is made.
 */
const selectDifferences = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("party_difference as x")
    .innerJoinLateral(sql<{ id: string | null }>`(select case when x.reference ~ ${UUID} then x.reference::uuid end as id)`.as("known"), (join) =>
      join.onTrue(),
    )
    .leftJoin("deposit as d", (join) => join.onRef("d.id", "=", "known.id").on("x.flow", "in", ["payment", "transfer"]))
    .leftJoin("bank_line as b", (join) => join.onRef("b.id", "=", "known.id").on("x.flow", "=", "transfer"))
    .leftJoin("withdrawal as p", (join) => join.onRef("p.id", "=", "known.id").on("x.flow", "=", "payout"))
    .leftJoin("idempotency as i", (join) =>
      join.on(
        sql<boolean>`i.ref = case when d.id is not null then derived_id('deposit-credit', d.id::text) when p.id is not null then derived_id('payout', p.id::text) else known.id end`,
      ),
    )
    .leftJoin("reversal as r", "r.ref", "i.ref")
    .leftJoin("adjustment as j", (join) => join.onRef("j.original", "=", "r.original_ref").on("j.state", "=", "confirmed"))
    .leftJoin("wallet as w", "w.id", "i.wallet_id")
    .leftJoin("vendor as v", (join) => join.onRef("v.code", "=", "x.party").on("x.player", "<>", ""))
    .leftJoin("vendor_player as n", (join) => join.onRef("n.vendor_id", "=", "v.id").onRef("n.player_ref", "=", "x.player"))
    .leftJoin("wallet as o", (join) => join.onRef("o.account_id", "=", "n.account_id").on("o.kind", "=", walletKinds.main))
    .leftJoin("vendor_entry as e", (join) =>
      join.onRef("e.wallet_id", "=", "o.id").on(sql<boolean>`e.ref = derived_id('vendor', x.party, o.id::text, x.reference)`),
    )
    .leftJoin("account as a", (join) => join.on(sql<boolean>`a.id = coalesce(d.account_id, p.account_id, w.account_id, n.account_id)`))
    .select(["x.id", "x.party", sql<string>`x.day::text`.as("day"), "x.flow", "x.kind", "x.reference", "x.ours", "x.theirs", "x.said", "x.explanation"])
    .select(["x.explained_by as explainedBy", "a.name as memberName", "b.payer"])
    .select(sql<string | null>`coalesce(i.ref, e.round_id)`.as("line"))
    .select(sql<string | null>`coalesce('D-' || d.number, 'W-' || p.number, 'A-' || j.number, nullif(b.reference, ''))`.as("shortReference"));

type Row = Awaited<ReturnType<ReturnType<typeof selectDifferences>["executeTakeFirstOrThrow"]>>;

const describe = (row: Row): Difference => ({ ...row, flow: row.flow as Difference["flow"], kind: row.kind as Difference["kind"] });

type Filter = InputOf<(typeof reconciliation)["differences"]>;

/** The differences of a state, newest first. */
export async function listDifferences(
  db: Db,
  { state, day, party = PROVIDER, cursor, limit = PAGE_LIMIT_DEFAULT }: Filter,
): Promise<{ list: Difference[]; next: string | null }> {
  const rows = await selectDifferences(db)
    .where("x.party", "=", party)
    .where("x.explanation", state === "open" ? "is" : "is not", null)
    .$if(day !== undefined, (query) => query.where("x.day", "=", day!))
    .$if(isNumberCursor(cursor), (query) => query.where("x.id", "<", BigInt(cursor!)))
    .orderBy("x.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

interface Explanation {
  readonly id: bigint;
  readonly explanation: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/**
 * Says why a difference is there, which closes it; what was said before is replaced, and stands in the staff log. Whoever approved the transfer it is about is refused
 * with `reconciliation.own_approval`.
 */
export async function explainDifference(tx: Tx, { id, explanation, officer, now }: Explanation): Promise<Difference> {
  if (await hasApproved(tx, { id, officer })) refuse("reconciliation.own_approval");
  await tx.updateTable("party_difference").set({ explanation, explained_by: officer.name, explained_at: now }).where("id", "=", id).execute();
  const row = await selectDifferences(tx).where("x.id", "=", id).executeTakeFirst();
  staleOnCommit(tx, ["reconciliation.days", "reconciliation.differences"], ["operators"]);
  return row === undefined ? refuse("reconciliation.not_found") : describe(row);
}

/** Whether an officer's own word for a deposit is what a difference asks about, be it the first of two, or for another amount. */
async function hasApproved(tx: Tx, { id, officer }: Pick<Explanation, "id" | "officer">): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from party_difference x join deposit d on d.id = case when x.reference ~ ${UUID} then x.reference::uuid end
      where x.id = ${id} and x.party = ${PROVIDER} and x.flow in ('payment', 'transfer')
        and (d.approved_by = ${officer.id} or exists (select from deposit_approval v where v.deposit_id = d.id and v.operator_id = ${officer.id}))
    ) as "exists"`.execute(tx);
  return rows[0]!.exists;
}

const ROWS_AT_ONCE = 500;
const HEADING = ["day", "flow", "kind", "reference", "shortReference", "member", "payer", "ours", "theirs", "explanation", "explainedBy"];

/** The differences of a state as a file, newest first. */
export function exportDifferences(db: Db, { state, day, party }: Pick<Filter, "state" | "day" | "party">): FileAnswer {
  const name = ["reconciliation", party, state, day].filter((part) => part !== undefined).join("-");
  return { name: `${name}.csv`, content: writeDifferences(db, { state, day, party }) };
}

async function* writeDifferences(db: Db, filter: Pick<Filter, "state" | "day" | "party">): AsyncGenerator<string> {
  yield csvLine(HEADING);
  let cursor: string | undefined;
  do {
    const { list, next } = await listDifferences(db, { ...filter, cursor, limit: ROWS_AT_ONCE });
    if (list.length > 0) yield list.map((row) => csvLine(cellsOf(row))).join("");
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

const amountCell = (minor: bigint | null): string => (minor === null ? "" : formatAmount(minor));

const cellsOf = ({ day, flow, kind, reference, shortReference, memberName, payer, ours, theirs, explanation, explainedBy }: Difference): readonly string[] => [
  day,
  flow,
  kind,
  reference,
  shortReference ?? "",
  memberName ?? "",
  payer ?? "",
  amountCell(ours),
  amountCell(theirs),
  explanation ?? "",
  explainedBy ?? "",
];
