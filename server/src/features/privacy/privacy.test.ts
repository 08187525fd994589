import { accounts } from "@laro/contract/accounts";
import { type DepositState, deposits } from "@laro/contract/deposits";
import { chats } from "@laro/contract/chats";
import { feedback } from "@laro/contract/feedback";
import { members } from "@laro/contract/members";
import { messages } from "@laro/contract/messages";
import { DataCopy, privacy } from "@laro/contract/privacy";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { work } from "../../roles/worker.ts";
import { readCaptcha } from "../../testing/captcha.ts";
import { memberWith } from "../../testing/contacts.ts";
import { newId } from "../../platform/ids.ts";
import { beginThreadOf, seenOf } from "../../testing/feedback.ts";
import { readLetters } from "../../testing/outbox.ts";
import { asOwner, tablesHolding } from "../../testing/owner.ts";
import { Person } from "../../testing/person.ts";
import { approve, handIn } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { eraseUnused } from "../verifications/verifications.erase.ts";

type Member = Person & { readonly id: bigint };

let world: World;
let boxes = 0;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  const admin = await world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "emailPasswordReset", enabled: true, reason: "offered" });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR_MS = 365.25 * DAY_MS;
const NEW = "Quiet-river-88";
const reason = "the member wrote to us";
const newBox = (): string => `box${++boxes}@n${boxes}.example.com`;
const asDatabase = <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) => asOwner<Row>(world.open.url, text, values);
const count = async (table: string, accountId: bigint): Promise<number> =>
  (await asDatabase<{ count: number }>(`select count(*)::int as count from ${table} where account_id = $1`, [String(accountId)]))[0]!.count;
const accountOf = async (id: bigint) => (await asDatabase("select * from account where id = $1", [String(id)]))[0]!;

/** Does this feature's jobs of the clock, and what they caused. */
async function doJobs(): Promise<void> {
  for (const job of ["privacy:erase", "privacy:retain"]) await work.jobs[job]!({}, world.open.platform);
  await world.work();
  expect(await asDatabase("select task_identifier, last_error from graphile_worker.jobs where last_error is not null")).toEqual([]);
}

const byPassword = (person: Person) => ({ username: person.name, password: person.password, type: "username", entry: "player" }) as const;
const prove = (person: Person) => person.call(sessions.prove, { method: "password", answer: person.password });

/** Asks for a link at an address and sets a new password by it; answers the session, or undefined where no link was sent. */
async function reset(person: Person, email: string): Promise<string | undefined> {
  world.clock.advance(5 * MINUTE_MS + 1);
  const browser = world.guest();
  await browser.call(recoveries.byEmail, { username: person.name, email, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, email)).find(({ template }) => template === "recoveryMail");
  const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1];
  if (ticket === undefined) return undefined;
  return (await browser.call(recoveries.byTicket, { ticket, newPassword: NEW, confirmNewPassword: NEW })).token;
}

async function closed(person: Member): Promise<Member> {
  await prove(person);
  await person.call(privacy.close, {});
  return person;
}

test("marketing is agreed to and taken back at will, by each way apart; every word stays, with its version, time and network", async () => {
  const ann = await world.player();
  const before = await ann.call(privacy.consents, {});
  expect(before.marketing).toEqual({ marketingEmail: false, marketingSms: false });
  expect(before.list.map(({ kind, given }) => `${kind} ${given}`).toSorted()).toEqual(["privacy true", "terms true"]);
  await ann.call(privacy.setMarketing, { kind: "marketingSms", given: false });
  expect((await ann.call(privacy.consents, {})).list).toHaveLength(2);
  for (const given of [true, true, false]) {
    world.clock.advance(MINUTE_MS);
    await ann.call(privacy.setMarketing, { kind: "marketingEmail", given });
  }
  world.clock.advance(MINUTE_MS);
  await ann.call(privacy.setMarketing, { kind: "marketingSms", given: true });
  const { list, marketing } = await ann.call(privacy.consents, {});
  expect(marketing).toEqual({ marketingEmail: false, marketingSms: true });
  const at = expect.any(String);
  expect(list.slice(0, 3)).toEqual([
    { kind: "marketingSms", version: "2026-11", given: true, at, address: expect.stringMatching(/^10\.\d+\./) },
    { kind: "marketingEmail", version: "2026-11", given: false, at, address: expect.any(String) },
    { kind: "marketingEmail", version: "2026-11", given: true, at, address: expect.any(String) },
  ]);
  expect(new Date(list[0]!.at)).toEqual(world.clock.now());
  await expect(world.open.platform.database.begin((tx) => tx.deleteFrom("consent").execute())).rejects.toThrow("permission denied");
  const { answer } = await ann.request("POST", "/api/privacy.setMarketing", JSON.stringify({ kind: "terms", given: false }));
  expect(answer).toMatchObject({ message: "request.invalid", value: { field: "kind" } });
  expect(await world.guest().refused(privacy.consents, {})).toBe("sessions.required");
});

test("a copy holds what is the member's own, and nothing of those who look into them or of other members; once a day, with proof", async () => {
  const box = newBox();
  const ann = await memberWith(world, { kind: "email", value: box });
  const ben = await memberWith(world, { kind: "email", value: newBox() });
  await handIn(world, ann);
  const risk = await world.operator("risk");
  const support = await world.operator("support");
  const thread = await beginThreadOf(world, ann, { content: "Where is my deposit of Monday?" });
  await ann.call(chats.send, { requestId: newId(world.clock.now()), series: "ROULETTE_1", text: "Magandang gabi po" });
  await support.call(feedback.take, { id: thread });
  await support.call(feedback.note, { id: thread, text: "her cousin wrote the same" });
  await support.call(feedback.answer, { id: thread, text: "It arrived.", seen: await seenOf(support, thread) });
  await support.call(members.note, { id: ann.id, text: "looks like her cousin's account" });
  await asDatabase("update session set proved_at = null");
  world.clock.advance(11 * MINUTE_MS);
  expect(await ann.refused(privacy.download, {})).toBe("sessions.proof_needed");
  await prove(ann);
  const copy = await ann.call(privacy.download, {});
  expect(DataCopy.parse(copy)).toEqual(copy);
  expect(copy.profile).toMatchObject({ id: String(ann.id), userName: ann.name, verification: "P" });
  expect(copy.contacts.list).toEqual([{ kind: "email", value: box, verifiedAt: expect.any(String), since: expect.any(String) }]);
  expect(copy.forms.list).toEqual([
    { state: "submitted", submittedAt: expect.any(String), form: expect.objectContaining({ payeename: "Ana Reyes", placeOfBirth: "Cebu City" }) },
  ]);
  expect(copy.consents.list.map(({ kind }) => kind).toSorted()).toEqual(["privacy", "terms"]);
  expect(copy.logins.list[0]).toMatchObject({ outcome: "entered", method: "register" });
  expect(copy.feedback.list).toEqual([
    { number: expect.any(Number), by: "office", text: "It arrived.", at: expect.any(String) },
    { number: expect.any(Number), by: "member", text: "Where is my deposit of Monday?", at: expect.any(String) },
  ]);
  expect(copy.chats.list).toEqual([{ table: "ROULETTE_1", name: expect.stringContaining("***"), text: "Magandang gabi po", at: expect.any(String) }]);
  expect(copy.devices).toEqual({ list: [expect.objectContaining({ firstAt: expect.any(String) })], more: false });
  expect(copy.money).toEqual({ endpoint: "reports.statementPdf", months: ["2026-10"] });
  const text = JSON.stringify(copy);
  for (const foreign of ["cousin", support.name, risk.name, ben.name, "hash"]) expect(text).not.toContain(foreign);
  expect((await ann.refusal(privacy.download, {})).code).toBe("privacy.copy_taken");
  await prove(ben);
  expect((await ben.call(privacy.download, {})).profile.userName).toBe(ben.name);
  world.clock.advance(DAY_MS);
  await ann.call(sessions.login, byPassword(ann)).then(({ token }) => (ann.token = token));
  expect((await ann.call(privacy.download, {})).profile.id).toBe(String(ann.id));
});

test("of what there is very much of, a copy holds the newest and says that there is more", async () => {
  const ann = await world.player();
  await asDatabase(
    `insert into login_event (id, kind, subject_id, outcome, method, address, agent, at)
     select gen_random_uuid(), 'member', $1, 'entered', 'password', '10.0.0.1', '', now() from generate_series(1, 1200)`,
    [String(ann.id)],
  );
  const { logins, devices } = await ann.call(privacy.download, {});
  expect([logins.list.length, logins.more, devices.more]).toEqual([1_000, true, false]);
});

/** Whether a deposit may still become money without its member. */
const undecided = {
  pending: true,
  submitted: true,
  checked: true,
  credited: false,
  failed: false,
  expired: false,
  rejected: false,
} as const satisfies Record<DepositState, boolean>;

test.each(Object.entries(undecided))("whether a deposit that is %s keeps its account open: %s", async (state, keeps) => {
  const ann = await world.player();
  await ann.call(deposits.create, { requestId: crypto.randomUUID(), method: "TRANSFER", amount: 500_00n });
  await asDatabase("update deposit set state = $2 where account_id = $1", [String(ann.id), state]);
  const outcome = await ann.call(privacy.close, {}).then(
    () => false,
    ({ code }: { code: string }) => code === "privacy.open_business",
  );
  await asDatabase("update deposit set state = 'expired' where account_id = $1", [String(ann.id)]);
  expect(outcome).toBe(keeps);
});

test("a redeem keeps its account open until its goods are sent", async () => {
  const ann = await world.player();
  await asDatabase(`insert into points_item (id, state, words, item_group, points_requirement, amount_requirement, units, permit, sort, version, saved_by, saved_at)
    values ('00000000-0000-8000-8000-000000000001', 'open', '{}', '', 5, 0, 'piece', '', 0, 1, 1, now())`);
  await asDatabase(
    `insert into points_redeem (id, account_id, item_id, names, units, quantity, points_requirement, amount_requirement, points, digest, written_by, at)
    values (gen_random_uuid(), $1, '00000000-0000-8000-8000-000000000001', '{}', 'piece', 1, 5, 0, 5, 0, 1, now())`,
    [String(ann.id)],
  );
  expect((await ann.refusal(privacy.close, {})).values).toMatchObject({ what: "redeem" });
  await asDatabase("update points_redeem set state = 'approved', decided_by = 2, decided_at = now() where account_id = $1", [String(ann.id)]);
  expect((await ann.refusal(privacy.close, {})).values).toMatchObject({ what: "redeem" });
  await asDatabase("update points_redeem set sent_at = now() where account_id = $1", [String(ann.id)]);
  await ann.call(privacy.close, {});
  await asDatabase("delete from points_redeem where account_id = $1", [String(ann.id)]);
});

test("an account with money or with something under way stays open, and its member is told which", async () => {
  const rich = await world.player({ balance: 1_250_00n });
  expect(await world.guest().refused(privacy.close, {})).toBe("sessions.required");
  const refusal = await rich.refusal(privacy.close, {});
  expect([refusal.code, refusal.values]).toEqual(["privacy.money_left", expect.objectContaining({ amount: "1250.00" })]);
  const waiting = await world.player();
  await world.pass(0);
  await waiting.call(deposits.create, { requestId: crypto.randomUUID(), method: "QRPH", amount: 500_00n });
  const open = await waiting.refusal(privacy.close, {});
  expect([open.code, open.values]).toEqual(["privacy.open_business", expect.objectContaining({ what: "deposit" })]);
  const checked = await world.player();
  await handIn(world, checked);
  expect((await checked.refusal(privacy.close, {})).values).toMatchObject({ what: "verification" });
  const rebated = await world.player();
  await asDatabase("insert into rebate values ($1, '2026-01-05', 'RNG', 'Bronze', 500000, 30, 1500)", [String(rebated.id)]);
  expect((await rebated.refusal(privacy.close, {})).values).toMatchObject({ what: "rebate" });
  // What nobody can pay out keeps no account open.
  await asDatabase("update account set restrictions = '{bonus}' where id = $1", [String(rebated.id)]);
  await rebated.call(privacy.close, {});
  await asDatabase("delete from rebate where account_id = $1", [String(rebated.id)]);
  const agent = await world.member({ type: 1 });
  await world.member({ type: 0, parentId: agent.id });
  expect((await agent.refusal(privacy.close, {})).values).toMatchObject({ what: "team" });
  await asDatabase("update account set rest_from = now(), rest_until = $2 where id = $1", [String(rich.id), new Date(world.clock.now().getTime() + DAY_MS)]);
  expect(await rich.refused(privacy.close, {})).toBe("accounts.resting");
  world.clock.advance(11 * MINUTE_MS);
  expect(await rich.refused(privacy.close, {})).toBe("sessions.proof_needed");
  for (const { id } of [rich, waiting, checked, agent]) expect(await accountOf(id)).toMatchObject({ closed: false, closing_at: null });
});

test("closing ends every login at once and is told by e-mail; a new password within thirty days opens the account again, with all that was in it", async () => {
  const box = newBox();
  const ann = await memberWith(world, { kind: "email", value: box });
  const elsewhere = new Person({ address: world.address, clock: world.clock, ip: ann.ip });
  elsewhere.token = (await elsewhere.call(sessions.login, byPassword(ann))).token;
  const { reopenableUntil } = await ann.call(privacy.close, {});
  expect(reopenableUntil).toBe(new Date(world.clock.now().getTime() + 30 * DAY_MS).toISOString());
  for (const person of [ann, elsewhere]) expect(await person.refused(accounts.me, {})).toBe("sessions.required");
  expect(await ann.refused(sessions.login, byPassword(ann))).toBe("sessions.account_closed");
  expect((await readLetters(world, box)).map(({ template }) => template)).toContain("closing");
  world.clock.advance(30 * DAY_MS - 10 * MINUTE_MS);
  await doJobs();
  ann.token = (await reset(ann, box))!;
  expect(await ann.call(accounts.me, {})).toMatchObject({ account: ann.name });
  expect((await ann.call(messages.mine, {})).list.map(({ template }) => template)).toContain("closing");
  expect(await accountOf(ann.id)).toMatchObject({ closed: false, closing_at: null, erased_at: null });
  world.clock.advance(31 * DAY_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ erased_at: null });
});

test("after thirty days what nobody needs is gone, and no reset opens the account; what the law asks for stays", async () => {
  const box = newBox();
  const [ann, ben] = [await memberWith(world, { kind: "email", value: box }), await world.player()];
  const kyc = await world.operator("kyc");
  await asOwner(
    world.open.url,
    `insert into login_event (id, kind, subject_id, outcome, method, address, agent, at) select gen_random_uuid(), 'member', id, 'entered', 'password', '203.0.113.1', 'Firefox', $2 from unnest($1::bigint[]) id`,
    [[ann.id, ben.id], world.clock.now()],
  );
  const entries = async (id: bigint) =>
    (await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from login_event where kind = 'member' and subject_id = $1", [id]))[0]!.n;
  await approve(kyc, await handIn(world, ann, { payeename: "Fe Santos" }));
  await world.work();
  expect([await count("message", ann.id), await count("account_device", ann.id)].every((rows) => rows > 0)).toBe(true);
  await closed(ann);
  world.clock.advance(30 * DAY_MS + MINUTE_MS);
  await doJobs();
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ name: ann.name, nickname: "erased", password_hash: null, verification: "A", closed: true });
  for (const table of ["message", "account_device", "account_address", "passkey", "identity", "account_profile"])
    expect([table, await count(table, ann.id)]).toEqual([table, 0]);
  expect([await entries(ann.id), (await entries(ben.id)) > 0]).toEqual([0, true]);
  for (const table of ["account_contact", "verification", "consent", "wallet"]) expect([table, (await count(table, ann.id)) > 0]).toEqual([table, true]);
  expect(await count("image", ann.id)).toBe(3);
  expect(await reset(ann, box)).toBeUndefined();
  expect(await count("account_device", ben.id)).toBeGreaterThan(0);
});

test("an erased account that officers open again can be closed, brought back and erased again, until its records are erased: then it is opened no more", async () => {
  const box = newBox();
  const ann = await memberWith(world, { kind: "email", value: box });
  await closed(ann);
  await world.pass(31 * DAY_MS);
  await doJobs();
  const reopen = async (): Promise<void> => {
    const officers = [await world.operator("support"), await world.operator("superadmin")] as const;
    const { id } = await officers[0].call(members.propose, { id: ann.id, kind: "reopen", reason });
    await officers[1].call(members.confirm, { id, reason });
  };
  await reopen();
  const enter = async (): Promise<void> => {
    ann.token = (await reset(ann, box))!;
    Object.assign(ann, { password: NEW });
  };
  await enter();
  await closed(ann);
  await world.pass(29 * DAY_MS);
  await doJobs();
  await enter();
  expect(await accountOf(ann.id)).toMatchObject({ closed: false, closing_at: null, erased_at: null });
  await closed(ann);
  await world.pass(31 * DAY_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ password_hash: null, erased_at: expect.any(Date), records_erased_at: null });
  await world.pass(5 * YEAR_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ name: `erased-${ann.id}` });
  expect(await (await world.operator("support")).refused(members.propose, { id: ann.id, kind: "reopen", reason })).toBe("members.records_erased");
});

test("money that reached a closed account keeps it from being erased", async () => {
  const ann = await closed(await world.player());
  await world.give(ann.id, 5_00n);
  world.clock.advance(31 * DAY_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ erased_at: null });
});

test("what an officer closes no new password opens, also where its member was closing it", async () => {
  const [one, two] = [newBox(), newBox()];
  const [ann, ben] = [await closed(await memberWith(world, { kind: "email", value: one })), await memberWith(world, { kind: "email", value: two })];
  const risk = await world.operator("risk");
  for (const { id } of [ann, ben]) await risk.call(members.close, { id, reason: "two accounts" });
  expect(await reset(ann, one)).toBeUndefined();
  expect(await reset(ben, two)).toBeUndefined();
  world.clock.advance(31 * DAY_MS);
  await doJobs();
  for (const { id } of [ann, ben]) expect(await accountOf(id)).toMatchObject({ closed: true, erased_at: null });
});

test("five years after closing nothing says who somebody was, unless an exclusion is still in force; the books stay", async () => {
  const people = [await memberWith(world, { kind: "email", value: newBox() }), await memberWith(world, { kind: "email", value: newBox() })] as const;
  const [ann, ben] = people;
  const kyc = await world.operator("kyc");
  for (const person of people) await approve(kyc, await handIn(world, person, { payeename: person === ann ? "Ana Reyes Uno" : "Ben Reyes Dos" }));
  const officers = [await world.operator("support"), await world.operator("superadmin")] as const;
  for (const { id } of people) {
    const proposal = await officers[0].call(members.proposeName, { id, name: id === ann.id ? "Ana Cruz Uno" : "Ben Cruz Dos", reason });
    await officers[1].call(members.confirm, { id: proposal.id, reason });
    await asDatabase("insert into screening_hit (id, account_id, list_id, entry, strength, at) values (gen_random_uuid(), $1, 1, 1, 'name', now())", [
      String(id),
    ]);
  }
  expect(await tablesHolding(world.open.url, "Ana Cruz Uno")).toEqual(["public.account", "public.member_proposal"]);
  const { database, timeZone } = world.open.platform;
  const exclusion = { accountId: ben.id, kind: "self", period: "10y", firm: "6m", reason: null, madeBy: "member", now: world.clock.now(), timeZone } as const;
  for (const person of people) await beginThreadOf(world, person);
  for (const person of people) await closed(person);
  await database.begin((tx) => startExclusion(tx, exclusion));
  const journal = await asDatabase("select count(*)::int as count from transfer");
  world.clock.advance(31 * DAY_MS);
  await doJobs();
  world.clock.advance(5 * YEAR_MS - 33 * DAY_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ name: ann.name, records_erased_at: null });
  world.clock.advance(3 * DAY_MS);
  await doJobs();
  expect(await accountOf(ann.id)).toMatchObject({ name: `erased-${ann.id}`, verified_name: null, verification: "N" });
  for (const table of [
    "account_contact",
    "verification",
    "verification_submission",
    "image",
    "account_profile",
    "feedback",
    "screening_person",
    "screening_hit",
  ])
    expect([table, await count(table, ann.id)]).toEqual([table, 0]);
  for (const name of [ann.name, "Ana Reyes Uno", "Ana Cruz Uno"]) expect([name, await tablesHolding(world.open.url, name)]).toEqual([name, []]);
  for (const table of ["member_proposal", "screening_person", "screening_hit"]) expect([table, (await count(table, ben.id)) > 0]).toEqual([table, true]);
  expect(await tablesHolding(world.open.url, "Ben Cruz Dos")).toEqual(["public.account", "public.member_proposal"]);
  expect(await accountOf(ben.id)).toMatchObject({ name: ben.name, verified_name: "Ben Cruz Dos" });
  expect(await count("image", ben.id)).toBe(3);
  const left = "select count(*)::int as count from feedback_message m left join feedback f on f.id = m.feedback_id where f.account_id is not distinct from $1";
  expect(await asDatabase(left, [null])).toEqual([{ count: 0 }]);
  expect(await asDatabase(left, [String(ben.id)])).toEqual([{ count: 1 }]);
  expect(await count("exclusion", ben.id)).toBe(1);
  expect(await asDatabase("select count(*)::int as count from transfer")).toEqual(journal);
  world.clock.advance(5 * YEAR_MS);
  await doJobs();
  expect(await accountOf(ben.id)).toMatchObject({ name: `erased-${ben.id}` });
});

test("forms never sent and refused pictures go after ninety days, in bounded turns; what is being checked or was approved stays", async () => {
  const [draft, sent] = [await world.player(), await world.player()];
  await handIn(world, sent, { payeename: "Carla Dizon" });
  const refused = await world.player();
  await handIn(world, refused, { payeename: "Dina Lopez" });
  await handIn(world, draft, { payeename: "Elena Cruz" });
  // As if the pictures had never been sent, and as if an officer had refused.
  await asDatabase("update verification set state = 'draft', front = null, back = null, selfie = null where account_id = $1", [String(draft.id)]);
  await asDatabase("update verification set state = 'refused', decided_at = $2, decided_by = 1 where account_id = $1", [String(refused.id), world.clock.now()]);
  await asDatabase("update account set verification = 'N' where id = any($1)", [[draft.id, refused.id].map(String)]);
  world.clock.advance(89 * DAY_MS);
  await eraseUnused(world.open.platform.database, world.clock.now(), 2);
  expect(await Promise.all([draft, refused, sent].map(({ id }) => count("image", id)))).toEqual([3, 3, 3]);
  world.clock.advance(2 * DAY_MS);
  await eraseUnused(world.open.platform.database, world.clock.now(), 2);
  expect(await Promise.all([draft, refused, sent].map(({ id }) => count("image", id)))).toEqual([0, 0, 3]);
  expect([await count("verification", draft.id), await count("verification", refused.id)]).toEqual([0, 1]);
});
