/** What operators' wallets get wrong, each of which can be planted; without one the simulated wallet is right. */
export const defects = [
  "re-serialised-signature",
  "unsigned-taken",
  "any-signature",
  "unknown-fields-refused",
  "currency-folded",
  "floats",
  "lenient-amounts",
  "balance-as-number",
  "double-credit",
  "repeat-says-now",
  "other-content-applied",
  "ids-folded",
  "rollback-repeated",
  "no-tombstone",
  "rolled-back-comes-back",
  "second-rollback-credits",
  "win-needs-bet",
  "closed-round-refuses",
  "foreign-rollback",
  "half-batch",
  "balance-missing-in-limit",
  "limit-stops-wins",
  "racy-balance",
  "racy-repeat",
] as const;

export type Defect = (typeof defects)[number];
