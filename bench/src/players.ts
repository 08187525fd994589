/** As many as keep one player's row from being the bottleneck, and as a game's pace leaves time for between two bets of one player. */
export const PLAYERS = 20_000;
/** One half plays over HTTP, the other in process: two processes on one wallet would surprise each other with nonces, which is not what is measured. */
export const ACCOUNTS = 2 * PLAYERS;
export const STAKE_MINOR = 100n;
/** 10,000,000.00: nobody runs dry. */
export const BALANCE_MINOR = 1_000_000_000n;

/** As many as a small casino offers; the lobby shows twenty at a time. */
export const LOBBY_GAMES = 400;

const TOKEN_PREFIX = "bench-session-of-player-";

/** The session token of a player, from 0; only its hash is stored, as in service. */
export const tokenOf = (player: number): string => `${TOKEN_PREFIX}${player}`;

/** Answers the players one after the other, for ever. */
export function rotation(): () => number {
  let next = 0;
  return () => next++ % PLAYERS;
}
