import { randomBytes } from "node:crypto";
import type { Rule, Trigger } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { canCut, cutEnvelopes, ENVELOPE_MINOR_MAX } from "@laro/engines/prizes/envelopes";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";
import { hashSeed } from "../wallet/seeds.sealed.ts";
import { readRule, writeRule } from "./campaigns.facts.ts";

export type RainTrigger = Extract<Trigger, { on: "rain" }>;

const SEED_BYTES = 32;
const RAINS_MIN_MS = 60_000;
const RAINS_MAX_MS = 24 * 60 * 60_000;

const sealOf = (campaignId: string) => ({ use: "envelopes", context: campaignId });

interface Planned {
  readonly code: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly budget: bigint;
  readonly rule: Rule;
}

/** What of a rain's rule does not hold together, with its field. */
export function findRainFault(
  trigger: RainTrigger,
  { gift, prizes, period, reviewed, dayMax }: Omit<Rule, "trigger">,
  budget: bigint,
): { field: string; what: string } | undefined {
  const { slips, minimum, maximum } = trigger;
  if (gift !== null || prizes.length > 0) return { field: "rule.gift", what: "rainGift" };
  if (period !== "once" || reviewed) return { field: "rule.period", what: "period" };
  if (dayMax !== null) return { field: "budget", what: "rainGift" };
  if (minimum < 1n || minimum > maximum || maximum > ENVELOPE_MINOR_MAX) return { field: "rule.trigger.minimum", what: "range" };
  return canCut({ total: budget, slips, minimum, maximum }) ? undefined : { field: "rule.trigger.slips", what: "slips" };
}

/** When a rain may fall: refuses a new one that opens before it is published or lasts too long, and any change of one that was announced. */
export async function checkRain(tx: Tx, { code, startsAt, endsAt, budget, rule }: Planned, now: Date): Promise<void> {
  const wrong = (field: string, what: string): never => refuse("campaigns.rule_invalid", { field, what });
  if (rule.trigger.on !== "rain") return;
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  const lastsMs = to.getTime() - from.getTime();
  if (lastsMs < RAINS_MIN_MS || lastsMs > RAINS_MAX_MS) wrong("endsAt", "rain");
  const promised = await tx
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "c.id").onRef("v.version", "=", "c.version"))
    .select(["v.rule", "c.budget", "c.starts_at as startsAt", "c.ends_at as endsAt"])
    .where("c.code", "=", code)
    .executeTakeFirst();
  if (promised === undefined) {
    if (from <= now) wrong("startsAt", "opening");
    return;
  }
  const isSame = promised.budget === budget && promised.startsAt.getTime() === from.getTime() && promised.endsAt.getTime() === to.getTime();
  const { trigger, conditions } = readRule(promised.rule);
  if (!isSame || writeRule({ ...rule, trigger, conditions }) !== writeRule(rule)) wrong("rule.trigger", "announced");
}

interface Cutting {
  readonly campaignId: string;
  readonly trigger: RainTrigger;
  readonly totalMinor: bigint;
  readonly now: Date;
}

/** Cuts a rain's total into its envelopes when it is first published, by a seed that is promised then, and sets all of it aside; a later version keeps both. */
export async function cutRain(tx: Tx, keys: Keys, { campaignId, trigger, totalMinor, now }: Cutting): Promise<void> {
  const { slips, minimum, maximum } = trigger;
  const seed = randomBytes(SEED_BYTES);
  const amounts = cutEnvelopes({ hmac: hmacSha256, seed, total: totalMinor, slips, minimum, maximum });
  const inOrder = amounts.toSorted((one, other) => Number(one - other));
  const isNew = await tx
    .insertInto("envelope_rain")
    .values({
      campaign_id: campaignId,
      seed_sealed: sealText(keys, sealOf(campaignId), seed.toString("hex")),
      server_seed_hash: hashSeed(seed),
      total: totalMinor,
      slips,
      smallest: inOrder[0]!,
      largest: inOrder.at(-1)!,
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("campaign_id")
    .executeTakeFirst();
  if (isNew === undefined) return;
  await sql`
    insert into envelope_slip (campaign_id, n, amount) select ${campaignId}::uuid, s.n::integer, s.amount from unnest(${[...amounts]}::bigint[]) with ordinality s(amount, n)`.execute(
    tx,
  );
  await sql`update campaign set spent = spent + ${totalMinor} where id = ${campaignId}`.execute(tx);
}

/** The seed of a rain that is over, hex. */
export const openSeed = (keys: Keys, { campaignId, sealed }: { readonly campaignId: string; readonly sealed: Buffer }): string =>
  openText(keys, sealOf(campaignId), sealed);
