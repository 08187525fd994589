/**
 * Proof of play in vendors' own wallets: rounds there while their records are late, missing, doubled or wrong, while the vendor is silent for long, while two read at once and
 * while the process is killed in between. In the end each member has what was put in and what was truly played, and what nobody can explain is exactly what was told wrongly.
 */
import { randomBytes } from "node:crypto";
import { lineBounds, setLineBounds } from "../core/vendors/lines.ts";
import { readPlay, type ReadingPlay } from "../core/vendors/play.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { moveFunds, recallFunds } from "../features/transfers/transfers.ts";
import { openDatabase } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { completeWorld } from "../roles/seed/people.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { addPurseGames, addPurseVendors, PURSE_GAME, purseVendors } from "../testing/purses.ts";
import { startVendor, type VendorProcess } from "../testing/vendor.ts";
import type { World } from "../testing/world.ts";
import { openPlayers } from "./players.ts";
import { Victim } from "./victim.ts";

/** What a vendor may do with its records in a turn; "" is as it should. `silent`: it says nothing for longer than records may be late. */
const MISDEEDS = ["", "records-late", "silent", "records-twice", "records-missing", "", "records-amount", "records-changed"] as const;
const OPENING_MINOR = 1_000_00n;
const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
/** What happens is told apart by the second. */
const APART_MS = 5 * S_MS;
/** Longer than a record may be late. */
const SILENCE_MS = 25 * MINUTE_MS;
const ORDERED_MAX = 1_000;
/** Stakes and wins by turn and player: what comes first is lost, so that the order of a list decides what a purse holds on the way. */
const STAKES = [40_00, 1_00, 25_50] as const;
const WINS = [0, 80_00, 1_01, 25_50, 0, 39_99] as const;

export interface PlayProof {
  readonly world: World;
  readonly players: number;
  readonly turns: number;
  /** What somebody might do otherwise: take debits first, or say that a window is read before it is. */
  readonly order?: ReadingPlay["order"];
  readonly movesOnEarly?: boolean;
}

export interface PlayReport {
  readonly rounds: number;
  readonly unmatched: number;
  readonly faults: readonly string[];
}

type Member = Person & { readonly id: bigint; readonly vendor: string };

/** What was played and what of it was told otherwise, in minor units. */
interface Ledger {
  net: bigint;
  untold: bigint;
  /** What of it was played before the vendor last said what is there. */
  matched: bigint;
}

/** Plays past every misdeed, brings everything home, and compares. */
export async function provePlay({ world, players, turns, ...sabotage }: PlayProof): Promise<PlayReport> {
  setLineBounds(world.open.platform, { ...lineBounds, inARowMax: Number.POSITIVE_INFINITY, failedMax: Number.POSITIVE_INFINITY });
  const members = await Promise.all(
    Array.from({ length: players }, async (_, place): Promise<Member> => {
      const person = await world.player({ balance: OPENING_MINOR });
      return Object.assign(person, { vendor: purseVendors[place % purseVendors.length]! });
    }),
  );
  // Everything is there: what a purse lacks on the way, no main wallet lends.
  for (const member of members) await moveIn(world, member, OPENING_MINOR);
  const told = new Map(members.map(({ id }) => [id, { net: 0n, untold: 0n, matched: 0n }]));
  let rounds = 0;
  let waiting = 0;
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, member] of members.entries()) rounds += await playTurn(world, member, { turn, place, ledger: told.get(member.id)! });
    // A recall comes before the records of what was just played.
    const member = members[Math.floor(turn / 2) % members.length]!;
    if (turn % 2 === 0) await recall(world, member, told.get(member.id)!);
    waiting += await readTwice(world, { turn, ...sabotage });
    if (turn % 2 === 1) await moveIn(world, member, await balanceOf(world, member));
  }
  for (let times = 0; times < 8; times++) waiting += await readTwice(world, { turn: 0, ...sabotage });
  const known = await compareKnown(world, members, told);
  for (const member of members) await recall(world, member, told.get(member.id)!);
  waiting += await readTwice(world, { turn: 0, ...sabotage });
  const held = waiting === 0 ? [] : [`${waiting} times a vendor's play waited though the vendor had told all of it`];
  const faults = await compare(world.open.url, members, told);
  const unmatched = [...told.values()].filter(({ untold }) => untold !== 0n).length;
  return { rounds, unmatched, faults: [...held, ...known, ...faults, ...(await readAudit(world.open.platform.database.db))] };
}

const requestOf = (world: World) => ({ requestId: newId(world.clock.now()) });

async function moveIn(world: World, member: Member, amount: bigint): Promise<void> {
  const wish = { ...requestOf(world), from: "MAIN", to: member.vendor, amount };
  // Sessions end sooner than this proof.
  if (amount > 0n) await moveFunds(world.open.platform, { accountId: member.id, now: world.clock.now(), isAbroad: false }, wish);
  await world.pass(APART_MS);
}

async function recall(world: World, member: Member, ledger: Ledger): Promise<void> {
  const { vendors } = await recallFunds(world.open.platform, member.id, requestOf(world));
  // Where we know of nothing, nobody is asked.
  if (vendors.length > 0) ledger.matched = ledger.untold;
  await world.pass(APART_MS);
}

const balanceOf = async (world: World, { id }: Member): Promise<bigint> =>
  BigInt((await asOwner<{ balance: string }>(world.open.url, "select balance::text from wallet where account_id = $1 and kind = 1", [id]))[0]!.balance);

/** Three rounds of a player, the last of them told as wrongly as ordered. */
async function playTurn(world: World, member: Member, { turn, place, ledger }: { turn: number; place: number; ledger: Ledger }): Promise<number> {
  const { vendor } = world;
  const [row] = await asOwner<{ player: string }>(
    world.open.url,
    "select player_ref as player from vendor_player p join vendor v on v.id = p.vendor_id where p.account_id = $1 and v.code = $2",
    [member.id, member.vendor],
  );
  const misdeed = MISDEEDS[turn % MISDEEDS.length]!;
  let played = 0;
  for (const [at, stake] of STAKES.entries()) {
    const win = WINS[(turn + place + at) % WINS.length]!;
    const { purses } = await vendor!.books();
    const there = purses.find((one) => one.vendor === member.vendor && one.player === row!.player)?.minor ?? 0;
    if (there < stake) continue;
    const isWrong = at === STAKES.length - 1 && misdeed.startsWith("records-");
    if (isWrong) await vendor!.order(misdeed, 1);
    await vendor!.play({ vendor: member.vendor, player: row!.player, game: PURSE_GAME, stake, win });
    ledger.net += BigInt(win - stake);
    if (isWrong) ledger.untold += untoldOf(misdeed, { stake, win });
    played += 1;
  }
  await world.pass(APART_MS);
  return played;
}

/** By how much more a vendor has than its records tell of. */
function untoldOf(misdeed: string, { stake, win }: { stake: number; win: number }): bigint {
  if (misdeed === "records-missing") return BigInt(win > 0 ? win : -stake);
  if (misdeed === "records-amount") return win > 0 ? -1n : 1n;
  return 0n;
}

interface Turn extends Pick<PlayProof, "order" | "movesOnEarly"> {
  readonly turn: number;
}

/** Two processes read at the same moment; a vendor that is silent is read again when it speaks. Answers of how many vendors something waits. */
async function readTwice(world: World, { turn, order, movesOnEarly = false }: Turn): Promise<number> {
  const { platform } = world.open;
  const how = order === undefined ? {} : { order };
  const read = async (): Promise<void> => {
    if (movesOnEarly) await asOwner(world.open.url, "update vendor_play_window set read_until = $1", [world.clock.now()]);
    await Promise.all([readPlay(platform, how), readPlay(platform, how)]);
  };
  if (MISDEEDS[turn % MISDEEDS.length] === "silent") {
    await world.vendor!.order("dead", ORDERED_MAX);
    for (let times = 0; times < 2; times++) {
      await read();
      await world.pass(SILENCE_MS);
    }
    await world.vendor!.order("dead", 0);
  }
  await read();
  const [behind] = await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_play_window where read_until < $1", [world.clock.now()]);
  await world.pass(2 * MINUTE_MS);
  return behind!.n;
}

const KNOWN = `
  select w.account_id::text as id, w.balance::text as purse, coalesce(u.amount, 0)::text as unmatched, coalesce(u.short, 0)::text as short, p.player_ref as player
  from wallet w join vendor_play_window y on y.wallet_kind = w.kind join vendor_player p on p.vendor_id = y.vendor_id and p.account_id = w.account_id
  left join vendor_unmatched u on u.purse_id = w.id where w.account_id = any($1::bigint[])`;

/** Before everything comes home: what is known of is what is there less what was not told since the vendor's last word, and what is unmatched is what was not told until then. */
async function compareKnown({ open, vendor }: World, members: readonly Member[], told: ReadonlyMap<bigint, Ledger>): Promise<readonly string[]> {
  const { purses } = await vendor!.books();
  const rows = await asOwner<{ id: string; purse: string; unmatched: string; short: string; player: string }>(open.url, KNOWN, [
    members.map(({ id }) => String(id)),
  ]);
  return rows.flatMap(({ id, purse, unmatched, short, player }) => {
    const { untold, matched } = told.get(BigInt(id))!;
    const there = BigInt(purses.find((one) => one.player === player)?.minor ?? 0);
    const [known, unexplained] = [BigInt(purse) - BigInt(short), BigInt(unmatched) - BigInt(short)];
    return [
      ...(known === there - (untold - matched) ? [] : [`member ${id} is known to have ${known}, has ${there}, and ${untold - matched} was not told since`]),
      ...(unexplained === matched ? [] : [`of member ${id} ${unexplained} was unmatched before the end, and ${matched} was not told`]),
    ];
  });
}

const HELD = `
  select a.id::text as id, (select balance::text from wallet where account_id = a.id and kind = 1) as main,
         (select coalesce(sum(balance), 0)::text from wallet where account_id = a.id and kind > 100) as purse,
         (select coalesce(sum(amount), 0)::text from vendor_unmatched where account_id = a.id) as unmatched
  from account a where a.id = any($1::bigint[])`;

async function compare(url: string, members: readonly Member[], told: ReadonlyMap<bigint, Ledger>): Promise<readonly string[]> {
  const rows = await asOwner<{ id: string; main: string; purse: string; unmatched: string }>(url, HELD, [members.map(({ id }) => String(id))]);
  return rows.flatMap(({ id, main, purse, unmatched }) => {
    const { net, untold } = told.get(BigInt(id))!;
    return [
      ...(BigInt(main) === OPENING_MINOR + net ? [] : [`member ${id} has ${main} and should have ${OPENING_MINOR + net}`]),
      ...(purse === "0" ? [] : [`member ${id} has ${purse} in a purse after everything came home`]),
      ...(BigInt(unmatched) === untold ? [] : [`of member ${id} ${unmatched} is unmatched, and ${untold} was not told`]),
    ];
  });
}

export interface ReadingKills {
  readonly databaseUrl: string;
  readonly say?: (line: string) => void;
}

const MOMENTS = ["play.before_book", "call.after_money", "play.after_book"] as const;
const BOOKED_POLL_MS = 100;
const BOOKED_TRIES_MAX = 600;
const PLAYERS = 3;

/** Kills the process that reads before it books, while it books and after it booked; then every record counts once. */
export async function proveReadingKills({ databaseUrl, say = () => undefined }: ReadingKills): Promise<{ kills: number; faults: readonly string[] }> {
  const victim = await Victim.prepare(databaseUrl);
  const vendor = await startVendor({ secret: randomBytes(32).toString("hex"), frame: victim.address });
  const database = openDatabase(databaseUrl, { connections: 2 });
  const env = { ...vendor.env, LARO_ROLES: "api,worker" };
  try {
    await database.begin((tx) => completeWorld(tx, new Date()));
    await addPurseVendors(databaseUrl, purseVendors);
    await addPurseGames(databaseUrl);
    const people = await openPlayers(databaseUrl, PLAYERS, () => OPENING_MINOR);
    await victim.start({ env: vendor.env });
    for (const { token } of people) await send(victim, token);
    await victim.kill();
    for (const moment of MOMENTS) {
      await playAll(databaseUrl, vendor);
      await readNow(databaseUrl);
      await victim.start({ crashAt: `${moment}:1`, env });
      await victim.ended();
      say(`killed at ${moment}: ${await countEntries(databaseUrl)} entries`);
    }
    await victim.start({ env });
    await untilBooked(databaseUrl, MOMENTS.length * PLAYERS * 2);
    const faults = await comparePurses(databaseUrl, vendor);
    return { kills: MOMENTS.length, faults: [...faults, ...(await readAudit(database.db))] };
  } finally {
    await database.close();
    await victim.close();
    await vendor.stop();
  }
}

async function send(victim: Victim, token: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ requestId: newId(new Date()), from: "MAIN", to: "AG", amount: "500.00" });
  await fetch(`${victim.address}/api/transfers.move`, { method: "POST", headers, body });
}

const PLAYERS_SQL = `
  select p.player_ref as player, w.balance::text from vendor_player p join vendor v on v.id = p.vendor_id and v.code = 'AG' join wallet w on w.account_id = p.account_id and w.kind = 101`;

async function playAll(url: string, vendor: VendorProcess): Promise<void> {
  for (const { player } of await asOwner<{ player: string }>(url, PLAYERS_SQL))
    await vendor.play({ vendor: "AG", player, game: PURSE_GAME, stake: 50_00, win: 30_00 });
}

const readNow = (url: string): Promise<readonly unknown[]> => asOwner(url, "select graphile_worker.add_job('vendors:readPlay', '{}'::json)");

const countEntries = async (url: string): Promise<number> => (await asOwner<{ n: number }>(url, "select count(*)::int as n from vendor_entry"))[0]!.n;

async function untilBooked(url: string, entries: number): Promise<void> {
  for (let tries = 0; tries < BOOKED_TRIES_MAX && (await countEntries(url)) < entries; tries++) {
    if (tries % 20 === 0) await readNow(url);
    await new Promise((wait) => setTimeout(wait, BOOKED_POLL_MS));
  }
}

async function comparePurses(url: string, vendor: VendorProcess): Promise<readonly string[]> {
  const { purses } = await vendor.books();
  const rows = await asOwner<{ player: string; balance: string }>(url, PLAYERS_SQL);
  return rows.flatMap(({ player, balance }) => {
    const there = purses.find((one) => one.vendor === "AG" && one.player === player)?.minor ?? 0;
    return String(there) === balance ? [] : [`AG has ${there} of ${player}, our books say ${balance}`];
  });
}
