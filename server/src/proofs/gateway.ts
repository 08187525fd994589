/**
 * Proof of the vendors' wallet: messages in any order, doubled, from many senders to two processes. The books are a function of the set of messages. The long form:
 * `npm run proof gateway`.
 */
import { accountTypes } from "@laro/contract/core/accountTypes";
import { formatAmount } from "@laro/contract/core/money";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { getBalances } from "../core/wallet/wallet.ts";
import { serve } from "../roles/serve.ts";
import { openPlatform } from "../roles/platform.ts";
import { addVendor, type GatewayVendor, nameAt } from "../testing/gateway.ts";
import { freePort } from "../testing/ports.ts";
import { asOwner } from "../testing/owner.ts";
import type { World } from "../testing/world.ts";

export interface StormProof {
  readonly world: World;
  /** Rounds that are played, each of several messages. */
  readonly sequences: number;
  readonly players: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

export interface StormReport {
  readonly messages: number;
  /** How many of each api_code were answered; "200" for those that were taken. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

const SENDERS = 8;
const OPENING = 10_000_000_00n;
const VENDOR_ID = 800;
const GAME = "gale";

/** A generator whose numbers follow from its seed (Marsaglia's xorshift, 2003): what turned red once turns red again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

interface Step {
  readonly id: string;
  readonly type: "bet" | "win";
  readonly minor: bigint;
}

type Message =
  | { readonly path: "betwin"; readonly player: number; readonly round: string; readonly steps: readonly Step[]; readonly finished: boolean }
  | { readonly path: "rollback"; readonly player: number; readonly round: string; readonly ids: readonly (readonly [id: string, original: string])[] }
  | { readonly path: "finish"; readonly player: number; readonly round: string };

/** One round as a vendor might play it: some calls of bets and wins, some of them taken back, perhaps twice, perhaps never having come. */
function sequenceOf(number: number, players: number, next: (below: number) => number): readonly Message[] {
  const player = next(players);
  const round = `round-${number}`;
  const calls = Array.from({ length: 1 + next(4) }, (_, call): Message & { path: "betwin" } => ({
    path: "betwin",
    player,
    round,
    finished: next(3) === 0,
    steps: Array.from({ length: 1 + next(4) }, (_step, step) => ({
      id: `${number}-${call}-${step}`,
      type: next(2) === 0 ? "bet" : "win",
      minor: BigInt(1 + next(5_000)),
    })),
  }));
  const undone = calls.filter(() => next(4) === 0);
  const rollbacks = undone.flatMap((call) =>
    Array.from({ length: 1 + next(2) }, (_, time): Message => ({
      path: "rollback",
      player,
      round,
      ids: call.steps.map(({ id }) => [`${id}-back-${time}`, id] as const),
    })),
  );
  // Some never come: their rollback alone does.
  const sent = calls.filter((call) => !undone.includes(call) || next(3) > 0);
  return [...sent, ...rollbacks, ...(next(2) === 0 ? [{ path: "finish", player, round } as const] : [])];
}

const shuffled = <Item>(items: readonly Item[], next: (below: number) => number): Item[] => {
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = next(place + 1);
    [mixed[place], mixed[other]] = [mixed[other]!, mixed[place]!];
  }
  return mixed;
};

/** Sends everything to two processes of the platform at once and compares the books with what the set of messages says. */
export async function proveStorm({ world, sequences, players, seed, say = () => undefined }: StormProof): Promise<StormReport> {
  const next = numbersFrom(seed);
  const vendor = await addVendor(world, { id: VENDOR_ID, code: "STORM", games: [GAME], row: { calls_per_s: 100_000 } });
  const people = await preparePlayers(world, vendor, players);
  const second = await openSecond(world);
  const all = Array.from({ length: sequences }, (_, number) => sequenceOf(number, players, next));
  const messages = shuffled(
    all.flatMap((sequence) => sequence.flatMap((message) => (next(5) === 0 ? [message, message] : [message]))),
    next,
  );
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let place = 0;
  const sender = async (): Promise<void> => {
    while (place < messages.length) {
      const message = messages[place++]!;
      const code = await send(vendor, [world.address, second.address][place % 2]!, { message, ref: people[message.player]!.ref, faults });
      answers[code] = (answers[code] ?? 0) + 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: SENDERS }, sender));
    say(`${messages.length} messages: ${JSON.stringify(answers)}`);
    faults.push(...(await compare(world, people, all.flat())), ...(await world.audit()));
  } finally {
    await second.close();
  }
  return { messages: messages.length, answers, faults };
}

async function send(vendor: GatewayVendor, address: string, { message, ref, faults }: { message: Message; ref: string; faults: string[] }): Promise<string> {
  const about = { account_id: ref, currency: "PHP", game_id: GAME };
  const bodies = {
    betwin: ({ round, steps, finished }: Message & { path: "betwin" }) => ({
      ...about,
      round_id: round,
      finished,
      transactions: steps.map(({ id, type, minor }) => ({ id_provider: id, type, amount: formatAmount(minor) })),
    }),
    rollback: ({ round, ids }: Message & { path: "rollback" }) => ({
      ...about,
      round_id_provider: round,
      transactions: ids.map(([id, original]) => ({ id_provider: id, type: "rollback", original_id_provider: original })),
    }),
    finish: ({ round }: Message & { path: "finish" }) => ({ ...about, round_id: round }),
  } as const;
  const said = (bodies[message.path] as (given: Message) => object)(message);
  for (;;) {
    const { status, body } = await vendor.call(address, message.path, said);
    const code = status === 200 ? "200" : (body.meta?.api_code ?? "none");
    if (code === "503" || code === "500") continue;
    if (code !== "200" && !(code === "409" && message.path === "betwin"))
      faults.push(`${message.path} of ${message.round} was answered ${status} ${JSON.stringify(body)}`);
    return code;
  }
}

/** What of a round stays: calls that nobody took back. */
async function compare(world: World, people: readonly Player[], messages: readonly Message[]): Promise<readonly string[]> {
  const undone = new Set(messages.flatMap((message) => (message.path === "rollback" ? message.ids.map(([, original]) => original) : [])));
  const faults: string[] = [];
  for (const [player, { accountId }] of people.entries()) {
    const calls = messages.filter((message) => message.path === "betwin" && message.player === player) as readonly (Message & { path: "betwin" })[];
    const steps = calls.flatMap((call) => call.steps).filter(({ id }) => !undone.has(id));
    const expected = steps.reduce((sum, { type, minor }) => sum + (type === "bet" ? -minor : minor), OPENING);
    const { main } = await getBalances(world.open.platform.database.db, accountId);
    if (main !== expected) faults.push(`player ${player} has ${formatAmount(main)} and not ${formatAmount(expected)}`);
    const [{ told, counted } = { told: "0", counted: "0" }] = await asOwner<{ told: string; counted: string }>(
      world.open.url,
      "select coalesce(sum(win - stake), 0)::text as told, (select (won - staked)::text from wallet w where w.id = r.wallet_id) as counted from round r where wallet_id = (select id from wallet where account_id = $1 and kind = 1) group by wallet_id",
      [accountId],
    );
    for (const [what, sum] of [
      ["rounds", told],
      ["counters", counted],
    ] as const)
      if (BigInt(sum) !== expected - OPENING) faults.push(`player ${player}'s ${what} say ${sum}`);
  }
  return faults;
}

interface Player {
  readonly accountId: bigint;
  readonly ref: string;
}

async function preparePlayers(world: World, vendor: GatewayVendor, players: number): Promise<readonly Player[]> {
  const { platform } = world.open;
  const now = world.clock.now();
  const people: Player[] = [];
  for (let player = 0; player < players; player++) {
    const accountId = await platform.database.begin((tx) =>
      createAccount(tx, { name: `storm${player}`, passwordHash: "none", type: accountTypes.player, parentId: null, pack: packs[platform.config.pack], now }),
    );
    await world.give(accountId, OPENING);
    people.push({ accountId, ref: await nameAt(world, vendor, accountId) });
  }
  return people;
}

/** A second process of the platform would share nothing with the first but the database; so does this one. */
async function openSecond(world: World): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const { config, keys, clock, log } = world.open.platform;
  const open = await openPlatform({ config: { ...config, roles: ["gateway"] }, keys, url: world.open.url, clock, log });
  const serving = await serve(open, { port: await freePort(), host: "127.0.0.1" });
  const close = async (): Promise<void> => {
    await serving.close();
    await open.close();
  };
  return { address: serving.address, close };
}
