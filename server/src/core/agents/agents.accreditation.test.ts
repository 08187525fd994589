import { randomUUID } from "node:crypto";
import { agentContracts } from "@laro/contract/agentContracts";
import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { settlements } from "@laro/contract/settlements";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addJob } from "../../platform/outbox.ts";
import { accredit } from "../../testing/accreditation.ts";
import { type Agent, agreeWithHouse, dividendOf, lineOf, offerTo, passAwake } from "../../testing/agentContracts.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { freezeDay, freezeQuietDays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { getBalances } from "../wallet/wallet.ts";

const DAY_MS = 86_400_000;
const reason = "As the regulator's letter says";
const { affiliate, seniorAffiliate, player } = accountTypes;

let world: World;
let strict: World;
let [ana, ben]: Person[] = [];
beforeAll(async () => void ([world, strict] = await Promise.all([createWorld(), createWorld({ pack: "ph" })])));
beforeEach(async () => void ([ana, ben] = [await strict.operator("marketing"), await strict.operator("risk")]));
afterAll(() => Promise.all([world.close(), strict.close()]));

/** The day of so many days from now, in Manila. */
const ahead = (days: number): string => new Date(strict.clock.now().getTime() + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);
const code = () => `PAGCOR-${randomUUID().slice(0, 8)}`;

async function attend(): Promise<void> {
  await strict.open.platform.database.begin((tx) => addJob(tx, "agents:expireAccreditations", {}));
  await strict.work();
}

/** Two officers put a number in force. */
async function give(agentId: bigint, expiresOn: string, number = code()): Promise<void> {
  const { id } = await ana!.call(agents.proposeAccreditation, { id: agentId, code: number, expiresOn, reason });
  await ben!.call(agents.confirmAccreditation, { id, reason });
}

test("a number is proposed by one officer and put in force by another; a day that is over, a player, a second proposal, another's number and other roles are refused", async () => {
  const [agent, other] = (await lineOf(strict, 2, seniorAffiliate)) as [Agent, Agent];
  const member = await strict.member({ type: player });
  const wanted = { id: agent.id, code: "PAGCOR-1", expiresOn: ahead(0), reason };
  for (const role of ["finance", "support", "kyc"] as const)
    expect(await (await strict.operator(role)).refused(agents.proposeAccreditation, wanted)).toBe("sessions.forbidden");
  const auditor = await strict.operator("auditor");
  await auditor.call(agents.accreditations, { state: "inForce" });
  expect(await auditor.refused(agents.endAccreditation, { id: agent.id, reason })).toBe("sessions.forbidden");
  for (const expiresOn of [ahead(-1), ahead(3660)])
    expect(await ana!.refusal(agents.proposeAccreditation, { ...wanted, expiresOn })).toMatchObject({ code: "agents.accreditation_day", field: "expiresOn" });
  for (const id of [member.id, 999_999_999n]) expect(await ana!.refused(agents.proposeAccreditation, { ...wanted, id })).toBe("agents.not_found");
  expect(await ana!.refused(agents.endAccreditation, { id: agent.id, reason })).toBe("agents.not_accredited");
  const proposal = await ana!.call(agents.proposeAccreditation, wanted);
  expect(await ben!.refused(agents.proposeAccreditation, wanted)).toBe("agents.already_proposed");
  expect(await ana!.refused(agents.confirmAccreditation, { id: proposal.id, reason })).toBe("agents.own_proposal");
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => ben!.call(agents.confirmAccreditation, { id: proposal.id, reason })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await ben!.refused(agents.declineAccreditation, { id: proposal.id, reason })).toBe("agents.not_proposed");
  expect(await ben!.call(agents.view, { id: agent.id })).toMatchObject({
    accreditationNeeded: true,
    accreditations: [{ state: "inForce", code: "PAGCOR-1", expiresOn: ahead(0), proposedBy: ana!.name, decidedBy: ben!.name }],
  });
  const same = await ana!.call(agents.proposeAccreditation, { ...wanted, id: other.id, code: "pagcor-1" });
  expect(await ben!.refused(agents.confirmAccreditation, { id: same.id, reason })).toBe("agents.accreditation_taken");
  await ben!.call(agents.declineAccreditation, { id: same.id, reason });
  await give(agent.id, ahead(9), "PAGCOR-2");
  expect((await ben!.call(agents.view, { id: agent.id })).accreditations.map(({ state, code: number, endedBy }) => [state, number, endedBy])).toEqual([
    ["inForce", "PAGCOR-2", null],
    ["over", "PAGCOR-1", ben!.name],
  ]);
  await expect(
    asOwner(strict.open.url, "update agent_accreditation set state = 'inForce', decided_by = proposed_by where agent_id = $1 and state = 'declined'", [
      other.id,
    ]),
  ).rejects.toThrow("agent_accreditation_two_persons");
});

test("without an accreditation links open nothing and none is made, nothing is offered, accepted or given by the house; with one all of it goes, to its last midnight", async () => {
  const [top, next] = (await lineOf(strict, 2, seniorAffiliate)) as [Agent, Agent];
  const { invitationCode } = await top.call(agents.overview, {});
  const terms = dividendOf([10_000]);
  const house = () => ana!.refused(agentContracts.previewFor, { offer: { account: top.name, kind: "dividend", terms: dividendOf([40_000]) } });
  const opens = async (): Promise<boolean> => (await strict.guest().send(agents.checkCode, { code: invitationCode })).answer.success;
  const isShut = async () => {
    expect(await opens()).toBe(false);
    expect((await top.call(agents.links, {})).types).toEqual([]);
    expect(await top.refused(agents.makeLink, { requestId: randomUUID(), label: "Fair", opens: 0 })).toBe("agents.not_accredited");
    expect(await top.call(agentContracts.terms, { kind: "dividend" })).toMatchObject({ closed: "not_accredited" });
    expect(await house()).toBe("agentContracts.not_accredited");
  };
  await isShut();
  await give(top.id, ahead(40));
  expect(await opens()).toBe(true);
  await top.call(agents.makeLink, { requestId: randomUUID(), label: "Fair", opens: 0 });
  await agreeWithHouse(strict, ana!, top, { terms: dividendOf([40_000]) });
  expect(await top.refused(agentContracts.preview, { offer: { accountId: next.id, kind: "dividend", terms } })).toBe("agentContracts.not_accredited");
  await give(next.id, ahead(40));
  const offered = await offerTo(strict, top, next, { terms });
  await ben!.call(agents.endAccreditation, { id: next.id, reason });
  expect(await next.refused(agentContracts.preview, { id: offered.id })).toBe("agentContracts.not_accredited");
  await passAwake(strict, 40 * DAY_MS);
  [ana, ben] = [await strict.operator("marketing"), await strict.operator("risk")];
  expect(await opens()).toBe(true);
  await passAwake(strict, DAY_MS);
  [ana, ben] = [await strict.operator("marketing"), await strict.operator("risk")];
  await isShut();
  await give(top.id, ahead(40));
  expect(await opens()).toBe(true);
});

test("an agent is written to 30 and 7 days before and when it is over, once each; who ended it before hears nothing more", async () => {
  const [agent, ended] = [await strict.member({ type: affiliate }), await strict.member({ type: affiliate })];
  const letters = async (who: Agent) =>
    (await who.call(messages.mine, {})).list.filter(({ template }) => template === "agentAccreditation").map(({ values }) => values[3]);
  await give(agent.id, ahead(31));
  await give(ended.id, ahead(31));
  await attend();
  expect(await letters(agent)).toEqual([]);
  await passAwake(strict, DAY_MS);
  await attend();
  await attend();
  expect(await letters(agent)).toEqual(["30"]);
  ben = await strict.operator("risk");
  await ben.call(agents.endAccreditation, { id: ended.id, reason });
  await passAwake(strict, 23 * DAY_MS);
  await attend();
  expect(await letters(agent)).toEqual(["7", "30"]);
  await passAwake(strict, 7 * DAY_MS);
  await attend();
  expect(await letters(agent)).toEqual(["7", "30"]);
  await passAwake(strict, DAY_MS);
  await attend();
  await attend();
  expect(await letters(agent)).toEqual(["0", "7", "30"]);
  expect(await letters(ended)).toEqual(["30"]);
  ben = await strict.operator("risk");
  expect((await ben.call(agents.view, { id: agent.id })).accreditations).toMatchObject([{ state: "over", endedBy: null }]);
});

test("pay without an accreditation in force is held, and no two officers release it before there is one", async () => {
  const [one, two] = [await strict.operator("finance"), await strict.operator("finance")];
  const [agent, fine] = [await openNode(strict, null), await openNode(strict, null)];
  await asOwner(strict.open.url, "update account set verification = 'A' where id = any($1::bigint[])", [[agent, fine]]);
  await accredit(strict, [fine]);
  for (const id of [agent, fine])
    await signContract(strict, { kind: "dividend", agentId: id, startsOn: "2025-01-01", endsOn: "2025-02-01", tiers: [{ rate: 10_000 }] });
  const days = await Promise.all([agent, fine].map(async (id) => ({ accountId: await openNode(strict, id, 0), stake: 2_000_00n, win: 1_000_00n })));
  await freezeDay(strict, "2025-01-20", days);
  await freezeQuietDays(strict, "2025-01-01", "2025-01-31");
  const { open } = strict;
  await open.platform.database.begin((tx) => addJob(tx, "settlements:due", {}));
  await strict.work();
  const [run] = (await one.call(settlements.runs, {})).list;
  for (const officer of [one, two]) await officer.call(settlements.approve, { id: run!.id, pay: run!.figures.pay });
  await strict.work();
  const balanceOf = async (id: bigint) => (await getBalances(open.platform.database.db, id)).main;
  expect([await balanceOf(agent), await balanceOf(fine)]).toEqual([0n, 90_00n]);
  const [held] = (await one.call(settlements.pays, { state: "held" })).list;
  expect(held).toMatchObject({ agentId: agent, reason: "accreditation", pay: 90_00n });
  const proposal = await one.call(settlements.release, { id: held!.id, reason });
  expect(await two.refused(settlements.confirm, { id: proposal.id, reason })).toBe("settlements.not_accredited");
  expect((await one.call(settlements.pays, { state: "held" })).list).toHaveLength(1);
  await accredit(strict, [agent]);
  await two.call(settlements.confirm, { id: proposal.id, reason });
  await strict.work();
  expect(await balanceOf(agent)).toBe(90_00n);
});

test("where the market asks for none, nobody needs an accreditation, and one can be kept all the same", async () => {
  const agent = await world.member({ type: accountTypes.seniorAgent });
  const { invitationCode } = await agent.call(agents.overview, {});
  expect(await world.guest().call(agents.checkCode, { code: invitationCode })).toEqual({ valid: true });
  const [one, two] = [await world.operator("marketing"), await world.operator("marketing")];
  expect((await one.call(agents.view, { id: agent.id })).accreditationNeeded).toBe(false);
  const { id } = await one.call(agents.proposeAccreditation, { id: agent.id, code: "K-1", expiresOn: "2027-01-01", reason });
  expect(await two.call(agents.confirmAccreditation, { id, reason })).toMatchObject({ state: "inForce" });
});
