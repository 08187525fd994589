import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { aml, type AmlAlert } from "@laro/contract/aml";
import { LIVE_PATH } from "@laro/contract/core/live";
import { messages } from "@laro/contract/messages";
import { sessions } from "@laro/contract/sessions";
import { translatorFor } from "@laro/locales/compiled";
import type { Key } from "@laro/locales/t";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { work } from "../../roles/worker.ts";
import { credit, withdraw } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const REPORTING = 5_000_000_00n;
const QRPH_MOST = 50_000_00n;
const reason = "Looked at with the member's papers";

let world: World;
let officer: Person;
let begins: number;
beforeAll(async () => {
  world = await createWorld();
  begins = world.clock.now().getTime();
});
beforeEach(async () => void (officer = await world.operator("risk")));
/** The next test has a Monday of its own, at noon in Manila. */
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.pass(WEEK_MS - ((world.clock.now().getTime() - begins) % WEEK_MS));
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

const ago = (ms: number): Date => new Date(world.clock.now().getTime() - ms);

/** A deposit that was credited. */
async function deposited(ann: Member, amountMinor: bigint, { at = world.clock.now(), method = "QRPH" } = {}): Promise<void> {
  const { database, timeZone } = world.open.platform;
  await database.begin((tx) => credit(tx, { now: at, timeZone }, { accountId: ann.id, amountMinor, method }));
}

/** A withdrawal that was paid and received. */
async function withdrew(ann: Member, amountMinor: bigint): Promise<void> {
  const { database, timeZone } = world.open.platform;
  await database.begin((tx) => withdraw(tx, { now: world.clock.now(), timeZone }, { accountId: ann.id, amountMinor }));
}

/** Stakes and loses, whatever the seeds say. */
async function staked(ann: Member, stakeMinor: bigint): Promise<void> {
  const { database, ledger } = world.open.platform;
  await world.give(ann.id, stakeMinor);
  const walletId = await getWalletId(database.db, { accountId: ann.id, kind: "main" });
  const round = { id: newId(world.clock.now()), gameId: 1, draw: () => ({ winMinor: 0n, detail: "{}" }) };
  await ledger.post({
    ref: newId(world.clock.now()),
    walletId,
    contra: houseAccount(1),
    kind: "bet",
    debitMinor: stakeMinor,
    creditMinor: 0n,
    digest: 1n,
    round,
  });
}

async function look(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "aml:look", {}));
  await world.work();
}

async function alertsOf(ann: Member): Promise<readonly AmlAlert[]> {
  const all = await Promise.all((["open", "case", "closed"] as const).map((state) => officer.call(aml.alerts, { state, limit: 100 })));
  return all.flatMap(({ list }) => list).filter(({ memberId }) => memberId === ann.id);
}

async function lookedAt(ann: Member): Promise<readonly AmlAlert[]> {
  await look();
  return alertsOf(ann);
}

test("roles that may not are refused, an auditor reads only, and an alert that is none is not found", async () => {
  for (const role of ["finance", "support"] as const) {
    const other = await world.operator(role);
    expect(await other.refused(aml.alerts, { state: "open" })).toBe("sessions.forbidden");
    expect(await other.refused(aml.rules, {})).toBe("sessions.forbidden");
  }
  const auditor = await world.operator("auditor");
  await auditor.call(aml.alerts, { state: "open" });
  expect(await auditor.refused(aml.openCase, { id: randomUUID(), reason })).toBe("sessions.forbidden");
  expect(await auditor.refused(aml.close, { id: randomUUID(), reason })).toBe("sessions.forbidden");
  const ann = await world.player();
  expect(await ann.refused(aml.alerts, { state: "open" })).toBe("sessions.required");
  expect(await officer.refused(aml.openCase, { id: randomUUID(), reason })).toBe("aml.not_found");
  expect(await officer.refused(aml.close, { id: randomUUID(), reason })).toBe("aml.not_found");
});

test("a day's money in and out is an alert from the reporting amount on and at once a case above it, not a centavo sooner", async () => {
  const [below, at, above] = [await world.player(), await world.player(), await world.player()];
  for (const [ann, out] of [
    [below, 1_000_000_00n - 1n],
    [at, 1_000_000_00n],
    [above, 1_000_000_00n + 1n],
  ] as const) {
    await deposited(ann, 4_000_000_00n, { method: "TRANSFER" });
    await withdrew(ann, out);
    await asOwner(
      world.open.url,
      "insert into deposit (id, account_id, method, amount, state, created_at, expires_at, settled_at) values ($1, $2, 'TRANSFER', $3, 'failed', $4, $4, $4)",
      [randomUUID(), String(ann.id), "100000000", world.clock.now()],
    );
  }
  const alert = { rule: "large", ruleVersion: 1, figures: { deposits: "4000000.00", withdrawals: "1000000.00" }, decidedBy: null };
  expect((await lookedAt(below)).filter(({ rule }) => rule === "large")).toEqual([]);
  expect((await alertsOf(at)).filter(({ rule }) => rule === "large")).toMatchObject([{ ...alert, amount: REPORTING, state: "open" }]);
  expect((await alertsOf(above)).filter(({ rule }) => rule === "large")).toMatchObject([{ rule: "large", amount: REPORTING + 1n, state: "case" }]);
});

test("money of two gaming days is not added up, and a day ends at midnight in Manila", async () => {
  const ann = await world.player();
  await deposited(ann, REPORTING / 2n, { at: ago(12 * HOUR_MS + 1), method: "TRANSFER" });
  await deposited(ann, REPORTING / 2n, { at: ago(12 * HOUR_MS), method: "TRANSFER" });
  expect(await lookedAt(ann)).toEqual([]);
  await deposited(ann, REPORTING / 2n, { at: ago(12 * HOUR_MS + 1), method: "TRANSFER" });
  const yesterday = ago(DAY_MS).toISOString().slice(0, 10);
  expect(await lookedAt(ann)).toMatchObject([{ rule: "large", state: "open", day: yesterday }]);
});

test("days over which no worker ran are looked at by the next run, a long night of them by the runs after it, and the first run looks back thirty days", async () => {
  const { url, platform } = world.open;
  await look();
  const [ann, ben, cid] = [await world.player(), await world.player(), await world.player()];
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  await deposited(ann, REPORTING, { method: "TRANSFER" });
  const lost = dayOf(world.clock.now());
  await world.pass(3 * DAY_MS);
  await deposited(ben, REPORTING, { at: ago(DAY_MS), method: "TRANSFER" });
  officer = await world.operator("risk");
  await Promise.all([1, 2].map(() => work.jobs["aml:look"]!({}, platform)));
  expect(await alertsOf(ann)).toMatchObject([{ rule: "large", day: lost }]);
  expect(await alertsOf(ben)).toMatchObject([{ rule: "large", day: dayOf(ago(DAY_MS)) }]);
  await asOwner(url, "update aml_look set day = day - 40");
  await deposited(cid, REPORTING, { at: ago(35 * DAY_MS), method: "TRANSFER" });
  await look();
  expect(await asOwner(url, "select day::text from aml_look")).toEqual([{ day: dayOf(ago(10 * DAY_MS)) }]);
  await look();
  expect(await asOwner(url, "select day::text from aml_look")).toEqual([{ day: dayOf(ago(0)) }]);
  expect(await alertsOf(cid)).toMatchObject([{ day: dayOf(ago(35 * DAY_MS)) }]);
  const [dan, eve] = [await world.player(), await world.player()];
  for (const [one, days] of [
    [dan, 30],
    [eve, 31],
  ] as const)
    await deposited(one, REPORTING, { at: ago(days * DAY_MS), method: "TRANSFER" });
  await asOwner(url, "truncate aml_look");
  await look();
  expect([await alertsOf(dan), await alertsOf(eve)]).toMatchObject([[{ rule: "large" }], []]);
});

test("what is looked at again is one alert that grows while it is not closed, turns into a case when it passes the amount, and stays closed once closed while little is added", async () => {
  const ann = await world.player();
  await deposited(ann, REPORTING, { method: "TRANSFER" });
  const [first] = await lookedAt(ann);
  expect(await lookedAt(ann)).toEqual([first]);
  await deposited(ann, 1_00n);
  expect(await lookedAt(ann)).toEqual([{ ...first, amount: REPORTING + 1_00n, state: "case", figures: { deposits: "5000001.00", withdrawals: "0.00" } }]);
  await Promise.all(Array.from({ length: 4 }, () => look()));
  expect(await alertsOf(ann)).toHaveLength(1);
  await officer.call(aml.close, { id: first!.id, reason });
  await deposited(ann, 2_00n);
  expect(await lookedAt(ann)).toMatchObject([{ amount: REPORTING + 1_00n, state: "closed" }]);
});

test("an alert closed at the reporting amount is a case again once the day passes it, by a centavo or by fifty million, and keeps who closed it and why", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  for (const one of [ann, ben]) await deposited(one, REPORTING, { method: "TRANSFER" });
  await look();
  for (const one of [ann, ben]) await officer.call(aml.close, { id: (await alertsOf(one))[0]!.id, reason });
  expect((await lookedAt(ann)).map(({ state }) => state)).toEqual(["closed"]);
  await deposited(ann, 1n);
  await deposited(ben, 10n * REPORTING, { method: "TRANSFER" });
  await withdrew(ben, 9n * REPORTING);
  const again = { rule: "large", state: "case", closedAt: null, decidedBy: officer.name, reason };
  expect((await lookedAt(ann)).filter(({ rule }) => rule === "large")).toMatchObject([{ ...again, amount: REPORTING + 1n }]);
  expect((await alertsOf(ben)).filter(({ rule }) => rule === "large")).toMatchObject([{ ...again, amount: 20n * REPORTING }]);
});

test("a case that was closed is one again once another reporting amount came since, not a centavo sooner, and each time it is closed anew", async () => {
  const ann = await world.player();
  let amount = REPORTING + 1n;
  await deposited(ann, amount, { method: "TRANSFER" });
  for (const times of [1, 2]) {
    const [alert] = await lookedAt(ann);
    expect([times, alert!.state, alert!.amount]).toEqual([times, "case", amount]);
    await officer.call(aml.close, { id: alert!.id, reason });
    await deposited(ann, REPORTING - 1n, { method: "TRANSFER" });
    expect(await lookedAt(ann)).toMatchObject([{ state: "closed", amount }]);
    await deposited(ann, 1n);
    amount += REPORTING;
  }
  expect(await lookedAt(ann)).toMatchObject([{ state: "case", amount }]);
});

test("three deposits within three days, each between 80 % and all of what its method takes, are structuring; two, or one just below, are not", async () => {
  const near = (QRPH_MOST * 80n) / 100n;
  const [two, below, above, apart, edge] = [await world.player(), await world.player(), await world.player(), await world.player(), await world.player()];
  for (const paid of [near, QRPH_MOST]) await deposited(two, paid);
  for (const paid of [near, near - 1n, QRPH_MOST]) await deposited(below, paid);
  for (const paid of [near, QRPH_MOST + 1n, QRPH_MOST]) await deposited(above, paid);
  for (const days of [0, 1, 3]) await deposited(apart, near, { at: ago(days * DAY_MS) });
  for (const days of [0, 1, 2]) await deposited(edge, days === 1 ? QRPH_MOST : near, { at: ago(days * DAY_MS) });
  await look();
  for (const ann of [two, below, above, apart]) expect(await alertsOf(ann)).toEqual([]);
  expect(await alertsOf(edge)).toMatchObject([
    { rule: "structuring", ruleVersion: 1, amount: near * 2n + QRPH_MOST, figures: { count: "3", smallest: "40000.00", largest: "50000.00" }, state: "open" },
  ]);
});

test("each method has its own nearly all, and an old pattern is not found again on a day without a deposit", async () => {
  const ann = await world.player();
  for (let count = 0; count < 3; count++) await deposited(ann, 400_000_00n - 1n, { method: "TRANSFER" });
  expect((await lookedAt(ann)).filter(({ rule }) => rule === "structuring")).toEqual([]);
  const eve = await world.player();
  for (let count = 0; count < 3; count++) await deposited(eve, 400_000_00n, { method: "TRANSFER" });
  expect(await lookedAt(eve)).toMatchObject([{ rule: "structuring", amount: 1_200_000_00n }]);
  await world.pass(DAY_MS);
  officer = await world.operator("risk");
  expect(await lookedAt(eve)).toHaveLength(1);
});

test("money that comes and goes within a day with little play is passing through; a fifth of it staked, less than 80 % gone or a small sum is not", async () => {
  const [exact, played, kept] = [await world.player(), await world.player(), await world.player()];
  const [small, old] = [await world.player(), await world.player()];
  const sum = 100_000_00n;
  for (const ann of [exact, played, kept]) await deposited(ann, sum, { at: ago(23 * HOUR_MS), method: "BANK" });
  await deposited(small, sum - 1n, { at: ago(HOUR_MS), method: "BANK" });
  await deposited(old, sum, { at: ago(24 * HOUR_MS), method: "BANK" });
  await staked(exact, sum / 5n - 1n);
  await staked(played, sum / 5n);
  for (const ann of [exact, played, small, old]) await withdrew(ann, (sum * 80n) / 100n);
  await withdrew(kept, (sum * 80n) / 100n - 1n);
  await look();
  for (const ann of [played, kept, small, old]) expect(await alertsOf(ann)).toEqual([]);
  expect(await alertsOf(exact)).toMatchObject([
    { rule: "passThrough", ruleVersion: 1, amount: 80_000_00n, figures: { deposits: "100000.00", withdrawals: "80000.00", staked: "19999.99" }, state: "open" },
  ]);
});

test("an alert is due after five working days, weekends not counted", async () => {
  const due: string[] = [];
  for (let day = 0; day < 7; day++) {
    const ann = await world.player();
    await deposited(ann, REPORTING, { method: "TRANSFER" });
    await look();
    officer = await world.operator("risk");
    const [alert] = await alertsOf(ann);
    due.push(
      new Date(alert!.dueOn).toLocaleDateString("en", { weekday: "short", timeZone: "UTC" }) + (Date.parse(alert!.dueOn) - Date.parse(alert!.day)) / DAY_MS,
    );
    await world.pass(DAY_MS);
  }
  expect(due).toEqual(["Mon7", "Tue7", "Wed7", "Thu7", "Fri7", "Fri6", "Fri5"]);
});

test("an alert becomes a case and is closed with what was found; what was decided is not decided again", async () => {
  const ann = await world.player();
  await deposited(ann, REPORTING, { method: "TRANSFER" });
  const [alert] = await lookedAt(ann);
  const opened = await officer.call(aml.openCase, { id: alert!.id, reason });
  expect(opened).toMatchObject({ state: "case", decidedBy: officer.name, reason, closedAt: null, reference: expect.stringMatching(/^M-\d+$/) });
  expect(await officer.refused(aml.openCase, { id: alert!.id, reason })).toBe("aml.not_open");
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      officer.call(aml.close, { id: alert!.id, reason: "Reported as STR 12" }).then(
        () => "closed",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["aml.not_open", "aml.not_open", "aml.not_open", "aml.not_open", "aml.not_open", "closed"]);
  expect(await alertsOf(ann)).toMatchObject([{ state: "closed", reason: "Reported as STR 12", closedAt: world.clock.now().toISOString() }]);
});

test("the list is paged by due day, none twice and none left out, and counts every state", async () => {
  for (let count = 0; count < 3; count++) await deposited(await world.player(), REPORTING, { method: "TRANSFER" });
  await look();
  const all = await officer.call(aml.alerts, { state: "open", limit: 100 });
  const first = await officer.call(aml.alerts, { state: "open", limit: 2 });
  const second = await officer.call(aml.alerts, { state: "open", limit: 100, cursor: first.next ?? "" });
  expect([...first.list, ...second.list]).toEqual(all.list);
  expect(all.list.map(({ dueOn }) => dueOn)).toEqual(all.list.map(({ dueOn }) => dueOn).toSorted());
  expect(all.counts.open).toBe(all.list.length);
  for (const cursor of ["2026-02-30_1", "x", "_", "2026-10-05_999999999999999999"]) await officer.call(aml.alerts, { state: "open", cursor });
});

test("the rules in force are shown with their versions, thresholds and words in every language", async () => {
  const { list } = await officer.call(aml.rules, {});
  expect(list.map(({ rule, version, threshold }) => [rule, version, threshold])).toEqual([
    ["large", 1, REPORTING],
    ["structuring", 1, 40_000_00n],
    ["passThrough", 1, 100_000_00n],
  ]);
  for (const { says } of list) for (const language of ["EN", "TY"] as const) expect(translatorFor(language)(says as Key)).not.toBe(says);
});

test("the member is told nothing of any of it: not by a message, not by the socket, not by an answer", async () => {
  const ann = await world.player();
  await world.work();
  const before = await ann.call(messages.mine, {});
  const { ticket } = await ann.call(sessions.liveTicket, {});
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`);
  const heard: string[] = [];
  socket.on("message", (data) => heard.push(String(data)));
  await once(socket, "open");
  await deposited(ann, REPORTING, { method: "TRANSFER" });
  const [alert] = await lookedAt(ann);
  await officer.call(aml.openCase, { id: alert!.id, reason });
  await officer.call(aml.close, { id: alert!.id, reason });
  await world.work();
  // What is known to arrive, arrives last: had anything else been said, it would be here by then.
  await world.give(ann.id, 1_00n);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard.join("")).not.toMatch(/aml|alert|case/i);
  expect(await ann.call(messages.mine, {})).toEqual(before);
  expect(
    await asOwner(world.open.url, "select task_identifier from graphile_worker.jobs where task_identifier like '%aml%' and task_identifier like 'event:%'"),
  ).toEqual([]);
  socket.close();
});
