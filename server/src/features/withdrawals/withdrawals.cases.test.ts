import { images } from "@laro/contract/images";
import { messages } from "@laro/contract/messages";
import { audit } from "@laro/contract/audit";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { comeBack, lookAtSilence, type Member, paid as paidIn, picture, requested } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const IMAGE_BYTES_MAX = 5_242_880;
const reason = "checked";

let world: World;
let proof: string;
let [ben, eva]: Person[] = [];
async function callOfficers(): Promise<void> {
  [ben, eva] = [await world.operator("finance"), await world.operator("finance")];
}
beforeAll(async () => {
  world = await createWorld({ psp: true });
  proof = await picture();
  await callOfficers();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const officers = (): readonly [Person, Person] => [ben!, eva!];
const paid = () => paidIn(world, officers()[0]);

async function investigating(remaining = 150_00n): Promise<{ ann: Member; id: string }> {
  const { ann, id } = await paid();
  await ann.call(withdrawals.confirm, { id, answer: "partlyReceived", remaining });
  return { ann, id };
}

/** A withdrawal nobody answered in time. */
async function silent(): Promise<{ ann: Member; id: string }> {
  const made = await paid();
  await world.pass(30 * MINUTE_MS);
  await lookAtSilence(world);
  await comeBack(made.ann);
  await callOfficers();
  return made;
}

const templatesOf = async (person: Person): Promise<readonly string[]> => {
  await world.work();
  return (await person.call(messages.mine, {})).list.map(({ template }) => template);
};
const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;

test("not received without a picture is refused, and the withdrawal still waits for an answer [WALLET-03]", async () => {
  const { ann, id } = await paid();
  expect(await ann.refusal(withdrawals.confirm, { id, answer: "notReceived" })).toMatchObject({ code: "withdrawals.proof_needed", field: "proof" });
  expect((await ann.call(withdrawals.get, { id })).state).toBe("paid");
});

test("a proof that is no picture or larger than 5,242,880 bytes is refused, and nothing is half done [WALLET-03]", async () => {
  const { ann, id } = await paid();
  const text = Buffer.from("%PDF-1.7 this is no picture").toString("base64");
  expect(await ann.refusal(withdrawals.confirm, { id, answer: "notReceived", proof: text })).toMatchObject({ code: "images.not_an_image", field: "proof" });
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const large = Buffer.concat([png, Buffer.alloc(IMAGE_BYTES_MAX + 1 - png.length)]).toString("base64");
  expect(await ann.refused(withdrawals.confirm, { id, answer: "notReceived", proof: large })).toBe("images.too_large");
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "paid", case: null });
  expect(await asOwner(world.open.url, "select from image where account_id = $1", [ann.id])).toEqual([]);
});

test("partly received without the missing amount, or with all of it or more, is refused [WALLET-04]", async () => {
  const { ann, id } = await paid();
  const part = (remaining: bigint) => ann.refusal(withdrawals.confirm, { id, answer: "partlyReceived", remaining });
  expect(await ann.refusal(withdrawals.confirm, { id, answer: "partlyReceived" })).toMatchObject({ code: "withdrawals.remaining_needed", field: "remaining" });
  for (const remaining of [400_00n, 400_01n, 1_000_000_00n])
    expect(await part(remaining)).toMatchObject({ code: "withdrawals.remaining_too_large", field: "remaining", values: { maximum: "399.99" } });
  expect((await ann.call(withdrawals.get, { id })).state).toBe("paid");
});

test("another member's withdrawal looks like none to every answer", async () => {
  const { id } = await paid();
  const zoe = await world.player();
  expect(await zoe.refused(withdrawals.confirm, { id, answer: "notReceived", proof })).toBe("withdrawals.not_found");
  expect(await zoe.refused(withdrawals.dispute, { id, remaining: 1_00n, proof })).toBe("withdrawals.not_found");
  expect(await zoe.refused(withdrawals.addProof, { id, proof })).toBe("withdrawals.not_found");
});

test("what was not paid cannot be answered, and what is not investigated takes no proof", async () => {
  const { ann, id } = await requested(world);
  expect(await ann.refused(withdrawals.confirm, { id, answer: "notReceived", proof })).toBe("withdrawals.not_paid");
  expect(await ann.refused(withdrawals.dispute, { id, remaining: 1_00n, proof })).toBe("withdrawals.case_closed");
  expect(await ann.refused(withdrawals.addProof, { id, proof })).toBe("withdrawals.not_investigated");
  const [officer] = officers();
  expect(await officer.refused(withdrawals.proposeReturn, { id, amount: 1_00n, reason })).toBe("withdrawals.not_investigated");
  expect(await officer.refused(withdrawals.closeCase, { id, reason })).toBe("withdrawals.not_investigated");
  expect(await officer.refused(withdrawals.confirmReturn, { id, amount: 1_00n, reason })).toBe("withdrawals.return_not_proposed");
  const unknown = newId(world.clock.now());
  expect(await officer.refused(withdrawals.proposeReturn, { id: unknown, amount: 1_00n, reason })).toBe("withdrawals.not_found");
});

test("a paid withdrawal is received, not received with its proof, or received in part: arrived and missing make what was sent [WALLET-02, ENTITY-52]", async () => {
  const [all, none, part] = [await paid(), await paid(), await paid()];
  expect(await all.ann.call(withdrawals.confirm, { id: all.id, answer: "received" })).toMatchObject({ state: "received", forced: false, case: null });
  const missing = await none.ann.call(withdrawals.confirm, { id: none.id, answer: "notReceived", proof });
  expect(missing).toMatchObject({ state: "investigating", case: { answer: "notReceived", received: 0n, remaining: 400_00n, proofs: [expect.any(String)] } });
  const some = await part.ann.call(withdrawals.confirm, { id: part.id, answer: "partlyReceived", remaining: 150_00n, proof });
  expect(some).toMatchObject({ state: "investigating", case: { answer: "partlyReceived", received: 250_00n, remaining: 150_00n } });
  expect(some.case!.received + some.case!.remaining).toBe(some.payout);
  const mine = await part.ann.call(images.mine, { id: some.case!.proofs[0]! });
  expect(await sharp(Buffer.from(mine.base64, "base64")).metadata()).toMatchObject({ format: "jpeg", width: 60, height: 40 });
  expect(await templatesOf(part.ann)).toContain("withdrawalInvestigating");
});

test("of two answers at the same moment one counts", async () => {
  const { ann, id } = await paid();
  const outcomes = await Promise.allSettled([
    ann.call(withdrawals.confirm, { id, answer: "received" }),
    ann.call(withdrawals.confirm, { id, answer: "partlyReceived", remaining: 1_00n }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "withdrawals.not_paid" } });
});

test("under investigation a member adds proofs up to three, also at the same moment [WALLET-07]", async () => {
  const { ann, id } = await investigating();
  await Promise.allSettled(Array.from({ length: 6 }, () => ann.call(withdrawals.addProof, { id, proof })));
  expect((await ann.call(withdrawals.get, { id })).case!.proofs).toHaveLength(3);
  expect((await ann.refusal(withdrawals.addProof, { id, proof })).values).toMatchObject({ maximum: 3 });
});

test("a picture is looked at only for a withdrawal of the member's own that waits for one", async () => {
  const [{ ann, id }, investigated] = [await paid(), await investigating()];
  const broken = Buffer.from("no picture").toString("base64");
  expect(await investigated.ann.refused(withdrawals.addProof, { id: investigated.id, proof: broken })).toBe("images.not_an_image");
  expect(await ann.refused(withdrawals.addProof, { id: investigated.id, proof: broken })).toBe("withdrawals.not_found");
  expect(await ann.refused(withdrawals.addProof, { id: newId(world.clock.now()), proof: broken })).toBe("withdrawals.not_found");
  expect(await ann.refused(withdrawals.addProof, { id, proof: broken })).toBe("withdrawals.not_investigated");
  for (let proofs = 0; proofs < 3; proofs++) await investigated.ann.call(withdrawals.addProof, { id: investigated.id, proof });
  expect(await investigated.ann.refused(withdrawals.addProof, { id: investigated.id, proof: broken })).toBe("withdrawals.proofs_full");
  expect(await ann.refused(withdrawals.dispute, { id, remaining: 1_00n, proof: broken })).toBe("withdrawals.case_closed");
  expect(await investigated.ann.refused(withdrawals.confirm, { id, answer: "notReceived", proof: broken })).toBe("withdrawals.not_found");
});

test("half-way through the minutes the member is reminded once, and before that not at all [WALLET-05]", async () => {
  const { ann } = await paid();
  await world.pass(14 * MINUTE_MS);
  await lookAtSilence(world);
  expect(await templatesOf(ann)).not.toContain("withdrawalReminder");
  await world.pass(MINUTE_MS);
  await lookAtSilence(world);
  await lookAtSilence(world);
  expect((await templatesOf(ann)).filter((template) => template === "withdrawalReminder")).toHaveLength(1);
  await callOfficers();
});

test("a receipt by silence says so, and no other answer is taken any more [WALLET-05, WALLET-06]", async () => {
  const { ann, id } = await silent();
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({
    state: "received",
    forced: true,
    receivedBy: null,
    closedAt: world.clock.now().toISOString(),
  });
  expect(await ann.refused(withdrawals.confirm, { id, answer: "notReceived", proof })).toBe("withdrawals.not_paid");
  expect(await ann.refused(withdrawals.confirm, { id, answer: "partlyReceived", remaining: 1_00n })).toBe("withdrawals.not_paid");
  expect(await balanceOf(ann)).toBe(600_00n);
});

test("for thirty days after payment a case can be opened about a receipt by silence, and on day 31 not any more", async () => {
  const [early, late] = [await silent(), await silent()];
  const { disputableUntil, paidAt } = await late.ann.call(withdrawals.get, { id: late.id });
  expect(Date.parse(disputableUntil ?? "") - Date.parse(paidAt ?? "")).toBe(30 * DAY_MS);
  expect(await early.ann.refused(withdrawals.dispute, { id: early.id, remaining: 400_01n, proof })).toBe("withdrawals.remaining_too_large");
  const opened = await early.ann.call(withdrawals.dispute, { id: early.id, remaining: 400_00n, proof });
  expect(opened).toMatchObject({ state: "investigating", forced: true, closedAt: null, case: { answer: "notReceived", received: 0n } });
  await world.pass(30 * DAY_MS);
  await comeBack(late.ann);
  expect((await late.ann.call(withdrawals.get, { id: late.id })).disputableUntil).toBeNull();
  expect(await late.ann.refused(withdrawals.dispute, { id: late.id, remaining: 400_00n, proof })).toBe("withdrawals.case_closed");
  await callOfficers();
});

test("a return above what is missing, of another amount than proposed, or by the officer who proposed it is refused", async () => {
  const { ann, id } = await investigating();
  const [first, second] = officers();
  expect(await first.refusal(withdrawals.proposeReturn, { id, amount: 150_01n, reason })).toMatchObject({
    code: "withdrawals.remaining_too_large",
    field: "amount",
  });
  const proposed = await first.call(withdrawals.proposeReturn, { id, amount: 120_00n, reason });
  expect(proposed).toMatchObject({ state: "investigating", proposedReturn: { amount: 120_00n, officer: first.name, reason } });
  expect(await first.refused(withdrawals.confirmReturn, { id, amount: 120_00n, reason })).toBe("withdrawals.own_return");
  expect(await second.refused(withdrawals.confirmReturn, { id, amount: 119_00n, reason })).toBe("withdrawals.return_not_proposed");
  expect(await balanceOf(ann)).toBe(600_00n);
});

test("the database itself refuses a return that one officer proposed and confirmed", async () => {
  const { id } = await investigating();
  await officers()[0].call(withdrawals.proposeReturn, { id, amount: 100_00n, reason });
  const alone = asOwner(world.open.url, "update withdrawal_case set returned = proposed_amount, decided_by = proposed_by where withdrawal_id = $1", [id]);
  await expect(alone).rejects.toMatchObject({ constraint: "withdrawal_case_two_persons" });
});

test("a return that a second officer confirms gives the money back once, however often it is confirmed", async () => {
  const { ann, id } = await investigating();
  const [first, second] = officers();
  await first.call(withdrawals.proposeReturn, { id, amount: 120_00n, reason });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => second.call(withdrawals.confirmReturn, { id, amount: 120_00n, reason })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await balanceOf(ann)).toBe(720_00n);
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "returned", returned: 120_00n, disputableUntil: null });
  expect((await ann.call(wallet.history, { kind: "reversal" })).list).toMatchObject([{ amount: 120_00n }]);
  expect(await templatesOf(ann)).toContain("withdrawalReturned");
  expect(await first.refused(withdrawals.proposeReturn, { id, amount: 1_00n, reason })).toBe("withdrawals.not_investigated");
  const admin = await world.operator("superadmin");
  expect((await admin.call(audit.list, { kind: "command" })).list[0]).toMatchObject({ endpoint: "withdrawals.confirmReturn", operator: second.name });
});

test("a case that officers close counts as received, and is opened no second time", async () => {
  const { ann, id } = await investigating();
  expect(await officers()[0].call(withdrawals.closeCase, { id, reason })).toMatchObject({ state: "received", proposedReturn: null });
  expect(await templatesOf(ann)).toContain("withdrawalCaseClosed");
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "received", disputableUntil: null, returned: null });
  expect(await ann.refused(withdrawals.dispute, { id, remaining: 1_00n, proof })).toBe("withdrawals.case_closed");
});

test("officers find what is investigated, the longest first, with its proofs, and their looks are on record", async () => {
  const [first, second] = [await investigating(), await investigating()];
  const opened = await first.ann.call(withdrawals.addProof, { id: first.id, proof });
  const [officer] = officers();
  const { list, counts } = await officer.call(withdrawals.queue, { state: "investigating", limit: 100 });
  const ids = list.map(({ id }) => id);
  expect(counts.investigating).toBe(ids.length);
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
  expect(list.find(({ id }) => id === first.id)?.case).toEqual(opened.case);
  expect((await officer.call(images.view, { id: opened.case!.proofs[0]!, reason: "looks at the statement" })).base64.length).toBeGreaterThan(100);
  const support = await world.operator("support");
  expect(await support.refused(images.view, { id: opened.case!.proofs[0]!, reason })).toBe("sessions.forbidden");
  expect(await support.refused(withdrawals.proposeReturn, { id: first.id, amount: 1_00n, reason })).toBe("sessions.forbidden");
});
