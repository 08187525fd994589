import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Member, members, Restrictable } from "@laro/contract/members";
import { sql } from "kysely";
import { endOwnClosing } from "../../core/accounts/closing.ts";
import { changeStanding, setAccountClosed } from "../../core/accounts/standing.ts";
import { revealContact } from "../../core/contacts/contacts.ts";
import { endChallenges } from "../../core/sessions/challenge.ts";
import { forgetAllRemembered } from "../../core/sessions/remember.ts";
import { endSessions } from "../../core/sessions/sessions.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { describeMember, findMemberRow, isNoEndedTrial } from "./members.search.ts";

async function getMember(tx: Tx, id: bigint): Promise<Member> {
  const row = await findMemberRow(tx, id);
  return row === undefined ? refuse("members.not_found") : describeMember(row);
}

/** The same, held until the transaction ends: of two officers the second sees what the first did. */
async function holdMember(tx: Tx, id: bigint): Promise<Member> {
  await tx.selectFrom("account").select("id").where("id", "=", id).forUpdate().execute();
  return getMember(tx, id);
}

const tellOffice = (tx: Tx): void => staleOnCommit(tx, ["members.open", "members.notes", "members.list"], ["operators"]);

/** Writes a note for other officers. Refuses with `members.not_found`. */
export async function writeNote(tx: Tx, { id, text, by, now }: { id: bigint; text: string; by: OperatorActor; now: Date }) {
  await getMember(tx, id);
  const note = { id: newId(now), text, by: by.name, at: now.toISOString() };
  await tx.insertInto("member_note").values({ id: note.id, account_id: id, text, operator_id: by.id, operator_name: by.name, at: now }).execute();
  tellOffice(tx);
  return note;
}

interface Restriction {
  readonly id: bigint;
  readonly restrictions: readonly Restrictable[];
  readonly seen: readonly Restrictable[];
}

/** Closes these parts of an account and opens the others. Refuses with `members.not_found`, `members.changed` where others are closed than were seen, or `members.as_it_is`. */
export async function restrictMember(tx: Tx, { id, restrictions, seen }: Restriction): Promise<Member> {
  const [wanted, looked] = [restrictions, seen].map((parts) => [...new Set(parts)].sort());
  const before = [...(await holdMember(tx, id)).restrictions].sort().join();
  if (before !== looked!.join()) refuse("members.changed", { field: "seen" });
  if (before === wanted!.join()) refuse("members.as_it_is");
  await changeStanding(tx, { accountId: id, restrictions: wanted! });
  tellOffice(tx);
  return getMember(tx, id);
}

/** Ends every session of a member, and every way to open one that is under way: logins that wait for a second factor, browsers that are remembered. */
export async function endEverywhere(tx: Tx, { id, now }: { id: bigint; now: Date }): Promise<void> {
  await endSessions(tx, { kind: "member", subjectId: id, now });
  await forgetAllRemembered(tx, id);
  await endChallenges(tx, id);
}

/** Closes an account and ends its sessions everywhere. Refuses with `members.not_found` or `members.as_it_is`. */
export async function closeMember(tx: Tx, { id, now }: { id: bigint; now: Date }): Promise<Member> {
  await holdMember(tx, id);
  if (!(await setAccountClosed(tx, { accountId: id, closed: true })) && !(await endOwnClosing(tx, id))) refuse("members.as_it_is");
  await endEverywhere(tx, { id, now });
  tellOffice(tx);
  return getMember(tx, id);
}

/** Ends all sessions of a member. Refuses with `members.not_found`. */
export async function endMemberSessions(tx: Tx, { id, now }: { id: bigint; now: Date }): Promise<void> {
  await getMember(tx, id);
  await endEverywhere(tx, { id, now });
  tellOffice(tx);
}

type Wanted = InputOf<(typeof members)["reveal"]>;

/** One masked field in full; the call with its reason is in the staff log by the same commit. Refuses with `members.not_found` or `members.nothing_to_reveal`. */
export async function revealField(tx: Tx, keys: Pick<Keys, "dataKey">, { id, field, payoutAccountId }: Wanted): Promise<{ value: string }> {
  await getMember(tx, id);
  const value = await readers[field](tx, { id, keys, payoutAccountId });
  return value === undefined || value === null ? refuse("members.nothing_to_reveal") : { value };
}

interface Revealing {
  readonly id: bigint;
  readonly keys: Pick<Keys, "dataKey">;
  readonly payoutAccountId: bigint | undefined;
}

const readers = {
  verifiedName: async (tx, { id }) => (await tx.selectFrom("account").select("verified_name as name").where("id", "=", id).executeTakeFirst())?.name,
  phone: (tx, { id, keys }) => revealContact(tx, keys, { accountId: id, kind: "phone" }),
  email: (tx, { id, keys }) => revealContact(tx, keys, { accountId: id, kind: "email" }),
  payoutAccount: async (tx, { id, payoutAccountId }) => {
    const row = await tx
      .selectFrom("payout_account")
      .select(["number", "holder"])
      .where("account_id", "=", id)
      .where("id", "=", payoutAccountId ?? 0n)
      .executeTakeFirst();
    return row && `${row.number} · ${row.holder}`;
  },
} as const satisfies Record<Wanted["field"], (tx: Tx, revealing: Revealing) => Promise<string | null | undefined>>;

const DAY_MS = 24 * 60 * 60_000;
const [WEEK_DAYS, MONTH_DAYS] = [7, 30];

type Counts = OutputOf<(typeof members)["counts"]>;

/** Counting reads every account, so whoever asks within this time shares one answer. */
const COUNTED_FOR_MS = 60_000;

const counted = new WeakMap<Db, { readonly at: number; readonly counts: Promise<Counts> }>();

/** How many members there are, as of the last minute; nobody by name. */
export function countMembers(db: Db, now: Date): Promise<Counts> {
  const [kept, at] = [counted.get(db), now.getTime()];
  if (kept !== undefined && at >= kept.at && at - kept.at < COUNTED_FOR_MS) return kept.counts;
  const counts = readCounts(db, now);
  counted.set(db, { at, counts });
  // A failure is not kept.
  counts.catch(() => counted.delete(db));
  return counts;
}

async function readCounts(db: Db, now: Date): Promise<Counts> {
  const [weekAgo, monthAgo] = [WEEK_DAYS, MONTH_DAYS].map((days) => new Date(now.getTime() - days * DAY_MS));
  const { rows } = await sql<Omit<Counts, "byType" | "byVerification">>`
    select count(*)::int as "all", count(*) filter (where created_at >= ${weekAgo})::int as "newInWeek", count(*) filter (where created_at >= ${monthAgo})::int as "newInMonth",
           count(*) filter (where closed)::int as closed, count(*) filter (where restrictions <> '{}')::int as restricted,
           count(*) filter (where eligibility <> 'open')::int as ineligible from account a where ${isNoEndedTrial}`.execute(db as Tx);
  const figures = async (column: "type" | "verification") =>
    (
      await sql<{ value: string; count: number }>`
        select ${sql.ref(column)}::text as value, count(*)::int as count from account a where ${isNoEndedTrial} group by 1 order by 1`.execute(db as Tx)
    ).rows;
  return { ...rows[0]!, byType: await figures("type"), byVerification: await figures("verification") };
}
