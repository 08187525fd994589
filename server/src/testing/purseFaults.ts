import { openWallet } from "../core/wallet/funds.ts";
import { bookPulled } from "../core/wallet/pulled.ts";
import { matchPurse } from "../core/wallet/unmatched.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { derivedId } from "../platform/ids.ts";
import type { World } from "./world.ts";

/** Books that somebody won 3.00 at a vendor whose purses are of kind 101, and that the vendor has 1.00 more than is known of. */
export async function winInPurse({ open: { platform }, clock }: World, { vendorId, accountId }: { vendorId: number; accountId: bigint }): Promise<void> {
  const { database, timeZone } = platform;
  const [now, walletId] = [clock.now(), await getWalletId(database.db, { accountId, kind: "main" })];
  const round = { walletId, vendorId, gameId: -vendorId, key: derivedId("vendor-round", "purse"), foreignId: "purse", lookAfterS: 600 };
  const step = { ref: derivedId("vendor", "purse"), type: "win", amountMinor: 3_00n, digest: 0n, foreignId: "purse" } as const;
  await database.begin(async (tx) => {
    const purse = { accountId, vendorId, walletId, purseId: await openWallet(tx, { accountId, kind: 101 }) };
    await bookPulled(tx, { now, timeZone }, { purse, records: [{ round, step, playedAt: now }], room: async () => 0n });
    await matchPurse(tx, { now, timeZone }, { purse, thereMinor: 4_00n, askedAt: now, mostMinor: 1_00n });
  });
}

/** Faults of purses that the audit sees, after `winInPurse`. */
export const purseFaults: readonly [what: string, view: "audit_a29", plant: string][] = [
  ["a purse that holds more than is known of", "audit_a29", "update wallet set balance = balance + 1 where kind = 101"],
  ["play of a purse that was read and forgotten", "audit_a29", "delete from vendor_pulled where net <> 0"],
  [
    "play of a purse that is not what its entries say",
    "audit_a29",
    "update vendor_pulled set net = net + 1 where net <> 0; update wallet set balance = balance + 1 where kind = 101",
  ],
  ["what is unmatched and written down otherwise", "audit_a29", "update vendor_unmatched set amount = amount + 1"],
  ["what is unmatched and stands on another account", "audit_a29", "update transfer set contra = -301 where contra = -10082"],
];
