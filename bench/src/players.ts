/** As many as keep one player's row from being the bottleneck. */
export const PLAYERS = 10_000;
/** Who bets over HTTP is held to the game's pace: the faster the server, the more of them it takes until the first may bet again. */
export const BETTORS = 20_000;
/** Those after the bettors play in process: two processes on one wallet would surprise each other with nonces, which is not what is measured. */
export const ACCOUNTS = BETTORS + PLAYERS;
export const STAKE_MINOR = 100n;
/** 10,000,000.00: nobody runs dry. */
export const BALANCE_MINOR = 1_000_000_000n;

/** As many as a small casino offers; the lobby shows twenty at a time. */
export const LOBBY_GAMES = 400;

const TOKEN_PREFIX = "bench-session-of-player-";

/** The session token of a player, from 0; only its hash is stored, as in service. */
export const tokenOf = (player: number): string => `${TOKEN_PREFIX}${player}`;

/** The cycle of the game that is bet on, and what one call may be slower than the next. */
const PACE_MS = 1_600;

/** Answers who bets next: whoever waited longest, if that is a cycle, else someone new. */
export function pacedRotation(): () => number {
  const [order, atMs] = [new Int32Array(BETTORS), new Float64Array(BETTORS)];
  let [first, waiting] = [0, 0];
  return () => {
    const nowMs = performance.now();
    const isNew = waiting < BETTORS && (waiting === 0 || nowMs - atMs[first]! < PACE_MS);
    const bettor = isNew ? waiting++ : order[first]!;
    if (!isNew) first = (first + 1) % BETTORS;
    const last = (first + waiting - 1) % BETTORS;
    [order[last], atMs[last]] = [bettor, nowMs];
    return bettor;
  };
}

/** Answers the players one after the other, for ever. */
export function rotation(): () => number {
  let next = 0;
  return () => next++ % PLAYERS;
}
