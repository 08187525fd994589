import { type PartnerRules, partners } from "@laro/contract/partners";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OperatorProcess } from "../../testing/operator.ts";
import { asOwner } from "../../testing/owner.ts";
import { askPartner, createPartnerWorld, type TestPartner } from "../../testing/partners.ts";
import type { Person } from "../../testing/person.ts";
import type { World } from "../../testing/world.ts";

const reason = "As agreed with the partner";
const code = "ISLA";

let world: World;
let operator: OperatorProcess;
let partner: TestPartner;
let first: Person;
let second: Person;
beforeAll(async () => {
  ({ world, operator, partner } = await createPartnerWorld(["DICE", "LIMBO"]));
  [first, second] = [await world.operator("superadmin"), await world.operator("superadmin")];
});
/** As it was agreed: pesos and euros, two games, 50.00 at most, and nothing waits. */
beforeEach(async () => {
  await asOwner(world.open.url, "delete from partner_proposal");
  await asOwner(world.open.url, "update partner set stake_max = 5000, currencies = '{PHP,EUR}', games = '{DICE,LIMBO}' where code = $1", [code]);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await operator.stop();
  await world.close();
});

const rulesNow = async (): Promise<PartnerRules> => (await first.call(partners.get, { code })).rules;
const changed = async (more: Partial<PartnerRules>) => ({ code, rules: { ...(await rulesNow()), ...more }, reason });
const save = async (more: Partial<PartnerRules>) => first.call(partners.save, await changed(more));
const stakesOf = ({ stakeMax, currencies, games }: PartnerRules) => ({ stakeMax, currencies, games });
const launch = async (currency: string) =>
  (await askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id: `in ${currency}`, currency } })).status;

test("one officer alone raises nothing that is staked at a partner with keys in force: a higher stake or none, another currency and another game wait for a second one", async () => {
  const before = stakesOf(await rulesNow());
  for (const more of [{ stakeMax: null }, { stakeMax: 50_01n }, { currencies: ["PHP", "EUR", "BTC"] }, { games: ["DICE", "LIMBO", "WHEEL"] }] as const) {
    const [[name, wanted]] = Object.entries(more) as [[keyof typeof before, bigint | readonly string[] | null]];
    const { rules, proposal } = await save(more as Partial<PartnerRules>);
    expect(stakesOf(rules)).toEqual(before);
    expect(proposal).toMatchObject({ [name]: Array.isArray(wanted) ? [wanted.at(-1)] : wanted, reason, proposedBy: first.name });
    expect(await launch("BTC")).toBe(400);
    expect(await first.refused(partners.confirmRules, { id: proposal!.id, reason })).toBe("gateway.own_proposal");
    expect(await first.refused(partners.save, await changed(more as Partial<PartnerRules>))).toBe("gateway.already_proposed");
    expect((await first.call(partners.declineRules, { id: proposal!.id, reason })).proposal).toBeNull();
    expect(await second.refused(partners.confirmRules, { id: proposal!.id, reason })).toBe("gateway.not_proposed");
    expect(stakesOf(await rulesNow())).toEqual(before);
  }
});

test("what narrows holds at once beside what waits, and what a second officer confirms joins what is in force by then", async () => {
  const { rules, proposal } = await save({ name: "Isla Casino", stakeMax: 20_00n, currencies: ["PHP", "BTC", "BTC"], games: ["DICE", "WHEEL"] });
  expect(rules).toMatchObject({ name: "Isla Casino", stakeMax: 20_00n, currencies: ["PHP"], games: ["DICE"] });
  expect(proposal).toMatchObject({ currencies: ["BTC"], games: ["WHEEL"] });
  expect(proposal).not.toHaveProperty("stakeMax");
  expect([await launch("EUR"), await launch("BTC")]).toEqual([400, 400]);
  expect((await save({ games: [], stakeMax: 10_00n })).proposal).toEqual(proposal);
  const [auditor, finance] = [await world.operator("auditor"), await world.operator("finance")];
  for (const reader of [auditor, finance]) expect(await reader.refused(partners.confirmRules, { id: proposal!.id, reason })).toBe("sessions.forbidden");
  expect(await second.refused(partners.confirmRules, { id: "0197d2a4-3f6e-7c11-9b2a-5d0c4e7f8a01", reason })).toBe("gateway.proposal_not_found");
  const confirmed = await second.call(partners.confirmRules, { id: proposal!.id, reason });
  expect(stakesOf(confirmed.rules)).toEqual({ stakeMax: 10_00n, currencies: ["PHP", "BTC"], games: ["WHEEL"] });
  expect(confirmed.proposal).toBeNull();
  await save({ games: ["WHEEL"] });
  const { proposal: unbounded } = await save({ stakeMax: null });
  expect((await second.call(partners.confirmRules, { id: unbounded!.id, reason })).rules.stakeMax).toBeNull();
});

test("a partner keeps a currency in force while others wait, and without a key in force one officer sets all of it", async () => {
  expect(await first.refusal(partners.save, await changed({ currencies: ["BTC"] }))).toMatchObject({
    code: "partners.currency_needed",
    values: { field: "currencies" },
  });
  await asOwner(world.open.url, "update partner_key set valid_until = $1", [world.clock.now()]);
  const all = { stakeMax: null, currencies: ["BTC"], games: ["DICE", "WHEEL"] } satisfies Partial<PartnerRules>;
  const { rules, proposal } = await save(all);
  expect([stakesOf(rules), proposal]).toEqual([all, null]);
});
