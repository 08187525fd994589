import { randomUUID } from "node:crypto";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { deposits } from "@laro/contract/deposits";
import { games } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { allRoutes } from "../../roles/features.ts";
import { placeBet, rollDice } from "../../testing/bets.ts";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { setSite } from "../../testing/site.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const reason = "works on the machines";

let world: World;
let chief: Person;
let ann: Person & { readonly id: bigint };
beforeAll(async () => {
  world = await createWorld({ psp: true, vendors: ["AG"] });
  chief = await world.operator("superadmin");
  ann = await world.player({ balance: 10_000_00n });
});
afterEach(async () => {
  await setSite(chief, {});
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

const dice = () => ({ requestId: randomUUID(), gameCode: "DICE", stake: 1_00n, choice: { target: 5_000, side: "under" } });
const spin = () => ({ requestId: randomUUID(), gameCode: "MANGO_RUSH", stake: 1_00n, choice: {} });

/** What members and visitors may still do while the site is closed, and why. */
const goesOn: Readonly<Record<string, string>> = {
  "accounts.changePassword": "a stolen password does not wait",
  "accounts.setLanguage": "the closed page is read too",
  "accounts.stopContactChange": "a stolen account does not wait",
  "campaigns.leave": "gives nothing, and takes nothing that was reached",
  "captcha.image": "staff log in",
  "captcha.work": "staff log in",
  "games.endLaunch": "ends what is under way",
  "feedback.addPicture": "who needs help needs it most then",
  "feedback.read": "moves nothing",
  "feedback.reopen": "who needs help needs it most then",
  "feedback.reply": "who needs help needs it most then",
  "feedback.send": "who needs help needs it most then",
  "content.accept": "asks for nothing but a word",
  "content.readAgentNotice": "moves nothing",
  "limits.remove": "protects",
  "limits.removeTime": "protects",
  "limits.set": "protects",
  "limits.setTime": "protects",
  "messages.read": "moves nothing",
  "messages.report": "who needs help needs it most then",
  "protection.answerReality": "protects",
  "protection.excludeMyself": "protects",
  "protection.setReality": "protects",
  "protection.takeBreak": "protects",
  "rounds.act": "ends what is under way",
  "sessions.end": "a stolen session does not wait",
  "sessions.endOthers": "a stolen session does not wait",
  "sessions.liveTicket": "hears that the site is open again",
  "sessions.loginOperator": "staff log in",
  "sessions.logout": "ends what is under way",
  "sessions.prove": "what protects may ask for it",
  "tables.act": "ends what is under way",
  "tables.cashOut": "ends what is under way",
  "winners.hide": "shows less, and moves nothing",
  "withdrawals.addProof": "an answer has its time limit",
  "withdrawals.confirm": "an answer has its time limit",
  "withdrawals.dispute": "an answer has its time limit",
};

const closable = allRoutes.flatMap(({ endpoint }) =>
  endpoint.kind === "command" && endpoint.for !== "operator" && endpoint.for !== "vendor" ? [endpoint] : [],
);

test("every command of members and visitors is refused while the site is closed, but for those that this table names", () => {
  const named = closable.flatMap(({ name, whileClosed }) => (whileClosed === true ? [name] : []));
  expect(named.toSorted()).toEqual(Object.keys(goesOn).toSorted());
});

test.each([
  ["site.maintenance", { maintenance: true, regionRestriction: false }],
  ["site.maintenance", { maintenance: true, regionRestriction: true }],
  ["site.region_restricted", { maintenance: false, regionRestriction: true }],
] as const)("%s refuses over HTTP whatever would change something, at every process, from the moment an officer says so", async (code, status) => {
  const sister = await openSister(world);
  const agent = await world.member({ type: 1 });
  await setSite(chief, status);
  const callerOf = ({ for: audience }: Endpoint): Person => (audience === "guest" ? world.guest() : audience === "agent" ? agent : ann);
  // A process hears of it a moment later; its ledger knows already.
  await soon(async () => expect(await ann.refused(rounds.play, dice())).toBe(code));
  // Whoever logs out is asked no more.
  for (const endpoint of closable.filter(({ name }) => name !== "sessions.logout")) {
    const { answer } = await callerOf(endpoint).request(endpoint.method, `/api/${endpoint.name}`, endpoint.method === "GET" ? undefined : "{}");
    const isRefused = !answer.success && answer.message.startsWith("site.");
    expect([endpoint.name, isRefused]).toEqual([endpoint.name, goesOn[endpoint.name] === undefined]);
    if (isRefused) expect(answer).toMatchObject({ message: code, requestId: expect.any(String) });
  }
  await soon(async () => expect(await sister.meet(ann).refused(rounds.play, dice())).toBe(code));
  expect((await ann.call(wallet.balance, {})).balance).toBeGreaterThan(0n);
  await sister.close();
});

test("the ledger itself takes no stake while the site is closed: what was on its way is refused, and wins, refunds and staff go on", async () => {
  const officer = await world.operator("finance");
  const to = await bindPayoutAccount(ann);
  const wish = { requestId: randomUUID(), amount: 200_00n, payoutAccountId: to, paymentPassword: PAYMENT_PASSWORD };
  const { id } = await ann.call(withdrawals.request, wish);
  await setSite(chief, { maintenance: true });
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("site.maintenance");
  expect(await Promise.all(Array.from({ length: 5 }, () => placeBet(world, ann.id, { stake: 1_00n })))).toEqual(
    Array.from({ length: 5 }, () => "site.maintenance"),
  );
  expect(await placeBet(world, ann.id, { stake: 0n, win: 5_00n })).toBe("played");
  expect((await officer.call(withdrawals.approve, { id, reason })).state).toBe("approved");
  await world.work();
  expect((await ann.call(withdrawals.get, { id })).state).not.toBe("pending");
});

test("a bet repeated after the site closed is answered with its round", async () => {
  world.clock.advance(1_000);
  const play = dice();
  const round = await rollDice(world, ann.id, { stake: 1_00n, requestId: play.requestId });
  await setSite(chief, { regionRestriction: true });
  expect((await rollDice(world, ann.id, { stake: 1_00n, requestId: play.requestId })).id).toBe(round.id);
});

test("a stopped game takes no new round at the next bet, shows that it is closed, and the others go on", async () => {
  const risk = await world.operator("risk");
  expect(await (await world.operator("support")).refused(games.setOpen, { gameCode: "DICE", isOpen: false, reason })).toBe("sessions.forbidden");
  expect(await risk.refused(games.setOpen, { gameCode: "CHESS", isOpen: false, reason })).toBe("games.not_found");
  const { list } = await risk.call(games.setOpen, { gameCode: "DICE", isOpen: false, reason });
  expect(list.filter(({ isOpen }) => !isOpen).map(({ gameCode }) => gameCode)).toEqual(["DICE"]);
  world.clock.advance(2_500);
  expect(await ann.refused(rounds.play, dice())).toBe("games.closed");
  expect(await ann.refused(games.launch, { nodeId: "1001" })).toBe("games.closed");
  expect((await ann.call(rounds.play, spin())).gameCode).toBe("MANGO_RUSH");
  // What a lobby shows is from memory and at most a second old; each page size is an answer of its own.
  let looks = 0;
  await soon(async () => {
    const tiles = await world.guest().call(games.list, { gameType: "ALL", pageSize: 50 + (looks++ % 50) });
    expect(tiles.list.filter(({ maintenance }) => maintenance).map(({ gameCode }) => gameCode)).toEqual(["DICE"]);
    expect(tiles.list.map(({ gameCode }) => gameCode)).toContain("MANGO_RUSH");
  });
  await risk.call(games.setOpen, { gameCode: "DICE", isOpen: true, reason });
  expect((await ann.call(rounds.play, dice())).gameCode).toBe("DICE");
});

test("a frozen member can neither stake, deposit, withdraw nor transfer; wins arrive, and officers decide over what is held", async () => {
  const [risk, finance] = [await world.operator("risk"), await world.operator("finance")];
  const ben = await world.player({ balance: 5_000_00n });
  const to = await bindPayoutAccount(ben);
  const wish = () => ({ requestId: randomUUID(), amount: 300_00n, payoutAccountId: to, paymentPassword: PAYMENT_PASSWORD });
  const { id } = await ben.call(withdrawals.request, wish());
  expect(await (await world.operator("support")).refused(wallet.setFrozen, { memberName: ben.name, frozen: true, reason })).toBe("sessions.forbidden");
  expect(await risk.refusal(wallet.setFrozen, { memberName: "nobody", frozen: true, reason })).toMatchObject({
    code: "accounts.not_found",
    field: "memberName",
  });
  expect(await risk.call(wallet.setFrozen, { memberName: ben.name.toUpperCase(), frozen: true, reason })).toEqual({ frozen: true });
  expect((await risk.call(wallet.lines, { memberName: ben.name })).frozen).toBe(true);
  expect([
    await ben.refused(rounds.play, dice()),
    await ben.refused(deposits.create, { requestId: randomUUID(), method: "QRPH", amount: 500_00n }),
    await ben.refused(withdrawals.request, wish()),
    await ben.refused(transfers.move, { requestId: randomUUID(), from: "MAIN", to: "AG", amount: 10_00n }),
  ]).toEqual(["wallet.closed", "wallet.closed", "wallet.closed", "wallet.closed"]);
  expect(await placeBet(world, ben.id, { stake: 0n, win: 7_00n })).toBe("played");
  await ben.call(limits.set, { kind: "stake", period: "day", amount: 10_00n });
  expect((await finance.call(withdrawals.reject, { id, reason })).state).toBe("rejected");
  expect((await ben.call(wallet.balance, {})).balance).toBe(5_007_00n);
  expect(await risk.call(wallet.setFrozen, { memberName: ben.name, frozen: false, reason })).toEqual({ frozen: false });
  world.clock.advance(1_000);
  expect((await ben.call(rounds.play, dice())).gameCode).toBe("DICE");
  await ben.call(sessions.logout, {});
});
