import { audit } from "@laro/contract/audit";
import { gateway, type VendorRules } from "@laro/contract/gateway";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { addToDays, CallCounts, countsOf, sweepMinutes } from "../../core/vendors/counts.ts";
import { sweepFaults, withoutSecrets } from "../../core/vendors/faults.ts";
import { sign } from "../../core/vendors/protocols/softswiss/signature.ts";
import { newId } from "../../platform/ids.ts";
import { addVendor, GatewayVendor, nameAt, VIEW_AGE_MS } from "../../testing/gateway.ts";
import { addHub88, hub88Keys } from "../../testing/hub88.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "As agreed with the vendor";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let vendor: GatewayVendor;
let [first, second]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN", games: ["gale"] });
  // Ids of one millisecond stand in no order.
  world.clock.advance(1_000);
  await enter();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Officers log in again where the clock went on: a session rests no longer than a day. */
const enter = async () => ([first, second] = [await world.operator("superadmin"), await world.operator("superadmin")]);
const seen = () => new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
const waitFor = async (hours: number) => {
  world.clock.advance(hours * HOUR_MS);
  await enter();
};

/** What a vendor's secret opens now: 200, or the code of the refusal. */
async function opens(secret: string | Buffer, code = "SEVEN"): Promise<string> {
  const caller = new GatewayVendor({ id: 700, code, secret: Buffer.from(secret) });
  const { status, body } = await caller.call(world.address, "balance", { account_id: "nobody", currency: "PHP", game_id: "gale" });
  // Past the signature, nobody by that name plays.
  return status === 400 && body.meta?.api_code === "101" ? "taken" : `${status} ${body.meta?.api_code}`;
}

async function playing() {
  const player = await world.player({ balance: 100_00n });
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale" };
  const call = (path: string, body: object) => vendor.call(world.address, path, { ...about, ...body });
  return { player, about, call };
}
const bet = (id: string, amount = "10.00") => ({ id_provider: id, type: "bet", amount });
const win = (id: string, amount = "25.00") => ({ id_provider: id, type: "win", amount });
const get = (vendorCode = "SEVEN") => first!.call(gateway.get, { vendorCode });

test("superadmins alone change keys and rules; finance finds rounds, support reads faults, risk and the auditor read everything, nobody else anything", async () => {
  const wish = { vendorCode: "SEVEN", use: "theirs" as const, reason };
  const { rules } = await get();
  expect(await world.guest().refused(gateway.list, {})).toBe("sessions.required");
  for (const role of ["finance", "support", "risk", "auditor", "marketing", "kyc"] as const) {
    const officer = await world.operator(role);
    expect(await officer.refused(gateway.proposeKey, wish)).toBe("sessions.forbidden");
    expect(await officer.refused(gateway.setRules, { vendorCode: "SEVEN", rules, reason })).toBe("sessions.forbidden");
    const may = async (asked: Promise<unknown>) => asked.then(() => true).catch(() => false);
    const reads = [
      may(officer.call(gateway.get, { vendorCode: "SEVEN" })),
      may(officer.call(gateway.faults, {})),
      may(officer.call(gateway.search, { id: "x" })),
    ];
    const expected = { finance: [false, false, true], support: [false, true, true], risk: [true, true, true], auditor: [true, true, true] };
    expect([role, await Promise.all(reads)]).toEqual([role, expected[role as "risk"] ?? [false, false, false]]);
  }
  expect(await first!.refused(gateway.get, { vendorCode: "NONE" })).toBe("vendors.not_found");
  expect(await first!.refused(gateway.proposeKey, { ...wish, vendorCode: "BGS" })).toBe("vendors.house");
  expect(await first!.refused(gateway.setRules, { vendorCode: "BGS", rules, reason })).toBe("vendors.house");
});

test("a key counts once a second officer confirmed its fingerprint, the old one a day longer, and either ends when an officer says so", async () => {
  const old = vendor.secret;
  const { key, secret } = await first!.call(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", reason });
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(key).toMatchObject({ state: "waiting", fingerprint: createHash("sha256").update(secret!).digest("hex").slice(0, 16), confirmedBy: null });
  expect(await first!.refused(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", reason })).toBe("gateway.key_waits");
  const { id, fingerprint } = key;
  await seen();
  expect([await opens(secret!), await opens(old)]).toEqual(["400 403", "taken"]);
  expect(await first!.refused(gateway.confirmKey, { id, fingerprint, reason })).toBe("gateway.own_proposal");
  expect(await second!.refused(gateway.confirmKey, { id, fingerprint: "0".repeat(16), reason })).toBe("gateway.fingerprint_other");
  expect(await second!.refused(gateway.confirmKey, { id: newId(world.clock.now()), fingerprint, reason })).toBe("gateway.key_not_found");
  const { keys } = await second!.call(gateway.confirmKey, { id, fingerprint, reason });
  expect(keys.map(({ state }) => state)).toEqual(["live", "ending"]);
  expect(JSON.stringify(keys)).not.toContain(secret);
  expect(await second!.refused(gateway.confirmKey, { id, fingerprint, reason })).toBe("gateway.key_not_waiting");
  await seen();
  expect([await opens(secret!), await opens(old), await opens("of somebody else")]).toEqual(["taken", "taken", "400 403"]);

  const third = await first!.call(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", secret: "what the vendor chose for itself", reason });
  expect(third.secret).toBeNull();
  const confirming = { id: third.key.id, fingerprint: third.key.fingerprint, reason };
  expect(await second!.refused(gateway.confirmKey, confirming)).toBe("gateway.keys_two");
  await waitFor(23.9);
  expect(await opens(old)).toBe("taken");
  await waitFor(0.2);
  expect([await opens(old), await opens(secret!)]).toEqual(["400 403", "taken"]);
  await second!.call(gateway.confirmKey, { ...confirming, overlapHours: 0 });
  await seen();
  expect([await opens(secret!), await opens("what the vendor chose for itself")]).toEqual(["400 403", "taken"]);
  // A secret that was given up never comes back.
  expect(await first!.refused(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", secret: secret!, reason })).toBe("gateway.key_known");
  const ended = await first!.call(gateway.endKey, { id: third.key.id, reason });
  expect(ended.keys.map(({ state }) => state)).toEqual(["ended", "ended", "ended"]);
  expect(await first!.refused(gateway.endKey, { id: third.key.id, reason })).toBe("gateway.key_ended");
  await seen();
  expect(await opens("what the vendor chose for itself")).toBe("400 403");

  const waiting = await first!.call(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", secret: "the secret of SEVEN, again", reason });
  expect((await first!.call(gateway.endKey, { id: waiting.key.id, reason })).keys[0]!.state).toBe("declined");
  const again = await first!.call(gateway.proposeKey, { vendorCode: "SEVEN", use: "theirs", secret: "the new secret of SEVEN", reason });
  await second!.call(gateway.confirmKey, { id: again.key.id, fingerprint: again.key.fingerprint, reason });
  vendor = new GatewayVendor({ id: 700, code: "SEVEN", secret: Buffer.from("the new secret of SEVEN") });
  await seen();
});

test("no key counts without two officers, whoever writes it, and neither chain of entries nor row shows a secret", async () => {
  const { key, secret } = await first!.call(gateway.proposeKey, { vendorCode: "SEVEN", use: "ours", reason });
  const write = (set: string) => asOwner(world.open.url, `update vendor_key set ${set} where id = $1`, [key.id]);
  await expect(write("valid_from = now()")).rejects.toThrow(/vendor_key_two_officers/);
  await expect(write("valid_from = now(), confirmed_by = proposed_by")).rejects.toThrow(/vendor_key_two/);
  const [row] = await asOwner<{ sealed: Buffer }>(world.open.url, "select sealed from vendor_key where id = $1", [key.id]);
  expect(row!.sealed.includes(secret!)).toBe(false);
  const { list } = await (await world.operator("auditor")).call(audit.list, { limit: 50 });
  expect(list.some(({ endpoint }) => endpoint === "gateway.proposeKey")).toBe(true);
  expect(JSON.stringify(list, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))).not.toContain(secret);
  await first!.call(gateway.endKey, { id: key.id, reason });
});

test("rules hold within a second; what lets more money move waits for another officer, and what is no address is refused", async () => {
  const { rules } = await get();
  const set = (wanted: Partial<VendorRules>, by = first!) => by.call(gateway.setRules, { vendorCode: "SEVEN", rules: { ...rules, ...wanted }, reason });
  for (const address of ["10.0.0.0/33", "ten", "fe80::1%eth0", "10.0.0.1/8/8", "10.0.0.0/-1"])
    expect(await first!.refusal(gateway.setRules, { vendorCode: "SEVEN", rules: { ...rules, addresses: [address] }, reason })).toMatchObject({
      code: "gateway.address_wrong",
      values: { field: "addresses" },
    });
  expect(await first!.refused(gateway.setRules, { vendorCode: "SEVEN", rules, reason })).toBe("gateway.as_it_is");
  expect((await set({ addresses: ["10.1.2.3/8", "2001:db8::/32"] })).rules.addresses).toEqual(["10.0.0.0/8", "2001:db8::/32"]);
  await seen();
  expect(await opens(vendor.secret)).toBe("400 403");
  // Whoever has a key could then call from anywhere.
  const opened = await set({ addresses: [] });
  expect(opened).toMatchObject({ rules: { addresses: ["10.0.0.0/8", "2001:db8::/32"] }, proposal: { addresses: [] } });
  expect((await second!.call(gateway.confirmRules, { id: opened.proposal!.id, reason })).rules.addresses).toEqual([]);

  // Lower at once, higher by two.
  const narrow = { stakeMax: 50_00n, hourLossMax: 1_000_00n, roundRule: "hold" as const };
  expect(await set(narrow)).toMatchObject({ rules: narrow, proposal: null });
  const { player, call } = await playing();
  await seen();
  expect((await call("betwin", { round_id: "high", transactions: [bet("high", "60.00")] })).body.meta!.api_code).toBe("106");
  const raised = await set({ stakeMax: 80_00n, hourLossMax: 500_00n, roundRule: "refund", callsPerS: 400 });
  expect(raised).toMatchObject({
    rules: { stakeMax: 50_00n, hourLossMax: 500_00n, roundRule: "hold", callsPerS: 400 },
    proposal: { stakeMax: 80_00n, roundRule: "refund" },
  });
  expect(raised.proposal).not.toHaveProperty("hourLossMax");
  expect(await first!.refused(gateway.setRules, { vendorCode: "SEVEN", rules: { ...rules, stakeMax: null, roundRule: "hold" }, reason })).toBe(
    "gateway.already_proposed",
  );
  const decision = { id: raised.proposal!.id, reason };
  expect(await first!.refused(gateway.confirmRules, decision)).toBe("gateway.own_proposal");
  expect(await second!.refused(gateway.confirmRules, { ...decision, id: newId(world.clock.now()) })).toBe("gateway.proposal_not_found");
  // Of two who confirm one wins.
  const third = await world.operator("superadmin");
  const both = await Promise.all([second!.send(gateway.confirmRules, decision), third.send(gateway.confirmRules, decision)]);
  expect(both.map(({ answer }) => answer.success).toSorted()).toEqual([false, true]);
  expect(await get()).toMatchObject({ rules: { stakeMax: 80_00n, hourLossMax: 500_00n, roundRule: "refund" }, proposal: null });
  await seen();
  expect((await call("betwin", { round_id: "high", transactions: [bet("high", "60.00")], finished: true })).status).toBe(200);
  const { proposal } = await set({ stakeMax: null, hourLossMax: 500_00n, callsPerS: 400 });
  expect((await first!.call(gateway.declineRules, { id: proposal!.id, reason })).rules.stakeMax).toBe(80_00n);
  expect(await second!.refused(gateway.confirmRules, { id: proposal!.id, reason })).toBe("gateway.not_proposed");
  expect(player.id).toBeGreaterThan(0n);
});

test("faults are listed newest first by what one looks for, with both sides' request ids and without secrets, and go after thirty days", async () => {
  const { call, about } = await playing();
  world.clock.advance(1_000);
  const body = { ...about, account_id: "nobody", token: 'a "quoted" secret', launch_url: "https://play.example/x" };
  const answer = await fetch(`${world.address}/gateway/vendors/SEVEN/balance`, signed(body, { "x-request-id": "their-request-7" }));
  const requestId = answer.headers.get("x-request-id")!;
  world.clock.advance(1_000);
  await call("betwin", { round_id: "odd", transactions: [{ ...bet("odd"), amount: "1e3" }] });
  const support = await world.operator("support");
  const page = async (input: object) => (await support.call(gateway.faults, { vendorCode: "SEVEN", ...input })).list;
  await expect.poll(() => page({ action: "balance", code: "player_unknown", limit: 1 })).toMatchObject([{ requestId, theirRequestId: "their-request-7" }]);
  const [fault] = await page({ action: "balance", code: "player_unknown", limit: 1 });
  expect(fault!.body).toContain('"token":"[redacted]"');
  expect(fault!.body).not.toMatch(/quoted|play\.example/);
  expect(withoutSecrets('{"token":"cut off in the mid')).toBe('{"token":"[redacted]"');
  await expect.poll(() => page({ code: "malformed" })).toMatchObject([{ action: "play", vendorCode: "SEVEN" }]);
  expect(await page({ action: "play", code: "player_unknown" })).toEqual([]);
  expect(await page({ until: new Date(world.clock.now().getTime() - 100 * DAY_MS).toISOString() })).toEqual([]);
  const newest = await support.call(gateway.faults, { limit: 1 });
  const next = await support.call(gateway.faults, { limit: 1, cursor: newest.next! });
  expect(next.list[0]!.id < newest.list[0]!.id).toBe(true);
  // A request that went wrong is found by either side's name for it.
  for (const id of [requestId, "their-request-7"]) expect((await support.call(gateway.search, { id })).faults).toMatchObject([{ id: fault!.id }]);
  const { database } = world.open.platform;
  const later = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS);
  await sweepFaults(database, later(29));
  expect((await page({})).length).toBeGreaterThan(0);
  await sweepFaults(database, later(30.01));
  expect(await page({})).toEqual([]);
});

test("a key of a vendor that signs by pairs is taken where it is one of its use, and none is made here", async () => {
  const pairs = await addHub88(world, { id: 706, code: "PAIRS" });
  await asOwner(world.open.url, "delete from vendor_key where vendor_id = 706");
  const wish = { vendorCode: pairs.code, use: "theirs", reason } as const;
  expect(await first!.refused(gateway.proposeKey, wish)).toBe("gateway.key_not_made");
  for (const secret of ["0123456789abcdef".repeat(4), hub88Keys.own.toString()])
    expect(await first!.refusal(gateway.proposeKey, { ...wish, secret })).toMatchObject({ code: "gateway.key_wrong", values: { field: "secret" } });
  expect(await first!.refused(gateway.proposeKey, { ...wish, use: "ours", secret: hub88Keys.shared.toString() })).toBe("gateway.key_wrong");
  expect(await first!.call(gateway.proposeKey, { ...wish, secret: hub88Keys.shared.toString() })).toMatchObject({ key: { use: "theirs" }, secret: null });
  expect(await first!.call(gateway.proposeKey, { ...wish, use: "ours", secret: hub88Keys.own.toString() })).toMatchObject({
    key: { use: "ours" },
    secret: null,
  });
});

test("calls are counted by minute, action and refusal without a row each, two processes' together, and the desk shows rates, times and today's result", async () => {
  const { platform } = world.open;
  await countsOf(platform).write(platform.database);
  await asOwner(world.open.url, "delete from vendor_minute");
  // Noon in Manila, so that today stays today; what others played is gathered before.
  const now = world.clock.now().getTime();
  world.clock.advance(DAY_MS - ((now - 4 * HOUR_MS) % DAY_MS));
  await enter();
  await gather();
  const before = (await line()).ggr;
  const { call } = await playing();
  for (const id of ["c1", "c2", "c3"]) await call("betwin", { round_id: id, transactions: [bet(id), win(`${id}w`, "4.00")], finished: true });
  await call("betwin", { round_id: "open", transactions: [bet("o1")] });
  await call("betwin", { round_id: "poor", transactions: [bet("poor", "79.00")] });
  await opens("of somebody else");
  // What every object has is no call of a vendor.
  for (const path of ["constructor", "__proto__", "toString"])
    expect((await fetch(`${world.address}/gateway/vendors/SEVEN/${path}`, { method: "POST" })).status).toBe(404);
  await countsOf(platform).write(platform.database);
  expect(await asOwner(world.open.url, "select action, code, calls::int from vendor_minute order by 1, 2")).toEqual([
    { action: "balance", code: "signature", calls: 1 },
    { action: "play", code: "", calls: 4 },
    { action: "play", code: "insufficient_funds", calls: 1 },
  ]);
  // What another process counted of the same minute: 95 calls of 3 ms, 5 of 100 ms.
  const other = new CallCounts();
  for (let at = 0; at < 100; at += 1) other.count({ vendorId: 700, action: "rollback", code: "", tookMs: at < 95 ? 3 : 100 }, world.clock.now());
  await other.write(platform.database);
  // One that the table does not take is left out alone.
  for (const vendorId of [700, 99_999]) other.count({ vendorId, action: "play", code: "", tookMs: 1 }, world.clock.now());
  await expect(other.write(platform.database)).rejects.toThrow();
  const hour = await first!.call(gateway.hour, { vendorCode: "SEVEN" });
  expect(hour.actions).toMatchObject([
    { action: "balance", calls: 1, refused: 1 },
    { action: "play", calls: 6, refused: 1 },
    { action: "rollback", calls: 100, refused: 0 },
  ]);
  const { p50Ms, p95Ms, p99Ms } = hour.actions[2]!;
  expect([p50Ms! >= 3 && p50Ms! <= 5, p95Ms! <= 5, p99Ms! > 65 && p99Ms! <= 132]).toEqual([true, true, true]);
  expect(hour.refusals).toEqual([
    { action: "balance", code: "signature", calls: 1 },
    { action: "play", code: "insufficient_funds", calls: 1 },
  ]);
  expect(hour.minutes).toHaveLength(60);
  expect(hour.minutes.at(-1)).toMatchObject({ calls: 107, refused: 2 });
  world.clock.advance(60_000);
  expect(await line()).toMatchObject({ callsPerMinute: "21.4", openRounds: 1 });
  expect((await line()).p95Ms).toBeGreaterThan(3);
  // Settled today, each once: 3 × (10.00 − 4.00).
  world.clock.advance(10 * 60_000);
  await gather();
  await gather();
  expect((await line()).ggr - before).toBe(18_00n);
  const late = await playing();
  await late.call("betwin", { round_id: "late", transactions: [bet("late"), win("late-win", "4.00")], finished: true });
  world.clock.advance(10 * 60_000);
  await gather();
  expect((await line()).ggr - before).toBe(24_00n);
  const week = new Date(world.clock.now().getTime() + 7.1 * DAY_MS);
  await sweepMinutes(platform.database, week);
  expect(await asOwner(world.open.url, "select from vendor_minute")).toEqual([]);
});

const line = async () => (await first!.call(gateway.list, {})).list.find(({ vendorCode }) => vendorCode === "SEVEN")!;
const gather = () => gatherPlay(world.open.platform.database, { now: world.clock.now(), timeZone: world.open.platform.timeZone }, { afterWindow: [addToDays] });

function signed(body: object, headers: Record<string, string>): RequestInit {
  const text = JSON.stringify(body);
  return { method: "POST", body: text, headers: { "content-type": "application/json", "x-request-sign": sign(Buffer.from(text), vendor.secret), ...headers } };
}

test("any id of either side finds a round with all that became of it, and only that round", async () => {
  const { player, call } = await playing();
  const opened = await call("betwin", { round_id: "theirs-1", transactions: [bet("t1"), win("t2", "5.00")] });
  world.clock.advance(1_000);
  await call("betwin", { round_id: "theirs-1", transactions: [win("t3", "7.00")] });
  world.clock.advance(1_000);
  await call("rollback", {
    round_id_provider: "theirs-1",
    transactions: [{ id_provider: "t4", type: "rollback", original_id_provider: "t1" }],
    finished: true,
  });
  const whole = await call("betwin", { round_id: "theirs-2", transactions: [bet("w1", "3.00")], finished: true });
  await call("rollback", { round_id_provider: "theirs-3", transactions: [{ id_provider: "n1", type: "rollback", original_id_provider: "never-came" }] });
  const finance = await world.operator("finance");
  const find = (id: string) => finance.call(gateway.search, { id });
  const [found] = (await find("t1")).rounds;
  expect(found).toMatchObject({ vendorCode: "SEVEN", gameCode: "gale", memberId: player.id, theirRound: "theirs-1", state: "closed", stake: 0n, win: 12_00n });
  expect(found!.steps.map(({ type, theirId, amount, balanceAfter, ofTheirId }) => [type, theirId, amount, balanceAfter, ofTheirId])).toEqual([
    ["bet", "t1", 10_00n, 90_00n, null],
    ["win", "t2", 5_00n, 95_00n, null],
    ["win", "t3", 7_00n, 102_00n, null],
    ["rollback", "t4", 10_00n, 112_00n, "t1"],
  ]);
  const ours = opened.body.transactions![0]!.id;
  for (const id of ["t2", "t4", "theirs-1", ours, ours.toUpperCase(), opened.body.round_id!, found!.roundId!, ` t3 `])
    expect([id, (await find(id)).rounds.map(({ roundId }) => roundId)]).toEqual([id, [found!.roundId]]);
  // A round of one call is found by its vendor's name for it too, though the name is kept as a digest alone.
  expect((await find("theirs-2")).rounds).toMatchObject([
    { theirRound: "theirs-2", state: "closed", stake: 3_00n, steps: [{ ourId: whole.body.transactions![0]!.id }] },
  ]);
  expect((await find("w1")).rounds).toMatchObject([{ theirRound: null, stake: 3_00n }]);
  expect((await find("never-came")).rounds).toMatchObject([{ roundId: null, state: "nothing", steps: [{ type: "never" }] }]);
  expect(await find("t5")).toEqual({ rounds: [], faults: [] });
});
