import { avatarPath } from "@laro/contract/core/avatars";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { DataCopy } from "@laro/contract/privacy";
import { sql } from "kysely";
import { listWords } from "../../core/accounts/consents.ts";
import { openForm } from "../../core/accounts/forms.ts";
import { openProfile } from "../../core/accounts/profiles.ts";
import { openContacts } from "../../core/contacts/contacts.ts";
import { describeAgent } from "../../core/devices/devices.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";

const DAY_MS = 24 * 60 * 60_000;
/** More than one person makes in what is kept of them; what is above is said to be there. */
const ROWS_MAX = 1_000;

interface Owner {
  readonly accountId: bigint;
  readonly now: Date;
}

/** A member's own data, once a day. Refuses with `privacy.copy_taken`. */
export async function takeCopy({ database, keys, timeZone }: Platform, owner: Owner): Promise<DataCopy> {
  await database.begin((tx) => countCopy(tx, owner));
  return database.begin(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return readCopy(tx, keys, { ...owner, timeZone });
  });
}

async function countCopy(tx: Tx, { accountId, now }: Owner): Promise<void> {
  const taken = await tx
    .insertInto("data_copy")
    .values({ account_id: accountId, at: now })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ at: now })
        .where("data_copy.at", "<=", new Date(now.getTime() - DAY_MS)),
    )
    .returning("account_id")
    .executeTakeFirst();
  if (taken !== undefined) return;
  const { at } = await tx.selectFrom("data_copy").select("at").where("account_id", "=", accountId).executeTakeFirstOrThrow();
  refuse("privacy.copy_taken", { retryAfter: Math.ceil((at.getTime() + DAY_MS - now.getTime()) / 1_000) });
}

/** The rows of one part as the file says them. */
function partOf<Row, Said>(rows: readonly Row[], say: (row: Row) => Said): { list: Said[]; more: boolean } {
  return { list: rows.slice(0, ROWS_MAX).map(say), more: rows.length > ROWS_MAX };
}

const moment = (at: Date): string => at.toISOString();
const momentOr = (at: Date | null): string | null => at?.toISOString() ?? null;

async function readCopy(tx: Tx, keys: Keys, { accountId, now, timeZone }: Owner & { timeZone: string }): Promise<DataCopy> {
  const contacts = await openContacts(tx, keys, accountId);
  const consents = await listWords(tx, { accountId, limit: ROWS_MAX + 1 });
  return {
    at: moment(now),
    profile: await readProfile(tx, keys, accountId),
    contacts: partOf(contacts, ({ verifiedAt, at, ...contact }) => ({ ...contact, verifiedAt: momentOr(verifiedAt), since: moment(at) })),
    consents: partOf(consents, (word) => word),
    logins: partOf(await readers.logins(tx, accountId), ({ at, agent, ...login }) => ({ ...login, at: moment(at), browser: nameOf(agent) })),
    devices: partOf(await readers.devices(tx, accountId), ({ agent, firstAt, lastAt }) => ({
      browser: nameOf(agent),
      firstAt: moment(firstAt),
      lastAt: moment(lastAt),
    })),
    signIns: partOf(await readers.signIns(tx, accountId), ({ at, ...one }) => ({ ...one, at: moment(at) })),
    passkeys: partOf(await readers.passkeys(tx, accountId), ({ at, ...one }) => ({ ...one, at: moment(at) })),
    payoutAccounts: partOf(await readers.payoutAccounts(tx, accountId), ({ at, ...one }) => ({ ...one, at: moment(at) })),
    limits: partOf(await readers.limits(tx, accountId), ({ kind, period, amount }) => ({
      kind,
      period,
      amount: kind === "time" ? `${amount} min` : formatAmount(amount),
    })),
    breaks: partOf(await readers.breaks(tx, accountId), ({ kind, period, from, until, endedAt }) => ({
      kind,
      period,
      from: moment(from),
      until: moment(until),
      endedAt: momentOr(endedAt),
    })),
    forms: partOf(await readers.forms(tx, accountId), ({ id, state, submittedAt, sealed }) => ({
      state,
      submittedAt: momentOr(submittedAt),
      form: { ...openForm(keys, id, sealed) },
    })),
    decisions: partOf(await listDecisions(tx, accountId), ({ about, state, at }) => ({ about, state, at: moment(at) })),
    feedback: partOf(await readers.feedback(tx, accountId), ({ number, kind, text, at }) => ({
      number: Number(number),
      by: kind === "writer" ? ("member" as const) : ("office" as const),
      text,
      at: moment(at),
    })),
    chats: partOf(await readers.chats(tx, accountId), ({ at, ...said }) => ({ ...said, at: moment(at) })),
    messages: partOf(await readers.messages(tx, accountId), ({ template, values, at }) => ({ template, values: values as string[], at: moment(at) })),
    money: { endpoint: "reports.statementPdf", months: await listMonths(tx, { accountId, now, timeZone }) },
  };
}

const nameOf = (agent: string): string => {
  const { browser, system } = describeAgent(agent);
  return [browser, system].filter((part) => part !== null).join(", ");
};

async function readProfile(tx: Tx, keys: Keys, accountId: bigint): Promise<DataCopy["profile"]> {
  const { avatar, verification, registeredAt, ...row } = await tx
    .selectFrom("account")
    .select(["name as userName", "nickname", "avatar", "language", "created_at as registeredAt", "verification", "verified_name as verifiedName"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    id: String(accountId),
    avatar: avatarPath(avatar),
    registeredAt: moment(registeredAt),
    verification: verification as DataCopy["profile"]["verification"],
    told: { ...(await openProfile(tx, keys, accountId)) },
  };
}

/** One row more than is said, so that it shows whether there are others. Who decided, and why, stays with those who decide. */
const readers = {
  logins: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("login_event")
      .select(["at", "outcome", "method", "address", "country", "agent"])
      .where("kind", "=", "member")
      .where("subject_id", "=", accountId)
      .orderBy("id", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  devices: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("account_device")
      .select(["agent", "first_at as firstAt", "last_at as lastAt"])
      .where("account_id", "=", accountId)
      .orderBy("last_at", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  signIns: (tx: Tx, accountId: bigint) =>
    tx.selectFrom("identity").select(["provider", "label", "at"]).where("account_id", "=", accountId).orderBy("provider").execute(),
  passkeys: (tx: Tx, accountId: bigint) =>
    tx.selectFrom("passkey").select(["name", "created_at as at"]).where("account_id", "=", accountId).orderBy("id").execute(),
  payoutAccounts: (tx: Tx, accountId: bigint) =>
    tx.selectFrom("payout_account").select(["bank", "holder", "number", "created_at as at"]).where("account_id", "=", accountId).orderBy("id").execute(),
  limits: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("play_limit")
      .select(["kind", "period", "amount"])
      .where("account_id", "=", accountId)
      .where("amount", "is not", null)
      .$narrowType<{ amount: bigint }>()
      .orderBy("kind")
      .orderBy("period")
      .execute(),
  breaks: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("exclusion")
      .select(["kind", "period", "starts_at as from", "ends_at as until", "ended_at as endedAt"])
      .where("account_id", "=", accountId)
      .orderBy("id", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  forms: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("verification")
      .select(["id", "state", "submitted_at as submittedAt", "sealed"])
      .where("account_id", "=", accountId)
      .orderBy("number", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  feedback: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("feedback as f")
      .innerJoin("feedback_message as m", "m.feedback_id", "f.id")
      .select(["f.number", "m.kind", "m.text", "m.at"])
      .where("f.account_id", "=", accountId)
      .where("m.kind", "<>", "note")
      .orderBy("f.number", "desc")
      .orderBy("m.no", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  chats: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("chat_message")
      .select(["series as table", "name", "text", "at"])
      .where("account_id", "=", accountId)
      .orderBy("number", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
  messages: (tx: Tx, accountId: bigint) =>
    tx
      .selectFrom("message")
      .select(["template", "values", "at"])
      .where("account_id", "=", accountId)
      .orderBy("id", "desc")
      .limit(ROWS_MAX + 1)
      .execute(),
} as const;

/** What was decided about the member, without the cause: some causes are lists of others, or would warn. */
async function listDecisions(tx: Tx, accountId: bigint) {
  const { rows } = await sql<{ about: "verification" | "eligibility"; state: string; at: Date }>`
    select 'verification' as about, state, decided_at as at from verification where account_id = ${accountId} and decided_at is not null
    union all select 'eligibility', state, coalesce(decided_at, opened_at) from eligibility_case where account_id = ${accountId}
    order by at desc limit ${ROWS_MAX + 1}`.execute(tx);
  return rows;
}

/** The months an account has statements of, the newest first. */
async function listMonths(db: Db | Tx, { accountId, now, timeZone }: Owner & { timeZone: string }): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month from account a,
      generate_series(date_trunc('month', a.created_at at time zone ${timeZone}), ${now}::timestamptz at time zone ${timeZone}, interval '1 month') m
    where a.id = ${accountId} order by m desc limit ${ROWS_MAX}`.execute(db as Tx);
  return rows.map(({ month }) => month);
}
