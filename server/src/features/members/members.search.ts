import { isIP } from "node:net";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Member, members } from "@laro/contract/members";
import { sql, type RawBuilder } from "kysely";
import { contactHash } from "../../core/contacts/contacts.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { networkOf } from "../../platform/addresses.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

export interface MemberRow {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly verification: string;
  readonly eligibility: string;
  readonly restrictions: string[];
  readonly closed: boolean;
  readonly balance: bigint;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export const describeMember = ({ createdAt, lastSeenAt, ...row }: MemberRow): Member => ({
  ...row,
  verification: row.verification as Member["verification"],
  eligibility: row.eligibility as Member["eligibility"],
  restrictions: row.restrictions as Member["restrictions"],
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

const selectMembers = sql`
  select a.id, a.name, a.type, a.verification, a.eligibility, a.restrictions, a.closed, a.created_at as "createdAt",
         coalesce((select w.balance from wallet w where w.account_id = a.id and w.kind = ${walletKinds.main}), 0) as balance,
         (select s.seen_at from session s where s.kind = 'member' and s.subject_id = a.id order by s.seen_at desc limit 1) as "lastSeenAt"
  from account a`;

/** One member as a list shows them; undefined for an unknown number. */
export async function findMemberRow(db: Db | Tx, id: bigint): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`${selectMembers} where a.id = ${id}`.execute(db as Tx);
  return rows[0];
}

type Wanted = InputOf<(typeof members)["list"]>;
type Secrets = Pick<Keys, "dataKey">;

/** Each has its index; what is never many is written out, so that its partial index is found. */
const states = {
  ineligible: sql`a.eligibility <> 'open'`,
  restricted: sql`a.restrictions <> '{}'`,
  closed: sql`a.closed`,
} as const satisfies Record<NonNullable<Wanted["state"]>, RawBuilder<unknown>>;

const filtersOf = ({ type, verification, state }: Wanted): RawBuilder<unknown>[] => [
  ...(type === undefined ? [] : [sql`a.type = ${type}`]),
  ...(verification === undefined ? [] : [sql`a.verification = ${verification}`]),
  ...(state === undefined ? [] : [states[state]]),
];

const NUMBER = /^[0-9]{1,18}$/;

/** A trial that is over was nobody and owned nothing: it stands in no list and no count, only under its own number. */
export const isNoEndedTrial = sql`not (a.type = ${accountTypes.trial} and a.closed)`;

/** Members by filters: one by number, by the beginning of a name in the order of names, else those who came last first. */
export async function listMembers(db: Db, wanted: Wanted): Promise<OutputOf<(typeof members)["list"]>> {
  const { search = "", cursor, limit = PAGE_LIMIT_DEFAULT } = wanted;
  const text = search.normalize("NFKC").trim().toLowerCase();
  const isByName = text !== "" && !NUMBER.test(text);
  const isListed = NUMBER.test(text) ? [] : [isNoEndedTrial];
  const conditions = [...isListed, ...filtersOf(wanted), ...(isByName ? namesOf(text, cursor) : numbersOf(text, cursor))];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const order = isByName ? sql`order by lower(a.name) collate "C"` : sql`order by a.id desc`;
  const { rows } = await sql<MemberRow>`${selectMembers} ${where} ${order} limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe: describeMember, cursorOf: ({ id, name }) => (isByName ? name.toLowerCase() : id) });
}

/** Beyond every text that begins with what comes before it. */
const LAST = "\u{10FFFF}";

const namesOf = (prefix: string, cursor: string | undefined): RawBuilder<unknown>[] => [
  sql`lower(a.name) collate "C" >= ${prefix}`,
  sql`lower(a.name) collate "C" < ${prefix + LAST}`,
  ...(cursor === undefined ? [] : [sql`lower(a.name) collate "C" > ${cursor}`]),
];

const numbersOf = (number: string, cursor: string | undefined): RawBuilder<unknown>[] => [
  ...(number === "" ? [] : [sql`a.id = ${BigInt(number)}`]),
  ...(isNumberCursor(cursor) ? [sql`a.id < ${BigInt(cursor!)}`] : []),
];

const FOUND_MAX = 100;

/** Members by what is theirs and known to few; what names nobody finds nobody. */
export async function findMembers(tx: Tx, keys: Secrets, text: string): Promise<OutputOf<(typeof members)["find"]>> {
  const ids = sql.join(keysOf(keys, text.normalize("NFKC").trim()), sql` union all `);
  const { rows } = await sql<MemberRow>`${selectMembers} where a.id in (${ids}) order by a.id desc limit ${FOUND_MAX}`.execute(tx);
  return { list: rows.map(describeMember) };
}

const DEVICE = /^[0-9a-f]{64}$/i;

/** Every way this text may name accounts, each a query of account numbers by its own index. */
function keysOf(keys: Secrets, text: string): RawBuilder<unknown>[] {
  const digits = text.replaceAll(/[\s().-]/g, "");
  const found: RawBuilder<unknown>[] = [sql`select null::bigint`];
  if (/^\+?[0-9]{7,18}$/.test(digits)) {
    found.push(
      sql`select account_id from account_contact where hash = ${contactHash(keys, { kind: "phone", value: internationalOf(digits) })} and kind = 'phone'`,
    );
    found.push(sql`select account_id from payout_account where number = ${digits}`);
  }
  if (text.includes("@"))
    found.push(sql`select account_id from account_contact where hash = ${contactHash(keys, { kind: "email", value: text })} and kind = 'email'`);
  if (DEVICE.test(text)) found.push(...devicesOf(Buffer.from(text, "hex")));
  if (isIP(text) !== 0) found.push(...addressesOf(text));
  return found;
}

const devicesOf = (device: Buffer): RawBuilder<unknown>[] => [
  sql`select account_id from account_device where device = ${device}`,
  sql`select subject_id from session where kind = 'member' and device = ${device}`,
];

const addressesOf = (address: string): RawBuilder<unknown>[] => [
  sql`select account_id from account_address where address = ${networkOf(address)}`,
  sql`select subject_id from session where kind = 'member' and ip = ${address}`,
];

const HOME_CODE = "63";
const LOCAL_DIGITS = 11;

/** A number as people of the Philippines write it, or with its country, as it is kept: + and digits. */
function internationalOf(digits: string): string {
  if (digits.startsWith("+")) return digits;
  if (digits.startsWith("0") && digits.length === LOCAL_DIGITS) return `+${HOME_CODE}${digits.slice(1)}`;
  return digits.startsWith("9") && digits.length === LOCAL_DIGITS - 1 ? `+${HOME_CODE}${digits}` : `+${digits}`;
}
