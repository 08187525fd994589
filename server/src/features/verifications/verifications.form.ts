import { nationalities } from "@laro/contract/core/nationalities";
import { refuse } from "@laro/contract/core/errors";
import type { PersonalForm, PersonalInfo } from "@laro/contract/verifications";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { blind, openText, sealText } from "../../platform/sealing.ts";

/** Pattern 22 of the specification's list: a full name, in any script, of two words or more. */
const FULL_NAME = /^\p{L}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*)+$/u;
const NAME_LENGTH_MIN = 3;
/** Of nobody alive, and on no document, stands a day before it. */
const DAYS_FROM = "1900-01-01";
const SELF_EMPLOYED = 2;

const known: ReadonlySet<string> = new Set(nationalities.map(({ name }) => name));

/** A moment in the market's calendar, and the age it asks for. */
export interface Calendar {
  readonly now: Date;
  readonly timeZone: string;
  readonly minimumAge: number;
}

/** The form as it is kept, its birthday apart: refuses each field that cannot be, by name. */
export function readForm({ payeename, payeeName, ...form }: PersonalInfo): PersonalForm {
  const name = payeename ?? payeeName!;
  const field = payeename === undefined ? "payeeName" : "payeename";
  if (name.length < NAME_LENGTH_MIN || !FULL_NAME.test(name)) refuse("verifications.name_format", { field });
  if (!known.has(form.nationality)) refuse("verifications.nationality_unknown", { field: "nationality" });
  if (form.employerName === "" && form.sourceOfIncome !== SELF_EMPLOYED) refuse("verifications.employer_missing", { field: "employerName" });
  return { ...form, payeename: name };
}

/** Whether a day exists and can be meant: 31 February does not, and one of the year 0 no database knows. */
export function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= DAYS_FROM;
}

/** Whether somebody born on that day is too young, by the market's calendar. Refuses a day that does not exist, is too long ago or still to come. */
export async function isUnderage(db: Db | Tx, birthday: string, { now, timeZone, minimumAge }: Calendar): Promise<boolean> {
  if (!isDay(birthday)) refuse("verifications.birthday_invalid", { field: "birthday" });
  const { rows } = await sql<{ future: boolean; age: number }>`
    select ${birthday}::date > d.today as future, extract(year from age(d.today, ${birthday}::date))::integer as age
    from (select (${now}::timestamptz at time zone ${timeZone})::date as today) d`.execute(db as Tx);
  const { future, age } = rows[0]!;
  if (future) refuse("verifications.birthday_future", { field: "birthday" });
  return age < minimumAge;
}

type Secret = Pick<Keys, "dataKey">;

/** What an officer read off the document. */
export interface PrintedDocument {
  readonly documentNumber: string;
  readonly expiresOn: string | null;
  readonly birthday: string;
}

export const sealPrinted = (keys: Secret, id: string, printed: PrintedDocument): Buffer =>
  sealText(keys, { use: "verification", context: `${id} printed` }, JSON.stringify(printed));

export const openPrinted = (keys: Secret, id: string, sealed: Buffer): PrintedDocument =>
  JSON.parse(openText(keys, { use: "verification", context: `${id} printed` }, sealed)) as PrintedDocument;

const plain = (words: string): string => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a name in no order and without marks: `dela Cruz, José` is `Jose dela Cruz`. */
const tokensOf = (name: string): string =>
  plain(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")
    .sort()
    .join(" ");

/** Finds the same person again without saying who it is. */
export const personHash = (keys: Secret, { payeename, birthday }: Pick<PersonalForm, "payeename" | "birthday">): Buffer =>
  blind(keys, "person", `${tokensOf(payeename)} ${birthday}`);

/** Finds the same document again; what people write between its signs does not count. */
export const documentHash = (keys: Secret, idType: number, documentNumber: string): Buffer =>
  blind(keys, "document", `${idType} ${plain(documentNumber).replace(/[^\p{L}\p{N}]/gu, "")}`);
