import { generateKeyPairSync, randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { SEAL_MAX_AGE_MS } from "@laro/contract/core/seal";
import { sessions } from "@laro/contract/sessions";
import { site } from "@laro/contract/site";
import { CompactEncrypt, importJWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRoutes } from "../../roles/features.ts";
import { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await createWorld();
  ann = await world.player();
});
afterAll(() => world.close());

const credentials = () => ({ username: ann.name, password: ann.password, type: "username" as const, entry: "player" as const });
const seal = (input: unknown = credentials(), name: string = sessions.login.name) => world.guest().seal(name, input);

async function send(body: unknown, endpoint: Endpoint = sessions.login): Promise<string> {
  const { status, answer } = await world.guest().request(endpoint.method, `/api/${endpoint.name}`, JSON.stringify(body));
  return answer.success ? `${status} done` : `${status} ${answer.message}`;
}

test("every call that carries a password must be sealed, the specification's encrypted calls among them", () => {
  const sealed = allRoutes.filter(({ endpoint }) => endpoint.sealed === true).map(({ endpoint }) => endpoint.name);
  expect(sealed).toEqual(
    expect.arrayContaining(["sessions.login", "sessions.loginOperator", "accounts.register", "accounts.changePassword", "accounts.setPaymentPassword"]),
  );
  for (const { endpoint } of allRoutes)
    expect(
      sealed.includes(endpoint.name) || !/"\w*[pP]assword"/.test(JSON.stringify(Object.keys((endpoint.input as { shape?: object }).shape ?? {}))),
      endpoint.name,
    ).toBe(true);
});

test("an open body, and one that is no sealed text, are refused", async () => {
  for (const body of [credentials(), {}, { sealed: "" }, { sealed: "a.b.c.d.e" }, { sealed: 1 }, { sealed: null, ...credentials() }, []]) {
    expect(await send(body)).toBe("400 request.seal_invalid");
  }
});

test("a sealed text with one character changed is refused, whichever part it is in", async () => {
  const sealed = await seal();
  for (const [part] of sealed.split(".").entries()) {
    const changed = sealed.split(".").map((text, index) => (index === part ? `${text.slice(0, 10)}${text[10] === "A" ? "B" : "A"}${text.slice(11)}` : text));
    if (changed.join(".") !== sealed) expect(await send({ sealed: changed.join(".") })).toBe("400 request.seal_invalid");
  }
  expect(await send({ sealed })).toBe("200 done");
});

test("a sealed text is good once, also when it arrives ten times at the same moment", async () => {
  const sealed = await seal();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ sealed })));
  expect(answers.sort()).toEqual(["200 done", ...Array.from({ length: 9 }, () => "409 request.seal_replayed")]);
});

test("a sealed text is refused once it is older than two minutes, and when it comes from the future", async () => {
  const [inTime, tooLate] = [await seal(), await seal()];
  world.clock.advance(SEAL_MAX_AGE_MS);
  expect(await send({ sealed: inTime })).toBe("200 done");
  world.clock.advance(1);
  expect(await send({ sealed: tooLate })).toBe("409 request.seal_replayed");
  world.clock.advance(2 * SEAL_MAX_AGE_MS);
  const early = await seal();
  world.clock.advance(-SEAL_MAX_AGE_MS - 1);
  expect(await send({ sealed: early })).toBe("409 request.seal_replayed");
});

test("whoever sealed by a clock that is hours wrong is told the server's time, and is let in by it", async () => {
  const guest = world.guest();
  const { serverTime } = await guest.call(site.permission, {});
  expect(Date.parse(serverTime)).toBe(world.clock.now().getTime());
  for (const wrongMs of [-5 * HOUR_MS, 5 * HOUR_MS]) {
    const at = world.clock.now().getTime() + wrongMs;
    const dated = new Person({ address: world.address, ip: guest.ip, clock: { now: () => new Date(at) } });
    const refusal = await dated.refusal(sessions.login, credentials());
    expect([refusal.code, refusal.values]).toEqual(["request.seal_replayed", { serverTime }]);
  }
  const told = new Person({ address: world.address, ip: guest.ip, clock: { now: () => new Date(serverTime) } });
  expect((await told.call(sessions.login, credentials())).userName).toBe(ann.name);
});

test("a used seal is refused without the time: it is not to be tried again", async () => {
  const body = JSON.stringify({ sealed: await seal() });
  await world.guest().request("POST", "/api/sessions.login", body);
  const { answer } = await world.guest().request("POST", "/api/sessions.login", body);
  expect([answer.success, answer.value]).toEqual([false, {}]);
});

test("what was sealed for one call does not open another", async () => {
  expect(await send({ sealed: await seal() }, sessions.loginOperator)).toBe("400 request.seal_invalid");
  expect(await send({ sealed: await seal(credentials(), accounts.register.name) })).toBe("400 request.seal_invalid");
});

test("what was sealed to another key, or with a weaker method, is refused", async () => {
  const content = new TextEncoder().encode(
    JSON.stringify({ name: sessions.login.name, nonce: randomUUID(), at: world.clock.now().getTime(), input: credentials() }),
  );
  const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
  const ours = await importJWK((await world.guest().call(site.permission, {})).sealKey, "ECDH-ES+A128KW");
  const texts = [
    await new CompactEncrypt(content).setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" }).encrypt(foreign),
    await new CompactEncrypt(content).setProtectedHeader({ alg: "ECDH-ES+A128KW", enc: "A128CBC-HS256" }).encrypt(ours),
  ];
  for (const sealed of texts) expect(await send({ sealed })).toBe("400 request.seal_invalid");
});

test("the key everyone is given is the public half only", async () => {
  expect(Object.keys((await world.guest().call(site.permission, {})).sealKey).sort()).toEqual(["crv", "kid", "kty", "x", "y"]);
});
