import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { ErrorCode, RefusalValues } from "@laro/contract/core/errors";
import type { Ledger } from "../core/wallet/ledger.ts";
import type { VendorLedger } from "../core/wallet/vendorCalls.ts";
import type { Actor, GuestActor, MemberActor, OperatorActor, SignedInActor } from "./actor.ts";
import type { Visitor } from "./browser.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database, Db, Tx } from "./db.ts";
import type { Keys } from "./keys.ts";
import type { Letters } from "./letters.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import type { StaffEntry, Witness } from "./witness.ts";

/** What a process has: handed to every handler, so nothing is global. */
export interface Platform {
  readonly config: Config;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly database: Database;
  /** The same database over connections of its own, for what reads much: nothing that pays or logs in waits for them. */
  readonly reports: Database;
  readonly ledger: Ledger;
  /** The same for what vendors ask of our members' wallets. */
  readonly vendorLedger: VendorLedger;
  readonly live: Live;
  /** The ways out for letters by telephone and e-mail. */
  readonly letters: Letters;
  readonly log: Log;
  /** The pack's time zone: the calendar of limits, statements and days. */
  readonly timeZone: string;
}

type ActorOf<For> = For extends "guest"
  ? GuestActor | MemberActor | OperatorActor
  : For extends "operator"
    ? OperatorActor
    : For extends "vendor"
      ? GuestActor
      : MemberActor;

type Visited<E> = E extends { visitor: true } ? { readonly visitor: Visitor } : unknown;

type Access<E> = E extends { kind: "query" }
  ? { readonly db: Db }
  : E extends { money: "batched" }
    ? { readonly db: Db; readonly ledger: Ledger }
    : E extends { transaction: "own" }
      ? { readonly db: Db; readonly begin: Database["begin"] }
      : { readonly tx: Tx };

/** What a handler gets: a query `db`, a command `tx`, a batched money command `ledger`. Asking for another does not compile. */
export type Context<E extends { readonly input: Endpoint["input"] }> = Access<E> &
  Visited<E> & {
    readonly actor: E extends { for: infer For } ? ActorOf<For> : never;
    readonly input: InputOf<E>;
    /** The moment of the request, from the injected clock. */
    readonly now: Date;
    readonly platform: Platform;
    readonly requestId: string;
  };

export type Handler<E extends Pick<Endpoint, "input" | "output">> = (context: Context<E>) => Promise<OutputOf<E>>;

/** A contract with a handler for each of its endpoints: a missing, extra or wrongly typed handler does not compile. */
export interface BoundRoute {
  readonly endpoint: Endpoint;
  readonly handle: (context: UntypedContext) => Promise<unknown>;
}

/** The binder's own view of a context: it builds what `Context<E>` promises for the endpoint at hand. */
export interface UntypedContext {
  readonly actor: Actor;
  readonly input: unknown;
  readonly now: Date;
  readonly platform: Platform;
  readonly requestId: string;
  readonly visitor: Visitor | undefined;
  readonly db?: Db;
  readonly tx?: Tx;
  readonly ledger?: Ledger;
  readonly begin?: Database["begin"];
}

export function routes<Verbs extends Record<string, Endpoint>>(
  contract: Verbs,
  handlers: { readonly [Verb in keyof Verbs]: Handler<Verbs[Verb]> },
): readonly BoundRoute[] {
  return Object.entries(contract).map(([verb, endpoint]) => ({ endpoint, handle: handlers[verb] as unknown as BoundRoute["handle"] }));
}

/** What the binder needs from the floor above: who a token belongs to, and where staff commands are recorded. */
export interface Gatekeeper {
  readonly authenticate: (token: string, kind: "member" | "operator", ip: string) => Promise<Actor | undefined>;
  /** Refuses a session that has not proved within ten minutes who holds it, with `sessions.proof_needed`. */
  readonly checkProof: (actor: SignedInActor) => void;
  readonly recordCommand: (tx: Tx, entry: StaffEntry) => Promise<void>;
  readonly witness: Witness;
  readonly sentence: (code: ErrorCode, values: RefusalValues, language: string) => string;
  /** Refuses a member's command while the site is closed; answers at once when that is known. */
  readonly checkSiteOpen: () => Promise<void> | undefined;
  readonly openSeal: (sealed: string, endpoint: string, now: Date) => Promise<unknown>;
}
