import type { VendorState } from "@laro/contract/vendors";
import { sql } from "kysely";
import { createHmac } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { Window } from "../catalogue/view.ts";
import type { Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";
import { openText } from "../../platform/sealing.ts";

/** A game as a vendor's call finds it, whether it is shown or not. */
export interface VendorGame {
  readonly id: number;
  readonly gameType: string;
  /** Minor units; null where nothing bounds a stake. */
  readonly stakeMaxMinor: bigint | null;
  readonly isOpen: boolean;
  readonly windows: readonly Window[];
}

/** A secret while it counts. */
export interface VendorSecret {
  readonly use: "theirs" | "ours";
  readonly secret: Buffer;
  readonly from: Date;
  readonly until: Date | null;
}

/** A vendor as its calls need it. */
export interface GatewayVendor {
  readonly id: number;
  readonly code: string;
  readonly state: VendorState;
  readonly simulated: boolean;
  readonly protocol: string;
  /** Whether members' money is moved into a wallet of its own before play. */
  readonly keepsWallet: boolean;
  readonly baseUrl: string | null;
  readonly casinoId: string;
  readonly callsPerS: number;
  readonly callsAtOnce: number;
  readonly answerWithinMs: number;
  readonly stakeMaxMinor: bigint | null;
  /** Whether a call may come from an address. */
  readonly admits: (address: string) => boolean;
  readonly secrets: readonly VendorSecret[];
  readonly windows: readonly Window[];
  readonly games: ReadonlyMap<string, VendorGame>;
}

/** How old it may be. */
const LOOK_EVERY_MS = 1_000;

const views = new WeakMap<Db, VendorView>();

/** The vendor with a code, from memory; undefined where there is none. The house is none. */
export function findVendor(
  { database: { db }, keys, config }: Pick<Platform, "database" | "keys" | "config">,
  code: string,
): Promise<GatewayVendor | undefined> {
  const view = views.get(db) ?? new VendorView(db, keys, config);
  views.set(db, view);
  return view.find(code);
}

/** The vendors in memory: looked at again at most once a second, and read anew where the catalogue's version moved. A refused call costs no query of its own. */
class VendorView {
  readonly #db: Db;
  readonly #keys: Keys;
  readonly #config: Config;
  #vendors: ReadonlyMap<string, GatewayVendor> = new Map();
  #version: bigint | undefined;
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;

  constructor(db: Db, keys: Keys, config: Config) {
    this.#db = db;
    this.#keys = keys;
    this.#config = config;
  }

  async find(code: string): Promise<GatewayVendor | undefined> {
    if (performance.now() - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
      await this.#looking;
    }
    return this.#vendors.get(code);
  }

  async #look(): Promise<void> {
    const began = performance.now();
    const { version } = await this.#db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
    if (version !== this.#version) this.#vendors = await readVendors(this.#db, this.#keys, this.#config);
    [this.#version, this.#lookedAt] = [version, began];
  }
}

async function readVendors(db: Db, keys: Keys, config: Config): Promise<ReadonlyMap<string, GatewayVendor>> {
  const [vendorRows, keyRows, gameRows, windowRows] = await Promise.all([
    db.selectFrom("vendor").selectAll().where("id", "<>", 1).execute(),
    db
      .selectFrom("vendor_key")
      .select(["id", "vendor_id as vendorId", "use", "sealed", "valid_from as from", "valid_until as until"])
      .where("valid_from", "is not", null)
      // The newest signs what we send.
      .orderBy("valid_from", "desc")
      .execute(),
    db
      .selectFrom("game as g")
      .leftJoin("game_stake as k", "k.game_id", "g.id")
      .select(["g.id", "g.vendor_id as vendorId", "g.game_code as gameCode", "g.game_type as gameType", "g.state"])
      .select(sql<bigint | null>`least(g.stake_max, k.stake_max)`.as("stakeMaxMinor"))
      .where("g.vendor_id", "<>", 1)
      .execute(),
    db.selectFrom("game_window").select(["vendor_id as vendorId", "game_id as gameId", "from_at as from", "until_at as until"]).execute(),
  ]);
  const gamesOf = Map.groupBy(gameRows, ({ vendorId }) => vendorId);
  const windowsOfGame = Map.groupBy(windowRows, ({ gameId }) => gameId);
  const vendors = vendorRows.map((row): [string, GatewayVendor] => {
    const games = (gamesOf.get(row.id) ?? []).map(({ id, gameCode, gameType, state, stakeMaxMinor }): [string, VendorGame] => [
      gameCode,
      { id, gameType, stakeMaxMinor, isOpen: state === "open", windows: windowsOfGame.get(id) ?? [] },
    ]);
    const secrets = keyRows
      .filter(({ vendorId }) => vendorId === row.id)
      .map(({ id, use, sealed, from, until }) => ({
        use: use as VendorSecret["use"],
        secret: Buffer.from(openText(keys, sealedFor(id), sealed), "base64"),
        from: from!,
        until,
      }));
    return [
      row.code,
      {
        id: row.id,
        code: row.code,
        state: row.state as VendorState,
        simulated: row.simulated,
        protocol: row.protocol,
        keepsWallet: row.wallet_mode === "transfer",
        baseUrl: row.base_url,
        casinoId: row.casino_id,
        callsPerS: row.calls_per_s,
        callsAtOnce: row.calls_at_once,
        answerWithinMs: row.answer_within_ms,
        stakeMaxMinor: row.stake_max,
        admits: admitter(row.cidrs),
        secrets: [...secrets, ...testSecrets(row, config)],
        windows: windowRows.filter(({ vendorId }) => vendorId === row.id),
        games: new Map(games),
      },
    ];
  });
  return new Map(vendors);
}

/** A test vendor's secret is made of the simulator's, and counts both ways; one that checks signatures by a public key was given ours. Outside tests and demos there is none. */
function testSecrets(
  { code, simulated, protocol }: { code: string; simulated: boolean; protocol: string },
  { vendorSecret, vendorKey, production }: Config,
): readonly VendorSecret[] {
  if (!simulated || production || vendorSecret === undefined) return [];
  if (protocol === "hub88") return vendorKey === undefined ? [] : [{ use: "ours", secret: vendorKey, from: new Date(0), until: null }];
  const secret = createHmac("sha256", vendorSecret).update(`vendor ${code}`).digest();
  return (["theirs", "ours"] as const).map((use) => ({ use, secret, from: new Date(0), until: null }));
}

/** What a vendor's secret is sealed for: its row. */
export const sealedFor = (id: string): { use: string; context: string } => ({ use: "vendor-key", context: id });

/** None named is any. */
function admitter(cidrs: readonly string[]): (address: string) => boolean {
  if (cidrs.length === 0) return () => true;
  const allowed = new BlockList();
  for (const cidr of cidrs) {
    const [net = "", bits = ""] = cidr.split("/");
    const family = isIPv6(net) ? "ipv6" : "ipv4";
    allowed.addSubnet(net, bits === "" ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  // A door that speaks both families names IPv4 callers inside IPv6.
  return (address) => allowed.check(address.replace(/^::ffff:(?=[0-9.]+$)/, ""), isIPv6(address) && !/^::ffff:[0-9.]+$/.test(address) ? "ipv6" : "ipv4");
}

/** The secrets of one use that count now. */
export const secretsAt = ({ secrets }: Pick<GatewayVendor, "secrets">, use: VendorSecret["use"], now: Date): readonly Buffer[] =>
  secrets.filter((secret) => secret.use === use && secret.from <= now && (secret.until === null || now < secret.until)).map(({ secret }) => secret);
