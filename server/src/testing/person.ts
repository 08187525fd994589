import { randomUUID } from "node:crypto";
import { decodeAnswer, encodeCall, RefusedCall } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { ErrorCode } from "@laro/contract/core/errors";
import { site } from "@laro/contract/site";
import { CompactEncrypt, importJWK } from "jose";
import type { Clock } from "../platform/clock.ts";

/** Someone who uses the platform as the web does: over HTTP, typed by the contract. */
export class Person {
  readonly name: string;
  readonly password: string;
  readonly ip: string;
  readonly #address: string;
  readonly #clock: Clock;
  token: string | undefined;
  /** The key of the authenticator this person has bound, if any. */
  authenticatorKey: string | undefined;
  /** What its browser keeps: cookies by name. */
  readonly cookies = new Map<string, string>();
  #sealKey: ReturnType<typeof importJWK> | undefined;

  constructor({ address, clock, ip, name = "", password = "" }: { address: string; clock: Clock; ip: string; name?: string; password?: string }) {
    this.#address = address;
    this.#clock = clock;
    this.ip = ip;
    this.name = name;
    this.password = password;
  }

  /** Calls an endpoint; a refusal is thrown as `RefusedCall`. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    return decodeAnswer(endpoint, (await this.send(endpoint, input)).answer);
  }

  /** Calls an endpoint that must refuse, and answers the code. */
  async refused<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ErrorCode> {
    return (await this.refusal(endpoint, input)).code;
  }

  /** The same, with the refusal's sentence and values. */
  async refusal<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<RefusedCall> {
    try {
      await this.call(endpoint, input);
    } catch (error) {
      if (error instanceof RefusedCall) return error;
      throw error;
    }
    throw new Error(`${endpoint.name} was expected to refuse, but did what it was asked.`);
  }

  /** Sends a call and answers what came back, decoded from JSON only. */
  async send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<{ status: number; answer: Answer<unknown>; headers: Headers }> {
    const { method, path, type, body } = await encodeCall(endpoint, input, (name, content) => this.seal(name, content));
    return this.request(method, path, body, type === undefined ? {} : { "content-type": type });
  }

  /** Sends anything at all: what a hostile client would. A file's text is answered as a value. */
  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; answer: Answer<unknown>; headers: Headers }> {
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        "x-forwarded-for": this.ip,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line);
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const answer = (isJson ? await response.json() : { success: true, value: await response.text() }) as Answer<unknown>;
    return { status: response.status, answer, headers: response.headers };
  }

  #keepCookie(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Asks for a file: its text and headers. */
  async download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<{ status: number; text: string; headers: Headers }> {
    const { status, answer, headers } = await this.send(endpoint, input);
    return { status, headers, text: answer.success ? String(answer.value) : answer.message };
  }

  /** Seals an input to the server's key, as the web does. */
  async seal(name: string, input: unknown): Promise<string> {
    this.#sealKey ??= this.call(site.permission, {}).then(({ sealKey }) => importJWK(sealKey, "ECDH-ES"));
    const content = { name, nonce: randomUUID(), at: this.#clock.now().getTime(), input };
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" })
      .encrypt(await this.#sealKey);
  }
}
