import type { Platform } from "../../platform/routes.ts";
import { askVendor } from "./lines.ts";
import { addressOfVendor } from "./outbound.ts";
import type { GameProtocol, ReportAnswers, ReportQuestion, VendorQuestion } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { findVendor, type GatewayVendor, secretsAt } from "./view.ts";

const ASK_MS = 15_000;
const ANSWER_BYTES_MAX = 1024 * 1024;

/** A vendor as what we ask of it needs it; undefined while it cannot be asked: nobody by that code, no address, or no key of ours in force. */
export async function findAsked(
  platform: Pick<Platform, "config" | "database" | "keys" | "clock">,
  { code, baseUrl }: { code: string; baseUrl: string | null },
): Promise<{ vendor: GatewayVendor; games: GameProtocol; secret: Buffer; base: string } | undefined> {
  const vendor = await findVendor(platform, code);
  const games = vendor && protocols[vendor.protocol]?.games;
  const [secret] = vendor === undefined ? [] : secretsAt(vendor, "ours", platform.clock.now());
  const base = vendor && addressOfVendor(platform.config, vendor, baseUrl);
  return vendor === undefined || games === undefined || secret === undefined || base === undefined ? undefined : { vendor, games, secret, base };
}

/** Whether vendors of a protocol tell of their days at all. */
export const hasReport = (protocol: string): boolean => protocols[protocol]?.games.report !== undefined;

/** Asks a vendor for a part of a day of its books; undefined where it says nothing of the kind. */
export async function askReport<Level extends keyof ReportAnswers>(
  platform: Platform,
  about: { code: string; baseUrl: string | null },
  level: Level,
  question: Omit<ReportQuestion, "casinoId">,
): Promise<ReportAnswers[Level] | undefined> {
  const asked = await findAsked(platform, about);
  const report = asked?.games.report;
  if (asked === undefined || report === undefined) return undefined;
  const { path, ...sent }: VendorQuestion = report.ask(level, { ...question, casinoId: asked.vendor.casinoId }, asked.secret);
  const said = await askVendor(platform, asked.vendor, new URL(path, asked.base), {
    ...sent,
    answer: report.answers[level],
    timeoutMs: ASK_MS,
    bytesMax: ANSWER_BYTES_MAX,
  });
  return said?.ok === true ? (said.answer as ReportAnswers[Level]) : undefined;
}
