/** As many as keep one player's row from being the bottleneck. */
export const PLAYERS = 10_000;
/** Who bets over HTTP is held to the game's pace: the faster the server, the more of them it takes until the first may bet again. */
export const BETTORS = 20_000;
/** Each call in process says that it comes a cycle after the one before: the load is the ledger's, and one player's pace must not hold it back. */
export const CYCLE_MS = 1_000;
/** Those after the bettors play in process: two processes on one wallet would surprise each other with nonces, which is not what is measured. */
export const ACCOUNTS = BETTORS + PLAYERS;
export const STAKE_MINOR = 100n;
/** 10,000,000.00: nobody runs dry. */
export const BALANCE_MINOR = 1_000_000_000n;

/** As many as a small casino offers; the lobby shows twenty at a time. */
export const LOBBY_GAMES = 1_000;

/** A vendor whose games are in the lobby, and what its simulator's secret would be. */
export const VENDOR = { id: 90, code: "BENCH", game: "GAME_3", secret: "what the bench's vendor signs with" } as const;

/** A vendor of the second protocol, whose bets bear the token of their launch. */
export const HUB = { id: 91, code: "BENCHHUB", game: "HUB_1", gameId: 5_000 } as const;

/** Vendors who call while members play at the house: the first floods, the last few are dead. A player is one of theirs by the rest of a division. */
export const CROWD = { firstId: 100, count: 100, dead: 5, firstNode: 15_100 } as const;
export const crowdCode = (vendor: number): string => `CROWD${vendor}`;

const REF_PREFIX = "bench-player-";

/** What the vendor calls a player, from 0. */
export const refOf = (player: number): string => `${REF_PREFIX}${player}`;

/** What the launch of a player's game gave the vendor of the second protocol. */
export const launchTokenOf = (player: number): string => `bench-launch-of-player-${player}`;

const TOKEN_PREFIX = "bench-session-of-player-";

/** The session token of a player, from 0; only its hash is stored, as in service. */
export const tokenOf = (player: number): string => `${TOKEN_PREFIX}${player}`;

/** A little more than the cycle of the game that is bet on. */
const PACE_MS = 1_050;

/** Says who bets next: whoever was answered longest ago, if that is a cycle, else someone new. */
export function pacedRotation(): { next: () => number; answered: (bettor: number) => void } {
  const [order, atMs] = [new Int32Array(BETTORS), new Float64Array(BETTORS)];
  let [met, first, waiting] = [0, 0, 0];
  return {
    next: () => {
      if (met < BETTORS && (waiting === 0 || performance.now() - atMs[first]! < PACE_MS)) return met++;
      const bettor = order[first]!;
      [first, waiting] = [(first + 1) % BETTORS, waiting - 1];
      return bettor;
    },
    answered: (bettor) => {
      const last = (first + waiting++) % BETTORS;
      [order[last], atMs[last]] = [bettor, performance.now()];
    },
  };
}

/** Answers so many players one after the other, for ever. */
export function rotation(count: number): () => number {
  let next = 0;
  return () => next++ % count;
}
