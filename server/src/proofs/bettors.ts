import { isDeepStrictEqual } from "node:util";
import { decodeAnswer, encodeCall, RefusedCall } from "@laro/contract/core/call";
import type { Answer, OutputOf } from "@laro/contract/core/endpoint";
import type { ErrorCode } from "@laro/contract/core/errors";
import { rounds } from "@laro/contract/rounds";
import { newId, requestedId } from "../platform/ids.ts";
import type { Bettor } from "./players.ts";

export type Round = OutputOf<(typeof rounds)["play"]>;

export interface Bet {
  readonly requestId: string;
  readonly bettor: Bettor;
  readonly stake: bigint;
  readonly target: number;
  /** What the player was told; set once. */
  answer?: Round;
  refusal?: ErrorCode;
}

interface Betting {
  readonly people: readonly Bettor[];
  readonly bets: number;
  readonly callers: number;
  readonly victim: { readonly address: string };
}

const RETRY_AFTER_MS = 80;
const DECIDED_POLL_MS = 5;
const TRIES_MAX = 3_000;
/** Far more than anyone should wait: a call that takes it is seen as one that hung. */
const CALL_TIMEOUT_MS = 20_000;
const STAKES_MINOR = [1_00n, 3_00n, 7_00n] as const;
/** Nothing is decided by these: the same id has to be asked again. */
const undecided: readonly ErrorCode[] = ["server.pending", "server.busy", "request.too_many", "rounds.too_soon"];
const isUndecided = (answer: Round | ErrorCode | undefined): answer is ErrorCode | undefined =>
  answer === undefined || (typeof answer === "string" && undecided.includes(answer));

/** Players who bet, hear nothing when the process dies, and ask again with the same id until they hear. */
export class Bettors {
  readonly bets: readonly Bet[];
  readonly faults: string[] = [];
  retries = 0;
  /** How long the slowest call took to be answered. */
  slowestMs = 0;
  readonly #address: () => string;
  readonly #callers: number;
  #next = 0;
  #stopped = false;

  constructor({ people, bets, callers, victim }: Betting) {
    this.#address = () => victim.address;
    this.#callers = callers;
    this.bets = Array.from({ length: bets }, (_, index) => ({
      requestId: newId(new Date()),
      bettor: people[(index * 7) % people.length]!,
      stake: STAKES_MINOR[index % STAKES_MINOR.length]!,
      target: 2_000 + ((index * 37) % 6_000),
    }));
  }

  get decidedCount(): number {
    return this.bets.filter(({ answer, refusal }) => answer !== undefined || refusal !== undefined).length;
  }

  get progress(): string {
    return `${this.decidedCount} of ${this.bets.length} bets, ${this.retries} retries`;
  }

  /** Waits until so many bets are decided. */
  async decided(count: number): Promise<void> {
    while (this.decidedCount < count && !this.#stopped) await new Promise((wait) => setTimeout(wait, DECIDED_POLL_MS));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Places no new bet; those in flight are still decided. */
  placeNoMore(): void {
    this.#next = this.bets.length;
  }

  /** Places every bet, with a bounded number in flight. */
  async run(): Promise<void> {
    const placeNext = async (): Promise<void> => {
      for (let bet = this.bets[this.#next++]; bet !== undefined && !this.#stopped; bet = this.bets[this.#next++]) await this.#settle(bet);
    };
    await Promise.all(Array.from({ length: this.#callers }, placeNext));
  }

  /** Sends every bet once more: an acknowledged one must answer as before, and a refused one must not have happened. */
  async repeatAll(): Promise<readonly string[]> {
    const faults: string[] = [];
    const acknowledged = this.bets.filter(({ answer }) => answer !== undefined);
    const repeatFrom = async (start: number): Promise<void> => {
      for (let index = start; index < acknowledged.length; index += this.#callers) {
        const bet = acknowledged[index]!;
        const again = await this.#askUntilDecided(bet);
        if (!isSameOutcome(bet.answer, again)) faults.push(`bet ${bet.requestId} was answered ${describe(bet.answer)} and then ${describe(again)}`);
      }
    };
    await Promise.all(Array.from({ length: this.#callers }, (_, start) => repeatFrom(start)));
    return faults;
  }

  async #settle(bet: Bet): Promise<void> {
    const decided = await this.#askUntilDecided(bet);
    if (decided === undefined) return;
    if (typeof decided !== "string") bet.answer = decided;
    else {
      bet.refusal = decided;
      if (decided !== "wallet.insufficient_funds") this.faults.push(`bet ${bet.requestId} was refused with ${decided}`);
    }
  }

  async #askUntilDecided(bet: Bet): Promise<Round | ErrorCode | undefined> {
    for (let tries = 0; tries < TRIES_MAX && !this.#stopped; tries++) {
      const answer = await this.#ask(bet);
      if (!isUndecided(answer)) return answer;
      this.retries++;
      await new Promise((wait) => setTimeout(wait, RETRY_AFTER_MS));
    }
    this.faults.push(`bet ${bet.requestId} was never decided`);
    return undefined;
  }

  /** One call; undefined when no answer came, so that the outcome is not known. */
  async #ask({ requestId, bettor, stake, target }: Bet): Promise<Round | ErrorCode | undefined> {
    const { method, path, body } = await encodeCall(rounds.play, { requestId, gameCode: "DICE", stake, choice: { target, side: "under" } }, () =>
      Promise.reject(new Error("A bet is not sealed.")),
    );
    let answer: Answer<unknown>;
    try {
      const headers = { "content-type": "application/json", authorization: `Bearer ${bettor.token}` };
      const askedAtMs = performance.now();
      const response = await fetch(this.#address() + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
      answer = (await response.json()) as Answer<unknown>;
      this.slowestMs = Math.max(this.slowestMs, performance.now() - askedAtMs);
    } catch {
      return undefined;
    }
    try {
      return decodeAnswer(rounds.play, answer);
    } catch (error) {
      if (error instanceof RefusedCall) return error.code;
      throw error;
    }
  }
}

/** The id a bet has in the ledger. */
export const refOf = ({ requestId, bettor }: Bet): string => requestedId(requestId, "round", String(bettor.accountId));

/** The moment is the answer's own; everything a player could win or lose by must be the same. */
function isSameOutcome(first: Round | undefined, again: Round | ErrorCode | undefined): boolean {
  return typeof again === "object" && first !== undefined && isDeepStrictEqual({ ...first, at: "" }, { ...again, at: "" });
}

const describe = (answer: Round | ErrorCode | undefined): string =>
  typeof answer === "object" ? `round ${answer.id} win ${answer.win} balance ${answer.balance}` : String(answer);
