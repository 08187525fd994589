import { brand } from "./packs.ts";

/** A moment as a spreadsheet takes it, in a time zone: 2026-10-05 12:00:00. */
export const writeMoment = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (at: Date | string): string => format.format(new Date(at));
};

/** What a file is called: the brand, what it is, and the days it is of. */
export const fileName = (what: string, { from, to }: { from?: string | undefined; to?: string | undefined }, ending: string): string =>
  `${[brand.merchantCode, what, from, to].filter((part) => part !== undefined).join("-")}.${ending}`;
