import { refuse } from "@laro/contract/core/errors";
import type { Startable } from "../catalogue/view.ts";
import { originOf, type Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import type { Opened } from "./launches.ts";
import { askVendor, isOutOfReach } from "./lines.ts";
import type { GameLaunch } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { issueToken } from "./tokens.ts";
import { findVendor, type GatewayVendor, secretsAt } from "./view.ts";

const LAUNCH_MS = 5_000;
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

type Settings = Pick<Config, "vendorUrl" | "production" | "origin" | "host" | "port">;

/** Who plays with money, as the vendor calls them. */
export type LaunchPlayer = NonNullable<GameLaunch["player"]>;

/** Where a vendor is asked, with a slash at its end: a test vendor at its simulator. Undefined where nobody said. */
export function addressOfVendor({ vendorUrl }: Pick<Config, "vendorUrl">, vendor: GatewayVendor, baseUrl: string | null): string | undefined {
  const base = vendor.simulated ? vendorUrl && `${vendorUrl}/${vendor.protocol}/${vendor.code}` : baseUrl;
  return base ? base.replace(/\/?$/, "/") : undefined;
}

/**
 * Asks a vendor where it shows a game. Nothing that names the member leaves. Refuses with `vendors.unreachable` where no answer came, at once where none came lately, and with
 * `vendors.launch_refused` where its address is not one of the vendor's own: https, without user info, never ours; http on this machine for test vendors alone.
 */
export async function askLaunch(
  platform: Platform,
  game: Startable,
  { id, mode, device, language, player }: Opened & { readonly player: LaunchPlayer | undefined },
): Promise<{ url: string; origin: string; framed: boolean }> {
  const { config } = platform;
  const vendor = await findVendor(platform, game.vendorCode);
  const spoken = vendor && protocols[vendor.protocol];
  const [secret] = vendor === undefined ? [] : secretsAt(vendor, "ours", platform.clock.now());
  const base = vendor && addressOfVendor(config, vendor, game.baseUrl);
  if (vendor === undefined || spoken === undefined || secret === undefined || base === undefined) refuse("vendors.unreachable");
  if (isOutOfReach(platform, vendor)) refuse("vendors.unreachable");
  const origin = originOf(config);
  const urls = { return_url: `${origin}/seamless/return`, deposit_url: `${origin}/seamless/cashier` };
  const title = game.simulated ? game.name : undefined;
  const needsToken = spoken.wallet.rules.tokenFor !== "nothing" && player !== undefined;
  const token = needsToken ? await platform.database.begin((tx) => issueToken(tx, { id, now: platform.clock.now() })) : undefined;
  const { path, ...asked } = spoken.games.launch(
    { casinoId: vendor.casinoId, gameCode: game.gameCode, title, mode, player, session: id, token, language, device, urls },
    secret,
  );
  const answer = await askVendor(platform, vendor, new URL(path, base), { ...asked, answer: spoken.games.launched, timeoutMs: LAUNCH_MS });
  if (answer?.ok !== true) refuse("vendors.unreachable");
  const { url, framed } = answer.answer;
  return { url, framed, origin: checkAddress(config, game, url) };
}

function checkAddress(config: Settings, { simulated, gameOrigins }: Startable, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : refuse("vendors.launch_refused");
  const isTest = simulated && !config.production;
  const origins = isTest && config.vendorUrl !== undefined ? [...gameOrigins, new URL(config.vendorUrl).origin] : gameOrigins;
  const isAllowedScheme = url.protocol === "https:" || (isTest && url.protocol === "http:" && LOOPBACK.includes(url.hostname));
  const isForeign = url.origin !== originOf(config);
  if (!isAllowedScheme || !isForeign || url.username !== "" || url.password !== "" || !origins.includes(url.origin)) refuse("vendors.launch_refused");
  return url.origin;
}

/** The origins that may stand in the game's frame: those of the vendors that start games now. */
export async function listGameOrigins(db: Db, { vendorUrl, production }: Pick<Config, "vendorUrl" | "production">): Promise<readonly string[]> {
  const rows = await db.selectFrom("vendor").select(["simulated", "game_origins as origins"]).where("state", "in", ["test", "live"]).execute();
  const test = !production && vendorUrl !== undefined && rows.some(({ simulated }) => simulated) ? [new URL(vendorUrl).origin] : [];
  return [...new Set([...rows.flatMap(({ origins }) => origins), ...test])].toSorted();
}
