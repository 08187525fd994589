/** Neighbours proof: one member calls at full speed whatever a member may call, and nobody else notices. */
import { setTimeout as pause } from "node:timers/promises";
import { RefusedCall } from "@laro/contract/core/call";
import { deposits } from "@laro/contract/deposits";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import fc from "fast-check";
import pg from "pg";
import sharp from "sharp";
import { openSession } from "../core/sessions/sessions.ts";
import { systemAccounts } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import type { BoundRoute } from "../platform/routes.ts";
import { allRoutes } from "../roles/features.ts";
import { validInput } from "../testing/arbitrary.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";

type Member = Person & { readonly id: bigint };
type Endpoint = BoundRoute["endpoint"];

/** Everybody is met at one server, which may be another than the world's own. */
export interface Street {
  readonly world: World;
  readonly meet: (person: Person) => Person;
  /** Some play; others come in, which ends the oldest of their sessions. */
  readonly players: readonly Member[];
  readonly comers: readonly Member[];
  readonly hostile: Member;
  /** A transfer of the hostile member's that waits for its slip, and a picture that is long in drawing and then none. */
  readonly slipFor: string;
  readonly picture: string;
}

export interface Patience {
  /** How long each endpoint is called, and how long nobody else may wait for anything, but one call in a hundred. */
  readonly forMs: number;
  readonly limitMs: number;
}

const IN_FLIGHT = 40;
const BALANCE_MINOR = 10_000_00n;
/** As many as the member played on one day. */
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
export async function openStreet(world: World, meet: Street["meet"], { count, pictureEdge }: { count: number; pictureEdge: number }): Promise<Street> {
  const [hostile, ...players] = await Promise.all(Array.from({ length: 1 + count }, () => world.player({ balance: BALANCE_MINOR })));
  if (hostile === undefined) throw new Error("Nobody came.");
  const comers = [await world.player(), await world.player()];
  await playAllDay(world, hostile.id);
  const order = { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 500_00n } as const;
  const { id: slipFor } = await hostile.call(deposits.create, order);
  const whole = await sharp({ create: { width: pictureEdge, height: pictureEdge, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  return { world, meet, players, comers, hostile, slipFor, picture: whole.subarray(0, -1_000).toString("base64") };
}

async function playAllDay({ open, clock }: World, accountId: bigint): Promise<void> {
  const { database, ledger } = open.platform;
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  const bet = { walletId, contra: systemAccounts["house:DICE"], kind: "bet", debitMinor: 1n, creditMinor: 0n, digest: 0n } as const;
  const round = { gameId: 1, draw: () => ({ winMinor: 1n, detail: "{}" }) };
  await Promise.all(Array.from({ length: ROUNDS_TODAY }, () => ledger.post({ ...bet, ref: newId(clock.now()), round })));
}

/** What the hostile member sends: what the contract takes, and where it can be heavy, heavy. */
function hostileInput({ name, input }: Endpoint, { world, slipFor, picture }: Street): () => object {
  const [sample] = fc.sample(validInput(input), 1) as [object];
  const heavy: Record<string, () => object> = {
    "deposits.submitSlip": () => ({ id: slipFor, slip: picture }),
    "withdrawals.confirm": () => ({ id: newId(world.clock.now()), answer: "notReceived", proof: picture }),
    "withdrawals.dispute": () => ({ id: newId(world.clock.now()), remaining: "1.00", proof: picture }),
    "withdrawals.addProof": () => ({ id: newId(world.clock.now()), proof: picture }),
    "rounds.play": () => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake: "1.00", choice: { target: 5_000, side: "under" } }),
  };
  return heavy[name] ?? (() => ("requestId" in sample ? { ...sample, requestId: newId(world.clock.now()) } : sample));
}

/** Calls an endpoint once, and does not care what comes of it. */
async function attack(hostile: Person, { name, method, sealed }: Endpoint, input: object): Promise<void> {
  const path = `/api/${name}`;
  const body = sealed === true ? { sealed: await hostile.seal(name, input) } : input;
  const sent =
    method === "GET" ? hostile.request(method, `${path}?${new URLSearchParams(Object.entries(input))}`) : hostile.request(method, path, JSON.stringify(body));
  // A server that refuses a body unread closes the connection on it.
  await sent.catch(() => undefined);
}

/** Answers who had to wait while one endpoint after the other was called at full speed. */
export async function proveNeighbours(street: Street, endpoints: readonly Endpoint[], patience: Patience): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const endpoint of endpoints) {
    const hostile = await enter(street);
    const input = hostileInput(endpoint, street);
    faults.push(...(await live(street, patience, { name: endpoint.name, attack: () => attack(hostile, endpoint, input()) })));
  }
  return faults;
}

/** Answers who had to wait while the hostile member's wallet was held and forty bets and forty changes of a limit waited for it. */
export async function proveHeldWallet(street: Street, patience: Patience): Promise<readonly string[]> {
  const { world, hostile } = street;
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: hostile.id, kind: "main" });
  const person = await enter(street);
  const holder = new pg.Client({ connectionString: world.open.url });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from wallet where id = $1 for update", [walletId]);
    const setLimit = (): Promise<void> => attack(person, limits.set, { kind: "stake", period: "day", amount: "900.00" });
    const bet = hostileInput(rounds.play, street);
    let turn = 0;
    return await live(street, patience, { name: "a held wallet", attack: () => (turn++ % 2 === 0 ? setLimit() : attack(person, rounds.play, bet())) });
  } finally {
    await holder.end();
  }
}

/** The hostile member has a new session: some calls end one. */
async function enter({ world, meet, hostile }: Street): Promise<Person> {
  const person = meet(world.guest());
  const session = { kind: "member", subjectId: hostile.id, mustChangePassword: false, ip: person.ip, now: world.clock.now() } as const;
  person.token = await world.open.platform.database.begin((tx) => openSession(tx, session));
  return person;
}

/** The others' life: they look at their balance, log in and bet, while somebody attacks with forty calls in flight. */
async function live(
  { world, meet, players, comers }: Street,
  { forMs, limitMs }: Patience,
  { name, attack: once }: { name: string; attack: () => Promise<void> },
): Promise<readonly string[]> {
  const over = new AbortController();
  const attackers = Array.from({ length: IN_FLIGHT }, async () => {
    while (!over.signal.aborted) await once();
  });
  const [endsAtMs, waits, refusals]: [number, number[], string[]] = [performance.now() + forMs, [], []];
  const repeat = async (what: string, people: readonly Member[], everyMs: number, act: (person: Member) => Promise<unknown>): Promise<void> => {
    for (let turn = 0; turn === 0 || performance.now() < endsAtMs; turn++) {
      const askedAtMs = performance.now();
      await act(people[turn % people.length]!).catch((error: unknown) => {
        if (!(error instanceof RefusedCall)) throw error;
        // The one refusal that says nothing of neighbours: a round a second.
        if (error.code !== "rounds.too_soon") refusals.push(`${name}: ${what} was refused with ${error.code}`);
      });
      waits.push(performance.now() - askedAtMs);
      await pause(everyMs);
    }
  };
  const dice = () => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5_000, side: "under" } }) as const;
  await Promise.all([
    repeat("a look at the balance", players, 20, (person) => meet(person).call(wallet.balance, {})),
    repeat("a bet", players, 40, (person) => meet(person).call(rounds.play, dice())),
    repeat("a login", comers, 100, ({ name: username, password }) =>
      meet(world.guest()).call(sessions.login, { username, password, type: "username", entry: "player" }),
    ),
  ]);
  over.abort();
  await Promise.all(attackers);
  const p99Ms = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!;
  if (process.env["LARO_PROOF"] === "long") process.stderr.write(`${name}: ${waits.length} calls of others, p99 ${Math.round(p99Ms)} ms\n`);
  return p99Ms <= limitMs ? refusals : [...refusals, `${name}: others waited ${Math.round(p99Ms)} ms`];
}
