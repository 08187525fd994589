import { isRewardable } from "../../core/limits/rewards.ts";
import { packs } from "../../core/settings/packs.ts";
import { playSeat } from "../../features/tournaments/tournaments.play.ts";
import { takeSeat } from "../../features/tournaments/tournaments.ts";
import type { Tx } from "../../platform/db.ts";
import { type Ids, later, type Past } from "./past.ts";
import { HOUR_MS } from "./plan.ts";

const APART_MS = 2_000;
const STAKES = [200, 500, 1_000, 300, 2_000, 100, 700] as const;
const TARGETS = [4_950, 2_500, 6_600] as const;
const standing = { verification: "N", eligibility: "open", restrictions: [], withdrawUntil: null };

/** Gives members of the demo their seats and has them play some rounds in the last hour; whoever may not be rewarded by then is left out. */
export async function seedSeats(tx: Tx, { platform, end }: Past, { ids, code, names }: { ids: Ids; code: string; names: readonly string[] }): Promise<void> {
  const { keys, timeZone, config } = platform;
  const pack = packs[config.pack];
  const entered = later(end, -HOUR_MS);
  for (const [at, name] of names.entries()) {
    const accountId = ids.get(name)!;
    if (!(await isRewardable(tx, { accountId, now: entered, pack }))) continue;
    await takeSeat(tx, { keys, moment: { now: entered, timeZone, pack }, accountId, code });
    for (const [n, stake] of STAKES.slice(at % 3).entries())
      await playSeat(
        tx,
        { accountId, standing, isAbroad: false, pack, keys, timeZone, now: later(entered, (n + 1) * APART_MS + at) },
        { code, stake, choice: { target: TARGETS[(n + at) % TARGETS.length]!, side: "under" }, clientSeed: undefined },
      );
  }
}
