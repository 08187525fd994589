import { accountTypes } from "@laro/contract/core/accountTypes";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { holdFunds } from "../core/wallet/wallet.ts";
import { approveWithdrawal } from "../features/withdrawals/withdrawals.queue.ts";
import { unproved, type OperatorActor } from "../platform/actor.ts";
import type { Database, Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { adjust } from "../testing/money.ts";
import { makeInTurn } from "./players.ts";

/** A member with one withdrawal. */
export interface Payee {
  readonly withdrawalId: string;
  readonly amountMinor: bigint;
}

const officer: OperatorActor = {
  kind: "operator",
  id: 1n,
  name: "officer",
  roles: ["finance"],
  permissions: ["*"],
  mustChangePassword: false,
  factorMissing: false,
  ip: "127.0.0.1",
  session: "",
  ...unproved,
};

/** Members who each wait for an approved withdrawal of all they have, opened without passing the door. */
export async function openPayees({ begin }: Database, count: number): Promise<readonly Payee[]> {
  return makeInTurn(count, async (index) => {
    const payee = await begin((tx) => requestWithdrawal(tx, index));
    await begin((tx) => approveWithdrawal(tx, { id: payee.withdrawalId, reason: "checked", officer, ...momentOf(new Date()) }));
    return payee;
  });
}

const momentOf = (now: Date) => ({ now, timeZone: packs.sandbox.timeZone, pack: packs.sandbox });

const LEAST_MINOR = 100_00n;

async function requestWithdrawal(tx: Tx, index: number): Promise<Payee> {
  const now = new Date();
  const moment = momentOf(now);
  const [withdrawalId, amountMinor] = [newId(now), LEAST_MINOR + BigInt(index)];
  const accountId = await createAccount(tx, {
    name: `payee${index}`,
    passwordHash: "",
    type: accountTypes.player,
    parentId: null,
    pack: packs.sandbox,
    keys: null,
    now,
  });
  await adjust(tx, moment, { accountId, amountMinor });
  const { id: payoutAccountId } = await tx
    .insertInto("payout_account")
    .values({ account_id: accountId, bank: "GCASH", holder: "Ann Reyes", number: "09170001234", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("withdrawal")
    .values({ id: withdrawalId, account_id: accountId, payout_account_id: payoutAccountId, amount: amountMinor, created_at: now })
    .execute();
  await holdFunds(tx, moment, { id: withdrawalId, accountId, amountMinor });
  return { withdrawalId, amountMinor };
}
