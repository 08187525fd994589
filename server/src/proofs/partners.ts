/**
 * Proof of partners: rounds of a foreign operator's players while its wallet is slow, dead, late, twice or says nonsense, and while the process is killed before and after
 * each send, after the stake and after the draw. What the operator's players hold is what our rounds say, every round that was drawn is paid, and each follows from its
 * seed. The long form: `npm run proof partners`.
 */
import { partners } from "@laro/contract/partners";
import { formatAmount } from "@laro/contract/core/money";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAudit } from "../core/wallet/audit.ts";
import { tellAgain } from "../features/partners/partners.free.end.ts";
import { sendAgain } from "../features/partners/partners.desk.ts";
import { selectFree } from "../features/partners/partners.free.ts";
import { lineBounds, setLineBounds } from "../core/vendors/lines.ts";
import { continueRounds } from "../features/partners/partners.look.ts";
import { selectRounds } from "../features/partners/partners.rounds.ts";
import { checkSeeds } from "./partners.seeds.ts";
import { idsOf } from "../features/partners/partners.send.ts";
import { findPartner } from "../features/partners/partners.view.ts";
import { sendRollback } from "../features/partners/partners.wire.ts";
import { type Database, openDatabase } from "../platform/db.ts";
import { systemClock } from "../platform/clock.ts";
import { createKeys, type Keys } from "../platform/keys.ts";
import { completeWorld } from "../roles/seed/people.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { type OperatorProcess, startOperator } from "../testing/operator.ts";
import { asOwner } from "../testing/owner.ts";
import { addPartner, askPartner, sitDown, type TestPartner } from "../testing/partners.ts";
import { Person } from "../testing/person.ts";
import { createWorld, type World } from "../testing/world.ts";
import { Victim } from "./victim.ts";

/** What goes wrong in a turn: faults of the wallet, by the call they are for. A bet is sent four times before it is given back. */
export const MISDEEDS: readonly (readonly (readonly [fault: string, call: string, count: number])[])[] = [
  [],
  [["dead", "bet", 1]],
  [["drop-answer", "bet", 2]],
  [["html", "bet", 4]],
  [["drop-answer", "bet", 4]],
  [["late", "bet", 4]],
  [["refuse", "bet", 1]],
  [
    ["drop-answer", "bet", 1],
    ["refuse", "bet", 2],
  ],
  [
    ["other-id", "bet", 4],
    ["dead", "rollback", 1],
    ["drop-answer", "rollback", 2],
  ],
  [
    ["5xx", "win", 2],
    ["5xx", "finish", 2],
  ],
  [
    ["drop-answer", "win", 2],
    ["drop-answer", "finish", 2],
  ],
  [
    ["late", "win", 1],
    ["no-balance", "win", 1],
    ["html", "finish", 1],
  ],
  [
    ["refuse", "win", 1],
    ["refuse", "finish", 1],
  ],
  [["drop-answer", "freespins/finish", 2]],
  [
    ["late", "freespins/finish", 1],
    ["5xx", "freespins/finish", 2],
  ],
  [["refuse", "freespins/finish", 1]],
];

const OPENING_MINOR = 1_000_00n;
const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
/** So long free rounds can be played: longer than a proof lets pass between two turns. */
const FREE_MS = 24 * 60 * MINUTE_MS;
/** From one send to the next of a bet, and so often that a bet is decided. */
const LOOK_MS = 3 * S_MS;
const LOOKS = 8;
const SETTLE_LOOKS_MAX = 60;
/** The likeliest to win, so that most rounds owe something. */
const CHOICE = { target: 9_000, side: "under" } as const;
const STAKE_MINOR = 10_00n;

export interface RoundsProof {
  readonly world: World;
  readonly operator: OperatorProcess;
  readonly players: number;
  /** How often all misdeeds are gone through. */
  readonly turns: number;
  /** What somebody might do who takes silence after the draw for a reason to give the stake back. */
  readonly rollsBackDrawn?: boolean;
  /** What somebody might do who takes silence for a word. */
  readonly forgetsEnds?: boolean;
}

export interface RoundsReport {
  /** How many rounds ended how. */
  readonly states: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

interface Seat {
  readonly guest: Person;
  readonly account: string;
  readonly token: string;
}

/** Plays past every misdeed again and again, each time until all is told, and compares. */
export async function proveRounds(proof: RoundsProof): Promise<RoundsReport> {
  const { world, operator, players, turns } = proof;
  const { open, clock } = world;
  const { database } = open.platform;
  // Misdeeds come one upon the other here: a partner that was left alone for them would be tried for half of them.
  setLineBounds(open.platform, { ...lineBounds, inARowMax: Number.POSITIVE_INFINITY, failedMax: Number.POSITIVE_INFINITY });
  const partner = await addPartner(open.url, open.platform.keys, {
    code: `P${randomInt()}`,
    secret: operator.secret,
    walletUrl: operator.url,
    now: clock.now(),
  });
  const accounts = Array.from({ length: players }, (_, place) => `${partner.code} player ${place}`);
  for (const account of accounts) await operator.openAccount(account, OPENING_MINOR);
  for (let turn = 0; turn < turns; turn++) await playTurn(proof, partner, { accounts, turn });
  const states = await asOwner<{ state: string; n: number }>(
    open.url,
    "select state, count(*)::int as n from partner_round where free_round_id is null group by 1",
  );
  const played = states.reduce((all, { n }) => all + n, 0);
  const wanted = players * turns * MISDEEDS.length;
  const faults = [
    ...(played === wanted ? [] : [`${played} of ${wanted} rounds were played`]),
    ...(await compare({ ...database, url: open.url, keys: open.platform.keys, operator })),
    ...(await readAudit(database.db)),
  ];
  return { states: Object.fromEntries(states.map(({ state, n }) => [state, n])), faults };
}

/** Every player meets every misdeed once; then all is told. */
async function playTurn(
  { world, operator, rollsBackDrawn = false, forgetsEnds = false }: RoundsProof,
  partner: TestPartner,
  { accounts, turn }: { readonly accounts: readonly string[]; readonly turn: number },
): Promise<void> {
  const { open, address } = world;
  const tokens = await Promise.all(accounts.map((account) => sitDown(address, partner, world.guest(), { account })));
  for (const [place, misdeed] of MISDEEDS.entries()) {
    await operator.clear();
    for (const [fault, call, count] of misdeed) await operator.order(fault, { call, count: count * accounts.length });
    // From another address each time: nobody plays as fast as a proof.
    const seats = accounts.map((account, at): Seat => ({ account, token: tokens[at]!, guest: world.guest() }));
    await Promise.all(seats.map((seat) => playOnce(seat)));
    await playFree(world, partner, seats, { name: `turn ${turn}-${place}`, isCut: place % 2 === 1 });
    if (forgetsEnds)
      await asOwner(open.url, "update partner_free_round set state = 'closed', ended_at = now(), look_at = null, held_at = null where state = 'ending'");
    if (rollsBackDrawn) await rollBack(world, partner);
    for (let look = 0; look < LOOKS; look++) await lookOn(world, LOOK_MS);
  }
  await operator.clear();
  for (let looks = 0; looks < SETTLE_LOOKS_MAX && (await countOpen(open.url)) > 0; looks++) {
    await lookOn(world, 30 * MINUTE_MS);
    for (const { id, isFree } of await listHeld(open.url)) await (isFree ? tellAgain(open.platform, id) : sendAgain(open.platform, id));
  }
}

const randomInt = (): number => randomBytes(3).readUIntBE(0, 3);

async function playOnce({ guest, token }: Pick<Seat, "guest" | "token">): Promise<void> {
  const play = { token, requestId: randomUUID(), stake: STAKE_MINOR, choice: CHOICE };
  await guest.send(partners.play, play);
}

interface Gift {
  readonly account: string;
  readonly issue: string;
  readonly rounds: number;
  readonly now: Date;
}

/** Free rounds the partner gives a player of its own. */
async function giveFree(address: string, partner: TestPartner, { account, issue, rounds, now }: Gift): Promise<void> {
  const { status } = await askPartner(address, partner, "freespins/issue", {
    casino_id: "laro",
    issue_id: issue,
    account: { id: account, currency: "PHP" },
    games: ["DICE"],
    freespins_quantity: rounds,
    stake: formatAmount(STAKE_MINOR),
    valid_until: new Date(now.getTime() + FREE_MS).toISOString(),
  });
  if (status !== 200) throw new Error(`The free rounds ${issue} were refused.`);
}

/** Plays one of the free rounds of a name. */
async function playOneFree({ db }: Pick<Database, "db">, { guest, token }: Pick<Seat, "guest" | "token">, issue: string): Promise<void> {
  const { id: free } = await selectFree(db).where("f.issue", "=", issue).executeTakeFirstOrThrow();
  await guest.send(partners.play, { token, requestId: randomUUID(), stake: STAKE_MINOR, choice: CHOICE, free });
}

/** Two free rounds for everyone, of which one may be taken back: their end is told either way. */
async function playFree(
  { address, clock, open }: World,
  partner: TestPartner,
  seats: readonly Seat[],
  { name, isCut }: { readonly name: string; readonly isCut: boolean },
): Promise<void> {
  const issueOf = ({ account }: Seat): string => `${account} ${name}`;
  const all = (act: (seat: Seat) => Promise<unknown>) => Promise.all(seats.map(act));
  await all((seat) => giveFree(address, partner, { account: seat.account, issue: issueOf(seat), rounds: 2, now: clock.now() }));
  clock.advance(LOOK_MS);
  await all((seat) => playOneFree(open.platform.database, seat, issueOf(seat)));
  clock.advance(LOOK_MS);
  if (isCut) await all((seat) => askPartner(address, partner, "freespins/cancel", { casino_id: "laro", issue_id: issueOf(seat) }));
  else await all((seat) => playOneFree(open.platform.database, seat, issueOf(seat)));
}

async function lookOn({ clock, open }: World, afterMs: number): Promise<void> {
  clock.advance(afterMs);
  await continueRounds(open.platform);
}

/** Gives the stake of every round back whose win was not taken yet. */
async function rollBack({ open: { platform } }: World, { code }: TestPartner): Promise<void> {
  const partner = (await findPartner(platform, { code }))!;
  const drawn = await selectRounds(platform.database.db).where("r.state", "=", "drawn").execute();
  for (const round of drawn) {
    const { rollback: id, bet: original } = idsOf(round.id);
    await sendRollback(platform, partner, round, { round: round.id, id, original });
  }
}

const OPEN = `(select id, held_at, false as "isFree" from partner_round where ended_at is null union all select id, held_at, true from partner_free_round where ended_at is null) open`;
const countOpen = async (url: string): Promise<number> => (await asOwner<{ n: number }>(url, `select count(*)::int as n from ${OPEN}`))[0]!.n;
const listHeld = (url: string) => asOwner<{ id: string; isFree: boolean }>(url, `select id, "isFree" from ${OPEN} where held_at is not null`);

/** The operator's books are what our rounds say, entry by entry and player by player; every drawn round is paid, and follows from its seed. */
interface Compared extends Pick<Database, "db"> {
  readonly url: string;
  readonly keys: Keys;
  readonly operator: OperatorProcess;
}

async function compare({ db, url, keys, operator }: Compared): Promise<readonly string[]> {
  const { accounts, entries } = await operator.books();
  const [rounds, gifts] = await Promise.all([selectRounds(db).execute(), selectFree(db).execute()]);
  const entryOf = new Map(entries.map((entry) => [entry.key, entry]));
  const wanted = new Set<string>();
  const staked = rounds.filter(({ freeId }) => freeId === null);
  const faults = staked.flatMap(({ id, player, state, stake, win }) => {
    const ids = idsOf(id);
    const [bet, won] = [ids.bet, ids.win].map((one) => entryOf.get(`${player} ${one}`));
    for (const one of Object.values(ids)) wanted.add(`${player} ${one}`);
    const isPlayed = state === "drawn" || state === "closed";
    const taken = bet === undefined || bet.isUndone ? 0n : BigInt(bet.minor);
    const paid = won === undefined || won.isUndone ? 0n : BigInt(won.minor);
    return [
      ...(taken === (isPlayed ? stake : 0n) ? [] : [`round ${id} is ${state}: ${taken} of its stake ${stake} is taken there`]),
      ...(paid === (isPlayed ? win! : 0n) ? [] : [`round ${id} is ${state}: ${paid} of its win ${win} is paid there`]),
      ...(state === "closed" || state === "void" || state === "refused" ? [] : [`round ${id} is still ${state}`]),
    ];
  });
  const told = gifts.flatMap(({ id, player, issue, state, won }) => {
    const key = `${player} ${issue}`;
    wanted.add(key);
    const paid = BigInt(entryOf.get(key)?.minor ?? 0);
    return [
      ...(paid === (state === "closed" ? won : 0n) ? [] : [`free rounds ${id} are ${state}: ${paid} of ${won} is paid there`]),
      ...(state === "issued" || state === "ending" ? [`free rounds ${id} are still ${state}`] : []),
    ];
  });
  const foreign = entries.filter(({ key }) => !wanted.has(key)).map(({ key }) => `the operator has ${key}, which is no round of ours`);
  const balances = [...Map.groupBy(rounds, ({ player }) => player)].flatMap(([player, own]) => {
    const moved = own.reduce((all, { state, stake, win, freeId }) => (state === "closed" ? all - (freeId === null ? stake : 0n) + win! : all), OPENING_MINOR);
    const held = accounts.find(({ ref }) => ref === player)?.minor;
    return held === String(moved) ? [] : [`${player} has ${held}, by our rounds ${moved}`];
  });
  return [...faults, ...told, ...foreign, ...balances, ...(await checkSeeds(rounds, { url, keys }))];
}

export interface KillsProof {
  readonly databaseUrl: string;
  /** Fewer than all where there is little time: each is a start of the platform. */
  readonly moments?: readonly string[];
  readonly ofFree?: readonly string[];
  readonly inTheJob?: readonly string[];
  readonly say?: (line: string) => void;
}

export interface KillsReport {
  readonly kills: number;
  readonly faults: readonly string[];
}

/** The first send is the bet's, the second the win's. */
const MOMENTS: readonly string[] = [
  "partner.before_send:1",
  "partner.after_send:1",
  "partner.after_stake:1",
  "partner.after_draw:1",
  "partner.before_send:2",
  "partner.after_send:2",
];
/** Of free rounds, before and after their end is told. */
const OF_FREE: readonly string[] = ["partner.before_free_end:1", "partner.after_free_end:1"];
const IN_THE_JOB: readonly string[] = ["partner.before_send:1", "partner.after_send:1"];
const SETTLED_POLL_MS = 100;
const SETTLED_TRIES_MAX = 600;

/** Kills the process before and after each send, after the stake and after the draw, in the player's call and in the job. */
export async function proveKills({
  databaseUrl,
  moments = MOMENTS,
  ofFree = OF_FREE,
  inTheJob = IN_THE_JOB,
  say = () => undefined,
}: KillsProof): Promise<KillsReport> {
  const folder = await mkdtemp(join(tmpdir(), "laro-partners-"));
  const keysFile = join(folder, "keys.json");
  const keys = await createKeys({ development: true });
  await writeFile(keysFile, JSON.stringify(keys), { mode: 0o600 });
  const [victim, operator] = [await Victim.prepare(databaseUrl), await startOperator({ secret: randomBytes(32).toString("hex") })];
  const database = openDatabase(databaseUrl, { connections: 2 });
  const [env, working] = ["api,gateway", "api,gateway,worker"].map((roles) => ({ LARO_KEYS: keysFile, LARO_ROLES: roles }));
  try {
    await database.begin((tx) => completeWorld(tx, systemClock.now()));
    const partner = await addPartner(databaseUrl, keys, { code: "KILLED", secret: operator.secret, walletUrl: operator.url, now: systemClock.now() });
    for (const [place, moment] of [...moments, ...ofFree].entries()) {
      const account = `player ${place}`;
      const isFree = place >= moments.length;
      await operator.openAccount(account, OPENING_MINOR);
      await victim.start({ crashAt: moment, env: env! });
      const guest = new Person({ address: victim.address, clock: systemClock, ip: `10.0.0.${place}` });
      const token = await sitDown(victim.address, partner, guest, { account });
      if (isFree) await giveFree(victim.address, partner, { account, issue: account, rounds: 1, now: systemClock.now() });
      await (isFree ? playOneFree(database, { guest, token }, account) : playOnce({ guest, token })).catch(() => undefined);
      await victim.ended();
      say(`killed at ${moment}`);
    }
    for (const moment of inTheJob) {
      await dueNow(databaseUrl);
      await victim.start({ crashAt: moment, env: working! });
      await victim.ended();
      say(`killed at ${moment} in the job`);
    }
    await victim.start({ env: working! });
    for (let tries = 0; tries < SETTLED_TRIES_MAX && (await countOpen(databaseUrl)) > 0; tries++) {
      if (tries % 20 === 0) await dueNow(databaseUrl);
      await new Promise((wait) => setTimeout(wait, SETTLED_POLL_MS));
    }
    const faults = await compare({ ...database, url: databaseUrl, keys, operator });
    return { kills: moments.length + ofFree.length + inTheJob.length, faults: [...faults, ...(await readAudit(database.db))] };
  } finally {
    await database.close();
    await victim.close();
    await operator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What waits for its look is looked at as soon as a worker is there. */
async function dueNow(url: string): Promise<void> {
  await asOwner(url, "update partner_round set look_at = now() where ended_at is null and held_at is null");
  await asOwner(url, "update partner_free_round set look_at = now() where state = 'ending' and held_at is null");
  await asOwner(url, "select graphile_worker.add_job('partners:continue', '{}'::json)");
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const forKills = await createTestDatabase();
  const operator = await startOperator({ secret: randomBytes(32).toString("hex") });
  try {
    const world = await createWorld();
    const { states, faults } = await proveRounds({ world, operator, players: 12, turns: 12 });
    await world.close();
    say(`rounds: ${JSON.stringify(states)}`);
    const kills = await proveKills({ databaseUrl: forKills.url, say });
    const all = [...faults, ...kills.faults];
    for (const fault of all) say(`FAULT ${fault}`);
    say(all.length === 0 ? `holds, ${kills.kills} kills` : `BROKEN: ${all.length} faults`);
    process.exitCode = all.length === 0 ? 0 : 1;
  } finally {
    await operator.stop();
    await forKills.drop();
    await stop();
  }
}

if (import.meta.main) await main();
