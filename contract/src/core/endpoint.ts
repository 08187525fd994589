import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call. An agent is a member too; a vendor is a foreign party with a key; a guest needs no session. */
export type Audience = "guest" | "member" | "agent" | "operator" | "vendor";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** At most `count` calls in `windowMs`, counted per caller (account over all its sessions, else IP address). */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

interface Promised<Input extends z.ZodType, Output extends z.ZodType> {
  readonly for: Audience;
  /** One sentence for the API page. */
  readonly says: string;
  readonly input: Input;
  readonly output: Output;
  readonly errors?: readonly ErrorCode[];
  readonly method?: Method;
  readonly rate?: RateLimit;
  /** The handler gets the caller's browser: its cookies, its name, and a way to set one. A cookie never says who calls; only the bearer token does. */
  readonly visitor?: true;
}

interface CommandPromise<Input extends z.ZodType, Output extends z.ZodType> extends Promised<Input, Output> {
  /** The body travels as a JWE to the server's public key; see `core/seal.ts`. */
  readonly sealed?: boolean;
  /** Trial accounts are refused unless this is true. */
  readonly trial?: boolean;
  /** A session that must first change its password, or bind a second factor, is refused unless this is true. */
  readonly unfinished?: boolean;
  /** Members may call it while the site is closed for maintenance or by region: it protects them, or ends what is under way. Staff always may. */
  readonly whileClosed?: true;
  /** The session must have proved within ten minutes who holds it, or the call is refused with `sessions.proof_needed`. */
  readonly proof?: true;
  /** The body may also come as a form (`application/x-www-form-urlencoded`). */
  readonly form?: true;
  /** The handler posts to the ledger's group commit and gets no transaction. */
  readonly money?: "batched";
  /** The handler opens its own transactions, because it hashes, counts failures or asks a foreign party in between. */
  readonly transaction?: "own";
  /** Leaves no entry in the chain of what staff do: it changes nothing that anyone but the caller's own tab would notice. */
  readonly quiet?: boolean;
  readonly bodyLimitBytes?: number;
  /** Looks at many rows, over the connections kept for that: it takes its turn with the caller's other reads of that kind. */
  readonly readsMuch?: boolean;
}

interface QueryPromise<Input extends z.ZodType, Output extends z.ZodType>
  extends Promised<Input, Output>, Pick<CommandPromise<Input, Output>, "trial" | "unfinished"> {
  /** The answer depends on the input alone, so it may be this old and is shared by all callers; guest endpoints only. */
  readonly sharedForMs?: number;
  /** What the specification has callers send and no answer depends on: whatever it says, the shared answer is the same. */
  readonly unheard?: readonly string[];
  /** Looks at many rows: read over connections of its own, as files are, so that nobody's bet or login waits for it. */
  readonly readsMuch?: boolean;
  /** Shows what is some member's own; an operator's look is recorded. */
  readonly personal?: boolean;
}

/** Whoever promises staff a read says whether it shows what is some member's own: without a word it does not compile. */
type Marked = { readonly for: "operator"; readonly personal: boolean } | { readonly for: Exclude<Audience, "operator"> };

/** A file as a handler makes it: its name, how many rows it will have if that is known, and its content as it comes. */
export interface FileAnswer {
  readonly name: string;
  readonly rows?: number;
  readonly content: AsyncIterable<string | Uint8Array>;
}

export type FileType = "text/csv" | "application/pdf";

export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = CommandPromise<Input, Output> &
  Pick<QueryPromise<Input, Output>, "sharedForMs" | "unheard" | "readsMuch" | "personal"> & {
    readonly kind: "query" | "command";
    /** `noun.verb`: the URL under /api, the cache key, the log field, the audit entry and the operator's permission. */
    readonly name: string;
    readonly method: Method;
    /** The answer is a file of this type, streamed; its rows are counted in the header `x-rows`. */
    readonly file?: FileType;
  };

type Unnamed<E extends Endpoint> = Omit<E, "name">;

/** A read: GET, never changes anything. */
export const query = <const P extends QueryPromise<z.ZodType, z.ZodType> & Marked>(promise: P): Named<P, "query"> => ({
  ...promise,
  kind: "query",
  method: "GET",
});

/** A read whose answer is a file, streamed as it is made. What staff take away is recorded, whatever it holds. */
export const download = <const P extends Omit<QueryPromise<z.ZodType, z.ZodType>, "output" | "sharedForMs" | "personal"> & { readonly file: FileType }>(
  promise: P,
): Named<P & { readonly output: z.ZodType<FileAnswer> }, "query"> => ({ ...promise, output: z.custom<FileAnswer>(), kind: "query", method: "GET" });

/** A change: POST unless the specification names another method. */
export const command = <const P extends CommandPromise<z.ZodType, z.ZodType>>(promise: P): Named<P, "command"> => ({
  ...promise,
  kind: "command",
  method: promise.method ?? "POST",
});

type Named<P, Kind> = Omit<P, "method"> & { readonly kind: Kind; readonly method: Method };

export type Contract<Noun extends string, Verbs extends Record<string, Unnamed<Endpoint>>> = {
  readonly [Verb in keyof Verbs]: Verbs[Verb] & { readonly name: `${Noun}.${Verb & string}` };
};

/** Names each endpoint `noun.verb`. The one place where a noun's promises to the world stand together. */
export function contract<const Noun extends string, Verbs extends Record<string, Unnamed<Endpoint>>>(noun: Noun, verbs: Verbs): Contract<Noun, Verbs> {
  const named = Object.entries(verbs).map(([verb, endpoint]) => [verb, { ...endpoint, name: `${noun}.${verb}` }]);
  return Object.fromEntries(named) as Contract<Noun, Verbs>;
}

/** What a caller passes and a handler gets, decoded: amounts are bigint. Inputs use `optional`, never `default`, so both are one type. */
export type InputOf<E extends { readonly input: z.ZodType }> = z.output<E["input"]>;
/** What an endpoint answers, decoded. */
export type OutputOf<E extends { readonly output: z.ZodType }> = z.output<E["output"]>;
export const Empty = z.object({});

/** The shape of every answer. `message` is an error code, `text` its sentence in the caller's language, `value` its data (with `field` when one input is at fault). */
export type Answer<Value> =
  | { readonly success: true; readonly value: Value }
  | {
      readonly success: false;
      readonly message: ErrorCode;
      readonly text: string;
      readonly value: Readonly<Record<string, unknown>>;
      readonly requestId: string;
    };
