import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayAnswer, type GatewayVendor, nameAt, playAt, VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner, countWaiting, whileHeld } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let vendor: GatewayVendor;
let guarded: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN", games: ["gale", "calm"], row: { answer_within_ms: 8_000 } });
  guarded = await addVendor(world, { id: 701, code: "GUARDED", row: { cidrs: "{10.9.0.0/16}" } });
  await asOwner(world.open.url, "update game set stake_max = 100000 where id = $1", [vendor.gameId(1)]);
});
afterAll(async () => {
  // Wallets were shut here without their accounts.
  expect((await world.audit()).filter((fault) => !fault.startsWith("audit_a13"))).toEqual([]);
  await world.close();
});

/** A member with money, and what it takes to play as the vendor. */
const playing = (chosen?: { balance?: bigint; game?: string }) => playAt(world, vendor, chosen);

const bet = (id: string, amount = "10.00") => ({ id_provider: id, type: "bet", amount });
const win = (id: string, amount = "25.00") => ({ id_provider: id, type: "win", amount });
const codeOf = ({ status, body }: GatewayAnswer): string => (status === 200 ? "200" : `${status} ${body.meta?.api_code}`);
const faultsOf = async (code: string): Promise<number> =>
  (await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_fault where vendor_id = 700 and code = $1", [code]))[0]!.n;

test("a call known before is answered as it was then, with the new ones beside it; other content under one id is refused", async () => {
  const { play, main } = await playing();
  const first = await play([bet("a")]);
  expect(first.body).toMatchObject({ balance: "90.00" });
  await play([win("b", "5.00")]);
  expect((await play([bet("a")])).body).toEqual(first.body);
  const both = await play([bet("a"), win("c", "1.00")]);
  expect(both.body).toMatchObject({ balance: "96.00", transactions: [{ id: first.body.transactions![0]!.id }, {}] });
  for (const other of [bet("a", "11.00"), win("a", "10.00")]) expect(codeOf(await play([other]))).toBe("400 400");
  expect(codeOf(await play([bet("a")], { round_id: "another" }))).toBe("400 400");
  expect(codeOf(await play([bet("d"), bet("d", "2.00")]))).toBe("400 400");
  expect(await main()).toBe(96_00n);
});

test("of several transactions all count or none, and wins before bets of one call are played with", async () => {
  const { play, main } = await playing({ balance: 5_00n });
  expect(await play([bet("a", "4.00"), bet("b", "2.00")])).toMatchObject({ status: 400, body: { meta: { api_code: "100", balance: "5.00" } } });
  expect(await main()).toBe(5_00n);
  expect(codeOf(await play([win("c", "10.00"), bet("d", "14.00")], { finished: true }))).toBe("200");
  expect(await main()).toBe(1_00n);
});

test("calls of many members at once are each booked as if they came alone, in whatever state their rounds are, and each is answered again as it was", async () => {
  const members = await Promise.all(Array.from({ length: 30 }, (_, place) => playing({ balance: 100_00n + BigInt(place) * 1_00n })));
  const money = (units: number): string => units.toFixed(2);
  const stakeOf = (place: number): number => 10 + (place % 7);
  // Every third member's round ends with its first call.
  const isWhole = (place: number): boolean => place % 3 === 0;
  const playFirst = () =>
    Promise.all(
      members.map(({ play }, place) => play([bet("a", money(stakeOf(place))), ...(isWhole(place) ? [win("w", "3.00")] : [])], { finished: isWhole(place) })),
    );
  const playOn = () =>
    Promise.all(
      members.map(({ play }, place) => {
        if (isWhole(place)) return play([bet("next", "1.00")], { round_id: `other-${place}`, finished: true });
        return place % 3 === 1 ? play([bet("b", "2.00")]) : play([win("w", "4.00")], { finished: true });
      }),
    );
  const balancesOf = (answers: readonly GatewayAnswer[]) => answers.map(({ body }) => body.balance);
  const afterFirst = members.map((_, place) => 100 + place - stakeOf(place) + (isWhole(place) ? 3 : 0));
  const afterOn = afterFirst.map((units, place) => units + (isWhole(place) ? -1 : place % 3 === 1 ? -2 : 4));

  const [first, on] = [await playFirst(), await playOn()];
  expect(balancesOf(first)).toEqual(afterFirst.map(money));
  expect(balancesOf(on)).toEqual(afterOn.map(money));
  expect([await playFirst(), await playOn()].map((answers) => answers.map(({ body }) => body))).toEqual(
    [first, on].map((answers) => answers.map(({ body }) => body)),
  );
  expect(await Promise.all(members.map(({ main }) => main()))).toEqual(afterOn.map((units) => BigInt(units) * 100n));
});

test("rollbacks give bets back and take wins back, once each; what never came never will", async () => {
  const { play, undo, main, finish } = await playing();
  await play([bet("a"), win("b", "30.00")]);
  const back = await undo([["r1", "a"]]);
  expect(back.body).toMatchObject({ balance: "130.00", transactions: [{ id_provider: "r1", id: expect.stringMatching(/^[0-9a-f-]{36}$/) }] });
  expect((await undo([["r1", "a"]])).body).toEqual(back.body);
  for (const pair of [
    ["r2", "a"],
    ["r3", "r1"],
    ["r4", "never"],
  ] as const)
    expect((await undo([pair])).body.transactions).toEqual([{ id_provider: pair[0], id: "" }]);
  expect(codeOf(await play([bet("a")]))).toBe("400 409");
  expect(codeOf(await play([bet("never")]))).toBe("400 409");
  expect((await undo([["r5", "b"]])).body.balance).toBe("100.00");
  expect(codeOf(await undo([["r5", "a"]]))).toBe("400 400");
  expect((await finish()).body).toEqual({ balance: "100.00" });
  expect(await main()).toBe(100_00n);
  await expect.poll(() => faultsOf("moved_nothing")).toBeGreaterThanOrEqual(3);
});

test("a win that was spent leaves as far as the wallet holds it; the rest is owed, and the wallet is never below zero", async () => {
  const { player, play, undo, main } = await playing({ balance: 10_00n });
  await play([win("w", "50.00")], { finished: true });
  await play([bet("spent", "55.00")], { round_id: "elsewhere" });
  expect((await undo([["r", "w"]])).body.balance).toBe("0.00");
  expect(await main()).toBe(0n);
  const owed = await asOwner(
    world.open.url,
    "select asked::int, taken::int, state from shortfall h join wallet w on w.id = h.wallet_id where w.account_id = $1",
    [player.id],
  );
  expect(owed).toEqual([{ asked: 50_00, taken: 5_00, state: "open" }]);
});

test("what comes after the end of a round is taken: late wins, late bets, late rollbacks; a second end changes nothing", async () => {
  const { play, undo, finish, main } = await playing();
  await play([bet("a")]);
  await play([win("b", "4.00")]);
  expect((await finish()).body.balance).toBe("94.00");
  expect((await finish()).body.balance).toBe("94.00");
  expect(codeOf(await play([win("late", "1.00")]))).toBe("200");
  expect(codeOf(await play([bet("later", "2.00")], { finished: true }))).toBe("200");
  expect((await undo([["r", "a"]])).body.balance).toBe("103.00");
  expect(await main()).toBe(103_00n);
  const whole = await playing();
  await whole.play([bet("a"), win("b")], { finished: true });
  expect((await whole.undo([["r", "a"]])).body.balance).toBe("125.00");
  expect((await whole.finish()).body.balance).toBe("125.00");
});

test("a win below the smallest coin is taken without being paid, and told; a bet as fine is refused", async () => {
  const { play, main } = await playing();
  expect(codeOf(await play([bet("a", "1.005")]))).toBe("400 400");
  expect(codeOf(await play([win("b", "0.009")], { finished: true }))).toBe("200");
  expect(codeOf(await play([win("c", "1.019")]))).toBe("200");
  expect(await main()).toBe(101_01n);
  await expect.poll(() => faultsOf("fraction")).toBe(2);
});

test("what we do not know is named: another's player, currency and game; a win of an unknown game is paid all the same", async () => {
  const { play, main } = await playing();
  expect(codeOf(await play([bet("a")], { account_id: "nobody" }))).toBe("400 101");
  expect(codeOf(await play([bet("a")], { account_id: await nameAt(world, guarded, (await playing()).player.id) }))).toBe("400 101");
  expect(codeOf(await play([bet("a")], { currency: "EUR" }))).toBe("400 154");
  expect(codeOf(await play([bet("a")], { game_id: "none" }))).toBe("400 405");
  expect(codeOf(await play([win("b", "1.00")], { game_id: "none", finished: true }))).toBe("200");
  expect(await main()).toBe(101_00n);
});

test("the member's record names the vendor and what was staked and won, and says nothing of what fell", async () => {
  const { player, play } = await playing();
  await play([bet("a"), win("b", "4.00")], { finished: true });
  await play([bet("c", "3.00")], { round_id: "open" });
  world.clock.advance(1_000);
  await play([win("d", "1.00")], { round_id: "odd", game_id: "none", finished: true });
  const { list } = await player.call(rounds.mine, {});
  const vendorRow = { code: "SEVEN", name: "SEVEN", simulated: true };
  expect(
    list.map(({ displayName, gameCode, stake, win: won, vendor: of, state, choice, outcome, seedId }) => ({
      displayName,
      gameCode,
      stake,
      won,
      of,
      state,
      choice,
      outcome,
      seedId,
    })),
  ).toEqual([
    { displayName: "SEVEN", gameCode: "*", stake: 0n, won: 1_00n, of: vendorRow, state: "settled", choice: {}, outcome: {}, seedId: null },
    { displayName: "gale", gameCode: "gale", stake: 10_00n, won: 4_00n, of: vendorRow, state: "settled", choice: {}, outcome: {}, seedId: null },
  ]);
  expect(await player.call(rounds.get, { id: list[1]!.id })).toMatchObject({ displayName: "gale", serverSeed: null, clientSeed: "", corrections: [] });
  expect((await player.download(reports.roundsCsv, {})).text).toContain(",gale,10.00,4.00,-6.00,");
});

/** What each rule says to a bet, and what it leaves alone. */
const rules: readonly (readonly [rule: string, text: string, answer: string])[] = [
  ["no stakes", "update wallet set status = 1 where account_id = $1", "400 110"],
  ["closed", "update wallet set status = 2 where account_id = $1", "400 110"],
  ["excluded", "update wallet set limited = true, block = 11, left_until = 'infinity' where account_id = $1", "400 110"],
  ["reality check", "update wallet set limited = true, block = 12, left_until = 'infinity' where account_id = $1", "400 105"],
  ["time", "update wallet set limited = true, block = 10, left_until = 'infinity' where account_id = $1", "400 105"],
  ["stake limit", "update wallet set limited = true, stake_left = 999, left_until = 'infinity' where account_id = $1", "400 105"],
  ["loss limit", "update wallet set limited = true, loss_left = 999, left_until = 'infinity' where account_id = $1", "400 105"],
];

test.each(rules)("%s stops a vendor's bets and none of its wins, rollbacks and ends", async (_rule, text, answer) => {
  const { player, play, undo, finish, main } = await playing();
  await play([bet("a")]);
  await asOwner(world.open.url, text, [player.id]);
  expect(codeOf(await play([bet("b")]))).toBe(answer);
  if (answer === "400 105") expect((await play([bet("b")])).body.meta!.balance).toBe("90.00");
  expect((await play([bet("a")])).body.balance).toBe("90.00");
  expect((await play([win("w", "5.00")])).body.balance).toBe("95.00");
  expect((await undo([["r", "a"]])).body.balance).toBe("105.00");
  expect((await finish()).body.balance).toBe("105.00");
  expect(await main()).toBe(105_00n);
});

/** What closes a game or its vendor, and what opens it again. */
const closings: readonly (readonly [what: string, shuts: string, opens: string])[] = [
  ["a paused vendor", "update vendor set state = 'paused' where id = 700", "update vendor set state = 'test' where id = 700"],
  ["a hidden game", "update game set state = 'hidden' where id = 700000", "update game set state = 'open' where id = 700000"],
  [
    "a window of maintenance",
    "insert into game_window (id, vendor_id, from_at, until_at) values ('00000000-0000-7000-8000-000000000001', 700, '2026-01-01', '2027-01-01')",
    "delete from game_window where vendor_id = 700",
  ],
  [
    "a site in maintenance",
    `insert into setting (key, value, updated_at) values ('status', '{"maintenance":true,"regionRestriction":false}', now()) on conflict (key) do update set value = excluded.value`,
    "delete from setting where key = 'status'",
  ],
];

test.each(closings)(
  "%s stops bets and none of wins, rollbacks and ends; a bet answered before is answered again, and a win beside it is paid",
  async (_what, shuts, opens) => {
    const { play, undo, finish } = await playing();
    const first = await play([bet("a")]);
    await asOwner(world.open.url, shuts);
    await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
    expect(codeOf(await play([bet("b")]))).toBe("400 107");
    expect((await play([bet("a")])).body).toEqual(first.body);
    expect((await play([bet("a"), win("w", "5.00")])).body.balance).toBe("95.00");
    expect((await undo([["r", "a"]])).body.balance).toBe("105.00");
    expect(codeOf(await finish())).toBe("200");
    await asOwner(world.open.url, opens);
    await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
    expect(codeOf(await play([bet("c")], { round_id: `again-${opens.length}` }))).toBe("200");
  },
);

test("a stake above the game's maximum is refused with the balance", async () => {
  const { play } = await playing({ game: "calm", balance: 5_000_00n });
  expect(await play([bet("a", "1000.01")])).toMatchObject({ status: 400, body: { meta: { api_code: "106", balance: "5000.00" } } });
  expect(codeOf(await play([bet("a", "1000.00")]))).toBe("200");
  await asOwner(world.open.url, "update vendor set stake_max = 50000 where id = 700");
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  expect(codeOf(await play([bet("a", "1000.00"), bet("b", "1000.00")]))).toBe("400 106");
  expect((await play([bet("a", "1000.00"), win("w", "5.00")])).body.balance).toBe("4005.00");
  await asOwner(world.open.url, "update vendor set stake_max = null where id = 700");
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
});

test("what is not signed is not read: signatures, keys, addresses, sizes, words", async () => {
  const { call, about, main } = await playing();
  const wrong = [null, "", "0".repeat(64), "A".repeat(64), "zz", "0".repeat(63)];
  for (const signature of wrong)
    expect(await vendor.call(world.address, "balance", about, { signature })).toMatchObject({
      status: 400,
      body: { meta: { api_code: "403", api_message: "invalid signature" } },
    });
  expect(await guarded.call(world.address, "balance", about)).toMatchObject({ status: 400, body: { meta: { api_code: "403" } } });
  for (const [body, said] of [
    ["", "request body is not valid JSON"],
    ["[]", "request body must be a JSON object"],
    ["{", "request body is not valid JSON"],
    // Bytes that are no text would make one id of two.
    [Buffer.from('{"account_id":"\xff"}', "latin1"), "request body is not valid JSON"],
    [`{"account_id":"${"x".repeat(65_536)}"}`, "request body too large"],
  ] as const)
    expect(await vendor.call(world.address, "balance", body)).toMatchObject({ status: 400, body: { code: "invalid_argument", msg: said } });
  const missing = await fetch(`${world.address}/gateway/vendors/NOBODY/balance`, { method: "POST" });
  expect(missing.status).toBe(404);
  expect((await fetch(`${world.address}/gateway/vendors/SEVEN/balance`)).status).toBe(404);
  expect((await fetch(`${world.address}/gateway/vendors/SEVEN/nothing`, { method: "POST" })).status).toBe(404);
  expect((await call("v2/provider_a8r.Player/Balance")).body).toEqual({ balance: "100.00" });
  expect(await main()).toBe(100_00n);
});

const amounts = ["0", "0.00", "-1", "1e3", " 1", "1.", ".5", "1,00", "１", "1.00000000000000001", `${"9".repeat(41)}`, "1000000000.01", "+1", ""];
test("an amount that is none is refused at its field and moves nothing", async () => {
  const { play, main } = await playing();
  for (const amount of [...amounts, 1.5, 1, null, undefined, ["1.00"], {}])
    expect(await play([{ id_provider: "a", type: "bet", amount }]), JSON.stringify(amount)).toMatchObject({
      status: 400,
      body: { msg: expect.stringMatching(/^transactions\[0\]\.amount: /) },
    });
  const ids = [{}, { id_provider: "" }, { id_provider: "x".repeat(256) }, { id_provider: "a\u0000b" }, { id_provider: "half\ud800" }, { id_provider: 7 }];
  for (const id of ids) expect(codeOf(await play([{ type: "bet", amount: "1.00", ...id }]))).toBe("400 400");
  for (const transactions of [[], Array.from({ length: 501 }, (_, n) => bet(`m${n}`, "0.01")), [{ ...bet("a"), type: "prize" }], ["bet"], undefined])
    expect(codeOf(await play(transactions as object[]))).toBe("400 400");
  expect(codeOf(await play([bet("a")], { finished: "yes" }))).toBe("400 400");
  expect(await main()).toBe(100_00n);
});

test("five hundred transactions of one call are one entry", async () => {
  const { play, main, player } = await playing();
  expect(
    codeOf(
      await play(
        Array.from({ length: 500 }, (_, n) => bet(`m${n}`, "0.10")),
        { finished: true },
      ),
    ),
  ).toBe("200");
  expect(await main()).toBe(50_00n);
  const [{ n } = { n: 0 }] = await asOwner<{ n: number }>(
    world.open.url,
    "select count(*)::int as n from round r join wallet w on w.id = r.wallet_id where w.account_id = $1",
    [player.id],
  );
  expect(n).toBe(1);
});

test("a vendor beyond its room is told to come again, and others are not held up", async () => {
  const flood = await addVendor(world, { id: 702, code: "FLOOD", row: { calls_per_s: 5 } });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const { player, call } = await playing();
  const body = { account_id: await nameAt(world, flood, player.id), currency: "PHP", game_id: "gale" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => flood.call(world.address, "balance", body)));
  const busy = answers.filter((answer) => codeOf(answer) === "500 503");
  expect(busy.length).toBeGreaterThanOrEqual(10);
  expect(answers.filter((answer) => codeOf(answer) === "200").length).toBeGreaterThanOrEqual(5);
  expect(codeOf(await call("balance"))).toBe("200");
  // Whoever does not know the secret takes nothing of the room of who does.
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  for (let n = 0; n < 20; n++) expect(codeOf(await flood.call(world.address, "balance", body, { signature: "0".repeat(64) }))).toBe("400 403");
  expect(codeOf(await flood.call(world.address, "balance", body))).toBe("200");
});

test("calls that nobody signed spend none of the room for a vendor's own faults", async () => {
  const quiet = await addVendor(world, { id: 703, code: "QUIET" });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  for (let n = 0; n < 110; n++) expect(codeOf(await quiet.call(world.address, "balance", {}, { signature: null }))).toBe("400 403");
  expect(codeOf(await quiet.call(world.address, "balance", "[]"))).toBe("400 400");
  const kept = () => asOwner(world.open.url, "select code, count(*)::int as n from vendor_fault where vendor_id = 703 group by 1 order by 1");
  await expect.poll(kept).toEqual([
    { code: "malformed", n: 1 },
    { code: "signature", n: 5 },
  ]);
});

/** As many rollbacks of a vendor as a process works on and lets wait. */
const [RARE_AT_ONCE, RARE_WAITING] = [2, 32];

test("a vendor's rollbacks that wait for a wallet hold two of the house's connections, those beyond its queue are told to come again, and another vendor waits for none", async () => {
  const apart = await addVendor(world, { id: 705, code: "APART" });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const { player, undo, main } = await playing();
  const other = await playing();
  const account_id = await nameAt(world, apart, other.player.id);
  const said = await whileHeld(world.open.url, `select from wallet where account_id = ${player.id} for update`, async () => {
    let answered = 0;
    const asked = Array.from({ length: RARE_AT_ONCE + RARE_WAITING + 3 }, async (_, n) => {
      const answer = await undo([[`x${n}`, `o${n}`]]);
      answered += 1;
      return codeOf(answer);
    });
    await expect.poll(() => answered).toBe(3);
    await expect.poll(() => countWaiting(world.open.url)).toBe(RARE_AT_ONCE);
    expect(await other.main()).toBe(100_00n);
    const body = {
      account_id,
      currency: "PHP",
      game_id: "gale",
      round_id_provider: "r",
      transactions: [{ id_provider: "r1", type: "rollback", original_id_provider: "o1" }],
    };
    expect(codeOf(await apart.call(world.address, "rollback", body))).toBe("200");
    return asked;
  });
  expect(Object.entries(Object.groupBy(await Promise.all(said), (one) => one)).map(([code, all]) => [code, all!.length])).toEqual([
    ["200", RARE_AT_ONCE + RARE_WAITING],
    ["500 503", 3],
  ]);
  expect(await main()).toBe(100_00n);
});

test("the first transactions of vendors rewrite no filters: blocks are summed up when the next ones are begun", async () => {
  const { play } = await playing();
  await play([bet("first")]);
  const sums = await asOwner<{ name: string; made: number }>(
    world.open.url,
    `select c.relname as name, brin_summarize_range(c.oid, 0) as made from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
     where m.amname = 'brin' and i.indrelid in ('vendor_entry'::regclass, 'vendor_round'::regclass) order by 1`,
  );
  expect(sums.map(({ name, made }) => `${name} ${made}`)).toEqual([
    "vendor_entry_at 1",
    "vendor_entry_digest 1",
    "vendor_entry_foreign_id 1",
    "vendor_entry_ref 1",
    "vendor_round_foreign_id 1",
    "vendor_round_key 1",
    "vendor_round_ours 1",
  ]);
});
