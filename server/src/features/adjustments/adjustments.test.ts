import { randomUUID } from "node:crypto";
import { adjustments } from "@laro/contract/adjustments";
import { bonuses } from "@laro/contract/bonuses";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { translatorFor } from "@laro/locales/compiled";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { stakeOnce } from "../../testing/bets.ts";
import { bindPayoutAccount, depositIs, openDeposit, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "Goodwill after a complaint";

let world: World;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const propose = (officer: Person, memberName: string, kind: "credit" | "debit", amount: bigint) =>
  officer.call(adjustments.propose, { requestId: randomUUID(), memberName, kind, amount, reason });

const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;

/** A member's newest line of a kind. */
async function lineOf(person: Person, kind: "deposit" | "bet" | "withdrawal" | "adjustment"): Promise<string> {
  const { list } = await person.call(wallet.history, { kind });
  return list[0]!.reference;
}

/** Stakes and loses, whatever the seeds say. */
async function lose(accountId: bigint, stakeMinor: bigint): Promise<void> {
  const { database, ledger } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  const round = { id: newId(world.clock.now()), gameId: 1, draw: () => ({ winMinor: 0n, detail: "{}" }) };
  await ledger.post({
    ref: newId(world.clock.now()),
    walletId,
    contra: houseAccount(1),
    kind: "bet",
    debitMinor: stakeMinor,
    creditMinor: 0n,
    digest: 1n,
    round,
  });
}

async function played(): Promise<Awaited<ReturnType<World["player"]>>> {
  const ann = await world.player({ balance: 100_00n });
  await lose(ann.id, 10_00n);
  return ann;
}

test("an amount of any shape but a positive decimal is refused by its field and nothing is proposed", async () => {
  const ann = await world.player();
  const hostile = [100, 1.5, "-5.00", "0.00", "1e3", "1.005", "+5.00", " 5.00", "9007199254740993", "90071992547409.93", "٥٠.٠٠", "१००", "", null];
  for (const amount of hostile) {
    const body = JSON.stringify({ requestId: randomUUID(), memberName: ann.name, kind: "credit", amount, reason });
    const { answer } = await ana.request("POST", "/api/adjustments.propose", body);
    expect(answer, String(amount)).toMatchObject({ success: false, message: "request.invalid", value: { field: "amount" } });
  }
  const nameless = { requestId: randomUUID(), memberName: ann.name, kind: "credit", amount: 1_00n, reason: "  a  " } as const;
  await expect(ana.call(adjustments.propose, nameless)).rejects.toThrow();
  expect((await ana.call(adjustments.list, { state: "proposed", limit: 100 })).list.filter(({ memberId }) => memberId === ann.id)).toEqual([]);
});

test("roles that may not are refused: support proposes but decides nothing, risk and auditor propose nothing", async () => {
  const ann = await world.player();
  const [support, risk, auditor] = [await world.operator("support"), await world.operator("risk"), await world.operator("auditor")];
  const { id } = await propose(support, ann.name, "credit", 5_00n);
  for (const verb of [adjustments.confirm, adjustments.decline] as const) {
    for (const officer of [support, risk, auditor]) expect(await officer.refused(verb, { id, reason })).toBe("sessions.forbidden");
  }
  for (const officer of [risk, auditor])
    expect(await officer.refused(adjustments.propose, { requestId: randomUUID(), memberName: ann.name, kind: "credit", amount: 5_00n, reason })).toBe(
      "sessions.forbidden",
    );
  expect(await support.refused(adjustments.proposeReversal, { memberName: ann.name, original: randomUUID(), reason })).toBe("sessions.forbidden");
  expect(await ann.refused(adjustments.list, { state: "proposed" })).toBe("sessions.required");
  expect((await auditor.call(adjustments.list, { state: "proposed", limit: 100 })).list.map((row) => row.id)).toContain(id);
  await ben.call(adjustments.decline, { id, reason });
});

test("an unknown member, an unknown line and another member's line are refused", async () => {
  const [ann, eve] = [await played(), await played()];
  expect(await ana.refused(adjustments.propose, { requestId: randomUUID(), memberName: "nobody at all", kind: "debit", amount: 1_00n, reason })).toBe(
    "accounts.not_found",
  );
  expect(await ana.refused(adjustments.proposeReversal, { memberName: "nobody", original: await lineOf(ann, "bet"), reason })).toBe("accounts.not_found");
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original: randomUUID(), reason })).toBe("wallet.line_not_found");
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original: await lineOf(eve, "bet"), reason })).toBe("wallet.line_not_found");
  expect(await ana.refused(adjustments.confirm, { id: randomUUID(), reason })).toBe("adjustments.not_found");
  expect(await ana.refused(adjustments.decline, { id: randomUUID(), reason })).toBe("adjustments.not_found");
});

test("half of a passage between wallets is not mirrored alone", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const payoutAccountId = await bindPayoutAccount(ann);
  await ann.call(withdrawals.request, { requestId: newId(world.clock.now()), amount: 400_00n, payoutAccountId, paymentPassword: PAYMENT_PASSWORD });
  const original = await lineOf(ann, "withdrawal");
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original, reason })).toBe("adjustments.not_reversible");
  const { list } = await ana.call(wallet.lines, { memberName: ann.name });
  const held = list.find((line) => line.kind === "withdrawal" && line.amount > 0n);
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original: held!.reference, reason })).toBe("adjustments.not_reversible");
});

test("nobody confirms what they proposed, and the database holds that too", async () => {
  const ann = await world.player();
  const { id } = await propose(ana, ann.name, "credit", 50_00n);
  expect(await ana.refused(adjustments.confirm, { id, reason })).toBe("adjustments.own_proposal");
  await expect(
    asOwner(world.open.url, "update adjustment set state = 'confirmed', decided_by = proposed_by, decided_name = proposed_name where id = $1", [id]),
  ).rejects.toThrow(/adjustment_two_persons/);
  await expect(asOwner(world.open.url, "update adjustment set state = 'confirmed' where id = $1", [id])).rejects.toThrow(/adjustment_two_persons/);
  expect(await balanceOf(ann)).toBe(0n);
  await ana.call(adjustments.decline, { id, reason: "Proposed by mistake" });
  expect(await ben.refused(adjustments.confirm, { id, reason })).toBe("adjustments.not_proposed");
});

test("a debit larger than the balance is refused, moves nothing and stays proposed until there is money", async () => {
  const ann = await world.player({ balance: 30_00n });
  const { id } = await propose(ana, ann.name, "debit", 30_01n);
  expect(await ben.refused(adjustments.confirm, { id, reason })).toBe("wallet.insufficient_funds");
  expect(await balanceOf(ann)).toBe(30_00n);
  expect((await ana.call(adjustments.list, { state: "proposed", limit: 100 })).list.find((row) => row.id === id)).toMatchObject({ decidedBy: null });
  await world.give(ann.id, 1n);
  await ben.call(adjustments.confirm, { id, reason });
  expect(await balanceOf(ann)).toBe(0n);
});

test("a confirmed credit moves once, adds nothing to stake, stands in the journal and is told to the member in both languages", async () => {
  const ann = await world.player();
  const proposed = await propose(ana, ann.name.toUpperCase(), "credit", 1_250_50n);
  expect(proposed).toMatchObject({ reference: expect.stringMatching(/^A-\d+$/), memberName: ann.name, amount: 1_250_50n, state: "proposed" });
  expect(await balanceOf(ann)).toBe(0n);
  const confirmed = await ben.call(adjustments.confirm, { id: proposed.id, reason: "Checked" });
  expect(confirmed).toMatchObject({ state: "confirmed", proposedBy: ana.name, decidedBy: ben.name, decision: "Checked" });
  expect(await ben.refused(adjustments.confirm, { id: proposed.id, reason })).toBe("adjustments.not_proposed");
  expect(await balanceOf(ann)).toBe(1_250_50n);
  expect((await ann.call(withdrawals.terms, {})).turnover).toEqual([]);
  const { list } = await ana.call(wallet.lines, { memberName: ann.name });
  expect(list).toMatchObject([{ kind: "adjustment", amount: 1_250_50n, contra: "adjustment", reversed: false }]);
  await world.work();
  const letter = (await ann.call(messages.mine, {})).list.find(({ template }) => template === "adjustmentConfirmed");
  const values = Object.fromEntries((letter?.values ?? []).entries());
  expect(translatorFor("EN")("messages.adjustmentConfirmed.text", values)).toMatch(/₱1,250\.50 was added to your balance/);
  expect(translatorFor("TY")("messages.adjustmentConfirmed.text", values)).toMatch(/Idinagdag ang ₱1,250\.50/);
});

test("a confirmed debit is told to the member as taken", async () => {
  const ann = await world.player({ balance: 20_00n });
  const { id } = await propose(ana, ann.name, "debit", 5_00n);
  await ben.call(adjustments.confirm, { id, reason });
  await world.work();
  const letter = (await ann.call(messages.mine, {})).list.find(({ template }) => template === "adjustmentConfirmed");
  const values = Object.fromEntries((letter?.values ?? []).entries());
  expect(translatorFor("EN")("messages.adjustmentConfirmed.text", values)).toMatch(/₱5\.00 was taken from your balance/);
});

test("the same request proposes once, however often it is sent", async () => {
  const ann = await world.player();
  const request = { requestId: randomUUID(), memberName: ann.name, kind: "credit", amount: 7_00n, reason } as const;
  const [first, second] = [await ana.call(adjustments.propose, request), await ana.call(adjustments.propose, request)];
  expect(second.id).toBe(first.id);
  expect(await ana.refused(adjustments.propose, { ...request, amount: 8_00n })).toBe("request.id_reused");
  await ana.call(adjustments.decline, { id: first.id, reason });
});

test("of twenty confirmations at once by several officers one moves the money", async () => {
  const ann = await world.player();
  const officers = [ben, await world.operator("finance"), await world.operator("superadmin"), ana];
  const { id } = await propose(ana, ann.name, "credit", 10_00n);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      officers[at % officers.length]!.call(adjustments.confirm, { id, reason }).then(
        () => "confirmed",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "confirmed")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome !== "confirmed").every((code) => /^adjustments\.(not_proposed|own_proposal)$/.test(code))).toBe(true);
  expect(await balanceOf(ann)).toBe(10_00n);
});

test("a reversal shows its net before it moves, mirrors the operation once, and a second one is refused at every step", async () => {
  const ann = await world.player({ balance: 100_00n });
  const { id: debit } = await propose(ana, ann.name, "debit", 10_00n);
  await ben.call(adjustments.confirm, { id: debit, reason });
  const original = await lineOf(ann, "adjustment");
  const { id, amount } = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original, reason });
  expect(amount).toBe(10_00n);
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original, reason })).toBe("wallet.already_reversed");
  expect(await balanceOf(ann)).toBe(90_00n);
  await ben.call(adjustments.confirm, { id, reason });
  expect(await balanceOf(ann)).toBe(100_00n);
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original, reason })).toBe("wallet.already_reversed");
  const { list } = await ana.call(wallet.lines, { memberName: ann.name, reference: original });
  expect(list).toMatchObject([{ kind: "adjustment", reversed: true }]);
});

test("a round is not mirrored, which would leave counted what was staked in it", async () => {
  const ann = await played();
  expect(await ana.refused(adjustments.proposeReversal, { memberName: ann.name, original: await lineOf(ann, "bet"), reason })).toBe(
    "adjustments.not_reversible",
  );
  expect(await balanceOf(ann)).toBe(90_00n);
});

test("a declined reversal can be proposed again, and one whose money is gone stays proposed", async () => {
  const ann = await world.player({ balance: 40_00n });
  const original = await lineOf(ann, "adjustment");
  const first = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original, reason });
  await ben.call(adjustments.decline, { id: first.id, reason });
  await lose(ann.id, 10_00n);
  const second = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original, reason });
  expect(second.amount).toBe(-40_00n);
  expect(await ben.refused(adjustments.confirm, { id: second.id, reason })).toBe("wallet.insufficient_funds");
  expect(await balanceOf(ann)).toBe(30_00n);
  await world.give(ann.id, 10_00n);
  await ben.call(adjustments.confirm, { id: second.id, reason });
  expect(await balanceOf(ann)).toBe(0n);
});

test("what a reversed deposit asked to be staked is asked no more", async () => {
  const ann = await world.player();
  const { id, payUrl } = await openDeposit(world, ann, 300_00n);
  await world.psp!.answer(payUrl!, "pay");
  await depositIs(ann, id, "credited");
  expect((await ann.call(withdrawals.terms, {})).turnoverNeeded).toBe(300_00n);
  const reversal = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original: await lineOf(ann, "deposit"), reason });
  await ben.call(adjustments.confirm, { id: reversal.id, reason });
  expect([await balanceOf(ann), (await ann.call(withdrawals.terms, {})).turnoverNeeded]).toEqual([0n, 0n]);
});

/** A credited deposit, and the line it made. */
async function deposited(ann: Person, amount: bigint, bonusCode?: string): Promise<string> {
  const { id, payUrl } = await openDeposit(world, ann, amount, bonusCode);
  await world.psp!.answer(payUrl!, "pay");
  await depositIs(ann, id, "credited");
  return lineOf(ann, "deposit");
}

/** Answers what the officers saw of its bonus before and after. */
async function reverse(ann: Person, original: string) {
  const { id, bonus: before } = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original, reason });
  const { bonus: after } = await ben.call(adjustments.confirm, { id, reason });
  return [before?.state, after?.state];
}

const bonusesOf = async (ann: Person) => (await ann.call(bonuses.mine, {})).list.map(({ amount, state }) => [amount, state]);

test("the bonus that came with a reversed deposit is taken back, and with the deposit what it asked to be staked", async () => {
  const ann = await world.player();
  const original = await deposited(ann, 500_00n, "FIRST100");
  expect([await bonusesOf(ann), (await ann.call(withdrawals.terms, {})).turnoverNeeded]).toEqual([[[500_00n, "active"]], 500_00n]);
  expect(await reverse(ann, original)).toEqual(["active", "forfeited"]);
  expect(await bonusesOf(ann)).toEqual([[500_00n, "forfeited"]]);
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 0n, bonus: 0n });
  expect((await ann.call(withdrawals.terms, {})).turnover).toEqual([]);
});

test("another deposit's bonus stays when a deposit is reversed, and one that was released is the member's, which the officers see", async () => {
  const ann = await world.player();
  const first = await deposited(ann, 500_00n, "RELOAD10");
  const second = await deposited(ann, 300_00n);
  expect(await reverse(ann, second)).toEqual([undefined, undefined]);
  expect(await bonusesOf(ann)).toEqual([[50_00n, "active"]]);
  await stakeOnce(world, ann.id, 500_00n);
  await stakeOnce(world, ann.id, 500_00n);
  const [bonus] = (await ann.call(bonuses.mine, {})).list;
  await ann.call(bonuses.release, { id: bonus!.id });
  expect(await reverse(ann, first)).toEqual(["released", "released"]);
  expect(await bonusesOf(ann)).toEqual([[50_00n, "released"]]);
  expect(await balanceOf(ann)).toBe(50_00n);
});

test("the list is paged by state, those proposed oldest first, and counts every state", async () => {
  const ann = await world.player();
  const made = [];
  for (let count = 0; count < 3; count++) made.push(await propose(ana, ann.name, "credit", 1_00n));
  const before = await ana.call(adjustments.list, { state: "proposed", limit: 2 });
  const after = await ana.call(adjustments.list, { state: "proposed", limit: 100, cursor: before.next ?? "" });
  const numbers = [...before.list, ...after.list].map(({ reference }) => Number(reference.slice(2)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(before.counts.proposed).toBe(numbers.length);
  for (const { id } of made) await ben.call(adjustments.decline, { id, reason });
  const declined = await ana.call(adjustments.list, { state: "declined", limit: 3 });
  expect(declined.list.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
});

test("the journal as a file has every line of every wallet, and of one operation when asked, with nothing a spreadsheet would run", async () => {
  const ann = await played();
  expect((await ana.download(adjustments.journalCsv, { memberName: "nobody" })).text).toBe("accounts.not_found");
  expect((await (await world.operator("risk")).download(adjustments.journalCsv, { memberName: ann.name })).text).toBe("sessions.forbidden");
  const { text, headers } = await ana.download(adjustments.journalCsv, { memberName: ann.name });
  const [heading, ...lines] = text.trim().split("\r\n");
  expect(heading).toBe("wallet,line,at,kind,contra,amount,balanceAfter,reference,round,reversed");
  expect(lines.map((line) => line.split(",").slice(0, 2).join(" "))).toEqual(["MAIN 2", "MAIN 1"]);
  expect([headers.get("x-rows"), headers.get("content-disposition")]).toEqual(["2", `attachment; filename="journal-${ann.name}.csv"`]);
  const one = await ana.download(adjustments.journalCsv, { memberName: ann.name, reference: await lineOf(ann, "bet") });
  expect(one.text.trim().split("\r\n")).toEqual([heading, lines[0]]);
});
