interface Paid {
  readonly stake: bigint;
  readonly win: bigint;
}

/** What one member's tickets on a draw come to together: what is less than all of them staked is nothing to celebrate. */
export const togetherOf = (tickets: readonly Paid[]): Paid => ({
  stake: tickets.reduce((sum, { stake }) => sum + stake, 0n),
  win: tickets.reduce((sum, { win }) => sum + win, 0n),
});
