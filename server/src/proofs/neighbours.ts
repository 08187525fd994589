/** Neighbours proof: one member calls at full speed whatever a member may call, and nobody else notices. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RefusedCall } from "@laro/contract/core/call";
import { deposits } from "@laro/contract/deposits";
import { games } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import fc from "fast-check";
import pg from "pg";
import sharp from "sharp";
import { openSession } from "../core/sessions/sessions.ts";
import { houseAccount } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { projectRoot } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import type { BoundRoute } from "../platform/routes.ts";
import { allRoutes } from "../roles/features.ts";
import { validInput } from "../testing/arbitrary.ts";
import { isLong } from "../testing/long.ts";
import { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";
import type { Attack, HostileCall } from "./hostile.ts";

type Member = Person & { readonly id: bigint };
type Endpoint = BoundRoute["endpoint"];

/** Where everybody meets: at one server, which may be another than the world's own. */
export interface Street {
  readonly world: World;
  readonly address: string;
  /** Some play; others come in, which ends the oldest of their sessions. */
  readonly players: readonly Member[];
  readonly comers: readonly Member[];
  readonly hostile: Member;
  readonly attacker: ChildProcess;
  /** A transfer of the hostile member's that waits for its slip, and a picture that is long in drawing and then none. */
  readonly slipFor: string;
  readonly picture: string;
}

export interface Patience {
  /** How long each endpoint is called, and how long nobody else may wait for anything, but one call in a hundred. */
  readonly forMs: number;
  readonly limitMs: number;
}

const BALANCE_MINOR = 10_000_00n;
/** A busy day of one member. */
const ROUNDS_TODAY = 3_941;

/** What every member may call, and what anyone may. */
export const everyEndpoint: readonly Endpoint[] = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.for === "member" || endpoint.for === "guest");

/** Those where one call is much: pictures, files, long reads, and bets. */
export const heavyEndpoints = everyEndpoint.filter(
  ({ name, bodyLimitBytes, file, readsMuch }) => bodyLimitBytes !== undefined || file !== undefined || readsMuch === true || name === "rounds.play",
);

/** A hostile member who played all day, among others who play a little. */
export async function openStreet(world: World, address: string, { count, pictureEdge }: { count: number; pictureEdge: number }): Promise<Street> {
  const [hostile, ...players] = await Promise.all(Array.from({ length: 1 + count }, () => world.player({ balance: BALANCE_MINOR })));
  if (hostile === undefined) throw new Error("Nobody came.");
  const comers = [await world.player(), await world.player()];
  await playAllDay(world, hostile.id);
  const order = { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 500_00n } as const;
  const { id: slipFor } = await hostile.call(deposits.create, order);
  const whole = await sharp({ create: { width: pictureEdge, height: pictureEdge, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const attacker = fork(join(projectRoot, "server/src/proofs/hostile.ts"), { execArgv: [] });
  return { world, address, players, comers, hostile, attacker, slipFor, picture: whole.subarray(0, -1_000).toString("base64") };
}

/** The attack is over for good. */
export const leaveStreet = ({ attacker }: Street): boolean => attacker.kill();

async function playAllDay({ open, clock }: World, accountId: bigint): Promise<void> {
  const { database, ledger } = open.platform;
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  const bet = { walletId, contra: houseAccount(1), kind: "bet", debitMinor: 1n, creditMinor: 0n, digest: 0n } as const;
  const round = { gameId: 1, draw: () => ({ winMinor: 1n, detail: "{}" }) };
  await Promise.all(Array.from({ length: ROUNDS_TODAY }, () => ledger.post({ ...bet, ref: newId(clock.now()), round })));
}

/** What the hostile member sends: what the contract takes, and where it can be heavy, heavy. */
function hostileCall({ name, method, sealed, input }: Endpoint, { world, slipFor, picture }: Street): HostileCall {
  const id = newId(world.clock.now());
  const heavy: Readonly<Record<string, object>> = {
    "deposits.submitSlip": { id: slipFor, slip: picture },
    "withdrawals.confirm": { id, answer: "notReceived", proof: picture },
    "withdrawals.dispute": { id, remaining: "1.00", proof: picture },
    "withdrawals.addProof": { id, proof: picture },
    "rounds.play": { requestId: id, gameCode: "DICE", stake: "1.00", choice: { target: 5_000, side: "under" } },
    "limits.set": { kind: "stake", period: "day", amount: "900.00" },
  };
  return { name, method, ...(sealed === undefined ? {} : { sealed }), input: heavy[name] ?? (fc.sample(validInput(input), 1) as [object])[0] };
}

/** Answers who had to wait while one endpoint after the other was called at full speed. */
export async function proveNeighbours(street: Street, endpoints: readonly Endpoint[], patience: Patience): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const endpoint of endpoints) faults.push(...(await live(street, patience, { what: endpoint.name, token: await enter(street), attacked: [endpoint] })));
  return faults;
}

/** Answers who had to wait while the hostile member's wallet was held, and bets and changes of a limit waited for it. */
export async function proveHeldWallet(street: Street, patience: Patience): Promise<readonly string[]> {
  const { world, hostile } = street;
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: hostile.id, kind: "main" });
  const token = await enter(street);
  const holder = new pg.Client({ connectionString: world.open.url });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from wallet where id = $1 for update", [walletId]);
    return await live(street, patience, { what: "a held wallet", token, attacked: [limits.set, rounds.play] });
  } finally {
    await holder.end();
  }
}

/** The hostile member has a new session: some calls end one. */
function enter({ world, hostile }: Street): Promise<string> {
  const session = { kind: "member", subjectId: hostile.id, mustChangePassword: false, ip: hostile.ip, now: world.clock.now() } as const;
  return world.open.platform.database.begin((tx) => openSession(tx, session));
}

interface Trial {
  readonly what: string;
  readonly token: string;
  readonly attacked: readonly Endpoint[];
}

const BEGUN_AFTER_MS = 100;

/** The others' life: they look at their balance, log in and bet, while somebody attacks with forty calls in flight. */
async function live(street: Street, { forMs, limitMs }: Patience, { what, token, attacked }: Trial): Promise<readonly string[]> {
  const { world, address, players, comers, hostile, attacker } = street;
  // A process of the least priority is long in coming on a busy machine.
  const begun = once(attacker, "message");
  attacker.send({ address, ip: hostile.ip, token, calls: attacked.map((endpoint) => hostileCall(endpoint, street)) } satisfies Attack);
  await begun;
  await pause(BEGUN_AFTER_MS);
  const [endsAtMs, waits, refusals]: [number, number[], string[]] = [performance.now() + forMs, [], []];
  const meet = ({ ip, token: known }: Person): Person => {
    const person = new Person({ address, clock: world.clock, ip });
    person.token = known;
    return person;
  };
  const repeat = async (act: string, people: readonly Member[], everyMs: number, work: (person: Member) => Promise<unknown>): Promise<void> => {
    for (let turn = 0; turn === 0 || performance.now() < endsAtMs; turn++) {
      const askedAtMs = performance.now();
      await work(people[turn % people.length]!).catch((error: unknown) => {
        if (!(error instanceof RefusedCall)) throw error;
        // The one refusal that says nothing of neighbours: a round a second.
        if (error.code !== "rounds.too_soon") refusals.push(`${what}: ${act} was refused with ${error.code}`);
      });
      waits.push(performance.now() - askedAtMs);
      await pause(everyMs);
    }
  };
  const dice = () => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5_000, side: "under" } }) as const;
  await Promise.all([
    repeat("a look at the balance", players, 10, (person) => meet(person).call(wallet.balance, {})),
    repeat("a bet", players, 30, (person) => meet(person).call(rounds.play, dice())),
    repeat("a login", comers, 50, ({ name: username, password }) =>
      meet(world.guest()).call(sessions.login, { username, password, type: "username", entry: "player" }),
    ),
  ]);
  const stopped = once(attacker, "message");
  attacker.send("stop");
  await stopped;
  const p99Ms = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!;
  if (isLong) process.stderr.write(`${what}: ${waits.length} calls of others, p99 ${Math.round(p99Ms)} ms\n`);
  return p99Ms <= limitMs ? refusals : [...refusals, `${what}: others waited ${Math.round(p99Ms)} ms`];
}

/** A vendor that says nothing is left alone after so many launches. */
const SILENCES = 5;
/** Who waits so much longer than anyone may need not be waited for. */
const WAITED_MS = 500;
const SHUT_MS = 30_000;
const LAUNCHES = 20;

/**
 * Answers who had to wait for a dead vendor: once it said nothing to five launches, those after them are refused at once, others' games open, and after half a minute one launch
 * finds out that it lives. The world has the test vendors and their games.
 */
export async function proveDeadVendor(world: World, { dead, other, withinMs }: { dead: string; other: string; withinMs: number }): Promise<readonly string[]> {
  const vendor = world.vendor!;
  const player = await world.player();
  const launch = async (nodeId: string): Promise<{ said: string; tookMs: number }> => {
    const { route } = await player.call(games.launch, { nodeId });
    const ticket = new URLSearchParams(route.split("?")[1]).get("launch")!;
    const beganMs = performance.now();
    const said = await Promise.race([
      player.call(games.openLaunch, { ticket }).then(
        () => "opened",
        (error: unknown) => (error instanceof RefusedCall ? error.code : String(error)),
      ),
      pause(withinMs + WAITED_MS, "still waiting", { ref: false }),
    ]);
    return { said, tookMs: performance.now() - beganMs };
  };
  await vendor.order("dead", SILENCES);
  for (let count = 0; count < SILENCES; count++) await launch(dead);
  // From here on it would keep whoever asks waiting.
  await vendor.order("slow-launch", 1_000);
  const faults: string[] = [];
  for (let count = 0; count < LAUNCHES && faults.length === 0; count++) {
    const { said, tookMs } = await launch(dead);
    if (said !== "vendors.unreachable" || tookMs > withinMs) faults.push(`a launch of a dead vendor: ${said} after ${Math.round(tookMs)} ms`);
  }
  await vendor.order("slow-launch", 0);
  if (faults.length > 0) return faults;
  const neighbour = await launch(other);
  if (neighbour.said !== "opened") faults.push(`a launch of another vendor: ${neighbour.said}`);
  await world.pass(SHUT_MS);
  const alive = await launch(dead);
  return alive.said === "opened" ? faults : [...faults, `a launch of a vendor that lives again: ${alive.said}`];
}
