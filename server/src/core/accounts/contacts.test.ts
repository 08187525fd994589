import { accounts } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { identities } from "@laro/contract/identities";
import { messages } from "@laro/contract/messages";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeAt } from "../../testing/authenticator.ts";
import { readCaptcha } from "../../testing/captcha.ts";
import { memberWith } from "../../testing/contacts.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { openContact } from "../contacts/contacts.ts";

let world: World;
let numbers = 0;
beforeAll(async () => {
  world = await createWorld();
  const admin = await world.operator("superadmin");
  for (const modId of ["phonePasswordReset", "emailPasswordReset"] as const) await admin.call(settings.setFlag, { modId, enabled: true, reason: "offered" });
});
afterAll(() => world.close());

const HOUR_MS = 60 * 60_000;
const newEmail = (): string => `box${++numbers}@n${numbers}.example.com`;
const email = (value: string) => ({ kind: "email", value }) as const;
const logIn = async (person: Person): Promise<void> => {
  const { token } = await person.call(sessions.login, { username: person.name, password: person.password, type: "username", entry: "player" });
  person.token = token;
};

/** The code of a letter to the contact that was replaced. */
const readStop = async (address: string): Promise<string> => {
  const letter = (await readLetters(world, address)).find(({ template }) => template === "contactChanged");
  return /(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}/.exec(letter?.body ?? "")?.[0] ?? "";
};

async function change(person: Person, contact: ReturnType<typeof email> | { kind: "phone"; value: string }): Promise<void> {
  await person.call(accounts.setContact, contact);
  await person.call(accounts.confirmContact, { ...contact, verificationCode: await readOutbox(world, contact.value) });
}

test("a first contact needs its code, from the browser and the account that asked, and makes nothing rest", async () => {
  const [ann, eve] = [await world.player(), await world.player()];
  const mine = email(newEmail());
  await ann.call(accounts.setContact, mine);
  const verificationCode = await readOutbox(world, mine.value);
  expect(await eve.refused(accounts.confirmContact, { ...mine, verificationCode })).toBe("codes.wrong");
  expect(await ann.refused(accounts.confirmContact, { ...mine, verificationCode: "" })).toBe("codes.missing");
  expect(await ann.refused(accounts.confirmContact, { ...email(newEmail()), verificationCode })).toBe("codes.wrong");
  // Who takes over Ann's browser with an account of their own still has not asked for it.
  const hers = ann.token;
  ann.token = eve.token;
  expect(await ann.refused(accounts.confirmContact, { ...mine, verificationCode })).toBe("codes.wrong");
  ann.token = hers;
  await ann.call(accounts.confirmContact, { ...mine, verificationCode });
  expect(await ann.refused(accounts.confirmContact, { ...mine, verificationCode })).toBe("codes.expired");
  const { list } = await ann.call(accounts.contacts, {});
  expect(list).toEqual([{ kind: "email", masked: expect.stringContaining("•"), isVerified: true, stoppableUntil: null }]);
  await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
  await world.work();
  expect((await ann.call(messages.mine, {})).list.map(({ template }) => template)).toContain("contactChanged");
});

test("a contact of another account is answered alike, sent nothing and never taken; what cannot be one is told so", async () => {
  const owner = email(newEmail());
  await memberWith(world, owner);
  const [eve, ann] = [await world.player(), await world.player()];
  const free = await ann.send(accounts.setContact, email(newEmail()));
  const taken = await eve.send(accounts.setContact, owner);
  expect([taken.status, taken.answer]).toEqual([free.status, free.answer]);
  expect(await readLetters(world, owner.value)).toEqual([]);
  expect((await eve.refusal(accounts.confirmContact, { ...owner, verificationCode: "000000" })).values).toMatchObject({ left: 4 });
  expect((await eve.call(accounts.contacts, {})).list).toEqual([]);
  for (const value of ["", "no address", "a@b", `${"x".repeat(65)}@example.com`])
    expect((await eve.refusal(accounts.setContact, email(value))).field).toBe("value");
  expect(await eve.refused(accounts.setContact, { kind: "phone", value: "12" })).toBe("codes.phone_invalid");
  expect(await world.guest().refused(accounts.setContact, owner)).toBe("sessions.required");
});

test("a changed contact rests the account; the old one is told, stops it by its code once, and whoever is inside is out", async () => {
  const old = email(newEmail());
  const ann = await memberWith(world, old);
  const fresh = email(newEmail());
  await change(ann, fresh);
  const { list } = await ann.call(accounts.contacts, {});
  expect(list[0]!.stoppableUntil).toBe(new Date(world.clock.now().getTime() + 72 * HOUR_MS).toISOString());
  expect(await ann.refused(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" })).toBe("accounts.resting");
  expect(await ann.refused(accounts.setContact, email(newEmail()))).toBe("accounts.resting");
  const code = await readStop(old.value);
  expect(code).toHaveLength(19);
  for (const guess of ["0", "AAAA-AAAA-AAAA-AAAA", `${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`])
    expect(await world.guest().refused(accounts.stopContactChange, { code: guess })).toBe("accounts.change_over");
  await world.guest().call(accounts.stopContactChange, { code: code.toLowerCase().replaceAll("-", " ") });
  expect(await ann.refused(accounts.me, {})).toBe("sessions.required");
  expect(await world.guest().refused(accounts.stopContactChange, { code })).toBe("accounts.change_over");
  await logIn(ann);
  const restored = (await ann.call(accounts.contacts, {})).list;
  expect(restored).toMatchObject([{ isVerified: true, stoppableUntil: null }]);
  expect(await ann.refused(accounts.setContact, fresh)).toBe("accounts.resting");
  await world.guest().call(recoveries.byEmail, { username: ann.name, email: fresh.value, ...(await readCaptcha(world)) });
  expect((await readLetters(world, fresh.value)).map(({ template }) => template)).not.toContain("recoveryMail");
});

test("the old contact serves recovery for 72 hours and then neither recovers nor stops", async () => {
  const [old, late] = [email(newEmail()), email(newEmail())];
  const [ann, ben] = [await memberWith(world, old), await memberWith(world, late)];
  await change(ann, email(newEmail()));
  await change(ben, email(newEmail()));
  const ask = async (person: Person, { value }: { value: string }) => {
    await world.guest().call(recoveries.byEmail, { username: person.name, email: value, ...(await readCaptcha(world)) });
    return (await readLetters(world, value)).map(({ template }) => template);
  };
  expect(await ask(ann, old)).toContain("recoveryMail");
  const code = await readStop(late.value);
  world.clock.advance(72 * HOUR_MS);
  expect(await ask(ben, late)).not.toContain("recoveryMail");
  expect(await world.guest().refused(accounts.stopContactChange, { code })).toBe("accounts.change_over");
});

test("a telephone number is changed by the code sent to it, from any spelling; the old one is told by SMS and brings itself back", async () => {
  const [former, fresh] = ["+639175550101", "+639175550102"];
  const ann = await memberWith(world, { kind: "phone", value: former });
  await ann.call(accounts.setContact, { kind: "phone", value: "0917 555 0102", countryDialingCode: "+63" });
  const verificationCode = await readOutbox(world, fresh);
  await ann.call(accounts.confirmContact, { kind: "phone", value: "9175550102", verificationCode });
  const { list } = await ann.call(accounts.contacts, {});
  expect(list).toEqual([{ kind: "phone", masked: expect.stringMatching(/02$/), isVerified: true, stoppableUntil: expect.any(String) }]);
  expect(await ann.refused(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" })).toBe("accounts.resting");
  const told = (await readLetters(world, former)).find(({ template }) => template === "contactChanged");
  expect(told).toMatchObject({ channel: "sms", state: "sent" });
  await world.guest().call(accounts.stopContactChange, { code: await readStop(former) });
  expect(await ann.refused(accounts.contacts, {})).toBe("sessions.required");
});

test("a new password ends a contact change under way: its code opens nothing more, and the old contact that set it is back", async () => {
  const old = email(newEmail());
  const ann = await memberWith(world, old);
  const [meant, taken] = [email(newEmail()), email(newEmail())];
  let password = ann.password;
  const reset = async (address: string): Promise<void> => {
    world.clock.advance(5 * 60_000 + 1);
    await world.guest().call(recoveries.byEmail, { username: ann.name, email: address, ...(await readCaptcha(world)) });
    const letter = (await readLetters(world, address)).find(({ template }) => template === "recoveryMail");
    const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1] ?? "";
    const newPassword = `Quiet-river-${++numbers}`;
    ann.token = (await ann.call(recoveries.byTicket, { ticket, newPassword, confirmNewPassword: newPassword })).token;
    password = newPassword;
  };
  const prove = () => ann.call(sessions.prove, { method: "password", answer: password });
  await ann.call(accounts.setContact, meant);
  const open = await readOutbox(world, meant.value);
  await reset(old.value);
  await prove();
  expect(await ann.refused(accounts.confirmContact, { ...meant, verificationCode: open })).toBe("codes.expired");
  await change(ann, taken);
  // Whoever holds the new address alone does not take from the old one's owner the way to stop it.
  await reset(taken.value);
  expect((await ann.call(accounts.contacts, {})).list[0]!.stoppableUntil).not.toBeNull();
  await reset(old.value);
  const { list } = await ann.call(accounts.contacts, {});
  expect(list).toEqual([{ kind: "email", masked: list[0]!.masked, isVerified: true, stoppableUntil: null }]);
  const { database, keys } = world.open.platform;
  expect(await openContact(database.db, keys, { accountId: ann.id, kind: "email" })).toBe(old.value);
});

test("who stopped a change is not overtaken: no link and no code that went to the new contact opens the account afterwards", async () => {
  const old = email(newEmail());
  const [ann, taken] = [await memberWith(world, old), email(newEmail())];
  await change(ann, taken);
  await world.guest().call(recoveries.byEmail, { username: ann.name, email: taken.value, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, taken.value)).find(({ template }) => template === "recoveryMail");
  const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1] ?? "";
  await world.guest().call(accounts.stopContactChange, { code: await readStop(old.value) });
  const newPassword = "Quiet-river-99";
  expect(await world.guest().refused(recoveries.byTicket, { ticket, newPassword, confirmNewPassword: newPassword })).toBe("recoveries.ticket_over");

  const [former, fresh] = ["+639175550201", "+639175550202"];
  const ben = await memberWith(world, { kind: "phone", value: former });
  await change(ben, { kind: "phone", value: fresh });
  const thief = world.guest();
  const number = { mobileNum: fresh, countryDialingCode: "+63" };
  world.clock.advance(5 * 60_000);
  await thief.call(recoveries.sendCode, { ...number, ...(await readCaptcha(world)) });
  const recovery = await readOutbox(world, fresh);
  await world.guest().call(accounts.stopContactChange, { code: await readStop(former) });
  expect(await thief.refused(recoveries.byPhone, { ...number, newPassword, verificationCode: recovery })).toBe("codes.expired");
});

test("a reset by one contact ends a change of the other too: what a thief made of the number is undone by the mailbox", async () => {
  const mail = email(newEmail());
  const ann = await memberWith(world, mail);
  const { database, keys } = world.open.platform;
  const phone = { kind: "phone", value: "+639175550301" } as const;
  await change(ann, phone);
  await change(ann, { kind: "phone", value: "+639175550302" });
  await world.guest().call(recoveries.byEmail, { username: ann.name, email: mail.value, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, mail.value)).find(({ template }) => template === "recoveryMail");
  const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1] ?? "";
  const newPassword = "Quiet-river-98";
  await world.guest().call(recoveries.byTicket, { ticket, newPassword, confirmNewPassword: newPassword });
  expect(await openContact(database.db, keys, { accountId: ann.id, kind: "phone" })).toBe(phone.value);
});

test("a change that is stopped takes along what was bound since three days before it, and leaves what is older", async () => {
  const old = email(newEmail());
  const ann = await memberWith(world, old);
  const link = (provider: string, hoursAgo: number) =>
    asOwner(world.open.url, "insert into identity (provider, subject, account_id, label, at, last_at) values ($1, $2, $3, '', $4, $4)", [
      provider,
      `planted ${ann.id}`,
      String(ann.id),
      new Date(world.clock.now().getTime() - hoursAgo * HOUR_MS),
    ]);
  await link("google", 71);
  await link("facebook", 73);
  const { key } = await ann.call(factors.beginTotp, {});
  await ann.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
  world.clock.advance(60_000);
  await change(ann, email(newEmail()));
  await world.guest().call(accounts.stopContactChange, { code: await readStop(old.value) });
  await world.work();
  await logIn(ann);
  expect(await ann.call(factors.mine, {})).toEqual({ totpSince: null, recoveryLeft: 0 });
  expect((await ann.call(identities.mine, {})).list.map(({ provider }) => provider)).toEqual(["facebook"]);
  await world.work();
  const told = (await ann.call(messages.mine, {})).list.filter(({ template }) => template === "credentialChanged").map(({ values }) => values[3]);
  expect(told.toSorted()).toEqual(["signInRemoved", "totpAdded", "totpRemoved"]);
});
