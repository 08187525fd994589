import { accountTypes } from "@laro/contract/core/accountTypes";
import { decide } from "@laro/contract/core/campaignRules";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { addJob } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { enter } from "./campaigns.enter.ts";
import { type CampaignMoment, getCampaignRow, readFacts } from "./campaigns.facts.ts";
import { reach } from "./campaigns.rewards.ts";

/** Whoever registered, or was verified, is looked at by a job of their own: what fails for one campaign is tried again, and holds up nothing else that hears of it. */
const lookLater = (tx: Tx, accountId: string): Promise<void> => addJob(tx, "campaigns:newcomer", { accountId });

export const newcomerSubscribers: Subscribers = {
  "accounts.registered": [async (tx, { accountId }) => lookLater(tx, accountId)],
  "verifications.decided": [
    async (tx, { accountId, kind }) => {
      // Where the market or the campaign asks for a verified identity, nothing came of registering until now.
      if (kind === "approved") await lookLater(tx, accountId);
    },
  ],
};

/**
 * Brings a newcomer what runs for registering: the campaigns that ran when the account was made, or that still run now that it is verified, where the market or the
 * campaign asks for that. Each once, whoever tells of it and however often; who does not fit, is on trial or came before it began gets none.
 */
export async function bringNewcomer({ database, clock, timeZone, config }: Platform, accountId: bigint): Promise<void> {
  const moment = { now: clock.now(), timeZone, pack: packs[config.pack] };
  const faults: Error[] = [];
  for (const code of await listForNewcomer(database.db, moment, accountId))
    await database.begin((tx) => enterNewcomer(tx, moment, { accountId, code })).catch((error: Error) => faults.push(error));
  if (faults[0] !== undefined) throw faults[0];
}

async function listForNewcomer(db: Db, { now, pack }: CampaignMoment, accountId: bigint): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    select c.code from account a join campaign c on c.trigger = 'registered' and c.version > 0 and c.state = 'published' and a.created_at >= c.starts_at
      and case when a.verification = 'A' then c.ends_at > ${now} else not ${pack.verifiedOnly}::boolean and a.created_at < c.ends_at end
    where a.id = ${accountId} and a.type <> ${accountTypes.trial} and not a.closed
      and not exists (select from participation p where p.campaign_id = c.id and p.account_id = a.id) order by c.number`.execute(db as unknown as Tx);
  return rows.map(({ code }) => code);
}

async function enterNewcomer(tx: Tx, moment: CampaignMoment, { accountId, code }: { readonly accountId: bigint; readonly code: string }): Promise<void> {
  const campaign = await getCampaignRow(tx, code);
  if (decide(campaign.rule, await readFacts(tx, accountId, moment.now)).some(({ holds }) => holds === false)) return;
  await reach(tx, moment, await enter(tx, moment, { accountId, campaign, state: "signed", comment: "" }));
}
