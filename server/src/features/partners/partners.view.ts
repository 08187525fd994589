import { createHmac } from "node:crypto";
import type { PartnerGame } from "@laro/contract/partners";
import type { Config } from "../../platform/config.ts";
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
  { database: { db }, keys, clock, config }: Pick<Platform, "database" | "keys" | "clock" | "config">,
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
    isLive: isLive(row, config),
    ...placeOf(row, config),
    casinoId: row.casino_id,
    currencies: row.currencies,
    games: row.games as PartnerGame[],
    stakeMaxMinor: row.stake_max,
    secrets: [
      ...secrets.map(({ id, use, sealed, from, until }) => ({
        use: use as VendorSecret["use"],
        secret: Buffer.from(openText(keys, sealedFor(id), sealed), "base64"),
        from: from!,
        until,
      })),
      ...testSecrets(row, config),
    ],
  };
}

type Circumstances = Pick<Config, "production" | "operatorUrl" | "operatorSecret">;
type Row = Awaited<ReturnType<ReturnType<typeof selectPartner>["executeTakeFirstOrThrow"]>>;

/** Whether a partner is served: a test partner only where its simulator is. */
const isLive = ({ state, simulated }: Pick<Row, "state" | "simulated">, { production, operatorUrl }: Circumstances): boolean =>
  state === "live" && (!simulated || (!production && operatorUrl !== undefined));

/** Where a partner's wallet is called, and the sites that may frame our games; a test partner is where its simulator answers. */
export const placeOf = (
  { simulated, base_url: baseUrl, frame_origins: frameOrigins }: Pick<Row, "simulated" | "base_url" | "frame_origins">,
  { operatorUrl }: Circumstances,
): Pick<PartnerInForce, "baseUrl" | "frameOrigins"> =>
  simulated && operatorUrl !== undefined ? { baseUrl: new URL("/", operatorUrl).href, frameOrigins: [new URL(operatorUrl).origin] } : { baseUrl, frameOrigins };

/** A test partner's secret is made of its simulator's, and counts both ways. */
function testSecrets({ code, simulated }: Pick<Row, "code" | "simulated">, { production, operatorSecret }: Circumstances): readonly VendorSecret[] {
  if (!simulated || production || operatorSecret === undefined) return [];
  const secret = createHmac("sha256", operatorSecret).update(`partner ${code}`).digest("hex");
  return (["theirs", "ours"] as const).map((use) => ({ use, secret: Buffer.from(secret), from: new Date(0), until: null }));
}

const selectPartner = (db: Db | Tx) => (db as Db).selectFrom("partner").selectAll();

/** What verifies a partner's calls, or signs ours: the newest first. */
export const secretsOf = (partner: PartnerInForce, use: VendorSecret["use"], now: Date): readonly Buffer[] => secretsAt(partner, use, now);

/** The sites that may frame a partner's games; none where there is no such partner, or it is off. */
export async function listFrameOrigins(db: Db, code: string, config: Circumstances): Promise<readonly string[]> {
  const row = await selectPartner(db).where("code", "=", code).executeTakeFirst();
  return row !== undefined && isLive(row, config) ? placeOf(row, config).frameOrigins : [];
}
