import type { CampaignMoment } from "../../core/campaigns/campaigns.facts.ts";
import { apply, join } from "../../core/campaigns/campaigns.parts.ts";
import { claimMany, payEnvelopes } from "../../core/campaigns/envelopes.ts";
import { approve, saveDraft, steer, submitDraft } from "../../core/campaigns/campaigns.publish.ts";
import { issue, takeReached } from "../../core/campaigns/campaigns.rewards.ts";
import { packs } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { type Ids, later, type Past, record } from "./past.ts";
import { plannedCampaigns } from "./plan.campaigns.ts";
import { seedSeats } from "./seats.ts";

type Planned = (typeof plannedCampaigns)[number];

const REASON = "For the demo";

interface Doing {
  readonly ids: Ids;
  /** Who writes them, and who approves what one alone may not publish. */
  readonly officer: OperatorActor;
  readonly approver: OperatorActor;
}

/** A campaign in every state, with who is in them; in one transaction, so they are there once or not at all. */
export async function seedCampaigns(tx: Tx, past: Past, doing: Doing): Promise<void> {
  if ((await tx.selectFrom("campaign").select("id").limit(1).executeTakeFirst()) !== undefined) return;
  for (const planned of plannedCampaigns) await seedCampaign(tx, past, { planned, ...doing });
}

async function seedCampaign(tx: Tx, past: Past, { planned, ids, officer: by, approver }: Doing & { planned: Planned }): Promise<void> {
  const { end, platform } = past;
  const { code, tab, words, budget, becomes, madeMs, startsMs, endsMs, joins = [], applies = [], opens = [], claims = [], seats = [] } = planned;
  const rule = {
    conditions: [],
    gift: null,
    prizes: [],
    period: "once",
    reviewed: false,
    again: false,
    claimDays: 7,
    memberCount: 1,
    dayMax: null,
    ...planned.rule,
  } as const;
  const [startsAt, endsAt, now] = [later(end, startsMs).toISOString(), later(end, endsMs).toISOString(), later(end, madeMs)];
  const draft = {
    code,
    tab,
    words,
    budget,
    startsAt,
    endsAt,
    pictureId: null,
    clearance: "",
    permit: "",
    rule: { ...rule, conditions: [...rule.conditions], prizes: [...rule.prizes] },
  };
  const pack = packs[platform.config.pack];
  await saveDraft(tx, { draft, madeAt: null, by, now, pack });
  await record(tx, past, { id: code, officer: by, endpoint: "campaigns.save", input: { code, reason: REASON }, now });
  if (becomes === "draft") return;
  await submitDraft(tx, { code, madeAt: now.toISOString() }, { by, now, pack, keys: platform.keys });
  await record(tx, past, { id: code, officer: by, endpoint: "campaigns.submit", input: { code, reason: REASON }, now });
  if (becomes === "submitted") return;
  if (await isSubmitted(tx, code)) {
    await approve(tx, { code, madeAt: now.toISOString() }, { by: approver, now, pack, keys: platform.keys });
    await record(tx, past, { id: code, officer: approver, endpoint: "campaigns.approve", input: { code, reason: REASON }, now });
  }
  if (becomes === "paused" || becomes === "stopped") {
    await steer(tx, { code, to: becomes, reason: REASON });
    await record(tx, past, { id: code, officer: by, endpoint: `campaigns.${becomes === "paused" ? "pause" : "stop"}`, input: { code, reason: REASON }, now });
  }
  const moment: CampaignMoment = { now: end, timeZone: platform.timeZone, pack };
  for (const name of joins) await join(tx, moment, { accountId: ids.get(name)!, code });
  if (opens.length > 0) {
    await openEnvelopes(
      tx,
      moment,
      code,
      opens.map((name) => ids.get(name)!),
    );
  }
  await seedSeats(tx, past, { ids, code, names: seats });
  for (const name of applies) await apply(tx, moment, { accountId: ids.get(name)!, code, comment: "Three in a row!" });
  for (const name of claims) for (const { id } of await takeReached(tx, moment, { accountId: ids.get(name)!, code })) await issue(tx, moment, id);
}

/** Opens an envelope for each, one after the other, and pays them. */
async function openEnvelopes(tx: Tx, moment: CampaignMoment, code: string, accounts: readonly bigint[]): Promise<void> {
  const { id: campaignId } = await tx.selectFrom("campaign").select("id").where("code", "=", code).executeTakeFirstOrThrow();
  await claimMany(
    tx,
    accounts.map((accountId) => ({ accountId, may: true })),
    { campaignId, now: moment.now },
  );
  await payEnvelopes(
    tx,
    moment,
    accounts.map((accountId) => ({ campaignId, accountId })),
  );
}

const isSubmitted = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.selectFrom("campaign").select("id").where("code", "=", code).where("state", "=", "submitted").executeTakeFirst()) !== undefined;
