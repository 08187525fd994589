import { forfeitBonus, releaseBonus } from "../../core/bonuses/bonuses.ts";
import { setLimit } from "../../core/limits/limits.ts";
import { packs } from "../../core/settings/packs.ts";
import { rotateSeed } from "../../core/wallet/seeds.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { Pace } from "../../features/rounds/rounds.pace.ts";
import { playRound } from "../../features/rounds/rounds.ts";
import { openStanding } from "../../platform/actor.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { depositIdOf } from "./cashier.ts";
import { dayJoined, planRound, players } from "./plan.ts";
import { bonusEnds } from "./plan.office.ts";
import { unlessRefused, type Ids, type Past } from "./past.ts";

const paces = new WeakMap<Platform, Pace>();

function paceOf(platform: Platform): Pace {
  const pace = paces.get(platform) ?? new Pace();
  paces.set(platform, pace);
  return pace;
}

/** Where one of the demo people sits down. */
const seatOf = (platform: Platform, accountId: bigint, now: Date) => ({
  db: platform.database.db,
  ledger: platform.ledger,
  platform,
  pace: paceOf(platform),
  pack: packs[platform.config.pack],
  now,
  accountId,
  standing: openStanding,
  isAbroad: false,
  // The demo world's past is many refused bets, and nobody waits for their answers.
  isUnwatched: true,
});

/** One moment of play: everyone who is there plays one round, and the ledger commits them together. */
export async function playTogether({ platform, clock }: Past, ids: Ids, { day, step, now }: { day: number; step: number; now: Date }): Promise<void> {
  clock.at = now;
  await Promise.all(
    players.map(async (name) => {
      const round = dayJoined(name) <= day ? planRound(name, step) : undefined;
      if (round === undefined) return;
      const played = playRound(seatOf(platform, ids.get(name)!, now), { requestId: derivedId("demo-round", name, String(step)), ...round });
      await unlessRefused(played, "wallet.insufficient_funds", "limits.stake_reached", "limits.loss_reached");
    }),
  );
}

/** One round of one player, later than its five minutes were counted. */
export async function playLate({ platform, clock }: Past, ids: Ids, { day, name, now }: { day: number; name: string; now: Date }): Promise<void> {
  clock.at = now;
  const round = { gameCode: "DICE", stake: 20_00n, choice: { target: 4_950, side: "under" } } as const;
  const played = playRound(seatOf(platform, ids.get(name)!, now), { requestId: derivedId("demo-late", name, String(day)), ...round });
  await unlessRefused(played, "wallet.insufficient_funds");
}

const limitsByDay = [
  { day: 3, name: "demoplayer", limit: { kind: "deposit", period: "month", amount: 50_000_00n } },
  { day: 8, name: "demoplayer", limit: { kind: "loss", period: "week", amount: 5_000_00n } },
  { day: 12, name: "demoluna", limit: { kind: "stake", period: "day", amount: 2_000_00n } },
  { day: 18, name: "demokidlat", limit: { kind: "loss", period: "day", amount: 500_00n } },
] as const;

const rotationsByDay = [
  { day: 14, name: "demoplayer" },
  { day: 20, name: "demobituin" },
  { day: 27, name: "demoplayer" },
] as const;

/** The limits and the fresh seeds that members ask for on a day, and what they make of their bonuses. */
export async function changeTerms({ platform }: Past, ids: Ids, { day, now }: { day: number; now: Date }): Promise<void> {
  const { database, ledger, keys, timeZone } = platform;
  for (const { name, limit } of limitsByDay.filter((planned) => planned.day === day))
    await database.begin((tx) => setLimit(tx, limit, { accountId: ids.get(name)!, now, timeZone }));
  for (const { name } of rotationsByDay.filter((planned) => planned.day === day)) {
    const walletId = await getWalletId(database.db, { accountId: ids.get(name)!, kind: "main" });
    await database.begin((tx) => rotateSeed(tx, keys, { walletId, clientSeed: `${name}${day}`, now }));
    ledger.forgetSeed(walletId);
  }
  await endBonuses(platform, ids, { day, now });
}

const ends = { forfeited: forfeitBonus, released: releaseBonus } as const;

async function endBonuses({ database, timeZone }: Past["platform"], ids: Ids, { day, now }: { day: number; now: Date }): Promise<void> {
  for (const { name, depositDay, end } of bonusEnds.filter((planned) => planned.day === day)) {
    const accountId = ids.get(name)!;
    const id = derivedId("bonus", depositIdOf(accountId, { name, day: depositDay }));
    await unlessRefused(
      database.begin((tx) => ends[end](tx, { now, timeZone }, { accountId, id })),
      "bonuses.not_active",
      "bonuses.turnover_open",
    );
  }
}
