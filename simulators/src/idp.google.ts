import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import type { Grant, Grants } from "./idp.grants.ts";
import type { Orders } from "./idp.orders.ts";
import { isSameSecret } from "./psp.signature.ts";

const LIFE_S = 3_600;
const KEY_ID = "signing-1";
const MODULUS_BITS = 2_048;

interface Place {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly orders: Orders;
  readonly grants: Grants<Grant>;
  readonly now: () => Date;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** OpenID Connect as Google speaks it: discovery, keys, and a code for an ID token. */
export class Google {
  readonly #place: Place;
  readonly #key = generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS });
  /** Signs what a forger would send; nobody publishes it. */
  readonly #strange = generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS });

  constructor(place: Place) {
    this.#place = place;
  }

  discovery() {
    const { issuer } = this.#place;
    return {
      issuer,
      authorization_endpoint: `${issuer}/google/authorize`,
      token_endpoint: `${issuer}/google/token`,
      jwks_uri: `${issuer}/google/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      scopes_supported: ["openid", "email", "profile"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
      code_challenge_methods_supported: ["S256"],
    };
  }

  keys() {
    return { keys: [{ ...this.#key.publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }] };
  }

  /** Exchanges a code: the answer, or undefined for `invalid_grant`. */
  exchange(form: URLSearchParams): object | undefined {
    const { grants, orders } = this.#place;
    const grant = grants.spend(form.get("code") ?? "");
    if (grant === undefined || orders.take("reused-code")) return undefined;
    if (form.get("grant_type") !== "authorization_code" || form.get("redirect_uri") !== grant.redirectUri) return undefined;
    const shown = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant.challenge !== null && shown !== grant.challenge) return undefined;
    return { access_token: grants.give(grant), token_type: "Bearer", expires_in: LIFE_S, scope: "openid email profile", id_token: this.#idToken(grant) };
  }

  isClient(form: URLSearchParams, authorization: string): boolean {
    const [id = "", secret = ""] = authorization.startsWith("Basic ")
      ? Buffer.from(authorization.slice("Basic ".length), "base64").toString("utf8").split(":").map(decodeURIComponent)
      : [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
    return id === this.#place.clientId && isSameSecret(this.#place.clientSecret, secret);
  }

  #idToken({ person, nonce }: Grant): string {
    const { orders, issuer, clientId, now } = this.#place;
    const atS = Math.floor(now().getTime() / 1_000) - (orders.take("expired") ? 2 * LIFE_S : 0);
    const claims = {
      iss: orders.take("other-issuer") ? "https://issuer.example" : issuer,
      aud: orders.take("other-audience") ? "somebody-else" : clientId,
      sub: orders.take("other-subject") ? `${person.googleId}9` : person.googleId,
      iat: atS,
      exp: atS + LIFE_S,
      ...(nonce === null ? {} : { nonce: orders.take("other-nonce") ? "another" : nonce }),
      ...(orders.take("no-email") ? {} : { email: person.email, email_verified: !orders.take("unverified-email") }),
      name: person.name,
    };
    if (orders.take("none")) return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`;
    return this.#signed(claims, orders.take("bad-signature") ? this.#strange.privateKey : this.#key.privateKey);
  }

  #signed(claims: object, key: KeyObject): string {
    const text = `${encode({ alg: "RS256", typ: "JWT", kid: KEY_ID })}.${encode(claims)}`;
    return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
  }
}
