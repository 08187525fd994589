/**
 * Google and Facebook as a site sees them, as a process of its own: OpenID Connect with discovery and keys, and OAuth with the dialog of Facebook. Three people live here.
 *
 * Google: GET /.well-known/openid-configuration, GET /google/keys, GET /google/authorize (a page), POST /google/token.
 * Facebook: GET /facebook/dialog/oauth (a page), GET /facebook/oauth/access_token, GET /facebook/debug_token, GET /facebook/me with `appsecret_proof`.
 * For tests, with the secret as the header `x-idp-secret`: POST /faults { fault, count } orders faults, see `idp.orders.ts`; PUT /clock { at } sets the clock that
 *   tokens are of; GET /facebook/deletion?person=one answers the `signed_request` of a removal. For anyone: GET /health.
 *
 * Environment: IDP_PORT, IDP_HOST (127.0.0.1), IDP_CLIENT_ID and IDP_SECRET (of both providers), IDP_REDIRECT (what every address that leads back begins with).
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import { Facebook } from "./idp.facebook.ts";
import { Google } from "./idp.google.ts";
import { Grants, people, type Grant } from "./idp.grants.ts";
import { isFault, Orders } from "./idp.orders.ts";
import { faultPage, peoplePage } from "./idp.page.ts";
import { isSameSecret } from "./psp.signature.ts";

const setting = (name: string): string => {
  const value = process.env[name] ?? "";
  if (value !== "") return value;
  process.stderr.write(
    `The sign-in simulator needs ${name}: IDP_PORT says where to listen, IDP_CLIENT_ID and IDP_SECRET who may ask, and IDP_REDIRECT where people are led back to.\n`,
  );
  return process.exit(1);
};

const port = Number(setting("IDP_PORT"));
const host = process.env["IDP_HOST"] ?? "127.0.0.1";
const clientId = setting("IDP_CLIENT_ID");
const secret = setting("IDP_SECRET");
const redirect = setting("IDP_REDIRECT");

const REQUEST_TIMEOUT_MS = 10_000;
const COUNT_MAX = 1_000;
const SLOW_MS = 20_000;

let offsetMs = 0;
const now = (): Date => new Date(Date.now() + offsetMs);
const orders = new Orders();
const grants = { google: new Grants<Grant>(), facebook: new Grants<Grant>() } as const;
const google = new Google({ issuer: `http://${host}:${port}`, clientId, clientSecret: secret, orders, grants: grants.google, now });
const facebook = new Facebook({ appId: clientId, appSecret: secret, orders, grants: grants.facebook, tokens: new Grants(), now });

type Answer = { readonly status: number; readonly json: object } | { readonly status: number; readonly page: string } | { readonly to: string };
interface Asked {
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

const ok = (json: object): Answer => ({ status: 200, json });
const invalidGrant = { status: 400, json: { error: "invalid_grant" } } as const;
const refused = { status: 400, json: { error: { message: "Invalid token.", type: "OAuthException", code: 190 } } } as const;
const malformed = { status: 400, json: { error: "malformed" } } as const;

const isOurs = (query: URLSearchParams): boolean => query.get("client_id") === clientId && (query.get("redirect_uri") ?? "").startsWith(redirect);
const showPeople = (provider: "Google" | "Facebook", { query }: Asked): Answer =>
  isOurs(query) ? { status: 200, page: peoplePage(provider) } : { status: 400, page: faultPage() };

/** Leads back to the site with a code, or with a no. */
function answerPage(provider: "google" | "facebook", { query, body }: Asked): Answer {
  const chosen = new URLSearchParams(body).get("answer");
  const person = people.find(({ key }) => key === chosen);
  if (!isOurs(query) || (person === undefined && chosen !== "deny")) return { status: 400, page: faultPage() };
  const to = new URL(query.get("redirect_uri")!);
  const state = query.get("state");
  if (state !== null) to.searchParams.set("state", state);
  if (person === undefined || orders.take("denied")) to.searchParams.set("error", "access_denied");
  else {
    const grant = { person, redirectUri: query.get("redirect_uri")!, nonce: query.get("nonce"), challenge: query.get("code_challenge") };
    to.searchParams.set("code", grants[provider].give(grant));
  }
  return { to: to.href };
}

function token({ body, headers }: Asked): Answer {
  const form = new URLSearchParams(body);
  if (!google.isClient(form, headers.authorization ?? "")) return { status: 401, json: { error: "invalid_client" } };
  const answer = google.exchange(form);
  return answer === undefined ? invalidGrant : ok(answer);
}

const foundOr = (answer: object | undefined): Answer => (answer === undefined ? refused : ok(answer));

/** What a provider says to the site's server; these can be slow, down or broken. */
const parties: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "GET /.well-known/openid-configuration": () => ok(google.discovery()),
  "GET /google/keys": () => ok(google.keys()),
  "POST /google/token": token,
  "GET /facebook/oauth/access_token": ({ query }) => foundOr(facebook.exchange(query)),
  "GET /facebook/debug_token": ({ query }) => foundOr(facebook.debugToken(query)),
  "GET /facebook/me": ({ query }) => foundOr(facebook.me(query)),
};

const pages: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "GET /health": () => ok({ alive: true }),
  "GET /google/authorize": (asked) => showPeople("Google", asked),
  "POST /google/authorize": (asked) => answerPage("google", asked),
  "GET /facebook/dialog/oauth": (asked) => showPeople("Facebook", asked),
  "POST /facebook/dialog/oauth": (asked) => answerPage("facebook", asked),
};

const levers: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "POST /faults": ({ body }) => {
    const { fault, count = 1 } = JSON.parse(body) as { fault?: unknown; count?: unknown };
    if (!isFault(fault) || !Number.isInteger(count) || Number(count) > COUNT_MAX) return malformed;
    orders.order(fault, Number(count));
    return ok({});
  },
  "PUT /clock": ({ body }) => {
    const at = new Date(String((JSON.parse(body) as { at?: unknown }).at)).getTime();
    if (Number.isNaN(at)) return malformed;
    offsetMs = at - Date.now();
    return ok({});
  },
  "GET /facebook/deletion": ({ query }) => {
    const signed = facebook.deletionOf(query.get("person") ?? "");
    return signed === undefined ? malformed : ok({ signed_request: signed });
  },
};

interface Outcome {
  readonly answer?: Answer;
  readonly afterMs?: number;
}

async function respond(request: IncomingMessage): Promise<Outcome> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://idp");
  const name = `${request.method} ${pathname}`;
  const body = await readBody(request);
  if (body === undefined) return { answer: { status: 413, json: { error: "too_large" } } };
  const asked = { query, body, headers: request.headers };
  const lever = levers[name];
  if (lever !== undefined) {
    if (!isSameSecret(secret, String(request.headers["x-idp-secret"] ?? ""))) return { answer: { status: 401, json: { error: "secret" } } };
    return { answer: lever(asked) };
  }
  const party = parties[name];
  if (party === undefined) return { answer: pages[name]?.(asked) ?? { status: 404, json: { error: "unknown" } } };
  if (orders.take("down")) return {};
  if (orders.take("fail")) return { answer: { status: 500, json: { error: "server_error" } } };
  return { answer: party(asked), afterMs: orders.take("slow") ? SLOW_MS : 0 };
}

function send(response: ServerResponse, { answer, afterMs = 0 }: Outcome): void {
  if (answer === undefined) {
    response.destroy();
    return;
  }
  setTimeout(() => {
    if ("to" in answer) response.writeHead(303, { location: answer.to, "cache-control": "no-store" }).end();
    else {
      const [type, text] = "json" in answer ? ["application/json", JSON.stringify(answer.json)] : ["text/html; charset=utf-8", answer.page];
      response.writeHead(answer.status, { "content-type": type, "cache-control": "no-store" }).end(text);
    }
  }, afterMs);
}

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
  respond(request).then(
    (outcome) => send(response, outcome),
    () => send(response, { answer: malformed }),
  );
});
server.listen(port, host);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
