import { createAccount, createOperator } from "../core/accounts/accounts.ts";
import { DEMO_MEMBER_PASSWORD, DEMO_PAYMENT_PASSWORD, demoAccounts, settleDemoMember } from "../core/accounts/demo.ts";
import { hashPassword } from "../core/sessions/passwords.ts";
import { permissionsOf } from "../core/sessions/roles.ts";
import { markFirstLogin } from "../core/sessions/sessions.ts";
import { packs } from "../core/settings/packs.ts";
import { addPayoutAccount } from "../features/payoutAccounts/payoutAccounts.ts";
import type { OperatorActor } from "../platform/actor.ts";
import type { Db, Tx } from "../platform/db.ts";
import { holderOf, members, pick, withdrawals } from "./seed.plan.ts";
import { unlessRefused, type Past } from "./seed.past.ts";

const OFFICER = "demofinance";
/** Created last: whoever finds them finds the world complete. */
const SEALING_OPERATOR = "demoadmin";

export async function isComplete(db: Db): Promise<boolean> {
  return (await findOperator(db, SEALING_OPERATOR)) !== undefined;
}

export async function completeWorld(tx: Tx, now: Date): Promise<void> {
  await createOperator(tx, { name: SEALING_OPERATOR, passwordHash: await hashPassword(passwordOf(SEALING_OPERATOR)), role: "superadmin", now });
}

const passwordOf = (name: string): string => demoAccounts.find((account) => account.name === name)?.password ?? DEMO_MEMBER_PASSWORD;

const findOperator = (db: Db, name: string) => db.selectFrom("operator").select("id").where("name", "=", name).executeTakeFirst();

/** All people of the demo world, in one transaction: after an interruption all are there or none. Answers the members' ids by name. */
export async function seedPeople(past: Past): Promise<ReadonlyMap<string, bigint>> {
  const { db, begin } = past.platform.database;
  const known = await findMembers(db);
  if (known.size > 0) return known;
  // Hashing is slow on purpose, so people with the same password share one hash.
  const hashes = new Map<string, string>();
  const passwords = [...new Set([OFFICER, ...members.map(({ name }) => name)].map(passwordOf)), DEMO_PAYMENT_PASSWORD];
  await Promise.all(passwords.map(async (password) => hashes.set(password, await hashPassword(password))));
  const hashOf = (password: string): string => hashes.get(password)!;
  return begin(async (tx) => {
    await createOperator(tx, { name: OFFICER, passwordHash: hashOf(passwordOf(OFFICER)), role: "finance", now: past.begin });
    const ids = new Map<string, bigint>();
    for (const { name, type, under, joinsAfterMs } of members) {
      const now = new Date(past.begin.getTime() + joinsAfterMs);
      const parentId = under === null ? null : ids.get(under)!;
      const accountId = await createAccount(tx, { name, passwordHash: hashOf(passwordOf(name)), type, parentId, pack: packs[past.platform.config.pack], now });
      await settleDemoMember(tx, { accountId, holder: holderOf(name), paymentPasswordHash: hashOf(DEMO_PAYMENT_PASSWORD) });
      await markFirstLogin(tx, { accountId, now });
      await past.write(tx, "accounts.registered", { accountId: String(accountId) }, now);
      ids.set(name, accountId);
    }
    return ids;
  });
}

async function findMembers(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const names = members.map(({ name }) => name);
  const rows = await db.selectFrom("account").select(["id", "name"]).where("name", "in", names).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The officer who decides the demo world's withdrawals. */
export async function getOfficer(db: Db): Promise<OperatorActor> {
  const { id } = (await findOperator(db, OFFICER))!;
  return { kind: "operator", id, name: OFFICER, role: "finance", permissions: permissionsOf("finance"), ip: "127.0.0.1", session: "" };
}

const PAYOUT_BANKS = ["GCASH", "MAYA", "BPI"] as const;
const NUMBER_VALUES = 1_000_000_000;

/** Gives everyone who will withdraw a place where the money can go. */
export async function bindPayoutAccounts({ platform, begin }: Past, ids: ReadonlyMap<string, bigint>): Promise<void> {
  const names = [...new Set(withdrawals.map(({ name }) => name))];
  await Promise.all(
    names.map((name, index) => {
      const number = `09${String(pick(NUMBER_VALUES, name, "number")).padStart(9, "0")}`;
      const input = { bank: PAYOUT_BANKS[index % PAYOUT_BANKS.length]!, holder: holderOf(name), number };
      return unlessRefused(addPayoutAccount(platform.database, { accountId: ids.get(name)!, input, now: begin }), "payoutAccounts.duplicate");
    }),
  );
}
