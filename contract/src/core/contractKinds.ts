/** What an agent is paid for: a share of the line's result, or a part of its valid bets by day, by hour or as they are made. */
export const contractKinds = ["dividend", "daily", "hourly", "realTime"] as const;
export type ContractKind = (typeof contractKinds)[number];

/** D day, W week from Monday, S half a month (1 to 15, 16 to the end), M month, H hour; real-time has none. */
export const contractPeriods = ["D", "W", "S", "M", "H"] as const;
export type ContractPeriod = (typeof contractPeriods)[number];

/** Rates are whole thousandths of a percent: 25.000 % is 25000. */
export const RATE_UNIT = 100_000n;
