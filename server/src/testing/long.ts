/** Whether this is the long form, `npm run proof NAME`: `npm test` runs the short one. */
export const isLong = process.env["LARO_PROOF"] === "long";

/** Of cases that all walk one path the short form walks the first few, the long one all. */
export const firstOf = <T>(cases: readonly T[], count = 1): readonly T[] => (isLong ? cases : cases.slice(0, count));
