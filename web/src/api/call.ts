import { decodeAnswer, encodeCall, RefusedCall } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { nowMs, setClock } from "./clock.ts";
import { askProof } from "./proof.ts";
import { endSession, readToken } from "./session.ts";
import { NoAnswer } from "./noAnswer.ts";
import { tellRefusal } from "./refusals.ts";
import { readLanguage } from "./language.ts";
import { readSealKey } from "./permission.ts";

const TIMEOUT_MS = 20_000;
/** Pictures wait for their turn, then have a minute to arrive. */
const LARGE_TIMEOUT_MS = 130_000;
const LARGE_BODY_BYTES = 1024 * 1024;

const timeoutOf = ({ bodyLimitBytes = 0 }: Endpoint): number => (bodyLimitBytes > LARGE_BODY_BYTES ? LARGE_TIMEOUT_MS : TIMEOUT_MS);

/** A call as `fetch` takes it. */
export async function requestInit<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<{ path: string; init: RequestInit }> {
  const { method, path, type, body } = await encodeCall(endpoint, input, seal);
  const token = readToken();
  const headers = {
    "accept-language": readLanguage(),
    ...(type === undefined ? {} : { "content-type": type }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return { path, init: { method, headers, ...(body === undefined ? {} : { body }) } };
}

/** The one way to the server. A refusal is thrown as `RefusedCall`, silence as `NoAnswer`. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal): Promise<OutputOf<E>> {
  const token = readToken();
  const given = signal === undefined ? [] : [signal];
  const limited = AbortSignal.any([AbortSignal.timeout(timeoutOf(endpoint)), ...given]);
  let answer = await send(endpoint, input, limited);
  if (corrects(answer)) answer = await send(endpoint, input, limited);
  // A person types as slowly as they like: what comes after has its own time.
  if (wantsProof(answer) && (await askProof())) answer = await send(endpoint, input, AbortSignal.any([AbortSignal.timeout(timeoutOf(endpoint)), ...given]));
  try {
    return decodeAnswer(endpoint, answer);
  } catch (error) {
    if (error instanceof RefusedCall && error.code === "sessions.required" && token === readToken()) endSession();
    if (error instanceof RefusedCall) tellRefusal(error.code);
    throw error;
  }
}

const wantsProof = (answer: Answer<unknown>): boolean => !answer.success && answer.message === "sessions.proof_needed";

/** True when the seal was dated by a clock that went wrong since: the server did nothing, and said what time it is. */
function corrects(answer: Answer<unknown>): boolean {
  if (answer.success || answer.message !== "request.seal_replayed") return false;
  const { serverTime } = answer.value;
  if (typeof serverTime !== "string") return false;
  setClock(serverTime);
  return true;
}

async function send<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal: AbortSignal): Promise<Answer<unknown>> {
  const { path, init } = await requestInit(endpoint, input);
  try {
    const response = await fetch(path, { ...init, signal });
    return (await response.json()) as Answer<unknown>;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NoAnswer(error instanceof DOMException && error.name === "TimeoutError" ? "errors.network.slow" : "errors.network.offline");
  }
}

/** The library that seals is only loaded for the few calls that need it. */
async function seal(name: string, input: unknown): Promise<string> {
  const [{ CompactEncrypt, importJWK }, jwk] = await Promise.all([import("jose"), readSealKey()]);
  const content = { name, nonce: crypto.randomUUID(), at: nowMs(), input };
  const key = await importJWK(jwk, "ECDH-ES");
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content))).setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" }).encrypt(key);
}
