import { randomBytes } from "node:crypto";

export interface Person {
  /** Who it is on the providers' pages. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  /** What Google calls the person, and Facebook. */
  readonly googleId: string;
  readonly facebookId: string;
}

export const people: readonly Person[] = [
  { key: "one", name: "Demo One", email: "demo.one@mail.example", googleId: "110000000000000000001", facebookId: "10200000000000001" },
  { key: "two", name: "Demo Two", email: "demo.two@mail.example", googleId: "110000000000000000002", facebookId: "10200000000000002" },
  { key: "three", name: "Demo Three", email: "demo.three@mail.example", googleId: "110000000000000000003", facebookId: "10200000000000003" },
];

export interface Grant {
  readonly person: Person;
  readonly redirectUri: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

const KEPT_MAX = 1_000;
const SECRET_BYTES = 24;

/** What somebody allowed, under a secret that nobody can guess; the oldest are forgotten. */
export class Grants<Kept> {
  readonly #kept = new Map<string, Kept>();

  give(kept: Kept): string {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    this.#kept.set(secret, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return secret;
  }

  find(secret: string): Kept | undefined {
    return this.#kept.get(secret);
  }

  /** Each secret once. */
  spend(secret: string): Kept | undefined {
    const kept = this.#kept.get(secret);
    this.#kept.delete(secret);
    return kept;
  }
}
