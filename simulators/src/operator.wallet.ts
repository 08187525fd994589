import { randomUUID } from "node:crypto";
import type { Defect } from "./operator.defects.ts";
import { type Answer, Call, isSigned, Refused, sayBalance, type Step, type Undoing } from "./operator.wire.ts";

const BODY_BYTES_MAX = 65_536;
/** As long as a wallet that looks first and writes later leaves others time in between. */
const GAP_MS = 25;

/** A player of the operator's, in minor units. */
export interface NewAccount {
  readonly currency: string;
  readonly balanceMinor: bigint;
  /** Has reached a limit of bets. */
  readonly limited?: boolean;
  readonly disabled?: boolean;
}

interface Account extends NewAccount {
  balanceMinor: bigint;
  /** The same balance as a wallet keeps it that adds in floating point. */
  inexact: number;
}

interface Entry {
  readonly type: "bet" | "win" | "rollback" | "prize";
  /** Ours; empty where nothing moved. */
  readonly id: string;
  readonly amountMinor: bigint;
  readonly round: string;
  readonly balanceAfter: string | number;
  isUndone: boolean;
}

export interface OperatorBooks {
  readonly accounts: readonly { readonly ref: string; readonly minor: string }[];
  /** `key` is the account and the vendor's id, with a blank between. */
  readonly entries: readonly {
    readonly key: string;
    readonly type: Entry["type"];
    readonly round: string;
    readonly minor: string;
    readonly isUndone: boolean;
  }[];
}

interface Calling {
  readonly ref: string;
  readonly account: Account;
  readonly round: string;
}

/** A foreign operator's wallet in memory, which speaks the SoftSwiss dialect (contract v.2026.03.03). Right, unless a defect is planted. */
export class OperatorWallet {
  readonly #secret: Buffer;
  readonly #accounts: Map<string, Account>;
  readonly #entries = new Map<string, Entry>();
  readonly #tombstones = new Set<string>();
  readonly #rounds = new Map<string, { readonly id: string; isClosed: boolean; hasBet: boolean }>();
  #defect: Defect | undefined;

  constructor({ secret, accounts, defect }: { secret: Buffer; accounts: Readonly<Record<string, NewAccount>>; defect?: Defect | undefined }) {
    this.#secret = secret;
    this.#defect = defect;
    const opened = Object.entries(accounts).map(([ref, account]): [string, Account] => [ref, { ...account, inexact: Number(account.balanceMinor) / 100 }]);
    this.#accounts = new Map(opened);
  }

  /** Opens an account; one that is there already keeps what it holds. */
  open(ref: string, account: NewAccount): void {
    if (!this.#accounts.has(ref)) this.#accounts.set(ref, { ...account, inexact: Number(account.balanceMinor) / 100 });
  }

  /** What every account holds, and each transaction that was taken; amounts in minor units as text. */
  books(): OperatorBooks {
    return {
      accounts: [...this.#accounts].map(([ref, { balanceMinor }]) => ({ ref, minor: String(balanceMinor) })),
      entries: [...this.#entries].map(([key, { type, round, amountMinor, isUndone }]) => ({ key, type, round, minor: String(amountMinor), isUndone })),
    };
  }

  /** Plants a defect in place of the one before, or none. */
  plant(defect: Defect | undefined): void {
    this.#defect = defect;
  }

  /** What an account holds, minor units. */
  balanceOf(ref: string): bigint | undefined {
    return this.#accounts.get(ref)?.balanceMinor;
  }

  /** Answers one call: path without a slash, header `X-REQUEST-SIGN`, the bytes as they came. */
  async answer(path: string, signature: string | undefined, body: Buffer): Promise<Answer> {
    try {
      if (body.length > BODY_BYTES_MAX) throw new Refused("400", "request body too large");
      if (!isSigned(body, signature, { secret: this.#secret, defect: this.#defect })) throw new Refused("403", "invalid signature");
      return { status: 200, body: await this.#run(path, new Call(body, this.#defect)) };
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      return { status: 500, body: { code: "internal", msg: "internal error", meta: { api_code: "500", api_message: "internal error" } } };
    }
  }

  async #run(path: string, call: Call): Promise<object> {
    const ref = call.id("account_id");
    const { currency } = call;
    const account = this.#accounts.get(ref);
    if (account === undefined) throw new Refused("101", "player is invalid");
    if (account.currency !== currency) throw new Refused("154", "currency is not allowed for the player");
    switch (path) {
      case "balance":
        call.id("game_id");
        return { balance: this.#say(account) };
      case "betwin":
        return this.#play({ ref, account, round: call.id("round_id") }, call);
      case "rollback":
        return this.#undo({ ref, account, round: call.id("round_id_provider") }, call);
      case "finish":
        this.#roundOf({ ref, account, round: call.id("round_id") }).isClosed = true;
        return { balance: this.#say(account) };
      case "freespins/finish":
        return this.#finishIssue({ ref, account, round: "" }, call);
      default:
        throw new Refused("404", "not found");
    }
  }

  readonly #say = (account: Account): string | number => sayBalance(account, this.#defect);
  readonly #keyOf = (ref: string, id: string): string => `${ref} ${this.#defect === "ids-folded" ? id.toLowerCase() : id}`;

  #roundOf({ ref, round }: Calling): { readonly id: string; isClosed: boolean; hasBet: boolean } {
    const key = `${ref} ${round}`;
    const known = this.#rounds.get(key) ?? { id: randomUUID(), isClosed: false, hasBet: false };
    this.#rounds.set(key, known);
    return known;
  }

  async #play(calling: Calling, call: Call): Promise<object> {
    const given = call.transactions;
    if (this.#defect === "half-batch") {
      // One after the other: what fails leaves behind what came before it.
      const parts = given.map((transaction, place) => () => this.#settle(calling, [call.step(transaction, place)], call.finished));
      const answers = parts.map((settle) => settle());
      return { ...answers.at(-1)!, transactions: answers.flatMap(({ transactions }) => transactions) };
    }
    const steps = given.map(call.step);
    if (this.#defect === "racy-balance") {
      this.#afford(calling, steps);
      await gap();
      return this.#settle(calling, steps, call.finished, { isAfforded: true });
    }
    if (this.#defect !== "racy-repeat") return this.#settle(calling, steps, call.finished);
    const seen = steps.map(({ id }) => this.#entries.get(this.#keyOf(calling.ref, id)));
    await gap();
    return this.#settle(calling, steps, call.finished, { seen });
  }

  /** Every transaction of a call or none. `seen`: what was known of each when somebody looked. */
  #settle(
    calling: Calling,
    steps: readonly Step[],
    closes: boolean,
    { isAfforded = false, seen }: { isAfforded?: boolean; seen?: readonly (Entry | undefined)[] } = {},
  ): { round_id: string; transactions: readonly object[]; balance: string | number } {
    const { ref, account } = calling;
    const round = this.#roundOf(calling);
    const known = steps.map((step, place) => this.#knownOf(calling, step, seen === undefined ? this.#entries.get(this.#keyOf(ref, step.id)) : seen[place]));
    const fresh = steps.filter((_step, place) => known[place] === undefined);
    this.#admit(calling, fresh);
    if (!isAfforded) this.#afford(calling, fresh);
    for (const { type, amountMinor } of fresh) this.#move(account, type === "bet" ? -amountMinor : amountMinor);
    const balance = fresh.length === 0 && this.#defect !== "repeat-says-now" ? known.at(-1)!.balanceAfter : this.#say(account);
    for (const { id, type, amountMinor } of fresh)
      this.#entries.set(this.#keyOf(ref, id), { type, id: randomUUID(), amountMinor, round: calling.round, balanceAfter: balance, isUndone: false });
    round.hasBet ||= fresh.some(({ type }) => type === "bet");
    round.isClosed ||= closes;
    const transactions = steps.map(({ id }) => ({ id_provider: id, id: this.#entries.get(this.#keyOf(ref, id))!.id, bonus_amount: "0.00" }));
    return { round_id: round.id, transactions, balance };
  }

  /** What a transaction is answered with because it was there before; undefined for a new one. */
  #knownOf({ ref, round }: Calling, { id, type, amountMinor }: Step, entry: Entry | undefined): Entry | undefined {
    const key = this.#keyOf(ref, id);
    if (this.#tombstones.has(key)) throw new Refused("409", "action already rolled back");
    if (entry === undefined) return undefined;
    if (entry.isUndone && this.#defect !== "rolled-back-comes-back") throw new Refused("409", "action already rolled back");
    const isSame = entry.type === type && entry.amountMinor === amountMinor && entry.round === round;
    if (!isSame && this.#defect !== "other-content-applied") throw new Refused("400", "id_provider was used with other content");
    const isTakenAgain = this.#defect === "double-credit" && type === "win";
    return isSame && !isTakenAgain ? entry : undefined;
  }

  /** Refuses what the account or the round does not allow. */
  #admit(calling: Calling, fresh: readonly Step[]): void {
    const { account } = calling;
    const round = this.#roundOf(calling);
    const hasBet = fresh.some(({ type }) => type === "bet");
    if (this.#defect === "closed-round-refuses" && round.isClosed && fresh.length > 0) throw new Refused("400", "round is finished");
    if (this.#defect === "win-needs-bet" && fresh[0]?.type === "win" && !round.hasBet) throw new Refused("400", "bet not found");
    if (account.disabled === true && hasBet) throw new Refused("110", "player is disabled");
    if (account.limited === true && (hasBet || (this.#defect === "limit-stops-wins" && fresh.length > 0)))
      throw new Refused("105", "bet limit reached", this.#defect === "balance-missing-in-limit" ? {} : { balance: this.#say(account) });
  }

  /** Refuses what the balance does not carry, in the order of the call. */
  #afford({ account }: Calling, steps: readonly Step[]): void {
    let left = account.balanceMinor;
    for (const { type, amountMinor } of steps) {
      left += type === "bet" ? -amountMinor : amountMinor;
      if (left < 0n) throw new Refused("100", "insufficient funds", { balance: this.#say(account) });
    }
  }

  /** What free rounds won that it gave away: paid once under its own name of them. */
  #finishIssue({ ref, account, round }: Calling, call: Call): object {
    const key = this.#keyOf(ref, call.id("issue_id"));
    const { amountMinor } = call;
    const known = this.#entries.get(key);
    if (known !== undefined && (known.type !== "prize" || known.amountMinor !== amountMinor))
      throw new Refused("400", "issue_id was finished with another amount");
    if (known === undefined) {
      this.#move(account, amountMinor);
      this.#entries.set(key, { type: "prize", id: randomUUID(), amountMinor, round, balanceAfter: this.#say(account), isUndone: false });
    }
    return { balance: this.#say(account) };
  }

  #undo(calling: Calling, call: Call): object {
    const { ref, account } = calling;
    const round = this.#roundOf(calling);
    const undoings = call.undoings;
    if (this.#defect === "closed-round-refuses" && round.isClosed) throw new Refused("400", "round is finished");
    const known = undoings.map(({ id }) => this.#entries.get(this.#keyOf(ref, id)));
    if (known.some((entry) => entry !== undefined && entry.type !== "rollback")) throw new Refused("400", "id_provider was used with other content");
    const ids = undoings.map((undoing, place) => (known[place] === undefined ? this.#undoOne(calling, undoing) : this.#again(account, known[place])));
    const isRepeat = known.every((entry) => entry !== undefined) && this.#defect !== "rollback-repeated";
    const balance = isRepeat ? known.at(-1)!.balanceAfter : this.#say(account);
    for (const [place, { id, original }] of undoings.entries())
      if (known[place] === undefined) {
        const amountMinor = this.#originalOf(ref, original)?.amountMinor ?? 0n;
        this.#entries.set(this.#keyOf(ref, id), {
          type: "rollback",
          id: ids[place]!,
          amountMinor,
          round: calling.round,
          balanceAfter: balance,
          isUndone: false,
        });
      }
    round.isClosed ||= call.finished;
    return { balance, round_id: round.id, transactions: undoings.map(({ id }, place) => ({ id_provider: id, id: ids[place] })) };
  }

  #again(account: Account, entry: Entry): string {
    if (this.#defect === "rollback-repeated" && entry.id !== "") this.#move(account, entry.amountMinor);
    return entry.id;
  }

  /** Takes one transaction back and answers our id of that; empty where nothing moved. */
  #undoOne({ ref, account }: Calling, { original }: Undoing): string {
    const found = this.#originalOf(ref, original);
    if (found === undefined && this.#defect !== "no-tombstone") this.#tombstones.add(this.#keyOf(ref, original));
    if (found === undefined || found.type === "rollback" || (found.isUndone && this.#defect !== "second-rollback-credits")) return "";
    found.isUndone = true;
    // A win that was spent leaves as far as the wallet holds it.
    const takes = found.amountMinor < account.balanceMinor ? found.amountMinor : account.balanceMinor;
    this.#move(account, found.type === "bet" ? found.amountMinor : -takes);
    return randomUUID();
  }

  #originalOf(ref: string, original: string): Entry | undefined {
    const own = this.#entries.get(this.#keyOf(ref, original));
    if (own !== undefined || this.#defect !== "foreign-rollback") return own;
    return [...this.#accounts.keys()].map((other) => this.#entries.get(this.#keyOf(other, original))).find((entry) => entry !== undefined);
  }

  #move(account: Account, byMinor: bigint): void {
    account.balanceMinor += byMinor;
    account.inexact += Number(byMinor) / 100;
  }
}

const gap = (): Promise<void> => new Promise((wait) => setTimeout(wait, GAP_MS));
