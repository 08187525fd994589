/** Race proof: whatever can be asked twice is asked many times in one moment, of two processes, and happens once. */
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { Refusal, type ErrorCode } from "@laro/contract/core/errors";
import { RefusedCall } from "@laro/contract/core/call";
import { bonuses } from "@laro/contract/bonuses";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { newId } from "../platform/ids.ts";
import { rollDice, stakeOnce } from "../testing/bets.ts";
import { bindPayoutAccount, depositIs, openDeposit, PAYMENT_PASSWORD, sendMessage } from "../testing/cashier.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";

/** Two processes on one database: the same person may be met at either. */
export interface Arena {
  readonly world: World;
  readonly meetElsewhere: (person: Person) => Person;
}

const ALL_MINOR = 1_000_00n;
const BETS = 20;
const WITHDRAWALS = 20;
const TRANSFERS = 5;
const REPEATS = 50;
/** The least likely win the game offers: all the money goes at once, or it comes back many times over. */
const LAST_CHANCE_TARGET = 200;
/** Nothing is decided by these: the same id has to be asked again. */
const undecided: readonly ErrorCode[] = ["server.pending", "server.busy", "request.too_many"];
/** Many right passwords at one moment look like guessing, so some are stopped there already. */
const fair: readonly ErrorCode[] = ["wallet.insufficient_funds", "accounts.payment_password_locked"];

type Outcome<Value> = { readonly value: Value } | { readonly code: ErrorCode };

/** Asks until it is decided, always with the same id. */
async function decide<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<Outcome<OutputOf<E>>> {
  for (;;) {
    try {
      return { value: await person.call(endpoint, input) };
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      if (!undecided.includes(error.code)) return { code: error.code };
    }
  }
}

/** A bet of all the money, at a pace of its own, so that twenty come at once. */
async function decideBet(world: World, accountId: bigint): Promise<Outcome<Awaited<ReturnType<typeof rollDice>>>> {
  const roll = { stake: ALL_MINOR, target: LAST_CHANCE_TARGET, requestId: newId(world.clock.now()) };
  for (;;) {
    try {
      return { value: await rollDice(world, accountId, roll) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!undecided.includes(error.code)) return { code: error.code };
    }
  }
}

const done = <Value>(outcomes: readonly Outcome<Value>[]): Value[] => outcomes.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));
const refusals = (outcomes: readonly Outcome<unknown>[]): ErrorCode[] => outcomes.flatMap((outcome) => ("code" in outcome ? [outcome.code] : []));
const many = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Bets, withdrawals and transfers, each of everything a player has, behind one barrier: one of them gets it. */
export async function raceForAllMoney({ world, meetElsewhere }: Arena): Promise<readonly string[]> {
  const ann = await world.player({ balance: ALL_MINOR });
  const to = await bindPayoutAccount(ann);
  const [here, elsewhere] = [ann, meetElsewhere(ann)];
  const at = (index: number): Person => (index % 2 === 0 ? here : elsewhere);
  const requestId = (): string => newId(world.clock.now());
  const [bets, held, moved] = await Promise.all([
    many(BETS, () => decideBet(world, ann.id)),
    many(WITHDRAWALS, (index) =>
      decide(at(index), withdrawals.request, { requestId: requestId(), amount: ALL_MINOR, payoutAccountId: to, paymentPassword: PAYMENT_PASSWORD }),
    ),
    many(TRANSFERS, (index) => decide(at(index), transfers.move, { requestId: requestId(), from: "MAIN", to: "AG", amount: ALL_MINOR })),
  ]);
  const won = done(bets).reduce((sum, { win }) => sum + win, 0n);
  const winners = done(bets).length + done(held).length + done(moved).length;
  const codes = [...refusals(bets), ...refusals(held), ...refusals(moved)];
  const { balance, locked } = await ann.call(wallet.balance, {});
  const { list } = await ann.call(transfers.wallets, {});
  const atVendors = list.reduce((sum, one) => (one.code === "MAIN" ? sum : sum + one.balance), 0n);
  const expected = ALL_MINOR + won - ALL_MINOR * BigInt(done(bets).length);
  // A bet that wins may pay for more withdrawals than a day has.
  const isFair = (code: ErrorCode): boolean => fair.includes(code) || (won > 0n && code === "withdrawals.daily_count");
  return [
    ...(winners === 1 || (won > 0n && winners > 0) ? [] : [`${winners} of ${BETS + WITHDRAWALS + TRANSFERS} got all the money`]),
    ...(balance + locked + atVendors === expected ? [] : [`${expected} should be left, ${balance + locked + atVendors} is`]),
    ...codes.filter((code) => !isFair(code)).map((code) => `someone was refused with ${code}`),
    ...world.faults,
    ...(await world.audit()),
  ];
}

/** Two officers, one says yes and one says no, many times each: one of them decides, and the money follows that word. */
export async function raceOfOfficers({ world, meetElsewhere }: Arena): Promise<readonly string[]> {
  const ann = await world.player({ balance: ALL_MINOR });
  const [yes, no] = [await world.operator("finance"), meetElsewhere(await world.operator("finance"))];
  const request = { requestId: newId(world.clock.now()), amount: ALL_MINOR, payoutAccountId: await bindPayoutAccount(ann), paymentPassword: PAYMENT_PASSWORD };
  const { id } = await ann.call(withdrawals.request, request);
  const [approved, rejected] = await Promise.all([
    many(10, () => decide(yes, withdrawals.approve, { id, reason: "looks right" })),
    many(10, () => decide(no, withdrawals.reject, { id, reason: "looks wrong" })),
  ]);
  const decisions = done(approved).length + done(rejected).length;
  const { balance, locked } = await ann.call(wallet.balance, {});
  const follows = done(approved).length === 1 ? locked === ALL_MINOR && balance === 0n : locked === 0n && balance === ALL_MINOR;
  return [
    ...(decisions === 1 ? [] : [`${decisions} decisions were made on one withdrawal`]),
    ...(follows ? [] : [`the money does not follow the decision: ${balance} and ${locked} held`]),
    ...(await world.audit()),
  ];
}

/** One callback fifty times over, then one bonus claimed fifty times over. */
export async function raceOfRepeats({ world, meetElsewhere }: Arena): Promise<readonly string[]> {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, ALL_MINOR, "FIRST100");
  const event = { id: `race-${id}`, providerId: `pay-${id}`, type: "payment.paid", reference: id, amount: "1000.00" };
  const answers = await many(REPEATS, () => sendMessage(world, event, { ip: ann.ip }));
  await depositIs(ann, id, "credited");
  const credited = (await ann.call(wallet.balance, {})).balance;
  const { list: given } = await ann.call(bonuses.mine, {});
  const bonus = given[0];
  if (bonus === undefined || given.length !== 1) return [`${given.length} bonuses were given for one deposit`];
  await world.give(ann.id, STAKED_MINOR);
  await stakeEverything(world, ann, bonus.turnoverNeeded + credited);
  const before = (await ann.call(wallet.balance, {})).balance;
  const elsewhere = meetElsewhere(ann);
  const claims = await many(REPEATS, (index) => decide(index % 2 === 0 ? ann : elsewhere, bonuses.release, { id: bonus.id }));
  const gained = (await ann.call(wallet.balance, {})).balance - before;
  return [
    ...answers.filter((status) => status !== 200).map((status) => `a repeated callback was answered ${status}`),
    ...(credited === ALL_MINOR ? [] : [`one payment of ${ALL_MINOR} credited ${credited}`]),
    ...(done(claims).length === 1 ? [] : [`one bonus was released ${done(claims).length} times`]),
    ...(gained === bonus.amount ? [] : [`a bonus of ${bonus.amount} brought ${gained}`]),
    ...(await world.audit()),
  ];
}

/** Enough to stake what a bonus asks for. */
const STAKED_MINOR = 100_000_00n;
const STAKE_MAX_MINOR = 1_000_00n;

async function stakeEverything(world: World, person: { readonly id: bigint }, needed: bigint): Promise<void> {
  for (let staked = 0n; staked < needed; staked += STAKE_MAX_MINOR) await stakeOnce(world, person.id, STAKE_MAX_MINOR);
}
