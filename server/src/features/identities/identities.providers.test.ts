import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { openProviders } from "./identities.providers.ts";

afterEach(() => void vi.restoreAllMocks());

const leading = { state: "s", nonce: "n", challenge: "c", redirectUri: "http://localhost/back" };
const LATER_MS = 11 * 60_000;

test("a provider's description of itself is asked for once by many at once, kept for ten minutes, and asked for anew where it did not come", async () => {
  let [asked, isBroken] = [0, true];
  const party = createServer((_, answer) => {
    asked++;
    const issuer = `http://127.0.0.1:${(party.address() as AddressInfo).port}`;
    const described = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    answer.writeHead(isBroken ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify(isBroken ? {} : described));
  }).listen(0, "127.0.0.1");
  await once(party, "listening");
  const issuer = `http://127.0.0.1:${(party.address() as AddressInfo).port}`;
  const config = { google: { issuer, clientId: "laro", clientSecret: "secret" }, facebook: undefined };
  const lead = () => openProviders(config).google!.lead(leading);
  try {
    expect(await lead().catch(() => undefined)).toBe(undefined);
    isBroken = false;
    const led = await Promise.all(Array.from({ length: 20 }, lead));
    expect(led.map((address) => address?.pathname)).toEqual(led.map(() => "/authorize"));
    expect(asked).toBe(2);
    const nowMs = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(nowMs + LATER_MS);
    await lead();
    await lead();
    expect(asked).toBe(3);
  } finally {
    party.close();
  }
});
