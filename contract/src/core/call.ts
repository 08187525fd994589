import { z } from "zod";
import type { Answer, Endpoint, InputOf, OutputOf } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";

/** A call as it travels: the method, the path with its query, and a JSON body where there is one. */
export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Seals a call's input to the server's key; see `core/seal.ts`. */
export type Seal = (name: string, input: unknown) => Promise<string>;

/** Writes a call: a GET carries its input in the query, every other method in a JSON body, sealed where the contract says so. Throws a ZodError for an input the contract refuses. */
export async function encodeCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, seal: Seal): Promise<WireCall> {
  const wire = z.encode(endpoint.input, input) as Record<string, unknown>;
  const path = `/api/${endpoint.name}`;
  if (endpoint.method === "GET") return { method: "GET", path: path + queryOf(wire), body: undefined };
  return { method: endpoint.method, path, body: endpoint.sealed === true ? { sealed: await seal(endpoint.name, wire) } : wire };
}

function queryOf(wire: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wire)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

/** A refusal as the caller sees it. */
export class RefusedCall extends Error {
  readonly code: ErrorCode;
  /** The sentence for the user, in the language asked for. */
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly requestId: string;

  constructor({ message, text, value, requestId }: Extract<Answer<never>, { success: false }>) {
    super(message);
    this.name = "RefusedCall";
    this.code = message;
    this.text = text;
    this.values = value;
    this.requestId = requestId;
  }

  /** Whether something of ours failed, so that the request id is worth telling us; an ordinary refusal says all there is to say. */
  get isFault(): boolean {
    return /^server\.|_unreachable$/.test(this.code);
  }

  /** The input at fault, if one is. */
  get field(): string | undefined {
    const { field } = this.values;
    return typeof field === "string" && field !== "" ? field : undefined;
  }
}

/** Reads an answer: the decoded value, or a thrown `RefusedCall`. */
export function decodeAnswer<E extends Endpoint>(endpoint: E, answer: Answer<unknown>): OutputOf<E> {
  if (!answer.success) throw new RefusedCall(answer);
  return endpoint.output.parse(answer.value) as OutputOf<E>;
}
