import { spawn, type ChildProcess } from "node:child_process";
import { createHash, createHmac, createPublicKey, randomBytes, verify, type JsonWebKey } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../server/src/testing/ports.ts";

const clientId = "laro-sandbox";
const secret = "a-secret-both-sides-know-0123456789";
const redirectUri = "http://127.0.0.1:3000/gateway/identities/google";

let idp: ChildProcess;
let url: string;

const isUp = (): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = { IDP_PORT: String(port), IDP_CLIENT_ID: clientId, IDP_SECRET: secret, IDP_REDIRECT: "http://127.0.0.1:3000/gateway/identities/" };
  idp = spawn(process.execPath, [fileURLToPath(new URL("idp.ts", import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await vi.waitFor(async () => expect(await isUp()).toBe(true), { timeout: 20_000 });
});

afterAll(async () => {
  idp.kill("SIGTERM");
  await once(idp, "exit");
});

interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly nonce: string;
  readonly exp: number;
  readonly email?: string;
  readonly email_verified?: boolean;
}

const verifier = randomBytes(32).toString("base64url");
const pageOf = (provider: "google" | "facebook"): string => {
  const path = provider === "google" ? "/google/authorize" : "/facebook/dialog/oauth";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const pkce = provider === "google" ? { nonce: "the-nonce", code_challenge: challenge, code_challenge_method: "S256" } : {};
  return `${url}${path}?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope: "openid email profile", state: "the-state", ...pkce })}`;
};

/** Chooses somebody on the page; answers where the browser is led. */
async function choose(provider: "google" | "facebook", answer: string): Promise<URLSearchParams> {
  const response = await fetch(pageOf(provider), { method: "POST", body: new URLSearchParams({ answer }), redirect: "manual" });
  expect(response.status).toBe(303);
  const to = new URL(response.headers.get("location")!);
  expect(to.href.startsWith(redirectUri)).toBe(true);
  return to.searchParams;
}

const lever = (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, headers: { "x-idp-secret": secret } });
const order = (fault: string) => lever("/faults", { method: "POST", body: JSON.stringify({ fault, count: 1 }) });

const exchange = (code: string, given: Record<string, string> = {}) =>
  fetch(`${url}/google/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: secret,
      code_verifier: verifier,
      ...given,
    }),
  });

interface Read {
  readonly alg: string;
  readonly isSigned: boolean;
  readonly claims: Claims;
}

/** What a fresh sign-in's ID token says, and whether a published key signed it. */
async function signIn(): Promise<Read> {
  const code = (await choose("google", "one")).get("code")!;
  const { id_token } = (await (await exchange(code)).json()) as { id_token: string };
  const [head = "", claims = "", signature = ""] = id_token.split(".");
  const read = <Part>(part: string): Part => JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Part;
  const { keys } = (await (await fetch(`${url}/google/keys`)).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: keys[0]!, format: "jwk" });
  const isSigned = verify("sha256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"));
  return { alg: read<{ alg: string }>(head).alg, isSigned, claims: read<Claims>(claims) };
}

test("the page sends nobody to a site it does not know, and a no leads back as a no", async () => {
  const foreign = pageOf("google").replace(encodeURIComponent("http://127.0.0.1:3000/"), encodeURIComponent("http://127.0.0.1:3001/"));
  expect((await fetch(foreign)).status).toBe(400);
  expect((await fetch(foreign, { method: "POST", body: new URLSearchParams({ answer: "one" }), redirect: "manual" })).status).toBe(400);
  expect(await (await fetch(pageOf("facebook"))).text()).toContain("Continue with Facebook");
  const no = await choose("google", "deny");
  expect([no.get("error"), no.get("code"), no.get("state")]).toEqual(["access_denied", null, "the-state"]);
  await order("denied");
  expect((await choose("facebook", "one")).get("error")).toBe("access_denied");
});

test("orders are taken only from who knows the secret", async () => {
  expect((await fetch(`${url}/faults`, { method: "POST", body: JSON.stringify({ fault: "none", count: 1 }) })).status).toBe(401);
  expect((await lever("/faults", { method: "POST", body: JSON.stringify({ fault: "unheard", count: 1 }) })).status).toBe(400);
});

test("a code counts once, for the client, address and verifier it was made for", async () => {
  const codeOf = async () => (await choose("google", "one")).get("code")!;
  expect((await exchange(await codeOf(), { client_secret: "guessed" })).status).toBe(401);
  expect((await exchange(await codeOf(), { code_verifier: "another" })).status).toBe(400);
  expect((await exchange(await codeOf(), { redirect_uri: `${redirectUri}/else` })).status).toBe(400);
  const code = await codeOf();
  expect((await exchange(code)).status).toBe(200);
  expect((await exchange(code)).status).toBe(400);
  await order("reused-code");
  expect(await (await exchange(await codeOf())).json()).toEqual({ error: "invalid_grant" });
});

test("an ID token says who signed in, under a published key", async () => {
  const { alg, isSigned, claims } = await signIn();
  expect([alg, isSigned]).toEqual(["RS256", true]);
  expect(claims).toMatchObject({
    iss: url,
    aud: clientId,
    nonce: "the-nonce",
    sub: "110000000000000000001",
    email: "demo.one@mail.example",
    email_verified: true,
  });
  expect(claims.exp * 1_000).toBeGreaterThan(Date.now());
  const discovery = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as { issuer: string };
  expect(discovery.issuer).toBe(url);
});

test.each<[string, (read: Read) => boolean]>([
  ["other-issuer", ({ claims }) => claims.iss !== url],
  ["other-audience", ({ claims }) => claims.aud !== clientId],
  ["other-nonce", ({ claims }) => claims.nonce !== "the-nonce"],
  ["other-subject", ({ claims }) => claims.sub !== "110000000000000000001"],
  ["expired", ({ claims }) => claims.exp * 1_000 < Date.now()],
  ["no-email", ({ claims }) => claims.email === undefined],
  ["unverified-email", ({ claims }) => claims.email_verified === false],
  ["bad-signature", ({ alg, isSigned }) => alg === "RS256" && !isSigned],
  ["none", ({ alg, isSigned }) => alg === "none" && !isSigned],
])("the order %s spoils one ID token and only one", async (fault, isSpoilt) => {
  expect((await order(fault)).status).toBe(200);
  expect(isSpoilt(await signIn())).toBe(true);
  expect(isSpoilt(await signIn())).toBe(false);
});

test("ordered to, it breaks, goes silent or keeps waiting", async () => {
  const discovery = `${url}/.well-known/openid-configuration`;
  await order("fail");
  expect((await fetch(discovery)).status).toBe(500);
  await order("down");
  await expect(fetch(discovery)).rejects.toThrow();
  await order("slow");
  await expect(fetch(discovery, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
  expect((await fetch(discovery)).status).toBe(200);
});

const ask = async (path: string, query: Record<string, string>) => {
  const response = await fetch(`${url}/facebook/${path}?${new URLSearchParams(query)}`);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};
const proofOf = (token: string): string => createHmac("sha256", secret).update(token).digest("hex");

async function facebookToken(): Promise<string> {
  const code = (await choose("facebook", "two")).get("code")!;
  const client = { client_id: clientId, client_secret: secret, redirect_uri: redirectUri, code };
  const { json } = await ask("oauth/access_token", client);
  expect((await ask("oauth/access_token", client)).status).toBe(400);
  return String(json["access_token"]);
}

test("Facebook says of a token whose it is and for which app, and who it is only with the app's proof", async () => {
  const token = await facebookToken();
  const app = { access_token: `${clientId}|${secret}`, input_token: token };
  expect((await ask("debug_token", { ...app, access_token: "guessed" })).status).toBe(400);
  expect((await ask("debug_token", app)).json).toMatchObject({ data: { app_id: clientId, is_valid: true, user_id: "10200000000000002" } });
  await order("other-audience");
  expect((await ask("debug_token", app)).json).not.toMatchObject({ data: { app_id: clientId } });
  await order("expired");
  expect((await ask("debug_token", app)).json).toMatchObject({ data: { is_valid: false } });
  expect((await ask("me", { access_token: token, appsecret_proof: proofOf("another") })).status).toBe(400);
  const mine = { access_token: token, appsecret_proof: proofOf(token) };
  expect((await ask("me", mine)).json).toEqual({ id: "10200000000000002", name: "Demo Two", email: "demo.two@mail.example" });
  await order("no-email");
  expect((await ask("me", mine)).json).toEqual({ id: "10200000000000002", name: "Demo Two" });
  await order("other-subject");
  expect((await ask("me", mine)).json["id"]).not.toBe("10200000000000002");
});

test("a removal at Facebook is signed under the app's secret", async () => {
  const removalOf = async () => ((await (await lever("/facebook/deletion?person=three")).json()) as { signed_request: string }).signed_request.split(".");
  const [signature = "", payload = ""] = await removalOf();
  expect(signature).toBe(createHmac("sha256", secret).update(payload).digest("base64url"));
  expect(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).toMatchObject({ algorithm: "HMAC-SHA256", user_id: "10200000000000003" });
  await order("bad-signature");
  const [forged = "", same = ""] = await removalOf();
  expect(forged).not.toBe(createHmac("sha256", secret).update(same).digest("base64url"));
});
