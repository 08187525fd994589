import { eligibility } from "@laro/contract/eligibility";
import { limits } from "@laro/contract/limits";
import { members } from "@laro/contract/members";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { packs } from "../../core/settings/packs.ts";
import { lineBounds, setLineBounds } from "../../core/vendors/lines.ts";
import { readPlay } from "../../core/vendors/play.ts";
import { startTransfer } from "../../core/vendors/purses.ts";
import { lookAtTransfers } from "../../core/vendors/purses.look.ts";
import { freezeAccount } from "../../core/wallet/freeze.ts";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addPurseGames, PURSE_GAME, purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ vendors: purseVendors })));
// No test hears of what vendors did not say to another.
beforeEach(() => setLineBounds(world.open.platform, lineBounds));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const exclude = ({ clock, open }: World, accountId: bigint) =>
  open.platform.database.begin((tx) =>
    startExclusion(tx, { accountId, kind: "timeout", period: "24h", firm: "24h", reason: null, madeBy: "member", now: clock.now(), timeZone: "Asia/Manila" }),
  );
const id = () => newId(world.clock.now());
const move = (person: Person, from: string, to: string, amount: bigint) => person.call(transfers.move, { requestId: id(), from, to, amount });
const moveRefused = (person: Person, from: string, to: string, amount: bigint) => person.refusal(transfers.move, { requestId: id(), from, to, amount });
const balances = async (person: Person) => Object.fromEntries((await person.call(transfers.wallets, {})).list.map(({ code, balance }) => [code, balance]));
/** The vendors are asked again what became of what they did not say. */
const lookLater = async () => {
  await world.pass(5_000);
  await lookAtTransfers(world.open.platform);
};
/** Loses so much in a game of a vendor, which tells nobody yet. */
const loseAt = async (person: Person & { readonly id: bigint }, vendor: string, stake: number) => {
  const [named] = await asOwner<{ ref: string }>(
    world.open.url,
    "select player_ref as ref from vendor_player p join vendor v on v.id = p.vendor_id where p.account_id = $1 and v.code = $2",
    [person.id, vendor],
  );
  await world.vendor!.play({ vendor, player: named!.ref, game: PURSE_GAME, stake, win: 0 });
};
const nowhere = { AG: 0n, BBIN: 0n, CQ9: 0n };

/** Sends an amount as it stands, past the contract's own encoder. */
const rawMove = async (person: Person, amount: unknown) => {
  const { status, answer } = await person.request("POST", "/api/transfers.move", JSON.stringify({ requestId: id(), from: "MAIN", to: "AG", amount }));
  return { status, code: answer.success ? "moved" : answer.message, field: answer.success ? "" : answer.value["field"] };
};

test("an amount that is no positive decimal string with at most two decimals moves nothing and points at the field", async () => {
  const ann = await world.player({ balance: 100_00n });
  const wrong = [
    "-5.00",
    "0",
    "0.00",
    "1e2",
    "1.001",
    "٥٫٠٠",
    "١٠",
    "１０",
    " 5",
    "5,00",
    "0x10",
    "NaN",
    "Infinity",
    "",
    "100000000000000000000",
    5,
    5.5,
    -1,
    2 ** 53 + 1,
    null,
    true,
    ["5.00"],
    {},
  ];
  for (const amount of wrong) expect(await rawMove(ann, amount)).toEqual({ status: 400, code: "request.invalid", field: "amount" });
  expect(await rawMove(ann, "9007199254740993")).toEqual({ status: 400, code: "request.invalid", field: "amount" });
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, ...nowhere });
});

test("a wallet nobody has, the same wallet twice, and more than there is are refused with the field, and nothing is moved", async () => {
  const ann = await world.player({ balance: 100_00n });
  expect(await moveRefused(ann, "NOPE", "AG", 1n)).toMatchObject({ code: "transfers.wallet_unknown", field: "from" });
  expect(await moveRefused(ann, "MAIN", "constructor", 1n)).toMatchObject({ code: "transfers.wallet_unknown", field: "to" });
  for (const own of ["BONUS", "LOCKED"]) expect((await moveRefused(ann, own, "MAIN", 1n)).code).toBe("transfers.wallet_unknown");
  expect(await moveRefused(ann, "AG", "AG", 1n)).toMatchObject({ code: "transfers.same_wallet", field: "to" });
  expect(await moveRefused(ann, "AG", "BBIN", 1n)).toMatchObject({ code: "transfers.main_only", field: "to" });
  expect((await moveRefused(ann, "MAIN", "AG", 100_01n)).code).toBe("wallet.insufficient_funds");
  expect((await moveRefused(ann, "AG", "MAIN", 1n)).code).toBe("wallet.insufficient_funds");
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, ...nowhere });
});

test("the wallets of vendors that are not connected are not offered and take no money, and what is in one comes home [WALLET-09]", async () => {
  const alone = await createWorld({ vendors: ["AG", "BBIN"] });
  onTestFinished(() => alone.close());
  const ann = await alone.player({ balance: 100_00n });
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, AG: 0n, BBIN: 0n });
  expect(await moveRefused(ann, "MAIN", "CQ9", 1n)).toMatchObject({ code: "transfers.wallet_unknown", field: "to" });
  await move(ann, "MAIN", "BBIN", 30_00n);
  await asOwner(alone.open.url, "update vendor set state = 'paused' where code = 'BBIN'");
  expect(await moveRefused(ann, "MAIN", "BBIN", 1n)).toMatchObject({ code: "transfers.wallet_unknown", field: "to" });
  expect(await balances(ann)).toEqual({ MAIN: 70_00n, AG: 0n, BBIN: 30_00n });
  await move(ann, "BBIN", "MAIN", 10_00n);
  expect((await ann.call(transfers.recall, { requestId: id() })).recalled).toBe(20_00n);
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, AG: 0n });
  expect(await alone.audit()).toEqual([]);
});

test("a market without transfer wallets offers none, whatever vendors there are", async () => {
  const strict = await createWorld({ pack: "ph", vendors: purseVendors });
  onTestFinished(() => strict.close());
  const ann = await strict.player({ balance: 100_00n });
  expect(await balances(ann)).toEqual({ MAIN: 100_00n });
  expect(await moveRefused(ann, "MAIN", "AG", 1n)).toMatchObject({ code: "transfers.wallet_unknown", field: "to" });
});

test("with a limit of stakes or of time nothing goes to a vendor, and of a loss limit all that is there must have room", async () => {
  const ann = await world.player({ balance: 100_00n });
  await ann.call(limits.set, { kind: "loss", period: "day", amount: 50_00n });
  expect(await moveRefused(ann, "MAIN", "AG", 50_01n)).toMatchObject({ code: "transfers.loss_limit", field: "amount", values: { left: "50.00" } });
  await move(ann, "MAIN", "AG", 30_00n);
  expect(await moveRefused(ann, "MAIN", "BBIN", 20_01n)).toMatchObject({ code: "transfers.loss_limit", values: { left: "20.00" } });
  await ann.call(limits.set, { kind: "stake", period: "week", amount: 1_000_00n });
  expect((await moveRefused(ann, "MAIN", "AG", 1n)).code).toBe("transfers.limit_set");
  await move(ann, "AG", "MAIN", 30_00n);
  const ben = await world.player({ balance: 100_00n });
  await ben.call(limits.setTime, { period: "day", minutes: 60 });
  expect((await moveRefused(ben, "MAIN", "AG", 1n)).code).toBe("transfers.limit_set");
  for (const member of [ann, ben]) expect(await balances(member)).toEqual({ MAIN: 100_00n, ...nowhere });
});

test("a loss limit holds for what was lost at a vendor before its records come, and for the main wallet while money is away", async () => {
  await addPurseGames(world.open.url);
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const ann = await world.player({ balance: 500_00n });
  await ann.call(limits.set, { kind: "loss", period: "day", amount: 100_00n });
  await move(ann, "MAIN", "AG", 60_00n);
  expect(await placeBet(world, ann.id, { stake: 40_01n })).toBe("limits.loss_reached");
  expect(await placeBet(world, ann.id, { stake: 40_00n })).toBe("played");
  await world.pass(5_000);
  await loseAt(ann, "AG", 60_00);
  await ann.call(transfers.recall, { requestId: id() });
  expect(await balances(ann)).toEqual({ MAIN: 400_00n, ...nowhere });
  expect(await moveRefused(ann, "MAIN", "BBIN", 1n)).toMatchObject({ code: "transfers.loss_limit", values: { left: "0.00" } });
  expect(await placeBet(world, ann.id, { stake: 1n })).toBe("limits.loss_reached");
  await world.pass(120_000);
  await readPlay(world.open.platform);
  expect((await ann.call(limits.mine, {})).list).toMatchObject([{ kind: "loss", used: 100_00n }]);
  expect((await moveRefused(ann, "MAIN", "AG", 1n)).code).toBe("transfers.loss_limit");
  const ben = await world.player({ balance: 100_00n });
  await ben.call(limits.set, { kind: "loss", period: "day", amount: 50_00n });
  await move(ben, "MAIN", "AG", 50_00n);
  await move(ben, "AG", "MAIN", 50_00n);
  expect(await placeBet(world, ben.id, { stake: 50_00n })).toBe("played");
});

test("so much of one member's may be on its way at once, and it is shown since when [WALLET-08]", async () => {
  const ann = await world.player({ balance: 100_00n });
  await world.vendor!.order("transfer-lost", 5);
  for (let one = 0; one < 5; one++) {
    const { move: moved, moving } = await move(ann, "MAIN", "AG", 1_00n);
    expect(moved).toMatchObject({ direction: "in", code: "AG", name: "Asia Gaming", amount: 1_00n, state: "unknown", at: world.clock.now().toISOString() });
    expect(moving).toHaveLength(one + 1);
  }
  expect((await moveRefused(ann, "MAIN", "BBIN", 1n)).code).toBe("transfers.too_many_open");
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 95_00n });
  // A vendor that said nothing five times is left alone for half a minute: nothing goes there, and nobody looks.
  await lookLater();
  expect((await ann.call(transfers.wallets, {})).moving).toHaveLength(5);
  expect(await (await world.player({ balance: 10_00n })).refused(transfers.move, { requestId: id(), from: "MAIN", to: "AG", amount: 1_00n })).toBe(
    "vendors.unreachable",
  );
  await world.pass(25_000);
  await lookLater();
  const { list, moving } = await ann.call(transfers.wallets, {});
  expect([list.map(({ balance }) => balance), moving]).toEqual([[95_00n, 5_00n, 0n, 0n], []]);
});

test("a closed wallet gives nothing away, to a vendor or home", async () => {
  const ann = await world.player({ balance: 100_00n });
  await move(ann, "MAIN", "AG", 40_00n);
  await world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: ann.id, frozen: true, now: world.clock.now() }));
  expect((await moveRefused(ann, "MAIN", "AG", 1n)).code).toBe("wallet.closed");
  expect(await ann.refused(transfers.recall, { requestId: id() })).toBe("wallet.closed");
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 60_00n, AG: 40_00n });
});

test("an excluded member can move nothing to a vendor and bring everything home", async () => {
  const ann = await world.player({ balance: 100_00n });
  await move(ann, "MAIN", "AG", 40_00n);
  await move(ann, "MAIN", "BBIN", 40_00n);
  await exclude(world, ann.id);
  expect((await moveRefused(ann, "MAIN", "AG", 1n)).code).toBe("protection.excluded");
  await move(ann, "AG", "MAIN", 10_00n);
  expect((await ann.call(transfers.recall, { requestId: id() })).recalled).toBe(70_00n);
});

const reason = "looked at by the office";
type Member = Awaited<ReturnType<World["player"]>>;
const shutOuts = {
  "an officer's restriction of play": async (ann: Member) =>
    void (await (await world.operator("risk")).call(members.restrict, { id: ann.id, restrictions: ["play"], seen: [], reason })),
  "a case of eligibility": async (ann: Member) =>
    void (await (await world.operator("risk")).call(eligibility.open, { memberId: ann.id, cause: "barredGroup", reason })),
} as const;
const refusedBy = { "an officer's restriction of play": "limits.restricted", "a case of eligibility": "limits.ineligible" } as const;

test.each(Object.keys(shutOuts) as (keyof typeof shutOuts)[])(
  "after %s nothing goes to a vendor, and everything there comes home by itself, what arrives later too",
  async (what) => {
    const ann = await world.player({ balance: 100_00n });
    await move(ann, "MAIN", "AG", 40_00n);
    await world.vendor!.order("transfer-lost");
    expect((await move(ann, "MAIN", "BBIN", 25_00n)).move.state).toBe("unknown");
    await shutOuts[what](ann);
    expect((await moveRefused(ann, "MAIN", "CQ9", 1n)).code).toBe(refusedBy[what]);
    await world.work();
    expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 75_00n });
    await lookLater();
    expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 75_00n, BBIN: 25_00n });
    await world.work();
    expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 100_00n });
  },
);

test("who may not play still brings their money home, and what officers froze stays where it is in a case of eligibility too", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  for (const one of [ann, ben]) await move(one, "MAIN", "AG", 40_00n);
  await shutOuts["an officer's restriction of play"](ann);
  await move(ann, "AG", "MAIN", 15_00n);
  expect((await ann.call(transfers.recall, { requestId: id() })).recalled).toBe(25_00n);
  await world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: ben.id, frozen: true, now: world.clock.now() }));
  await shutOuts["a case of eligibility"](ben);
  await world.work();
  expect(await balances(ben)).toEqual({ ...nowhere, MAIN: 60_00n, AG: 40_00n });
});

test.each([
  ["somebody unverified where the market asks for it", "limits.kyc_required", { pack: packs.ph, isAbroad: false }],
  ["a call from abroad", "countries.closed", { pack: packs.sandbox, isAbroad: true }],
] as const)("nothing goes to a vendor for %s", async (_who, code, gate) => {
  const ann = await world.player({ balance: 100_00n });
  const { database, timeZone } = world.open.platform;
  const vendor = await database.db.selectFrom("vendor").select(["id", "code"]).where("code", "=", "AG").executeTakeFirstOrThrow();
  const start = { id: id(), accountId: ann.id, vendor, direction: "in", gate, amount: 10_00n, lookAt: world.clock.now() } as const;
  await expect(database.begin((tx) => startTransfer(tx, { now: world.clock.now(), timeZone }, start))).rejects.toMatchObject({ code });
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 100_00n });
});

test("a break brings everything home by itself, from a vendor that is silent at first too, and what arrives there later", async () => {
  const ann = await world.player({ balance: 100_00n });
  await move(ann, "MAIN", "AG", 40_00n);
  await world.vendor!.order("transfer-lost");
  expect((await move(ann, "MAIN", "BBIN", 25_00n)).move.state).toBe("unknown");
  await exclude(world, ann.id);
  await world.vendor!.order("dead");
  await world.work();
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 35_00n, AG: 40_00n });
  // The job's own clock is the machine's.
  await asOwner(world.open.url, "update graphile_worker._private_jobs set run_at = now()");
  await world.work();
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 75_00n });
  await lookLater();
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 75_00n, BBIN: 25_00n });
  await world.work();
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 100_00n });
});

test("a move takes the amount from one wallet and puts it into the other, and the account record says so [WALLET-08, CALL-41, PROD-08]", async () => {
  const ann = await world.player({ balance: 100_00n });
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, ...nowhere });
  const { list, move: moved, moving } = await move(ann, "MAIN", "BBIN", 70_00n);
  expect([moved.state, moving]).toEqual(["done", []]);
  expect(list.map(({ code, balance }) => [code, balance])).toEqual([
    ["MAIN", 30_00n],
    ["AG", 0n],
    ["BBIN", 70_00n],
    ["CQ9", 0n],
  ]);
  await move(ann, "BBIN", "MAIN", 20_00n);
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 50_00n, BBIN: 50_00n });
  expect((await ann.call(wallet.balance, {})).balance).toBe(50_00n);
  const lines = (await ann.call(wallet.history, { kind: "transfer" })).list;
  expect(lines.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    [20_00n, 50_00n],
    [-70_00n, 30_00n],
  ]);
});

test("a transfer of the account record says between which wallets it passed, and what is no transfer says nothing", async () => {
  const ann = await world.player({ balance: 100_00n });
  await move(ann, "MAIN", "BBIN", 70_00n);
  await move(ann, "BBIN", "MAIN", 20_00n);
  await move(ann, "MAIN", "CQ9", 5_00n);
  const between = async (person: Person) => (await person.call(wallet.history, {})).list.map((line) => line.between);
  expect(await between(ann)).toEqual([{ from: "MAIN", to: "CQ9" }, { from: "BBIN", to: "MAIN" }, { from: "MAIN", to: "BBIN" }, null]);
  // Of two alike at one moment neither can be told from the other, so neither is named.
  const ben = await world.player({ balance: 100_00n });
  for (const vendor of ["AG", "CQ9"]) await move(ben, "MAIN", vendor, 30_00n);
  await move(ben, "MAIN", "CQ9", 7_00n);
  expect(await between(ben)).toEqual([{ from: "MAIN", to: "CQ9" }, null, null, null]);
});

test("the same move sent twenty times at once is made once, and with another amount, wallet or direction it is refused [WALLET-08, CALL-41]", async () => {
  const ann = await world.player({ balance: 100_00n });
  const same = { requestId: id(), from: "MAIN", to: "AG", amount: 10_00n };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ann.call(transfers.move, same)));
  // Who asks while the vendor is asked is told as much; nobody asks the vendor twice.
  expect(new Set(answers.map((answer) => answer.move.id)).size).toBe(1);
  expect((await ann.call(transfers.move, same)).move.state).toBe("done");
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 90_00n, AG: 10_00n });
  expect(await ann.refused(transfers.move, { ...same, amount: 20_00n })).toBe("request.id_reused");
  expect(await ann.refused(transfers.move, { ...same, to: "BBIN" })).toBe("request.id_reused");
  expect(await ann.refused(transfers.move, { ...same, from: "AG", to: "MAIN" })).toBe("request.id_reused");
  const ben = await world.player({ balance: 50_00n });
  await ben.call(transfers.move, same);
  expect(await balances(ben)).toEqual({ ...nowhere, MAIN: 40_00n, AG: 10_00n });
});

test("of twenty moves of all the money at once exactly one wins [WALLET-08]", async () => {
  const ann = await world.player({ balance: 100_00n });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => move(ann, "MAIN", ["AG", "BBIN", "CQ9"][at % 3]!, 100_00n)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : []));
  expect(new Set(codes)).toEqual(new Set(["wallet.insufficient_funds"]));
  const held = await balances(ann);
  expect(Object.values(held).toSorted()).toEqual([0n, 0n, 0n, 100_00n]);
  expect(held["MAIN"]).toBe(0n);
});

test("recall asks every vendor, brings everything home once, and a second time there is nothing to bring [WALLET-08]", async () => {
  const ann = await world.player({ balance: 100_00n });
  for (const vendor of ["AG", "BBIN", "CQ9"]) await move(ann, "MAIN", vendor, 25_00n);
  const same = { requestId: id() };
  await Promise.all(Array.from({ length: 5 }, () => ann.call(transfers.recall, same)));
  const repeated = await ann.call(transfers.recall, same);
  expect(repeated.recalled).toBe(75_00n);
  expect(repeated.vendors).toEqual([
    { code: "AG", name: "Asia Gaming", outcome: "brought", amount: 25_00n },
    { code: "BBIN", name: "BBIN", outcome: "brought", amount: 25_00n },
    { code: "CQ9", name: "CQ9", outcome: "brought", amount: 25_00n },
  ]);
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, ...nowhere });
  expect(await ann.call(transfers.recall, { requestId: id() })).toMatchObject({ recalled: 0n, vendors: [] });
});

test("recall says of each vendor what came of it: home, on its way, not reachable [WALLET-08]", async () => {
  const ann = await world.player({ balance: 100_00n });
  for (const vendor of ["AG", "BBIN"]) await move(ann, "MAIN", vendor, 25_00n);
  await world.vendor!.order("dead", 2);
  const outcomes = async () => (await ann.call(transfers.recall, { requestId: id() })).vendors.map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(["unreachable", "unreachable"]);
  expect(await balances(ann)).toEqual({ ...nowhere, MAIN: 50_00n, AG: 25_00n, BBIN: 25_00n });
  await world.vendor!.order("transfer-done-unsaid");
  expect((await outcomes()).toSorted()).toEqual(["brought", "onItsWay"]);
  await lookLater();
  expect(await balances(ann)).toEqual({ MAIN: 100_00n, ...nowhere });
});

test("moves, recalls and plays of one member at the same moment neither lose nor make a centavo", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const work = Array.from({ length: 30 }, (_, at) =>
    at % 5 === 4 ? ann.call(transfers.recall, { requestId: id() }) : move(ann, at % 3 === 0 ? "AG" : "MAIN", at % 3 === 0 ? "MAIN" : "AG", 30_00n),
  );
  for (const outcome of await Promise.allSettled(work))
    if (outcome.status === "rejected") expect(["wallet.insufficient_funds", "transfers.too_many_open"]).toContain((outcome.reason as { code: string }).code);
  await lookLater();
  expect((await ann.call(transfers.wallets, {})).moving).toEqual([]);
  expect(Object.values(await balances(ann)).reduce((sum, balance) => sum + balance, 0n)).toBe(1_000_00n);
});
