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

/** Minor units as people write them, in SQL. */
export const decimal = (minor: RawBuilder<unknown>) => sql`round(${minor} / 100.0, 2)::text`;
