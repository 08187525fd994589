import { messages } from "@laro/contract/messages";
import { verifications } from "@laro/contract/verifications";
import { accounts } from "@laro/contract/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { approve, checked, form, handIn, photo, photos, printed } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const reason = "a call with the member";
const note = "seen twice";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const waiting = async (officer: Awaited<ReturnType<World["operator"]>>, id: string) =>
  (await officer.call(verifications.queue, { state: "submitted", limit: 100 })).list.find((one) => one.id === id);

test("only those who check identities see the queue, a case or a picture", async () => {
  const id = await handIn(world, await world.player(), { payeename: "Seen Reyes" });
  for (const role of ["support", "finance", "risk", "auditor"] as const) {
    const officer = await world.operator(role);
    expect(await officer.refused(verifications.queue, { state: "submitted" })).toBe("sessions.forbidden");
    expect(await officer.refused(verifications.case, { id })).toBe("sessions.forbidden");
    expect(await officer.refused(verifications.open, { id, reason: "review" })).toBe("sessions.forbidden");
    expect(await officer.refused(verifications.refuse, { id, reasons: ["other"], note })).toBe("sessions.forbidden");
  }
  expect((await (await world.operator("superadmin")).call(verifications.case, { id })).form.payeename).toBe("Seen Reyes");
});

test("a case is due a day after it was handed in, presses after three quarters of it, and what is due first comes first", async () => {
  const kyc = await world.operator("kyc");
  const first = await handIn(world, await world.player(), { payeename: "First Reyes" });
  await world.pass(5 * MINUTE_MS);
  const second = await handIn(world, await world.player(), { payeename: "Second Reyes" });
  const { list } = await kyc.call(verifications.queue, { state: "submitted", limit: 100 });
  const [early, late] = [first, second].map((id) => list.findIndex((one) => one.id === id));
  expect(early).toBeLessThan(late!);
  const row = list[early!]!;
  expect(Date.parse(row.dueAt!) - Date.parse(row.submittedAt!)).toBe(24 * HOUR_MS);
  expect(row.pressing).toBe(false);
  // One row a page: none is lost between the pages and none comes twice.
  const seen: string[] = [];
  for (let cursor: string | undefined; seen.length < 100;) {
    const page = await kyc.call(verifications.queue, { state: "submitted", limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.list.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(seen).toEqual(list.map(({ id }) => id));
  await asOwner(world.open.url, "update verification set due_at = $2 where id = $1", [first, new Date(world.clock.now().getTime() + 6 * HOUR_MS)]);
  expect((await waiting(kyc, first))!.pressing).toBe(true);
  await asOwner(world.open.url, "update verification set due_at = $2 where id = $1", [first, new Date(world.clock.now().getTime() + 6 * HOUR_MS + 1_000)]);
  expect((await waiting(kyc, first))!.pressing).toBe(false);
});

test("of two officers at once one has the case, for a quarter of an hour; nobody else decides it meanwhile", async () => {
  const [one, two] = [await world.operator("kyc"), await world.operator("kyc")];
  const id = await handIn(world, await world.player(), { payeename: "Claim Reyes" });
  expect(await one.refused(verifications.refuse, { id, reasons: ["other"], note })).toBe("verifications.not_claimed");
  const outcomes = await Promise.allSettled([one, two].map((officer) => officer.call(verifications.claim, { id })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [mine, other] = outcomes[0]!.status === "fulfilled" ? [one, two] : [two, one];
  expect((await other.refusal(verifications.claim, { id })).values).toMatchObject({ officer: mine.name });
  expect(await other.refused(verifications.readDocument, { id, ...printed() })).toBe("verifications.not_claimed");
  await world.pass(15 * MINUTE_MS);
  expect(await mine.refused(verifications.refuse, { id, reasons: ["other"], note })).toBe("verifications.not_claimed");
  await other.call(verifications.claim, { id });
  expect((await other.call(verifications.refuse, { id, reasons: ["other"], note })).state).toBe("refused");
  expect(await mine.refused(verifications.claim, { id })).toBe("verifications.not_submitted");
});

test("an approval needs the document read, still in force, and every line of the checklist", async () => {
  const kyc = await world.operator("kyc");
  const ann = await world.player();
  const id = await handIn(world, ann, { payeename: "Whole Reyes" });
  await kyc.call(verifications.claim, { id });
  expect(await kyc.refused(verifications.approve, { id, checked })).toBe("verifications.document_first");
  const half = { id, checked: { ...checked, selfie: false } };
  expect((await kyc.request("POST", "/api/verifications.approve", JSON.stringify(half))).answer).toMatchObject({ message: "request.invalid" });
  expect(await kyc.refused(verifications.readDocument, { id, ...printed({ expiresOn: "2027-02-30" }) })).toBe("verifications.expiry_invalid");
  await kyc.call(verifications.readDocument, { id, ...printed({ expiresOn: world.clock.now().toISOString().slice(0, 10) }) });
  expect(await kyc.refused(verifications.approve, { id, checked })).toBe("verifications.document_expired");
  for (const expiresOn of ["0000-01-01", "1899-12-31", "2031-02-29"])
    expect(await kyc.refusal(verifications.readDocument, { id, ...printed({ expiresOn }) })).toMatchObject({
      code: "verifications.expiry_invalid",
      values: { field: "expiresOn" },
    });
  await kyc.call(verifications.readDocument, { id, ...printed({ expiresOn: "2031-01-01" }) });
  expect(await kyc.call(verifications.approve, { id, checked })).toMatchObject({ state: "approved", expiresOn: "2031-01-01", decidedBy: kyc.name });
  expect((await asOwner(world.open.url, "select verified_name from account where id = $1", [ann.id]))[0]).toEqual({ verified_name: "Whole Reyes" });
});

test("a case that was refused before a document was read off it holds up nobody of that name and birthday, and is shown; opened again it does", async () => {
  const kyc = await world.operator("kyc");
  const person = { payeename: "Held Up Villegas", birthday: "1984-06-07" };
  const junk = await handIn(world, await world.player(), person);
  await kyc.call(verifications.claim, { id: junk });
  await kyc.call(verifications.refuse, { id: junk, reasons: ["notOriginal"], note });
  const id = await handIn(world, await world.player(), person);
  await kyc.call(verifications.claim, { id });
  const read = await kyc.call(verifications.readDocument, { id, ...printed({ birthday: person.birthday }) });
  expect(read.matches).toMatchObject([{ otherId: junk, kind: "person", state: "refused" }]);
  await kyc.call(verifications.reopen, { id: junk, reason });
  expect(await kyc.refused(verifications.approve, { id, checked })).toBe("verifications.duplicate");
  await kyc.call(verifications.claim, { id: junk });
  const second = await world.operator("kyc");
  await kyc.call(verifications.refuse, { id: junk, reasons: ["notOriginal"], note });
  await second.call(verifications.claim, { id: junk });
  await second.call(verifications.refuse, { id: junk, reasons: ["notOriginal"], note });
  expect((await kyc.call(verifications.approve, { id, checked })).state).toBe("approved");
});

test("of two cases whose one document is read off at the same moment one is shown the other, and waits for two officers", async () => {
  const officers = [await world.operator("kyc"), await world.operator("kyc")] as const;
  for (let times = 0; times < 6; times++) {
    const document = { documentNumber: `SAME${times}MOMENT` };
    const names = ["Left", "Right"].map((side) => `${side} Moment ${"abcdef"[times]}`);
    const cases = await Promise.all(
      names.map(async (payeename, at) => ({ officer: officers[at]!, id: await handIn(world, await world.player(), { payeename }) })),
    );
    await Promise.all(cases.map(({ officer, id }) => officer.call(verifications.claim, { id })));
    const read = await Promise.all(cases.map(({ officer, id }) => officer.call(verifications.readDocument, { id, ...printed(document) })));
    expect(read.flatMap(({ matches }) => matches.filter(({ kind }) => kind === "document"))).toHaveLength(1);
    const answers = await Promise.all(cases.map(({ officer, id }) => officer.send(verifications.approve, { id, checked })));
    expect(answers.map(({ answer }) => (answer.success ? "approved" : answer.message)).toSorted()).toEqual(["approved", "verifications.duplicate"]);
  }
});

test("the same document, or the same name and birthday, blocks an approval until two officers say that it is another person", async () => {
  const [kyc, second] = [await world.operator("kyc"), await world.operator("kyc")];
  const known = await handIn(world, await world.player(), { payeename: "Juan Carlos dela Cruz", birthday: "1980-01-02" });
  await approve(kyc, known, { documentNumber: "N01-23 456", birthday: "1980-01-02" });
  // The same person, written otherwise.
  const same = await handIn(world, await world.player(), { payeename: "Cruz, Juan dela Carlos".replace(",", ""), birthday: "1980-01-02" });
  await kyc.call(verifications.claim, { id: same });
  const read = await kyc.call(verifications.readDocument, { id: same, ...printed({ birthday: "1980-01-02" }) });
  expect(read.matches).toMatchObject([{ otherId: known, kind: "person", verdict: null, decided: false }]);
  expect(await kyc.refused(verifications.approve, { id: same, checked })).toBe("verifications.duplicate");
  await kyc.call(verifications.settleMatch, { id: same, otherId: known, verdict: "samePerson", reason });
  expect(await kyc.refused(verifications.approve, { id: same, checked })).toBe("verifications.duplicate");
  expect(await kyc.refused(verifications.settleMatch, { id: same, otherId: known, verdict: "anotherPerson", reason })).toBe("verifications.match_decided");
  await kyc.call(verifications.refuse, { id: same, reasons: ["duplicate"], note });
  const twin = await handIn(world, await world.player(), { payeename: "Pedro dela Cruz", birthday: "1980-01-02" });
  await kyc.call(verifications.claim, { id: twin });
  const copied = await kyc.call(verifications.readDocument, { id: twin, ...printed({ documentNumber: "n0123456", birthday: "1980-01-02" }) });
  expect(copied.matches).toMatchObject([{ otherId: known, kind: "document" }]);
  const word = { id: twin, otherId: known, verdict: "anotherPerson", reason } as const;
  await kyc.call(verifications.settleMatch, word);
  expect(await kyc.refused(verifications.settleMatch, word)).toBe("verifications.own_word");
  expect(await kyc.refused(verifications.approve, { id: twin, checked })).toBe("verifications.duplicate");
  await second.call(verifications.settleMatch, word);
  expect((await kyc.call(verifications.approve, { id: twin, checked })).state).toBe("approved");
});

test("what is asked for again is asked for alone; the member hears the reason and never that somebody else has their document", async () => {
  const [ann, kyc] = [await world.player(), await world.operator("kyc")];
  const id = await handIn(world, ann, { payeename: "Partly Reyes" });
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.askAgain, { id, reasons: ["blurred", "listed", "duplicate"], note: "on the list of 3 May", parts: ["person", "back"] });
  const mine = await ann.call(verifications.mine, {});
  expect(mine).toMatchObject({ state: "askAgain", asked: ["person", "back"], reasons: ["blurred", "other"], submissionsLeft: 4 });
  expect(JSON.stringify(mine)).not.toContain("list of 3 May");
  expect((await ann.call(accounts.me, {})).verification).toBe("R");
  const back = { idCardBack: await photo(), module: "UPLOADID3" as const };
  expect(await ann.refused(verifications.uploadIdImages, back)).toBe("verifications.form_first");
  expect(await ann.call(verifications.setPersonalInfo, form({ payeename: "Partly Santos" }))).toEqual({ warning: null, next: "upload" });
  expect(await ann.refused(verifications.setPersonalInfo, form())).toBe("verifications.not_asked");
  const before = await asOwner<{ front: string; back: string }>(world.open.url, "select front, back from verification where id = $1", [id]);
  await ann.call(verifications.uploadIdImages, back);
  const after = await asOwner<{ front: string; back: string }>(world.open.url, "select front, back from verification where id = $1", [id]);
  expect(after[0]!.front).toBe(before[0]!.front);
  expect(after[0]!.back).not.toBe(before[0]!.back);
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.askAgain, { id, reasons: ["name"], note, parts: ["person"] });
  expect((await ann.call(verifications.setPersonalInfo, form({ payeename: "Partly Ramos" }))).next).toBe("review");
  expect((await ann.call(verifications.mine, {})).state).toBe("submitted");
  await world.work();
  const told = (await ann.call(messages.mine, {})).list.filter(({ template }) => template === "verificationDecided");
  expect(told).toHaveLength(2);
});

test("a refused case is closed to the member, and one that was opened again is decided by two officers", async () => {
  const [ann, kyc, second] = [await world.player(), await world.operator("kyc"), await world.operator("kyc")];
  const id = await handIn(world, ann, { payeename: "Again Reyes" });
  expect(await kyc.refused(verifications.reopen, { id, reason })).toBe("verifications.not_refused");
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.readDocument, { id, ...printed() });
  await kyc.call(verifications.refuse, { id, reasons: ["notOriginal"], note });
  expect(await ann.refused(verifications.setPersonalInfo, form())).toBe("verifications.refused");
  expect(await ann.refused(verifications.uploadIdImages, await photos())).toBe("verifications.refused");
  expect((await kyc.call(verifications.reopen, { id, reason })).state).toBe("submitted");
  await kyc.call(verifications.claim, { id });
  expect(await kyc.call(verifications.approve, { id, checked })).toMatchObject({ state: "submitted", proposed: "approve" });
  expect((await ann.call(accounts.me, {})).verification).toBe("P");
  await kyc.call(verifications.claim, { id });
  expect(await kyc.refused(verifications.approve, { id, checked })).toBe("verifications.own_word");
  await world.pass(15 * MINUTE_MS);
  await second.call(verifications.claim, { id });
  expect((await second.call(verifications.approve, { id, checked })).state).toBe("approved");
  expect((await ann.call(accounts.me, {})).verification).toBe("A");
  await expect(asOwner(world.open.url, "update verification set second_by = decided_by where id = $1", [id])).rejects.toThrow("verification_two_persons");
});

test("the word of one officer falls when another reads the document otherwise, and stands when it is read the same", async () => {
  const [ann, kyc, second] = [await world.player(), await world.operator("kyc"), await world.operator("kyc")];
  const id = await handIn(world, ann, { payeename: "Other Reyes" });
  const read = printed({ expiresOn: "2031-01-01" });
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.readDocument, { id, ...read });
  await kyc.call(verifications.refuse, { id, reasons: ["notOriginal"], note });
  await kyc.call(verifications.reopen, { id, reason });
  await kyc.call(verifications.claim, { id });
  expect(await kyc.call(verifications.approve, { id, checked })).toMatchObject({ proposed: "approve" });
  await second.call(verifications.claim, { id });
  expect(await second.call(verifications.readDocument, { id, ...read })).toMatchObject({ proposed: "approve" });
  const otherwise = { ...read, documentNumber: `${read.documentNumber}9`, expiresOn: "2039-01-01" };
  expect(await second.call(verifications.readDocument, { id, ...otherwise })).toMatchObject({ proposed: null });
  expect(await second.call(verifications.approve, { id, checked })).toMatchObject({ state: "submitted", proposed: "approve" });
  expect((await ann.call(accounts.me, {})).verification).toBe("P");
  await kyc.call(verifications.claim, { id });
  expect((await kyc.call(verifications.approve, { id, checked })).state).toBe("approved");
});

test("a birthday printed on the document that is too young closes the account", async () => {
  const [ann, kyc] = [await world.player(), await world.operator("kyc")];
  const id = await handIn(world, ann, { payeename: "Young Reyes" });
  await kyc.call(verifications.claim, { id });
  expect((await kyc.call(verifications.readDocument, { id, ...printed({ birthday: "2010-01-01" }) })).eligible).toBe(false);
  expect(await kyc.refused(verifications.approve, { id, checked, printedHolds: true })).toBe("verifications.not_eligible");
  expect(await world.audit()).toEqual([]);
});
