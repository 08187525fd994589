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
import { startTestDatabase } from "../testing/database.ts";
import { type GatewayVendor, nameAt } from "../testing/gateway.ts";
import { tokenFor } from "../testing/hub88.ts";
import { freePort } from "../testing/ports.ts";
import { asOwner } from "../testing/owner.ts";
import { createWorld, type World } from "../testing/world.ts";
import { type Dialect, dialects, GAME, type Message, type Step } from "./gateway.dialects.ts";

export interface StormProof {
  readonly world: World;
  readonly dialect: Dialect;
  /** Rounds that are played, each of several messages. */
  readonly sequences: number;
  readonly players: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
  /** Whether no more rounds are to begin. */
  readonly until?: () => boolean;
}

export interface StormReport {
  readonly sequences: number;
  readonly messages: number;
  /** How many were answered what: "done", "rolled back", "no bet", "busy", or in the vendor's own words what nobody expects. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

const SENDERS = 8;
const OPENING = 10_000_000_00n;
/** So many rounds are on their way at once: the shuffle mixes these. */
const BATCH = 2_000;

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

/** One round as a vendor might play it: some calls of bets and wins, some of them taken back, perhaps twice, perhaps never having come. */
function sequenceOf(number: number, { players, next, dialect }: { players: number; next: (below: number) => number; dialect: Dialect }): readonly Message[] {
  const player = next(players);
  const round = `round-${number}`;
  const calls = Array.from({ length: 1 + next(4) }, (_, call) =>
    Array.from({ length: 1 + next(4) }, (_step, step): Step => {
      const type = next(2) === 0 || (dialect.winNeedsBet && step === 0) ? "bet" : "win";
      const minor = type === "win" && dialect.zeroWins && next(4) === 0 ? 0n : BigInt(1 + next(5_000));
      return { id: `${number}-${call}-${step}`, type, minor, reference: `${number}-${call}-0` };
    }),
  );
  const undone = calls.filter(() => next(4) === 0);
  const rollbacks = undone.flatMap((steps) =>
    Array.from({ length: 1 + next(2) }, (_, time) =>
      dialect.inCalls(steps).map((some): Message => {
        const ids = some.map(({ id }) => [`${id}-back-${time}`, id] as const);
        return { kind: "rollback", player, round, ids };
      }),
    ).flat(),
  );
  // Some never come: their rollback alone does.
  const sent = calls
    .filter((steps) => !undone.includes(steps) || next(3) > 0)
    .flatMap((steps) =>
      dialect.inCalls(steps).map((some): Message => ({ kind: "play", player, round, steps: some, finished: next(3) === 0, isUndone: undone.includes(steps) })),
    );
  const prizes = dialect.gives && next(3) === 0 ? [{ kind: "prize", player, round, id: `${number}-prize`, minor: BigInt(1 + next(5_000)) } as const] : [];
  // No rollback finds a prize, whichever of the two comes first.
  const aimed = prizes.length > 0 && next(3) === 0 ? [{ kind: "rollback", player, round, ids: [[`${number}-prize-back`, `${number}-prize`]] } as const] : [];
  return [...sent, ...rollbacks, ...prizes, ...aimed, ...(next(2) === 0 && dialect.ends ? [{ kind: "finish", player, round } as const] : [])];
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
export async function proveStorm({ world, dialect, sequences, players, seed, say = () => undefined, until = () => false }: StormProof): Promise<StormReport> {
  const next = numbersFrom(seed);
  const vendor = await dialect.add(world, { id: dialect.vendorId, code: dialect.code, games: [GAME] });
  const people = await preparePlayers(world, vendor, { players, dialect });
  const second = await openSecond(world);
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  const played: Message[] = [];
  let done = 0;
  let sent = 0;
  const sendAll = async (messages: Message[]): Promise<void> => {
    while (messages.length > 0) {
      const message = messages.pop()!;
      const said = await dialect.send(vendor, [world.address, second.address][sent++ % 2]!, { message, ...people[message.player]! });
      answers[said] = (answers[said] ?? 0) + 1;
      // A win that waits for its bet comes again, last of all; one whose bet was taken back before it came has nothing to wait for.
      if (said === "busy" || (said === "no bet" && message.kind === "play" && !message.isUndone)) messages.unshift(message);
      else if (!isExpected(said, message)) faults.push(`${message.kind} of ${message.round} was answered ${said}`);
    }
  };
  try {
    for (; done < sequences && !until(); done += Math.min(BATCH, sequences - done)) {
      const batch = Array.from({ length: Math.min(BATCH, sequences - done) }, (_, place) => sequenceOf(done + place, { players, next, dialect })).flat();
      played.push(...batch);
      const messages = shuffled(
        batch.flatMap((message) => (next(5) === 0 ? [message, message] : [message])),
        next,
      );
      await Promise.all(Array.from({ length: SENDERS }, () => sendAll(messages)));
    }
    say(`${dialect.name}: ${done} sequences, ${sent} messages: ${JSON.stringify(answers)}`);
    faults.push(...(await compare(world, people, { dialect, messages: played })), ...(await world.audit()));
  } finally {
    await second.close();
  }
  return { sequences: done, messages: sent, answers, faults };
}

const isExpected = (said: string, message: Message): boolean =>
  said === "done" || (message.kind === "play" && (said === "rolled back" || (said === "no bet" && message.isUndone)));

/** What of a round stays: calls that nobody took back. */
async function compare(
  world: World,
  people: readonly Player[],
  { dialect, messages }: { dialect: Dialect; messages: readonly Message[] },
): Promise<readonly string[]> {
  const undone = new Set(messages.flatMap((message) => (message.kind === "rollback" ? message.ids.map(([, original]) => original) : [])));
  const staying = messages.flatMap((message) =>
    message.kind === "play" ? message.steps.filter(({ id }) => !undone.has(id)).map((step) => ({ ...step, player: message.player })) : [],
  );
  const prizes = people.map(() => 0n);
  for (const message of messages) if (message.kind === "prize") prizes[message.player] = prizes[message.player]! + message.minor;
  const sums = people.map(() => OPENING);
  for (const { player, type, minor } of staying) sums[player] = sums[player]! + (type === "bet" ? -minor : minor);
  const faults: string[] = [];
  for (const [player, { accountId }] of people.entries()) {
    const expected = sums[player]!;
    const { main } = await getBalances(world.open.platform.database.db, accountId);
    const holds = expected + prizes[player]!;
    if (main !== holds) faults.push(`${dialect.name}: player ${player} has ${formatAmount(main)} and not ${formatAmount(holds)}`);
    const [{ told, counted } = { told: "0", counted: "0" }] = await asOwner<{ told: string; counted: string }>(
      world.open.url,
      "select coalesce(sum(win - stake), 0)::text as told, (select (won - staked)::text from wallet w where w.id = r.wallet_id) as counted from round r where wallet_id = (select id from wallet where account_id = $1 and kind = 1) group by wallet_id",
      [accountId],
    );
    for (const [what, sum] of [
      ["rounds", told],
      ["counters", counted],
    ] as const)
      if (BigInt(sum) !== expected - OPENING) faults.push(`${dialect.name}: player ${player}'s ${what} say ${sum}`);
  }
  return faults;
}

interface Player {
  readonly accountId: bigint;
  readonly ref: string;
  readonly token: string;
}

async function preparePlayers(world: World, vendor: GatewayVendor, { players, dialect }: { players: number; dialect: Dialect }): Promise<readonly Player[]> {
  const { platform } = world.open;
  const now = world.clock.now();
  const people: Player[] = [];
  for (let player = 0; player < players; player++) {
    const accountId = await platform.database.begin((tx) =>
      createAccount(tx, {
        name: `${dialect.code.toLowerCase()}${player}`,
        passwordHash: "none",
        type: accountTypes.player,
        parentId: null,
        pack: packs[platform.config.pack],
        keys: platform.keys,
        now,
      }),
    );
    await world.give(accountId, OPENING);
    people.push({ accountId, ref: await nameAt(world, vendor, accountId), token: await tokenFor(world, vendor, accountId) });
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

/** As many rounds as the long form plays, or as many as it has time for. */
const LONG_SEQUENCES = 100_000;
const LONG_MS = 300_000;

async function runLong(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const world = await createWorld();
  try {
    const faults: string[] = [];
    for (const [place, dialect] of dialects.entries()) {
      const ends = performance.now() + LONG_MS / dialects.length;
      const sequences = Math.ceil(LONG_SEQUENCES / dialects.length);
      const report = await proveStorm({ world, dialect, sequences, players: 64, seed: 20_261_124 + place, say, until: () => performance.now() > ends });
      faults.push(...report.faults);
    }
    for (const fault of faults) say(`FAULT ${fault}`);
    say(faults.length === 0 ? "holds" : `BROKEN: ${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await world.close();
    await stop();
  }
}

if (import.meta.main) await runLong();
