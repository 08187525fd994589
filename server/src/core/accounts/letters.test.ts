import { accounts } from "@laro/contract/accounts";
import { messages } from "@laro/contract/messages";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import { readLetters } from "../../testing/outbox.ts";
import { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { setContact, verifyContact } from "../contacts/contacts.ts";
import { setLanguage } from "./accounts.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const contactOf = (accountId: bigint, value: string) => ({ accountId, kind: "email", value, now: world.clock.now() }) as const;

async function bind(accountId: bigint, value: string, isVerified: boolean): Promise<void> {
  const { database, keys } = world.open.platform;
  await database.begin(async (tx) => {
    await setContact(tx, keys, contactOf(accountId, value));
    if (isVerified) expect(await verifyContact(tx, keys, contactOf(accountId, value))).toBe(true);
  });
}

const events = ["sessions.newDevice", "sessions.factorFailing", "sessions.rememberStolen"] as const;

test("each security event is told by e-mail to the address the account verified, in its language, once however often it is heard", async () => {
  const [{ id }, { database }] = [await world.player({ name: "mariaclara" }), world.open.platform];
  await bind(id, "maria@example.com", true);
  await database.begin((tx) => setLanguage(tx, { accountId: id, language: "TY" }));
  for (const name of events) {
    const entryId = newId(world.clock.now());
    for (let time = 0; time < 2; time++) await database.begin((tx) => tell(tx, name, { accountId: String(id), entryId }));
    await world.work();
  }
  const letters = await readLetters(world, "maria@example.com");
  expect(await asOwner(world.open.url, "select task_identifier from graphile_worker.jobs where last_error is not null")).toEqual([]);
  // Written at one moment, they stand in no order.
  expect(letters.map(({ template, state }) => `${template} ${state}`).toSorted()).toEqual(["factorFailing sent", "newDevice sent", "rememberStolen sent"]);
  for (const { body, subject } of letters) {
    expect(body).toContain("mariaclara");
    expect(subject).toMatch(/^Laro: may /);
  }
});

test("an address that nobody verified may be anyone's, and an account without one is told in its inbox alone", async () => {
  const [ben, cora] = [await world.player(), await world.player()];
  await bind(ben.id, "ben@example.com", false);
  const { database } = world.open.platform;
  for (const { id } of [ben, cora]) await database.begin((tx) => tell(tx, "sessions.newDevice", { accountId: String(id), entryId: newId(world.clock.now()) }));
  expect(await readLetters(world, "ben@example.com")).toEqual([]);
});

test("a login from a browser the account does not know is told by e-mail", async () => {
  const dora = await world.player();
  await bind(dora.id, "dora@example.com", true);
  // From an address it knows, so that nothing else is asked.
  const stranger = new Person({ address: world.address, clock: world.clock, ip: dora.ip });
  await stranger.call(sessions.login, { username: dora.name, password: dora.password, type: "username", entry: "player" });
  expect(await readLetters(world, "dora@example.com")).toMatchObject([{ template: "newDevice", channel: "email", state: "sent" }]);
});

test("a recovery is told to every contact the account verified, by text message without a link", async () => {
  const [fay, { database, keys }] = [await world.player(), world.open.platform];
  const phone = { accountId: fay.id, kind: "phone", value: "+639175588001", now: world.clock.now() } as const;
  await bind(fay.id, "fay@example.com", true);
  await database.begin(async (tx) => {
    await setContact(tx, keys, phone);
    await verifyContact(tx, keys, phone);
  });
  const resetId = newId(world.clock.now());
  for (let time = 0; time < 2; time++) await database.begin((tx) => tell(tx, "accounts.recovered", { accountId: String(fay.id), resetId }));
  const [mails, texts] = [await readLetters(world, "fay@example.com"), await readLetters(world, phone.value)];
  expect([mails, texts]).toMatchObject([
    [{ template: "recovered", channel: "email", state: "sent" }],
    [{ template: "recovered", channel: "sms", state: "sent" }],
  ]);
  expect(texts[0]!.body).toContain(fay.name);
  expect(texts[0]!.body).not.toMatch(/https?:|\//);
});

test("a password that was changed is told by e-mail and in the inbox", async () => {
  const eva = await world.player();
  await bind(eva.id, "eva@example.com", true);
  const newPassword = "Quiet-river-88";
  await eva.call(accounts.changePassword, { oldPassword: eva.password, newPassword, confirmNewPassword: newPassword });
  expect((await readLetters(world, "eva@example.com")).map(({ template, state }) => `${template} ${state}`)).toEqual(["credentialChanged sent"]);
  expect((await eva.call(messages.mine, {})).list.find(({ template }) => template === "credentialChanged")?.values).toContain("passwordChanged");
});
