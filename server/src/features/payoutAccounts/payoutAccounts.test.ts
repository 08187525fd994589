import { accounts } from "@laro/contract/accounts";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const account = (number: string, paymentPassword = PAYMENT_PASSWORD, bank = "MAYA") => ({ bank, holder: "Ann Reyes", number, paymentPassword });

async function memberWithPaymentPassword(): Promise<Person & { readonly id: bigint }> {
  const ann = await world.player();
  await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: PAYMENT_PASSWORD });
  return ann;
}

test("no payment password, a wrong one and an unknown bank are refused", async () => {
  const ann = await world.player();
  expect(await ann.refused(payoutAccounts.add, account("09170001234"))).toBe("accounts.payment_password_missing");
  const ben = await memberWithPaymentPassword();
  expect(await ben.refused(payoutAccounts.add, account("09170001234", "000000"))).toBe("accounts.payment_password_wrong");
  expect((await ben.refusal(payoutAccounts.add, account("09170001234", PAYMENT_PASSWORD, "NOBANK"))).field).toBe("bank");
  expect((await ben.call(payoutAccounts.mine, {})).list).toEqual([]);
});

test("the same account is bound once and at most five are, also at the same moment", async () => {
  const ann = await memberWithPaymentPassword();
  await ann.call(payoutAccounts.add, account("09170000001"));
  expect(await ann.refused(payoutAccounts.add, account("09170000001"))).toBe("payoutAccounts.duplicate");
  for (const last of [2, 3, 4]) await ann.call(payoutAccounts.add, account(`0917000000${last}`));
  await Promise.allSettled([5, 6, 7].map((last) => ann.call(payoutAccounts.add, account(`0917000000${last}`))));
  expect((await ann.call(payoutAccounts.mine, {})).list).toHaveLength(5);
  expect(await ann.refused(payoutAccounts.add, account("09170000008"))).toBe("payoutAccounts.too_many");
});

test("a bound account is shown to its member by the bank's name with all but four digits hidden, and to nobody else", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const id = await bindPayoutAccount(ann);
  const mine = await ann.call(payoutAccounts.mine, {});
  expect(mine.list).toEqual([{ id, bank: "GCash", holder: "Ann Reyes", numberMasked: "•••• 1234" }]);
  expect(mine.banks.map(({ code }) => code)).toEqual(["GCASH", "MAYA", "BPI", "BDO", "UNIONBANK", "METROBANK"]);
  expect((await ann.call(withdrawals.terms, {})).hasPayoutAccount).toBe(true);
  expect((await ben.call(payoutAccounts.mine, {})).list).toEqual([]);
});

test("what was bound in a name its member had before takes no room and is not offered, and the same number can be bound in the name they have now", async () => {
  const ann = await memberWithPaymentPassword();
  for (const last of [1, 2, 3, 4, 5]) await ann.call(payoutAccounts.add, account(`0917000000${last}`));
  await asOwner(world.open.url, "update account set verified_name = 'Ann Cruz' where id = $1", [ann.id]);
  expect((await ann.call(payoutAccounts.mine, {})).list).toEqual([]);
  expect((await ann.call(withdrawals.terms, {})).hasPayoutAccount).toBe(false);
  expect((await ann.refusal(payoutAccounts.add, account("09170000001"))).field).toBe("holder");
  const { holder, numberMasked } = await ann.call(payoutAccounts.add, { ...account("09170000001"), holder: "ANN CRUZ" });
  expect((await ann.call(payoutAccounts.mine, {})).list).toMatchObject([{ holder, numberMasked }]);
  expect(await ann.refused(payoutAccounts.add, { ...account("09170000001"), holder: "Ann Cruz" })).toBe("payoutAccounts.duplicate");
});
