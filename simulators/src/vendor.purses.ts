import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** What may go wrong with money on its way. late: the answer never comes, and what was asked is done half a second after everybody hung up. */
export const purseFaults = ["transfer-done-unsaid", "transfer-lost", "transfer-late", "transfer-twice", "transfer-refused", "transfer-slow"] as const;
export type PurseFault = (typeof purseFaults)[number];

const LATE_MS = 500;
const SLOW_MS = 20_000;
const REMEMBERED_MAX = 100_000;
/** Amounts are hundred-thousandths of the currency's unit. */
const PARTS_OF_MINOR = 1_000;

const textOf = (parts: number): string => (parts / PARTS_OF_MINOR / 100).toFixed(2);

const PATH = /^POST \/hub88\/([A-Z0-9]{1,16})\/operator\/generic\/v2\/transfer_wallet\/(deposit|withdraw|balance)$/;

/** Whether a call is about a purse: of which vendor, and what is asked. */
export function readPurseCall(name: string): { vendor: string; action: "deposit" | "withdraw" | "balance" } | undefined {
  const [, vendor, action] = PATH.exec(name) ?? [];
  return vendor === undefined ? undefined : { vendor, action: action as "deposit" };
}

/** The platform's key, as it is given to a simulator: base64 of SPKI, DER. */
export const publicKeyOf = (text: string): KeyObject => createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });

/** Whether exactly these bytes were signed with the platform's key. */
export const isSignedByKey = (body: string, signature: string, key: KeyObject): boolean =>
  verify("RSA-SHA256", Buffer.from(body), key, Buffer.from(signature, "base64"));

interface Fields {
  readonly user?: unknown;
  readonly currency?: unknown;
  readonly request_uuid?: unknown;
  readonly transaction_uuid?: unknown;
  readonly amount?: unknown;
}

interface Move {
  readonly content: string;
  readonly answer: object;
}

export interface PurseOutcome {
  /** Undefined: nothing is said. */
  readonly answer?: object;
  readonly afterMs?: number;
}

/** The wallets that vendors of this kind keep: whole parts, by vendor and player. Each `transaction_uuid` is done once and answered as it was. */
export class Purses {
  readonly #balances = new Map<string, number>();
  readonly #moves = new Map<string, Move>();
  #done = 0;

  /** Answers a call, or does with it what was ordered. */
  call({ vendor, action }: { vendor: string; action: "deposit" | "withdraw" | "balance" }, body: string, fault: PurseFault | undefined): PurseOutcome {
    const fields = JSON.parse(body) as Fields;
    const about = { user: fields.user, request_uuid: fields.request_uuid, currency: fields.currency };
    const purse = `${vendor} ${String(fields.user)}`;
    if (action === "balance") return { answer: { ...about, status: "RS_OK", balance: this.#balances.get(purse) ?? 0 } };
    const move = () => ({ ...about, ...this.#move(purse, action, fields) });
    switch (fault) {
      case "transfer-refused":
        return { answer: { ...about, status: "RS_ERROR_LIMIT_REACHED" } };
      case "transfer-lost":
        return {};
      case "transfer-late":
        setTimeout(move, LATE_MS).unref();
        return {};
      case "transfer-done-unsaid":
        move();
        return {};
      case "transfer-slow":
        return { answer: move(), afterMs: SLOW_MS };
      case "transfer-twice":
        move();
        return { answer: move() };
      default:
        return { answer: move() };
    }
  }

  #move(purse: string, action: "deposit" | "withdraw", { transaction_uuid: id, amount }: Fields): object {
    if (typeof id !== "string" || !Number.isSafeInteger(amount) || Number(amount) <= 0) return { status: "RS_ERROR_WRONG_TYPES" };
    const [key, content] = [`${purse} ${id}`, `${action} ${String(amount)}`];
    const known = this.#moves.get(key);
    if (known !== undefined) return known.content === content ? known.answer : { status: "RS_ERROR_DUPLICATE_TRANSACTION" };
    const before = this.#balances.get(purse) ?? 0;
    const balance = before + (action === "deposit" ? Number(amount) : -Number(amount));
    // What was not done is asked anew, and may be done then.
    if (balance < 0) return { status: "RS_ERROR_NOT_ENOUGH_MONEY", balance: before };
    this.#balances.set(purse, balance);
    this.#done += 1;
    const answer = { status: "RS_OK", balance };
    this.#moves.set(key, { content, answer });
    for (const oldest of this.#moves.keys()) if (this.#moves.size > REMEMBERED_MAX) this.#moves.delete(oldest);
    return answer;
  }

  /** Plays a round that is decided, amounts in minor units. What is not there is not staked. */
  play({ vendor, player }: { vendor: string; player: string }, { stake, win }: { stake: number; win: number }): { refused?: string; balance: string } {
    const purse = `${vendor} ${player}`;
    const before = this.#balances.get(purse) ?? 0;
    if (before < stake * PARTS_OF_MINOR) return { refused: "100", balance: textOf(before) };
    const balance = before + (win - stake) * PARTS_OF_MINOR;
    this.#balances.set(purse, balance);
    return { balance: textOf(balance) };
  }

  /** What lies in a purse, as a game shows it. */
  balanceOf({ vendor, player }: { vendor: string; player: string }): string {
    return textOf(this.#balances.get(`${vendor} ${player}`) ?? 0);
  }

  /** What lies here, in minor units, and how many moves were done. */
  books(): { readonly purses: readonly { vendor: string; player: string; minor: number }[]; readonly moves: number } {
    const purses = [...this.#balances].map(([purse, parts]) => {
      const [vendor = "", player = ""] = purse.split(" ");
      return { vendor, player, minor: parts / PARTS_OF_MINOR };
    });
    return { purses, moves: this.#done };
  }
}
