/**
 * Proof of what stays open, at its edges. A draw that closes waits for the tickets in flight and takes none after, however slow they are. Bets, tickets and stakes
 * added to open rounds, thirty at once and over midnight, fill a limit to the last centavo and never pass it; what is given back of yesterday makes no room today,
 * and what is open or given back meets no turnover.
 */
import { addToRound, closeRound, findOpenRound, lockWallet, openRound, type OpenState } from "../core/wallet/entries.ts";
import { makeChain, ownSalt, saltChain } from "../core/draws/chain.ts";
import { moveDraw, scheduleDraw } from "../core/draws/draws.ts";
import { ledgerPost, plain } from "../core/wallet/ledger.sql.ts";
import { houseAccount } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import { codeOf, placeBet } from "../testing/bets.ts";
import { asOwner, endRealityChecks } from "../testing/owner.ts";
import type { World } from "../testing/world.ts";

const ROULETTE = 14;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const STEP = 2_00n;
const STATE: OpenState = { stake: "0", choice: {}, actions: [] };

const beginOf = (world: World): World["open"]["platform"]["database"]["begin"] => world.open.platform.database.begin;
const momentOf = ({ clock, open }: World) => ({ now: clock.now(), timeZone: open.platform.timeZone });
const soon = (waitMs: number): Promise<"not yet"> => new Promise((wait) => setTimeout(() => wait("not yet"), waitMs));

/** A draw of a series of its own that takes bets for two days. */
export async function makeDraw(world: World): Promise<bigint> {
  const [now, { keys }] = [world.clock.now(), world.open.platform];
  const series = newId(now);
  const closesAt = new Date(now.getTime() + 2 * DAY_MS);
  return beginOf(world)(async (tx) => {
    const chainId = await makeChain(tx, keys, { series, length: 2, now });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "a proof", now });
    const id = await scheduleDraw(tx, keys, {
      series,
      number: newId(now),
      gameId: ROULETTE,
      opensAt: now,
      closesAt,
      drawsAt: closesAt,
      memberMax: 100_000_00n,
    });
    await moveDraw(tx, id, "scheduled", "open");
    return id;
  });
}

/** A ticket of 2.00 on red. */
export function ticketOf(world: World, { walletId, drawId }: { walletId: bigint; drawId: bigint }) {
  const posting = {
    ref: newId(world.clock.now()),
    walletId,
    contra: houseAccount(ROULETTE),
    kind: "bet",
    debitMinor: STEP,
    creditMinor: 0n,
    digest: 0n,
  } as const;
  return { ...posting, ticket: { gameId: ROULETTE, drawId, choice: { bets: { red: "2.00" } } } };
}

const buy = (world: World, of: { walletId: bigint; drawId: bigint }): Promise<string> => codeOf(world.open.platform.ledger.post(ticketOf(world, of)));

async function makeWallet(world: World): Promise<{ accountId: bigint; walletId: bigint }> {
  const { id: accountId } = await world.player({ balance: 1_000_00n });
  await endRealityChecks(world, accountId);
  return { accountId, walletId: await getWalletId(world.open.platform.database.db, { accountId, kind: "main" }) };
}

async function countTickets(world: World, drawId: bigint): Promise<number> {
  const [row] = await asOwner<{ count: number }>(world.open.url, "select count(*)::integer as count from open_round where draw_id = $1", [String(drawId)]);
  return row!.count;
}

/** Buys in a transaction that stays open, and looks whether the close waits for it. */
async function findHeldFaults(world: World, walletId: bigint): Promise<readonly string[]> {
  const drawId = await makeDraw(world);
  const [bought, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = beginOf(world)(async (tx) => {
    const operation = { ...plain(ticketOf(world, { walletId, drawId })), roundId: newId(world.clock.now()) };
    await ledgerPost(tx, { at: world.clock.now(), timeZone: momentOf(world).timeZone, operation });
    bought.resolve();
    await may.promise;
  });
  await bought.promise;
  const closing = beginOf(world)((tx) => moveDraw(tx, drawId, "open", "closed"));
  const first = await Promise.race([closing, soon(200)]);
  may.resolve();
  await Promise.all([held, closing]);
  return first === "not yet" ? [] : ["a draw was closed while a ticket of it was in flight"];
}

/** Sixty-four callers bet through a close: what was bought is what lay there when it closed. */
async function findRaceFaults(world: World, walletIds: readonly bigint[]): Promise<readonly string[]> {
  const drawId = await makeDraw(world);
  await buy(world, { walletId: walletIds[0]!, drawId });
  const callers = Array.from({ length: 64 }, (_, caller) => walletIds[caller % walletIds.length]!);
  const buying = callers.map(async (walletId) => [await buy(world, { walletId, drawId }), await buy(world, { walletId, drawId })]);
  const closing = soon(40).then(async () => {
    await beginOf(world)((tx) => moveDraw(tx, drawId, "open", "closed"));
    return countTickets(world, drawId);
  });
  const [answers, atClose] = [(await Promise.all(buying)).flat(), await closing];
  const strange = answers.filter((answer) => answer !== "played" && answer !== "draws.closed");
  const played = 1 + answers.filter((answer) => answer === "played").length;
  const after = await countTickets(world, drawId);
  const faults = after === atClose ? [] : [`${after - atClose} tickets came after the close`];
  if (played !== after) faults.push(`${played} tickets were bought, ${after} lie there`);
  return [...faults, ...strange.map((answer) => `a ticket was refused with ${answer}`)];
}

/** The edge of a draw: before, or refused. */
export async function findEdgeFaults(world: World): Promise<readonly string[]> {
  const wallets = await Promise.all(Array.from({ length: 8 }, () => makeWallet(world)));
  const walletIds = wallets.map(({ walletId }) => walletId);
  return [...(await findHeldFaults(world, walletIds[0]!)), ...(await findRaceFaults(world, walletIds))];
}

const SLEEPING = "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";

/** A ticket that falls asleep inside the database before it has asked for its draw, which is closed meanwhile: it must be refused. */
export async function findSlowFaults(world: World): Promise<readonly string[]> {
  const [{ walletId }, drawId] = [await makeWallet(world), await makeDraw(world)];
  const buying = buy(world, { walletId, drawId });
  for (let count = 0; count === 0;) count = (await asOwner<{ count: number }>(world.open.url, SLEEPING))[0]!.count;
  await beginOf(world)((tx) => moveDraw(tx, drawId, "open", "closed"));
  const answer = await buying;
  return answer === "draws.closed" ? [] : [`a ticket after the close was answered with ${answer}`];
}

/** More than the bets of both volleys, so that some of what else they ask for fits, in whatever order it comes. */
const LIMIT = 50_00n;
const GAMES = Array.from({ length: 10 }, (_, at) => at + 1);

interface Limited {
  readonly accountId: bigint;
  readonly walletId: bigint;
  readonly drawId: bigint;
}

/** A member who may stake 50.00 a day, with a round of ten games open for 1.00 each and a ticket: of those that come with all else each may find the wallet taken. */
async function makeLimited(world: World): Promise<Limited & { readonly rounds: readonly string[] }> {
  const { accountId, walletId } = await makeWallet(world);
  const drawId = await makeDraw(world);
  await asOwner(world.open.url, "insert into play_limit (account_id, kind, period, amount, updated_at) values ($1, 'stake', 'day', $2, now())", [
    String(accountId),
    String(LIMIT),
  ]);
  await asOwner(world.open.url, "update wallet set limited = true, left_until = null where id = $1", [String(walletId)]);
  const rounds: string[] = [];
  for (const gameId of GAMES)
    rounds.push(
      await beginOf(world)(async (tx) => {
        const { seed, nonce } = await lockWallet(tx, walletId);
        const round = { ref: newId(world.clock.now()), walletId, gameId, stakeMinor: 1_00n, digest: 0n, seed, nonce, state: STATE, dueAt: dueAt(world) };
        return (await openRound(tx, momentOf(world), round)).roundId;
      }),
    );
  const ticket = await buy(world, { walletId, drawId });
  if (ticket !== "played") throw new Error(`The ticket was refused with ${ticket}.`);
  return { accountId, walletId, drawId, rounds };
}

const dueAt = ({ clock }: World): Date => new Date(clock.now().getTime() + 3 * DAY_MS);

const add = (world: World, { walletId, gameId, id }: { walletId: bigint; gameId: number; id: string }): Promise<string> =>
  codeOf(
    beginOf(world)(async (tx) => {
      const { step } = (await findOpenRound(tx, { walletId, id }))!;
      await addToRound(tx, momentOf(world), { id, walletId, gameId, step, stakeMinor: STEP, digest: 0n, state: STATE, dueAt: dueAt(world) });
    }),
  );

/** Ten bets, ten tickets and ten stakes added to open rounds, all at once. */
function volley(world: World, { accountId, walletId, drawId, rounds }: Limited & { rounds: readonly string[] }): readonly Promise<string>[] {
  return GAMES.flatMap((gameId, at) => [
    placeBet(world, accountId, { stake: STEP }),
    buy(world, { walletId, drawId }),
    add(world, { walletId, gameId, id: rounds[at]! }),
  ]);
}

interface Day {
  readonly day: string;
  readonly staked: bigint;
}

/** What was staked on each Manila day, without what was given back. */
async function listDays(world: World, walletId: bigint): Promise<readonly Day[]> {
  const rows = await asOwner<{ day: string; staked: string }>(
    world.open.url,
    "select (at at time zone 'Asia/Manila')::date::text as day, sum(stake)::text as staked from round where wallet_id = $1 and stake > 0 group by 1 order by 1",
    [String(walletId)],
  );
  return rows.map(({ day, staked }) => ({ day, staked: BigInt(staked) }));
}

async function countedOf(world: World, walletId: bigint): Promise<{ counted: bigint; bets: bigint }> {
  const [row] = await asOwner<{ counted: string; bets: string }>(
    world.open.url,
    "select (w.staked - w.uncounted)::text as counted, (select coalesce(sum(stake), 0) from round where wallet_id = w.id and status = 1)::text as bets from wallet w where id = $1",
    [String(walletId)],
  );
  return { counted: BigInt(row!.counted), bets: BigInt(row!.bets) };
}

const untilMidnightMs = (now: Date): number => DAY_MS - ((now.getTime() + 8 * HOUR_MS) % DAY_MS);

/** A limit that everything meets at once, over midnight; what is given back; and what counts towards turnover. */
export async function findLimitFaults(world: World): Promise<readonly string[]> {
  const member = await makeLimited(world);
  const { accountId, walletId, rounds } = member;
  const first = volley(world, member);
  await soon(5);
  await world.pass(untilMidnightMs(world.clock.now()) + 1);
  await Promise.all([...first, ...volley(world, member)]);
  // What is left of the second day's limit is filled, so that nothing more fits.
  for (let more = "played"; more === "played";) more = await placeBet(world, accountId, { stake: STEP });
  const days = await listDays(world, walletId);
  const faults = days.filter(({ staked }) => staked > LIMIT).map(({ day, staked }) => `${staked} were staked on ${day}, with a limit of ${LIMIT}`);
  if (days.at(-1)?.staked !== LIMIT) faults.push(`the second day's limit was filled to ${days.at(-1)?.staked}`);
  const giveBack = async (at: number): Promise<void> => {
    const open = (await findOpenRound(world.open.platform.database.db, { walletId, id: rounds[at]! }))!;
    const closing = { id: rounds[at]!, walletId, gameId: GAMES[at]!, stakeMinor: -open.stake, winMinor: 0n, validMinor: 0n, detail: {}, digest: 0n };
    await beginOf(world)((tx) => closeRound(tx, momentOf(world), closing));
  };
  for (const at of GAMES.keys()) await giveBack(at);
  if ((await placeBet(world, accountId, { stake: STEP })) === "played") faults.push("what was given back of yesterday made room today");
  const { counted, bets } = await countedOf(world, walletId);
  if (counted !== bets) faults.push(`${counted} count towards turnover, ${bets} were played to their end`);
  return faults;
}
