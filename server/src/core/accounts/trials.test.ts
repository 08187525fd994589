import { randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { games } from "@laro/contract/games";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRoutes } from "../../roles/features.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sweepTrials } from "./trials.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
});
afterAll(() => world.close());

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = "Correct-horse-7";
const ask = () => ({ os: "Linux x86_64", platform: "W", token: randomUUID(), gatewayVersion: 3 }) as const;
const offer = (enabled: boolean) => admin.call(settings.setFlag, { modId: "freePlay", enabled, reason: "visitors may look around" });

async function lookAround(browser: Person = world.guest()): Promise<Person & { readonly name: string }> {
  const { token, userName } = await browser.call(accounts.freePlay, ask());
  browser.token = token;
  return Object.assign(browser, { name: userName });
}

const walletsOf = async (name: string): Promise<number> =>
  (
    await asOwner<{ count: number }>(world.open.url, "select count(*)::int as count from wallet where account_id = (select id from account where name = $1)", [
      name,
    ])
  )[0]!.count;

test("a visitor gets a trial where it is offered: type 4, nothing of worth behind it, and no way in by name [PROD-25, SITE-06, AUTH-31, AUTH-33, ROLE-03, CALL-03]", async () => {
  await offer(false);
  expect(await world.guest().refused(accounts.freePlay, ask())).toBe("accounts.trial_closed");
  await offer(true);
  expect(accounts.freePlay).toMatchObject({ method: "POST", sealed: true });
  const trial = await lookAround();
  expect(trial.name).toMatch(/^trial-[a-z0-9]{12}$/);
  expect(await trial.call(accounts.me, {})).toMatchObject({ type: 4, isTrial: true, isAgent: false });
  expect(await walletsOf(trial.name)).toBe(0);
  const attempt = { username: trial.name, password: PASSWORD, type: "username", entry: "player" } as const;
  expect(await world.guest().refused(sessions.login, attempt)).toBe("sessions.wrong_credentials");
  for (const wrong of [{ platform: "A" }, { gatewayVersion: 2 }, { token: "1" }]) {
    const sealed = await trial.seal(accounts.freePlay.name, { ...ask(), ...wrong });
    expect((await trial.request("POST", "/api/accounts.freePlay", JSON.stringify({ sealed }))).answer).toMatchObject({ message: "request.invalid" });
  }
});

test("a trial starts no game and sees no money, whatever it asks for [ROLE-05, ROLE-06, GAME-08, VALID-57, MSG-06]", async () => {
  const trial = await lookAround();
  const closed = allRoutes.map(({ endpoint }) => endpoint).filter(({ for: whom, trial: isOpen }) => whom === "member" && isOpen !== true);
  expect(closed.length).toBeGreaterThan(30);
  for (const { method, name } of closed) {
    const { answer } = await trial.request(method, `/api/${name}`, method === "GET" ? undefined : "{}");
    expect([name, answer.success ? "answered" : answer.message]).toEqual([name, "sessions.real_account_needed"]);
  }
  for (const refused of [trial.refused(games.launch, { nodeId: "1001" }), trial.refused(wallet.history, {}), trial.refused(sessions.handOver, {})])
    expect(await refused).toBe("sessions.real_account_needed");
});

test("a browser has one trial, and an address five an hour, also when all are asked for at once", async () => {
  const browser = await lookAround();
  expect((await lookAround(browser)).name).toBe(browser.name);
  const { ip } = world.guest();
  const crowd = await Promise.all(
    Array.from({ length: 8 }, () => {
      const guest = Object.assign(world.guest(), { ip });
      return guest.send(accounts.freePlay, ask());
    }),
  );
  expect(crowd.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
});

test("a network of version 6 has as many trials as one address, however many addresses it has", async () => {
  const from = (ip: string) => Object.assign(world.guest(), { ip }).send(accounts.freePlay, ask());
  const household = await Promise.all(Array.from({ length: 7 }, (_, at) => from(`2001:db8:7:7::${at + 1}`)));
  expect(household.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await from("2001:db8:7:8::1")).status).toBe(200);
});

test("who registers from a trial's browser leaves it behind for an account of their own; a name that is taken leaves the trial as it was", async () => {
  const trial = await lookAround();
  const { name: trialName } = trial;
  const taken = await world.player();
  const newcomer = { username: "fromtrial1", password: PASSWORD, confirmPassword: PASSWORD, registerMethod: "WEB", agreed: true } as const;
  expect(await trial.refused(accounts.register, { ...newcomer, username: taken.name })).toBe("accounts.name_taken");
  expect(await trial.call(accounts.me, {})).toMatchObject({ isTrial: true });
  const entered = await trial.call(accounts.register, newcomer);
  expect(entered).toMatchObject({ type: 0, firstTimeLogin: true });
  trial.token = entered.token;
  expect(await trial.call(accounts.me, {})).toMatchObject({ account: "fromtrial1", isTrial: false });
  expect(await walletsOf("fromtrial1")).toBeGreaterThan(0);
  const [left] = await asOwner<{ closed: boolean }>(world.open.url, "select closed from account where name = $1", [trialName]);
  expect(left).toEqual({ closed: true });
});

test("a trial is over after seven days, and so is its session", async () => {
  const trial = await lookAround();
  const { begin } = world.open.platform.database;
  await begin((tx) => sweepTrials(tx, new Date(world.clock.now().getTime() + 7 * DAY_MS - 1_000)));
  expect(await trial.call(accounts.me, {})).toMatchObject({ isTrial: true });
  await begin((tx) => sweepTrials(tx, new Date(world.clock.now().getTime() + 7 * DAY_MS)));
  // The sweep's process tells the others.
  await soon(async () => expect(await trial.refused(accounts.me, {})).toBe("sessions.required"));
  const again = await lookAround(Object.assign(trial, { token: undefined }));
  expect(await again.call(accounts.me, {})).toMatchObject({ isTrial: true });
});
