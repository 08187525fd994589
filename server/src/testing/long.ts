/** Whether this is the long form, `npm run proof NAME`: `npm test` runs the short one. */
export const isLong = process.env["LARO_PROOF"] === "long";

/** How long one proof may take, in either form. */
export const PROOF_TIMEOUT_MS = 600_000;

/** Of cases that all walk one path the short form walks the first few, the long one all. */
export const firstOf = <T>(cases: readonly T[], count = 1): readonly T[] => (isLong ? cases : cases.slice(0, count));
