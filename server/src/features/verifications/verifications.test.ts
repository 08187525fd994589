import { accounts } from "@laro/contract/accounts";
import { eligibility } from "@laro/contract/eligibility";
import { nationalities } from "@laro/contract/core/nationalities";
import { messages } from "@laro/contract/messages";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { site } from "@laro/contract/site";
import { idTypes, natureOfWorks, sourcesOfIncome, verifications } from "@laro/contract/verifications";
import { translatorFor } from "@laro/locales/compiled";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { approve, caseOf, checked, form, handIn, photos, printed } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "the card says another year";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const statusOf = async (person: Awaited<ReturnType<World["player"]>>) => (await person.call(verifications.config, {})).info.idVerification;

test("the form's lists are those of the specification: 20 types of ID, 198 nationalities, 2 incomes and 19 kinds of work [ENTITY-28, ENTITY-29, ENTITY-30, ENTITY-31]", async () => {
  expect(Object.entries(idTypes).map(([key, name]) => `${key} ${name}`)).toEqual(
    "1 Passport, 2 Driver's License, 3 PRC ID, 4 Postal ID, 5 Voter's ID, 6 Barangay Certification, 7 Tax Identification (TIN), 8 SSS, 9 Senior Citizen Card, 10 Alien Certificate Registration, 11 Unified Multi-purpose ID, 12 Seamans Book, 13 Firearms License, 14 Integrated Bar of the Philippines ID, 15 OWWA ID, 16 OFW ID, 17 National ID, 18 Phil Health, 19 Police clearance, 20 NBI clearance".split(
      ", ",
    ),
  );
  expect(sourcesOfIncome).toEqual({ 1: "Employed", 2: "Self employed" });
  expect(Object.entries(natureOfWorks).map(([key, name]) => `${key} ${name}`)).toEqual(
    "3 Corporate Executives, 4 Managers, 5 Supervisors, 6 Professionals, 7 Associate Professionals, 8 Technicians, 9 Clerks, 10 Service workers, 11 Sales workers, 12 Farmers, 13 Forestry workers, 14 Fishermen, 15 Traders, 16 Operators, 17 Machine assemblers, 18 Laborers, 19 Unskilled workers, 20 Special occupations, 21 Others".split(
      ", ",
    ),
  );
  expect(nationalities).toHaveLength(198);
  expect(new Set(nationalities.map(({ name }) => name)).size).toBe(198);
  const ann = await world.player();
  for (const change of [{ idType: 0 }, { idType: 21 }, { sourceOfIncome: 3 }, { occupation: 2 }, { occupation: 22 }])
    expect((await sent(ann, { ...form(), ...change })).answer).toMatchObject({ message: "request.invalid", value: { field: Object.keys(change)[0] } });
  expect(await ann.refused(verifications.setPersonalInfo, form({ nationality: "Atlantis" }))).toBe("verifications.nationality_unknown");
});

/** Seals whatever it is given: what no form of ours would send. */
async function sent(person: Awaited<ReturnType<World["player"]>>, input: object) {
  const sealed = await person.seal("verifications.setPersonalInfo", input);
  return person.request("POST", "/api/verifications.setPersonalInfo", JSON.stringify({ sealed }));
}

test("a birthday that does not exist, is yet to come or lies before 1900 is refused, and so is a name with digits or of one word [VALID-36, VALID-37, VALID-38]", async () => {
  const ann = await world.player();
  const refusal = async (change: Parameters<typeof form>[0]) => {
    const { code, values } = await ann.refusal(verifications.setPersonalInfo, form(change));
    return `${code} ${String(values["field"])}`;
  };
  // Noon in Manila on 5 October 2026.
  for (const birthday of ["1990-02-31", "1999-13-01", "1899-12-31", "0000-00-00", "2023-02-29"])
    expect(await refusal({ birthday })).toBe("verifications.birthday_invalid birthday");
  expect(await refusal({ birthday: "2026-10-06" })).toBe("verifications.birthday_future birthday");
  for (const payeename of ["Ana 2", "Ana R3yes", "Ana", "Ana  _", "12 34"]) expect(await refusal({ payeename })).toBe("verifications.name_format payeename");
  expect(await refusal({ employerName: "" })).toBe("verifications.employer_missing employerName");
  expect((await ann.call(verifications.mine, {})).state).toBe("none");
  for (const payeename of ["Ma. Teresa dela Cruz", "José Niño-Reyes", "李 小龙"])
    expect(await ann.call(verifications.setPersonalInfo, form({ payeename }))).toEqual({ warning: null, next: "upload" });
});

test("the call has ten keys, the name under either spelling, and the nature of work as occupation; what else is sent is dropped [ENTITY-25, ENTITY-26, CALL-20]", async () => {
  const ann = await world.player();
  const { payeename, ...rest } = form();
  expect((await sent(ann, { ...rest, payeeName: "Ana Lopez", eligibility: "open", natureOfWorks: 4 })).answer.success).toBe(true);
  expect((await ann.call(verifications.mine, {})).form).toEqual({ ...rest, payeename: "Ana Lopez" });
  expect((await sent(ann, { ...rest, payeename })).answer.success).toBe(true);
  expect(Object.keys((await ann.call(verifications.mine, {})).form!).sort()).toEqual(Object.keys(form()).sort());
  expect((await sent(ann, rest)).answer).toMatchObject({ message: "request.invalid", value: { field: "payeename" } });
  const { occupation: work, ...without } = form();
  expect((await sent(ann, { ...without, natureOfWorks: work })).answer).toMatchObject({ message: "request.invalid", value: { field: "occupation" } });
  expect((await ann.request("POST", "/api/verifications.setPersonalInfo", JSON.stringify(form()))).answer).toMatchObject({ message: "request.seal_invalid" });
});

test("who turns 21 today is of age and who does so tomorrow is warned, goes on, and may take part only when two officers have cleared it [VALID-32, ERR-38, CONST-01, KYC-12]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  expect(await ann.call(verifications.setPersonalInfo, form({ birthday: "2005-10-05" }))).toEqual({ warning: null, next: "upload" });
  expect(await ben.call(verifications.setPersonalInfo, form({ birthday: "2005-10-06" }))).toEqual({ warning: "local_age_21", next: "upload" });
  expect((await ben.call(site.permission, {})).jurisdiction.minimumAge).toBe(21);
  const [kyc, second] = [await world.operator("kyc"), await world.operator("kyc")];
  expect(await caseOf(kyc, ann.id)).toBeUndefined();
  const { id } = (await caseOf(kyc, ben.id))!;
  await ben.call(verifications.uploadIdImages, await photos());
  const queued = (await kyc.call(verifications.queue, { state: "submitted", limit: 100 })).list.find(({ memberId }) => memberId === ben.id);
  await kyc.call(verifications.claim, { id: queued!.id });
  const read = await kyc.call(verifications.readDocument, { id: queued!.id, ...printed({ birthday: "1995-10-06" }) });
  expect(read).toMatchObject({ underage: true, eligible: false });
  expect(await kyc.refused(verifications.approve, { id: queued!.id, checked })).toBe("verifications.birthday_differs");
  expect(await kyc.refused(verifications.approve, { id: queued!.id, checked, printedHolds: true })).toBe("verifications.not_eligible");
  expect(await second.refused(eligibility.clear, { id, reason })).toBe("eligibility.not_proposed");
  await kyc.call(eligibility.proposeClearing, { id, reason });
  expect(await kyc.refused(eligibility.clear, { id, reason })).toBe("eligibility.own_proposal");
  expect(await second.call(eligibility.clear, { id, reason })).toMatchObject({ state: "cleared" });
  expect(await second.refused(eligibility.clear, { id, reason })).toBe("eligibility.not_open");
  expect(await kyc.call(verifications.approve, { id: queued!.id, checked, printedHolds: true })).toMatchObject({ state: "approved" });
  expect(await world.audit()).toEqual([]);
});

test("the age is one setting and never below the market's, and the texts of the site say it [VALID-39, CONST-01]", async () => {
  const ann = await world.player();
  await asOwner(world.open.url, "insert into setting values ('identity', '{\"minimumAge\": 25}', now())");
  expect((await ann.call(site.permission, {})).jurisdiction.minimumAge).toBe(25);
  expect((await ann.call(verifications.setPersonalInfo, form({ birthday: "2001-10-06" }))).warning).toBe("local_age_21");
  for (const language of ["EN", "TY"]) {
    const t = translatorFor(language);
    for (const text of [t("sessions.ageConfirm", { age: 25 }), t("local_age_21", { 0: 25 })]) expect(text).toContain("25");
  }
  await asOwner(world.open.url, "update setting set value = '{\"minimumAge\": 18}' where key = 'identity'");
  expect((await ann.call(site.permission, {})).jurisdiction.minimumAge).toBe(21);
  await asOwner(world.open.url, "delete from setting where key = 'identity'");
});

test("the config says whether members are asked and how far one is: the switch turns it on, and the status follows what officers decide [ENTITY-32, CALL-18, SITE-03]", async () => {
  const [ann, admin, kyc] = [await world.player(), await world.operator("superadmin"), await world.operator("kyc")];
  expect(await ann.call(verifications.config, {})).toEqual({ info: { idVerification: { enabled: false, isComplete: false, status: "N" } } });
  await admin.call(settings.setFlag, { modId: "mandatoryKyc", enabled: true, reason: "the board wants it" });
  expect(await statusOf(ann)).toEqual({ enabled: true, isComplete: false, status: "N" });
  const id = await handIn(world, ann, { payeename: "Config Reyes" });
  expect(await statusOf(ann)).toEqual({ enabled: true, isComplete: false, status: "P" });
  await approve(kyc, id);
  expect(await statusOf(ann)).toEqual({ enabled: true, isComplete: true, status: "A" });
  expect((await ann.call(accounts.me, {})).verification).toBe("A");
  await world.work();
  expect((await ann.call(messages.mine, {})).list.map(({ template }) => template)).toContain("verificationDecided");
  await admin.call(settings.setFlag, { modId: "mandatoryKyc", enabled: false, reason: "the board changed its mind" });
  expect(await ann.refused(verifications.setPersonalInfo, form())).toBe("verifications.complete");
});

test("what is kept of the form, the document and the pictures is sealed, and the staff's record holds none of it", async () => {
  const [ann, kyc] = [await world.player(), await world.operator("kyc")];
  const id = await handIn(world, ann, { payeename: "Canary Reyesmundo", address: "77 Canary Road, Canarytown", birthday: "1971-07-09" });
  await approve(kyc, id, { documentNumber: "CANARY-777", birthday: "1971-07-09" });
  const rows = await asOwner<{ all: string }>(
    world.open.url,
    `select coalesce(string_agg(t::text, ' '), '') as all from (
       select v::text as t from verification v union all select a::text from audit_entry a union all select c::text from command_receipt c) x`,
  );
  for (const secret of ["77 Canary", "CANARY-777", "1971-07-09"]) {
    expect(rows[0]!.all).not.toContain(secret);
    expect(rows[0]!.all).not.toContain(Buffer.from(secret).toString("hex"));
  }
  const shown = await kyc.call(verifications.case, { id });
  expect(shown).toMatchObject({ form: { payeename: "Canary Reyesmundo" }, printed: { documentNumber: "CANARY-777" } });
});

test("five times in thirty days and no more", async () => {
  const [ann, kyc] = [await world.player(), await world.operator("kyc")];
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Often Reyes" }));
  for (let times = 5; times > 0; times--) {
    expect((await ann.call(verifications.mine, {})).submissionsLeft).toBe(times);
    await ann.call(verifications.uploadIdImages, await photos());
    const { id } = (await kyc.call(verifications.queue, { state: "submitted", limit: 100 })).list.find(({ memberId }) => memberId === ann.id)!;
    await kyc.call(verifications.claim, { id });
    await kyc.call(verifications.askAgain, { id, reasons: ["blurred"], note: "cannot be read", parts: ["front", "back", "selfie"] });
  }
  expect(await ann.refused(verifications.uploadIdImages, await photos())).toBe("verifications.too_many");
  await world.pass(30 * DAY_MS);
  ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
  expect(await ann.call(verifications.uploadIdImages, await photos())).toEqual({ text: "upload_success" });
});
