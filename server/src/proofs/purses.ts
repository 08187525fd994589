/**
 * Proof of money at vendors: transfers both ways while their vendor is silent, late, twice, dead or says nonsense, and while the process is killed before and after it
 * asks. What lies here and what lies there is together what members began with; what is played there: `purses.play.ts`. The long form: `npm run proof purses`.
 */
import { transfers } from "@laro/contract/transfers";
import { randomBytes } from "node:crypto";
import { readAudit } from "../core/wallet/audit.ts";
import { settleTransfer } from "../core/vendors/purses.ts";
import { lineBounds, setLineBounds } from "../core/vendors/lines.ts";
import { lookAtTransfers } from "../core/vendors/purses.look.ts";
import { openDatabase } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { completeWorld } from "../roles/seed/people.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { addPurseGames, addPurseVendors, purseVendors } from "../testing/purses.ts";
import { startVendor, type VendorProcess } from "../testing/vendor.ts";
import { createWorld, type World } from "../testing/world.ts";
import { openPlayers } from "./players.ts";
import { provePlay, proveReadingKills } from "./purses.play.ts";
import { Victim } from "./victim.ts";

/** What a vendor may do with a question; "" is as it should. `transfer-slow` is left out: it is `transfer-done-unsaid` after eight seconds. */
const MISDEEDS = ["", "", "transfer-done-unsaid", "transfer-lost", "transfer-late", "transfer-twice", "transfer-refused", "dead", "html"] as const;
const OPENING_MINOR = 1_000_00n;
const AMOUNTS_MINOR = [1n, 10_00n, 77_77n] as const;
const MINUTE_MS = 60_000;
/** A transfer is held after a day at the latest. */
const LOOKS_MAX = 60;

export interface MovesProof {
  readonly world: World;
  readonly players: number;
  /** Each player's, one after the other; players move at the same moment. */
  readonly moves: number;
  /** What somebody might do who takes silence for a no. */
  readonly refundsOnSilence?: boolean;
}

export interface MovesReport {
  /** How many moves were answered what. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

type Member = Person & { readonly id: bigint };

/** Moves money there and back past every misdeed, hears of all of it in the end, and compares. */
export async function proveMoves({ world, players, moves, refundsOnSilence = false }: MovesProof): Promise<MovesReport> {
  // Nobody is left alone here: what is proved is what becomes of each silence.
  setLineBounds(world.open.platform, { ...lineBounds, inARowMax: Number.POSITIVE_INFINITY, failedMax: Number.POSITIVE_INFINITY });
  const members = await Promise.all(Array.from({ length: players }, () => world.player({ balance: OPENING_MINOR })));
  const answers: Record<string, number> = {};
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
  for (let turn = 0; turn < moves; turn++) {
    await order(world.vendor!, MISDEEDS[turn % MISDEEDS.length]!, players);
    await Promise.all(members.map(async (member, place) => count(await moveOnce(world, member, { turn, place, refundsOnSilence }))));
    await lookOn(world, MINUTE_MS);
  }
  await settleAll(world);
  const { database } = world.open.platform;
  const faults = await compare(
    world.open.url,
    await world.vendor!.books(),
    members.map(({ id }) => id),
  );
  return { answers, faults: [...faults, ...(await readAudit(database.db))] };
}

/** Nothing of one turn's misdeeds is left for the next one. */
async function order(vendor: VendorProcess, misdeed: string, players: number): Promise<void> {
  for (const one of new Set(MISDEEDS)) if (one !== "") await vendor.order(one, 0);
  if (misdeed !== "") await vendor.order(misdeed, players);
}

async function moveOnce(
  world: World,
  member: Member,
  { turn, place, refundsOnSilence }: { turn: number; place: number; refundsOnSilence: boolean },
): Promise<string> {
  const vendor = purseVendors[place % purseVendors.length]!;
  const isHome = Math.floor(turn / MISDEEDS.length) % 2 === 1;
  const wish = { from: isHome ? vendor : "MAIN", to: isHome ? "MAIN" : vendor, amount: AMOUNTS_MINOR[turn % AMOUNTS_MINOR.length]! };
  const refusal = { code: "" };
  const answer = await member.call(transfers.move, { requestId: newId(world.clock.now()), ...wish }).catch((error: { code: string }) => {
    refusal.code = error.code;
    return undefined;
  });
  if (answer === undefined) return refusal.code;
  if (answer.move.state === "unknown" && refundsOnSilence) await refund(world, answer.move.id);
  return answer.move.state;
}

async function refund({ open: { platform }, clock }: World, id: string): Promise<void> {
  const moment = { now: clock.now(), timeZone: platform.timeZone };
  await platform.database.begin((tx) => settleTransfer(tx, moment, { id, to: "refused", answer: { said: "nothing" } }));
}

async function lookOn(world: World, afterMs: number): Promise<void> {
  await world.pass(afterMs);
  await lookAtTransfers(world.open.platform);
}

/** Looks until nothing is on its way; what never settles is found by the comparison. */
async function settleAll(world: World): Promise<void> {
  await order(world.vendor!, "", 0);
  for (let looks = 0; looks < LOOKS_MAX && (await countOpen(world.open.url)) > 0; looks++) await lookOn(world, 30 * MINUTE_MS);
}

const countOpen = async (url: string): Promise<number> =>
  (await asOwner<{ n: number }>(url, "select count(*)::int as n from vendor_transfer where settled_at is null"))[0]!.n;

const KEPT = `
  select a.id::text as id, (select coalesce(sum(balance), 0)::text from wallet where account_id = a.id and kind in (1, 5)) as here,
         v.code as vendor, p.player_ref as player,
         coalesce((select balance from wallet where account_id = a.id and kind = case v.code when 'AG' then 101 when 'BBIN' then 102 else 103 end), 0)::text as booked
  from account a left join vendor_player p on p.account_id = a.id left join vendor v on v.id = p.vendor_id
  where a.id = any($1::bigint[])`;

interface Kept {
  readonly id: string;
  readonly here: string;
  readonly vendor: string | null;
  readonly player: string | null;
  readonly booked: string;
}

/** What lies here and what lies there is what was there at first, and the books say of each vendor what it says itself. */
async function compare(url: string, books: Awaited<ReturnType<VendorProcess["books"]>>, ids: readonly bigint[]): Promise<readonly string[]> {
  const rows = await asOwner<Kept>(url, KEPT, [ids.map(String)]);
  const thereOf = ({ vendor, player }: Kept): bigint => BigInt(books.purses.find((purse) => purse.vendor === vendor && purse.player === player)?.minor ?? 0);
  const faults = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, own]) => {
    const sum = BigInt(own[0]!.here) + own.reduce((all, row) => all + thereOf(row), 0n);
    const isConstant = sum === OPENING_MINOR ? [] : [`member ${id} has ${sum} in all and began with ${OPENING_MINOR}`];
    const isBooked = own
      .filter((row) => thereOf(row) !== BigInt(row.booked))
      .map((row) => `${row.vendor} has ${thereOf(row)} of member ${id}, our books say ${row.booked}`);
    return [...isConstant, ...isBooked];
  });
  const open = await countOpen(url);
  return [...faults, ...(open === 0 ? [] : [`${open} transfers are still open`])];
}

export interface KillsProof {
  readonly databaseUrl: string;
  readonly say?: (line: string) => void;
}

export interface KillsReport {
  readonly kills: number;
  readonly faults: readonly string[];
}

const MOMENTS = ["transfer.before_send", "transfer.after_send"] as const;
const SETTLED_POLL_MS = 100;
const SETTLED_TRIES_MAX = 600;

/** Kills the process before and after it asks a vendor, both ways, in the member's call and in the job that asks again. */
export async function proveKills({ databaseUrl, say = () => undefined }: KillsProof): Promise<KillsReport> {
  const victim = await Victim.prepare(databaseUrl);
  const vendor = await startVendor({ secret: randomBytes(32).toString("hex"), frame: victim.address });
  const database = openDatabase(databaseUrl, { connections: 2 });
  const [env, working] = [vendor.env, { ...vendor.env, LARO_ROLES: "api,worker" }];
  try {
    await database.begin((tx) => completeWorld(tx, new Date()));
    await addPurseVendors(databaseUrl, purseVendors);
    const people = await openPlayers(databaseUrl, 2 * MOMENTS.length, () => OPENING_MINOR);
    await victim.start({ env });
    for (const { token } of people) await ask(victim, token, "in");
    await victim.kill();
    for (const [place, [moment, direction]] of MOMENTS.flatMap((one) => [[one, "in"] as const, [one, "out"] as const]).entries()) {
      await victim.start({ crashAt: `${moment}:1`, env });
      await ask(victim, people[place]!.token, direction);
      await victim.ended();
      say(`killed at ${moment}, ${direction}: ${(await vendor.books()).moves} moves done there`);
    }
    for (const moment of MOMENTS) {
      await dueNow(databaseUrl);
      await victim.start({ crashAt: `${moment}:1`, env: working });
      await victim.ended();
      say(`killed at ${moment} in the job: ${(await vendor.books()).moves} moves done there`);
    }
    await victim.start({ env: working });
    await untilSettled(databaseUrl);
    const faults = await compare(
      databaseUrl,
      await vendor.books(),
      people.map(({ accountId }) => accountId),
    );
    return { kills: 3 * MOMENTS.length, faults: [...faults, ...(await readAudit(database.db))] };
  } finally {
    await database.close();
    await victim.close();
    await vendor.stop();
  }
}

/** Moves money and waits for whatever comes back: of a process that dies, nothing. */
async function ask(victim: Victim, token: string, direction: "in" | "out"): Promise<void> {
  const [from, to] = direction === "in" ? ["MAIN", "AG"] : ["AG", "MAIN"];
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ requestId: newId(new Date()), from, to, amount: "100.00" });
  await fetch(`${victim.address}/api/transfers.move`, { method: "POST", headers, body }).catch(() => undefined);
}

/** What waits for its look is looked at as soon as a worker is there. */
async function dueNow(url: string): Promise<void> {
  await asOwner(url, "update vendor_transfer set look_at = now() where settled_at is null");
  await asOwner(url, "select graphile_worker.add_job('vendors:lookAtTransfers', '{}'::json)");
}

async function untilSettled(url: string): Promise<void> {
  for (let tries = 0; tries < SETTLED_TRIES_MAX && (await countOpen(url)) > 0; tries++) {
    if (tries % 20 === 0) await dueNow(url);
    await new Promise((wait) => setTimeout(wait, SETTLED_POLL_MS));
  }
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const [forKills, forReading] = [await createTestDatabase(), await createTestDatabase()];
  try {
    const world = await createWorld({ vendors: purseVendors });
    const { answers, faults } = await proveMoves({ world, players: 12, moves: 20 * MISDEEDS.length });
    await world.close();
    say(`moves: ${JSON.stringify(answers)}`);
    const kills = await proveKills({ databaseUrl: forKills.url, say });
    const played = await proveLongPlay();
    say(`play: ${played.rounds} rounds, ${played.unmatched} members of whom something was told wrongly`);
    const reading = await proveReadingKills({ databaseUrl: forReading.url, say });
    const all = [...faults, ...kills.faults, ...played.faults, ...reading.faults];
    for (const fault of all) say(`FAULT ${fault}`);
    say(all.length === 0 ? `holds, ${kills.kills + reading.kills} kills` : `BROKEN: ${all.length} faults`);
    process.exitCode = all.length === 0 ? 0 : 1;
  } finally {
    await forKills.drop();
    await forReading.drop();
    await stop();
  }
}

async function proveLongPlay(): ReturnType<typeof provePlay> {
  const world = await createWorld({ vendors: purseVendors });
  await addPurseGames(world.open.url);
  try {
    return await provePlay({ world, players: 9, turns: 120 });
  } finally {
    await world.close();
  }
}

if (import.meta.main) await main();
