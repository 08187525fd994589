/** What the house may come to owe for one draw, in minor units: by one result's mark, by one ticket, and all that is staked on it. */
export interface DrawLimits {
  readonly numberMax: bigint;
  readonly ticketWinMax: bigint;
  readonly stakesMax: bigint;
}

/** Draws of every minute are many, so one number of theirs owes less. */
const ofType: Readonly<Record<string, DrawLimits>> = {
  LOTT: { numberMax: 300_000_000n, ticketWinMax: 200_000_000n, stakesMax: 2_000_000_000n },
  ELOTT: { numberMax: 30_000_000n, ticketWinMax: 200_000_000n, stakesMax: 2_000_000_000n },
};

export const limitsOf = ({ gameType }: { readonly gameType: string }): DrawLimits => ofType[gameType]!;
