import { openWallet } from "../core/wallet/funds.ts";
import { bookPulled } from "../core/wallet/pulled.ts";
import { matchPurse } from "../core/wallet/unmatched.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { derivedId } from "../platform/ids.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** Of the vendors that stand for those of the sandbox's catalogue. */
const FIRST_ID = 91;

/** Every vendor of the brand's that keeps a wallet of its own. */
export const purseVendors = ["AG", "BBIN", "CQ9"] as const;

/** Adds test vendors that keep a wallet of their own, where they are not there. */
export async function addPurseVendors(url: string, codes: readonly string[]): Promise<void> {
  for (const [place, code] of codes.entries())
    await asOwner(
      url,
      `insert into vendor (id, code, name, state, simulated, sort, protocol, wallet_mode) values ($1::int, $2, $2, 'test', true, $1::int, 'hub88', 'transfer')
       on conflict do nothing`,
      [FIRST_ID + place, code],
    );
}

/** The game of each of them, after `addPurseGames`. */
export const PURSE_GAME = "reels10-1";

/** Gives each of them a game; a server that looked at the vendors a moment ago sees it after `VIEW_AGE_MS`. */
export async function addPurseGames(url: string, codes: readonly string[] = purseVendors): Promise<void> {
  for (const code of codes) {
    const [row] = await asOwner<{ id: number }>(url, "select id from vendor where code = $1", [code]);
    const { id } = row!;
    await asOwner(url, "insert into studio (code, vendor_id, name, node_id, sort, lettering) values ($2, $1::int, $2, $1::int + 2000, $1::int, 0)", [id, code]);
    await asOwner(
      url,
      `insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, state, sort)
       values ($1::int * 1000, $1::int * 1000, $1::int, $2, $3, $3, 'RNG', 'RNG', 'open', 1)`,
      [id, code, PURSE_GAME],
    );
  }
}

/** Books that somebody won 3.00 at a vendor whose purses are of kind 101, and that the vendor has 1.00 more than is known of. */
export async function winInPurse({ open: { platform }, clock }: World, { vendorId, accountId }: { vendorId: number; accountId: bigint }): Promise<void> {
  const { database, timeZone } = platform;
  const [now, walletId] = [clock.now(), await getWalletId(database.db, { accountId, kind: "main" })];
  const round = { walletId, vendorId, gameId: -vendorId, key: derivedId("vendor-round", "purse"), foreignId: "purse", lookAfterS: 600 };
  const step = { ref: derivedId("vendor", "purse"), type: "win", amountMinor: 3_00n, digest: 0n, foreignId: "purse" } as const;
  await database.begin(async (tx) => {
    const purse = { accountId, vendorId, walletId, purseId: await openWallet(tx, { accountId, kind: 101 }) };
    await bookPulled(tx, { now, timeZone }, { purse, records: [{ round, step, playedAt: now }] });
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
