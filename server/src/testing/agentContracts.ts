import { agentContracts, type AgentContract } from "@laro/contract/agentContracts";
import { type AccountType, accountTypes } from "@laro/contract/core/accountTypes";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { Terms, Tier } from "@laro/contract/core/contractTerms";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/outbox.ts";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

export type Agent = Person & { readonly id: bigint };

/** A dividend by rates in thousandths of a percent: each tier asks for 1,000.00 more than the one before. */
export const dividendOf = (rates: readonly number[], period: Terms["period"] = "M"): Terms => ({
  period,
  carries: true,
  tiers: rates.map((rate, at): Tier => ({ rate, periodValidBet: BigInt(at) * 1_000_00n, periodProfitAndLoss: 1n, activeMembers: 0 })),
});

/** A daily salary by rates in thousandths of a percent. */
export const dailyOf = (rates: readonly number[], period: Terms["period"] = "D"): Terms => ({
  period,
  carries: true,
  tiers: rates.map((rate, at): Tier => ({ rate, dailyBetAmount: BigInt(at) * 1_000_00n })),
});

/** Agents below each other, the first at the top. */
export async function lineOf(world: World, length: number, type: AccountType = accountTypes.seniorAgent): Promise<Agent[]> {
  const line: Agent[] = [];
  for (let at = 0; at < length; at++) line.push(await world.member({ type, parentId: line.at(-1)?.id ?? null }));
  return line;
}

interface Agreed {
  readonly kind?: ContractKind;
  readonly terms: Terms;
}

/** A house contract, offered by an officer and accepted. */
export async function agreeWithHouse(world: World, officer: Person, agent: Agent, { kind = "dividend", terms }: Agreed): Promise<AgentContract> {
  const requestId = newId(world.clock.now());
  const { fingerprint } = await officer.call(agentContracts.previewFor, { offer: { account: agent.name, kind, terms } });
  const { id } = await officer.call(agentContracts.offerFor, { requestId, account: agent.name, kind, terms, fingerprint, reason: "As agreed by letter" });
  return accept(world, agent, id);
}

/** An offer to a direct downline, as the preview showed it. */
export async function offerTo(world: World, upline: Person, downline: Agent, { kind = "dividend", terms }: Agreed): Promise<AgentContract> {
  const offer = { accountId: downline.id, kind, terms };
  const { fingerprint } = await upline.call(agentContracts.preview, { offer });
  return upline.call(agentContracts.offer, { ...offer, requestId: newId(world.clock.now()), fingerprint });
}

/** Looks at the preview of what waits, and accepts it. */
export async function accept(world: World, person: Person, id: string): Promise<AgentContract> {
  const { fingerprint } = await person.call(agentContracts.preview, { id });
  return person.call(agentContracts.answer, { requestId: newId(world.clock.now()), id, answer: "accept", fingerprint });
}

/** An offer that is accepted. */
export async function agree(world: World, upline: Person, downline: Agent, agreed: Agreed): Promise<AgentContract> {
  return accept(world, downline, (await offerTo(world, upline, downline, agreed)).id);
}

/** Lets days pass while everyone stays logged in. */
export async function passAwake(world: World, durationMs: number): Promise<void> {
  const then = new Date(world.clock.now().getTime() + durationMs);
  await asOwner(world.open.url, "update session set created_at = $1, seen_at = $1 where ended_at is null", [then]);
  await world.pass(durationMs);
}

/** What the clock does to contracts, and what is told of it. */
export async function attend(world: World): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "agentContracts:lapse", {}));
  await world.work();
}

/** A dividend of the house that stands since the world began, put there without anyone's asking; answers its id. */
export async function plantContract(world: World, agentId: bigint): Promise<string> {
  const id = newId(world.clock.now());
  await asOwner(
    world.open.url,
    `insert into agent_contract (id, kind, agent_id, template_id, period, carries, state, starts_on, offered_at, answered_at)
     select $1, 'dividend', $2, min(id), 'M', true, 'active', '2026-01-01', $3, $3 from agent_contract_template where kind = 'dividend'`,
    [id, agentId, world.clock.now()],
  );
  await asOwner(world.open.url, "insert into agent_contract_tier (contract_id, tier, min_result, rate) values ($1, 1, 1, 20000)", [id]);
  return id;
}
