import { type RawBuilder, sql } from "kysely";

/** What more accounts than these share is an internet café's or a whole network's, and says nothing of any of them. */
const SHARED_BY_MAX = 20;

const isOfFew = (table: "account_device" | "account_address", column: "device" | "address", mine: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (select count(*) from (select from ${sql.table(table)} c where c.${sql.ref(column)} = ${mine} limit ${SHARED_BY_MAX + 1}) counted) <= ${SHARED_BY_MAX}`;

/** Whether a browser, an address, a payout account is shared by few enough to say something. */
export const isFewsDevice = (device: RawBuilder<unknown>) => isOfFew("account_device", "device", device);
export const isFewsAddress = (address: RawBuilder<unknown>) => isOfFew("account_address", "address", address);
export const isFewsPayout = (bank: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (select count(*) from (select from payout_account c where c.number = ${number} and c.bank = ${bank} limit ${SHARED_BY_MAX + 1}) counted) <= ${SHARED_BY_MAX}`;

/** A person's name as `plainName` of the contract compares it, in SQL. */
const plain = (column: string) => sql`lower(regexp_replace(normalize(${sql.ref(column)}, NFKD), '[\\s\u0300-\u036f]', '', 'g'))`;

/** Whether two payout accounts of one number are in one name that both members were verified by: anybody can bind anybody's number in another. */
export const isProvedPayout = (mine: string, theirs: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from account m join account t on ${plain("t.verified_name")} = ${plain("m.verified_name")}
  where m.id = ${sql.ref(`${mine}.account_id`)} and ${plain(`${mine}.holder`)} = ${plain("m.verified_name")}
    and t.id = ${sql.ref(`${theirs}.account_id`)} and ${plain(`${theirs}.holder`)} = ${plain("t.verified_name")})`;

/** Whether a key by which a member is found is from an approved document; of a key from before this was kept, whether the member was approved. */
export const isProvedKey = (key: string): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(`${key}.source`)} = 'document', exists (
  select from verification a where a.account_id = ${sql.ref(`${key}.account_id`)} and a.state in ('approved', 'expired')))`;

/** What was only said is another signal than what is proved: a word on the one is none on the other. */
export const keyOf = (parts: RawBuilder<unknown>, isProved: RawBuilder<boolean>): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${parts}, case when not ${isProved} then 'said' end)`;

/** Minor units as people write them, in SQL. */
export const decimal = (minor: RawBuilder<unknown>) => sql`round(${minor} / 100.0, 2)::text`;
