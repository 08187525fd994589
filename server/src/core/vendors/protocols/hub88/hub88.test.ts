import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayVendor, nameAt } from "../../../../testing/gateway.ts";
import { addHub88, callHub88, hub88Keys, tokenFor } from "../../../../testing/hub88.ts";
import { asOwner } from "../../../../testing/owner.ts";
import { createWorld, type World } from "../../../../testing/world.ts";
import { getBalances } from "../../../wallet/wallet.ts";
import { endLaunches } from "../../launches.ts";
import { hub88Games, NO_CURRENCY } from "./games.ts";
import { isSigned, sign } from "./signature.ts";
import { hub88 } from "./wallet.ts";

let world: World;
let vendor: GatewayVendor;
let other: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addHub88(world, { id: 710, code: "HUB" });
  other = await addHub88(world, { id: 711, code: "HUBTWO" });
});
afterAll(async () => {
  // Wallets were shut here without their accounts.
  expect((await world.audit()).filter((fault) => !fault.startsWith("audit_a13"))).toEqual([]);
  await world.close();
});

const MINUTE_MS = 60_000;
/** Pesos in the parts the hub counts. */
const parts = (pesos: number): number => Math.round(pesos * 100_000);

/** A member with money and a launch, and what it takes to play through the hub. */
async function playing({ balance = 100_00n }: { balance?: bigint } = {}) {
  const player = await world.player({ balance });
  const user = await nameAt(world, vendor, player.id);
  const token = await tokenFor(world, vendor, player.id);
  const round = randomUUID();
  const call = async (path: string, body: object = {}) =>
    (await callHub88(vendor, world.address, path, { user, token, currency: "PHP", game_code: "gale", ...body })).said;
  const bet = (id: string, pesos = 10, rest: object = {}) =>
    call("transaction/bet", { transaction_uuid: id, round, round_closed: false, amount: parts(pesos), is_free: false, ...rest });
  const win = (id: string, reference: string, pesos = 25, rest: object = {}) =>
    call("transaction/win", { transaction_uuid: id, reference_transaction_uuid: reference, round, round_closed: true, amount: parts(pesos), ...rest });
  const undo = (id: string, reference: string) =>
    call("transaction/rollback", {
      transaction_uuid: id,
      reference_transaction_uuid: reference,
      round,
      round_closed: true,
      currency: undefined,
      game_code: undefined,
    });
  const main = async (): Promise<bigint> => (await getBalances(world.open.platform.database.db, player.id)).main;
  return { player, user, token, round, call, bet, win, undo, main };
}

test("a signature counts for exactly the bytes that were signed, by one of the keys; what is none is answered and not heard", async () => {
  const { user, main } = await playing();
  const body = JSON.stringify({ request_uuid: "7b1f", user, currency: "PHP" });
  for (const signature of ["", "AAAA", "no base64!", sign(Buffer.from(`${body} `), hub88Keys.own)]) {
    const { http, said } = await callHub88(vendor, world.address, "user/balance", body, signature);
    expect([http, said]).toEqual([200, { status: "RS_ERROR_INVALID_SIGNATURE" }]);
  }
  // The same words written otherwise are other bytes.
  const rewritten = JSON.stringify(JSON.parse(body), null, 1);
  expect((await callHub88(vendor, world.address, "user/balance", rewritten, sign(Buffer.from(body), hub88Keys.own))).said.status).toBe(
    "RS_ERROR_INVALID_SIGNATURE",
  );
  const { said } = await callHub88(vendor, world.address, "user/balance", body);
  expect(said).toEqual({ status: "RS_OK", request_uuid: "7b1f", user, currency: "PHP", balance: parts(100) });
  expect(isSigned(Buffer.from(body), sign(Buffer.from(body), hub88Keys.own), [Buffer.from("no key"), hub88Keys.shared])).toBe(true);
  expect(await main()).toBe(100_00n);
});

test("bytes that are no text, and half a character, name nothing: two ids would become one", async () => {
  const { user, bet, main } = await playing();
  const written = Buffer.from(JSON.stringify({ request_uuid: "7b1f", user: `${user}?`, currency: "PHP" }));
  for (const byte of [0x80, 0xff]) {
    const body = Buffer.from(written);
    body[body.indexOf("?")] = byte;
    expect(() => hub88.read("balance", { headers: {}, body })).toThrow("request body must be a JSON object");
  }
  for (const id of ["half\ud800", "half\udfff"]) expect((await bet(id)).status).toBe("RS_ERROR_WRONG_TYPES");
  expect(await main()).toBe(100_00n);
});

test("a bet and its win move the wallet, in hundred-thousandths; asked again they are answered as they were then", async () => {
  const { user, call, bet, win, main } = await playing();
  expect(await call("user/info", {})).toEqual({ status: "RS_OK", user, currency: "PHP", request_uuid: expect.any(String) });
  expect(await bet("b1")).toMatchObject({ status: "RS_OK", balance: parts(90), currency: "PHP" });
  expect(await win("w1", "b1")).toMatchObject({ status: "RS_OK", balance: parts(115) });
  expect(await bet("b1")).toMatchObject({ status: "RS_OK", balance: parts(90) });
  expect(await win("w1", "b1")).toMatchObject({ status: "RS_OK", balance: parts(115) });
  for (const answer of [await bet("b1", 11), await bet("b1", 10, { round: "another" }), await win("w1", "b1", 26), await win("b1", "b1", 10)])
    expect(answer.status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  expect(await main()).toBe(115_00n);
});

test("a win whose bet is not here is refused until it is; another member's bet is none", async () => {
  const { bet, win, main } = await playing();
  const stranger = await playing();
  await stranger.bet("s1");
  expect((await win("w1", "b1")).status).toBe("RS_ERROR_TRANSACTION_DOES_NOT_EXIST");
  expect((await win("w1", "s1")).status).toBe("RS_ERROR_TRANSACTION_DOES_NOT_EXIST");
  await bet("b1");
  expect((await win("w1", "b1")).status).toBe("RS_OK");
  expect((await win("w2", "w1")).status).toBe("RS_ERROR_TRANSACTION_DOES_NOT_EXIST");
  expect(await main()).toBe(115_00n);
});

test("a rollback gives the stake back once; what never came is answered as done and never comes", async () => {
  const { bet, win, undo, main } = await playing();
  await bet("b1");
  expect(await undo("r1", "b1")).toMatchObject({ status: "RS_OK", balance: parts(100) });
  expect(await undo("r1", "b1")).toMatchObject({ status: "RS_OK", balance: parts(100) });
  expect(await undo("r2", "b1")).toMatchObject({ status: "RS_OK", balance: parts(100) });
  expect((await undo("r3", "never")).status).toBe("RS_OK");
  for (const id of ["b1", "never"]) expect((await bet(id)).status).toBe("RS_ERROR_TRANSACTION_ROLLED_BACK");
  expect((await win("w1", "never")).status).toBe("RS_ERROR_TRANSACTION_DOES_NOT_EXIST");
  expect(await main()).toBe(100_00n);
});

test("bets bear the token of their member's launch at this vendor, and wins and rollbacks never need one", async () => {
  const { player, token, bet, win, undo, main } = await playing();
  const stranger = await playing();
  const elsewhere = await tokenFor(world, other, player.id);
  for (const wrong of [undefined, "made-up", stranger.token, elsewhere]) expect((await bet("b1", 10, { token: wrong })).status).toBe("RS_ERROR_INVALID_TOKEN");
  expect((await bet("b1")).status).toBe("RS_OK");
  const [kept] = await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from launch where encode(token_hash, 'base64') like $1 || '%'", [
    token.slice(0, 20),
  ]);
  expect(kept!.n).toBe(0);
  // What was remembered of a launch is forgotten as it ends.
  await world.open.platform.database.begin((tx) => endLaunches(tx, { accountId: player.id, now: world.clock.now() }));
  await expect.poll(async () => (await bet(randomUUID(), 0)).status).toBe("RS_ERROR_TOKEN_EXPIRED");
  // What was answered once is answered again.
  expect((await bet("b1")).status).toBe("RS_OK");
  expect((await win("w1", "b1", 5, { token: undefined })).status).toBe("RS_OK");
  expect((await undo("r1", "b1")).status).toBe("RS_OK");
  expect(await main()).toBe(105_00n);
});

test("a token ends after 30 minutes of silence, and after 12 hours whatever is played", async () => {
  const quiet = await playing();
  await world.pass(29 * MINUTE_MS);
  expect((await quiet.bet("a")).status).toBe("RS_OK");
  // It is written down beside the bet.
  const seen = "select seen_at as at from launch where account_id = $1";
  await expect.poll(async () => (await asOwner<{ at: Date }>(world.open.url, seen, [quiet.player.id]))[0]!.at).toEqual(world.clock.now());
  await world.pass(29 * MINUTE_MS);
  expect((await quiet.bet("b")).status).toBe("RS_OK");
  await world.pass(31 * MINUTE_MS);
  expect((await quiet.bet("c")).status).toBe("RS_ERROR_TOKEN_EXPIRED");
  const busy = await playing();
  await world.pass(12 * 60 * MINUTE_MS);
  await asOwner(world.open.url, "update launch set seen_at = $2 where account_id = $1", [busy.player.id, world.clock.now()]);
  expect((await busy.bet("d")).status).toBe("RS_OK");
  await world.pass(1_000);
  expect((await busy.bet("e")).status).toBe("RS_ERROR_TOKEN_EXPIRED");
});

test("a bet of no whole centavo is refused, a win as fine is paid to the centavo; zero is an amount, and a float, a text and a minus are none", async () => {
  const { bet, win, main } = await playing();
  for (const amount of [1_500, 0.5, "100000", -100_000, 1e21, null, true]) expect((await bet("b1", 0, { amount })).status).toBe("RS_ERROR_WRONG_TYPES");
  expect((await bet("b1", 0, { amount: undefined })).status).toBe("RS_ERROR_WRONG_SYNTAX");
  expect((await bet("b1", 1)).status).toBe("RS_OK");
  expect(await win("w1", "b1", 0, { amount: 101_999, round_closed: false })).toMatchObject({ status: "RS_OK", balance: parts(100.01) });
  expect(await win("w2", "b1", 0)).toMatchObject({ status: "RS_OK", balance: parts(100.01) });
  expect(await win("w2", "b1", 0)).toMatchObject({ status: "RS_OK", balance: parts(100.01) });
  expect((await win("w2", "b1", 1)).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  expect(await main()).toBe(100_01n);
});

test("a bet the vendor pays for moves nothing and its win is paid; who may not play may not play for nothing", async () => {
  const { player, bet, win, undo, main } = await playing({ balance: 1_00n });
  expect(await bet("f1", 50, { is_free: true })).toMatchObject({ status: "RS_OK", balance: parts(1) });
  expect((await bet("f1", 50)).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  expect(await win("w1", "f1", 7)).toMatchObject({ status: "RS_OK", balance: parts(8) });
  await bet("f2", 50, { is_free: true });
  expect(await undo("r2", "f2")).toMatchObject({ status: "RS_OK", balance: parts(8) });
  await asOwner(world.open.url, "update wallet set limited = true, block = 11, left_until = 'infinity' where account_id = $1", [player.id]);
  expect((await bet("f3", 50, { is_free: true })).status).toBe("RS_ERROR_USER_DISABLED");
  expect((await bet("b3", 0)).status).toBe("RS_ERROR_USER_DISABLED");
  expect((await win("w2", "f1", 1)).status).toBe("RS_OK");
  expect(await main()).toBe(9_00n);
  // No round of ours was opened: what they won are prizes, and nothing was played.
  const [books] = await asOwner<{ rounds: number; prizes: string }>(
    world.open.url,
    "select (select count(*)::int from round r where r.wallet_id = w.id) as rounds, (select string_agg(amount::text || ' ' || contra, ', ' order by seq) from transfer t where t.wallet_id = w.id and kind = 17) as prizes from wallet w where account_id = $1 and kind = 1",
    [player.id],
  );
  const promo = -10_001 - 10 * vendor.id;
  expect(books).toEqual({ rounds: 0, prizes: `700 ${promo}, 100 ${promo}` });
});

test("a win that the hub calls free or its supplier's own is a prize, once for its id, also without a bet and after the end; the id of a win is not one of a prize", async () => {
  const { bet, win, main } = await playing({ balance: 10_00n });
  await bet("b1", 1);
  expect(await win("w1", "b1", 2)).toMatchObject({ status: "RS_OK", balance: parts(11) });
  expect((await win("w1", "b1", 2, { is_free: true })).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  const promo = { is_supplier_promo: true, reference_transaction_uuid: undefined };
  expect(await win("p1", "", 5, promo)).toMatchObject({ status: "RS_OK", balance: parts(16) });
  expect(await win("p1", "", 5, promo)).toMatchObject({ status: "RS_OK", balance: parts(16) });
  for (const [pesos, rest] of [
    [6, promo],
    [5, { ...promo, round: "elsewhere" }],
  ] as const)
    expect((await win("p1", "", pesos, rest)).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  expect((await win("p1", "b1", 6)).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  // Nor where the round goes on.
  await bet("b2", 0, { round: "open" });
  expect((await win("p1", "b2", 6, { round: "open" })).status).toBe("RS_ERROR_DUPLICATE_TRANSACTION");
  expect(await win("p2", "", 1, { is_free: true, reward_uuid: "r" })).toMatchObject({ status: "RS_OK", balance: parts(17) });
  expect(await main()).toBe(17_00n);
});

test("every refusal has its status, HTTP 200 and the request's id: money, limits, currency, game, syntax", async () => {
  const { player, user, call, bet, main } = await playing({ balance: 5_00n });
  expect(await bet("b1", 6)).toMatchObject({ status: "RS_ERROR_NOT_ENOUGH_MONEY", balance: parts(5), user });
  expect((await bet("b1", 1, { currency: "EUR" })).status).toBe("RS_ERROR_WRONG_CURRENCY");
  expect((await bet("b1", 1, { game_code: "none" })).status).toBe("RS_ERROR_INVALID_GAME");
  expect((await bet("b1", 1, { user: "nobody" })).status).toBe("RS_ERROR_UNKNOWN");
  expect((await bet("b1", 1, { transaction_uuid: 7 })).status).toBe("RS_ERROR_WRONG_TYPES");
  expect((await bet("b1", 1, { round: undefined })).status).toBe("RS_ERROR_WRONG_SYNTAX");
  expect((await callHub88(vendor, world.address, "user/balance", "[]")).said).toEqual({ status: "RS_ERROR_WRONG_SYNTAX" });
  await asOwner(world.open.url, "update wallet set limited = true, stake_left = 99, left_until = 'infinity' where account_id = $1", [player.id]);
  expect(await bet("b1", 1)).toMatchObject({ status: "RS_ERROR_LIMIT_REACHED", balance: parts(5), request_uuid: expect.any(String) });
  expect((await call("user/balance")).status).toBe("RS_OK");
  expect(await main()).toBe(5_00n);
});

test("a launch is signed with our key, names the member as the vendor knows it, and is played without money in no currency", () => {
  const urls = { return_url: "https://laro.example/seamless/return", deposit_url: "https://laro.example/seamless/cashier" };
  const launch = { casinoId: "laro", gameCode: "gale", session: "s", language: "EN", device: "phone", urls };
  const real = hub88Games.launch({ ...launch, mode: "real", player: { ref: "p", currency: "PHP" }, token: "t" }, hub88Keys.own);
  expect(isSigned(Buffer.from(real.body), real.headers["x-hub88-signature"], [hub88Keys.shared])).toBe(true);
  expect(JSON.parse(real.body)).toMatchObject({ user: "p", token: "t", currency: "PHP", game_code: "gale", operator_id: "laro", platform: "GPL_MOBILE" });
  const demo = JSON.parse(hub88Games.launch({ ...launch, mode: "demo" }, hub88Keys.own).body) as object;
  expect(demo).toMatchObject({ currency: NO_CURRENCY });
  expect(demo).not.toHaveProperty("user");
});
