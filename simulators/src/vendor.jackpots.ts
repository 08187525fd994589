import { hash } from "node:crypto";
import { now } from "./vendor.report.ts";
import { standInOf } from "./vendor.standins.ts";

/** What a vendor may tell wrongly of its jackpots. */
export const jackpotFaults = ["jackpots-too-many", "jackpots-other-currency", "jackpots-unknown-game", "jackpots-finer", "jackpots-nonsense"] as const;
export type JackpotFault = (typeof jackpotFaults)[number];

const LEVELS_MAX = 100;
const TOO_MANY = 501;
const BASE_MINOR = 500_000;
const SPREAD_MINOR = 5_000_000;
const S_MS = 1_000;
const DAY_S = 86_400;

interface Level {
  readonly id: string;
  readonly game: string;
  readonly currency: string;
  readonly amount: string;
}

/** A pool of play money begins each day where its game's name says, and grows by a centavo a second. */
function levelOf(vendor: string, game: string): string {
  const minor = BASE_MINOR + (hash("sha256", `${vendor} ${game}`, "buffer").readUInt32BE(0) % SPREAD_MINOR) + (Math.floor(now() / S_MS) % DAY_S);
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
}

/** What the jackpots stand at of those games it is asked about that have one: reels of one line. */
export function tellJackpots(vendor: string, body: string, fault: JackpotFault | undefined): object {
  const { currency, games } = JSON.parse(body) as { currency?: unknown; games?: unknown };
  const asked = Array.isArray(games) ? games.filter((code): code is string => typeof code === "string") : [];
  const own = asked.filter((code) => standInOf(code)?.kind === "reels" && standInOf(code)?.lines === 1).slice(0, LEVELS_MAX);
  const jackpots = own.map((game): Level => ({ id: "grand", game, currency: String(currency), amount: levelOf(vendor, game) }));
  if (fault === "jackpots-nonsense") return { jackpots: jackpots.map((level) => ({ ...level, amount: 1e9 })) };
  if (fault === "jackpots-too-many") return { jackpots: Array.from({ length: TOO_MANY }, (_, place) => ({ ...jackpots[0], id: `p${place}` })) };
  const change = {
    "jackpots-other-currency": { currency: "EUR" },
    "jackpots-unknown-game": { game: "reels1-999999999" },
    "jackpots-finer": { amount: "12345.678912" },
  };
  return { jackpots: fault === undefined ? jackpots : jackpots.map((level) => ({ ...level, ...change[fault] })) };
}
