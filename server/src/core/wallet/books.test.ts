import { accountTypes } from "@laro/contract/core/accountTypes";
import { Refusal } from "@laro/contract/core/errors";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { derivedId, newId } from "../../platform/ids.ts";
import { reverse } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { packs } from "../settings/packs.ts";
import { correctRound, endShortfall } from "./corrections.ts";
import { houseAccount, systemAccounts, type Posted, type Posting } from "./posting.ts";
import { getBalances, getWalletId, holdFunds, payOutHeld, releaseFunds } from "./wallet.ts";

let world: World;
let names = 0;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const RUNS = 15;
const PEOPLE = 3;

type Step =
  | { readonly do: "bet"; readonly who: number; readonly stake: number; readonly win: number }
  | { readonly do: "credit"; readonly who: number; readonly amount: number }
  | { readonly do: "repeat" | "alter" | "reverse"; readonly which: number }
  | { readonly do: "correct"; readonly which: number; readonly win: number | null }
  | { readonly do: "writeOff"; readonly which: number }
  | { readonly do: "hold"; readonly who: number; readonly amount: number }
  | { readonly do: "release" | "payOut"; readonly which: number };

const who = fc.nat(PEOPLE - 1);
const which = fc.nat(50);
const amount = fc.integer({ min: 1, max: 60 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("bet" as const), who, stake: amount, win: fc.oneof(fc.constant(0), amount) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("credit" as const), who, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("repeat" as const, "alter" as const, "reverse" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("correct" as const), which, win: fc.option(amount, { freq: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("writeOff" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hold" as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("release" as const, "payOut" as const), which }) },
);

interface Somebody {
  readonly accountId: bigint;
  readonly walletId: bigint;
}

async function openPeople(balances: readonly bigint[]): Promise<readonly Somebody[]> {
  const { database } = world.open.platform;
  return Promise.all(
    balances.map(async (balance) => {
      const accountId = await database.begin((tx) =>
        createAccount(tx, {
          name: `books${++names}`,
          passwordHash: "",
          type: accountTypes.player,
          parentId: null,
          pack: packs.sandbox,
          keys: world.open.platform.keys,
          now: world.clock.now(),
        }),
      );
      await world.give(accountId, balance);
      return { accountId, walletId: await getWalletId(database.db, { accountId, kind: "main" }) };
    }),
  );
}

const moment = () => ({ now: world.clock.now(), timeZone: "Asia/Manila" });
const post = (posting: Posting): Promise<Posted> => world.open.platform.ledger.post(posting);

function betOf(walletId: bigint, { stake, win }: { stake: number; win: number }): Posting {
  const round = { gameId: 1, draw: () => ({ winMinor: BigInt(win), detail: "{}" }) };
  return {
    ref: newId(world.clock.now()),
    walletId,
    contra: houseAccount(1),
    kind: "bet",
    debitMinor: BigInt(stake),
    creditMinor: 0n,
    digest: BigInt(stake * 1_000 + win),
    round,
  };
}

/** What officers gave, or took and gave at once. */
const given: { readonly id: string; readonly posting: Posting }[] = [];

function creditOf(walletId: bigint, credited: number, debited = 0): Posting {
  const id = newId(world.clock.now());
  const [debitMinor, creditMinor] = [BigInt(debited), BigInt(credited)];
  const posting = {
    ref: derivedId("adjustment", id),
    walletId,
    contra: systemAccounts.adjustment,
    kind: "adjustment",
    debitMinor,
    creditMinor,
    digest: creditMinor,
  } as const;
  given.push({ id, posting });
  return posting;
}

/** Writes the officers' rows of what the ledger took, and reads the books. */
async function auditBooks(): Promise<readonly string[]> {
  const rows = given.splice(0);
  await asOwner(
    world.open.url,
    `insert into adjustment (id, account_id, kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     select g.id, w.account_id, 'credit', g.amount, 'test', 'confirmed', 1, 'one', now(), 2 from unnest($1::uuid[], $2::bigint[], $3::bigint[]) g (id, wallet_id, amount)
     join wallet w on w.id = g.wallet_id where exists (select from idempotency i where i.ref = derived_id('adjustment', g.id::text))`,
    [rows.map(({ id }) => id), rows.map(({ posting }) => posting.walletId), rows.map(({ posting }) => posting.creditMinor - posting.debitMinor)],
  );
  return world.audit();
}

/** What happened, or the code of the refusal; a fault of ours is thrown. */
async function outcomeOf<Result>(work: Promise<Result>): Promise<Result | string> {
  return work.catch((error: unknown) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });
}

interface Hold {
  readonly id: string;
  readonly accountId: bigint;
  readonly amountMinor: bigint;
  readonly person: number;
  state: "pending" | "rejected" | "paid";
}

async function hold({ id, accountId, amountMinor }: Hold): Promise<void> {
  await world.open.platform.database.begin(async (tx) => {
    await holdFunds(tx, moment(), { id, accountId, amountMinor });
    await tx
      .insertInto("withdrawal")
      .values({ id, account_id: accountId, payout_account_id: 1n, amount: amountMinor, created_at: world.clock.now() })
      .execute();
  });
}

/** Ends a waiting hold as a withdrawal does: only from where it waits. */
async function endHold(held: Hold, state: "rejected" | "paid"): Promise<void> {
  await world.open.platform.database.begin(async (tx) => {
    const moved = await tx.updateTable("withdrawal").set({ state }).where("id", "=", held.id).where("state", "=", "pending").executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await (state === "paid" ? payOutHeld : releaseFunds)(tx, moment(), held);
  });
}

interface Applied {
  readonly posting: Posting;
  readonly person: number;
  readonly win: bigint;
  readonly balanceMinor: bigint;
  readonly roundId: string | null;
  isReversed: boolean;
  /** As it stands after its corrections. */
  stands: { stake: bigint; win: bigint; corrections: bigint };
}

/** The ledger as a child would keep it: one number in the purse and one in the drawer. */
class Model {
  readonly main: bigint[];
  readonly locked: bigint[];
  readonly applied: Applied[] = [];
  readonly holds: Hold[] = [];
  readonly owed: { readonly person: number; readonly missing: bigint }[] = [];

  constructor(balances: readonly bigint[]) {
    this.main = [...balances];
    this.locked = balances.map(() => 0n);
  }

  /** What a correction must leave: what is given comes first, and what is not there is owed. */
  correct(person: number, back: bigint, more: bigint): bigint {
    const after = this.main[person]! + back + more;
    this.main[person] = after < 0n ? 0n : after;
    if (after < 0n) this.owed.push({ person, missing: -after });
    return this.main[person]!;
  }

  /** What taking and giving must answer. */
  move(person: number, debit: bigint, credit: bigint): bigint | "wallet.insufficient_funds" {
    if (this.main[person]! < debit) return "wallet.insufficient_funds";
    this.main[person] = this.main[person]! - debit + credit;
    return this.main[person]!;
  }
}

async function check(model: Model, people: readonly Somebody[], next: Step): Promise<void> {
  const { database } = world.open.platform;
  switch (next.do) {
    case "bet":
    case "credit": {
      const { walletId } = people[next.who]!;
      const posting = next.do === "bet" ? betOf(walletId, next) : creditOf(walletId, next.amount);
      const win = BigInt(next.do === "bet" ? next.win : next.amount);
      const expected = model.move(next.who, posting.debitMinor, win);
      const posted = await outcomeOf(post(posting));
      if (typeof expected === "string") return expect(posted).toBe(expected);
      expect(posted).toMatchObject({ repeated: false, balanceMinor: expected });
      model.applied.push({
        posting,
        person: next.who,
        win,
        balanceMinor: expected,
        roundId: (posted as Posted).roundId,
        isReversed: false,
        stands: { stake: posting.debitMinor, win, corrections: 0n },
      });
      return;
    }
    case "writeOff": {
      const owed = await database.db.selectFrom("shortfall").select("id").where("state", "=", "open").orderBy("id").execute();
      const chosen = owed[next.which % Math.max(1, owed.length)];
      if (chosen === undefined) return;
      const end = () => outcomeOf(database.begin((tx) => endShortfall(tx, moment(), { id: chosen.id, isBorne: true })));
      return expect([await end(), await end()]).toEqual([undefined, "house.shortfall_not_open"]);
    }
    case "hold": {
      const held: Hold = {
        id: newId(world.clock.now()),
        accountId: people[next.who]!.accountId,
        amountMinor: BigInt(next.amount),
        person: next.who,
        state: "pending",
      };
      const expected = model.move(next.who, held.amountMinor, 0n);
      expect(await outcomeOf(hold(held))).toBe(typeof expected === "string" ? expected : undefined);
      if (typeof expected === "string") return;
      model.locked[next.who] = model.locked[next.who]! + held.amountMinor;
      model.holds.push(held);
      return;
    }
    case "release":
    case "payOut": {
      const held = model.holds[next.which % Math.max(1, model.holds.length)];
      if (held === undefined) return;
      await endHold(held, next.do === "payOut" ? "paid" : "rejected");
      if (held.state !== "pending") return;
      held.state = next.do === "payOut" ? "paid" : "rejected";
      model.locked[held.person] = model.locked[held.person]! - held.amountMinor;
      if (held.state === "rejected") model.main[held.person] = model.main[held.person]! + held.amountMinor;
      return;
    }
  }
  const earlier = model.applied[next.which % Math.max(1, model.applied.length)];
  if (earlier === undefined) return;
  const { posting, person, win, balanceMinor } = earlier;
  if (next.do === "repeat") return expect(await post(posting)).toMatchObject({ repeated: true, balanceMinor, roundId: earlier.roundId });
  if (next.do === "alter") return expect(await outcomeOf(post({ ...posting, digest: -1n }))).toBe("request.id_reused");
  if (next.do === "correct") return correct(model, earlier, next.win);
  const net = win - posting.debitMinor;
  const expected =
    earlier.stands.corrections > 0n
      ? "adjustments.not_reversible"
      : earlier.isReversed
        ? "wallet.already_reversed"
        : model.move(person, net > 0n ? net : 0n, net < 0n ? -net : 0n);
  const reversed = await outcomeOf(database.begin((tx) => reverse(tx, moment(), { walletId: posting.walletId, original: posting.ref })));
  expect(reversed).toBe(typeof expected === "string" ? expected : undefined);
  earlier.isReversed ||= typeof expected !== "string";
}

/** Corrects a round of one row twice with the same words: the second moves nothing. */
async function correct(model: Model, earlier: Applied, toWin: number | null): Promise<void> {
  const { posting, person, stands, roundId } = earlier;
  if (posting.kind !== "bet") return;
  const [stakeMinor, winMinor] = toWin === null ? [0n, 0n] : [stands.stake, BigInt(toWin)];
  const asked = {
    walletId: posting.walletId,
    roundId: roundId!,
    gameId: 1,
    version: stands.corrections + 1n,
    stakeMinor,
    winMinor,
    validMinor: stakeMinor,
    reason: "A test.",
  };
  const ask = () => outcomeOf(world.open.platform.database.begin((tx) => correctRound(tx, moment(), asked)));
  if (stakeMinor === stands.stake && winMinor === stands.win) return expect(await ask()).toBe("rounds.not_settled");
  if (earlier.isReversed) return expect(await ask()).toBe("wallet.already_reversed");
  const before = model.owed.length;
  const balanceMinor = model.correct(person, stands.stake - stakeMinor, winMinor - stands.win);
  const missingMinor = model.owed[before]?.missing ?? 0n;
  expect(await ask()).toEqual({ repeated: false, balanceMinor, missingMinor });
  expect(await ask()).toEqual({ repeated: true, balanceMinor, missingMinor });
  earlier.stands = { stake: stakeMinor, win: winMinor, corrections: asked.version };
}

test("any sequence of bets, credits, holds, repeats, reversals, corrections and debts written off moves what a two-number model moves, and leaves clean books", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30 }),
      fc.array(fc.bigInt({ min: 1n, max: 100n }), { minLength: PEOPLE, maxLength: PEOPLE }),
      async (steps, balances) => {
        const people = await openPeople(balances);
        const model = new Model(balances);
        for (const next of steps) await check(model, people, next);
        for (const [person, { accountId }] of people.entries())
          expect(await getBalances(world.open.platform.database.db, accountId)).toEqual({ main: model.main[person], bonus: 0n, locked: model.locked[person] });
      },
    ),
    { numRuns: RUNS },
  );
  expect(await auditBooks()).toEqual([]);
});

test("an operation that gave back what it took is reversed once, without a line", async () => {
  const [somebody] = await openPeople([10n]);
  const { walletId, accountId } = somebody!;
  const even = betOf(walletId, { stake: 7, win: 7 });
  await post(even);
  const undo = () => outcomeOf(world.open.platform.database.begin((tx) => reverse(tx, moment(), { walletId, original: even.ref })));
  expect([await undo(), await undo()]).toEqual([undefined, "wallet.already_reversed"]);
  expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(10n);
  expect(await auditBooks()).toEqual([]);
});

test("the same all at once moves exactly what each caller was told, never below zero, and leaves clean books", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const people = await openPeople([80n, 80n, 80n]);
      const expected = new Map(people.map(({ walletId }) => [walletId, 80n]));
      const add = (walletId: bigint, change: bigint): void => void expected.set(walletId, expected.get(walletId)! + change);
      const known = people.map(({ walletId }) => betOf(walletId, { stake: 5, win: 3 }));
      await Promise.all(
        steps.map(async (next) => {
          if (next.do === "hold") {
            const { accountId, walletId } = people[next.who]!;
            const held = await outcomeOf(
              hold({ id: newId(world.clock.now()), accountId, amountMinor: BigInt(next.amount), person: next.who, state: "pending" }),
            );
            if (held === undefined) add(walletId, -BigInt(next.amount));
            return;
          }
          const posting =
            next.do === "bet"
              ? betOf(people[next.who]!.walletId, next)
              : next.do === "credit"
                ? creditOf(people[next.who]!.walletId, next.amount)
                : known[next.which % PEOPLE]!;
          const posted = await outcomeOf(post(posting));
          if (typeof posted === "string") return expect(["wallet.insufficient_funds", "server.busy"]).toContain(posted);
          if (!posted.repeated)
            add(posting.walletId, (next.do === "bet" ? BigInt(next.win) : next.do === "credit" ? BigInt(next.amount) : 3n) - posting.debitMinor);
        }),
      );
      for (const { accountId, walletId } of people) expect((await getBalances(world.open.platform.database.db, accountId)).main).toBe(expected.get(walletId));
    }),
    { numRuns: RUNS },
  );
  expect(await auditBooks()).toEqual([]);
});

test("a batch answers every operation as one by one would", async () => {
  const move = fc.record({ who, debit: fc.oneof(fc.constant(0), amount), credit: amount, repeats: fc.option(which, { freq: 4 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 40 }), async (moves) => {
      const postingsFor = (people: readonly Somebody[]): Posting[] => {
        const postings: Posting[] = [];
        for (const { who: person, debit, credit, repeats } of moves) {
          const fresh = creditOf(people[person]!.walletId, credit, debit);
          postings.push((repeats === null ? undefined : postings[repeats % Math.max(1, postings.length)]) ?? fresh);
        }
        return postings;
      };
      const [together, alone] = [postingsFor(await openPeople([50n, 50n, 50n])), postingsFor(await openPeople([50n, 50n, 50n]))];
      const answers = await Promise.all(together.map((posting) => outcomeOf(post(posting))));
      for (const [index, posting] of alone.entries()) expect(answers[index]).toEqual(await outcomeOf(post(posting)));
    }),
    { numRuns: RUNS },
  );
  expect(await auditBooks()).toEqual([]);
});
