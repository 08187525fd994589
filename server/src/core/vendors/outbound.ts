import { refuse } from "@laro/contract/core/errors";
import { z } from "zod";
import type { Startable } from "../catalogue/view.ts";
import { originOf, type Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import { askForeign } from "../../platform/foreign.ts";
import type { Opened } from "./launches.ts";

const LAUNCH_MS = 5_000;
const URL_MAX = 2_048;
const LaunchAnswer = z.object({ url: z.string().max(URL_MAX), framed: z.boolean().default(true) });
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

type Settings = Pick<Config, "vendorUrl" | "vendorSecret" | "production" | "origin" | "host" | "port">;

/**
 * Asks a vendor where it shows a game. Nothing that names the member leaves. Refuses with `vendors.unreachable` where no answer came, and with
 * `vendors.launch_refused` where its address is not one of the vendor's own: https, without user info, never ours; http on this machine for test vendors alone.
 */
export async function askLaunch(
  config: Settings,
  game: Startable,
  { id, mode, device, language }: Opened,
): Promise<{ url: string; origin: string; framed: boolean }> {
  const base = game.simulated ? config.vendorUrl : (game.baseUrl ?? undefined);
  if (base === undefined) refuse("vendors.unreachable");
  const asked = { vendor: game.vendorCode, game: game.gameCode, title: game.name, session: id, mode, device, language };
  const answer = await askForeign(new URL("/launch", base), {
    headers: { "content-type": "application/json", ...(game.simulated && config.vendorSecret !== undefined ? { "x-vendor-secret": config.vendorSecret } : {}) },
    body: JSON.stringify(asked),
    answer: LaunchAnswer,
    timeoutMs: LAUNCH_MS,
  });
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
