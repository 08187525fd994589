import { partners } from "@laro/contract/partners";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OperatorProcess } from "../../testing/operator.ts";
import { asOwner } from "../../testing/owner.ts";
import { askPartner, createPartnerWorld, sitDown, type TestPartner } from "../../testing/partners.ts";
import type { World } from "../../testing/world.ts";
import { continueRounds } from "./partners.look.ts";
import { lineBounds } from "../../core/vendors/lines.ts";

const reason = "As agreed with the partner";
const S_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * S_MS;
/** The likeliest to win. */
const choice = { target: 9_799, side: "under" } as const;
const stake = 2_00n;

let world: World;
let operator: OperatorProcess;
let partner: TestPartner;
beforeAll(async () => {
  ({ world, operator, partner } = await createPartnerWorld(["DICE", "LIMBO"]));
});
beforeEach(() => operator.clear());
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await operator.stop();
  await world.close();
});

let players = 0;
/** A player of the partner's with free rounds of a name, in the page of the game. */
async function sit({ rounds = 2, more = {} }: { rounds?: number; more?: object } = {}) {
  players++;
  const [account, issue, guest] = [`bea ${players}`, `gift ${players}`, world.guest()];
  await operator.openAccount(account, 100_00n);
  const asked = {
    casino_id: "laro",
    issue_id: issue,
    account: { id: account, currency: "PHP" },
    games: ["DICE"],
    freespins_quantity: rounds,
    stake: "2.00",
    valid_until: new Date(world.clock.now().getTime() + DAY_MS).toISOString(),
    ...more,
  };
  const give = (other: object = {}) => askPartner(world.address, partner, "freespins/issue", { ...asked, ...other });
  const takeBack = () => askPartner(world.address, partner, "freespins/cancel", { casino_id: "laro", issue_id: issue });
  const open = () => sitDown(world.address, partner, guest, { account });
  const play = (token: string, free: string, other: object = {}) =>
    guest.call(partners.play, { token, requestId: randomUUID(), stake, choice, free, ...other });
  const waiting = async (): Promise<string> =>
    (await asOwner<{ id: string }>(world.open.url, "select id from partner_free_round where issue = $1", [issue]))[0]!.id;
  return { account, issue, guest, give, takeBack, open, play, waiting };
}

const held = async (account: string) => (await operator.books()).accounts.find(({ ref }) => ref === account)?.minor;
const prizes = async (account: string) => (await operator.books()).entries.filter(({ key, type }) => type === "prize" && key.startsWith(`${account} `));
const messageOf = ({ status, body }: { status: number; body: { readonly [name: string]: unknown } }): string => `${status} ${String(body["msg"])}`;
const pace = (): void => world.clock.advance(5 * S_MS);

test("free rounds are given once for the partner's name of them, in a game and for a stake it takes, and anything else is refused by its field", async () => {
  const { give, guest, open, issue } = await sit();
  for (const [other, told] of [
    [{ freespins_quantity: 0 }, "400 freespins_quantity: bad request"],
    [{ freespins_quantity: 201 }, "400 freespins_quantity: bad request"],
    [{ freespins_quantity: 1.5 }, "400 freespins_quantity: bad request"],
    [{ stake: 2 }, "400 stake: bad request"],
    [{ stake: "-2.00" }, "400 stake: bad request"],
    [{ stake: "2.005" }, "400 stake: bad request"],
    [{ stake: "0.50" }, "400 stake: is not one of the game"],
    [{ stake: "1000000.00" }, "400 stake: is not one of the game"],
    [{ games: ["DICE", "LIMBO"] }, "400 games: bad request"],
    [{ games: ["MINES"] }, "400 game is not available to your casino"],
    [{ account: { id: "x", currency: "EUR" } }, "400 currency is not allowed for the player"],
    [{ valid_until: "tomorrow" }, "400 valid_until: bad request"],
    [{ valid_until: world.clock.now().toISOString() }, "400 valid_until: must be within 30 days"],
    [{ valid_until: new Date(world.clock.now().getTime() + 31 * DAY_MS).toISOString() }, "400 valid_until: must be within 30 days"],
    [{ issue_id: "" }, "400 issue_id: bad request"],
  ] as const)
    expect(messageOf(await give(other))).toBe(told);
  expect(await give()).toEqual({ status: 200, body: {} });
  expect(await give()).toEqual({ status: 200, body: {} });
  expect(messageOf(await give({ freespins_quantity: 9 }))).toBe("400 issue_id was used with other content");
  const auditor = await world.operator("auditor");
  expect((await auditor.call(partners.freeRounds, { code: "ISLA" })).list).toMatchObject([{ issue, state: "issued", used: 0, rounds: 2, stake }]);
  await open();
  expect(await guest.refused(partners.freeRounds, { code: "ISLA" })).toBe("sessions.required");
});

test("one name given at once to many players, or many times to one, gives once and refuses the rest in words", async () => {
  const { give, issue } = await sit();
  const accounts = Array.from({ length: 8 }, (_, place) => ({ id: `crowd ${place}`, currency: "PHP" }));
  const answers = (await Promise.all(accounts.map((account) => give({ account })))).map(messageOf);
  expect(answers.filter((answer) => answer.startsWith("200"))).toHaveLength(1);
  expect(answers.filter((answer) => answer === "400 issue_id was used with other content")).toHaveLength(7);
  const again = await Promise.all(Array.from({ length: 8 }, () => give({ issue_id: `${issue} again` })));
  expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const rows = await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from partner_free_round where issue = any($1)", [
    [issue, `${issue} again`],
  ]);
  expect(rows).toEqual([{ n: 2 }]);
});

test("a player has at most twenty of them open", async () => {
  const { give } = await sit();
  const given = await Promise.all(Array.from({ length: 24 }, (_, place) => give({ issue_id: `many ${place}` })));
  expect(given.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(given.filter(({ status }) => status !== 200).map(messageOf)).toEqual(Array(4).fill("400 too many free rounds are open for the player"));
});

test("free rounds are drawn without asking the wallet, from the player's own seed and at the game's pace, and their end is told once with what all of them won", async () => {
  const { give, guest, open, play, account, issue } = await sit();
  await give();
  const token = await open();
  const { commitment } = await guest.call(partners.fairness, { token });
  const { free: waits } = await guest.call(partners.play, { token, requestId: randomUUID(), stake, choice });
  const free = waits!;
  expect(free).toMatchObject({ rounds: 2, used: 0, stake, won: 0n });
  const before = BigInt((await held(account))!);
  pace();
  const refused = (other: object) => guest.refused(partners.play, { token, requestId: randomUUID(), stake, choice, free: free.id, ...other });
  expect(await refused({ stake: 1_00n })).toBe("rounds.below_minimum");
  expect(await refused({ stake: 3_00n })).toBe("rounds.above_maximum");
  expect(await refused({ free: randomUUID() })).toBe("partners.free_over");
  const requestId = randomUUID();
  const first = await play(token, free.id, { requestId });
  expect(first.round).toMatchObject({ state: "closed", isFree: true, stake, nonce: "1", seedId: commitment!.seedId });
  expect(first).toMatchObject({ balance: null, free: { used: 1, won: first.round.win } });
  expect(await play(token, free.id, { requestId })).toEqual(first);
  expect(await refused({})).toBe("rounds.too_soon");
  expect(await held(account)).toBe(String(before));
  pace();
  const second = await play(token, free.id);
  const won = first.round.win + second.round.win;
  expect(second).toMatchObject({ free: null, balance: before + won });
  expect(await held(account)).toBe(String(before + won));
  expect(await prizes(account)).toEqual([{ key: `${account} ${issue}`, type: "prize", round: "", minor: String(won), isUndone: false }]);
  pace();
  expect(await refused({})).toBe("partners.free_over");
});

test("nobody plays the free rounds of another player, of another game, or more of them than there are, whoever asks at once", async () => {
  const [own, other] = [await sit({ rounds: 1 }), await sit()];
  await Promise.all([own.give(), other.give({ games: ["LIMBO"] })]);
  const [token, foreign] = [await own.open(), await other.open()];
  const [mine, theirs] = [await own.waiting(), await other.waiting()];
  const refused = (by: string, free: string) => other.guest.refused(partners.play, { token: by, requestId: randomUUID(), stake, choice, free });
  expect(await refused(foreign, mine)).toBe("partners.free_over");
  expect(await refused(foreign, theirs)).toBe("partners.free_over");
  const asked = Array.from({ length: 6 }, () => own.guest.send(partners.play, { token, requestId: randomUUID(), stake, choice, free: mine }));
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(1);
  const [row] = await asOwner<{ used: number; state: string }>(world.open.url, "select used, state from partner_free_round where id = $1", [mine]);
  expect(row).toEqual({ used: 1, state: "closed" });
});

test("free rounds that are taken back end as far as they were played; those played out are not, and those of another name are unknown", async () => {
  const [unplayed, begun, over] = [await sit(), await sit(), await sit({ rounds: 1 })];
  expect(messageOf(await unplayed.takeBack())).toBe("400 issue is unknown");
  for (const one of [unplayed, begun, over]) await one.give();
  for (const _ of [1, 2]) expect((await unplayed.takeBack()).status).toBe(200);
  const tokens = [await begun.open(), await over.open()] as const;
  const { round } = await begun.play(tokens[0], await begun.waiting());
  for (const _ of [1, 2]) expect((await begun.takeBack()).status).toBe(200);
  await world.work();
  expect(await held(begun.account)).toBe(String(100_00n + round.win));
  await over.play(tokens[1], await over.waiting());
  expect(messageOf(await over.takeBack())).toBe("400 issue is played");
  pace();
  expect(await begun.guest.refused(partners.play, { token: tokens[0], requestId: randomUUID(), stake, choice, free: await begun.waiting() })).toBe(
    "partners.free_over",
  );
  expect(await prizes(unplayed.account)).toEqual([]);
});

test("when their time is over nobody plays them, what was won is told, and where nobody played there is nothing to tell", async () => {
  const [begun, unplayed] = [await sit({ rounds: 3 }), await sit()];
  await Promise.all([begun.give(), unplayed.give()]);
  const token = await begun.open();
  const { round } = await begun.play(token, await begun.waiting());
  await world.pass(DAY_MS / 2 + 60 * S_MS);
  const later = await begun.open();
  world.clock.advance(DAY_MS / 2 - 60 * S_MS);
  expect(await begun.guest.refused(partners.play, { token: later, requestId: randomUUID(), stake, choice, free: await begun.waiting() })).toBe(
    "partners.free_over",
  );
  await continueRounds(world.open.platform);
  expect(await held(begun.account)).toBe(String(100_00n + round.win));
  const states = await asOwner<{ state: string }>(world.open.url, "select state from partner_free_round where issue = any($1) order by rounds desc", [
    [begun.issue, unplayed.issue],
  ]);
  expect(states.map(({ state }) => state)).toEqual(["closed", "expired"]);
});

test("an end that the partner refuses or does not take within a day waits for an officer, who tells it again, and it is paid once", async () => {
  const [refused, silent] = [await sit({ rounds: 1 }), await sit({ rounds: 1 })];
  await Promise.all([refused.give(), silent.give()]);
  await operator.order("refuse", { call: "freespins/finish" });
  const first = await refused.play(await refused.open(), await refused.waiting());
  expect(first).toMatchObject({ balance: null, round: { state: "closed" } });
  await operator.order("drop-answer", { call: "freespins/finish", count: 60 });
  const second = await silent.play(await silent.open(), await silent.waiting());
  for (let look = 0; look < 6; look++) {
    world.clock.advance(look === 5 ? DAY_MS : 60 * 60 * S_MS);
    await continueRounds(world.open.platform);
  }
  await operator.clear();
  world.clock.advance(lineBounds.shutMs);
  const finance = await world.operator("finance");
  const { list } = await finance.call(partners.freeRounds, { code: "ISLA" });
  const waits = list.filter(({ heldAt }) => heldAt !== null);
  expect(Object.fromEntries(waits.map(({ issue, refusal }) => [issue, refusal]))).toEqual({ [refused.issue]: "105 bet limit reached", [silent.issue]: null });
  expect((await finance.call(partners.list, {})).list).toMatchObject([{ code: "ISLA", held: 2 }]);
  for (const { id } of waits) expect((await finance.call(partners.tellAgain, { id, reason })).state).toBe("closed");
  expect(await finance.refused(partners.tellAgain, { id: waits[0]!.id, reason })).toBe("partners.free_not_held");
  expect(await held(refused.account)).toBe(String(100_00n + first.round.win));
  expect(await held(silent.account)).toBe(String(100_00n + second.round.win));
});

test("the partner's report says what free rounds won once and by its own name of them, and the totals keep them beside what was staked", async () => {
  const until = world.clock.now().toISOString();
  const asked = { from: new Date(world.clock.now().getTime() - DAY_MS).toISOString(), until, level: "accounts" };
  const { issue, account, give, open, play, waiting } = await sit({ rounds: 1 });
  await give();
  const { round } = await play(await open(), await waiting());
  const span = { ...asked, until: new Date(world.clock.now().getTime() + S_MS).toISOString() };
  const { body } = await askPartner(world.address, partner, "report", { ...span, level: "entries", account_id: account });
  const amount = `${round.win / 100n}.${String(round.win % 100n).padStart(2, "0")}`;
  expect(body["entries"]).toEqual(round.win > 0n ? [{ id: issue, type: "prize", amount }] : []);
  const { body: sums } = await askPartner(world.address, partner, "report", { ...span, level: "sums" });
  const { body: accounts } = await askPartner(world.address, partner, "report", span);
  const list = accounts["accounts"] as readonly { prize: string; stake: string }[];
  expect(sums["prize"]).toBe(list.reduce((all, { prize }) => all + Number(prize), 0).toFixed(2));
  const finance = await world.operator("finance");
  const { text } = await finance.download(partners.totalsCsv, { from: "2026-10-01", to: world.clock.now().toISOString().slice(0, 10), code: "ISLA" });
  const lines = text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const [own] = await asOwner<{ n: number; free: number; won: string }>(
    world.open.url,
    `select count(*) filter (where free_round_id is null)::int as n, count(free_round_id)::int as free,
            (sum(win) filter (where free_round_id is not null) / 100)::numeric(12, 2)::text as won from partner_round where drawn_at is not null`,
  );
  const column = (place: number): number => lines.reduce((all, line) => all + Number(line[place]), 0);
  expect([column(4), column(8), column(9).toFixed(2)]).toEqual([own!.n, own!.free, own!.won]);
});
