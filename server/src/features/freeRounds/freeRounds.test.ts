import { createHmac } from "node:crypto";
import type { InputOf } from "@laro/contract/core/endpoint";
import { type FreeRounds, freeRounds } from "@laro/contract/freeRounds";
import { games } from "@laro/contract/games";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { sendFreeRounds } from "../../core/vendors/freeRounds.send.ts";
import { newId } from "../../platform/ids.ts";
import { addVendor, GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const reason = "A welcome for a guest of the house";
const SLOT = "10001";

let world: World;
let officer: Person;
let other: Person;
beforeAll(async () => {
  world = await createWorld({ catalogue: true, vendor: true });
  await enter();
  await addVendor(world, { id: 701, code: "HUBBY", games: ["dumb"], row: { protocol: "hub88" } });
});
afterAll(async () => {
  // Accounts were shut here without their wallets.
  expect((await world.audit()).filter((fault) => !fault.startsWith("audit_a13"))).toEqual([]);
  await world.close();
});

/** Officers enter again where the clock went on. */
const enter = async () => ([officer, other] = [await world.operator("marketing"), await world.operator("marketing")]);

type Member = Person & { readonly id: bigint };
type Wish = InputOf<typeof freeRounds.grant>;
const wish = (member: { name: string }, more: Partial<Wish> = {}): Wish => ({
  requestId: newId(world.clock.now()),
  memberName: member.name,
  nodeId: SLOT,
  rounds: 3,
  stake: 25_00n,
  days: 7,
  wagering: 2,
  reason,
  ...more,
});
const give = async (member: Member, more: Partial<Wish> = {}): Promise<FreeRounds> => (await officer.call(freeRounds.grant, wish(member, more))).granted!;
const stateOf = async (member: Member) => (await officer.call(freeRounds.list, { memberName: member.name })).list[0]!;
const nameOfVendor = (): GatewayVendor => {
  const secret = createHmac("sha256", world.open.platform.config.vendorSecret!).update("vendor PT").digest();
  return new GatewayVendor({ id: 0, code: "PT", secret });
};

interface Spin {
  readonly win: number;
  readonly bet: number;
  readonly free?: { at: number; of: number };
}

/** Opens the game as its player does, and answers what plays a round. */
async function opened(member: Member): Promise<() => Promise<Spin>> {
  const { route } = await member.call(games.launch, { nodeId: SLOT });
  const { url } = await member.call(games.openLaunch, { ticket: new URLSearchParams(route.split("?")[1]).get("launch")! });
  const { search } = new URL(url);
  return async () => (await (await fetch(`${world.vendor!.url}/spin${search}&stake=0`, { method: "POST" })).json()) as Spin;
}

test("who may not give, gives nothing; nobody gives to nobody, in a game of the house or of a vendor that cannot, or beyond a game's stakes", async () => {
  const ann = await world.player();
  for (const role of ["support", "auditor", "kyc", "risk", "finance"] as const)
    expect(await (await world.operator(role)).refused(freeRounds.grant, wish(ann))).toBe("sessions.forbidden");
  expect(await ann.refused(freeRounds.list, {})).toBe("sessions.required");
  expect(await officer.refused(freeRounds.grant, wish({ name: "nobody-at-all" }))).toBe("accounts.not_found");
  for (const nodeId of ["1001", "701000", "99999999", "x"])
    expect(await officer.refused(freeRounds.grant, wish(ann, { nodeId }))).toBe("freeRounds.game_not_possible");
  expect(await officer.refused(freeRounds.grant, wish(ann, { stake: 900_000_00n }))).toBe("freeRounds.stake_outside");
  for (const more of [{ rounds: 0 }, { rounds: 201 }, { days: 31 }, { days: 0 }, { wagering: 51 }, { wagering: -1 }]) {
    const input = JSON.stringify({ ...wish(ann, more), stake: "25.00" });
    expect((await officer.request("POST", `/api/${freeRounds.grant.name}`, input)).status).toBe(400);
  }
  expect((await officer.call(freeRounds.list, { memberName: ann.name })).list).toEqual([]);
  expect((await officer.call(freeRounds.games, { search: "golden man" })).list).toMatchObject([{ nodeId: SLOT, gameName: "Golden Mango" }]);
});

test("a member who is excluded, on a break, closed to bonuses, looked into or shut is given nothing, and the answer never says why", async () => {
  const { database } = world.open.platform;
  const now = world.clock.now();
  const exclude = (accountId: bigint, kind: "timeout" | "self") =>
    database.begin((tx) => startExclusion(tx, { accountId, kind, period: "24h", firm: "24h", reason: null, madeBy: "member", now, timeZone: "Asia/Manila" }));
  const sql = (text: string) => (id: bigint) => asOwner(world.open.url, text, [id]);
  const bars: readonly ((id: bigint) => Promise<unknown>)[] = [
    (id) => exclude(id, "timeout"),
    (id) => exclude(id, "self"),
    sql("update account set restrictions = '{bonus}' where id = $1"),
    sql("update account set closed = true where id = $1"),
    sql(
      "insert into signal (id, rule, rule_version, key, account_id, subjects, figures, day, holds, opened_at) values (gen_random_uuid(), 'sameDevice', 1, 'free rounds', $1::bigint, array[$1::bigint], '{}', now()::date, false, now())",
    ),
    sql(
      "insert into aml_alert (id, account_id, rule, rule_version, day, amount, figures, due_on, opened_at) values (gen_random_uuid(), $1, 'large', 1, now()::date, 1, '{}', now()::date, now())",
    ),
    sql("insert into play_limit (account_id, kind, period, amount, updated_at) values ($1, 'loss', 'week', 0, now())"),
  ];
  for (const bar of bars) {
    const member = await world.player();
    await bar(member.id);
    expect(await officer.refusal(freeRounds.grant, wish(member))).toMatchObject({ code: "freeRounds.barred", values: {} });
  }
  // One who is barred after they were given, and before the vendor heard of them, is given nothing either.
  const late = await world.player();
  await give(late);
  await exclude(late.id, "self");
  await world.work();
  expect(await stateOf(late)).toMatchObject({ state: "cancelled", tries: 0 });
});

test("a member plays free rounds in the vendor's game: no stake leaves, what they won is a prize with its turnover, once, and it stands in record and inbox", async () => {
  const ann = await world.player({ balance: 10_00n });
  const input = wish(ann);
  const { granted } = await officer.call(freeRounds.grant, input);
  expect(await officer.call(freeRounds.grant, input)).toEqual({ granted, proposed: null });
  expect(await officer.refused(freeRounds.grant, { ...input, rounds: 4 })).toBe("request.id_reused");
  expect(granted).toMatchObject({ state: "issuing", rounds: 3, stake: 25_00n, grantedBy: officer.name, confirmedBy: null });
  await world.work();
  expect((await ann.call(freeRounds.mine, {})).list).toMatchObject([{ gameName: "Golden Mango", rounds: 3, state: "issued", playable: true, won: 0n }]);
  const spin = await opened(ann);
  await sendFreeRounds(world.open.platform);
  expect((await stateOf(ann)).state).toBe("active");
  const rounds = [await spin(), await spin(), await spin()];
  expect(rounds.map(({ bet, free }) => [bet, free])).toEqual([1, 2, 3].map((at) => [0, { at, of: 3 }]));
  const won = BigInt(Math.round(rounds.reduce((sum, { win }) => sum + win, 0) * 100));
  await expect.poll(async () => (await stateOf(ann)).state).toBe("finished");
  expect(await stateOf(ann)).toMatchObject({ won });
  expect((await ann.call(wallet.balance, {})).balance).toBe(10_00n + won);
  const vendor = nameOfVendor();
  const finish = (amount: string, more: object = {}) => vendor.call(world.address, "freespins/finish", { issue_id: granted!.id, amount, ...more });
  const said = `${won / 100n}.${String(won % 100n).padStart(2, "0")}`;
  expect(await finish(said)).toMatchObject({ status: 200 });
  expect((await finish("999.99")).body.meta?.api_code).toBe("400");
  expect((await ann.call(wallet.balance, {})).balance).toBe(10_00n + won);
  await world.work();
  const { list: record } = await ann.call(wallet.history, { kind: "prize" });
  expect(record.map(({ amount }) => amount)).toEqual(won === 0n ? [] : [won]);
  if (won > 0n) {
    expect((await ann.call(withdrawals.terms, {})).turnover).toMatchObject([{ source: "freeRounds", reference: granted!.reference, needed: 2n * won }]);
    expect((await ann.call(messages.mine, {})).list.map(({ template }) => template)).toContain("prizeWon");
  }
  // The next round is one for money again: nothing of it is free.
  expect((await spin()).free).toBeUndefined();
});

test("the end of free rounds is taken once and whatever is closed: an unknown issue, another player, another amount and another vendor's are refused, and faults are written", async () => {
  const ann = await world.player();
  const granted = await give(ann, { wagering: 3 });
  await world.work();
  const vendor = nameOfVendor();
  const [row] = await asOwner<{ id: number }>(world.open.url, "select id from vendor where code = 'PT'");
  const ref = await nameAt(world, { id: row!.id } as GatewayVendor, ann.id);
  const finish = (body: object) => vendor.call(world.address, "v2/provider_a8r.Freespins/Finish", body);
  for (const issue_id of [newId(world.clock.now()), "no id at all", `${granted.id}0`])
    expect(await finish({ issue_id, amount: "5.00" })).toMatchObject({ status: 400, body: { meta: { api_code: "400", api_message: "issue_id is unknown" } } });
  for (const amount of ["-1", "1e3", 5, "", "1,00"]) expect((await finish({ issue_id: granted.id, amount })).status).toBe(400);
  expect((await finish({ issue_id: granted.id, amount: "5.00", account_id: `${ref}x` })).body.meta?.api_code).toBe("101");
  expect((await finish({ issue_id: granted.id, amount: "5.00", currency: "EUR" })).body.meta?.api_code).toBe("154");
  await asOwner(world.open.url, "update wallet set status = 2 where account_id = $1 and kind = 1", [ann.id]);
  const first = await finish({ issue_id: granted.id, amount: "5.005", account_id: ref });
  expect(first).toEqual({ status: 200, body: { balance: "5.00" } });
  expect(await finish({ issue_id: granted.id, amount: "5.00" })).toEqual(first);
  expect((await finish({ issue_id: granted.id, amount: "6.00" })).body.meta).toMatchObject({ api_code: "400" });
  await asOwner(world.open.url, "update wallet set status = 0 where account_id = $1 and kind = 1", [ann.id]);
  expect(await stateOf(ann)).toMatchObject({ state: "finished", won: 5_00n });
  expect(await officer.refused(freeRounds.cancel, { id: granted.id, reason })).toBe("freeRounds.over");
  const kinds = async () =>
    (await asOwner<{ code: string }>(world.open.url, "select distinct code from vendor_fault where action = 'finishIssue' order by 1")).map(({ code }) => code);
  await expect.poll(kinds).toEqual(["currency_other", "fraction", "id_reused", "issue_unknown", "malformed", "player_unknown"]);
});

test("beyond what one officer gives alone, to a member and to all in a day, another must confirm; nobody confirms their own, and the table refuses it too", async () => {
  await world.pass(DAY_MS);
  await enter();
  const ann = await world.player();
  await give(ann, { rounds: 30, stake: 25_00n });
  const { granted, proposed } = await officer.call(freeRounds.grant, wish(ann, { rounds: 11, stake: 25_00n }));
  expect([granted, proposed?.memberName]).toEqual([null, ann.name]);
  expect(await officer.refused(freeRounds.confirm, { id: proposed!.id, reason })).toBe("freeRounds.own_proposal");
  await expect(
    asOwner(world.open.url, "update free_round_proposal set state = 'confirmed', decided_by = proposed_by where id = $1", [proposed!.id]),
  ).rejects.toThrow("free_round_proposal_two_persons");
  expect((await other.call(freeRounds.proposals, {})).list.map(({ id }) => id)).toEqual([proposed!.id]);
  const given = await other.call(freeRounds.confirm, { id: proposed!.id, reason });
  expect(given).toMatchObject({ rounds: 11, grantedBy: officer.name, confirmedBy: other.name });
  expect(await other.refused(freeRounds.confirm, { id: proposed!.id, reason })).toBe("freeRounds.not_proposed");
  await expect(asOwner(world.open.url, "update free_round set confirmed_by = granted_by where id = $1", [given.id])).rejects.toThrow("free_round_two_persons");
  // What single officers gave to others on this day counts too, up to the figure of the day; a barred member's proposal is confirmed by nobody.
  const [ben, cleo, dan] = [await world.player(), await world.player(), await world.player()];
  const before = 19_000_00n - 750_00n;
  await asOwner(
    world.open.url,
    "insert into free_round (id, account_id, vendor_id, game_id, rounds, stake, wagering, until, state, source_id, reason, granted_by, granted_name, at, ended_at) select gen_random_uuid(), account_id, vendor_id, game_id, 1, $2, 0, until, 'failed', gen_random_uuid(), reason, 1, 'x', at, at from free_round where id = $1",
    [given.id, before],
  );
  expect((await officer.call(freeRounds.grant, wish(ben, { rounds: 40 }))).granted).not.toBeNull();
  const waiting = [await officer.call(freeRounds.grant, wish(cleo, { rounds: 1 })), await officer.call(freeRounds.grant, wish(dan, { rounds: 1 }))];
  expect(waiting.map((one) => one.granted)).toEqual([null, null]);
  const [first, second] = waiting.map((one) => one.proposed!.id) as [string, string];
  await asOwner(world.open.url, "update account set closed = true where id = $1", [cleo.id]);
  expect(await other.refused(freeRounds.confirm, { id: first, reason })).toBe("freeRounds.barred");
  expect(await officer.call(freeRounds.decline, { id: second, reason })).toMatchObject({ proposedBy: officer.name });
  expect(await other.refused(freeRounds.decline, { id: second, reason })).toBe("freeRounds.not_proposed");
});

test("a vendor that took free rounds and did not say so is told again with the same id, ever more rarely, and gives them once; one that refuses them has failed", async () => {
  await world.pass(DAY_MS);
  await enter();
  await world.work();
  const ann = await world.player({ balance: 10_00n });
  await world.vendor!.order("dead-at-issue", 2);
  await give(ann, { rounds: 1 });
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ state: "issuing", tries: 1 });
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ state: "issuing", tries: 1 });
  await world.pass(MINUTE_MS + 1_000);
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ state: "issuing", tries: 2 });
  await world.pass(MINUTE_MS);
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ state: "issuing", tries: 2 });
  await world.pass(MINUTE_MS);
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ state: "issued" });
  const spin = await opened(ann);
  expect((await spin()).free).toEqual({ at: 1, of: 1 });
  expect((await spin()).free).toBeUndefined();
  const ben = await world.player();
  await world.vendor!.order("issue-refused");
  await give(ben);
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ben)).toMatchObject({ state: "failed" });
  expect((await ben.call(freeRounds.mine, {})).list).toEqual([]);
});

test("a vendor that tells an end twice, with another sum, or of rounds nobody gave, pays once what it said first", async () => {
  for (const fault of ["finish-twice", "finish-other-amount", "finish-unknown"]) {
    const member = await world.player({ balance: 10_00n });
    await give(member, { rounds: 1 });
    await world.work();
    await world.vendor!.order(fault);
    const { win } = await (await opened(member))();
    const won = BigInt(Math.round(win * 100));
    await expect.poll(async () => (await stateOf(member)).state).toBe("finished");
    expect(await stateOf(member)).toMatchObject({ won });
    expect((await member.call(wallet.balance, {})).balance).toBe(10_00n + won);
  }
});

test("officers take free rounds back: at once where no vendor heard of them, else when it says so; what it played out is paid all the same", async () => {
  const [ann, ben] = [await world.player(), await world.player({ balance: 10_00n })];
  const unsent = await give(ann);
  expect(await officer.call(freeRounds.cancel, { id: unsent.id, reason })).toMatchObject({ state: "cancelled", cancelledBy: officer.name });
  await world.work();
  expect((await stateOf(ann)).state).toBe("cancelled");
  const sent = await give(ben, { rounds: 1 });
  await world.work();
  expect(await officer.call(freeRounds.cancel, { id: sent.id, reason })).toMatchObject({ state: "issued", cancelling: true });
  expect((await ben.call(freeRounds.mine, {})).list).toMatchObject([{ playable: false }]);
  expect(await other.refused(freeRounds.cancel, { id: sent.id, reason })).toBe("freeRounds.over");
  await world.work();
  expect(await stateOf(ben)).toMatchObject({ state: "cancelled", cancelling: false });
  expect((await (await opened(ben))()).free).toBeUndefined();
  expect(await nameOfVendor().call(world.address, "freespins/finish", { issue_id: sent.id, amount: "2.00" })).toMatchObject({ status: 200 });
  expect(await stateOf(ben)).toMatchObject({ state: "finished", won: 2_00n });
  expect(await officer.refused(freeRounds.cancel, { id: newId(world.clock.now()), reason })).toBe("freeRounds.not_found");
});

test("free rounds whose time is over have expired, those that no vendor took have failed, and those somebody began are active until then", async () => {
  const [ann, ben, cleo] = [await world.player({ balance: 10_00n }), await world.player(), await world.player()];
  for (const member of [ann, cleo]) await give(member, { days: 2 });
  await world.work();
  await world.vendor!.order("dead-at-issue", 50);
  await give(ben, { days: 1 });
  await world.work();
  await (
    await opened(ann)
  )();
  await world.pass(MINUTE_MS);
  await sendFreeRounds(world.open.platform);
  expect([(await stateOf(ann)).state, (await stateOf(ben)).state, (await stateOf(cleo)).state]).toEqual(["active", "issuing", "issued"]);
  await world.pass(DAY_MS);
  await enter();
  await sendFreeRounds(world.open.platform);
  expect([(await stateOf(ann)).state, (await stateOf(ben)).state, (await stateOf(cleo)).state]).toEqual(["active", "failed", "issued"]);
  await world.pass(2 * DAY_MS);
  await enter();
  await sendFreeRounds(world.open.platform);
  expect([(await stateOf(ann)).state, (await stateOf(cleo)).state]).toEqual(["expired", "expired"]);
  await world.vendor!.order("dead-at-issue", 0);
});
