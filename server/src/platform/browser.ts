import { hash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { refuse } from "@laro/contract/core/errors";
import { parseCookie, stringifySetCookie } from "cookie";

/** Every cookie of ours, what it is for and how long a browser keeps it; SECURITY.md lists them for people. */
const cookies = {
  /** Which browser this is: the server keeps its hash alone. */
  laro_device: { sameSite: "strict", maxAgeS: 400 * 86_400 },
  /** Opens a session once, where the member ticked "remember me". */
  laro_remember: { sameSite: "strict", maxAgeS: 86_400 },
  /** A login that waits for its second factor. */
  laro_verify: { sameSite: "strict", maxAgeS: 600 },
} as const;

export type CookieName = keyof typeof cookies;

const DEVICE_BYTES = 16;
const DEVICE = /^[\w-]{22}$/;
const AGENT_LENGTH_MAX = 300;
/** A cookie of ours has fewer; what is longer is nobody's. */
const COOKIES_LENGTH_MAX = 8_192;

/** The language a caller asked for, as a code of ours; English when none is known. */
export const languageOf = (headers: Pick<IncomingHttpHeaders, "accept-language">): string => (headers["accept-language"] ?? "EN").split(/[,;]/)[0]!.trim();

/** The browser of a call whose endpoint asks for it: what it brought, and what it is given with the answer or the refusal. */
export class Visitor {
  /** The browser's own words about itself. */
  readonly agent: string;
  /** The language its page is read in, as it says. */
  readonly language: string;
  readonly #isSecure: boolean;
  readonly #brought: Readonly<Record<string, string | undefined>>;
  readonly #given = new Map<CookieName, string>();
  #device: Buffer | undefined;

  constructor(headers: Pick<IncomingHttpHeaders, "cookie" | "user-agent" | "accept-language">, { isSecure }: { isSecure: boolean }) {
    const { cookie = "", "user-agent": agent = "" } = headers;
    this.agent = agent.slice(0, AGENT_LENGTH_MAX);
    this.language = languageOf(headers);
    this.#isSecure = isSecure;
    this.#brought = cookie.length > COOKIES_LENGTH_MAX ? {} : parseCookie(cookie);
    const device = this.cookie("laro_device");
    this.#device = device !== undefined && DEVICE.test(device) ? hash("sha256", device, "buffer") : undefined;
  }

  /** SHA-256 of the device cookie; undefined for a browser that brought none. */
  get device(): Buffer | undefined {
    return this.#device;
  }

  cookie(name: CookieName): string | undefined {
    return this.#brought[this.#nameOf(name)];
  }

  setCookie(name: CookieName, value: string): void {
    const { sameSite, maxAgeS } = cookies[name];
    this.#given.set(name, stringifySetCookie({ name: this.#nameOf(name), value, ...this.#attributes, sameSite, maxAge: maxAgeS }));
  }

  clearCookie(name: CookieName): void {
    const { sameSite } = cookies[name];
    this.#given.set(name, stringifySetCookie({ name: this.#nameOf(name), value: "", ...this.#attributes, sameSite, maxAge: 0 }));
  }

  /** The browser's hash; one that brought no name of its own is given one. */
  nameDevice(): Buffer {
    if (this.#device !== undefined) return this.#device;
    const name = randomBytes(DEVICE_BYTES).toString("base64url");
    this.setCookie("laro_device", name);
    return (this.#device = hash("sha256", name, "buffer"));
  }

  /** The header lines of what was set. */
  get setCookies(): readonly string[] {
    return [...this.#given.values()];
  }

  get #attributes() {
    return { httpOnly: true, path: "/", secure: this.#isSecure } as const;
  }

  /** Over https a browser keeps `__Host-` cookies for this very host, and nobody else can set them. */
  #nameOf(name: CookieName): string {
    return this.#isSecure ? `__Host-${name}` : name;
  }
}

/** Refuses a page of somebody else's that would act with our cookies; who is no browser says nothing of either and has no cookies to lend. */
export function refuseForeignPage(headers: IncomingHttpHeaders, ours: string | undefined): void {
  const { origin, host, "sec-fetch-site": site } = headers;
  const isOurs = origin === undefined || (ours === undefined ? URL.canParse(origin) && new URL(origin).host === host : origin === ours);
  if (!isOurs || (site !== undefined && site !== "same-origin")) refuse("request.foreign_origin");
}
