import type { IncomingHttpHeaders } from "node:http";
import type { VendorFlow } from "@laro/contract/reconciliation";
import type { z } from "zod";

/** Of a vendor's call; one byte more is refused. */
export const BODY_BYTES_MAX = 65_536;

/** A vendor's call as it came. */
export interface WalletCall {
  readonly headers: IncomingHttpHeaders;
  /** Exactly the bytes that were signed. */
  readonly body: Buffer;
}

/** Whom and what a call is about, by the vendor's own names. */
export interface About {
  readonly player: string;
  /** Undefined where the call names none. */
  readonly currency: string | undefined;
  /** Undefined where the call names none. */
  readonly game: string | undefined;
  /** What the launch of the game gave the vendor, where the protocol has such a thing. */
  readonly token?: string | undefined;
}

/** One transaction: the vendor's id of it, minor units; 0 where the protocol says so much of bets and wins that are none. */
export interface WalletStep {
  readonly id: string;
  readonly type: "bet" | "win";
  readonly amountMinor: bigint;
  /** Whether the vendor said more digits than the currency has; what is below them is not paid. */
  readonly isCut: boolean;
  /** A win's bet, where the protocol names it. */
  readonly reference?: string | undefined;
  /** Whether the vendor pays for the bet: its amount here is 0. */
  readonly isFree?: boolean;
  /** What of the amount went into a jackpot, or came out of one, in millionths of the smallest unit; told for reports. */
  readonly jackpot?: { readonly contribution?: bigint; readonly win?: bigint } | undefined;
}

export interface WalletUndoing {
  /** Undefined where the protocol knows a rollback by what it takes back. */
  readonly id: string | undefined;
  readonly original: string;
}

/** The end of free rounds that we granted, and what they won; our id says whose they are. */
interface IssueFinish {
  readonly kind: "finishIssue";
  readonly issue: string;
  /** Who the vendor says it was, where it does. */
  readonly player: string | undefined;
  readonly currency: string | undefined;
  readonly amountMinor: bigint;
  readonly isCut: boolean;
}

/** A vendor's call, whatever protocol it came by. */
export type WalletRequest = IssueFinish | PlayerRequest;

type PlayerRequest = About &
  (
    | { readonly kind: "identify" }
    | { readonly kind: "balance" }
    | { readonly kind: "play"; readonly round: string; readonly steps: readonly WalletStep[]; readonly closes: boolean }
    | { readonly kind: "rollback"; readonly round: string; readonly undoings: readonly WalletUndoing[]; readonly closes: boolean }
    | { readonly kind: "close"; readonly round: string }
    | {
        readonly kind: "prize";
        readonly id: string;
        readonly amountMinor: bigint;
        readonly isCut: boolean;
        /** What the id stands for besides its amount. */
        readonly content: string;
        /** The round that ends with it, where one does. */
        readonly ends: string | undefined;
        /** Whether the vendor calls it a win: then its id is one of a win, too. */
        readonly isWin: boolean;
      }
  );

/** What became of it. `ids`: ours, in the order of the call's transactions; empty where nothing moved. */
export interface WalletOutcome {
  readonly balanceMinor: bigint;
  readonly currency: string;
  readonly round: string;
  readonly ids: readonly string[];
}

/** Why a call was not carried out. */
export type FaultCode =
  | "address"
  | "signature"
  | "too_large"
  | "malformed"
  | "wrong_type"
  | "player_unknown"
  | "currency_other"
  | "game_unknown"
  | "game_closed"
  | "player_closed"
  | "insufficient_funds"
  | "limit_reached"
  | "stake_too_high"
  | "id_reused"
  | "rolled_back"
  | "bet_unknown"
  | "issue_unknown"
  | "token_unknown"
  | "token_expired"
  | "busy"
  | "unknown";

/** A call that is refused, in no protocol's words yet. */
export class WalletFault extends Error {
  readonly code: FaultCode;
  /** The wallet's balance, where the vendor is to show it. */
  readonly balanceMinor: bigint | undefined;

  /** `message`: what a developer reads, where the code does not say it all. */
  constructor(code: FaultCode, { message = "", balanceMinor }: { message?: string; balanceMinor?: bigint } = {}) {
    super(message);
    this.code = code;
    this.balanceMinor = balanceMinor;
  }
}

export interface WalletAnswer {
  readonly status: number;
  readonly body: string;
}

/** What protocols want differently of the same wallet. */
export interface ProtocolRules {
  /** Which balance is told to who asks again for what was done: that of then, or that of now. */
  readonly repeatBalance: "stored" | "now";
  /** Whether a win is refused while the bet it names is not here. */
  readonly winNeedsBet: boolean;
  /** What must bear the token of the launch. Wins and rollbacks never do: they come when the launch is long over. */
  readonly tokenFor: "nothing" | "bets";
}

/** What a family's keys are, where not any text is one. */
export interface ProtocolKeys {
  /** Whether one of random bytes is made here; else it is given. */
  readonly areMade: boolean;
  /** theirs: what their calls are verified with. ours: what we sign with. */
  readonly isKey: (use: "theirs" | "ours", secret: Buffer) => boolean;
}

/** How a family of vendors speaks to a wallet: bytes in, bytes out. It knows no table and moves no money. */
export interface WalletProtocol<Action extends string = string> {
  readonly rules: ProtocolRules;
  /** What follows the vendor's code in a path, and what it asks for. */
  readonly routes: Readonly<Record<string, Action>>;
  /** Whether one of the secrets signed exactly these bytes. Compares in constant time, with each secret. */
  readonly verify: (call: WalletCall, secrets: readonly Buffer[]) => boolean;
  /** Throws a `WalletFault` where the body is not what the protocol says. */
  read(action: Action, call: WalletCall): WalletRequest;
  readonly answer: (request: WalletRequest, outcome: WalletOutcome, call: WalletCall) => WalletAnswer;
  /** `call`: undefined while nobody knows who sent it. */
  readonly fault: (fault: WalletFault, call: WalletCall | undefined) => WalletAnswer;
}

/** What a vendor is told when a game starts. */
export interface GameLaunch {
  readonly casinoId: string;
  readonly gameCode: string;
  /** What a test vendor shows as the game's name; a real one knows its own. */
  readonly title?: string | undefined;
  readonly mode: "demo" | "real";
  /** Who plays, where money moves: a name that is this vendor's alone. */
  readonly player?: { readonly ref: string; readonly currency: string } | undefined;
  /** Our launch: no credential. */
  readonly session: string;
  /** What bets of this launch are to bear, where the protocol asks for it. */
  readonly token?: string | undefined;
  readonly language: string;
  readonly device: string | null;
  /** Fixed pages of ours that lead back. */
  readonly urls: { readonly return_url: string; readonly deposit_url: string };
}

/** A question to a vendor, signed. */
export interface VendorQuestion {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Money that is to move between our wallet of a member and the vendor's. */
export interface VendorMove {
  readonly casinoId: string;
  readonly player: { readonly ref: string; readonly currency: string };
  /** Ours, the same however often it is asked for. */
  readonly id: string;
  /** in: to the vendor. */
  readonly direction: "in" | "out";
  readonly amountMinor: bigint;
}

/** What a vendor says of a move. `refused`: it was not done by this question; `notFound`: it knows of none by this id. */
export type MoveSaid =
  | { readonly said: "done"; readonly balanceMinor: bigint | null }
  | { readonly said: "refused"; readonly reason: string }
  | { readonly said: "notFound" };

interface MoveQuestion {
  readonly ask: (move: VendorMove, secret: Buffer) => VendorQuestion;
  /** Undefined for an answer that decides nothing. */
  readonly answer: z.ZodType<MoveSaid | undefined>;
}

/** What was played with a vendor's own wallet: a stretch of time, from its first moment, before its end. */
export interface PlayQuestion {
  readonly casinoId: string;
  readonly currency: string;
  readonly from: Date;
  readonly until: Date;
  /** Where the part of the list before ended. */
  readonly after?: string | undefined;
}

/** One transaction as the vendor tells of it. `undo`: the transaction `id` was taken back. */
export interface PlayRecord extends About {
  readonly currency: string;
  readonly game: string;
  readonly type: "bet" | "win" | "undo";
  /** The vendor's id of the transaction; of what was taken back, its own. */
  readonly id: string;
  readonly round: string;
  /** Minor units; 0 of what was taken back. */
  readonly amountMinor: bigint;
  /** By the vendor's clock. */
  readonly playedAt: Date;
}

/** What stands in a list and is no record, by the vendor's id of it where that can be read; nothing of it is booked. */
export interface PlayOddity {
  readonly id: string;
  readonly kind: "record_malformed" | "record_kind_unknown" | "amount_wrong" | "fraction";
}

/** A part of what was played; `next`: what the next part comes after, undefined on the last. */
export interface PlayPage {
  readonly list: readonly PlayRecord[];
  readonly odd: readonly PlayOddity[];
  readonly next: string | undefined;
}

/** How vendors that keep a wallet of their own are asked to move money, and for what was played with it. */
export interface TransferProtocol {
  /** What lies there; undefined for an answer that does not say. */
  readonly balance: {
    readonly ask: (about: Pick<VendorMove, "casinoId" | "player">, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<bigint | undefined>;
  };
  /** One id is done once at most. */
  readonly move: MoveQuestion;
  /** Asks what became of an id. Without it the same id is sent again, which is done once. */
  readonly findMove?: MoveQuestion;
  /** Without it nobody learns what was played. A list that is not wholly one is none; a record that is none is told apart, and the others count. */
  readonly play?: {
    readonly ask: (question: PlayQuestion, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<PlayPage>;
  };
}

/** What a vendor says of a round of its own. */
export const roundStates = ["open", "finished", "cancelled", "unknown"] as const;

/** Free rounds as a vendor is told of them. */
export interface FreeRoundsIssue {
  readonly casinoId: string;
  /** Our id of them: asked again, the vendor gives nothing twice. */
  readonly issue: string;
  readonly player: { readonly ref: string; readonly currency: string };
  readonly gameCode: string;
  readonly rounds: number;
  /** Of each round, minor units. */
  readonly stakeMinor: bigint;
  readonly until: Date;
}

/** What became of a question about free rounds, in whatever words: `unknown` where it is to be asked again. */
export const issueAnswers = ["done", "refused", "unknown"] as const;
/** What a vendor's report adds up: entries that moved money, what they came to in main units as it writes it, and the sum of their digests modulo 2^64. */
export interface ReportSums {
  readonly entries: number;
  readonly stake: ReportAmount;
  readonly win: ReportAmount;
  readonly rollback: ReportAmount;
  readonly prize: ReportAmount;
  readonly digest: bigint;
}

/** Minor units, rounded down. */
export interface ReportAmount {
  readonly minor: bigint;
  /** As it was written where it is finer than the currency; undefined elsewhere. */
  readonly finer: string | undefined;
}

export interface ReportAccount extends ReportSums {
  readonly player: string;
}

export interface ReportEntry {
  readonly id: string;
  readonly flow: VendorFlow;
  readonly amount: ReportAmount;
}

/** A part of a list that goes by what its items are called, byte by byte; `next`: what the next part comes after, undefined on the last. */
export interface ReportPage<Item> {
  readonly list: readonly Item[];
  readonly next: string | undefined;
}

/** What of a day is asked for: all of it in sums, the sums of players, or the entries of one. */
export interface ReportQuestion {
  readonly casinoId: string;
  /** Our calendar day, and what it is by the clock: from its first moment, before its end. */
  readonly day: string;
  readonly from: Date;
  readonly until: Date;
  readonly player?: string;
  readonly after?: string | undefined;
}

/** What a jackpot of a game stands at. */
export interface JackpotLevel {
  readonly gameCode: string;
  /** What the vendor calls the pool. */
  readonly code: string;
  readonly currency: string;
  /** Minor units, rounded down. */
  readonly amountMinor: bigint;
}

/** How a family of vendors is asked for its games. What a protocol does not have is left out. */
export interface GameProtocol {
  readonly launch: (launch: GameLaunch, secret: Buffer) => VendorQuestion;
  /** What the answer must be. */
  readonly launched: z.ZodType<{ url: string; framed: boolean }>;
  readonly roundState?: {
    readonly ask: (about: { readonly casinoId: string; readonly player: string; readonly round: string }, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<(typeof roundStates)[number]>;
  };
  readonly issueFreeRounds?: {
    readonly ask: (issue: FreeRoundsIssue, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<(typeof issueAnswers)[number]>;
  };
  readonly cancelFreeRounds?: {
    readonly ask: (about: { readonly casinoId: string; readonly issue: string }, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<(typeof issueAnswers)[number]>;
  };
  /** What the jackpots of games stand at, of those that have one. */
  readonly jackpots?: {
    readonly ask: (about: { readonly casinoId: string; readonly currency: string; readonly games: readonly string[] }, secret: Buffer) => VendorQuestion;
    readonly answer: z.ZodType<readonly JackpotLevel[]>;
  };
  /** A day of its books, at three depths. */
  readonly report?: {
    readonly ask: (level: keyof ReportAnswers, question: ReportQuestion, secret: Buffer) => VendorQuestion;
    readonly answers: { readonly [Level in keyof ReportAnswers]: z.ZodType<ReportAnswers[Level]> };
  };
}

export interface ReportAnswers {
  readonly sums: ReportSums;
  readonly accounts: ReportPage<ReportAccount>;
  readonly entries: ReportPage<ReportEntry>;
}
