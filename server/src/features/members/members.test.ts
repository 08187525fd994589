import { randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { audit } from "@laro/contract/audit";
import { members, restrictable } from "@laro/contract/members";
import { messages } from "@laro/contract/messages";
import { screening } from "@laro/contract/screening";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberActor } from "../../platform/actor.ts";
import { setContact, verifyContact } from "../../core/contacts/contacts.ts";
import { maskEmail, maskPhone } from "../../core/phones/phones.ts";
import { codeAt } from "../../testing/authenticator.ts";
import { memberWith } from "../../testing/contacts.ts";
import { readLetters } from "../../testing/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { loadPeople } from "../../testing/screening.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { beginTotp, confirmTotp, hasTotp } from "../../core/factors/factors.ts";

const reason = "the member wrote to us";
const PHONE = "+639171234567";
const EMAIL = "ana@example.com";

let world: World;
let support: Person;
let risk: Person;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  [support, risk, admin] = await Promise.all([world.operator("support"), world.operator("risk"), world.operator("superadmin")]);
});
afterAll(() => world.close());

const id = (person: Person): bigint => (person as Person & { id: bigint }).id;

/** Gives a member a telephone number, an e-mail address, a payout account and a browser, as the platform keeps them. */
async function settle(person: Person, device: Buffer): Promise<void> {
  const { keys, database } = world.open.platform;
  const now = world.clock.now();
  await database.begin(async (tx) => {
    for (const contact of [{ kind: "phone", value: PHONE } as const, { kind: "email", value: EMAIL } as const]) {
      await setContact(tx, keys, { accountId: id(person), now, ...contact });
      await verifyContact(tx, keys, { accountId: id(person), now, ...contact });
    }
  });
  await asOwner(
    world.open.url,
    "insert into payout_account (account_id, bank, holder, number, created_at) values ($1, 'GCASH', 'Ana Reyes', '09179998888', $2)",
    [String(id(person)), now],
  );
  await asOwner(world.open.url, "insert into account_device (account_id, device, agent, first_at, last_at) values ($1, $2, 'Firefox', $3, $3)", [
    String(id(person)),
    device,
    now,
  ]);
  await asOwner(world.open.url, "update account set verification = 'A', verified_name = 'Ana Reyes' where id = $1", [String(id(person))]);
}

test("how many members there are is counted once a minute, whoever asks", async () => {
  const marketing = await world.operator("marketing");
  const count = async (officer: Person) => (await officer.call(members.counts, {})).all;
  world.clock.advance(60_000);
  const before = await count(admin);
  await world.player();
  world.clock.advance(59_000);
  expect(await count(marketing)).toBe(before);
  world.clock.advance(1_000);
  expect(await count(admin)).toBe(before + 1);
});

test("a trial that is over is counted and listed no more, and is found by its number", async () => {
  const insert = async (name: string, closed: boolean): Promise<bigint> => {
    const [row] = await asOwner<{ id: string }>(
      world.open.url,
      "insert into account (name, nickname, type, password_changed_at, created_at, factor_when, closed) values ($1, $1, 4, $2, $2, 'off', $3) returning id",
      [name, world.clock.now(), closed],
    );
    return BigInt(row!.id);
  };
  const counts = async () => {
    world.clock.advance(60_000);
    const { all, closed, byType } = await admin.call(members.counts, {});
    return { all, closed, trials: byType.find(({ value }) => value === "4")?.count ?? 0 };
  };
  const before = await counts();
  const [open, over] = [await insert("trial-aaaaaaaaaaaa", false), await insert("trial-bbbbbbbbbbbb", true)];
  expect(await counts()).toEqual({ all: before.all + 1, closed: before.closed, trials: before.trials + 1 });
  const listed = async (wanted: object) => (await admin.call(members.list, wanted)).list.map((row) => row.id);
  expect(await listed({ type: 4 })).toEqual([open]);
  expect(await listed({ search: "trial-" })).toEqual([open]);
  expect(await listed({ search: String(over) })).toEqual([over]);
});

test("nobody but the staff sees members, and of the staff each role does what is its own [ROLE-14]", async () => {
  const [player, finance, marketing, auditor] = [
    await world.player(),
    await world.operator("finance"),
    await world.operator("marketing"),
    await world.operator("auditor"),
  ];
  expect(await player.refused(members.list, {})).toBe("sessions.required");
  expect(await marketing.refused(members.list, {})).toBe("sessions.forbidden");
  expect(await marketing.refused(members.open, { id: id(player) })).toBe("sessions.forbidden");
  expect(await marketing.call(members.counts, {})).toMatchObject({ all: expect.any(Number), byType: expect.any(Array) });
  for (const officer of [support, finance, auditor, risk]) expect((await officer.call(members.open, { id: id(player) })).name).toBe(player.name);
  for (const officer of [support, finance, auditor]) {
    expect(await officer.refused(members.restrict, { id: id(player), restrictions: ["play"], seen: [], reason })).toBe("sessions.forbidden");
    expect(await officer.refused(members.close, { id: id(player), reason })).toBe("sessions.forbidden");
  }
  for (const officer of [finance, auditor])
    expect(await officer.refused(members.reveal, { id: id(player), field: "phone", reason })).toBe("sessions.forbidden");
  for (const officer of [support, risk, finance, auditor])
    expect(await officer.refused(members.confirm, { id: randomUUID(), reason })).toBe("sessions.forbidden");
});

test("what is unknown or already so is refused, and nothing is done", async () => {
  const player = await world.player();
  const unknown = 999_999n;
  expect(await support.refused(members.open, { id: unknown })).toBe("members.not_found");
  expect(await support.refused(members.note, { id: unknown, text: "a note" })).toBe("members.not_found");
  expect(await support.refused(members.reveal, { id: unknown, field: "phone", reason })).toBe("members.not_found");
  expect(await support.refused(members.reveal, { id: id(player), field: "phone", reason })).toBe("members.nothing_to_reveal");
  expect(await support.refused(members.reveal, { id: id(player), field: "payoutAccount", payoutAccountId: 1n, reason })).toBe("members.nothing_to_reveal");
  expect(await risk.refused(members.restrict, { id: id(player), restrictions: [], seen: [], reason })).toBe("members.as_it_is");
  expect(await risk.refused(members.close, { id: unknown, reason })).toBe("members.not_found");
  expect(await support.refused(members.propose, { id: id(player), kind: "reopen", reason })).toBe("members.as_it_is");
  expect(await support.refused(members.propose, { id: id(player), kind: "factor", reason })).toBe("factors.not_enrolled");
  expect(
    (await risk.request("POST", `/api/${members.restrict.name}`, JSON.stringify({ id: "1", restrictions: ["breathe"], seen: [], reason }))).answer,
  ).toMatchObject({
    message: "request.invalid",
  });
});

test("a member is found by number, by the beginning of the name, and by what is theirs alone", async () => {
  const [ana, ben] = [await world.player({ name: "anareyes" }), await world.player({ name: "anabelle" })];
  const device = Buffer.alloc(32, 7);
  await settle(ana, device);
  const names = async (search: string) => (await support.call(members.list, { search })).list.map(({ name }) => name);
  expect(await names(String(id(ana)))).toEqual(["anareyes"]);
  expect(await names("ANA")).toEqual(["anabelle", "anareyes"]);
  expect(await names("anar")).toEqual(["anareyes"]);
  expect(await names("nobody")).toEqual([]);
  const first = await support.call(members.list, { search: "ana", limit: 1 });
  expect(first.list.map(({ name }) => name)).toEqual(["anabelle"]);
  expect((await support.call(members.list, { search: "ana", limit: 1, cursor: first.next! })).list.map(({ name }) => name)).toEqual(["anareyes"]);
  const found = async (text: string) => (await support.call(members.find, { text })).list.map(({ name }) => name);
  for (const text of [PHONE, "0917 123 4567", "9171234567", EMAIL, "ANA@Example.com", "09179998888", device.toString("hex"), ana.ip])
    expect([text, await found(text)]).toEqual([text, ["anareyes"]]);
  for (const text of ["+639171234568", "0917999888", "ana", "bob@example.com", "00".repeat(32), "10.255.255.1", "%", "' or true --"])
    expect([text, await found(text)]).toEqual([text, []]);
  expect(await found(ben.ip)).toEqual(["anabelle"]);
  const { list } = await admin.call(audit.list, { limit: 100 });
  const told = JSON.stringify(list.map((entry) => [entry.endpoint, entry.input]));
  expect(told).toContain(members.find.name);
  for (const secret of ["9171234567", EMAIL, "09179998888"]) expect(told).not.toContain(secret);
});

test("filters find who is restricted, closed, ineligible, verified or of a type", async () => {
  const [a, b, c] = [await world.player(), await world.player(), await world.member({ type: 1 })];
  await risk.call(members.restrict, { id: id(a), restrictions: ["bonus"], seen: [], reason });
  await risk.call(members.close, { id: id(b), reason });
  await asOwner(world.open.url, "update account set eligibility = 'ineligible', verification = 'R' where id = $1", [String(id(a))]);
  const ids = async (filter: object) => (await support.call(members.list, { ...filter, limit: 100 })).list.map((one) => one.id);
  expect(await ids({ state: "restricted" })).toEqual([id(a)]);
  expect(await ids({ state: "closed" })).toEqual([id(b)]);
  expect(await ids({ state: "ineligible" })).toEqual([id(a)]);
  expect(await ids({ verification: "R" })).toEqual([id(a)]);
  expect(await ids({ type: 1 })).toEqual([id(c)]);
  expect(await ids({ state: "closed", type: 1 })).toEqual([]);
});

test("the view shows a member from every side with identity masked, and a field is shown by name, reason and log entry alone", async () => {
  const cora = await world.player({ name: "coracruz", balance: 500_00n });
  await asOwner(world.open.url, "delete from account_contact", []);
  const [own, shared] = [Buffer.alloc(32, 8), Buffer.alloc(32, 7)];
  await settle(cora, own);
  await asOwner(world.open.url, "insert into account_device (account_id, device, agent, first_at, last_at) values ($1, $2, 'Chrome', $3, $3)", [
    String(id(cora)),
    shared,
    world.clock.now(),
  ]);
  const view = await support.call(members.open, { id: id(cora) });
  expect(view).toMatchObject({
    name: "coracruz",
    verifiedNameMasked: "A••• R•••",
    contacts: [
      { kind: "email", masked: maskEmail(EMAIL), verified: true },
      { kind: "phone", masked: maskPhone(PHONE), verified: true },
    ],
    money: {
      wallets: expect.arrayContaining([{ code: "MAIN", balance: 500_00n, status: "open" }]),
      payoutAccounts: [{ holderMasked: "A••• R•••", sharedBy: 1 }],
    },
    sessions: [{ isOpen: true, address: cora.ip }],
  });
  expect(view.devices.find(({ device }) => device === shared.toString("hex"))?.sharedWith).toEqual([expect.objectContaining({ name: "anareyes" })]);
  const shown = JSON.stringify(view, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  for (const secret of ["Reyes", PHONE, EMAIL, "09179998888"]) expect(shown).not.toContain(secret);
  const [account] = view.money.payoutAccounts;
  const reveal = (field: "phone" | "email" | "verifiedName" | "payoutAccount") =>
    support.call(members.reveal, { id: id(cora), field, reason, ...(field === "payoutAccount" ? { payoutAccountId: account!.id } : {}) });
  expect(await reveal("phone")).toEqual({ value: PHONE });
  expect(await reveal("email")).toEqual({ value: EMAIL });
  expect(await reveal("verifiedName")).toEqual({ value: "Ana Reyes" });
  expect(await reveal("payoutAccount")).toEqual({ value: "09179998888 · Ana Reyes" });
  const { list } = await admin.call(audit.list, { limit: 100 });
  expect(list.find(({ endpoint }) => endpoint === members.reveal.name)).toMatchObject({
    kind: "command",
    operator: support.name,
    input: { field: "payoutAccount", reason },
  });
  expect(list.find(({ endpoint }) => endpoint === members.open.name)).toMatchObject({ kind: "read", input: { id: String(id(cora)) } });
  expect(JSON.stringify(list)).not.toContain(EMAIL);
});

test("what risk closes of an account is in force with the member's next call, on every process, and opens again", async () => {
  const dan = await world.player({ balance: 500_00n });
  const sister = await openSister(world);
  try {
    const there = sister.meet(dan);
    await there.call(wallet.balance, {});
    expect(await risk.call(members.restrict, { id: id(dan), restrictions: [...restrictable], seen: [], reason })).toMatchObject({
      restrictions: [...restrictable].sort(),
    });
    const restrictions = async () =>
      (await world.open.platform.database.db.selectFrom("account").select("restrictions").where("id", "=", id(dan)).executeTakeFirstOrThrow()).restrictions;
    expect(await restrictions()).toEqual([...restrictable].sort());
    // Who saw the account as it was before would open what another officer closed.
    expect(await risk.refused(members.restrict, { id: id(dan), restrictions: ["play"], seen: [], reason })).toBe("members.changed");
    const bonus = { id: id(dan), restrictions: ["bonus" as const], seen: [...restrictable].toReversed(), reason };
    expect(await risk.call(members.restrict, bonus)).toMatchObject({ restrictions: ["bonus"] });
    expect(await restrictions()).toEqual(["bonus"]);
    for (const { gatekeeper } of [world.open, sister.open])
      await expect
        .poll(async () => ((await gatekeeper.authenticate(dan.token!, "member", dan.ip)) as MemberActor).standing.restrictions, {
          timeout: 1_000,
          interval: 10,
        })
        .toEqual(["bonus"]);
    expect((await there.call(accounts.me, {})).id).toBe(id(dan));
  } finally {
    await sister.close();
  }
});

test("a closed account's sessions end on every process at once, one person closes it and two open it again [ROLE-14]", async () => {
  const eva = await world.player();
  const sister = await openSister(world);
  try {
    const there = sister.meet(eva);
    await there.call(wallet.balance, {});
    await risk.call(members.close, { id: id(eva), reason });
    expect(await risk.refused(members.close, { id: id(eva), reason })).toBe("members.as_it_is");
    await expect.poll(() => there.send(wallet.balance, {}).then(({ status }) => status), { timeout: 1_000, interval: 10 }).toBe(401);
    const entry = { username: eva.name, password: eva.password, type: "username", entry: "player" } as const;
    expect(await world.guest().refused(sessions.login, entry)).toBe("sessions.account_closed");
    const { id: proposal } = await support.call(members.propose, { id: id(eva), kind: "reopen", reason });
    expect(await support.refused(members.propose, { id: id(eva), kind: "reopen", reason })).toBe("members.already_proposed");
    expect((await admin.call(members.proposals, { state: "proposed" })).list).toMatchObject([{ id: proposal, memberName: eva.name, proposedBy: support.name }]);
    expect(await admin.call(members.confirm, { id: proposal, reason })).toMatchObject({ state: "confirmed", decidedBy: admin.name });
    expect(await admin.refused(members.confirm, { id: proposal, reason })).toBe("members.not_proposed");
    await world.guest().call(sessions.login, entry);
  } finally {
    await sister.close();
  }
});

test("one officer alone corrects no name and takes no second factor away: the database itself refuses one person twice [ROLE-14]", async () => {
  const fe = await world.player();
  const { database, keys } = world.open.platform;
  const whose = { kind: "member", id: id(fe) } as const;
  const now = world.clock.now();
  const { key } = await database.begin((tx) => beginTotp(tx, { keys, whose, issuer: "Laro", label: fe.name, now }));
  await confirmTotp({ begin: database.begin, keys }, { whose, answer: codeAt(key, now), now }, async () => {});
  const name = await admin.call(members.proposeName, { id: id(fe), name: "Fe Santos", reason });
  const factor = await admin.call(members.propose, { id: id(fe), kind: "factor", reason });
  for (const proposal of [name, factor]) expect(await admin.refused(members.confirm, { id: proposal.id, reason })).toBe("members.own_proposal");
  expect(await hasTotp(database.db, whose)).toBe(true);
  await expect(asOwner(world.open.url, "update member_proposal set state = 'confirmed', decided_by = proposed_by where id = $1", [factor.id])).rejects.toThrow(
    /member_proposal_two_persons/,
  );
  const other = await world.operator("superadmin");
  await other.call(members.decline, { id: name.id, reason });
  expect(await other.refused(members.confirm, { id: name.id, reason })).toBe("members.not_proposed");
  await other.call(members.confirm, { id: factor.id, reason });
  expect(await hasTotp(database.db, whose)).toBe(false);
  expect(await fe.refused(wallet.balance, {})).toBe("sessions.required");
  const { restUntil, verifiedNameMasked } = await support.call(members.open, { id: id(fe) });
  expect([restUntil, verifiedNameMasked]).toEqual([new Date(now.getTime() + 72 * 60 * 60_000).toISOString(), null]);
  const again = await support.call(members.proposeName, { id: id(fe), name: "Fe Santos", reason });
  await admin.call(members.confirm, { id: again.id, reason });
  expect((await support.call(members.open, { id: id(fe) })).verifiedNameMasked).toBe("F••• S•••");
  expect(JSON.stringify((await admin.call(audit.list, { limit: 100 })).list)).not.toContain("Santos");
});

test("a corrected name is held against the lists, as one that its member writes", async () => {
  await loadPeople(world, "sanctions", [{ name: "Wanted Person" }]);
  const ivy = await world.player();
  const proposal = await support.call(members.proposeName, { id: id(ivy), name: "Wanted Person", reason });
  const hits = async () => (await risk.call(screening.hits, { state: "open" })).list.filter(({ memberId }) => memberId === id(ivy));
  expect(await hits()).toEqual([]);
  await admin.call(members.confirm, { id: proposal.id, reason });
  expect(await hits()).toMatchObject([{ list: "sanctions", entry: 1, strength: "name" }]);
});

test("a second factor that officers take away is told to every contact of its owner and in the inbox", async () => {
  const [{ database, keys }, now, number] = [world.open.platform, world.clock.now(), "+639175588101"];
  const gia = await memberWith(world, { kind: "phone", value: number });
  const mail = { accountId: gia.id, kind: "email", value: "gia@example.com", now } as const;
  await database.begin(async (tx) => {
    await setContact(tx, keys, mail);
    await verifyContact(tx, keys, mail);
  });
  const whose = { kind: "member", id: gia.id } as const;
  const { key } = await database.begin((tx) => beginTotp(tx, { keys, whose, issuer: "Laro", label: gia.name, now }));
  await confirmTotp({ begin: database.begin, keys }, { whose, answer: codeAt(key, now), now }, async () => {});
  const proposal = await admin.call(members.propose, { id: gia.id, kind: "factor", reason });
  await (await world.operator("superadmin")).call(members.confirm, { id: proposal.id, reason });
  for (const target of [number, mail.value]) expect((await readLetters(world, target)).map(({ template }) => template)).toEqual(["credentialChanged"]);
  const { token } = await gia.call(sessions.login, { username: gia.name, password: gia.password, type: "username", entry: "player" });
  gia.token = token;
  expect((await gia.call(messages.mine, {})).list.find(({ template }) => template === "credentialChanged")?.values).toContain("totpRemoved");
});

test("notes stay in the order they were written, and ended sessions are over", async () => {
  const gil = await world.player();
  await support.call(members.note, { id: id(gil), text: "Called about a deposit." });
  await world.pass(1_000);
  await risk.call(members.note, { id: id(gil), text: "Looked at it, all is well." });
  const { notes } = await support.call(members.open, { id: id(gil) });
  expect(notes.map(({ text, by }) => [text, by])).toEqual([
    ["Looked at it, all is well.", risk.name],
    ["Called about a deposit.", support.name],
  ]);
  expect(await support.call(members.notes, { id: id(gil) })).toEqual({ list: notes, next: null });
  await support.call(members.endSessions, { id: id(gil), reason });
  await expect.poll(() => gil.send(wallet.balance, {}).then(({ status }) => status), { timeout: 1_000, interval: 10 }).toBe(401);
  expect((await support.call(members.open, { id: id(gil) })).sessions[0]).toMatchObject({ isOpen: false, endedAt: world.clock.now().toISOString() });
});

test("every note is read page by page, each once, and those of another member are none of them", async () => {
  const [hal, ivy] = [await world.player(), await world.player()];
  await support.call(members.note, { id: id(ivy), text: "Another member's." });
  const written = Array.from({ length: 45 }, (_, at) => `Call number ${at}.`);
  for (const text of written) {
    await support.call(members.note, { id: id(hal), text });
    await world.pass(1);
  }
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await risk.call(members.notes, { id: id(hal), limit: 20, ...(cursor === undefined ? {} : { cursor }) });
    read.push(...page.list.map(({ text }) => text));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(read).toEqual(written.toReversed());
  expect(await (await world.operator("marketing")).refused(members.notes, { id: id(hal) })).toBe("sessions.forbidden");
});
