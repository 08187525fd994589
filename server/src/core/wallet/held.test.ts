import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@laro/contract/core/errors";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { credit } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { clearEligibilityCase, openEligibilityCase, proposeClearing } from "../accounts/eligibility.ts";
import { appealCase, giveNotice, proposeSettlement, settleCase, upholdCase } from "../accounts/eligibility.process.ts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { packs } from "../settings/packs.ts";
import { openWallet } from "./funds.ts";
import { holdAll } from "./held.ts";
import { systemAccounts, walletKinds } from "./posting.ts";
import { getWalletId, holdFunds, passMoney, postMovement } from "./wallet.ts";

let world: World;
let names = 0;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const moment = () => ({ now: world.clock.now(), timeZone: "Asia/Manila" });
const begin: World["open"]["platform"]["database"]["begin"] = (work) => world.open.platform.database.begin(work);
const [ONE, TWO] = [1n, 2n];

async function somebody(balance: bigint): Promise<bigint> {
  const account = { passwordHash: "", type: accountTypes.player, parentId: null, pack: packs.sandbox, keys: world.open.platform.keys, now: world.clock.now() };
  const id = await begin((tx) => createAccount(tx, { ...account, name: `held${++names}` }));
  if (balance > 0n) await world.give(id, balance);
  return id;
}

const openCase = async (accountId: bigint): Promise<string> =>
  (await begin((tx) => openEligibilityCase(tx, { accountId, cause: "underage", now: world.clock.now() })))!;

async function balancesOf(accountId: bigint): Promise<Record<string, bigint>> {
  const rows = await asOwner<{ kind: number; balance: string }>(world.open.url, "select kind, balance::text from wallet where account_id = $1", [accountId]);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, BigInt(balance)]));
}

const codeOf = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

test("no posting takes held money, to whatever account and of whatever kind: the one way out is a case's", async () => {
  const ann = await somebody(500_00n);
  const id = await openCase(ann);
  await begin((tx) => giveNotice(tx, moment(), { id, officerId: ONE, notice: "because" }));
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: ann, kind: "held" });
  const main = await getWalletId(world.open.platform.database.db, { accountId: ann, kind: "main" });
  for (const contra of Object.keys(systemAccounts) as (keyof typeof systemAccounts)[]) {
    for (const kind of ["bet", "payout", "adjustment", "fee", "hold", "forfeiture"] as const) {
      const ref = newId(world.clock.now());
      expect(await codeOf(begin((tx) => postMovement(tx, moment(), { ref, walletId, contra, kind, amountMinor: -1n })))).toBe("wallet.closed");
      const posting = { ref: newId(world.clock.now()), walletId, contra: systemAccounts[contra], kind, debitMinor: 1n, creditMinor: 0n, digest: 0n };
      expect(await codeOf(world.open.platform.ledger.post(posting))).toBe("wallet.closed");
    }
  }
  const passage = { reason: "held-return", id: "made up", from: walletId, to: main, transit: "transit:held", kind: "hold", amountMinor: 1n } as const;
  expect(await codeOf(begin((tx) => passMoney(tx, moment(), passage)))).toBe("wallet.closed");
  expect(await balancesOf(ann)).toMatchObject({ 1: 0n, 4: 500_00n });
  expect(await world.audit()).toEqual([]);
});

test("a wallet that officers worked through is found closed by whoever waited for it, also where their work failed", async () => {
  const ann = await somebody(300_00n);
  const id = await openCase(ann);
  const late = begin(async (tx) => {
    await holdAll(tx, moment(), { caseId: id, accountId: ann, step: "noticed" });
    await sleep(200);
    throw new Error("the work failed");
  });
  const bet = sleep(50).then(() => placeBet(world, ann, { stake: 10_00n }));
  await expect(late).rejects.toThrow("the work failed");
  expect(await bet).toBe("wallet.closed");
  expect(await balancesOf(ann)).toMatchObject({ 1: 300_00n });
  expect(await world.audit()).toEqual([]);
});

test("a notice at the moment of bets, withdrawals and deposits holds what is left and loses nothing", async () => {
  for (let run = 0; run < 6; run++) {
    const ann = await somebody(1_000_00n);
    const held = newId(world.clock.now());
    const opening = begin(async (tx) => {
      const id = (await openEligibilityCase(tx, { accountId: ann, cause: "restrictedList", now: world.clock.now() }))!;
      await giveNotice(tx, moment(), { id, officerId: ONE, notice: "because" });
    });
    const withdrawal = begin(async (tx) => {
      await holdFunds(tx, moment(), { id: held, accountId: ann, amountMinor: 200_00n });
      await tx.insertInto("withdrawal").values({ id: held, account_id: ann, payout_account_id: 1n, amount: 200_00n, created_at: world.clock.now() }).execute();
    });
    const deposit = begin(async (tx) => void (await credit(tx, moment(), { accountId: ann, amountMinor: 70_00n })));
    const bets = Array.from({ length: 8 }, () => placeBet(world, ann, { stake: 10_00n, win: 10_00n }));
    const said = [await codeOf(withdrawal), await codeOf(deposit), ...(await Promise.all(bets))];
    await opening;
    expect(said.filter((code) => code !== undefined && code !== "played" && code !== "wallet.closed")).toEqual([]);
    const { 1: main, 3: locked, 4: kept } = await balancesOf(ann);
    expect(main! + locked! + kept!).toBe(1_070_00n);
    // What is in the main wallet came after the notice, and that can only be the deposit.
    expect([0n, 70_00n]).toContain(main);
    expect(await world.audit()).toEqual([]);
  }
});

type Step =
  | { readonly do: "notice" | "appeal" | "uphold" | "settle" | "clear" | "open" | "days" }
  | { readonly do: "credit" | "share"; readonly amount: number };

const amount = fc.integer({ min: 1, max: 500_00 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("notice" as const, "uphold" as const, "appeal" as const, "settle" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("clear" as const, "open" as const, "days" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("credit" as const, "share" as const), amount }) },
);

const RUNS = 20;

test("whatever order the steps of a case are tried in, the member's money is in their wallets or at the government, and the books say where", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_00), fc.array(step, { minLength: 4, maxLength: 16 }), async (balance, steps) => {
      const ann = await somebody(BigInt(balance));
      let id = await openCase(ann);
      let given = BigInt(balance);
      let share = 0n;
      const acts: Record<Step["do"], (amountMinor: bigint) => Promise<unknown>> = {
        open: async () => (id = (await begin((tx) => openEligibilityCase(tx, { accountId: ann, cause: "underage", now: world.clock.now() }))) ?? id),
        notice: () => begin((tx) => giveNotice(tx, moment(), { id, officerId: ONE, notice: "because" })),
        appeal: () => begin((tx) => appealCase(tx, { accountId: ann, id, appeal: "not so", now: world.clock.now() })),
        uphold: () => begin((tx) => upholdCase(tx, moment(), { id, officerId: TWO, answer: "it is so" })),
        clear: async () => {
          await begin((tx) => proposeClearing(tx, { id, officerId: ONE }));
          await begin((tx) => clearEligibilityCase(tx, moment(), { id, officerId: TWO }));
        },
        settle: async () => {
          const settlement = { id, returnedMinor: share, regulatorReference: "R-1" };
          await begin((tx) => proposeSettlement(tx, moment(), { ...settlement, officerId: ONE }));
          await begin((tx) => settleCase(tx, moment(), { ...settlement, officerId: TWO }));
        },
        days: async () => world.clock.advance(16 * 24 * 60 * 60_000),
        credit: async (amountMinor) => {
          await world.give(ann, amountMinor);
          given += amountMinor;
        },
        share: async (amountMinor) => (share = amountMinor),
      };
      for (const tried of steps) await codeOf(acts[tried.do]("amount" in tried ? BigInt(tried.amount) : 0n));
      const { 1: main, 4: held = 0n } = await balancesOf(ann);
      const [gone] = await asOwner<{ sum: string }>(
        world.open.url,
        "select coalesce(sum(-amount), 0)::text as sum from transfer t join wallet w on w.id = t.wallet_id where w.account_id = $1 and contra = -305",
        [ann],
      );
      expect(main! + held + BigInt(gone!.sum)).toBe(given);
      expect(await world.audit()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test("the held wallet is opened by the first notice alone, and closed from its first moment", async () => {
  const ann = await somebody(100_00n);
  expect(Object.keys(await balancesOf(ann))).not.toContain("4");
  await openCase(ann);
  await begin((tx) => openWallet(tx, { accountId: ann, kind: walletKinds.held }));
  expect(await asOwner(world.open.url, "select status from wallet where account_id = $1 and kind = 4", [ann])).toEqual([{ status: 2 }]);
});
