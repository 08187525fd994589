import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const accountOf = async (person: Person) => (await person.call(accounts.me, {})).account;

test("a ticket of somebody else's account waits for whoever is logged in to agree, and one of their own does not", async () => {
  const [stranger, person] = [await world.player(), await world.player()];
  const { ticket } = await stranger.call(sessions.handOver, {});
  expect(await person.refused(sessions.takeOver, { ticket })).toBe("sessions.other_open");
  expect(await person.refused(sessions.takeOver, { ticket, replaces: false })).toBe("sessions.other_open");
  const { token } = await person.call(sessions.takeOver, { ticket, replaces: true });
  const own = await accountOf(person);
  const { ticket: ownTicket } = await person.call(sessions.handOver, {});
  expect((await person.call(sessions.takeOver, { ticket: ownTicket })).token).toBeTruthy();
  person.token = token;
  expect(await accountOf(person)).toBe(await accountOf(stranger));
  expect(await accountOf(person)).not.toBe(own);
});
