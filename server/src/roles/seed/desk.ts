import type { ContractKind } from "@laro/contract/core/contractKinds";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import { confirmMove, proposeMove } from "../../core/agents/agents.moves.ts";
import { fingerprintOf, weighMove } from "../../core/agents/agents.moves.weigh.ts";
import { confirmNotCounted, proposeNotCounted } from "../../core/agents/agents.notCounted.ts";
import { setStanding } from "../../core/agents/agents.standing.decide.ts";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { closeDays } from "../../core/activity/activity.close.ts";
import { packs } from "../../core/settings/packs.ts";
import { limitsOf } from "../../features/agentContracts/agentContracts.ts";
import { getTemplate } from "../../features/agentContracts/agentContracts.gates.ts";
import { proposeTemplate, publishTemplate } from "../../features/agentContracts/agentContracts.templates.ts";
import { computeDue } from "../../features/settlements/settlements.compute.ts";
import { payDue } from "../../features/settlements/settlements.pay.ts";
import { confirmProposal, proposeAboutHeld, proposeCorrection } from "../../features/settlements/settlements.proposals.ts";
import { approveRun, discardRun } from "../../features/settlements/settlements.runs.ts";
import { payDueRebates } from "../../features/rebates/rebates.claim.ts";
import { earnRebates } from "../../features/rebates/rebates.earn.ts";
import { keepThinGames } from "../../features/rebates/rebates.games.ts";
import { countVip } from "../../features/vip/vip.count.ts";
import { settleWeeks } from "../../features/vip/vip.settle.ts";
import type { Tx } from "../../platform/db.ts";
import type { Officers } from "./office.ts";
import { corrections, heldProposals, moves, notCounted, releases, standings, templates, type PlannedTemplate } from "./plan.agents.ts";
import { DAYS, minutes } from "./plan.ts";
import { hearPast, later, record, type Ids, type Past } from "./past.ts";

/** Who decides about agents, and who about what they are paid: each a first and a second. */
export interface Desk {
  readonly agents: Officers;
  readonly finance: Officers;
}

interface Hour {
  readonly ids: Ids;
  readonly day: number;
  readonly now: Date;
  readonly desk: Desk;
}

const DECIDED_AFTER_MS = minutes(40);

type Table = "agent_contract_template" | "agent_move" | "agent_standing" | "agent_not_counted" | "settlement_proposal";
const isKnown = async (tx: Tx, table: Table, reason: string): Promise<boolean> =>
  (await sql`select from ${sql.table(table)} where reason = ${reason}`.execute(tx)).rows.length > 0;

/** What officers decide about agents on a day: limits, moves, standings, who is not counted, corrections and what is held. */
export async function keepDesk(past: Past, hour: Hour): Promise<void> {
  const { begin } = past.platform.database;
  const isToday = ({ day }: { readonly day: number }): boolean => day === hour.day;
  for (const one of templates.filter(isToday)) await begin((tx) => seedTemplate(tx, past, one, hour));
  for (const one of moves.filter(isToday)) await begin((tx) => seedMove(tx, past, one, hour));
  for (const one of standings.filter(isToday)) await begin((tx) => seedStanding(tx, past, one, hour));
  for (const one of notCounted.filter(isToday)) await begin((tx) => seedNotCounted(tx, past, one, hour));
  for (const one of corrections.filter(isToday)) await begin((tx) => seedCorrection(tx, past, one, hour));
  if (isToday(releases)) await begin((tx) => releaseLate(tx, past, hour));
  for (const one of heldProposals.filter(isToday)) await begin((tx) => seedHeldProposal(tx, past, one, hour));
}

async function seedTemplate(tx: Tx, past: Past, { kind, limits: changed, reason, ends }: PlannedTemplate, { desk, now }: Hour): Promise<void> {
  if (await isKnown(tx, "agent_contract_template", reason)) return;
  const [officer, second] = desk.agents;
  const limits = { ...limitsOf(await getTemplate(tx, kind)), ...changed };
  const { id } = await proposeTemplate(tx, { kind, limits }, { reason, by: officer, now });
  await record(tx, past, { id: `template ${id}`, officer, endpoint: "agentContracts.proposeTemplate", input: { kind, reason }, now });
  if (ends === "proposed") return;
  const [act, at] = [ends === "published" ? "publish" : "decline", later(now, DECIDED_AFTER_MS)] as const;
  const decision = ends === "published" ? "Agreed" : "Uplines must be left their share";
  await publishTemplate(tx, { id, act, reason: decision, by: second, now: at });
  await record(tx, past, {
    id: `template ${id} decided`,
    officer: second,
    endpoint: "agentContracts.publishTemplate",
    input: { act, reason: decision },
    now: at,
  });
}

/** A day of the pack's calendar, so many after today. */
async function dayAfter(tx: Tx, { now, days, timeZone }: { now: Date; days: number; timeZone: string }): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ((${now}::timestamptz at time zone ${timeZone})::date + ${days}::integer)::text as day`.execute(tx);
  return rows[0]!.day;
}

async function seedMove(tx: Tx, past: Past, { name, to, fromDays, reason, decision }: (typeof moves)[number], { ids, desk, now }: Hour): Promise<void> {
  if (await isKnown(tx, "agent_move", reason)) return;
  const { timeZone, config } = past.platform;
  const place = { rules: packs[config.pack].agents, timeZone, now };
  const [id, toId] = [ids.get(name)!, ids.get(to)!];
  const [officer, second] = desk.agents;
  const fingerprint = fingerprintOf(await weighMove(tx, { id, toId, ...place }));
  const fromDay = await dayAfter(tx, { now, days: fromDays, timeZone });
  const move = await proposeMove(tx, { id, toId, fromDay, fingerprint, reason, by: officer, ...place });
  await record(tx, past, { id: move.id, officer, endpoint: "agents.proposeMove", input: { id: String(id), toId: String(toId), fromDay, reason }, now });
  if (decision === undefined) return;
  const at = later(now, DECIDED_AFTER_MS);
  await confirmMove(tx, { id: move.id, reason: decision, by: second, now: at }, { ...place, now: at });
  await record(tx, past, { id: `${move.id} confirmed`, officer: second, endpoint: "agents.confirmMove", input: { id: move.id, reason: decision }, now: at });
}

async function seedStanding(tx: Tx, past: Past, { name, days, reason }: (typeof standings)[number], { ids, desk, now }: Hour): Promise<void> {
  if (await isKnown(tx, "agent_standing", reason)) return;
  const [, officer] = desk.agents;
  const id = ids.get(name)!;
  const { id: standingId } = await setStanding(tx, { id, standing: "held", ...(days === undefined ? {} : { days }), reason, by: officer, now });
  await record(tx, past, { id: standingId, officer, endpoint: "agents.setStanding", input: { id: String(id), standing: "held", days, reason }, now });
  await hearPast(tx, past, now);
}

async function seedNotCounted(tx: Tx, past: Past, { name, code, reason, decision }: (typeof notCounted)[number], { ids, desk, now }: Hour): Promise<void> {
  if (await isKnown(tx, "agent_not_counted", reason)) return;
  const { timeZone } = past.platform;
  const [second, officer] = desk.agents;
  const [id, fromDay] = [ids.get(name)!, await dayAfter(tx, { now, days: 1, timeZone })];
  const row = await proposeNotCounted(tx, { id, fromDay, code, reason, by: officer, now, timeZone });
  await record(tx, past, { id: row.id, officer, endpoint: "agents.proposeNotCounted", input: { id: String(id), fromDay, code, reason }, now });
  if (decision === undefined) return;
  const at = later(now, DECIDED_AFTER_MS);
  await confirmNotCounted(tx, { id: row.id, reason: decision, by: second, now: at });
  await record(tx, past, {
    id: `${row.id} confirmed`,
    officer: second,
    endpoint: "agents.confirmNotCounted",
    input: { id: row.id, reason: decision },
    now: at,
  });
  await hearPast(tx, past, at);
}

async function seedCorrection(tx: Tx, past: Past, one: (typeof corrections)[number], { ids, desk, now }: Hour): Promise<void> {
  const { name, kind, amountMinor: amount, reason, decision } = one;
  if (await isKnown(tx, "settlement_proposal", reason)) return;
  const [officer] = desk.finance;
  const { id } = await proposeCorrection(tx, { agentId: ids.get(name)!, kind, amount }, { reason, by: officer, now });
  const input = { agentId: String(ids.get(name)), kind, amount: formatAmount(amount), reason };
  await record(tx, past, { id, officer, endpoint: "settlements.propose", input, now });
  if (decision !== undefined) await confirm(tx, past, { id, decision, desk, now });
}

async function confirm(tx: Tx, past: Past, { id, decision, desk, now }: Pick<Hour, "desk" | "now"> & { id: string; decision: string }): Promise<void> {
  const [, officer] = desk.finance;
  const at = later(now, DECIDED_AFTER_MS);
  await confirmProposal(tx, { id, reason: decision, by: officer, now: at }, packs[past.platform.config.pack].agents);
  await record(tx, past, { id: `${id} confirmed`, officer, endpoint: "settlements.confirm", input: { id, reason: decision }, now: at });
}

const listHeld = async (tx: Tx): Promise<readonly { id: string; agentId: bigint; reason: string; kind: ContractKind }[]> =>
  (
    await sql<{ id: string; agentId: bigint; reason: string; kind: ContractKind }>`
      select id, agent_id as "agentId", reason, kind from settlement_pay where state = 'held' and not discarded order by number`.execute(tx)
  ).rows;

async function releaseLate(tx: Tx, past: Past, { ids, desk, now }: Hour): Promise<void> {
  const kept = releases.keeps.map((name) => ids.get(name)!);
  const [officer] = desk.finance;
  for (const { id, agentId, reason } of await listHeld(tx)) {
    if (reason !== "lateRounds" || kept.includes(agentId)) continue;
    const proposal = await proposeAboutHeld(tx, "release", id, { reason: releases.reason, by: officer, now });
    await record(tx, past, { id: proposal.id, officer, endpoint: "settlements.release", input: { id, reason: releases.reason }, now });
    await confirm(tx, past, { id: proposal.id, decision: releases.decision, desk, now });
  }
}

async function seedHeldProposal(tx: Tx, past: Past, { name, act, reason }: (typeof heldProposals)[number], { ids, desk, now }: Hour): Promise<void> {
  const { rows } = await sql`select from settlement_proposal where agent_id = ${ids.get(name)!} and state = 'proposed' and kind = ${act}`.execute(tx);
  const pay = (await listHeld(tx)).find(({ agentId }) => agentId === ids.get(name)!);
  if (rows.length > 0 || pay === undefined) return;
  const [officer] = desk.finance;
  const { id } = await proposeAboutHeld(tx, act, pay.id, { reason, by: officer, now });
  await record(tx, past, { id, officer, endpoint: `settlements.${act}`, input: { id: pay.id, reason }, now });
}

const DISCARDED_BECAUSE = "Looked at before the late round was counted";

/** What is over is counted, closed, computed and paid, as the jobs do it every few minutes. */
export async function settle(past: Past, { desk, now, isApproved }: { desk: Desk; now: Date; isApproved: boolean }): Promise<void> {
  const { platform } = past;
  const moment = { now, timeZone: platform.timeZone };
  await gatherPlay(platform.database, moment);
  await closeDays(platform.database, moment);
  const present = { ...platform, clock: { now: () => now } };
  await computeDue(present);
  if (isApproved) await decideRuns(past, { desk, now });
  await payDue(present);
  await countVip(present);
  await keepThinGames(platform.database, moment);
  await earnRebates(platform.database, moment);
  await payDueRebates(present);
  await settleWeeks(present);
  await platform.database.begin((tx) => hearPast(tx, past, now));
}

/** Each settlement that waits is approved the day it came, but the first, which is thrown away once and computed again. The last week's waits for whoever looks at the world. */
async function decideRuns(past: Past, { desk, now }: { desk: Desk; now: Date }): Promise<void> {
  const { platform } = past;
  const pack = packs[platform.config.pack];
  const [officer] = desk.finance;
  const readPreviews = async (tx: Tx) =>
    (
      await sql<{ id: string; pay: bigint; isFirst: boolean }>`
        select id, (figures ->> 'pay')::bigint as pay, not exists (select from settlement_run d where d.state in ('discarded', 'approved', 'paying', 'paid') and d.kind = 'dividend') as "isFirst"
        from settlement_run where state = 'preview' order by number`.execute(tx)
    ).rows;
  await platform.database.begin(async (tx) => {
    for (const { id, pay, isFirst } of await readPreviews(tx)) {
      const input = isFirst ? { id, reason: DISCARDED_BECAUSE } : { id, pay: formatAmount(pay) };
      await (isFirst ? discardRun(tx, { id, reason: DISCARDED_BECAUSE }, { by: officer, now, pack }) : approveRun(tx, { id, pay }, { by: officer, now, pack }));
      await record(tx, past, { id: `run ${id}`, officer, endpoint: isFirst ? "settlements.discard" : "settlements.approve", input, now });
      if (isFirst) return;
    }
  });
}

/** Days of the world whose play is closed: they are over, and are not lived again. */
export async function countLived(past: Past): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from generate_series(1, ${DAYS}::integer) d
    where exists (select from activity_day a where a.state = 'frozen' and a.day = ((${past.begin}::timestamptz + d * interval '1 day') at time zone ${past.platform.timeZone})::date - 1)`.execute(
    past.platform.database.db as never,
  );
  return rows[0]!.days;
}
