import { command, contract, download, Empty, query } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { Person } from "../testing/person.ts";
import { createWorld, type World } from "../testing/world.ts";
import { bindRoutes } from "./binder.ts";
import { createHttp } from "./http.ts";
import { callerKey, inFlightBounds } from "./inFlight.ts";
import { routes } from "./routes.ts";

const probes = contract("probes", {
  hold: command({ for: "member", says: "Answers when told.", transaction: "own", input: z.object({}), output: Empty }),
  file: download({ for: "member", says: "Ends when told.", file: "text/csv", input: z.object({}) }),
  read: query({ for: "member", says: "Looks at much until told.", readsMuch: true, input: z.object({}), output: Empty }),
  reckon: command({ for: "member", says: "Reckons until told.", readsMuch: true, transaction: "own", input: z.object({}), output: Empty }),
  rare: query({ for: "member", says: "May be asked twice in a minute.", rate: { count: 2, windowMs: 60_000 }, input: z.object({}), output: Empty }),
});

let gate = Promise.withResolvers<void>();
let running = 0;
const hold = async (): Promise<void> => {
  running++;
  await gate.promise;
  running--;
};

async function* held(): AsyncGenerator<string> {
  yield "begun\n";
  await hold();
}

const probeRoutes = routes(probes, {
  hold: async () => {
    await hold();
    return {};
  },
  file: async () => ({ name: "held.csv", content: held() }),
  read: async () => {
    await hold();
    return {};
  },
  reckon: async () => {
    await hold();
    return {};
  },
  rare: async () => ({}),
});

let world: World;
let app: FastifyInstance;
let address: string;
beforeAll(async () => {
  world = await createWorld();
  const { platform, gatekeeper } = world.open;
  app = await createHttp({
    log: platform.log,
    sentence: gatekeeper.sentence,
    calls: [(await bindRoutes({ platform, gatekeeper, routes: probeRoutes })).calls],
  });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** A member at the server of the probes, with as many sessions. */
async function meet(count: number): Promise<readonly Person[]> {
  const { name, password, token } = await world.player();
  const tokens = [token];
  while (tokens.length < count) tokens.push((await world.guest().call(sessions.login, { username: name, password, type: "username", entry: "player" })).token);
  return tokens.map((one) => {
    const person = new Person({ address, clock: world.clock, ip: world.guest().ip });
    person.token = one;
    return person;
  });
}

/** Everything waits at the gate until the test opens it, or ends. */
function closeGate(): void {
  gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
}

const { light, heavy } = inFlightBounds.member;
const statusOf = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

test("a member has eight calls under way over all sessions and three times as many wait; one more is refused, and nobody else waits for them", async () => {
  closeGate();
  const mine = await meet(2);
  const [other] = await meet(1);
  const sent = Array.from({ length: light.atOnceMax + light.waitingMax + 1 }, (_, index) => mine[index % 2]!.request("POST", "/api/probes.hold", "{}"));
  const { status, answer, headers } = await Promise.race(sent);
  expect([status, answer, headers.get("retry-after")]).toMatchObject([429, { message: "request.too_many" }, "1"]);
  expect(running).toBe(light.atOnceMax);
  const others = other!.request("POST", "/api/probes.hold", "{}");
  await expect.poll(() => running).toBe(light.atOnceMax + 1);
  gate.resolve();
  expect(statusOf(await Promise.all(sent)).toSorted()).toEqual([...times(sent.length - 1, 200), 429]);
  expect((await others).status).toBe(200);
  expect((await mine[0]!.request("POST", "/api/probes.hold", "{}")).status).toBe(200);
});

test("a file keeps its place until it is out, in a line of its own: a download holds up no bet", async () => {
  closeGate();
  const [ann] = await meet(1);
  const files = Array.from({ length: heavy.atOnceMax + 1 }, () => ann!.request("GET", "/api/probes.file"));
  await expect.poll(() => running).toBe(heavy.atOnceMax);
  const bet = ann!.request("POST", "/api/probes.hold", "{}");
  await expect.poll(() => running).toBe(heavy.atOnceMax + 1);
  gate.resolve();
  expect(statusOf(await Promise.all([...files, bet]))).toEqual(times(files.length + 1, 200));
});

test("of what looks at many rows a member has two under way, fewer than there are connections for it, and what is quick does not wait for them", async () => {
  closeGate();
  const [ann, ben] = await Promise.all([meet(1), meet(1)]);
  const reads = Array.from({ length: 4 }, (_, place) =>
    place < 3 ? ann[0]!.request("POST", "/api/probes.reckon", "{}") : ann[0]!.request("GET", "/api/probes.read"),
  );
  await expect.poll(() => running).toBe(2);
  const others = ben[0]!.request("GET", "/api/probes.read");
  await expect.poll(() => running).toBe(3);
  const quick = await ann[0]!.request("GET", "/api/probes.rare");
  expect([quick.status, running]).toEqual([200, 3]);
  gate.resolve();
  expect(statusOf(await Promise.all([...reads, others]))).toEqual(times(5, 200));
});

test("a member's rate counts over all sessions", async () => {
  const mine = await meet(3);
  const answers = [];
  for (const person of mine) answers.push(await person.request("GET", "/api/probes.rare"));
  expect(statusOf(answers)).toEqual([200, 200, 429]);
});

test("whoever is nobody is one caller with everybody of their network: an address of version 4, the /64 of version 6", () => {
  const keyOf = (ip: string): string => callerKey({ kind: "guest", ip });
  expect(keyOf("2001:db8:1:1::1")).toBe(keyOf("2001:db8:1:1:ffff::2"));
  expect(keyOf("2001:db8:1:1::1")).not.toBe(keyOf("2001:db8:1:2::1"));
  expect(keyOf("203.0.113.9")).toBe("203.0.113.9");
});
