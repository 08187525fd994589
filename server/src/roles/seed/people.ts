import { accountTypes } from "@laro/contract/core/accountTypes";
import { createAccount } from "../../core/accounts/accounts.ts";
import { DEMO_PASSWORD, DEMO_PAYMENT_PASSWORD } from "../../core/accounts/demo.ts";
import { settleDemoMember } from "../../core/accounts/standing.ts";
import { createOperator } from "../../core/accounts/operators.ts";
import { hashPassword } from "../../core/sessions/passwords.ts";
import { permissionsOf } from "../../core/sessions/roles.ts";
import { markFirstLogin } from "../../core/sessions/sessions.ts";
import { packs } from "../../core/settings/packs.ts";
import { addPayoutAccount } from "../../features/payoutAccounts/payoutAccounts.ts";
import { unproved, type OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { labelFor, linksOf, seedLinks } from "./agents.ts";
import type { Desk } from "./desk.ts";
import type { Officers } from "./office.ts";
import { breaks, holderOf, members, pick, withdrawals } from "./plan.ts";
import { unlessRefused, type Ids, type Past } from "./past.ts";

/** What needs two persons is proposed by the first and confirmed by the second. */
const OFFICERS = ["demofinance", "demofinance2"] as const;
/** Who looks after agents: offers for the house, and risk. */
const AGENTS_OFFICER = "demoagents";
const AGENTS_ROLES = ["marketing", "risk"] as const;
/** The second voice in what superadmins decide, and about agents. */
const SECOND_ADMIN = "demoadmin2";
/** Created last: whoever finds them finds the world complete. */
const SEALING_OPERATOR = "demoadmin";

export async function isComplete(db: Db): Promise<boolean> {
  return (await findOperator(db, SEALING_OPERATOR)) !== undefined;
}

/** The last step; answers who may do everything. */
export async function completeWorld(tx: Tx, now: Date): Promise<OperatorActor> {
  const passwordHash = await hashDemoPassword();
  await createOperator(tx, { name: SEALING_OPERATOR, passwordHash, roles: ["superadmin"], now });
  return getOperator(tx, SEALING_OPERATOR, "superadmin");
}

let hashed: Promise<string> | undefined;

/** Hashing is slow on purpose, so everyone shares one hash of the one password. */
const hashDemoPassword = (): Promise<string> => (hashed ??= hashPassword(DEMO_PASSWORD));

const findOperator = (db: Db | Tx, name: string) => (db as Db).selectFrom("operator").select("id").where("name", "=", name).executeTakeFirst();

async function getOperator(db: Db | Tx, name: string, ...roles: string[]): Promise<OperatorActor> {
  const { id } = (await findOperator(db, name))!;
  const permissions = permissionsOf(roles);
  return { kind: "operator", id, name, roles, permissions, mustChangePassword: false, factorMissing: false, ip: "127.0.0.1", session: "", ...unproved };
}

/** The officers who decide in the demo world. */
export const getOfficers = async (db: Db): Promise<Officers> => [await getOperator(db, OFFICERS[0], "finance"), await getOperator(db, OFFICERS[1], "finance")];

/** Those who decide about agents, and about their pay. */
export const getDesk = async (db: Db): Promise<Desk> => ({
  agents: [await getOperator(db, AGENTS_OFFICER, ...AGENTS_ROLES), await getOperator(db, SECOND_ADMIN, "superadmin")],
  finance: await getOfficers(db),
});

/** All people of the demo world, in one transaction: after an interruption all are there or none. Answers the members' ids by name. */
export async function seedPeople(past: Past): Promise<Ids> {
  const { db, begin } = past.platform.database;
  const known = await findMembers(db);
  if (known.size > 0) return known;
  const [passwordHash, paymentPasswordHash] = await Promise.all([hashDemoPassword(), hashPassword(DEMO_PAYMENT_PASSWORD)]);
  return begin(async (tx) => {
    for (const name of OFFICERS) await createOperator(tx, { name, passwordHash, roles: ["finance"], now: past.begin });
    await createOperator(tx, { name: AGENTS_OFFICER, passwordHash, roles: AGENTS_ROLES, now: past.begin });
    await createOperator(tx, { name: SECOND_ADMIN, passwordHash, roles: ["superadmin"], now: past.begin });
    const codes = new Map<string, string>();
    const ids = new Map<string, bigint>();
    for (const { name, type, under, joinsAfterMs } of members) {
      const now = new Date(past.begin.getTime() + joinsAfterMs);
      const parentId = under === null ? null : ids.get(under)!;
      const label = labelFor(name);
      const linkCode = type !== accountTypes.player ? null : label === undefined ? await readInvitation(tx, parentId) : codes.get(label)!;
      const accountId = await createAccount(tx, {
        name,
        passwordHash,
        type,
        parentId,
        linkCode,
        pack: packs[past.platform.config.pack],
        keys: past.platform.keys,
        now,
      });
      await settleDemoMember(tx, { accountId, holder: holderOf(name), paymentPasswordHash });
      await markFirstLogin(tx, { accountId, now });
      await past.write(tx, "accounts.registered", { accountId: String(accountId) }, now);
      for (const [made, code] of await seedLinks(tx, past, accountId, linksOf(name))) codes.set(made, code);
      ids.set(name, accountId);
    }
    return ids;
  });
}

async function findMembers(db: Db): Promise<Ids> {
  const names = members.map(({ name }) => name);
  const rows = await db.selectFrom("account").select(["id", "name"]).where("name", "in", names).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

const PAYOUT_BANKS = ["GCASH", "MAYA", "BPI"] as const;
const NUMBER_VALUES = 1_000_000_000;

/** Gives everyone who will withdraw a place where the money can go, and whoever excludes themselves, whom officers pay out. */
export async function bindPayoutAccounts({ platform, begin }: Past, ids: Ids): Promise<void> {
  const names = [...new Set([...withdrawals, ...breaks.filter(({ kind }) => kind === "self")].map(({ name }) => name))];
  await Promise.all(
    names.map((name, index) => {
      const number = `09${String(pick(NUMBER_VALUES, name, "number")).padStart(9, "0")}`;
      const input = { bank: PAYOUT_BANKS[index % PAYOUT_BANKS.length]!, holder: holderOf(name), number };
      return unlessRefused(addPayoutAccount(platform.database, { accountId: ids.get(name)!, input, now: begin }), "payoutAccounts.duplicate");
    }),
  );
}

/** The code players came by. */
async function readInvitation(tx: Tx, agentId: bigint | null): Promise<string | null> {
  if (agentId === null) return null;
  const row = await tx.selectFrom("agent_node").select("invitation_code as code").where("account_id", "=", agentId).executeTakeFirst();
  return row?.code ?? null;
}
