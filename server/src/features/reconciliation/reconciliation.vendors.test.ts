import { reconciliation } from "@laro/contract/reconciliation";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sweepRounds } from "../../core/vendors/sweep.ts";
import { createLog } from "../../platform/log.ts";
import { addJob } from "../../platform/outbox.ts";
import { addVendor, type GatewayVendor, keepKey, nameAt, VIEW_AGE_MS } from "../../testing/gateway.ts";
import { addReporter, none, OURS, type Question, type Reporter, tellNothing } from "../../testing/reporter.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listVendorFindings } from "./reconciliation.findings.ts";
import { areAlike, type VendorFinding } from "./reconciliation.vendorCompare.ts";
import { reportVendors, runVendorDay } from "./reconciliation.vendors.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let reporter: Reporter;
let vendor: GatewayVendor;
/** Where vendors are asked. */
let base_url: string;
let officer: Person;
/** What the vendor answers; undefined hangs up. */
let tell: Reporter["tell"] = () => undefined;
let asked: Question[];
const logged: string[] = [];

beforeAll(async () => {
  world = await createWorld({ log: createLog("error", { write: (line) => void logged.push(line) }) });
  reporter = await addReporter(world, { id: 730, code: "TELLS" });
  reporter.tell = (question) => tell(question);
  ({ vendor, baseUrl: base_url, asked } = reporter);
  await addVendor(world, { id: 731, code: "HUB", row: { simulated: false, base_url, protocol: "hub88" } });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  reporter.close();
  await world.close();
});

const today = (): string => new Date(world.clock.now().getTime() + DAY_MS / 3).toISOString().slice(0, 10);

/** Ends the day; officers log in again. Answers which day it was. */
async function endDay(): Promise<string> {
  const day = today();
  await world.pass(DAY_MS);
  officer = await world.operator("finance");
  return day;
}

let rounds = 0;
/** Somebody with a bet of 10.00 that won 25.00, and what the vendor calls both. */
async function play(): Promise<{ ref: string; name: string; bet: string; win: string }> {
  const player = await world.player({ balance: 100_00n });
  const ref = await nameAt(world, vendor, player.id);
  const [bet, win] = [`b-${++rounds}`, `w-${rounds}`];
  const transactions = [
    { id_provider: bet, type: "bet", amount: "10.00" },
    { id_provider: win, type: "win", amount: "25.00" },
  ];
  const { status } = await vendor.call(world.address, "betwin", {
    account_id: ref,
    currency: "PHP",
    game_id: "gale",
    round_id: `r-${rounds}`,
    finished: true,
    transactions,
  });
  expect(status).toBe(200);
  return { ref, name: player.name, bet, win };
}

const run = (day: string, party = "TELLS") => officer.call(reconciliation.run, { day, party });
const refusedRun = (day: string, party = "TELLS") => officer.refused(reconciliation.run, { day, party });
const listed = async (state: "open" | "explained" = "open") => (await officer.call(reconciliation.differences, { state, party: "TELLS", limit: 100 })).list;

test("a day that is not over, a vendor that is none, one whose protocol has no report and one that says nothing are refused; that nothing was told is kept", async () => {
  officer = await world.operator("finance");
  expect(await refusedRun(today())).toBe("reconciliation.day_not_over");
  expect(await refusedRun("2026-10-01", "NOBODY")).toBe("vendors.not_found");
  expect(await refusedRun("2026-10-01", "BGS")).toBe("vendors.not_found");
  expect(await refusedRun("2026-10-01", "HUB")).toBe("reconciliation.no_report");
  expect(await (await world.operator("risk")).refused(reconciliation.run, { day: "2026-10-01", party: "TELLS" })).toBe("sessions.forbidden");
  const day = await endDay();
  expect(await refusedRun(day)).toBe("reconciliation.report_unreachable");
  expect((await officer.call(reconciliation.days, { party: "TELLS" })).list).toMatchObject([{ day, state: "missing", open: 0 }]);
  expect((await officer.call(reconciliation.days, {})).list).toEqual([]);
});

test.each<[name: string, answer: (question: Question) => object]>([
  ["without its digest", () => ({ ...none, digest: undefined })],
  ["with a number for an amount", () => ({ ...none, stake: 1.5 })],
  ["with an amount below zero", () => ({ ...none, stake: "-1.00" })],
  [
    "out of order",
    ({ level }) => (level === "sums" ? { ...none, entries: 1 } : { accounts: ["b", "a"].map((id) => ({ account_id: id, ...none })), next: null }),
  ],
  ["that never ends", ({ level }) => (level === "sums" ? { ...none, entries: 1 } : { accounts: [], next: "a" })],
  [
    "with an id that no text has",
    ({ level }) =>
      level === "sums" ? { ...none, entries: 1 } : { accounts: [{ account_id: "a", ...none }], entries: [{ id: "\ud800", type: "stake", amount: "1.00" }] },
  ],
  ["that begins anew", ({ level }) => (level === "sums" ? { ...none, entries: 1 } : { accounts: [{ account_id: "a", ...none }], next: "a" })],
])("a report %s is none", async (_name, answer) => {
  const day = await endDay();
  tell = answer;
  expect(await refusedRun(day)).toBe("reconciliation.report_unreachable");
});

test("sums that are equal end the day: nothing else is asked for, and the example of the vendors' page adds up as we do", async () => {
  const { ref } = await play();
  const day = await endDay();
  const [sum] = await asOwner<{ digest: string }>(
    world.open.url,
    "select vendor_digest_sum(vendor_digest($1, 'stake', 'b-1', 1000)::numeric + vendor_digest($1, 'win', 'w-1', 2500)) as digest",
    [ref],
  );
  tell = () => ({ ...none, entries: 2, stake: "10.00", win: "25", digest: sum!.digest });
  asked.length = 0;
  expect(await run(day)).toMatchObject({
    party: "TELLS",
    day,
    state: "checked",
    paidIn: 10_00n,
    paidOut: 25_00n,
    theirsIn: 10_00n,
    theirsOut: 25_00n,
    open: 0,
    isCut: false,
  });
  expect(asked).toMatchObject([{ day, level: "sums" }]);
  const [example] = await asOwner<{ digest: string }>(
    world.open.url,
    "select vendor_digest_sum(vendor_digest('Zk3vQ0aT7mYb2xLc', 'stake', 'b-1', 1000)::numeric + vendor_digest('Zk3vQ0aT7mYb2xLc', 'win', 'w-1', 2500)) as digest",
  );
  expect(await (await fetch(`${world.address}/gateway/docs`)).text()).toContain(example!.digest);
});

test("what differs is listed by player and id, explained by an officer or closed when it is none any more, and looked at again by the job until then", async () => {
  const [known, gone] = [await play(), await play()];
  const day = await endDay();
  const accounts = [known, gone].map(({ ref }) => ref).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  let isWhole = false;
  tell = ({ level, account_id: ref, after, day: of }) => {
    if (of !== day) return none;
    if (level === "sums") return { ...none, entries: 9 };
    // One account a part, so that the list has two.
    if (level === "accounts")
      return after === undefined
        ? { accounts: [{ account_id: accounts[0], ...none }], next: accounts[0] }
        : { accounts: [{ account_id: accounts[1], ...none }], next: null };
    const { bet, win } = [known, gone].find((one) => one.ref === ref)!;
    const stake = { id: bet, type: "stake", amount: "10.00" };
    const whole = [stake, { id: win, type: "win", amount: "25.00" }];
    return {
      entries:
        ref === known.ref
          ? isWhole
            ? whole
            : [stake]
          : [
              { ...stake, amount: "10.00" },
              { id: win, type: "win", amount: "24.00" },
            ],
      next: null,
    };
  };
  expect(await run(day)).toMatchObject({ open: 2, explained: 0 });
  const list = await listed();
  expect(list).toHaveLength(2);
  expect(list).toContainEqual(
    expect.objectContaining({ memberName: known.name, flow: "win", kind: "missingThere", reference: known.win, ours: 25_00n, theirs: null }),
  );
  const amount = list.find(({ kind }) => kind === "amount")!;
  expect(amount).toMatchObject({ memberName: gone.name, flow: "win", reference: gone.win, ours: 25_00n, theirs: 24_00n });
  expect(amount.line).not.toBeNull();
  await officer.call(reconciliation.explain, { id: amount.id, explanation: "They pay the rest today" });
  isWhole = true;
  await world.open.platform.database.begin((tx) => addJob(tx, "vendors:report", {}));
  await world.work();
  expect(await listed()).toEqual([]);
  expect(await listed("explained")).toMatchObject(
    [{ explanation: "They pay the rest today" }, { explainedBy: "system" }].toSorted(() => (list[0]!.id === amount.id ? 0 : -1)),
  );
  // Nothing is left to ask for.
  asked.length = 0;
  await world.open.platform.database.begin((tx) => addJob(tx, "vendors:report", {}));
  await world.work();
  expect(asked).toEqual([]);
  const [books] = await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_book");
  expect(books!.n).toBe(0);
});

test("a report that differs in more than a thousand entries is listed so far, and its day says so", async () => {
  const { ref } = await play();
  const day = await endDay();
  const ids = Array.from({ length: 1_200 }, (_, place) => `x-${String(place).padStart(4, "0")}`);
  tell = ({ level, after }) => {
    if (level === "sums") return { ...none, entries: 1_200 };
    if (level === "accounts") return { accounts: [{ account_id: ref, ...none, entries: 1_200 }], next: null };
    const rest = ids.filter((id) => id > (after ?? ""));
    return { entries: rest.slice(0, 500).map((id) => ({ id, type: "stake", amount: "1.00" })), next: rest.length > 500 ? rest[499] : null };
  };
  expect(await run(day)).toMatchObject({ isCut: true, open: 1_000 });
});

test("a version that is still running goes on writing the payment provider's days and differences as it did, and sees nothing of vendors", async () => {
  const { url } = world.open;
  for (const paid of [1, 2]) {
    await asOwner(
      url,
      `insert into reconciliation_day (day, checked_at, ours_in, ours_out, theirs_in, theirs_out) values ('2026-09-01', now(), $1, 0, 0, 0)
       on conflict (day) do update set ours_in = excluded.ours_in`,
      [paid],
    );
    await asOwner(
      url,
      `insert into reconciliation_difference as d (day, flow, kind, reference, ours, theirs) values ('2026-09-01', 'payment', 'amount', 'old', $1, 0)
       on conflict (flow, reference) do update set ours = excluded.ours where d.explanation is null`,
      [paid],
    );
  }
  const [seen] = await asOwner<{ days: number; flows: string[] }>(
    url,
    "select (select count(*)::int from reconciliation_day) as days, (select array_agg(distinct flow) from reconciliation_difference) as flows",
  );
  expect(seen).toEqual({ days: 1, flows: ["payment"] });
  expect((await officer.call(reconciliation.days, {})).list).toMatchObject([{ party: "psp", day: "2026-09-01", paidIn: 2n, open: 1 }]);
  expect((await officer.call(reconciliation.differences, { state: "open" })).list).toMatchObject([{ party: "psp", reference: "old", ours: 2n }]);
});

/** A prize of 5.00 that the vendor gives to somebody. */
async function givePrize(id: string): Promise<{ ref: string; name: string }> {
  const player = await world.player();
  const ref = await nameAt(world, vendor, player.id);
  const prize = { account_id: ref, currency: "PHP", id_provider: id, event_id: "e-1", event_type: "tournament", amount: "5.00" };
  expect(await vendor.call(world.address, "promo/win", prize)).toMatchObject({ status: 200 });
  return { ref, name: player.name };
}

test("a prize is a flow of its own, in the sums as by its id", async () => {
  const { ref } = await givePrize("p-1");
  const day = await endDay();
  const [sum] = await asOwner<{ digest: string }>(world.open.url, "select vendor_digest_sum(vendor_digest($1, 'prize', 'p-1', 500)) as digest", [ref]);
  tell = () => ({ ...none, entries: 1, prize: "5.00", digest: sum!.digest });
  expect(await run(day)).toMatchObject({ state: "checked", open: 0 });
  const untold = await givePrize("p-2");
  const next = await endDay();
  tell = ({ level, day: of }) => (level === "sums" || of !== next ? none : level === "accounts" ? { accounts: [], next: null } : { entries: [], next: null });
  expect(await run(next)).toMatchObject({ open: 1 });
  const [difference] = await listed();
  expect(difference).toMatchObject({ memberName: untold.name, flow: "prize", kind: "missingThere", reference: "p-2", ours: 5_00n, theirs: null });
  await officer.call(reconciliation.explain, { id: difference!.id, explanation: "Told on the day after" });
});

/** Lists what a vendor's day differs in by one entry, as a run does. */
async function listOne(day: string, finding: Pick<VendorFinding, "kind" | "ours" | "theirs">): Promise<void> {
  const one = { flow: "win", player: "p-explained", reference: "w-explained", said: null, ...finding } as const;
  await world.open.platform.database.begin((tx) => listVendorFindings(tx, { party: "TELLS", day, findings: [one], isCut: true, now: world.clock.now() }));
}

test("a vendor's difference that was explained is open again once its figures change; that it is missing on our day changes nothing of what theirs told", async () => {
  officer = await world.operator("finance");
  const [ourDay, theirDay] = ["2026-09-10", "2026-09-11"];
  const found = async () => {
    const rows = [...(await listed()), ...(await listed("explained"))].filter(({ reference }) => reference === "w-explained");
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };
  const explain = async () => officer.call(reconciliation.explain, { id: (await found()).id, explanation: "They pay the rest today" });
  await listOne(theirDay, { kind: "amount", ours: 25_00n, theirs: 24_00n });
  const explained = await explain();
  await listOne(theirDay, { kind: "amount", ours: 25_00n, theirs: 24_00n });
  expect(await found()).toEqual(explained);
  await listOne(theirDay, { kind: "amount", ours: 25_00n, theirs: 2_00n });
  expect(await found()).toMatchObject({ theirs: 2_00n, explanation: null, explainedBy: null });
  await listOne(theirDay, { kind: "otherDay", ours: 25_00n, theirs: 25_00n });
  await explain();
  await listOne(ourDay, { kind: "missingThere", ours: 25_00n, theirs: null });
  expect(await found()).toMatchObject({ kind: "otherDay", day: theirDay, explainedBy: officer.name });
  await listOne(theirDay, { kind: "missingThere", ours: 25_00n, theirs: null });
  expect(await found()).toMatchObject({ kind: "missingThere", explanation: null });
});

test("sums that no entry explains are differences of the day itself, and gone once they add up; what neither side kept is none of them", async () => {
  const { ref, bet, win } = await play();
  const about = { account_id: ref, currency: "PHP", game_id: "gale", round_id: "r-unknown" };
  const transactions = [{ id_provider: "b-unknown", type: "bet", amount: "3.00" }];
  expect(await vendor.call(world.address, "betwin", { ...about, transactions })).toMatchObject({ status: 200 });
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await world.pass(10 * 60_000);
    await sweepRounds(world.open.platform, async () => "unknown");
  }
  const day = await endDay();
  let sums = { ...none, entries: 2, stake: "15.00", win: "25.00" };
  tell = ({ level }) => {
    if (level === "sums") return sums;
    if (level === "accounts") return { accounts: [{ account_id: ref, ...sums }], next: null };
    const [stake, won] = [
      { id: bet, type: "stake", amount: "10.00" },
      { id: win, type: "win", amount: "25.00" },
    ];
    return { entries: [stake, won], next: null };
  };
  expect(await run(day)).toMatchObject({ state: "checked", open: 1, paidIn: 13_00n, theirsIn: 15_00n });
  expect((await listed()).filter((row) => row.day === day)).toMatchObject([
    { memberName: null, flow: "stake", kind: "sums", reference: day, ours: 10_00n, theirs: 15_00n },
  ]);
  sums = { ...sums, stake: "10.00" };
  expect(await run(day)).toMatchObject({ open: 0, explained: 1 });
});

test("a vendor whose day fails leaves it due and stands in the log; what another's day differs in is listed all the same", async () => {
  await addVendor(world, { id: 732, code: "FAILS", row: { simulated: false, base_url } });
  await keepKey(world, { vendorId: 732, use: "ours", secret: OURS });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  await play();
  const day = await endDay();
  tell = tellNothing;
  await reportVendors(world.open.platform, {
    areAlike: (ours, theirs) => {
      if (ours.entries === 0) throw new Error("a fault of one vendor's day");
      return areAlike(ours, theirs);
    },
  });
  const dayOf = async (party: string) => (await officer.call(reconciliation.days, { party })).list.find((one) => one.day === day);
  expect(await dayOf("TELLS")).toMatchObject({ state: "checked", open: 2 });
  expect(await dayOf("FAILS")).toBeUndefined();
  expect(logged.filter((line) => line.includes("FAILS") && line.includes(day))).toHaveLength(1);
  await reportVendors(world.open.platform);
  expect(await dayOf("FAILS")).toMatchObject({ state: "checked", open: 0 });
});

test("a report that is not told to its end in ten minutes is left there: what was found so far is listed, and its day is asked for again", async () => {
  await play();
  const day = await endDay();
  let [aheadMs, accounts] = [0, 0];
  const now = performance.now.bind(performance);
  const watch = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  tell = ({ level }) => {
    // Each answer comes in time, one second before nobody waits for it any more.
    aheadMs += 14_000;
    if (level === "sums") return { ...none, entries: 1 };
    if (level === "entries") return { entries: accounts === 1 ? [{ id: "x-slow", type: "stake", amount: "1.00" }] : [], next: null };
    const name = `!${String(++accounts).padStart(4, "0")}`;
    return { accounts: [{ account_id: name, ...none, entries: 1 }], next: accounts < 300 ? name : null };
  };
  asked.length = 0;
  const slow = await runVendorDay(world.open.platform, { party: "TELLS", day }).finally(() => watch.mockRestore());
  expect(slow).toMatchObject({ day, state: "missing", isCut: true, open: 1 });
  expect(asked.length).toBeLessThan(50);
  asked.length = 0;
  tell = tellNothing;
  await reportVendors(world.open.platform);
  expect(asked).toContainEqual(expect.objectContaining({ day, level: "sums" }));
  expect((await officer.call(reconciliation.days, { party: "TELLS" })).list[0]).toMatchObject({ day, state: "checked", isCut: false, open: 2, explained: 1 });
});
