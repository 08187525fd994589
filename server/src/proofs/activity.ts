/**
 * Proof of the facts of days: random people play, move money, have rounds and money taken back and change hands for forty days, while days are closed at random moments.
 * Every fact is what an independent walk over rounds, journal and the tree of its day says, and computing a day anew changes nothing. Then each sabotage must turn it
 * red. The long form: `npm run proof activity`.
 */
import { randomInt } from "node:crypto";
import { Refusal } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { createAccount } from "../core/accounts/accounts.ts";
import { closeDays } from "../core/activity/activity.close.ts";
import { gatherPlay } from "../core/activity/activity.gather.ts";
import { rebuildDay } from "../core/activity/activity.rebuild.ts";
import { brand, packs } from "../core/settings/packs.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { correctRound, findStanding } from "../core/wallet/corrections.ts";
import { closeRound, lockWallet, openRound } from "../core/wallet/entries.ts";
import { ledgerPost } from "../core/wallet/ledger.sql.ts";
import { houseAccount, type PostingKind, type SystemAccount } from "../core/wallet/posting.ts";
import { getWalletId, postMovement, reverseOperation } from "../core/wallet/wallet.ts";
import { type Database, openDatabase, type Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { moveBranch } from "../testing/activity.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { dayAfter, findFactFaults, findHourFaults, manilaDawn, type Terms } from "./activity.walk.ts";

export interface ActivityProof {
  readonly databaseUrl: string;
  readonly days: number;
  readonly people: number;
  readonly eventsPerDay: number;
  /** On how many of the last days every five minutes are gathered. */
  readonly gatheredDays: number;
  readonly say?: (line: string) => void;
}

export interface ActivityReport {
  readonly terms: Terms;
  readonly faults: readonly string[];
  /** What happened, by kind: a proof over nothing proves nothing. */
  readonly events: Readonly<Record<string, number>>;
}

const timeZone = "Asia/Manila";
const FIRST_DAY = "2026-09-01";
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** A day is closed ten minutes after its end at the earliest. */
const CLOSE_AFTER_MS = 11 * MINUTE_MS;
const GATHERED_AFTER_MS = MINUTE_MS;
/** Hours go after eight days, which are rarely whole ones. */
const HOURS_KEPT_DAYS = 7;
/** Of three categories; one game opens rounds of several steps. */
const GAMES = [1, 2, 12] as const;
const STEPPED_GAME = 9;
/** Half a stake counts in this one from some day on. */
const HALVED = { game: 2, percent: 35 } as const;
const PEOPLE_JOIN_IN_DAYS = 4;

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;

interface Someone {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly isAgent: boolean;
  open: string | undefined;
}

/** People who live through days at random. */
class Lives {
  readonly people: Someone[] = [];
  readonly events: Record<string, number> = {};
  readonly #refs: { walletId: bigint; ref: string }[] = [];
  readonly #rounds: { walletId: bigint; roundId: string }[] = [];
  readonly #database: Database;
  readonly #url: string;

  constructor(database: Database, url: string) {
    this.#database = database;
    this.#url = url;
  }

  async join(now: Date): Promise<void> {
    const agents = this.people.filter(({ isAgent }) => isAgent);
    const type = this.people.length < 3 || randomInt(3) === 0 ? pick([1, 2, 41, 42] as const) : 0;
    const parentId = agents.length < 2 || randomInt(12) === 0 ? null : pick(agents).id;
    const name = `someone${this.people.length}`;
    const id = await this.#database.begin((tx) => createAccount(tx, { name, passwordHash: "", type, parentId, pack: packs.sandbox, keys: null, now }));
    const walletId = await getWalletId(this.#database.db, { accountId: id, kind: "main" });
    await this.#database.begin((tx) => this.#move(tx, now, { walletId, contra: "adjustment", kind: "adjustment", amountMinor: 5_000_00n }));
    this.people.push({ id, walletId, isAgent: type !== 0, open: undefined });
  }

  async event(now: Date): Promise<void> {
    const [name, happen] = pick(this.#events);
    try {
      if (await this.#database.begin((tx) => happen(tx, now, pick(this.people)))) this.events[name] = (this.events[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** What no sabotage may lack by chance: a member who bet, and whose deposit was taken back, changes hands with the next day. */
  async coverSabotages(now: Date, nextDay: string): Promise<void> {
    const who = pick(this.people.filter(({ isAgent }) => !isAgent));
    await this.#database.begin((tx) => this.#move(tx, now, { ...who, contra: "psp:deposit", kind: "deposit", amountMinor: 9_000n }));
    const { ref } = this.#refs.at(-1)!;
    await this.#database.begin((tx) => reverseOperation(tx, { now, timeZone }, { walletId: who.walletId, original: ref }));
    await this.#database.begin((tx) => this.#play(tx, now, who));
    while (!(await this.changeHands(nextDay, who)));
  }

  /** Somebody and all below change hands with a day, where whoever is chosen for it can have them. */
  async changeHands(fromDay: string, who = pick(this.people)): Promise<boolean> {
    const toParent = pick(this.people.filter(({ isAgent }) => isAgent)).id;
    const isMoved = await moveBranch(this.#url, { accountId: who.id, toParent, fromDay });
    if (isMoved) this.events["move"] = (this.events["move"] ?? 0) + 1;
    return isMoved;
  }

  readonly #events: readonly (readonly [string, (tx: Tx, now: Date, who: Someone) => Promise<boolean>])[] = [
    ["round", (tx, now, who) => this.#play(tx, now, who)],
    ["round", (tx, now, who) => this.#play(tx, now, who)],
    ["round", (tx, now, who) => this.#play(tx, now, who)],
    ["push", (tx, now, who) => this.#play(tx, now, who, true)],
    ["step", (tx, now, who) => this.#step(tx, now, who)],
    ["deposit", (tx, now, who) => this.#move(tx, now, { ...who, contra: "psp:deposit", kind: "deposit", amountMinor: BigInt(randomInt(1, 90_000)) })],
    ["payout", (tx, now, who) => this.#move(tx, now, { ...who, contra: "psp:payout", kind: "payout", amountMinor: -BigInt(randomInt(1, 40_000)) })],
    ["bonus", (tx, now, who) => this.#move(tx, now, { ...who, contra: "promotion", kind: "bonus", amountMinor: BigInt(randomInt(1, 9_000)) })],
    ["fee", (tx, now, who) => this.#move(tx, now, { ...who, contra: "fees", kind: "fee", amountMinor: -BigInt(randomInt(1, 900)) })],
    ["commission", (tx, now, who) => this.#move(tx, now, { ...who, contra: "commission", kind: "commission", amountMinor: BigInt(randomInt(1, 9_000)) })],
    ["correction", (tx, now) => this.#correct(tx, now)],
    ["correction", (tx, now) => this.#correct(tx, now)],
    ["reversal", (tx, now) => this.#takeBack(tx, now)],
    ["reversal", (tx, now) => this.#takeBack(tx, now)],
  ];

  async #play(tx: Tx, now: Date, { walletId }: Someone, isPush = false): Promise<boolean> {
    const [gameId, stake, ref] = [pick(GAMES), BigInt(randomInt(1, 15_000)), newId(now)];
    const win = isPush ? stake : pick([0n, BigInt(randomInt(1, 30_000))]);
    const posting = { ref, walletId, contra: houseAccount(gameId), kind: "bet", debitMinor: stake, creditMinor: 0n, digest: 0n } as const;
    const drawn = {
      creditMinor: win,
      seedId: null,
      nonce: null,
      detail: "{}",
      validMinor: pick([null, null, stake / 2n]),
      roundId: newId(now),
      staysOpen: false,
    };
    const round = { gameId, draw: () => ({ winMinor: win, detail: "{}" }) };
    const { code } = await ledgerPost(tx, { at: now, timeZone, operation: { posting: { ...posting, round }, ...drawn } });
    if (code === 0) this.#refs.push({ walletId, ref });
    if (code === 0) this.#rounds.push({ walletId, roundId: drawn.roundId });
    return code === 0;
  }

  /** Opens a round, or closes the one that is open: won, lost or given back. */
  async #step(tx: Tx, now: Date, who: Someone): Promise<boolean> {
    const entry = { walletId: who.walletId, gameId: STEPPED_GAME, digest: 0n };
    if (who.open !== undefined) {
      const isBack = randomInt(3) === 0;
      const ends = isBack ? { stakeMinor: -500n, winMinor: 0n, validMinor: 0n } : { stakeMinor: 0n, winMinor: pick([0n, 1_200n]), validMinor: 500n };
      await closeRound(tx, { now, timeZone }, { ...entry, ...ends, id: who.open, detail: {} });
      who.open = undefined;
      return true;
    }
    const { seed, nonce } = await lockWallet(tx, who.walletId);
    const state = { stake: "500", choice: {}, actions: [] };
    const { roundId } = await openRound(tx, { now, timeZone }, { ...entry, ref: newId(now), stakeMinor: 500n, seed, nonce, state, dueAt: now });
    who.open = roundId;
    this.#rounds.push({ walletId: who.walletId, roundId });
    return true;
  }

  async #move(
    tx: Tx,
    now: Date,
    { walletId, contra, kind, amountMinor }: { walletId: bigint; contra: SystemAccount; kind: PostingKind; amountMinor: bigint },
  ): Promise<boolean> {
    const ref = newId(now);
    await postMovement(tx, { now, timeZone }, { ref, walletId, contra, kind, amountMinor });
    if (kind !== "adjustment") this.#refs.push({ walletId, ref });
    return true;
  }

  /** Gives a settled round back, or another win, whatever day it was of. */
  async #correct(tx: Tx, now: Date): Promise<boolean> {
    const chosen = this.#rounds[randomInt(this.#rounds.length + 1)];
    const stands = chosen && (await findStanding(tx, chosen));
    if (stands === undefined) return false;
    const { gameId, stake, corrections } = stands;
    const winMinor = BigInt(randomInt(1, 30_000));
    const to = pick([
      { stakeMinor: 0n, winMinor: 0n, validMinor: 0n },
      { stakeMinor: stake, winMinor, validMinor: winMinor === stake ? 0n : stake },
    ]);
    await correctRound(tx, { now, timeZone }, { ...chosen!, gameId, version: corrections + 1n, ...to, reason: "A test." });
    return true;
  }

  async #takeBack(tx: Tx, now: Date): Promise<boolean> {
    const chosen = this.#refs[randomInt(this.#refs.length + 1)];
    if (chosen === undefined) return false;
    await reverseOperation(tx, { now, timeZone }, { walletId: chosen.walletId, original: chosen.ref });
    return true;
  }
}

/** Random moments of a day, in order, some of them at its very edges, in Manila and in UTC. */
function momentsOf(day: string, count: number): readonly Date[] {
  const dawn = manilaDawn(day).getTime();
  const edges = [0, 1, DAY_MS - 1, DAY_MS / 3 - 1, DAY_MS / 3];
  const at = Array.from({ length: count }, () => dawn + (randomInt(3) === 0 ? pick(edges) : randomInt(DAY_MS)));
  return at.toSorted((a, b) => a - b).map((ms) => new Date(ms));
}

/** Runs the proof on a migrated database of its own; no faults means it holds. */
export async function proveActivity({ databaseUrl, days, people, eventsPerDay, gatheredDays, say = () => undefined }: ActivityProof): Promise<ActivityReport> {
  const database = openDatabase(databaseUrl, { connections: 4 });
  const lives = new Lives(database, databaseUrl);
  const [halvedOn, percents] = [Math.floor(days / 3), new Map<string, bigint>()];
  const all = Array.from({ length: days }, (_, index) => dayAfter(FIRST_DAY, index));
  let opened = FIRST_DAY;
  const open = (until: string, index: number): void => {
    for (; opened <= until; opened = dayAfter(opened)) percents.set(opened, index > halvedOn ? BigInt(HALVED.percent) : 100n);
  };
  try {
    for (const [index, day] of all.entries()) {
      // With the day after `coverSabotages` nobody else does, who might go back to where they came from.
      if (index > 0 && index !== halvedOn + 1 && randomInt(3) === 0) await lives.changeHands(day);
      if (index === halvedOn) await setPercent(databaseUrl);
      const moments = momentsOf(day, eventsPerDay);
      for (const at of moments) {
        if (index < PEOPLE_JOIN_IN_DAYS && lives.people.length < people) for (let one = 0; one < 2; one++) await lives.join(at);
        await lives.event(at);
      }
      if (index === halvedOn) await lives.coverSabotages(moments.at(-1)!, dayAfter(day));
      await asOwner(databaseUrl, "delete from play_protection");
      await asOwner(databaseUrl, "update wallet set limited = false, block = 0");
      const now = new Date(manilaDawn(dayAfter(day)).getTime() + CLOSE_AFTER_MS);
      // On the first of them so early that the day before it does not begin; each time up to its end, so that nothing is gathered before it has happened.
      for (const afterMs of index < days - gatheredDays ? [] : [-1, GATHERED_AFTER_MS])
        await gatherPlay(database, { now: new Date(manilaDawn(dayAfter(day)).getTime() + afterMs), timeZone });
      if (randomInt(3) === 0 || index === days - 1) {
        await closeDays(database, { now, timeZone }, { accountsPerSlice: randomInt(2, people) });
        say(`closed up to ${day}`);
      }
      // A day keeps the percentages it was opened with.
      const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from activity_day`.execute(database.db as Tx);
      if (rows[0]!.day !== null) open(rows[0]!.day, index + 1);
    }
    const frozen = await database.db.selectFrom("activity_day").select("day").where("state", "=", "frozen").orderBy("day").execute();
    const terms: Terms = {
      days: all,
      percentOf: (game, day) => (game === HALVED.game ? (percents.get(day) ?? 100n) : 100n),
      activeMinimum: brand.activeMinimum.dayMinor,
    };
    const faults = frozen.length === days ? [] : [`${frozen.length} of ${days} days are frozen`];
    faults.push(...(await findFactFaults(database.db, terms)));
    faults.push(...(await findHourFaults(database.db, { ...terms, days: all.slice(-Math.min(gatheredDays, HOURS_KEPT_DAYS)) })));
    for (const day of all)
      for (const one of (await database.begin((tx) => rebuildDay(tx, { day, timeZone }))) ?? [])
        faults.push(`rebuilding ${day} changes ${one.table} of ${one.id}`);
    // Commissions come here without a contract they were computed for, bonuses without a campaign's reward and money without the cashier: A21, A36 and A46 are proved where those are made.
    const audited = (await readAudit(database.db)).filter((fault) => !/^audit_a(21|36|46):/.test(fault));
    return { terms, faults: [...faults, ...audited], events: lives.events };
  } finally {
    await database.close();
  }
}

const setPercent = (url: string): Promise<object[]> => asOwner(url, "update game set valid_percent = $1 where id = $2", [HALVED.percent, HALVED.game]);

interface Sabotage {
  readonly function?: string;
  readonly edits?: readonly (readonly [was: string, becomes: string])[];
  readonly timeZone?: string;
}

/** Each is one fault somebody could make, and all of them must be seen. */
export const sabotages = {
  "the day's edge in UTC": { timeZone: "UTC" },
  "reversals counted by their kind": { function: "activity_money", edits: [["case t.contra when -101 then", "case when t.contra = -101 and t.kind = 2 then"]] },
  "a push counted as valid": { function: "valid_bet", edits: [["when win = stake then 0", "when false then 0"]] },
  "today's path for a day that is over": {
    function: "agent_of_day",
    edits: [
      ["where not exists (select from agent_past p where p.account_id = n.account_id and p.until_day > on_day)", ""],
      ["where p.until_day > on_day order", "where false order"],
    ],
  },
  "own play in the own line": {
    function: "activity_lines",
    edits: [
      ["select m.agent_id, count(*)", "select m.account_id as agent_id, count(*)"],
      ["group by m.agent_id", "group by m.account_id"],
    ],
  },
} as const satisfies Readonly<Record<string, Sabotage>>;

const UNDONE = new Error("only looked at");

/** What a walk says of the same days when they are closed again with a fault in the way, or with none; nothing of it stays. */
export async function sabotage(
  databaseUrl: string,
  { terms }: Pick<ActivityReport, "terms">,
  name: keyof typeof sabotages | "none",
): Promise<readonly string[]> {
  const fault: Sabotage = name === "none" ? {} : sabotages[name];
  const database = openDatabase(databaseUrl, { connections: 1, role: "none" });
  const found: string[] = [];
  try {
    await database.begin(async (tx) => {
      if (fault.function !== undefined) await plant(tx, fault.function, fault.edits ?? []);
      for (const table of ["play_day", "play_day_done", "play_day_part", "member_day", "line_day", "line_play_day"])
        await sql`delete from ${sql.table(table)}`.execute(tx);
      await sql`update activity_day set state = 'open', upto = 0`.execute(tx);
      const now = new Date(manilaDawn(dayAfter(terms.days.at(-1)!)).getTime() + 2 * DAY_MS);
      const close = await closeDays({ begin: (work) => work(tx) }, { now, timeZone: fault.timeZone ?? timeZone });
      if (close !== undefined) found.push(`${close.day}: ${close.fault}`);
      found.push(...(await findFactFaults(tx, terms)));
      throw UNDONE;
    });
  } catch (error) {
    if (error !== UNDONE) throw error;
  } finally {
    await database.close();
  }
  return found;
}

async function plant(tx: Tx, name: string, edits: NonNullable<Sabotage["edits"]>): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(oid) as text from pg_proc where proname = ${name}`.execute(tx);
  const faulty = edits.reduce((text, [was, becomes]) => {
    if (!text.includes(was)) throw new Error(`${name} has nothing that reads ${was}`);
    return text.replace(was, becomes);
  }, rows[0]!.text);
  await sql.raw(faulty).execute(tx);
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveActivity({ databaseUrl: url, days: 40, people: 60, eventsPerDay: 90, gatheredDays: 12, say });
    for (const fault of report.faults) say(`FAULT ${fault}`);
    say(`${report.terms.days.length} days: ${JSON.stringify(report.events)}`);
    const silent: string[] = [];
    for (const name of Object.keys(sabotages) as (keyof typeof sabotages)[]) {
      const seen = await sabotage(url, report, name);
      say(`${name}: ${seen.length === 0 ? "NOT SEEN" : `seen, as ${seen[0]}`}`);
      if (seen.length === 0) silent.push(name);
    }
    const isRight = report.faults.length + silent.length === 0;
    say(isRight ? "holds" : `BROKEN: ${report.faults.length} faults, ${silent.length} sabotages unseen`);
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await drop();
    await stop();
  }
}

if (import.meta.main) await main();
