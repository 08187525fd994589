import { createHmac, timingSafeEqual } from "node:crypto";
import type { Provider } from "@laro/contract/identities";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import type { Config, FacebookAccess, GoogleAccess } from "../../platform/config.ts";
import { askForeign } from "../../platform/foreign.ts";

/** Whom a provider names: its own unchanging name for them, and what they may recognise themselves by. */
export interface Named {
  readonly subject: string;
  readonly email: string | undefined;
}

/** What went to the provider with somebody, and must come back. */
export interface Leading {
  readonly state: string;
  readonly nonce: string;
  /** S256 of the verifier that only we know. */
  readonly challenge: string;
  readonly redirectUri: string;
}

/** What came back. */
export interface Answered {
  readonly code: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly now: Date;
}

/** A provider of identities. `identify` answers undefined where it did not answer, and throws `NotConfirmed` where what it said is not to be believed. */
export interface IdentityPort {
  readonly lead: (leading: Leading) => Promise<URL | undefined>;
  readonly identify: (answered: Answered) => Promise<Named | undefined>;
}

export class NotConfirmed extends Error {}

const TIMEOUT_MS = 8_000;
const SUBJECT_LENGTH_MAX = 255;
/** So long a provider's own description of itself is believed; the keys are asked for anew with every ticket. */
const DISCOVERY_MS = 10 * 60_000;
const CLOCK_TOLERANCE_S = 5;
const Subject = z.string().min(1).max(SUBJECT_LENGTH_MAX);
const form = { "content-type": "application/x-www-form-urlencoded" } as const;

const Refused = z.object({ error: z.unknown() });

/** What a provider answered; undefined where it did not, and thrown where it says no. */
async function ask<Answer extends z.ZodType>(address: URL, answer: Answer, body?: URLSearchParams): Promise<z.output<Answer> | undefined> {
  const question = body === undefined ? ({ method: "GET" } as const) : { headers: form, body: body.toString() };
  const given = await askForeign(address, { ...question, answer: z.union([answer, Refused]), timeoutMs: TIMEOUT_MS });
  if (given === undefined) return undefined;
  const read = answer.safeParse(given.answer);
  if (!given.ok || !read.success) throw new NotConfirmed("The provider refused.");
  return read.data as z.output<Answer>;
}

const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url() });
const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const Tokens = z.object({ id_token: z.string() });
const Claims = z.object({ sub: Subject, nonce: z.string(), email: z.email().optional() });

/** Asks once for everybody who wants to know within that time, also while the question is under way. What did not come, or was refused, is asked for anew. */
function keepFor<Found>(lifeMs: number, find: () => Promise<Found | undefined>): () => Promise<Found | undefined> {
  let kept: { readonly found: Promise<Found | undefined>; readonly untilMs: number } | undefined;
  return () => {
    if (kept !== undefined && performance.now() < kept.untilMs) return kept.found;
    const asked = { found: find(), untilMs: performance.now() + lifeMs };
    kept = asked;
    const forget = () => void (kept === asked && (kept = undefined));
    asked.found.then((found) => found === undefined && forget(), forget);
    return asked.found;
  };
}

/** OpenID Connect (Core 1.0, code flow with PKCE, RFC 7636), as Google speaks it. The algorithms are fixed; issuer, audience, nonce and time must be right. */
export function openId({ issuer, clientId, clientSecret }: GoogleAccess): IdentityPort {
  const discover = keepFor(DISCOVERY_MS, async () => {
    const found = await ask(new URL(`${issuer}/.well-known/openid-configuration`), Discovery);
    if (found !== undefined && found.issuer !== issuer) throw new NotConfirmed("The provider calls itself by another name.");
    return found;
  });
  return {
    lead: async ({ state, nonce, challenge, redirectUri }) => {
      const found = await discover();
      if (found === undefined) return undefined;
      const address = new URL(found.authorization_endpoint);
      const asked = { response_type: "code", scope: "openid email", client_id: clientId, redirect_uri: redirectUri, state, nonce };
      for (const [name, value] of Object.entries({ ...asked, code_challenge: challenge, code_challenge_method: "S256", prompt: "select_account" }))
        address.searchParams.set(name, value);
      return address;
    },
    identify: async ({ code, verifier, nonce, redirectUri, now }) => {
      const found = await discover();
      if (found === undefined) return undefined;
      const asked = {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      };
      const tokens = await ask(new URL(found.token_endpoint), Tokens, new URLSearchParams(asked));
      const keys = await ask(new URL(found.jwks_uri), KeySet);
      if (tokens === undefined || keys === undefined) return undefined;
      const wanted = { issuer, audience: clientId, algorithms: ["RS256", "ES256"], currentDate: now, clockTolerance: CLOCK_TOLERANCE_S };
      const required = ["sub", "nonce", "exp", "iat"];
      const read = await jwtVerify(tokens.id_token, createLocalJWKSet(keys as JSONWebKeySet), { ...wanted, requiredClaims: required }).catch(() => undefined);
      const claims = Claims.safeParse(read?.payload);
      if (!claims.success || claims.data.nonce !== nonce) throw new NotConfirmed("The provider's word does not hold.");
      return { subject: claims.data.sub, email: claims.data.email };
    },
  };
}

const Access = z.object({ access_token: z.string().min(1) });
const Inspection = z.object({ data: z.object({ app_id: z.string(), is_valid: z.boolean(), user_id: z.string().optional() }) });
const Profile = z.object({ id: Subject, email: z.email().optional() });

/** OAuth 2 as Facebook speaks it: the token is looked at (`debug_token`) before it is believed, and every question is signed (`appsecret_proof`). */
export function facebook({ appId, appSecret, dialogUrl, graphUrl }: FacebookAccess): IdentityPort {
  const graph = <Answer extends z.ZodType>(path: string, query: Readonly<Record<string, string>>, answer: Answer) =>
    ask(new URL(`${graphUrl}/${path}?${new URLSearchParams(query)}`), answer);
  return {
    lead: async ({ state, redirectUri }) => {
      const address = new URL(`${dialogUrl}/dialog/oauth`);
      for (const [name, value] of Object.entries({ client_id: appId, redirect_uri: redirectUri, response_type: "code", scope: "email", state }))
        address.searchParams.set(name, value);
      return address;
    },
    identify: async ({ code, redirectUri }) => {
      const client = { client_id: appId, client_secret: appSecret };
      const token = (await graph("oauth/access_token", { ...client, redirect_uri: redirectUri, code }, Access))?.access_token;
      if (token === undefined) return undefined;
      const seen = (await graph("debug_token", { input_token: token, access_token: `${appId}|${appSecret}` }, Inspection))?.data;
      const proof = createHmac("sha256", appSecret).update(token).digest("hex");
      const profile = await graph("me", { fields: "id,email", access_token: token, appsecret_proof: proof }, Profile);
      if (seen === undefined || profile === undefined) return undefined;
      if (!seen.is_valid || seen.app_id !== appId || seen.user_id !== profile.id) throw new NotConfirmed("The token is another app's or another person's.");
      return { subject: profile.id, email: profile.email };
    },
  };
}

type Configured = Pick<Config, "google" | "facebook">;
type Providers = Partial<Record<Provider, IdentityPort>>;

const opened = new WeakMap<Configured, Providers>();

/** The providers this process knows, opened once: what one has learned of its party serves every call. */
export function openProviders(config: Configured): Providers {
  const { google, facebook: page } = config;
  const known = opened.get(config) ?? {
    ...(google === undefined ? {} : { google: openId(google) }),
    ...(page === undefined ? {} : { facebook: facebook(page) }),
  };
  opened.set(config, known);
  return known;
}

const Deletion = z.object({ algorithm: z.literal("HMAC-SHA256"), user_id: Subject });

/** Whom Facebook asks us to forget: signature and payload in one text, signed with the app's secret. Undefined for what it did not sign. */
export function readDeletion({ facebook: page }: Pick<Config, "facebook">, signedRequest: string): string | undefined {
  const [signature = "", payload = "", ...rest] = signedRequest.split(".");
  if (page === undefined || rest.length > 0) return undefined;
  const [given, wanted] = [Buffer.from(signature, "base64url"), createHmac("sha256", page.appSecret).update(payload).digest()];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return Deletion.safeParse(readJson(Buffer.from(payload, "base64url").toString("utf8"))).data?.user_id;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
