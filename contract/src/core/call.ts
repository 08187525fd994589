import { z } from "zod";
import type { Answer, Endpoint, InputOf, OutputOf } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";

/** A call as it travels: the method, the path with its query, and where there is one the body with its content type. */
export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

/** Seals a call's input to the server's key; see `core/seal.ts`. */
export type Seal = (name: string, input: unknown) => Promise<string>;

/** The path of a call, and in it the input of one that carries it so. Throws a ZodError for an input the contract refuses. */
export function pathOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const path = `/api/${endpoint.name}`;
  const query = endpoint.method === "GET" ? formOf(z.encode(endpoint.input, input) as Record<string, unknown>) : "";
  return query === "" ? path : `${path}?${query}`;
}

/** Writes a call: a GET carries its input in the query, every other method in a JSON body, sealed or as a form where the contract says so. Throws a ZodError for an input the contract refuses. */
export async function encodeCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, seal: Seal): Promise<WireCall> {
  const { method } = endpoint;
  const path = pathOf(endpoint, input);
  if (method === "GET") return { method, path };
  const wire = z.encode(endpoint.input, input) as Record<string, unknown>;
  if (endpoint.form === true) return { method, path, type: "application/x-www-form-urlencoded", body: formOf(wire) };
  return { method, path, type: "application/json", body: JSON.stringify(endpoint.sealed === true ? { sealed: await seal(endpoint.name, wire) } : wire) };
}

function formOf(wire: Record<string, unknown>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(wire)) if (value !== undefined) form.set(name, String(value));
  return form.toString();
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
    return /^server\.|[._]unreachable$|^codes\.(unknown|not_sent)$|^vendors\.launch_refused$/.test(this.code);
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
