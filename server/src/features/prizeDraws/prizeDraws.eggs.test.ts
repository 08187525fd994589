import { createHash, createHmac, randomBytes } from "node:crypto";
import { campaigns } from "@laro/contract/campaigns";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { points } from "@laro/contract/points";
import { prizeDraws, type WantedEgg } from "@laro/contract/prizeDraws";
import { protection } from "@laro/contract/protection";
import { rewards } from "@laro/contract/rewards";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { attend, draftOf, openCampaign } from "../../testing/campaigns.ts";
import { countWaiting, whileHeld } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { giveEggs, setEggs } from "../../testing/prizes.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "for the test";
const egg = { draw: "egg" } as const;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const member = () => world.member({ type: accountTypes.player });
const gives = (count: number, weight: number, stock: number | null = null): WantedEgg => ({ points: count, amount: 0n, weight, stock });
const pays = (amount: bigint, weight: number, stock: number | null = null): WantedEgg => ({ points: 0, amount, weight, stock });
/** All but one of a million draws. */
const NEARLY_ALL = 1_000_000;

const crack = (ticketId: string) => ({ requestId: newId(world.clock.now()), ticketId, clientSeed: randomBytes(16).toString("hex") });
const ticketsOf = async (person: Person) => (await person.call(prizeDraws.tickets, egg)).list;
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const pointsOf = async (person: Person) => (await person.call(points.balance, {})).pointsBalance;

async function withTickets(count = 1) {
  const ann = await member();
  await giveEggs(world, [ann], count);
  return { ann, tickets: await ticketsOf(ann) };
}

const switchTo = async (modId: "vip" | "eggs", enabled: boolean) => (await world.operator("superadmin")).call(settings.setFlag, { modId, enabled, reason });

test("a table that cannot be is refused at its field: points and money at once, a prize twice, much money without a stock, no replacement, too dear a ticket", async () => {
  const officer = await world.operator("marketing");
  const faultOf = async (...prizes: WantedEgg[]) => {
    const { code, field, values } = await officer.refusal(prizeDraws.proposeEggs, { prizes, reason });
    return [code, field, values["what"]];
  };
  expect(await faultOf(gives(10, 1), { points: 5, amount: 5_00n, weight: 1, stock: null })).toEqual(["prizeDraws.eggs_wrong", "prizes.1.points", "kind"]);
  expect(await faultOf(gives(10, 1), gives(0, 1))).toEqual(["prizeDraws.eggs_wrong", "prizes.1.points", "kind"]);
  expect(await faultOf(gives(10, 1), pays(5_00n, 1), gives(10, 3, 4))).toEqual(["prizeDraws.eggs_wrong", "prizes.2.points", "twice"]);
  expect(await faultOf(gives(10, NEARLY_ALL), pays(50_000_00n, 1))).toEqual(["prizeDraws.eggs_wrong", "prizes.1.stock", "stock"]);
  expect(await faultOf(gives(10, 1, 5), pays(5_00n, 1))).toEqual(["prizeDraws.eggs_wrong", "prizes", "replacement"]);
  // 20.01 for two tickets is half a centavo more than 10.00 each.
  expect((await officer.refusal(prizeDraws.proposeEggs, { prizes: [gives(1, 1), pays(20_00n, 1)], reason })).values).toMatchObject({
    cost: "10.01",
    maximum: "10.00",
  });
  expect(await faultOf(gives(1, 1), pays(20_00n, 1))).toEqual(["prizeDraws.eggs_too_dear", "prizes", undefined]);
  expect((await officer.call(prizeDraws.proposeEggs, { prizes: [gives(1, 1), pays(19_99n, 1)], reason })).cost).toBe(10_00n);
  const waiting = (await officer.call(prizeDraws.eggTable, {})).proposal!;
  expect(await officer.refused(prizeDraws.proposeEggs, { prizes: [gives(1, 1), gives(2, 1)], reason })).toBe("prizeDraws.already_proposed");
  expect(await officer.refused(prizeDraws.confirmEggs, { id: waiting.id, reason })).toBe("prizeDraws.own_proposal");
  expect(await (await world.operator("support")).refused(prizeDraws.eggTable, {})).toBe("sessions.forbidden");
  await officer.call(prizeDraws.declineEggs, { id: waiting.id, reason });
  const finance = await world.operator("finance");
  expect(await finance.refused(prizeDraws.confirmEggs, { id: waiting.id, reason })).toBe("prizeDraws.not_proposed");
  expect(await finance.refused(prizeDraws.confirmEggs, { id: newId(world.clock.now()), reason })).toBe("prizeDraws.proposal_not_found");
  expect(await finance.refused(prizeDraws.proposeEggs, { prizes: [gives(1, 1), gives(2, 1)], reason })).toBe("sessions.forbidden");
});

test("of two officers who confirm a table at once it is in force once, and tickets given before keep theirs, whose odds anybody reads", async () => {
  const { ann, tickets } = await withTickets();
  const before = await world.guest().call(prizeDraws.eggs, { version: tickets[0]!.version });
  const { id } = await (await world.operator("marketing")).call(prizeDraws.proposeEggs, { prizes: [gives(7, 1), gives(8, 3)], reason });
  const officers = [await world.operator("finance"), await world.operator("superadmin")];
  const outcomes = await Promise.allSettled(officers.map((officer) => officer.call(prizeDraws.confirmEggs, { id, reason })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { version } = await world.guest().call(prizeDraws.eggs, { version: tickets[0]!.version + 1 });
  expect(await world.guest().refused(prizeDraws.eggs, { version: version + 1 })).toBe("prizeDraws.table_not_found");
  const drawn = await ann.call(prizeDraws.draw, crack(tickets[0]!.id));
  expect([drawn.version, before.prizes.some((prize) => prize.points === drawn.points && prize.amount === drawn.amount)]).toEqual([version - 1, true]);
  await giveEggs(world, [ann], 1);
  expect((await ticketsOf(ann)).map((ticket) => ticket.version)).toEqual([version]);
  const { list } = await officers[0]!.call(prizeDraws.eggVersions, {});
  expect(list.slice(0, 2).map((row) => [row.version, row.drawn, row.points, row.amount, row.cost])).toEqual([
    [version, 0, 0, 0n, 8n],
    [version - 1, 1, drawn.points, drawn.amount, 4_95n],
  ]);
});

test("a campaign's reward gives its tickets once, however often it is heard of, each with a seed of its own, and the summary counts them", async () => {
  const ann = await member();
  const officer = await world.operator("marketing");
  const code = await openCampaign(world, officer, { budget: 100_00n, rule: { gift: { gives: "egg", count: 3 } } });
  await ann.call(campaigns.join, { code });
  await Promise.allSettled(Array.from({ length: 5 }, () => ann.call(campaigns.claim, { code })));
  await attend(world);
  await world.work();
  await attend(world);
  const tickets = await ticketsOf(ann);
  expect(tickets.map(({ draw, cause, level }) => [draw, cause, level])).toEqual(Array.from({ length: 3 }, () => ["egg", "campaign", 0]));
  expect(new Set(tickets.map(({ serverSeedHash }) => serverSeedHash)).size).toBe(3);
  expect(await ann.call(rewards.summary, {})).toMatchObject({ eggCount: 3, availablePromoCount: 3 });
  expect((await ann.call(prizeDraws.tickets, { draw: "wheel" })).count).toBe(0);
});

test("two officers publish what gives eggs; they are counted at their most in its budget, places of a board give them, and one officer's choice or mere visits do not", async () => {
  const officer = await world.operator("marketing");
  const gift = { gives: "egg", count: 2 } as const;
  const draft = draftOf(world, { budget: 20_00n, rule: { gift } });
  const { madeAt } = await officer.call(campaigns.save, draft);
  expect((await officer.call(campaigns.submit, { code: draft.code, reason, madeAt })).state).toBe("submitted");
  const fieldOf = async (change: Parameters<typeof draftOf>[1]) => (await officer.refusal(campaigns.save, draftOf(world, change))).field;
  expect(await fieldOf({ budget: 19_99n, rule: { gift } })).toBe("budget");
  expect(await fieldOf({ rule: { gift, reviewed: true } })).toBe("rule.gift");
  expect(await fieldOf({ rule: { gift, trigger: { on: "visited", days: 3 } } })).toBe("rule.gift");
  const board = draftOf(world, { rule: { trigger: { on: "ranked", categories: [] }, gift: null, prizes: [{ count: 3, gift }] } });
  expect((await officer.call(campaigns.save, board)).code).toBe(board.code);
});

test("what an egg gives follows from the seed that was promised and the one given, by other code, and is the member's", async () => {
  const { ann, tickets } = await withTickets(3);
  const { prizes, weights } = await world.guest().call(prizeDraws.eggs, { version: tickets[0]!.version });
  let [sum, money] = [0, 0n];
  for (const { id, serverSeedHash } of tickets) {
    const drawn = await ann.call(prizeDraws.draw, crack(id));
    const seed = Buffer.from(drawn.serverSeed, "hex");
    expect(createHash("sha256").update(seed).digest("hex")).toBe(serverSeedHash);
    // One draw in some millions would be thrown away for the next four bytes.
    expect(drawn.stop).toBe(createHmac("sha256", seed).update(`${drawn.clientSeed}:0:0`).digest().readUInt32BE(0) % weights);
    let left = drawn.stop;
    const prize = prizes.find(({ weight }) => (left -= weight) < 0)!;
    expect([drawn.points, drawn.amount, drawn.replaced]).toEqual([prize.points, prize.amount, false]);
    sum += drawn.points;
    money += drawn.amount;
  }
  expect([await pointsOf(ann), await balanceOf(ann), (await ann.call(prizeDraws.drawn, egg)).list.length]).toEqual([sum, money, 3]);
});

test("money of an egg moves once: thirty draws of a ticket at once, the same request again, another one after it", async () => {
  await setEggs(world, [gives(1, 1), pays(5_00n, NEARLY_ALL)]);
  const { ann, tickets } = await withTickets(2);
  const [first, second] = [tickets[0]!.id, tickets[1]!.id];
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => ann.call(prizeDraws.draw, crack(first))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const asked = crack(second);
  const drawn = await ann.call(prizeDraws.draw, asked);
  expect(await ann.call(prizeDraws.draw, asked)).toEqual(drawn);
  expect(await ann.refused(prizeDraws.draw, crack(second))).toBe("prizeDraws.ticket_used");
  expect(await balanceOf(ann)).toBe(10_00n);
  expect((await ann.call(wallet.history, { kind: "prize" })).list.map(({ amount }) => amount)).toEqual([5_00n, 5_00n]);
});

test("of twenty draws at once the last three of a limited prize go to three, and the others get the published replacement", async () => {
  const version = await setEggs(world, [pays(9_00n, NEARLY_ALL, 3), gives(30, 1), gives(20, 1)]);
  const people = await Promise.all(Array.from({ length: 4 }, member));
  await giveEggs(world, people, 5);
  const tickets = await Promise.all(people.map(ticketsOf));
  const drawn = await Promise.all(people.flatMap((person, at) => tickets[at]!.map(({ id }) => person.call(prizeDraws.draw, crack(id)))));
  expect(drawn.filter(({ amount }) => amount === 9_00n)).toHaveLength(3);
  expect(drawn.filter(({ points: won, replaced }) => won === 20 && replaced)).toHaveLength(17);
  const { prizes, replacement } = await world.guest().call(prizeDraws.eggs, { version });
  expect([prizes[0]!.left, replacement]).toEqual([0, 2]);
  const { prizes: given } = await (await world.operator("auditor")).call(prizeDraws.eggTable, {});
  expect(given.map((prize) => prize.given)).toEqual([3, 0, 17]);
});

test("a draw that waits for its member's points holds up nobody else's draw of the same common prize", async () => {
  await setEggs(world, [gives(2, NEARLY_ALL), gives(1, 1)]);
  const [ann, ben] = [await member(), await member()];
  await giveEggs(world, [ann, ben], 2);
  const [[first, second], [other]] = [await ticketsOf(ann), await ticketsOf(ben)];
  await ann.call(prizeDraws.draw, crack(first!.id));
  const { url } = world.open;
  const waiting = await whileHeld(url, `select from points_account where account_id = ${ann.id} for update`, async () => {
    const drawn = ann.call(prizeDraws.draw, crack(second!.id));
    await soon(async () => expect(await countWaiting(url)).toBe(1));
    await ben.call(prizeDraws.draw, crack(other!.id));
    return { drawn };
  });
  expect((await waiting.drawn).points).toBeGreaterThan(0);
});

test("who may not be rewarded now cracks no egg, and the tickets wait; another's ticket looks like none", async () => {
  const { ann, tickets } = await withTickets();
  const ben = await member();
  expect(await ben.refused(prizeDraws.draw, crack(tickets[0]!.id))).toBe("prizeDraws.ticket_not_found");
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await ann.refused(prizeDraws.draw, crack(tickets[0]!.id))).toBe("rewards.closed");
  expect(await ticketsOf(ann)).toHaveLength(1);
});

test("eggs need no VIP; switched off themselves nothing is drawn or counted, and no ticket is lost", async () => {
  const { ann, tickets } = await withTickets(2);
  await switchTo("vip", false);
  await ann.call(prizeDraws.draw, crack(tickets[0]!.id));
  await switchTo("vip", true);
  await switchTo("eggs", false);
  expect([
    await ann.refused(prizeDraws.tickets, egg),
    await ann.refused(prizeDraws.drawn, egg),
    await ann.refused(prizeDraws.draw, crack(tickets[1]!.id)),
  ]).toEqual(Array.from({ length: 3 }, () => "prizeDraws.closed"));
  expect((await ann.call(rewards.summary, {})).eggCount).toBe(0);
  await switchTo("eggs", true);
  expect((await ticketsOf(ann)).map(({ id }) => id)).toEqual([tickets[1]!.id]);
});
