/**
 * Proof of what is asked of vendors after play: of fourteen faults planted in a test vendor's report or play each is listed once and nothing else, and silence about an open
 * round decides nothing. `npm run proof reconciliation`.
 */
import { games } from "@laro/contract/games";
import { gateway } from "@laro/contract/gateway";
import { reconciliation } from "@laro/contract/reconciliation";
import { brand } from "../core/settings/packs.ts";
import { type askState, sweepRounds } from "../core/vendors/sweep.ts";
import { secretsAt, findVendor } from "../core/vendors/view.ts";
import { getBalances } from "../core/wallet/wallet.ts";
import { type AreAlike, areAlike } from "../features/reconciliation/reconciliation.vendorCompare.ts";
import { reportVendors } from "../features/reconciliation/reconciliation.vendors.ts";
import { GatewayVendor, nameAt } from "../testing/gateway.ts";
import { asOwner } from "../testing/owner.ts";
import type { World } from "../testing/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OPENING = 1_000_00n;
const SPINS_MAX = 60;
/** What the coin of the simulator asks for at its places. */
const ONE = 0;
const FIFTY = 5;

/** A difference as it was planted or listed: whose, of what, and how. */
export type Told = `${string} ${string} ${string}`;

export interface ReportsProof {
  readonly world: World;
  readonly areAlike?: AreAlike;
}

export interface ReportsReport {
  readonly planted: readonly Told[];
  readonly listed: readonly Told[];
  /** What a second look at the same days listed. */
  readonly again: readonly Told[];
  /** Parties whose days were checked, and the differences of all but the one that was played at. */
  readonly checked: number;
  readonly elsewhere: number;
}

interface Table {
  readonly nodeId: string;
  readonly code: string;
}

/** A game of a coin, at a vendor that plays with our wallet and can be asked: half of its rounds win. */
async function findCoin(world: World): Promise<Table> {
  const [found] = await asOwner<Table>(
    world.open.url,
    `select g.node_id::text as "nodeId", v.code from game g join vendor v on v.id = g.vendor_id
     where g.game_code like 'coin-%' and v.protocol = 'softswiss' and v.state in ('test', 'live') and g.state = 'open'
       and v.code <> all($1) order by g.id limit 1`,
    [brand.walletVendors.map(({ code }) => code)],
  );
  return found!;
}

interface Spun {
  readonly bet?: number;
  readonly win?: number;
}

interface Seat {
  readonly name: string;
  readonly id: bigint;
  /** Plays a round, as wrongly as was ordered. */
  readonly spin: (place?: number) => Promise<Spun>;
  readonly balance: () => Promise<bigint>;
}

async function sit(world: World, { nodeId }: Table, balance = OPENING): Promise<Seat> {
  const player = await world.player({ balance });
  const { route } = await player.call(games.launch, { nodeId });
  const { url } = await player.call(games.openLaunch, { ticket: new URL(route, "http://x").searchParams.get("launch")! });
  const session = new URL(url).searchParams.get("session")!;
  return {
    name: player.name,
    id: player.id,
    spin: async (place = ONE) => (await (await fetch(`${world.vendor!.url}/spin?session=${session}&stake=${place}`, { method: "POST" })).json()) as Spun,
    balance: async () => (await getBalances(world.open.platform.database.db, player.id)).main,
  };
}

/** Spins until a round wins; each as wrongly as is ordered. */
async function spinToWin(world: World, seat: Seat, { order, place = ONE }: { order?: string; place?: number } = {}): Promise<void> {
  for (let spins = 0; spins < SPINS_MAX; spins++) {
    if (order !== undefined) await world.vendor!.order(order);
    if (((await seat.spin(place)).win ?? 0) > 0) return;
  }
  throw new Error("Nothing was won in sixty rounds of a coin.");
}

/** Plays until the vendor has an entry of a flow. */
async function playTo(world: World, seat: Seat, flow: string): Promise<void> {
  if (flow === "win") return spinToWin(world, seat);
  if (flow === "rollback") await world.vendor!.order("rollback-after-win");
  await seat.spin();
}

const inReports = [
  ["report-omit", "win", "missingThere"],
  ["report-omit", "rollback", "missingThere"],
  ["report-extra", "win", "missingHere"],
  ["report-extra", "rollback", "missingHere"],
  ["report-amount", "stake", "amount"],
  ["report-amount", "win", "amount"],
  ["report-amount", "rollback", "amount"],
  ["report-other-day", "stake", "otherDay"],
  ["report-other-day", "win", "otherDay"],
  ["report-other-player", "stake", "otherPlayer"],
] as const;

/** Plants fourteen faults, each at a player of its own but for two that cancel each other out in the sums. */
async function plantAll(world: World, table: Table): Promise<readonly Told[]> {
  const planted: Told[] = [];
  const vendor = table.code;
  for (const [fault, flow, kind] of inReports) {
    const seat = await sit(world, table);
    await playTo(world, seat, flow);
    await world.vendor!.order(fault, 1, { flow, vendor });
    planted.push(`${seat.name} ${flow} ${kind}`);
  }
  // One stake too many and one too few, as high: whoever compares sums alone sees nothing.
  const even = await sit(world, table);
  await even.spin();
  for (const fault of ["report-extra", "report-omit"]) await world.vendor!.order(fault, 1, { flow: "stake", vendor });
  planted.push(`${even.name} stake missingHere`, `${even.name} stake missingThere`);
  const finer = await sit(world, table);
  await spinToWin(world, finer, { order: "fraction" });
  planted.push(`${finer.name} win fraction`);
  planted.push(`${(await owe(world, table)).name} rollback receivable`);
  return planted;
}

/** Somebody who won, spent it, and then had the win taken back. */
async function owe(world: World, table: Table): Promise<Seat> {
  for (let tries = 0; tries < SPINS_MAX; tries++) {
    const seat = await sit(world, table, 50_00n);
    if (((await seat.spin(FIFTY)).win ?? 0) === 0) continue;
    await world.vendor!.order("undo-last-win");
    await seat.spin(FIFTY);
    if ((await seat.balance()) === 0n) return seat;
  }
  throw new Error("Nobody owes anything.");
}

/** Play that is odd and right: all of it is in both books, or in neither. */
async function playOddly(world: World, table: Table): Promise<void> {
  const seat = await sit(world, table);
  for (const order of ["twice", "win-before-bet", "late-win", "wrong-signature", "drop-answer", "no-finish", "rollback-after-win", "two-rollbacks"]) {
    await world.vendor!.order(order);
    await seat.spin();
  }
}

/** The vendor whose secret the simulator has. */
async function speakFor(world: World, code: string): Promise<GatewayVendor> {
  const vendor = (await findVendor(world.open.platform, code))!;
  return new GatewayVendor({ id: vendor.id, code, secret: secretsAt(vendor, "theirs", world.clock.now())[0]! });
}

/** A round with a stake of 10.00 of which the simulator's books know nothing. */
async function openUnknown(world: World, { code, nodeId }: Table) {
  const vendor = await speakFor(world, code);
  const player = await world.player({ balance: OPENING });
  const [game] = await asOwner<{ code: string }>(world.open.url, "select game_code as code from game where node_id::text = $1", [nodeId]);
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: game!.code, round_id: `unknown-${player.name}` };
  const { status } = await vendor.call(world.address, "betwin", {
    ...about,
    transactions: [{ id_provider: `bet-${player.name}`, type: "bet", amount: "10.00" }],
  });
  if (status !== 200) throw new Error(`The bet was answered with ${status}.`);
  return { player, round: about.round_id };
}

/** Plants faults on a day, lets it end, and says what was listed of it. */
export async function proveReports({ world, areAlike: alike = areAlike }: ReportsProof): Promise<ReportsReport> {
  const table = await findCoin(world);
  await world.vendor!.setClock(world.clock.now(), new Date(world.clock.now().getTime() - 7 * DAY_MS));
  await playOddly(world, table);
  await openUnknown(world, table);
  const planted = await plantAll(world, table);
  // What the vendor does not know is given back within the day, and is in neither side's books.
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await world.pass(10 * MINUTE_MS);
    await sweepRounds(world.open.platform);
  }
  await world.pass(13 * HOUR_MS);
  const look = () => reportVendors(world.open.platform, { areAlike: alike });
  await look();
  const listed = await listAll(world, table.code);
  await look();
  const again = await listAll(world, table.code);
  const [counted] = await asOwner<{ checked: number; elsewhere: number }>(
    world.open.url,
    `select (select count(distinct party)::int from party_day where party <> 'psp' and state = 'checked') as checked,
            (select count(*)::int from party_difference where party not in ('psp', $1)) as elsewhere`,
    [table.code],
  );
  return { planted: planted.toSorted(), listed, again, ...counted! };
}

async function listAll(world: World, party: string): Promise<readonly Told[]> {
  const officer = await world.operator("finance");
  const { list } = await officer.call(reconciliation.differences, { state: "open", party, limit: 100 });
  return list.map(({ memberName, flow, kind }): Told => `${memberName} ${flow} ${kind}`).toSorted();
}

export interface SweeperProof {
  readonly world: World;
  readonly ask?: typeof askState;
}

/** Leaves a round open whose vendor says nothing for three days, and says what is wrong with what became of it. */
export async function proveSweeper({ world, ask }: SweeperProof): Promise<readonly string[]> {
  const table = await findCoin(world);
  const { player, round } = await openUnknown(world, table);
  const faults: string[] = [];
  const check = async (hours: number, waits: boolean): Promise<void> => {
    const officer = await world.operator("finance");
    const { list } = await officer.call(gateway.rounds, { vendorCode: table.code });
    if (list.some(({ theirRound, why }) => theirRound === round && why === "silent") !== waits)
      faults.push(`after ${hours} hours of silence the round ${waits ? "does not wait" : "waits"} for officers`);
    const [found] = await asOwner<{ isOpen: boolean }>(world.open.url, 'select closed_at is null as "isOpen" from vendor_round where foreign_id = $1', [round]);
    if (!found!.isOpen) faults.push(`after ${hours} hours of silence the round is closed`);
    const { main } = await getBalances(world.open.platform.database.db, player.id);
    if (main !== OPENING - 10_00n) faults.push(`after ${hours} hours of silence the player holds ${main}`);
  };
  for (let hours = 1; hours <= 74; hours++) {
    await world.pass(HOUR_MS);
    await world.vendor!.order("dead", 10);
    await sweepRounds(world.open.platform, ask);
    if (hours === 70) await check(hours, false);
  }
  await check(74, true);
  await world.vendor!.order("dead", 0);
  return faults;
}
