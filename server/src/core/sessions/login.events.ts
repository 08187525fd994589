import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { sessions } from "@laro/contract/sessions";
import { sql } from "kysely";
import { maskAddress } from "../../platform/addresses.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { describeAgent } from "../devices/devices.ts";
import type { Visit } from "./visit.ts";

type Outcome = OutputOf<typeof sessions.history>["list"][number]["outcome"];

export interface Entry extends Visit {
  readonly kind: "member" | "operator";
  readonly subjectId: bigint;
  readonly outcome: Outcome;
  readonly method: string;
  readonly factor?: string | undefined;
}

/** Keeps for the owner that somebody entered, or tried to. Of a number nobody has nothing is kept, by the same statement. */
export async function recordEntry(tx: Tx, { kind, subjectId, outcome, method, factor, country, visitor, ip, now }: Entry): Promise<void> {
  await sql`
    insert into login_event (id, kind, subject_id, outcome, method, factor, address, country, device, agent, at)
    select ${newId(now)}::uuid, ${kind}, ${subjectId}, ${outcome}, ${method}, ${factor ?? null}, ${ip}, ${country}, ${visitor.device ?? null}, ${visitor.agent}, ${now}::timestamptz
    where ${subjectId} > 0`.execute(tx);
}

/** The same in a transaction of its own that nobody waits for on disk: a refusal must not take longer where there is an account. */
export const noteEntry = (begin: Database["begin"], entry: Entry): Promise<void> =>
  begin(async (tx) => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx);
    await recordEntry(tx, entry);
  });

/** Erases how a member's account was entered, and from where. */
export async function eraseEntries(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("login_event").where("kind", "=", "member").where("subject_id", "=", accountId).execute();
}

/** Whether one of the staff has entered with this browser within the days that entries are kept. Reads the same for a number nobody has. */
export async function isBrowserOfOperator(db: Db, { operatorId, device }: { operatorId: bigint; device: Buffer | undefined }): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from login_event where kind = 'operator' and subject_id = ${operatorId} and outcome = 'entered' and device = ${device ?? null}) as known`.execute(
    db,
  );
  return rows[0]!.known;
}

/** Who entered a member's account or tried to, newest first. */
export async function listEntries(db: Db, accountId: bigint, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<typeof sessions.history>> {
  const rows = await db
    .selectFrom("login_event")
    .select(["id", "outcome", "method", "factor", "address", "country", "agent", "at"])
    .where("kind", "=", "member")
    .where("subject_id", "=", accountId)
    .$if(isIdCursor(cursor), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: ({ outcome, agent, address, at, ...row }) => ({
      ...row,
      ...describeAgent(agent),
      outcome: outcome as Outcome,
      address: maskAddress(address),
      at: at.toISOString(),
    }),
    cursorOf: ({ id }) => id,
  });
}
