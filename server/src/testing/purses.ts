import { asOwner } from "./owner.ts";

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
