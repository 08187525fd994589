import { deposits } from "@laro/contract/deposits";
import { accounts } from "@laro/contract/accounts";
import { eligibility } from "@laro/contract/eligibility";
import { members } from "@laro/contract/members";
import { screening, type ScreeningListName } from "@laro/contract/screening";
import { verifications } from "@laro/contract/verifications";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { caseOf, form, handIn, printed } from "../../testing/verifications.ts";
import { loadPeople } from "../../testing/screening.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { sweepMembers } from "../accounts/screened.ts";
import { type Named, personKeys } from "./keys.ts";
import { loadList } from "./lists.ts";

const reason = "looked up in the regulator's own list";

let world: World;
beforeAll(async () => void (world = await createWorld({ pack: "ph" })));
afterAll(() => world.close());
beforeEach(() => asOwner(world.open.url, "truncate screening_list, screening_key, screening_hit"));

const keys = { dataKey: "11".repeat(32) };

const load = (list: ScreeningListName, people: readonly Named[]) => loadPeople(world, list, people);

/** By what two writings of a person are like, the strongest first. */
function likeness(entry: Named, person: Named): string | undefined {
  const known = new Set(personKeys(keys, entry).map(({ hash }) => hash.toString("hex")));
  const met = new Set(personKeys(keys, person).flatMap(({ hash, strength }) => (known.has(hash.toString("hex")) ? [strength] : [])));
  return (["birthday", "near", "name"] as const).find((one) => met.has(one));
}

const hitsOn = async (memberId: bigint) => {
  const risk = await world.operator("risk");
  return (await risk.call(screening.hits, { state: "open", limit: 100 })).list.filter((hit) => hit.memberId === memberId);
};

test.each<[entry: Named, person: Named, like: string | undefined]>([
  [{ name: "Juan Santos dela Cruz Jr.", birthday: "1980-01-02" }, { name: "DELA CRUZ, JUAN SANTOS", birthday: "1980-01-02" }, "birthday"],
  [{ name: "José Niño", birthday: "1980-01-02" }, { name: "jose nino", birthday: "1980-01-02" }, "birthday"],
  [{ name: "Juan Santos Cruz", birthday: "1980-01-02" }, { name: "Juan Cruz", birthday: "1980-01-02" }, "birthday"],
  [{ name: "Juan Santos Cruz", birthday: "1980-01-02" }, { name: "Juan Cruz", birthday: "1980-07-09" }, "near"],
  [{ name: "Juan Santos Cruz", birthday: "1980" }, { name: "Juan Santos Cruz", birthday: "1980-07-09" }, "near"],
  [{ name: "Juan Cruz" }, { name: "Cruz Juan", birthday: "1980-07-09" }, "name"],
  [{ name: "Juan Cruz", birthday: "1980-01-02" }, { name: "Juan Cruz", birthday: "1981-01-02" }, "name"],
  [{ name: "Juan Cruz", birthday: "1980-01-02" }, { name: "Juana Cruz", birthday: "1980-01-02" }, undefined],
  [{ name: "Juan Santos Cruz", birthday: "1980-01-02" }, { name: "Pedro Santos Reyes", birthday: "1980-01-02" }, undefined],
  [{ name: "Cruz", birthday: "1980-01-02" }, { name: "Cruz", birthday: "1980-01-02" }, undefined],
])("%o and %o are like each other by %s", (entry, person, like) => expect(likeness(entry, person)).toBe(like));

test("whatever a name is, its words in another order are the same person, at most twenty hashes stand for it, and none is found with another key", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcdeñé"), minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 7 }), (words) => {
      const person = { name: words.join(" "), birthday: "1990-05-17" };
      expect(likeness(person, { ...person, name: [...words].reverse().join(" ") })).toBe("birthday");
      expect(personKeys(keys, person).length).toBeLessThanOrEqual(20);
      const other = new Set(personKeys({ dataKey: "22".repeat(32) }, person).map(({ hash }) => hash.toString("hex")));
      expect(personKeys(keys, person).some(({ hash }) => other.has(hash.toString("hex")))).toBe(false);
    }),
  );
});

test("only risk and superadmins see lists and hits, and nobody decides a hit twice", async () => {
  await load("pep", [{ name: "Once Decided" }]);
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Once Decided" }));
  const [hit] = await hitsOn(ann.id);
  for (const role of ["support", "finance", "kyc", "marketing"] as const) {
    const officer = await world.operator(role);
    expect(await officer.refused(screening.lists, {})).toBe("sessions.forbidden");
    expect(await officer.refused(screening.hits, { state: "open" })).toBe("sessions.forbidden");
    expect(await officer.refused(screening.dismiss, { id: hit!.id, reason })).toBe("sessions.forbidden");
  }
  const risk = await world.operator("risk");
  expect(await risk.refused(screening.dismiss, { id: newId(world.clock.now()), reason })).toBe("screening.not_found");
  expect(await risk.call(screening.dismiss, { id: hit!.id, reason })).toMatchObject({ state: "dismissed", decidedBy: risk.name });
  expect(await risk.refused(screening.dismiss, { id: hit!.id, reason })).toBe("screening.not_open");
  expect(await hitsOn(ann.id)).toEqual([]);
});

test("name and birthday on a list shut out at once, by the form; the name alone, or a person in public office, is risk's to look at", async () => {
  const risk = await world.operator("risk");
  await load("restricted", [{ name: "Somebody Else" }, { name: "Named Reyes", birthday: "1990-05-17" }]);
  await load("pep", [{ name: "Public Reyes", birthday: "1990-05-17" }]);
  const [ann, ben, cid] = [await world.player(), await world.player(), await world.player()];
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Reyes Named" }));
  expect(await hitsOn(ann.id)).toMatchObject([{ list: "restricted", version: 1, entry: 2, strength: "birthday" }]);
  expect(await caseOf(risk, ann.id)).toMatchObject({ cause: "restrictedList", openedBy: null });
  await ben.call(verifications.setPersonalInfo, form({ payeename: "Named Reyes", birthday: "1985-01-01" }));
  expect(await hitsOn(ben.id)).toMatchObject([{ strength: "name" }]);
  await cid.call(verifications.setPersonalInfo, form({ payeename: "Public Reyes" }));
  expect(await hitsOn(cid.id)).toMatchObject([{ list: "pep", strength: "birthday" }]);
  expect([await caseOf(risk, ben.id), await caseOf(risk, cid.id)]).toEqual([undefined, undefined]);
});

test("a newcomer is held against the lists by the name they register with, and at the review by the birthday on the document", async () => {
  await load("restricted", [{ name: "Rita Registers", birthday: "1991-02-03" }]);
  const guest = world.guest();
  const { token } = await guest.call(accounts.register, { ...registrationOf("ritaregisters", "Correct-horse-7"), payeeName: "Rita Registers" });
  guest.token = token;
  const { id } = await guest.call(accounts.me, {});
  expect(await hitsOn(id)).toMatchObject([{ strength: "name" }]);
  const rita = Object.assign(guest, { id });
  const kyc = await world.operator("kyc");
  const verification = await handIn(world, rita, { payeename: "Rita Registers", birthday: "1992-02-03" });
  expect(await caseOf(kyc, id)).toBeUndefined();
  await kyc.call(verifications.claim, { id: verification });
  expect((await kyc.call(verifications.readDocument, { id: verification, ...printed({ birthday: "1991-02-03" }) })).eligible).toBe(false);
  expect(await hitsOn(id)).toMatchObject([{ strength: "birthday" }]);
});

test("all members are held against a new version, in slices, and what only the old one named is named no more", async () => {
  const risk = await world.operator("risk");
  const [ann, ben] = [await world.player(), await world.player()];
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Swept Ann" }));
  await ben.call(verifications.setPersonalInfo, form({ payeename: "Swept Ben" }));
  await load("sanctions", [{ name: "Nobody Here" }]);
  await world.work();
  expect(await caseOf(risk, ann.id)).toBeUndefined();
  // Many accounts lie between them: the sweep takes more than one slice.
  await asOwner(world.open.url, "select setval(pg_get_serial_sequence('account', 'id'), (select max(id) + 1200 from account))");
  const late = await world.player();
  await late.call(verifications.setPersonalInfo, form({ payeename: "Swept Late" }));
  await load("sanctions", [
    { name: "Swept Ann", birthday: "1990-05-17" },
    { name: "Swept Late", birthday: "1990-05-17" },
  ]);
  expect((await risk.call(screening.lists, {})).list).toMatchObject([{ list: "sanctions", version: 2, entries: 2, swept: false }]);
  await sweepMembers(world.open.platform.database, world.clock.now());
  expect((await risk.call(screening.lists, {})).list).toMatchObject([{ version: 2, swept: true }]);
  expect(await caseOf(risk, ann.id)).toMatchObject({ cause: "restrictedList" });
  expect(await caseOf(risk, late.id)).toMatchObject({ cause: "restrictedList" });
  expect(await caseOf(risk, ben.id)).toBeUndefined();
  expect(
    await asOwner(world.open.url, "select count(*)::integer as old from screening_key k join screening_list l on l.id = k.list_id where not l.in_force"),
  ).toEqual([{ old: 0 }]);
});

test("whom two officers cleared is not shut out again by the same line of the list's next version, but by another likeness and by another list", async () => {
  const [risk, other] = [await world.operator("risk"), await world.operator("risk")];
  const standingOf = async () => (await risk.call(members.open, { id: ann.id })).eligibility;
  const clear = async () => {
    const { id } = (await caseOf(risk, ann.id))!;
    await risk.call(eligibility.proposeClearing, { id, reason });
    await other.call(eligibility.clear, { id, reason });
  };
  const sweep = () => sweepMembers(world.open.platform.database, world.clock.now());
  const line = { name: "Cleared Cruz", birthday: "1990-05-17" };
  await load("restricted", [line]);
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Cleared Santos Cruz" }));
  await clear();
  await load("restricted", [{ name: "Nobody Here" }, line]);
  await Promise.all([sweep(), sweep()]);
  expect([await standingOf(), (await hitsOn(ann.id)).map(({ version, entry }) => [version, entry])]).toEqual(["open", [[2, 2]]]);
  await load("restricted", [{ ...line, name: "Cleared Santos Mateo Cruz" }]);
  await sweep();
  expect(await standingOf()).toBe("open");
  await load("restricted", [{ ...line, name: "Cruz Cleared Santos" }]);
  await sweep();
  expect(await standingOf()).toBe("ineligible");
  await load("restricted", [line]);
  await clear();
  await load("sanctions", [line]);
  await sweep();
  expect(await standingOf()).toBe("ineligible");
  expect(await world.audit()).toEqual([]);
});

test("open hits end with the version that made them, so that a list loaded again and again leaves one, and none once it names nobody; what was decided stays to be read", async () => {
  const risk = await world.operator("risk");
  const [list, sweep] = [[{ name: "Again Reyes" }], () => sweepMembers(world.open.platform.database, world.clock.now())];
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Again Reyes" }));
  await load("restricted", list);
  await sweep();
  const [first] = await hitsOn(ann.id);
  await risk.call(screening.dismiss, { id: first!.id, reason });
  for (const version of [2, 3]) {
    await load("restricted", list);
    await sweep();
    expect(await hitsOn(ann.id)).toMatchObject([{ version }]);
  }
  const [last] = await hitsOn(ann.id);
  await load("restricted", [{ name: "Somebody Else" }]);
  await sweep();
  expect(await hitsOn(ann.id)).toEqual([]);
  expect(await risk.refused(screening.dismiss, { id: last!.id, reason })).toBe("screening.not_open");
  expect((await risk.call(screening.hits, { state: "dismissed" })).list.map(({ id }) => id)).toContain(first!.id);
});

test("a form saved again and again leaves no more behind than its first and its last, by which its member is found; what was handed in stays", async () => {
  const ann = await world.player();
  const named = (first: string) => `${first} Ba Ca Da Ea Fa Ga Ha`;
  const kept = async () => (await asOwner(world.open.url, "select from screening_person where account_id = $1", [ann.id])).length;
  const save = (first: string) => ann.call(verifications.setPersonalInfo, form({ payeename: named(first) }));
  await save("Aa");
  await save("Ab");
  const rows = await kept();
  for (const first of ["Ac", "Ad", "Ae", "Af"]) await save(first);
  expect(await kept()).toBe(rows);
  const findable = async () => {
    await load(
      "pep",
      ["Aa", "Ab", "Ae", "Af", "Ag", "Ah"].map((first) => ({ name: named(first) })),
    );
    await asOwner(world.open.url, "delete from screening_hit");
    await sweepMembers(world.open.platform.database, world.clock.now());
    return (await hitsOn(ann.id)).map(({ entry }) => entry).toSorted();
  };
  expect(await findable()).toEqual([1, 4]);
  const id = await handIn(world, ann, { payeename: named("Ag") });
  const kyc = await world.operator("kyc");
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.askAgain, { id, reasons: ["name"], note: "as on the ID", parts: ["person"] });
  await save("Ah");
  expect(await findable()).toEqual([1, 5, 6]);
});

test("a deposit asks the lists first: who is named since is refused, and the case stands", async () => {
  const risk = await world.operator("risk");
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Deposit Dora" }));
  await load("restricted", [{ name: "Deposit Dora", birthday: "1990-05-17" }]);
  expect(await ann.refused(deposits.create, { requestId: newId(world.clock.now()), method: "QRPH", amount: 500_00n })).toBe("limits.ineligible");
  expect(await caseOf(risk, ann.id)).toMatchObject({ cause: "restrictedList" });
});

test("a load that fails changes nothing: the version before stays in force", async () => {
  await load("pep", [{ name: "Stays There" }]);
  const failing = world.open.platform.database.begin((tx) =>
    loadList(tx, {
      list: "pep",
      keys: world.open.platform.keys,
      now: world.clock.now(),
      port: async function* () {
        yield { name: "Half Done" };
        throw new Error("the file ended");
      },
    }),
  );
  await expect(failing).rejects.toThrow("the file ended");
  await expect(load("pep", [])).rejects.toThrow("no entry");
  const risk = await world.operator("risk");
  expect((await risk.call(screening.lists, {})).list).toMatchObject([{ list: "pep", version: 1, entries: 1 }]);
});
