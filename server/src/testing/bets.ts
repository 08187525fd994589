import { Refusal } from "@laro/contract/core/errors";
import { systemAccounts } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import type { World } from "./world.ts";

/** Places a bet whose outcome the test decides, without a session; answers the code of the refusal or that it was played. */
export async function placeBet(
  { open, clock }: Pick<World, "open" | "clock">,
  accountId: bigint,
  { stake, win = 0n }: { stake: bigint; win?: bigint },
): Promise<string> {
  const { ledger, database } = open.platform;
  const now = clock.now();
  const posted = ledger.post({
    ref: newId(now),
    walletId: await getWalletId(database.db, { accountId, kind: "main" }),
    contra: systemAccounts["house:DICE"],
    kind: "bet",
    debitMinor: stake,
    creditMinor: 0n,
    digest: 0n,
    round: { gameId: 1, draw: () => ({ winMinor: win, detail: "{}" }) },
  });
  return posted.then(
    () => "played",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}
