import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";

/** What a vendor asks of a wallet. */
export type WalletAction = "balance" | "play" | "rollback" | "close";

/** Of a vendor's call; one byte more is refused. */
export const BODY_BYTES_MAX = 65_536;

/** A vendor's call as it came. */
export interface WalletCall {
  readonly headers: IncomingHttpHeaders;
  /** Exactly the bytes that were signed. */
  readonly body: Buffer;
}

/** Whom and what a call is about, by the vendor's own names. */
interface About {
  readonly player: string;
  readonly currency: string;
  /** Undefined where the call names none. */
  readonly game: string | undefined;
}

/** One transaction: the vendor's id of it, minor units above 0. */
export interface WalletStep {
  readonly id: string;
  readonly type: "bet" | "win";
  readonly amountMinor: bigint;
  /** Whether the vendor said more digits than the currency has; what is below them is not paid. */
  readonly isCut: boolean;
}

export interface WalletUndoing {
  readonly id: string;
  readonly original: string;
}

/** A vendor's call, whatever protocol it came by. */
export type WalletRequest = About &
  (
    | { readonly kind: "balance" }
    | { readonly kind: "play"; readonly round: string; readonly steps: readonly WalletStep[]; readonly closes: boolean }
    | { readonly kind: "rollback"; readonly round: string; readonly undoings: readonly WalletUndoing[]; readonly closes: boolean }
    | { readonly kind: "close"; readonly round: string }
  );

/** What became of it. `ids`: ours, in the order of the call's transactions; empty where nothing moved. */
export interface WalletOutcome {
  readonly balanceMinor: bigint;
  readonly round: string;
  readonly ids: readonly string[];
}

/** Why a call was not carried out. */
export type FaultCode =
  | "address"
  | "signature"
  | "too_large"
  | "malformed"
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

/** How a family of vendors speaks to a wallet: bytes in, bytes out. It knows no table and moves no money. */
export interface WalletProtocol {
  /** What follows the vendor's code in a path, and what it asks for. */
  readonly routes: Readonly<Record<string, WalletAction>>;
  /** Whether one of the secrets signed exactly these bytes. Compares in constant time, with each secret. */
  readonly verify: (call: WalletCall, secrets: readonly Buffer[]) => boolean;
  /** Throws a `WalletFault` where the body is not what the protocol says. */
  readonly read: (action: WalletAction, call: WalletCall) => WalletRequest;
  readonly answer: (request: WalletRequest, outcome: WalletOutcome) => WalletAnswer;
  readonly fault: (fault: WalletFault) => WalletAnswer;
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
  readonly language: string;
  readonly device: string | null;
  /** Fixed pages of ours that lead back. */
  readonly urls: { readonly return_url: string; readonly deposit_url: string };
}

/** How a family of vendors is asked for its games. */
export interface GameProtocol {
  readonly launch: (launch: GameLaunch, secret: Buffer) => { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** What the answer must be. */
  readonly launched: z.ZodType<{ url: string; framed: boolean }>;
}
