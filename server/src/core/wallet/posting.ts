import type { MovementKind } from "@laro/contract/wallet";
import type { OwnId } from "../../platform/ids.ts";

/** Why money moved: what a member's record names, and what moves a jackpot's pool, which is nobody's record. */
export type PostingKind = MovementKind | "jackpot";

/** The number a kind of movement has in the journal. */
export const kindNumber = {
  bet: 1,
  deposit: 2,
  withdrawal: 3,
  payout: 4,
  adjustment: 5,
  reversal: 6,
  transfer: 7,
  bonus: 8,
  fee: 9,
  refund: 10,
  commission: 11,
  jackpot: 12,
  hold: 13,
  forfeiture: 14,
  resettlement: 15,
  receivable: 16,
  prize: 17,
  points: 18,
  rebate: 19,
} as const satisfies Record<PostingKind, number>;
/** The kind of a line of a member's wallet. */
export const kindOf = Object.fromEntries(Object.entries(kindNumber).map(([kind, number]) => [number, kind])) as Record<number, MovementKind>;

/** The wallets of an account; `held` is opened by the first notice that it may not take part, `moving` by the first money on its way to a vendor. A vendor that keeps a wallet of its own has a kind from 101 on; see `core/settings/packs.ts`. A jackpot's pool belongs to account 0 and has a kind from 201 on; see `core/jackpots`. */
export const walletKinds = { main: 1, bonus: 2, locked: 3, held: 4, moving: 5 } as const;

/** The far side of a movement; the same numbers stand in `system_account`. A house game's is its number below zero. */
export const systemAccounts = {
  "psp:deposit": -101n,
  "psp:payout": -102n,
  "transit:withdrawal": -201n,
  "transit:fund": -202n,
  "transit:member": -203n,
  "transit:bonus": -204n,
  "transit:held": -205n,
  "transit:jackpot": -206n,
  adjustment: -301n,
  promotion: -302n,
  fees: -303n,
  commission: -304n,
  government: -305n,
  "receivable:BGS": -401n,
} as const;
export type SystemAccount = keyof typeof systemAccounts;
/** The account a house game's stakes go to and its wins come from: `house:<CODE>` in `system_account`. */
export const houseAccount = (gameId: number): bigint => -BigInt(gameId);
/** The far side of a movement that a game's own account is. */
export interface HouseSide {
  readonly gameId: number;
}
/** What passes between two wallets rests here for the length of a transaction. */
export type TransitAccount = Extract<SystemAccount, `transit:${string}`>;

/** What the database answers for one operation; the numbers are those of `0003-ledger-functions.sql`, `0006-player-protection.sql`, `0013-what-closes-play.sql`, `0045-rounds-that-stay-open.sql`, `0071-corrections.sql` and `0075-vendors-play.sql`. */
export const results = {
  applied: 0,
  repeat: 1,
  insufficient: 2,
  unknownWallet: 3,
  idReused: 4,
  staleNonce: 5,
  busy: 6,
  closed: 7,
  stakeLimit: 8,
  lossLimit: 9,
  timeLimit: 10,
  excluded: 11,
  realityCheck: 12,
  maintenance: 13,
  regionRestricted: 14,
  gameStopped: 15,
  notOpen: 16,
  alreadyOpen: 17,
  drawClosed: 18,
  aboveDraw: 19,
  notSettled: 20,
  reversed: 21,
  corrected: 22,
  rolledBack: 23,
  unfounded: 24,
} as const;

/** A house game's round, drawn when the operation's nonce is known; its id is made at the moment of posting. */
export interface RoundDraw {
  readonly gameId: number;
  /** Computes the win from the seed in force; pure, called again with another nonce when the first was stale. */
  readonly draw: (seed: SeedInForce, nonce: bigint) => Drawn;
}

/** A ticket of a draw: its stake is taken now, and the draw's result closes it. */
export interface TicketBuy {
  readonly gameId: number;
  readonly drawId: bigint;
  /** What was chosen, in the shape of the game. */
  readonly choice: unknown;
}

export interface Drawn {
  readonly winMinor: bigint;
  /** What of the stake counts towards turnover and bonuses, in minor units; all of it if nothing is said. */
  readonly validMinor?: bigint | undefined;
  readonly detail: string;
  /** Whether more is paid than the draw knows: stake and win are posted as an entry that opens the round, and whoever knows the rest closes it. */
  readonly staysOpen?: boolean | undefined;
}

export interface SeedInForce {
  readonly id: bigint;
  /** 32 bytes. */
  readonly serverSeed: Uint8Array;
  readonly clientSeed: string;
}

/** One operation on one wallet: takes `debitMinor`, gives `creditMinor`, both against `contra`, in one journal step. */
export interface Posting {
  /** The operation's id: the same id with the same content does nothing twice. */
  readonly ref: OwnId;
  readonly walletId: bigint;
  readonly contra: bigint;
  readonly kind: PostingKind;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
  /** Tells two contents under one id apart. */
  readonly digest: bigint;
  readonly round?: RoundDraw;
  readonly ticket?: TicketBuy;
  /** The session whose answer tells what moved: its own socket need not. */
  readonly session?: string | undefined;
}

export interface Posted {
  readonly repeated: boolean;
  /** The wallet's balance right after the operation, in minor units. */
  readonly balanceMinor: bigint;
  readonly roundId: string | null;
  /** The moment it was posted at; of a repeat, the moment of asking. */
  readonly at: Date;
}
