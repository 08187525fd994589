import type { DemoAccount } from "@laro/contract/site";
import type { z } from "zod";
import type { Tx } from "../../platform/db.ts";

/** The people of the sandbox whom anyone may be; plainly demo, and absent from every other pack. */
export const demoAccounts: readonly z.infer<typeof DemoAccount>[] = [
  { site: "player", name: "demoplayer", password: "Demo-player-1", what: "a player with a balance, a record and a payout account" },
  { site: "agent", name: "demoagent", password: "Demo-agent-1", what: "an agent with a team" },
  { site: "console", name: "demofinance", password: "Demo-finance-1", what: "a cashier officer" },
  { site: "console", name: "demofinance2", password: "Demo-finance-2", what: "a second cashier officer, for what two must decide" },
  { site: "console", name: "demoadmin", password: "Demo-admin-1", what: "an operator who may do everything" },
];

/** The payment password of the demo player. */
export const DEMO_PAYMENT_PASSWORD = "246810";

/** What every member of the demo world but those above logs in with. */
export const DEMO_MEMBER_PASSWORD = "Demo-member-1";

/** Gives a demo member a verified name and a payment password. */
export async function settleDemoMember(
  tx: Tx,
  { accountId, holder, paymentPasswordHash }: { accountId: bigint; holder: string; paymentPasswordHash: string },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ payment_password_hash: paymentPasswordHash, verification: "A", verified_name: holder })
    .where("id", "=", accountId)
    .execute();
}
