import { deposits } from "@laro/contract/deposits";
import { eligibility } from "@laro/contract/eligibility";
import { games } from "@laro/contract/games";
import { sessions } from "@laro/contract/sessions";
import { rounds } from "@laro/contract/rounds";
import { transfers } from "@laro/contract/transfers";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { bonuses } from "@laro/contract/bonuses";
import { verifications } from "@laro/contract/verifications";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { accounts } from "@laro/contract/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { freezeAccount } from "../wallet/freeze.ts";
import { changeStanding } from "../accounts/standing.ts";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { approve, caseOf, handIn, verify } from "../../testing/verifications.ts";
import { Person } from "../../testing/person.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { openStanding } from "../../platform/actor.ts";
import { checkMay } from "./gates.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "the officers agreed";

let strict: World;
let sandbox: World;
beforeAll(async () => {
  strict = await createWorld({ pack: "ph" });
  sandbox = await createWorld();
});
afterAll(async () => {
  await strict.close();
  await sandbox.close();
});

type Member = Awaited<ReturnType<World["player"]>>;

const playOf = (world: World) => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake: 10_00n, choice: { target: 5_000, side: "under" as const } });
const orderOf = (world: World) => ({ requestId: newId(world.clock.now()), method: "QRPH", amount: 500_00n });

/** What each gate says to a member: its code, or nothing where it lets them through. */
async function gates(world: World, member: Member): Promise<Record<string, string | undefined>> {
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
  return {
    play: await codeOf(member.call(rounds.play, playOf(world))),
    deposit: await codeOf(member.call(deposits.create, orderOf(world))),
    withdraw: await codeOf(
      member.call(withdrawals.request, { requestId: newId(world.clock.now()), amount: 200_00n, payoutAccountId: 999n, paymentPassword: "135790" }),
    ),
    bonus: await codeOf(member.call(bonuses.release, { id: newId(world.clock.now()) })),
  };
}

/** What got past the gate fails at what was made up. */
const OPEN = {
  play: undefined,
  deposit: expect.toBeOneOf([undefined, "deposits.provider_unreachable"]),
  withdraw: "payoutAccounts.not_found",
  bonus: "bonuses.not_found",
};
/** Every process hears of a change a moment after its commit; until then the wallet alone says no. */
const expectGates = (world: World, member: Member) =>
  expect.poll(() => {
    world.clock.advance(5_000);
    return gates(world, member);
  });
const shutBy = (code: string) => ({ play: code, deposit: code, withdraw: code, bonus: code });

test("in a market that asks for it, nobody unverified pays in, plays, takes out or releases a bonus, whatever their browser says [KYC-07]", async () => {
  const ann = await strict.player({ balance: 1_000_00n });
  await expectGates(strict, ann).toEqual(shutBy("limits.kyc_required"));
  const forged = await ann.request(
    "POST",
    "/api/rounds.play",
    JSON.stringify({ ...playOf(strict), stake: "10.00", verifyLater: true, securityAlreadyUpLoad: "1", verification: "A", standing: { verification: "A" } }),
    { cookie: "securityAlreadyUpLoad=1; verification=A", "x-verification": "A" },
  );
  expect(forged.answer).toMatchObject({ success: false, message: "limits.kyc_required" });
  for (const status of ["P", "R"] as const) {
    await verify(strict, ann.id, status);
    await expectGates(strict, ann).toEqual(shutBy("limits.kyc_required"));
  }
  await verify(strict, ann.id);
  await expectGates(strict, ann).toMatchObject(OPEN);
  expect(await strict.audit()).toEqual([]);
});

test("where a market asks for longer cycles than a game, its rounds keep them and its room says so", async () => {
  const ann = await strict.player({ balance: 1_000_00n });
  await verify(strict, ann.id);
  await expect
    .poll(() =>
      ann.call(rounds.play, playOf(strict)).then(
        () => "played",
        (error: { code?: string }) => error.code,
      ),
    )
    .toBe("played");
  strict.clock.advance(2_499);
  expect(await ann.refusal(rounds.play, playOf(strict))).toMatchObject({ code: "rounds.too_soon", values: { seconds: 2.5 } });
  strict.clock.advance(1);
  await ann.call(rounds.play, playOf(strict));
  expect((await ann.call(games.room, { gameCode: "DICE" })).cycleMs).toBe(2_500);
  expect((await sandbox.guest().call(games.room, { gameCode: "DICE" })).cycleMs).toBe(1_000);
});

test("straight at the ledger the wallet says the same: no stake of somebody unverified, no debit of somebody barred, and wins always pay", async () => {
  const ann = await strict.player({ balance: 1_000_00n });
  expect(await placeBet(strict, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  await verify(strict, ann.id);
  expect(await placeBet(strict, ann.id, { stake: 10_00n })).toBe("played");
  await verify(strict, ann.id, "N");
  expect(await placeBet(strict, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  const before = (await ann.call(wallet.balance, {})).balance;
  await strict.give(ann.id, 77_00n);
  expect((await ann.call(wallet.balance, {})).balance).toBe(before + 77_00n);
  const ben = await sandbox.player({ balance: 1_000_00n });
  expect(await placeBet(sandbox, ben.id, { stake: 10_00n })).toBe("played");
  await sandbox.open.platform.database.begin((tx) => changeStanding(tx, { accountId: ben.id, restrictions: ["play"] }));
  expect(await placeBet(sandbox, ben.id, { stake: 10_00n })).toBe("wallet.closed");
  expect(await sandbox.audit()).toEqual([]);
});

test("in the sandbox everyone unverified passes, somebody barred passes nothing, and two officers open it again", async () => {
  const [ann, risk, second] = [await sandbox.player({ balance: 1_000_00n }), await sandbox.operator("risk"), await sandbox.operator("kyc")];
  await expectGates(sandbox, ann).toMatchObject(OPEN);
  const { id } = await risk.call(eligibility.open, { memberId: ann.id, cause: "barredGroup", reason });
  expect(await risk.refused(eligibility.open, { memberId: ann.id, cause: "barredGroup", reason })).toBe("eligibility.already_open");
  await expectGates(sandbox, ann).toEqual(shutBy("limits.ineligible"));
  expect(await placeBet(sandbox, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  await risk.call(eligibility.open, { memberId: ann.id, cause: "falseIdentity", reason });
  await risk.call(eligibility.proposeClearing, { id, reason });
  await second.call(eligibility.clear, { id, reason });
  // Another case is open.
  await expectGates(sandbox, ann).toEqual(shutBy("limits.ineligible"));
  const other = (await caseOf(second, ann.id))!;
  await second.call(eligibility.proposeClearing, { id: other.id, reason });
  await risk.call(eligibility.clear, { id: other.id, reason });
  sandbox.clock.advance(5_000);
  await expectGates(sandbox, ann).toMatchObject(OPEN);
  expect(await sandbox.audit()).toEqual([]);
});

test("an officer closes one thing and nothing else", async () => {
  const { begin } = sandbox.open.platform.database;
  const ann = await sandbox.player({ balance: 1_000_00n });
  for (const what of ["play", "deposit", "withdraw", "bonus"]) {
    await begin((tx) => changeStanding(tx, { accountId: ann.id, restrictions: [what] }));
    sandbox.clock.advance(5_000);
    await expectGates(sandbox, ann).toMatchObject({ ...OPEN, [what]: "limits.restricted" });
  }
  await begin((tx) => changeStanding(tx, { accountId: ann.id, restrictions: [] }));
  expect(await sandbox.audit()).toEqual([]);
});

test("nobody passes money on while they are barred or restricted, or to somebody who is", async () => {
  const agent = await sandbox.member({ type: accountTypes.agent });
  const [ann, risk] = [await sandbox.member({ type: accountTypes.player, parentId: agent.id }), await sandbox.operator("risk")];
  for (const one of [agent, ann]) {
    await verify(sandbox, one.id);
    await sandbox.give(one.id, 500_00n);
    await one.call(accounts.setPaymentPassword, { password: one.password, paymentPassword: "135790" });
  }
  const send = () => ({ requestId: newId(sandbox.clock.now()), amount: 10_00n, paymentPassword: "135790" });
  const { begin } = sandbox.open.platform.database;
  await begin((tx) => changeStanding(tx, { accountId: ann.id, restrictions: ["transfer"] }));
  expect(await ann.refused(transfers.toUpline, send())).toBe("limits.restricted");
  await begin((tx) => changeStanding(tx, { accountId: ann.id, restrictions: [] }));
  await ann.call(transfers.toUpline, send());
  await risk.call(eligibility.open, { memberId: agent.id, cause: "restrictedList", reason });
  expect(await ann.refused(transfers.toUpline, send())).toBe("transfers.closed");
  expect(await agent.refused(transfers.toDownline, { ...send(), account: ann.name })).toBe("limits.ineligible");
});

test("an officer's freeze outlives every change of a standing, and no change of a standing makes one", async () => {
  const [ann, risk] = [await strict.player({ balance: 1_000_00n }), await strict.operator("risk")];
  const statusOf = async () =>
    (await asOwner<{ status: number }>(strict.open.url, "select status from wallet where account_id = $1 and kind = 1", [ann.id]))[0]!.status;
  const freeze = (frozen: boolean) => risk.call(wallet.setFrozen, { memberName: ann.name, frozen, reason });
  expect(await statusOf()).toBe(1);
  await freeze(true);
  expect(await statusOf()).toBe(2);
  await verify(strict, ann.id);
  expect(await statusOf()).toBe(2);
  expect((await risk.call(wallet.lines, { memberName: ann.name })).frozen).toBe(true);
  await freeze(false);
  expect(await statusOf()).toBe(0);
  await verify(strict, ann.id, "N");
  expect(await statusOf()).toBe(1);
  await freeze(false);
  expect(await statusOf()).toBe(1);
  await risk.call(eligibility.open, { memberId: ann.id, cause: "underage", reason });
  expect(await statusOf()).toBe(2);
  // What bars the account is no officer's freeze, and is not lifted as one.
  expect((await risk.call(wallet.lines, { memberName: ann.name })).frozen).toBe(false);
  await freeze(false);
  expect(await statusOf()).toBe(2);
  expect(await strict.audit()).toEqual([]);
});

test("a freeze that is not committed yet is waited for by whoever changes the standing", async () => {
  const ann = await strict.player();
  const { begin } = strict.open.platform.database;
  const now = strict.clock.now();
  let approved: Promise<void> = Promise.resolve();
  await begin(async (tx) => {
    await freezeAccount(tx, { accountId: ann.id, frozen: true, now });
    approved = verify(strict, ann.id);
    await sleep(300);
  });
  await approved;
  expect(await asOwner(strict.open.url, "select status from wallet where account_id = $1 and kind = 1", [ann.id])).toEqual([{ status: 2 }]);
  expect(await strict.audit()).toEqual([]);
});

test("twenty changes at once leave the wallet as the last of them says", async () => {
  const ann = await strict.player();
  const { begin } = strict.open.platform.database;
  const risk = await strict.operator("risk");
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? risk.call(wallet.setFrozen, { memberName: ann.name, frozen: at % 4 === 0, reason })
        : begin((tx) => changeStanding(tx, { accountId: ann.id, verification: at % 4 === 1 ? "A" : "N" })),
    ),
  );
  expect(await strict.audit()).toEqual([]);
});

test("a document that is over closes play and deposits on its day, letters come 30 and 7 days before, and money may leave for 30 days more", async () => {
  const [ann, kyc] = [await strict.player({ balance: 5_000_00n }), await strict.operator("kyc")];
  await approve(kyc, await handIn(strict, ann, { payeename: "Ann Reyes" }), { expiresOn: "2026-12-01" });
  const payoutAccountId = await bindPayoutAccount(ann);
  const enter = async () =>
    void (ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token);
  const lookAfter = async (durationMs: number) => {
    await strict.pass(durationMs);
    await asOwner(strict.open.url, "select graphile_worker.add_job('verifications:expire', '{}'::json)");
    await strict.work();
    await enter();
  };
  const letters = async () =>
    (
      await asOwner<{ source: string }>(
        strict.open.url,
        "select source from message where account_id = $1 and source like 'verifications.expiring%' order by id",
        [ann.id],
      )
    ).map(({ source }) => source.split(" ").at(-1));
  await expectGates(strict, ann).toMatchObject(OPEN);
  // 5 October; the card ends on 1 December.
  await lookAfter(26 * DAY_MS);
  expect(await letters()).toEqual([]);
  await lookAfter(1 * DAY_MS);
  await lookAfter(1 * DAY_MS);
  expect(await letters()).toEqual(["30"]);
  await lookAfter(23 * DAY_MS);
  expect(await letters()).toEqual(["30", "7"]);
  await lookAfter(6 * DAY_MS - 2 * 60 * 60_000);
  expect(await letters()).toEqual(["30", "7", "0"]);
  await expectGates(strict, ann).toEqual({ ...shutBy("limits.kyc_required"), withdraw: "payoutAccounts.not_found" });
  expect(await placeBet(strict, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  const request = () => ({ requestId: newId(strict.clock.now()), amount: 200_00n, payoutAccountId, paymentPassword: "135790" });
  expect((await ann.call(withdrawals.request, request())).state).toBe("pending");
  expect(await ann.call(verifications.config, {})).toMatchObject({ info: { idVerification: { status: "N", isComplete: false } } });
  await lookAfter(30 * DAY_MS);
  expect(await ann.refused(withdrawals.request, request())).toBe("limits.kyc_required");
  expect(await strict.audit()).toEqual([]);
});

test("from abroad, or from where nobody knows, nobody registers, pays in, plays or passes money on; logging in, reading and taking out stay open", async () => {
  const ann = await strict.player({ balance: 1_000_00n });
  await verify(strict, ann.id);
  const at = (ip: string): Member => {
    const person = new Person({ address: strict.address, clock: strict.clock, ip, name: ann.name, password: ann.password });
    person.token = ann.token;
    return Object.assign(person, { id: ann.id });
  };
  await expectGates(strict, at("112.198.0.1")).toMatchObject(OPEN);
  // Google's network stands in the United States; the other range is kept for documents and belongs to no country.
  for (const ip of ["8.8.8.8", "2001:4860:4860::8888", "203.0.113.9"]) {
    const away = at(ip);
    await expectGates(strict, away).toMatchObject({ ...OPEN, play: "countries.closed", deposit: "countries.closed" });
    expect((await away.call(wallet.balance, {})).balance).toBeGreaterThan(0n);
    expect(await away.refused(accounts.register, registrationOf("fromabroad1", "Correct-horse-7"))).toBe("countries.closed");
  }
  // A header of the caller's own making is no address: the proxy's word is.
  const forged = await at("8.8.8.8").request("POST", "/api/rounds.play", JSON.stringify({ ...playOf(strict), stake: "10.00" }), {
    "cf-connecting-ip": "112.198.0.1",
  });
  expect(forged.answer).toMatchObject({ success: false, message: "countries.closed" });
  const newcomer = new Person({ address: strict.address, clock: strict.clock, ip: "112.198.0.7" });
  expect((await newcomer.call(accounts.register, registrationOf("fromhome1", "Correct-horse-7"))).token).toBeTruthy();
  expect(() => checkMay("transfer", openStanding, { pack: { verifiedOnly: false }, now: strict.clock.now(), isAbroad: true })).toThrow("countries.closed");
  await expectGates(sandbox, Object.assign(await sandbox.player({ balance: 100_00n }), { ip: "8.8.8.8" })).toMatchObject(OPEN);
});
