import { accounts } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { members } from "@laro/contract/members";
import { messages } from "@laro/contract/messages";
import { passkeys } from "@laro/contract/passkeys";
import { protection } from "@laro/contract/protection";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resetPassword } from "../../core/accounts/reset.ts";
import { setAccountClosed, startRest } from "../../core/accounts/standing.ts";
import { changeContact } from "../../core/contacts/changes.ts";
import { setContact, verifyContact } from "../../core/contacts/contacts.ts";
import { relyingPartyOf } from "../../platform/config.ts";
import { endSessions } from "../../core/sessions/sessions.ts";
import { readCaptcha } from "../../testing/captcha.ts";
import { memberWith } from "../../testing/contacts.ts";
import { readLetters } from "../../testing/outbox.ts";
import { VirtualPasskey, type Wrongs } from "../../testing/passkey.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let origin: string;
beforeAll(async () => {
  world = await createWorld();
  origin = `http://localhost:${new URL(world.address).port}`;
  await (await world.operator("superadmin")).call(settings.setFlag, { modId: "passkeys", enabled: true, reason: "offered from today" });
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const make = () => new VirtualPasskey({ origin, rpId: "localhost" });

async function add(person: Person, key = make(), wrongs: Wrongs = {}): Promise<{ key: VirtualPasskey; id: string }> {
  const { options } = await person.call(passkeys.beginAdd, {});
  const { id } = await person.call(passkeys.add, { name: "My phone", credential: key.create(options, wrongs) });
  return { key, id };
}

/** Their passkeys are three days older. */
const age = ({ id }: { id: bigint }) =>
  asOwner(world.open.url, "update passkey set created_at = created_at - interval '72 hours' where account_id = $1", [String(id)]);

/** What a member's inbox says of changed credentials, in no order. */
const told = async (person: Person) =>
  (await person.call(messages.mine, { limit: 20 })).list
    .filter(({ template }) => template === "credentialChanged")
    .map(({ values }) => values[3])
    .toSorted();

const ask = async (person: Person) => (await person.call(passkeys.beginEnter, {})).options;
const attempt = async (key: VirtualPasskey, wrongs: Wrongs = {}, person = world.guest()) =>
  person.refused(passkeys.enter, { entry: "player", credential: key.show(await ask(person), wrongs) });

test("a passkey opens a full session at a new address without a second factor, and the member sees when it was used", async () => {
  const ann = await world.player();
  const { key, id } = await add(ann);
  const elsewhere = world.guest();
  const entered = await elsewhere.call(passkeys.enter, { entry: "player", credential: key.show(await ask(elsewhere)) });
  elsewhere.token = entered.token;
  expect(entered.userName).toBe(ann.name);
  expect((await elsewhere.call(sessions.proof, {})).provedUntil).not.toBe(null);
  const now = world.clock.now().toISOString();
  expect(await elsewhere.call(passkeys.mine, {})).toEqual({ offered: true, list: [{ id, name: "My phone", createdAt: now, usedAt: now }] });
  await elsewhere.call(passkeys.rename, { id, name: "Old phone" });
  expect((await ann.call(passkeys.mine, {})).list[0]!.name).toBe("Old phone");
  const third = world.guest();
  expect(await third.refused(passkeys.enter, { entry: "agent", credential: key.show(await ask(third)) })).toBe("sessions.not_agent");
  await elsewhere.call(passkeys.remove, { id });
  expect(await attempt(key)).toBe("passkeys.wrong");
  await world.work();
  expect(await told(ann)).toEqual(["passkeyAdded", "passkeyRemoved"]);
});

test("another site's, an unverified holder's, a replayed and another browser's answer open nothing, nor bind anything", async () => {
  const ann = await world.player();
  const { key } = await add(ann);
  for (const wrongs of [{ origin: "https://laro.example" }, { rpId: "laro.example" }, { isVerified: false }]) {
    expect(await attempt(key, wrongs)).toBe("passkeys.wrong");
    const { options } = await ann.call(passkeys.beginAdd, {});
    expect(await ann.refused(passkeys.add, { name: "x", credential: make().create(options, wrongs) })).toBe("passkeys.wrong");
  }
  const [guest, other] = [world.guest(), world.guest()];
  await ask(other);
  const options = await ask(guest);
  expect(await other.refused(passkeys.enter, { entry: "player", credential: key.show(options) })).toBe("passkeys.wrong");
  const credential = key.show(options);
  await guest.call(passkeys.enter, { entry: "player", credential });
  expect(await guest.refused(passkeys.enter, { entry: "player", credential })).toBe("passkeys.wrong");
  expect(await guest.refused(passkeys.enter, { entry: "player", credential: key.show(options) })).toBe("passkeys.wrong");
  const late = await ask(guest);
  await world.pass(5 * MINUTE_MS);
  expect(await guest.refused(passkeys.enter, { entry: "player", credential: key.show(late) })).toBe("passkeys.wrong");
  // A challenge that was wrongly answered is used up as well.
  const spoilt = await ask(guest);
  expect(await guest.refused(passkeys.enter, { entry: "player", credential: key.show(spoilt, { isVerified: false }) })).toBe("passkeys.wrong");
  expect(await guest.refused(passkeys.enter, { entry: "player", credential: key.show(spoilt) })).toBe("passkeys.wrong");
  await guest.call(passkeys.enter, { entry: "player", credential: key.show(await ask(guest)) });
});

test("a count that does not rise ends the passkey and its member is told; one that never counts is normal", async () => {
  const ann = await world.player();
  const { key } = await add(ann);
  const never = (await add(ann)).key;
  const enter = async (one: VirtualPasskey, counter: number) => {
    const guest = world.guest();
    return guest.send(passkeys.enter, { entry: "player", credential: one.show(await ask(guest), { counter }) });
  };
  for (const [one, counter] of [
    [never, 0],
    [never, 0],
    [key, 7],
  ] as const)
    expect((await enter(one, counter)).answer.success).toBe(true);
  expect((await enter(key, 7)).answer).toMatchObject({ message: "passkeys.wrong" });
  expect((await enter(key, 8)).answer).toMatchObject({ message: "passkeys.wrong" });
  expect((await ann.call(passkeys.mine, {})).list).toHaveLength(1);
  await world.work();
  expect(await told(ann)).toEqual(["passkeyAdded", "passkeyAdded", "passkeyCopied"]);
});

test("ten passkeys at most, each once, and only with proof of who they are", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const { key, id } = await add(ann);
  const { options } = await ben.call(passkeys.beginAdd, {});
  expect(await ben.refused(passkeys.add, { name: "hers", credential: key.create(options) })).toBe("passkeys.wrong");
  expect(await ben.refused(passkeys.remove, { id })).toBe("passkeys.not_found");
  expect(await ben.refused(passkeys.rename, { id, name: "mine" })).toBe("passkeys.not_found");
  const open = await Promise.all(Array.from({ length: 10 }, async () => (await ann.call(passkeys.beginAdd, {})).options));
  const added = await Promise.all(open.map((one, index) => ann.send(passkeys.add, { name: `key ${index}`, credential: make().create(one) })));
  expect(added.filter(({ answer }) => !answer.success)).toMatchObject([{ answer: { message: "passkeys.too_many" } }]);
  expect((await ann.call(passkeys.mine, {})).list).toHaveLength(10);
  expect(await ann.refused(passkeys.beginAdd, {})).toBe("passkeys.too_many");
  await world.pass(11 * MINUTE_MS);
  expect(await ann.refused(passkeys.beginAdd, {})).toBe("sessions.proof_needed");
  expect(await ann.refused(passkeys.remove, { id })).toBe("sessions.proof_needed");
});

test("who is closed or excluded enters by no passkey", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const [anns, bens] = [await add(ann), await add(ben)];
  await world.open.platform.database.begin((tx) => setAccountClosed(tx, { accountId: ann.id, closed: true }));
  expect(await attempt(anns.key)).toBe("sessions.account_closed");
  await ben.call(protection.excludeMyself, { period: "6m", password: ben.password });
  expect(await attempt(bens.key)).toBe("protection.excluded");
});

test("a new password never goes past a passkey bound before its contact was verified or after", async () => {
  const mail = "passkeys.ben@example.com";
  const ben = await memberWith(world, { kind: "email", value: "passkeys.bens.first@example.com" });
  const [bens, anns] = [await add(ben), await add(await world.player())];
  await world.pass(MINUTE_MS);
  const { database, keys } = world.open.platform;
  const moved = { kind: "email", value: mail, accountId: ben.id, now: world.clock.now() } as const;
  await database.begin((tx) => changeContact(tx, keys, moved));
  const guest = world.guest();
  await guest.call(recoveries.byEmail, { username: ben.name, email: mail, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, mail)).find(({ template }) => template === "recoveryMail");
  const ticket = /#([\w-]{43})/.exec(letter!.body!)![1]!;
  const reset = { ticket, newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-8" };
  expect(await guest.refusal(recoveries.byTicket, reset)).toMatchObject({ code: "sessions.factor_needed", values: { field: "passkey" } });
  const foreign = anns.key.show(await ask(guest));
  expect(await guest.refused(recoveries.byTicket, { ...reset, passkey: foreign })).toBe("passkeys.wrong");
  const passkey = bens.key.show(await ask(guest));
  guest.token = (await guest.call(recoveries.byTicket, { ...reset, passkey })).token;
  expect((await guest.call(passkeys.mine, {})).list).toHaveLength(1);
});

test("a passkey is the first second factor of a login from a new place, asked for again by what changes the account, and no password stands in for it [AUTH-25]", async () => {
  const [ann, eve] = [await world.player(), await world.player()];
  const [{ key, id }, eves] = [await add(ann), (await add(eve)).key];
  const there = world.guest();
  expect(await there.refused(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).toBe(
    "sessions.verification_needed",
  );
  expect(await there.call(sessions.challenge, {})).toMatchObject({ methods: [{ method: "passkey", target: null }], left: 5 });
  const answer = async (one: VirtualPasskey, wrongs: Wrongs = {}) => ({ method: "passkey" as const, passkey: one.show(await ask(there), wrongs) });
  expect(await there.refused(sessions.answerChallenge, { method: "passkey", answer: "123456" })).toBe("sessions.factor_wrong");
  expect(await there.refused(sessions.answerChallenge, { method: "password", answer: ann.password })).toBe("sessions.factor_wrong");
  expect(await there.refusal(sessions.answerChallenge, await answer(eves))).toMatchObject({ code: "sessions.factor_wrong", values: { left: 2 } });
  const spent = await answer(key);
  there.token = (await there.call(sessions.answerChallenge, spent)).token;
  expect((await there.call(sessions.proof, {})).provedUntil).not.toBe(null);
  await world.pass(11 * MINUTE_MS);
  expect(await there.call(sessions.proof, {})).toMatchObject({ methods: ["passkey"] });
  expect(await there.refused(passkeys.remove, { id })).toBe("sessions.proof_needed");
  expect(await there.refused(sessions.prove, { method: "password", answer: ann.password })).toBe("sessions.factor_wrong");
  expect(await there.refused(sessions.prove, { method: "passkey" })).toBe("passkeys.wrong");
  expect(await there.refused(sessions.prove, spent)).toBe("passkeys.wrong");
  expect(await there.refused(sessions.prove, await answer(eves))).toBe("passkeys.wrong");
  await there.call(sessions.prove, await answer(key));
  await there.call(passkeys.rename, { id, name: "Proved" });
});

test("a password typed at a known address proves nothing more where a passkey is bound, and a shown one spares a rest that began three days after it", async () => {
  const ann = await world.player();
  const { key } = await add(ann);
  await world.pass(MINUTE_MS);
  ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
  expect(await ann.call(sessions.proof, {})).toEqual({ methods: ["passkey"], provedUntil: null });
  await world.open.platform.database.begin((tx) => startRest(tx, { accountId: ann.id, cause: "factorReset", now: world.clock.now() }));
  await ann.call(sessions.prove, { method: "passkey", passkey: key.show(await ask(ann)) });
  // Who bound it a minute before they made the account rest is whom the rest is for.
  expect(await ann.refused(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "135790" })).toBe("accounts.resting");
  await age(ann);
  await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "135790" });
});

test("two officers take a member's passkeys away with the second factor, and the account rests [ROLE-14]", async () => {
  const ann = await world.player();
  const { key } = await add(ann);
  const [one, other] = [await world.operator("superadmin"), await world.operator("superadmin")];
  const reason = "lost the telephone, seen in person";
  const { id } = await one.call(members.propose, { id: ann.id, kind: "factor", reason });
  expect(await one.refused(members.confirm, { id, reason })).toBe("members.own_proposal");
  expect((await one.call(members.open, { id: ann.id })).factors).toMatchObject({ passkeys: 1, totpSince: null });
  await other.call(members.confirm, { id, reason });
  expect((await one.call(members.open, { id: ann.id })).factors.passkeys).toBe(0);
  expect(await attempt(key)).toBe("passkeys.wrong");
  expect(await ann.refused(passkeys.mine, {})).toBe("sessions.required");
  expect(await one.refused(members.propose, { id: ann.id, kind: "factor", reason })).toBe("factors.not_enrolled");
  await world.work();
  ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
  expect(await told(ann)).toEqual(["passkeyAdded", "passkeyRemoved"]);
  expect(await ann.refused(passkeys.beginAdd, {})).toBe("accounts.resting");
});

test("forty members who begin to bind a factor at once are all answered: a call waits for no second connection while it holds one", async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => world.player()));
  const answers = await Promise.all(crowd.map((one) => one.send(factors.beginTotp, {})));
  expect(answers.filter(({ answer }) => !answer.success)).toEqual([]);
});

test("while the account rests a passkey three days older than the rest spares its session, and nothing is bound by another", async () => {
  const ann = await world.player();
  const { key, id } = await add(ann);
  const { database } = world.open.platform;
  await age(ann);
  await world.pass(MINUTE_MS);
  await database.begin((tx) => startRest(tx, { accountId: ann.id, cause: "factorReset", now: world.clock.now() }));
  expect(await ann.refused(passkeys.beginAdd, {})).toBe("accounts.resting");
  expect(await ann.refused(passkeys.remove, { id })).toBe("accounts.resting");
  const payment = { password: ann.password, paymentPassword: "135790" };
  expect(await ann.refused(accounts.setPaymentPassword, payment)).toBe("accounts.resting");
  const guest = world.guest();
  guest.token = (await guest.call(passkeys.enter, { entry: "player", credential: key.show(await ask(guest)) })).token;
  await guest.call(accounts.setPaymentPassword, payment);
  await guest.call(passkeys.remove, { id });
  expect(await guest.refused(passkeys.beginAdd, {})).toBe("accounts.resting");
});

test("a reset leaves its owner the passkeys they had, those older than its contact too", async () => {
  const ann = await world.player();
  const early = await add(ann);
  const { database, keys } = world.open.platform;
  await world.pass(MINUTE_MS);
  const contact = { kind: "email", value: "passkeys.ann@example.com", accountId: ann.id, now: world.clock.now() } as const;
  await database.begin(async (tx) => {
    await setContact(tx, keys, contact);
    await verifyContact(tx, keys, contact);
  });
  await world.pass(MINUTE_MS);
  const late = await add(ann);
  await database.begin((tx) => resetPassword(tx, world.open.platform.keys, { accountId: ann.id, passwordHash: "-", by: "email", now: world.clock.now() }));
  const guest = world.guest();
  for (const { key } of [early, late]) guest.token = (await guest.call(passkeys.enter, { entry: "player", credential: key.show(await ask(guest)) })).token;
  expect((await guest.call(passkeys.mine, {})).list.map(({ id }) => id)).toEqual([early.id, late.id]);
  await database.begin((tx) => endSessions(tx, { kind: "member", subjectId: ann.id, now: world.clock.now() }));
});

test("a name reached safely has passkeys, a bare address none, and localhost stands in outside production alone", () => {
  const at = { host: "127.0.0.1", port: 3000, production: false };
  expect(relyingPartyOf(at)).toEqual({ rpId: "localhost", origin: "http://localhost:3000" });
  expect(relyingPartyOf({ ...at, production: true })).toBe(undefined);
  expect(relyingPartyOf({ ...at, origin: "https://casino.example", production: true })).toEqual({ rpId: "casino.example", origin: "https://casino.example" });
  for (const bare of ["https://203.0.113.7", "https://[2001:db8::1]", "http://casino.example"]) expect(relyingPartyOf({ ...at, origin: bare })).toBe(undefined);
});
