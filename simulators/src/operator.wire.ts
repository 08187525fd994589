import { createHmac, timingSafeEqual } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import type { Defect } from "./operator.defects.ts";

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A call that is refused, in the words of the contract. */
export class Refused extends Error {
  readonly answer: Answer;

  constructor(apiCode: string, message: string, more: object = {}) {
    super(message);
    this.answer = { status: 400, body: { code: "invalid_argument", msg: message, meta: { api_code: apiCode, api_message: message, ...more } } };
  }
}

const bad = (message: string): never => {
  throw new Refused("400", message);
};

const DIGEST = /^[0-9a-f]{64}$/;

/** Whether the body's own bytes were signed with the secret. */
export function isSigned(body: Buffer, signature: string | undefined, { secret, defect }: { secret: Buffer; defect: Defect | undefined }): boolean {
  if (signature === undefined) return defect === "unsigned-taken";
  if (!DIGEST.test(signature)) return false;
  if (defect === "any-signature") return true;
  const signed = defect === "re-serialised-signature" ? rewritten(body) : body;
  return timingSafeEqual(Buffer.from(signature, "hex"), createHmac("sha256", secret).update(signed).digest());
}

function rewritten(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString("utf8"))));
  } catch {
    return body;
  }
}

type Fields = Readonly<Record<string, unknown>>;

export interface Step {
  readonly id: string;
  readonly type: "bet" | "win";
  readonly amountMinor: bigint;
}

export interface Undoing {
  readonly id: string;
  readonly original: string;
}

/** A call's fields, read as they are asked for. */
export class Call {
  readonly #fields: Fields;
  readonly #defect: Defect | undefined;

  constructor(body: Buffer, defect: Defect | undefined) {
    this.#fields = readObject(body);
    this.#defect = defect;
    if (defect === "unknown-fields-refused") for (const name of Object.keys(this.#fields)) if (!KNOWN.includes(name)) bad(`${name}: is unknown`);
  }

  id(name: string): string {
    return idOf(this.#fields[name], name);
  }

  get currency(): string {
    const given = this.id("currency");
    const currency = this.#defect === "currency-folded" ? given.toUpperCase() : given;
    return CURRENCY.test(currency) ? currency : bad(`currency: must match ${CURRENCY.source}`);
  }

  get finished(): boolean {
    return this.#fields["finished"] === true;
  }

  /** What free rounds won, perhaps nothing. */
  get amountMinor(): bigint {
    return /^0(\.0{1,2})?$/.test(String(this.#fields["amount"])) ? 0n : amountOf(this.#fields["amount"], "");
  }

  get transactions(): readonly Fields[] {
    const { transactions } = this.#fields;
    return Array.isArray(transactions) && transactions.length > 0 ? (transactions as readonly Fields[]) : bad("transactions: is required");
  }

  readonly step = (given: Fields, place: number): Step => {
    const at = `transactions[${place}]`;
    const { type } = given;
    if (type !== "bet" && type !== "win") return bad(`${at}.type: must be bet or win`);
    const amountMinor = this.#defect === "lenient-amounts" ? looseAmount(given["amount"], at) : amountOf(given["amount"], at);
    return { id: idOf(given["id_provider"], `${at}.id_provider`), type, amountMinor };
  };

  get undoings(): readonly Undoing[] {
    return this.transactions.map((given, place) => ({
      id: idOf(given["id_provider"], `transactions[${place}].id_provider`),
      original: idOf(given["original_id_provider"], `transactions[${place}].original_id_provider`),
    }));
  }
}

const KNOWN = ["account_id", "currency", "game_id", "session_id", "round_id", "round_id_provider", "finished", "transactions", "issue_id", "amount"];
const CURRENCY = /^[A-Z][A-Z0-9_]{2,31}$/;
const AMOUNT = /^[0-9]+(\.[0-9]{1,16})?$/;
const CENTS = 2;

function readObject(body: Buffer): Fields {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString("utf8"));
  } catch {
    bad("request body is not valid JSON");
  }
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : bad("request body must be a JSON object");
}

const idOf = (value: unknown, at: string): string => (typeof value === "string" && value !== "" ? value : bad(`${at}: is required`));

function amountOf(value: unknown, at: string): bigint {
  if (typeof value !== "string" || !AMOUNT.test(value)) return bad(`${at}.amount: not a valid decimal amount`);
  const [whole = "", fraction = ""] = value.split(".");
  const amountMinor = BigInt(whole + fraction.slice(0, CENTS).padEnd(CENTS, "0"));
  if (/[1-9]/.test(fraction.slice(CENTS))) return bad(`${at}.amount: has more decimals than the currency`);
  return amountMinor > 0n ? amountMinor : bad(`${at}.amount: must be greater than zero`);
}

function looseAmount(value: unknown, at: string): bigint {
  const amount = Math.round(Number(value) * 100);
  return Number.isFinite(amount) && amount !== 0 ? BigInt(amount) : bad(`${at}.amount: not a valid decimal amount`);
}

/** A balance as it is written in an answer. */
export function sayBalance({ balanceMinor, inexact }: { balanceMinor: bigint; inexact: number }, defect: Defect | undefined): string | number {
  if (defect === "floats") return String(inexact);
  return defect === "balance-as-number" ? Number(formatAmount(balanceMinor)) : formatAmount(balanceMinor);
}
