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
