import { accountTypes } from "@laro/contract/core/accountTypes";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { derivedId, newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { cashierFaults, moveCashier } from "../../testing/cashierFaults.ts";
import { featureFaults } from "../../testing/featureFaults.ts";
import { reverse } from "../../testing/money.ts";
import { pointsFaults } from "../../testing/points.ts";
import { partnerFaults } from "../../testing/partners.ts";
import { payCorrection, payFaults } from "../../testing/settlements.ts";
import { drawFaults, seedFaults } from "../../testing/seedFaults.ts";
import { purseFaults, winInPurse } from "../../testing/purseFaults.ts";
import { vendorFaults } from "../../testing/vendorFaults.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { auditViews } from "./audit.ts";
import { closeDays } from "../activity/activity.close.ts";
import { payJackpots } from "../jackpots/hits.ts";
import { countJackpots } from "../jackpots/pools.ts";
import { makeChain, ownSalt, saltChain } from "../draws/chain.ts";
import { drawResult, moveDraw, scheduleDraw } from "../draws/draws.ts";
import { settleDraw } from "../draws/settle.ts";
import { correctRound } from "./corrections.ts";
import { placeBet, rollDice } from "../../testing/bets.ts";
import { closeRound, lockWallet, openRound } from "./entries.ts";
import { give } from "./prizes.ts";
import { startTransfer } from "../vendors/purses.ts";
import { rollBack } from "./vendorCalls.ts";
import { getWalletId, holdFunds } from "./wallet.ts";

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 60 * 60_000];

let world: World;

/** A ledger with a bit of everything: rounds, a hold that waits, a reversal. */
beforeAll(async () => {
  world = await createWorld();
  const { platform } = world.open;
  const now = world.clock.now();
  for (let person = 0; person < 2; person++) {
    const { id: parentId } = await world.member({ type: accountTypes.agent });
    const ann = await world.member({ type: accountTypes.player, parentId });
    await world.give(ann.id, 100_00n);
    for (let round = 0; round < 6; round++) await rollDice(world, ann.id, { stake: 1_00n, target: round % 2 === 0 ? 8_900 : 9_100 });
    const id = newId(now);
    await platform.database.begin(async (tx) => {
      await holdFunds(tx, { now, timeZone: platform.timeZone }, { id, accountId: ann.id, amountMinor: 20_00n });
      await tx.insertInto("withdrawal").values({ id, account_id: ann.id, payout_account_id: 1n, amount: 20_00n, created_at: now }).execute();
    });
    const walletId = await getWalletId(platform.database.db, { accountId: ann.id, kind: "main" });
    const bet = await platform.database.db
      .selectFrom("transfer")
      .select("ref")
      .where("wallet_id", "=", walletId)
      .where("kind", "=", 1)
      .executeTakeFirstOrThrow();
    for (const gameId of [1, 2]) {
      await platform.database.begin(async (tx) => {
        const { seed, nonce } = await lockWallet(tx, walletId);
        const moment = { now, timeZone: platform.timeZone };
        const round = { walletId, gameId, stakeMinor: 2_00n, digest: 0n, seed, nonce, state: { stake: "200", choice: {}, actions: [] }, dueAt: now };
        const { roundId } = await openRound(tx, moment, { ...round, ref: newId(now) });
        if (gameId === 2)
          await closeRound(tx, moment, { id: roundId, walletId, gameId, stakeMinor: 0n, winMinor: 0n, validMinor: 2_00n, detail: {}, digest: 0n });
      });
    }
    await platform.database.begin((tx) => reverse(tx, { now, timeZone: platform.timeZone }, { walletId, original: bet.ref }));
  }
  await openDraws();
  await moveCashier(world);
  await takeJackpot();
  await takeWinBack();
  await playAtVendor();
  await moveToVendor();
  await payCorrection(world, { day: "2026-10-01", amountMinor: 10_00n });
  // The day of those rounds is over and written down.
  await world.pass(DAY_MS);
  await closeDays(platform.database, { now: world.clock.now(), timeZone: platform.timeZone });
});
afterAll(() => world.close());

/** A vendor's round that is over, with a rollback, and one that is open. */
async function playAtVendor(): Promise<void> {
  const { database, vendorLedger, timeZone } = world.open.platform;
  const { id: accountId } = await world.player({ balance: 50_00n });
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  const round = (name: string) => ({ walletId, vendorId: 9, gameId: -9, key: derivedId("vendor-round", name), foreignId: name, lookAfterS: 600 });
  const step = (id: string, type: "bet" | "win") => ({ ref: derivedId("vendor", id), type, amountMinor: 3_00n, digest: 0n, foreignId: id });
  await asOwner(world.open.url, "insert into vendor (id, code, name, state, simulated, sort) values (9, 'NINE', 'NINE', 'test', true, 9)");
  await vendorLedger.book({ round: round("a"), steps: [step("a", "bet"), step("b", "win")], closes: false });
  const taken = { ref: derivedId("vendor", "back"), foreignId: "back", original: derivedId("vendor", "a"), originalForeignId: "a" };
  await database.begin((tx) => rollBack(tx, { now: world.clock.now(), timeZone }, { round: round("a"), rollbacks: [taken], closes: true }));
  const prize = {
    type: "prize",
    walletId,
    vendorId: 9,
    gameId: -9,
    ref: derivedId("vendor-prize", "p"),
    amountMinor: 2_00n,
    digest: 0n,
    foreignId: "p",
    issue: null,
  } as const;
  await database.begin((tx) => give(tx, { now: world.clock.now(), timeZone }, prize));
  await vendorLedger.book({ round: round("c"), steps: [step("c", "bet")], closes: false });
}

/** Money of which its vendor has said nothing. */
async function moveToVendor(): Promise<void> {
  const { database, timeZone } = world.open.platform;
  const { id: accountId } = await world.player({ balance: 50_00n });
  const now = world.clock.now();
  await asOwner(world.open.url, "insert into vendor (id, code, name, state, simulated, sort, wallet_mode) values (8, 'AG', 'AG', 'test', true, 8, 'transfer')");
  const way = { direction: "in", gate: { pack: { verifiedOnly: false }, isAbroad: false } } as const;
  const start = { ...way, id: newId(now), accountId, vendor: { id: 8, code: "AG" }, amount: 20_00n, lookAt: now };
  await database.begin((tx) => startTransfer(tx, { now, timeZone }, start));
  await winInPurse(world, { vendorId: 8, accountId });
}

/** Two draws of one chain: one settled with a ticket, one open with another. */
async function openDraws(): Promise<void> {
  const { database, keys, timeZone, ledger } = world.open.platform;
  const now = world.clock.now();
  const { id: accountId } = await world.player({ balance: 100_00n });
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  await database.begin(async (tx) => {
    const chainId = await makeChain(tx, keys, { series: "AUDIT", length: 100, now });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "this test", now });
  });
  for (const number of ["1", "2"]) {
    const closesAt = new Date(now.getTime() + 60_000);
    const times = { opensAt: now, closesAt, drawsAt: closesAt };
    const draw = await database.begin((tx) => scheduleDraw(tx, keys, { series: "AUDIT", number, gameId: 14, memberMax: 100_00n, ...times }));
    await database.begin((tx) => moveDraw(tx, draw, "scheduled", "open"));
    const ticket = { gameId: 14, drawId: draw, choice: { bets: { red: "5.00" } } };
    await ledger.post({ ref: newId(now), walletId, contra: -14n, kind: "bet", debitMinor: 5_00n, creditMinor: 0n, digest: 0n, ticket });
    if (number === "2") return;
    await database.begin((tx) => moveDraw(tx, draw, "open", "closed"));
    await database.begin((tx) => drawResult(tx, keys, { id: draw, now }));
    await settleDraw(database, () => ({ now, timeZone }), draw);
  }
}

/** A win that was played away and taken back: some of it is owed. */
async function takeWinBack(): Promise<void> {
  const { database, timeZone } = world.open.platform;
  const now = world.clock.now();
  const { id: accountId } = await world.player({ balance: 10_00n });
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  await placeBet(world, accountId, { stake: 10_00n, win: 30_00n });
  await placeBet(world, accountId, { stake: 25_00n });
  const round = await database.db.selectFrom("round").select("id").where("wallet_id", "=", walletId).where("win", ">", 0n).executeTakeFirstOrThrow();
  const to = { stakeMinor: 10_00n, winMinor: 0n, validMinor: 10_00n };
  await database.begin((tx) => correctRound(tx, { now, timeZone }, { walletId, roundId: round.id, gameId: 1, version: 1n, ...to, reason: "A test." }));
  await world.give(accountId, 5_00n);
}

/** A pool that stakes went into, and that was taken once. */
async function takeJackpot(): Promise<void> {
  const { platform } = world.open;
  const { database, ledger } = platform;
  await countJackpots(platform);
  const { id: accountId } = await world.player({ balance: 100_00n });
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  for (const staysOpen of [false, true]) {
    const round = { gameId: 24, draw: () => ({ winMinor: 0n, staysOpen, detail: JSON.stringify({ choice: {}, outcome: {} }) }) };
    await ledger.post({ ref: newId(world.clock.now()), walletId, contra: -24n, kind: "bet", debitMinor: 2_00n, creditMinor: 0n, digest: 0n, round });
  }
  await payJackpots(platform);
  await world.pass(MINUTE_MS + 1);
  await countJackpots(platform);
}

const FIRST_BET = "(select ref from transfer where kind = 1 order by wallet_id, seq limit 1)";
const FIRST_ROUND = "(select id from round order by wallet_id, nonce limit 1)";
const BONUS =
  "insert into bonus (id, account_id, code, amount, needed, days, state, at) select gen_random_uuid(), min(account_id), 'FIRST100', 100, 0, 1, 'waiting', now() from wallet where kind = 1";
const FIRST_WALLET = "(select min(wallet_id) from transfer where kind = 1)";

test("the books are clean before anything is planted", async () => {
  expect(await world.audit()).toEqual([]);
});

const FIRST_ACCOUNT = `(select account_id from wallet where id = ${FIRST_WALLET})`;
const HOLDS = `insert into eligibility_case (id, account_id, cause, state, opened_at, held, notice, notice_at, appeal_until)
  select gen_random_uuid(), ${FIRST_ACCOUNT}, 'underage', 'noticed', now(), HELD, 'because', now(), now() + interval '1 day'`;

const SAID_PAID =
  "insert into webhook_event (provider, accepted, fault, body, at) select 'psp', false, 'request.id_reused', jsonb_build_object('type', 'payout.paid', 'reference', id), now() from withdrawal";

const faults: readonly [what: string, view: (typeof auditViews)[number], plant: string][] = [
  ["money from nowhere in a wallet", "audit_a1", `update wallet set balance = balance + 1 where id = ${FIRST_WALLET}`],
  ["a line against an account nobody knows", "audit_a1", `update transfer set contra = -999 where ref = ${FIRST_BET}`],
  [
    "a line that moves nothing",
    "audit_a1",
    `alter table transfer drop constraint transfer_moves_something; update transfer set amount = 0 where ref = ${FIRST_BET}`,
  ],
  ["a changed balance", "audit_a2", `update wallet set balance = balance - 1 where id = ${FIRST_WALLET}`],
  [
    "two changed balances that cancel out",
    "audit_a2",
    "update wallet set balance = balance + case when id = (select min(wallet_id) from transfer) then 1 else -1 end where id in (select distinct wallet_id from transfer where kind = 1)",
  ],
  ["a removed line", "audit_a2", `delete from transfer where ref = ${FIRST_BET}`],
  ["a gap in the sequence", "audit_a2", `update transfer set seq = seq + 1000 where wallet_id = ${FIRST_WALLET} and seq > 3`],
  ["a changed amount", "audit_a2", `update transfer set amount = amount - 1 where ref = ${FIRST_BET}`],
  ["a wrong seq in the wallet", "audit_a2", `update wallet set seq = seq + 1 where id = ${FIRST_WALLET}`],
  ["a forgotten id", "audit_a3", `delete from idempotency where ref = ${FIRST_BET}`],
  ["an id without its lines", "audit_a3", "insert into idempotency values (gen_random_uuid(), 1, 0, null, 0, now())"],
  ["another answer than was given", "audit_a3", `update idempotency set balance_after = balance_after + 1 where ref = ${FIRST_BET}`],
  ["an id under another wallet", "audit_a3", `update idempotency set wallet_id = wallet_id + 1000 where ref = ${FIRST_BET}`],
  ["a negative wallet", "audit_a4", `alter table wallet drop constraint wallet_never_negative; update wallet set balance = -1 where id = ${FIRST_WALLET}`],
  ["a wallet that was negative once", "audit_a4", `update transfer set balance_after = -1 where ref = ${FIRST_BET}`],
  ["a nonce used twice", "audit_a5", `update round set nonce = 1 where id = ${FIRST_ROUND}`],
  ["a nonce left out", "audit_a5", `update round set nonce = nonce + 1 where nonce > 2`],
  ["a round drawn again", "audit_a5", `update wallet set nonce = 0 where id = ${FIRST_WALLET}`],
  ["a changed stake", "audit_a6", `update round set stake = stake + 1 where id = ${FIRST_ROUND}`],
  ["a changed win", "audit_a6", `update round set win = win + 1 where id = ${FIRST_ROUND}`],
  ["a removed round", "audit_a6", `delete from round where id = ${FIRST_ROUND}`],
  [
    "a round nobody paid for",
    "audit_a6",
    `insert into round select wallet_id, gen_random_uuid(), game_id, stake, win, status, null, null, detail, at from round limit 1`,
  ],
  ["money left in transit", "audit_a7", "delete from transfer where contra = -201 and amount > 0"],
  ["a withdrawal that waits without its money", "audit_a8", "update withdrawal set amount = amount + 1"],
  ["money held for nothing", "audit_a8", "delete from withdrawal"],
  ["play that was not counted", "audit_a9", `update wallet set staked = staked - 1 where id = ${FIRST_WALLET}`],
  ["wins that were counted twice", "audit_a9", `update wallet set won = won + 1 where id = ${FIRST_WALLET}`],
  ["a closed day that lost a round", "audit_a9", "update play_day set rounds = rounds - 1, stake = stake - 100"],
  ["a closed day that was never written", "audit_a9", "delete from play_day"],
  ["a part that lost a round", "audit_a12", `insert into play_part values (${FIRST_WALLET}, 0, 1, 1, 100, 0, now(), now())`],
  ["a bonus without its money", "audit_a10", BONUS],
  ["a stake that counts nothing and was counted", "audit_a9", `update wallet set uncounted = 0 where id = ${FIRST_WALLET}`],
  ["a payout the provider says is paid while its money is held", "audit_a11", SAID_PAID],
  ["a case that holds what is not there", "audit_a14", HOLDS.replaceAll("HELD", "1")],
  ["held money without a case", "audit_a14", `insert into wallet (account_id, kind, currency, status, balance) select ${FIRST_ACCOUNT}, 4, 'PHP', 2, 1`],
  ["a held wallet that is open", "audit_a14", `insert into wallet (account_id, kind, currency, status) select ${FIRST_ACCOUNT}, 4, 'PHP', 0`],
  [
    "held money that went to the house",
    "audit_a14",
    `update wallet set kind = 4, status = 2 where id = ${FIRST_WALLET}; ${HOLDS.replace("HELD", `(select balance from wallet where id = ${FIRST_WALLET})`)}`,
  ],
  ["money at the government that nobody settled", "audit_a14", `update transfer set contra = -305 where ref = ${FIRST_BET}`],
  ["an opened round that is neither open nor closed", "audit_a15", "delete from open_round"],
  [
    "a round that was paid and is still open",
    "audit_a15",
    "insert into open_round (wallet_id, id, game_id, stake, stepped, state, at) select wallet_id, part_of, 9, all_stake, true, '{}', at from round where status = 4",
  ],
  ["an open round that forgot a stake", "audit_a15", "update open_round set stake = stake - 1"],
  ["a closing that tells other sums than its entries", "audit_a15", "update round set all_stake = all_stake + 1 where status = 4"],
  [
    "a round closed twice",
    "audit_a15",
    "insert into round select wallet_id, gen_random_uuid(), game_id, 0, 0, 4, null, null, detail, at, 0, part_of, all_stake, all_win from round where status = 4",
  ],
  [
    "a correction of a round that is still open",
    "audit_a15",
    "insert into round select wallet_id, gen_random_uuid(), game_id, 0, 0, 5, null, null, state, at, 0, id from open_round",
  ],
  ["a promise that is not the link below", "audit_a16", "update draw set commitment = sha256(commitment) where link = 1"],
  ["a link passed over for its result", "audit_a16", "update draw set link = 3 where link = 2"],
  [
    "a ticket after the close",
    "audit_a16",
    "update draw set closes_at = opens_at + interval '1 microsecond'; update round set at = at + interval '1 second' where draw_id is not null",
  ],
  ["an id without lines whose entry moved something", "audit_a3", "update round set win = 1 where status = 4"],
  ["a stake of an entry that the journal does not know", "audit_a6", "update round set stake = stake + 1 where status = 2"],
  ["an open stake that counts towards turnover", "audit_a9", `update wallet set uncounted = uncounted - 200 where id = ${FIRST_WALLET}`],
  ["a closed day that lost what was settled", "audit_a9", "update play_day set settled_stake = settled_stake - 1"],
  ["a closed day that counts another valid bet", "audit_a9", "update play_day set valid = valid + 1"],
  ["a jackpot's part of a stake that was forgotten", "audit_a17", "update round set stake = stake + 200 where game_id = 24 and status = 1"],
  ["a part that was counted of a stake that never was", "audit_a17", "update jackpot set counted_until = opened_at"],
  ["a pool that was seeded twice", "audit_a17", "delete from jackpot_win"],
  ["a jackpot that paid another sum than was taken", "audit_a17", "update jackpot_win set amount = amount - 1"],
  ["a pool whose money went elsewhere", "audit_a17", "update transfer set contra = -301 where kind = 12 and contra = -206"],
  ["a jackpot that was taken by a round that is not closed", "audit_a17", "update round set status = 3 where game_id = 24 and status = 4"],
  ["a round that took a jackpot of which nothing is written", "audit_a17", "update jackpot_win set round_id = gen_random_uuid()"],
  ["a frozen day of a member that forgot a round", "audit_a18", "update member_day set rounds = rounds - 1"],
  ["a frozen day that forgot a member", "audit_a18", "delete from member_day"],
  ["a reversal that a frozen day does not know", "audit_a18", "delete from reversal"],
  [
    "a deposit that a frozen day does not know",
    "audit_a18",
    `update transfer set contra = -101 where ref = ${FIRST_BET}; update transfer set kind = 2 where contra = -101`,
  ],
  ["a line that forgot its members", "audit_a19", "delete from line_day where parent_id is null"],
  ["a line that was told more than its members", "audit_a19", "update line_day set deposits = deposits + 1"],
  ["an active member that nobody counted", "audit_a19", "update line_day set active = active + 1"],
  ["the categories of a line that are not its play", "audit_a19", "delete from line_play_day"],
  ["a frozen day that says other sums than its members", "audit_a19", "update activity_day set valid = valid + 1 where state = 'frozen'"],
  ...vendorFaults,
  ["money on its way that was forgotten", "audit_a25", "update vendor_transfer set state = 'done', settled_at = now()"],
  ["a moving wallet that holds what is on nobody's way", "audit_a25", "delete from vendor_transfer"],
  ["a transfer of another amount than is on its way", "audit_a25", "update vendor_transfer set amount = amount + 1"],
  ["a moving wallet that was closed", "audit_a25", "update wallet set status = 2 where kind = 5"],
  ["money on its way that came from elsewhere", "audit_a25", "update transfer set contra = -301 where wallet_id = (select id from wallet where kind = 5)"],
  ["a vendor's line that bears another id than its entry", "audit_a3", "update transfer set ref = gen_random_uuid() where contra = -10090"],
  ...purseFaults,
  ...featureFaults,
  ...cashierFaults,
  ["a correction that took more than was won", "audit_a23", "update round set all_win = all_win - 1 where status = 5"],
  [
    "a correction of a round that was reversed",
    "audit_a23",
    "insert into reversal select i.ref, gen_random_uuid(), now() from idempotency i join round c on c.part_of = i.round_id and c.status = 5",
  ],
  ["a debt of another sum than its correction could not take", "audit_a23", "update shortfall set taken = taken + 1"],
  ["a debt that was forgotten", "audit_a23", "delete from shortfall"],
  ["a debt that was ended by nobody's money", "audit_a23", "update shortfall set state = 'writtenOff', settled_at = now()"],
  ["a corrected win that the journal does not know", "audit_a6", "update round set win = win - 1 where status = 5"],
  ["a corrected win that was not counted", "audit_a9", "update wallet w set won = won + 3000 from shortfall h where w.id = h.wallet_id"],
  ...payFaults,
  [
    "a contract of an agent whose upline holds none",
    "audit_a20",
    "insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, offered_at) values (gen_random_uuid(), 'dividend', 2, 1, 1, 'M', true, 'active', '2026-01-01', now())",
  ],
  ...partnerFaults,
  ...drawFaults,
  ...seedFaults,
  ...pointsFaults,
  ["a wallet that is closed though its account may play", "audit_a13", `update wallet set status = 1 where id = ${FIRST_WALLET}`],
];

test.each(faults)("%s is seen by %s", async (_what, view, plant) => {
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(plant);
    expect((await client.query(`select * from ${view}`)).rows).not.toEqual([]);
  } finally {
    await client.query("rollback");
    await client.end();
  }
});

test("every audit view has a fault it is known to see", () => {
  expect(new Set(faults.map(([, view]) => view))).toEqual(new Set(auditViews));
});

test.each([
  ...["transfer", "idempotency", "reversal"].flatMap((table) => [`update ${table} set ref = ref`, `delete from ${table}`, `truncate ${table}`]),
  "delete from round",
  "truncate round",
  "truncate wallet",
  "update system_account set code = code",
  "insert into system_account values (-9, 'house:MINE')",
  "alter table transfer add column mine int",
  "select * from ledger_rebuild()",
])("the services' own role may not: %s", async (statement) => {
  await expect(world.open.platform.database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("a rebuild changes nothing in healthy books and mends a planted balance to the last centavo", async () => {
  expect(await asOwner(world.open.url, "select * from ledger_rebuild()")).toEqual([]);
  const [before] = await asOwner<{ id: string; balance: string }>(world.open.url, `select id::text, balance::text from wallet where id = ${FIRST_WALLET}`);
  await asOwner(world.open.url, "update wallet set balance = balance + 777, seq = seq + 3 where id = $1", [before!.id]);
  expect(await asOwner(world.open.url, "select wallet_id::text as id, (was - became)::text as mended from ledger_rebuild()")).toEqual([
    { id: before!.id, mended: "777" },
  ]);
  expect(await asOwner(world.open.url, "select id::text, balance::text from wallet where id = $1", [before!.id])).toEqual([before]);
  expect(await world.audit()).toEqual([]);
});

test("every statement of the hot path that reads or changes a wallet, a line or a round names the wallet, so that tables can be spread by it", async () => {
  const functions = await asOwner<{ name: string; body: string }>(
    world.open.url,
    "select proname as name, prosrc as body from pg_proc where proname in ('ledger_post', 'ledger_batch', 'ledger_refresh_limits', 'ledger_allow', 'ledger_entry', 'play_keep', 'play_lines')",
  );
  expect(functions).toHaveLength(7);
  for (const { name, body } of functions) {
    const statements = body.split(";").filter((statement) => /\b(from|join|update)\s+(wallet|transfer|round)\b/.test(statement));
    expect(statements.length, name).toBeGreaterThan(0);
    for (const statement of statements)
      expect(statement, name).toMatch(/\bw\.id = (any\(wallets\)|u\.wallet|d\.wallet|wallets\[i\])|\bid = (op|of)_wallet|\bwallet_id = of_wallet/);
  }
});
