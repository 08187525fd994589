import type { PartnerGame } from "@laro/contract/partners";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { openText } from "../../platform/sealing.ts";
import { sealedFor, secretsAt, type VendorSecret } from "../../core/vendors/view.ts";

/** A partner as its calls, and ours to it, need it. */
export interface PartnerInForce {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isLive: boolean;
  readonly baseUrl: string;
  readonly casinoId: string;
  readonly frameOrigins: readonly string[];
  readonly currencies: readonly string[];
  readonly games: readonly PartnerGame[];
  readonly stakeMaxMinor: bigint | null;
  readonly secrets: readonly VendorSecret[];
}

/** Two of each use count at most, the newest first. */
const KEYS_MAX = 4;

/** A partner by its code or its number, with the keys that count or did; undefined where there is none. */
export async function findPartner(
  { database: { db }, keys, clock }: Pick<Platform, "database" | "keys" | "clock">,
  by: { readonly code: string } | { readonly id: number },
): Promise<PartnerInForce | undefined> {
  const row = await ("code" in by ? selectPartner(db).where("code", "=", by.code) : selectPartner(db).where("id", "=", by.id)).executeTakeFirst();
  if (row === undefined) return undefined;
  const now = clock.now();
  const secrets = await db
    .selectFrom("partner_key")
    .select(["id", "use", "sealed", "valid_from as from", "valid_until as until"])
    .where("partner_id", "=", row.id)
    .where("valid_from", "<=", now)
    .where((where) => where.or([where("valid_until", "is", null), where("valid_until", ">", now)]))
    .orderBy("valid_from", "desc")
    .limit(KEYS_MAX)
    .execute();
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    isLive: row.state === "live",
    baseUrl: row.base_url,
    casinoId: row.casino_id,
    frameOrigins: row.frame_origins,
    currencies: row.currencies,
    games: row.games as PartnerGame[],
    stakeMaxMinor: row.stake_max,
    secrets: secrets.map(({ id, use, sealed, from, until }) => ({
      use: use as VendorSecret["use"],
      secret: Buffer.from(openText(keys, sealedFor(id), sealed), "base64"),
      from: from!,
      until,
    })),
  };
}

const selectPartner = (db: Db | Tx) => (db as Db).selectFrom("partner").selectAll();

/** What verifies a partner's calls, or signs ours: the newest first. */
export const secretsOf = (partner: PartnerInForce, use: VendorSecret["use"], now: Date): readonly Buffer[] => secretsAt(partner, use, now);

/** The sites that may frame a partner's games; none where there is no such partner, or it is off. */
export async function listFrameOrigins(db: Db, code: string): Promise<readonly string[]> {
  const row = await db.selectFrom("partner").select("frame_origins as origins").where("code", "=", code).where("state", "=", "live").executeTakeFirst();
  return row?.origins ?? [];
}
