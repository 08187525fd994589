import { isDeepStrictEqual } from "node:util";
import { sign } from "../../core/vendors/protocols/softswiss/signature.ts";
import { postBytes } from "../../platform/foreign.ts";
import { textOf, unitsOf } from "./decimal.ts";

/** The wallet that is tried. */
export interface Target {
  readonly url: string;
  readonly secret: Buffer;
  readonly account: string;
  readonly currency: string;
  readonly game: string;
  /** Accounts that a few cases need. */
  readonly others: Readonly<Partial<Record<Need, string>>>;
}

/** An account that has reached a limit of bets, one that may not play, and any other one. */
export const needs = ["limited", "disabled", "other"] as const;
export type Need = (typeof needs)[number];

/** Why a case failed. */
export class Failed extends Error {}
/** Why a case was not run. */
export class NotRun extends Error {}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

interface Body {
  readonly balance?: unknown;
  readonly round_id?: unknown;
  readonly transactions?: readonly { readonly id_provider?: unknown; readonly id?: unknown; readonly bonus_amount?: unknown }[];
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly meta?: { readonly api_code?: unknown; readonly api_message?: unknown; readonly balance?: unknown };
}

/** One call and what came back. */
export interface Exchange {
  readonly path: string;
  readonly sent: string;
  readonly answered: string;
}

interface Step {
  readonly id_provider: string;
  readonly type: string;
  readonly amount: string;
}

interface Moving {
  readonly account: string;
  readonly round: string;
  readonly id: string;
  readonly isBet: boolean;
}

/** Both are exact in any arithmetic, so that only the cases about amounts judge that. */
export const STAKE = "0.25";
export const WIN = "0.50";

/** A vendor gives up after so long. */
const ANSWER_WITHIN_MS = 15_000;
const SHOWN_MAX = 2_000;

/** What may be lost in all cases together, were the wallet wrong in all of them. */
export class Budget {
  readonly mostUnits: bigint;
  spentUnits = 0n;

  constructor(most: string) {
    this.mostUnits = unitsOf(most)!;
  }

  spend(units: bigint): void {
    if (this.spentUnits + units > this.mostUnits) throw new NotRun(`the ${textOf(this.mostUnits)} that may be at risk are used up`);
    this.spentUnits += units;
  }
}

/** One case at work on the wallet: it calls, judges differences, and takes back what it moved. */
export class Trial {
  readonly #target: Target;
  readonly #budget: Budget;
  readonly #name: string;
  readonly #begun = new Map<string, bigint | undefined>();
  readonly #standing = new Map<string, Moving>();
  /** Rounds that were not finished, by account. */
  readonly #open = new Map<string, { readonly account: string; readonly round: string }>();
  #made = 0;
  /** The last call and its answer, but for looks at the balance. */
  last: Exchange | undefined;
  /** Where an answer says what is right in other words than the published ones. */
  readonly otherWords: string[] = [];

  constructor(target: Target, budget: Budget, name: string) {
    this.#target = target;
    this.#budget = budget;
    this.#name = name;
  }

  get account(): string {
    return this.#target.account;
  }

  /** Another account the case needs; without it the case is not run. */
  other(need: Need): string {
    const account = this.#target.others[need];
    if (account === undefined) throw new NotRun(`no --${need}-account`);
    return account;
  }

  /** An id nobody used before. */
  id(): string {
    return `${this.#name}-${++this.#made}`;
  }

  readonly bet = (amount = STAKE, id = this.id()): Step => ({ id_provider: id, type: "bet", amount });
  readonly win = (amount = WIN, id = this.id()): Step => ({ id_provider: id, type: "win", amount });

  about(account = this.account): { account_id: string; currency: string; game_id: string } {
    return { account_id: account, currency: this.#target.currency, game_id: this.#target.game };
  }

  /** Sends a body, signed as it is unless another signature is given; null sends none. */
  async post(path: string, content: object | string, { signature }: { signature?: string | null } = {}): Promise<Answer> {
    const body = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
    const signed = signature === undefined ? sign(body, this.#target.secret) : signature;
    const headers = { "content-type": "application/json", ...(signed === null ? {} : { "x-request-sign": signed }) };
    const answer = await postBytes(new URL(`${this.#target.url}/${path}`), { headers, body, timeoutMs: ANSWER_WITHIN_MS });
    const answered = answer === undefined ? "no answer" : `${answer.status} ${answer.text}`;
    this.last = { path, sent: shown(body.toString("utf8")), answered: shown(answered) };
    if (answer === undefined) throw new Failed("no answer came, or one that could not be read");
    return { ...answer, body: parse(answer.text) };
  }

  /** Bets and wins of a round in one call. */
  play(round: string, steps: readonly Step[], { account = this.account, ...more }: { account?: string; finished?: boolean } = {}): Promise<Answer> {
    for (const { id_provider: id, type, amount } of steps) this.#note({ account, round, id, isBet: type === "bet" }, unitsOf(amount) ?? 0n);
    this.#mark(account, round, more.finished !== true);
    return this.post("betwin", { ...this.about(account), round_id: round, ...more, transactions: steps });
  }

  /** Sends a body of bets and wins as it is, and knows what it may have moved. */
  playRaw(round: string, id: string, body: string, options: { signature?: string | null } = {}): Promise<Answer> {
    this.#note({ account: this.account, round, id, isBet: true }, unitsOf(STAKE)!);
    this.#mark(this.account, round, true);
    return this.post("betwin", body, options);
  }

  #mark(account: string, round: string, isOpen: boolean): void {
    if (isOpen) this.#open.set(`${account} ${round}`, { account, round });
    else this.#open.delete(`${account} ${round}`);
  }

  #note(what: Moving, units: bigint): void {
    const key = `${what.account} ${what.id}`;
    if (this.#standing.has(key)) return;
    this.#budget.spend(units < 0n ? -units : units);
    this.#standing.set(key, what);
  }

  /** Takes transactions of a round back: pairs of the rollback's id and the original's. */
  undo(round: string, pairs: readonly (readonly [id: string, original: string])[], account = this.account): Promise<Answer> {
    for (const [, original] of pairs) this.#standing.delete(`${account} ${original}`);
    const transactions = pairs.map(([id, original]) => ({ id_provider: id, type: "rollback", original_id_provider: original }));
    return this.post("rollback", { ...this.about(account), round_id_provider: round, finished: false, transactions });
  }

  finish(round: string, account = this.account): Promise<Answer> {
    this.#mark(account, round, false);
    return this.post("finish", { ...this.about(account), round_id: round });
  }

  /** What an account holds; undefined where the wallet does not say. */
  async balance(account = this.account): Promise<bigint | undefined> {
    const told = this.last;
    const { status, body } = await this.post("balance", this.about(account));
    this.last = told ?? this.last;
    return status === 200 ? unitsOf(body.balance) : undefined;
  }

  /** Reads what an account holds before anything is done to it, where the wallet says it. */
  async look(account: string): Promise<bigint | undefined> {
    const units = await this.balance(account);
    this.#begun.set(account, units);
    return units;
  }

  /** The same where it must: differences are judged from there. */
  async begin(account = this.account): Promise<bigint> {
    const units = await this.look(account);
    if (units === undefined) throw new Failed("the balance was not answered");
    return units;
  }

  readonly #beganWith = (account: string): bigint => this.#begun.get(account) ?? 0n;

  holds(isSo: boolean, found: string): void {
    if (!isSo) throw new Failed(found);
  }

  /** Judges that an answer is a 200 that says a balance so much above where it began. */
  taken({ status, body }: Answer, moved: string, account = this.account): void {
    this.holds(status === 200, `status ${status} instead of 200`);
    const [found, wanted] = [unitsOf(body.balance), this.#beganWith(account) + unitsOf(moved)!];
    this.holds(found === wanted, `the answer's balance is ${JSON.stringify(body.balance)} instead of ${textOf(wanted)}`);
  }

  /** Judges that the account holds so much more than where it began. */
  async moved(by: string, account = this.account): Promise<void> {
    const [found, wanted] = [await this.balance(account), this.#beganWith(account) + unitsOf(by)!];
    this.holds(found === wanted, `the account holds ${found === undefined ? "nothing readable" : textOf(found)} instead of ${textOf(wanted)}`);
  }

  /** Judges that an answer refuses with a code of the registry. `words`: the published text, which may differ. */
  refused({ status, body }: Answer, apiCode: string, words?: string): void {
    this.holds(status === 400, `status ${status} instead of 400`);
    this.holds(body.code === "invalid_argument", `code ${JSON.stringify(body.code)} instead of "invalid_argument"`);
    this.holds(body.meta?.api_code === apiCode, `api_code ${JSON.stringify(body.meta?.api_code)} instead of "${apiCode}"`);
    if (words !== undefined && (body.msg !== words || body.meta?.api_message !== words))
      this.otherWords.push(`${JSON.stringify(body.msg)} instead of ${JSON.stringify(words)}`);
  }

  /** Judges that a refusal carries the balance, unmoved. */
  saysBalance({ body }: Answer, account = this.account): void {
    const wanted = textOf(this.#beganWith(account));
    this.holds(unitsOf(body.meta?.balance) === this.#beganWith(account), `meta.balance is ${JSON.stringify(body.meta?.balance)} instead of ${wanted}`);
  }

  /** Judges that two answers are equal. */
  same(again: Answer, first: Answer): void {
    this.holds(
      again.status === first.status && isDeepStrictEqual(again.body, first.body),
      `not the first answer again, which was ${first.status} ${first.text}`,
    );
  }

  /** How much more one answer's balance is than another's. */
  difference(one: Answer, other: Answer): string {
    const [more, less] = [unitsOf(one.body.balance), unitsOf(other.body.balance)];
    return more === undefined || less === undefined ? "nobody knows what" : textOf(more - less);
  }

  /** The wallet's ids of an answer's transactions. */
  idsOf({ body }: Answer): readonly unknown[] {
    return (body.transactions ?? []).map(({ id }) => id);
  }

  /** Takes back what the case left, finishes its rounds, and says what stands open then. */
  async end(): Promise<readonly string[]> {
    const open: string[] = [];
    for (const [account, began] of this.#begun) {
      const left = began === undefined ? undefined : await this.balance(account);
      if (left !== undefined && left === began) continue;
      await this.#takeBack(account);
      const ended = await this.balance(account);
      if (began !== undefined && ended !== began)
        open.push(`account ${account}: ${ended === undefined ? "nobody knows" : `${textOf(ended - began)} from where it began`}`);
    }
    for (const { account, round } of this.#open.values()) await this.finish(round, account);
    return open;
  }

  /** Bets before wins, so that what is taken is there. */
  async #takeBack(account: string): Promise<void> {
    const own = [...this.#standing.values()].filter((one) => one.account === account);
    const left = own.toSorted((a, b) => Number(b.isBet) - Number(a.isBet));
    for (const [round, list] of Map.groupBy(left, ({ round: of }) => of)) {
      const pairs = list.map(({ id }) => [this.id(), id] as const);
      await this.undo(round, pairs, account);
    }
  }
}

/** A case's way through the wallet: it has read the balance when it begins, and judges differences. */
export interface Case {
  readonly id: string;
  readonly says: string;
  /** Where its rule comes from: a published case by name, a sentence of the contract, or us. */
  readonly source: string;
  readonly rule: string;
  readonly run: (trial: Trial) => Promise<void>;
}

const shown = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text);

function parse(text: string): Body {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Body) : {};
  } catch {
    return {};
  }
}
