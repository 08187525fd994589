import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { findByContact, listContacts, openContact, setContact, verifyContact, type Contact } from "./contacts.ts";

let world: World;
let [ann, ben]: readonly [bigint, bigint] = [0n, 0n];
let number = 0;
let phone: Contact = { kind: "phone", value: "" };
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  number += 2;
  [ann, ben] = [BigInt(900_000 + number), BigInt(900_001 + number)];
  phone = { kind: "phone", value: `+63917${String(1_000_000 + number)}` };
});

const parts = () => ({ ...world.open.platform, now: world.clock.now() });
const set = (accountId: bigint, contact: Contact) => parts().database.begin((tx) => setContact(tx, parts().keys, { accountId, ...contact, now: parts().now }));
const verify = (accountId: bigint, contact: Contact) =>
  parts().database.begin((tx) => verifyContact(tx, parts().keys, { accountId, ...contact, now: parts().now }));
const find = (contact: Contact) => findByContact(parts().database.db, parts().keys, contact);
const list = (accountId: bigint) => listContacts(parts().database.db, accountId);

test("a contact that nobody verified finds nobody; verified it is the account's own, however its address was typed", async () => {
  await set(ann, { kind: "email", value: `  Ann${number}@Example.COM ` });
  expect(await find({ kind: "email", value: `ann${number}@example.com` })).toBeUndefined();
  expect(await verify(ann, { kind: "email", value: `ann${number}@EXAMPLE.com` })).toBe(true);
  expect(await find({ kind: "email", value: ` ANN${number}@example.com` })).toBe(ann);
  expect(await list(ann)).toEqual([{ kind: "email", masked: "a•••••@example.com", isVerified: true }]);
  expect(await openContact(parts().database.db, parts().keys, { accountId: ann, kind: "email" })).toBe(`ann${number}@example.com`);
});

test("the first to verify a contact owns it: it vanishes from who only named it, and nobody verifies it again", async () => {
  await set(ann, phone);
  await set(ben, phone);
  expect(await verify(ben, phone)).toBe(true);
  expect(await list(ann)).toEqual([]);
  expect(await verify(ann, phone)).toBe(false);
  await set(ann, phone);
  expect(await verify(ann, phone)).toBe(false);
  expect(await find(phone)).toBe(ben);
});

test("of two who verify one contact at once, one owns it", async () => {
  await set(ann, phone);
  await set(ben, phone);
  const owned = await Promise.all([verify(ann, phone), verify(ben, phone)]);
  expect(owned.filter(Boolean)).toHaveLength(1);
  expect(await find(phone)).toBe(owned[0] ? ann : ben);
});

test("another contact than the one that was named is not verified, and naming one's own again keeps it verified", async () => {
  await set(ann, phone);
  expect(await verify(ann, { kind: "phone", value: "+639170000000" })).toBe(false);
  expect(await verify(ann, phone)).toBe(true);
  await set(ann, phone);
  expect(await find(phone)).toBe(ann);
  await set(ann, { kind: "phone", value: "+639170000000" });
  expect(await find(phone)).toBeUndefined();
});

test("the table holds no contact in clear", async () => {
  await set(ann, phone);
  const { rows } = await parts().database.pool.query("select * from account_contact where account_id = $1", [String(ann)]);
  const [row] = rows as readonly { sealed: Buffer; hash: Buffer; masked: string }[];
  expect(row!.sealed.toString("latin1") + row!.hash.toString("latin1") + row!.masked).not.toContain(phone.value.slice(3));
});
