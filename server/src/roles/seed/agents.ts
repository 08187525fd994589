import { packs } from "../../core/settings/packs.ts";
import { closeLink, countVisit, makeLink } from "../../core/agents/agents.links.ts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { answerContract, requestEnd, withdrawContract } from "../../features/agentContracts/agentContracts.decisions.ts";
import { offerContract, previewContract, previewOffer, type Offering } from "../../features/agentContracts/agentContracts.offers.ts";
import { deliverLetter, sendDownline } from "../../features/messages/messages.letters.ts";
import { getDownline, getUpline, sendToMember } from "../../features/transfers/transfers.members.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { contentDigest, derivedId } from "../../platform/ids.ts";
import { sql } from "kysely";
import { DAY_MS, members, minutes } from "./plan.ts";
import { contracts, endings, letters, links, passings, type PlannedContract, type PlannedEnding, type PlannedLink } from "./plan.agents.ts";
import { hearPast, later, record, unlessRefused, type Ids, type Past } from "./past.ts";

const affiliatesOf = (senior: string): readonly string[] =>
  members.filter(({ type, under }) => type === accountTypes.affiliate && under === senior).map(({ name }) => name);
const planned = contracts(affiliatesOf);

const ANSWERED_AFTER_MS = minutes(25);
const BETWEEN_MS = minutes(1);

interface Hour {
  readonly ids: Ids;
  readonly day: number;
  readonly now: Date;
  /** Who offers for the house. */
  readonly officer: OperatorActor;
}

/** What agents do on a day: what they offer each other, answer, end, write and pass on. */
export async function dealTogether(past: Past, hour: Hour): Promise<void> {
  const { begin } = past.platform.database;
  for (const [index, one] of planned.filter(({ day }) => day === hour.day).entries())
    await begin((tx) => seedContract(tx, past, one, { ...hour, now: later(hour.now, index * BETWEEN_MS) }));
  for (const one of endings.filter(({ day }) => day === hour.day)) await begin((tx) => seedEnding(tx, past, one, hour));
  await write(past, hour);
  await passOn(past, hour);
}

/** What tells this contract of the plan from all others. */
async function isKnown(tx: Tx, { agentId, uplineId, kind, rate }: { agentId: bigint; uplineId: bigint | null; kind: string; rate: number }): Promise<boolean> {
  const { rows } = await sql`
    select from agent_contract c join agent_contract_tier t on t.contract_id = c.id and t.tier = 1 and t.rate = ${rate}
    where c.agent_id = ${agentId} and c.kind = ${kind} and c.upline_id is not distinct from ${uplineId}`.execute(tx);
  return rows.length > 0;
}

async function seedContract(tx: Tx, past: Past, { agent, upline, kind, terms, ends }: PlannedContract, { ids, now, officer }: Hour): Promise<void> {
  const { platform } = past;
  const [agentId, uplineId] = [ids.get(agent)!, upline === null ? null : ids.get(upline)!];
  if (await isKnown(tx, { agentId, uplineId, kind, rate: terms.tiers[0]!.rate })) return;
  const by: Offering["by"] = uplineId === null ? { operator: officer.id } : { agent: uplineId };
  const offering: Offering = { by, agentId, kind, terms, now };
  const { fingerprint } = await previewOffer(tx, platform, offering);
  const { id } = await offerContract(tx, platform, { ...offering, fingerprint });
  if (uplineId === null)
    await record(tx, past, { id, officer, endpoint: "agentContracts.offerFor", input: { account: agent, kind, reason: "As agreed by letter" }, now });
  await hearPast(tx, past, now);
  const at = later(now, ANSWERED_AFTER_MS);
  if (ends === "withdrawn") await withdrawContract(tx, platform, { id, viewer: uplineId!, now: at });
  if (ends === "rejected") await answerContract(tx, platform, { id, viewer: agentId, answer: "reject", now: at });
  if (ends === "accepted") {
    const seen = await previewContract(tx, platform, { id, viewer: agentId, now: at });
    await answerContract(tx, platform, { id, viewer: agentId, answer: "accept", fingerprint: seen.fingerprint, now: at });
  }
  await hearPast(tx, past, at);
}

async function seedEnding(tx: Tx, past: Past, { agent, kind, askedBy, reason, ends }: PlannedEnding, { ids, now }: Hour): Promise<void> {
  const { platform } = past;
  const { rows } = await sql<{ id: string; agentId: bigint; uplineId: bigint }>`
    select id, agent_id as "agentId", upline_id as "uplineId" from agent_contract
    where agent_id = ${ids.get(agent)!} and kind = ${kind} and state = 'active' and end_asked_at is null`.execute(tx);
  const [contract] = rows;
  if (contract === undefined) return;
  const { id, agentId, uplineId } = contract;
  const asks = ids.get(askedBy)!;
  await requestEnd(tx, platform, { id, viewer: asks, reason, now });
  await hearPast(tx, past, now);
  if (ends === "asked") return;
  const [viewer, at] = [asks === agentId ? uplineId : agentId, later(now, ANSWERED_AFTER_MS)];
  const { fingerprint } = await previewContract(tx, platform, { id, viewer, now: at });
  await answerContract(tx, platform, { id, viewer, answer: ends === "agreed" ? "accept" : "reject", fingerprint, now: at });
  await hearPast(tx, past, at);
}

async function write(past: Past, { ids, day, now }: Hour): Promise<void> {
  const { platform } = past;
  const { database, config, timeZone } = platform;
  for (const { agent, to, text } of letters.filter((one) => one.day === day)) {
    const agentId = ids.get(agent)!;
    const letterId = await database.begin(async (tx) => {
      const { rows } = await sql`select from agent_letter where agent_id = ${agentId} and texts ->> 'EN' = ${text}`.execute(tx);
      if (rows.length > 0) return undefined;
      await sendDownline(tx, { agentId, text, ...(to === undefined ? {} : { account: to }), pack: packs[config.pack], keys: platform.keys, now, timeZone });
      const { rows: sent } = await sql<{ id: string }>`select id from agent_letter where agent_id = ${agentId} and at = ${now}`.execute(tx);
      return sent[0]?.id;
    });
    if (letterId !== undefined) await deliverLetter({ ...platform, clock: { now: () => now } }, letterId);
  }
}

async function passOn(past: Past, { ids, day, now }: Hour): Promise<void> {
  const { platform } = past;
  for (const { from, to, amountMinor: amount } of passings.filter((one) => one.day === day)) {
    const accountId = ids.get(from)!;
    const findReceiver = () => (to === undefined ? getUpline(platform.database.db, accountId) : getDownline(platform.database.db, { accountId, account: to }));
    const requestId = derivedId("demo-passing", from, String(day));
    await unlessRefused(
      sendToMember(platform, { accountId, requestId, amount, findReceiver, prove: () => Promise.resolve(), now, isAbroad: false }),
      "wallet.insufficient_funds",
    );
    await platform.database.begin((tx) => hearPast(tx, past, now));
  }
}

const VISITOR_BYTES = 16;

/** An agent's own links, with those who came by them before anybody registered; answers their codes by label. */
export async function seedLinks(tx: Tx, { platform, begin }: Past, agentId: bigint, own: readonly PlannedLink[]): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  const { config, timeZone } = platform;
  for (const { label, visits, isClosed = false } of own) {
    const { code } = await makeLink(tx, { agentId, label, opens: accountTypes.player, rules: packs[config.pack].agents, now: begin });
    for (let visit = 0; visit < visits; visit++) {
      const device = Buffer.alloc(VISITOR_BYTES, String(contentDigest(`${label} ${visit}`)));
      await countVisit(tx, { code, device, now: begin, timeZone });
    }
    if (isClosed) await closeLink(tx, { agentId, code, now: later(begin, DAY_MS) });
    codes.set(label, code);
  }
  return codes;
}

export const linksOf = (name: string): readonly PlannedLink[] => links.filter(({ agent }) => agent === name);
/** The label of the link somebody registered by; undefined for the agent's first code. */
export const labelFor = (name: string): string | undefined => links.find(({ registered }) => registered.includes(name))?.label;
