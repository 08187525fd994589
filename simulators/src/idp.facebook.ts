import { createHmac } from "node:crypto";
import { people, type Grant, type Grants } from "./idp.grants.ts";
import type { Orders } from "./idp.orders.ts";
import { isSameSecret } from "./psp.signature.ts";

const LIFE_S = 5_184_000;

interface Place {
  readonly appId: string;
  readonly appSecret: string;
  readonly orders: Orders;
  readonly grants: Grants<Grant>;
  readonly tokens: Grants<Grant>;
  readonly now: () => Date;
}

/** OAuth as Facebook speaks it: a code for a token, what the token is, and whose. Each answers undefined where Facebook answers `OAuthException`. */
export class Facebook {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  exchange(query: URLSearchParams): object | undefined {
    const { appId, appSecret, orders, grants, tokens } = this.#place;
    if (query.get("client_id") !== appId || !isSameSecret(appSecret, query.get("client_secret") ?? "")) return undefined;
    const grant = grants.spend(query.get("code") ?? "");
    if (grant === undefined || orders.take("reused-code") || query.get("redirect_uri") !== grant.redirectUri) return undefined;
    return { access_token: tokens.give(grant), token_type: "bearer", expires_in: LIFE_S };
  }

  debugToken(query: URLSearchParams): object | undefined {
    const { appId, appSecret, orders, tokens, now } = this.#place;
    if (!isSameSecret(`${appId}|${appSecret}`, query.get("access_token") ?? "")) return undefined;
    const grant = tokens.find(query.get("input_token") ?? "");
    if (grant === undefined || orders.take("expired")) return { data: { app_id: appId, is_valid: false } };
    const app_id = orders.take("other-audience") ? "9000000000000009" : appId;
    const expires_at = Math.floor(now().getTime() / 1_000) + LIFE_S;
    return { data: { app_id, type: "USER", is_valid: true, user_id: grant.person.facebookId, expires_at, scopes: ["email", "public_profile"] } };
  }

  me(query: URLSearchParams): object | undefined {
    const { appSecret, orders, tokens } = this.#place;
    const token = query.get("access_token") ?? "";
    const grant = tokens.find(token);
    const proof = createHmac("sha256", appSecret).update(token).digest("hex");
    if (grant === undefined || !isSameSecret(proof, query.get("appsecret_proof") ?? "")) return undefined;
    const { facebookId, name, email } = grant.person;
    return { id: orders.take("other-subject") ? `${facebookId}9` : facebookId, name, ...(orders.take("no-email") ? {} : { email }) };
  }

  /** What Facebook posts when somebody removes the app: signature and payload in one text. */
  deletionOf(key: string): string | undefined {
    const person = people.find((one) => one.key === key);
    if (person === undefined) return undefined;
    const issued_at = Math.floor(this.#place.now().getTime() / 1_000);
    const payload = Buffer.from(JSON.stringify({ algorithm: "HMAC-SHA256", issued_at, user_id: person.facebookId })).toString("base64url");
    const secret = this.#place.orders.take("bad-signature") ? "a-secret-of-nobody" : this.#place.appSecret;
    return `${createHmac("sha256", secret).update(payload).digest("base64url")}.${payload}`;
  }
}
