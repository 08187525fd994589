import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, QUEUE_COUNT_MAX } from "@laro/contract/core/page";
import { type points, type QueuedRedeem, redeemQueues } from "@laro/contract/points";
import { type RawBuilder, sql } from "kysely";
import { isRewardable } from "../../core/limits/rewards.ts";
import { givePoints, stalePoints } from "../../core/points/points.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { describeRedeem, redeemReference, selectRedeems } from "./points.mall.ts";
import { openReceiver } from "./points.receiver.ts";

type Queue = (typeof redeemQueues)[number];
type Secret = Pick<Keys, "dataKey">;

const stands = {
  inProcess: sql<boolean>`r.state = 'inProcess'`,
  toSend: sql<boolean>`r.state = 'approved' and r.sent_at is null`,
  sent: sql<boolean>`r.sent_at is not null`,
  rejected: sql<boolean>`r.state = 'rejected'`,
} as const satisfies Record<Queue, RawBuilder<boolean>>;

const selectQueued = (db: Db | Tx) =>
  selectRedeems(db)
    .innerJoin("account as a", "a.id", "r.account_id")
    .select(["a.id as memberId", "a.name as memberName", "r.sealed", "r.decided_name as decidedBy"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

const describe = (row: Row, keys: Secret): QueuedRedeem => {
  const { memberId, memberName, decidedBy } = row;
  return { ...describeRedeem(row, undefined), memberId, memberName, decidedBy, ...openReceiver(keys, row.id, row.sealed) };
};

/** Redeems by how they stand: what officers still have to do oldest first, what is done newest first. */
export async function listQueue(
  db: Db,
  keys: Secret,
  { status, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof points)["queue"]>,
): Promise<OutputOf<(typeof points)["queue"]>> {
  const isWaiting = status === "inProcess" || status === "toSend";
  const [rows, counts] = await Promise.all([
    selectQueued(db)
      .where(stands[status])
      .$if(isNumberCursor(cursor), (query) => query.where("r.number", isWaiting ? ">" : "<", BigInt(cursor!)))
      .orderBy("r.number", isWaiting ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countQueues(db),
  ]);
  return { ...cutPage(rows, { limit, describe: (row) => describe(row, keys), cursorOf: ({ number }) => number }), counts };
}

async function countQueues(db: Db): Promise<Record<Queue, number>> {
  const counts = redeemQueues.map(
    (queue) => sql`(select count(*)::integer from (select from points_redeem r where ${stands[queue]} limit ${QUEUE_COUNT_MAX}) counted) as ${sql.ref(queue)}`,
  );
  const { rows } = await sql<Record<Queue, number>>`select ${sql.join(counts)}`.execute(db as unknown as Tx);
  return rows[0]!;
}

async function getQueued(tx: Tx, keys: Secret, id: string): Promise<QueuedRedeem> {
  const row = await selectQueued(tx).where("r.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("points.redeem_not_found") : describe(row, keys);
}

interface Decision {
  readonly id: string;
  readonly remark: string;
  /** As whoever decides saw it; in process where nothing is said. */
  readonly status?: "inProcess" | "approved" | undefined;
  readonly by: OperatorActor;
  readonly keys: Secret;
  readonly now: Date;
}

/**
 * Approves a redeem: never by whoever had last saved its item, nor of a member who may not be rewarded now. Refuses with `points.redeem_not_found`, `points.not_in_process`,
 * `points.own_item` or `points.member_barred`.
 */
export async function approveRedeem(tx: Tx, { pack, ...decision }: Decision & { readonly pack: JurisdictionPack }): Promise<QueuedRedeem> {
  const { accountId } = await moveRedeem(tx, "approved", decision);
  if (!(await isRewardable(tx, { accountId, now: decision.now, pack }))) refuse("points.member_barred");
  return getQueued(tx, decision.keys, decision.id);
}

/** Rejects a redeem, also an approved one as long as nobody carries it: points and stock come back by lines of their own. Refuses with `points.redeem_not_found` or `points.not_in_process`. */
export async function rejectRedeem(tx: Tx, decision: Decision): Promise<QueuedRedeem> {
  const { id, remark, keys, now } = decision;
  const { accountId, itemId, quantity, points: back, number, names } = await moveRedeem(tx, "rejected", decision);
  const detail = { redeemId: id, reference: redeemReference(number), names, remark };
  await givePoints(tx, { accountId, ref: derivedId("points-return", id), kind: "returned", points: back, detail, now });
  await tx
    .updateTable("points_item")
    .set((eb) => ({ redeemed: eb("redeemed", "-", BigInt(quantity)) }))
    .where("id", "=", itemId)
    .execute();
  return getQueued(tx, keys, id);
}

/** Of many who decide one wins. */
async function moveRedeem(tx: Tx, to: "approved" | "rejected", { id, remark, status = "inProcess", by, now }: Decision) {
  const redeem = await tx
    .selectFrom("points_redeem")
    .select(["state", "sent_at as sentAt", "written_by as writtenBy"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (redeem === undefined) refuse("points.redeem_not_found", { field: "id" });
  if (redeem.state !== status || redeem.sentAt !== null) refuse("points.not_in_process");
  if (to === "approved" && redeem.writtenBy === by.id) refuse("points.own_item");
  const moved = await tx
    .updateTable("points_redeem")
    .set({ state: to, remark, decided_by: by.id, decided_name: by.name, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", status)
    .returning(["account_id as accountId", "item_id as itemId", "quantity", "points", "number", "names"])
    .executeTakeFirstOrThrow();
  await tellOf(tx, { id, accountId: moved.accountId, kind: to });
  return moved;
}

/** Says who carries an approved redeem; what was wrong can be said anew. Refuses with `points.redeem_not_found` or `points.not_approved`. */
export async function sendRedeem(
  tx: Tx,
  keys: Secret,
  { id, carrier, trackingNumber, now }: InputOf<(typeof points)["sent"]> & { now: Date },
): Promise<QueuedRedeem> {
  const sent = await tx
    .updateTable("points_redeem")
    .set({ carrier, tracking_number: trackingNumber, sent_at: sql`coalesce(sent_at, ${now})` })
    .where("id", "=", id)
    .where("state", "=", "approved")
    .returning("account_id as accountId")
    .executeTakeFirst();
  const queued = await getQueued(tx, keys, id);
  if (sent === undefined) refuse("points.not_approved");
  await tellOf(tx, { id, accountId: sent.accountId, kind: "sent" });
  return queued;
}

async function tellOf(tx: Tx, { id, accountId, kind }: { id: string; accountId: bigint; kind: "approved" | "rejected" | "sent" }): Promise<void> {
  await tell(tx, "points.redeemMoved", { moveId: `${id} ${kind}`, accountId: String(accountId), kind });
  stalePoints(tx, accountId);
  staleOnCommit(tx, ["points.queue", "points.items"], ["operators"]);
}

const CSV_HEADING = [
  "reference",
  "applyTime",
  "memberId",
  "member",
  "item",
  "quantity",
  "units",
  "points",
  "amountRequirement",
  "status",
  "decidedBy",
  "decidedAt",
  "remark",
  "carrier",
  "trackingNumber",
  "sentAt",
] as const;
const LINES_AT_ONCE = 1_000;

/** All redeems, oldest first; where they go stands in no file. */
export async function* writeRedeems(db: Db): AsyncIterable<string> {
  yield csvLine(CSV_HEADING);
  for (let after = 0n; ;) {
    const rows = await selectQueued(db).where("r.number", ">", after).orderBy("r.number").limit(LINES_AT_ONCE).execute();
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    after = rows.at(-1)!.number;
  }
}

function cellsOf(row: Row): string[] {
  const {
    reference,
    applyTime,
    name,
    quantity,
    units,
    points: cost,
    amountRequirement,
    status,
    decidedAt,
    remark,
    carrier,
    trackingNumber,
    sentAt,
  } = describeRedeem(row, undefined);
  const asked = [
    reference,
    applyTime,
    String(row.memberId),
    row.memberName,
    name,
    String(quantity),
    units,
    String(cost),
    formatAmount(amountRequirement),
    status,
  ];
  return [...asked, row.decidedBy ?? "", decidedAt ?? "", remark, carrier, trackingNumber, sentAt ?? ""];
}
