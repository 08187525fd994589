import { playerRef } from "../core/vendors/players.ts";
import { fingerprintOf, sealSecret } from "../core/vendors/keys.ts";
import { getBalances } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import { sign } from "../core/vendors/protocols/softswiss/signature.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

export interface GatewayAnswer {
  readonly status: number;
  readonly body: {
    readonly balance?: string;
    readonly round_id?: string;
    readonly transactions?: readonly { readonly id_provider: string; readonly id: string }[];
    readonly msg?: string;
    readonly meta?: { readonly api_code: string; readonly api_message: string; readonly balance?: string };
  };
}

/** A vendor that calls our wallet in the SoftSwiss dialect. */
export class GatewayVendor {
  readonly id: number;
  readonly code: string;
  readonly secret: Buffer;

  constructor({ id, code, secret }: { id: number; code: string; secret: Buffer }) {
    [this.id, this.code, this.secret] = [id, code, secret];
  }

  /** The number of the game that stands at a place of its list. */
  gameId(place = 0): number {
    return this.id * 1_000 + place;
  }

  /** Sends a body, signed as it is unless another signature is given. */
  async call(address: string, path: string, body: object | string | Buffer, { signature }: { signature?: string | null } = {}): Promise<GatewayAnswer> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const signed = signature === undefined ? sign(bytes, this.secret) : signature;
    const headers = { "content-type": "application/json", ...(signed === null ? {} : { "x-request-sign": signed }) };
    const response = await fetch(`${address}/gateway/vendors/${this.code}/${path}`, { method: "POST", headers, body: bytes });
    return { status: response.status, body: (await response.json()) as GatewayAnswer["body"] };
  }
}

interface NewVendor {
  readonly id: number;
  readonly code: string;
  readonly secret?: Buffer;
  /** The codes of its games, all of one type. */
  readonly games?: readonly string[];
  readonly gameType?: string;
  /** Columns of its row besides. */
  readonly row?: Readonly<Record<string, unknown>>;
}

/** How old a server's view of the vendors may be, and a little. */
export const VIEW_AGE_MS = 1_050;

/** Adds a test vendor with a key and games; a server that looked at the vendors a moment ago sees it after `VIEW_AGE_MS`. */
export async function addVendor(
  world: World,
  { id, code, secret = Buffer.from(`the secret of ${code}`), games = ["gale"], gameType = "RNG", row = {} }: NewVendor,
): Promise<GatewayVendor> {
  const { url } = world.open;
  await asOwner(url, "insert into vendor (id, code, name, state, simulated, sort) values ($1::int, $2, $2, 'test', true, $1::int)", [id, code]);
  for (const [column, value] of Object.entries(row)) await asOwner(url, `update vendor set ${column} = $2 where id = $1`, [id, value]);
  await asOwner(url, "insert into studio (code, vendor_id, name, node_id, sort, lettering) values ($2, $1::int, $2, $1::int + 2000, $1::int, 0)", [id, code]);
  const vendor = new GatewayVendor({ id, code, secret });
  for (const [place, game] of games.entries()) {
    const values = [vendor.gameId(place), id, code, game, gameType];
    await asOwner(
      url,
      "insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, state, sort) values ($1::int, $1::int, $2, $3, $4, $4, $5, $5, 'open', 1)",
      values,
    );
  }
  await keepKey(world, { vendorId: id, secret });
  return vendor;
}

/** What a vendor calls a member. */
export const nameAt = (world: World, { id: vendorId }: GatewayVendor, accountId: bigint): Promise<string> =>
  world.open.platform.database.begin((tx) => playerRef(tx, { vendorId, accountId }));

/** Keeps a secret that two officers, of no account here, agreed on. */
export async function keepKey(
  world: World,
  { vendorId, use = "theirs", secret }: { vendorId: number; use?: "theirs" | "ours"; secret: Buffer },
): Promise<void> {
  const { url, platform } = world.open;
  const id = newId(world.clock.now());
  await asOwner(
    url,
    `insert into vendor_key (id, vendor_id, use, sealed, fingerprint, proposed_by, proposed_at, confirmed_by, valid_from) values ($1, $2, $3, $4, $5, -1, $6, -2, $6)`,
    [id, vendorId, use, sealSecret(platform.keys, id, secret), fingerprintOf(secret), world.clock.now()],
  );
}

let roundsPlayed = 0;
/** A member with money, and what it takes to play as a vendor in a round of their own. */
export async function playAt(world: World, vendor: GatewayVendor, { balance = 100_00n, game = "gale" }: { balance?: bigint; game?: string } = {}) {
  const player = await world.player({ balance });
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: game };
  const round = `round-${++roundsPlayed}`;
  const call = (path: string, body: object = {}) => vendor.call(world.address, path, { ...about, ...body });
  const play = (transactions: readonly object[], rest: object = {}) => call("betwin", { round_id: round, transactions, ...rest });
  const undo = (pairs: readonly (readonly [string, string])[], rest: object = {}) =>
    call("rollback", {
      round_id_provider: round,
      transactions: pairs.map(([id, original]) => ({ id_provider: id, type: "rollback", original_id_provider: original })),
      ...rest,
    });
  const main = async (): Promise<bigint> => (await getBalances(world.open.platform.database.db, player.id)).main;
  return { player, about, round, call, play, undo, finish: () => call("finish", { round_id: round }), main };
}
