import { inflateSync } from "node:zlib";
import { accounts } from "@laro/contract/accounts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { formatAmount } from "@laro/contract/core/money";
import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { translatorFor } from "@laro/locales/compiled";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../core/accounts/accounts.ts";
import { packs } from "../../core/settings/packs.ts";
import { rollUpPlay } from "../../core/wallet/playDays.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { settleTransfer, startTransfer } from "../../core/vendors/purses.ts";
import { getWalletId, holdFunds, payOutHeld, releaseFunds } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { adjust } from "../../testing/money.ts";
import type { Person } from "../../testing/person.ts";
import { rollDice } from "../../testing/bets.ts";
import { purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readCsv } from "../../platform/csv.ts";
import { movementLine } from "./reports.csv.ts";
import { getStatement, listMonths } from "./reports.ts";

const timeZone = "Asia/Manila";
const HOUR_MS = 60 * 60_000;
const TODAY = "2026-10-05";

let world: World;
beforeAll(async () => void (world = await createWorld({ vendors: purseVendors })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const moment = () => ({ now: world.clock.now(), timeZone });
const bet = (person: Person, stake: bigint, gameCode = "DICE") =>
  person.call(rounds.play, {
    requestId: newId(world.clock.now()),
    gameCode,
    stake,
    choice: gameCode === "DICE" ? { target: 5_000, side: "under" } : {},
  });
const readerOf = (accountId: bigint) => ({ accountId, timeZone, now: world.clock.now() });
const linesOf = (text: string): string[] => text.trimEnd().split("\r\n");

test("spans that end before they begin or are longer than 366 days, unknown games and months to come are refused with their field", async () => {
  const ann = await world.player();
  expect(await ann.refusal(reports.profit, { from: "2026-10-02", to: "2026-10-01" })).toMatchObject({ code: "request.invalid", field: "to" });
  expect(await ann.refusal(reports.profit, { from: "2025-10-01", to: "2026-10-02" })).toMatchObject({ code: "request.invalid", field: "from" });
  await ann.call(reports.profit, { from: "2025-10-01", to: "2026-10-01" });
  expect(await ann.refused(reports.profit, { from: TODAY, to: TODAY, gameCode: "NOPE" })).toBe("games.not_found");
  expect((await ann.download(reports.roundsCsv, { gameCode: "NOPE" })).text).toBe("games.not_found");
  expect(await ann.refusal(reports.statement, { month: "2026-11" })).toMatchObject({ code: "request.invalid", field: "month" });
  expect((await ann.download(reports.statementPdf, { month: "2026-11" })).text).toBe("request.invalid");
  const month = await ann.request("GET", "/api/reports.statement?month=2026-13");
  expect(month.status).toBe(400);
});

test("profit and loss by day and its totals are what the betting record's rounds add up to [PROD-09, CENTRE-08]", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  for (const stake of [10_00n, 20_00n, 30_00n]) await rollDice(world, ann.id, { stake });
  await bet(ann, 10_00n, "MANGO_RUSH");
  const { list } = await ann.call(rounds.mine, { from: TODAY, to: TODAY });
  const [stake, win] = [list.reduce((sum, round) => sum + round.stake, 0n), list.reduce((sum, round) => sum + round.win, 0n)];
  const figures = { rounds: 4, stake, win, profit: win - stake };
  expect(await ann.call(reports.profit, { from: "2026-09-01", to: TODAY })).toEqual({ list: [{ day: TODAY, ...figures }], ...figures });
  expect(await ann.call(rounds.totals, { from: TODAY, to: TODAY })).toEqual({ count: 4, stake, win });
  expect((await ann.call(reports.profit, { from: TODAY, to: TODAY, gameCode: "MANGO_RUSH" })).rounds).toBe(1);
  const ben = await world.player();
  expect((await ben.call(reports.profit, { from: TODAY, to: TODAY })).rounds).toBe(0);
});

test("the betting record comes as a file with one line for each of the member's own rounds, and says beforehand how many [PROD-07, CENTRE-06]", async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  for (const stake of [10_00n, 20_00n, 30_00n]) await rollDice(world, ann.id, { stake });
  await bet(ben, 40_00n);
  const { text, headers } = await ann.download(reports.roundsCsv, { from: TODAY, to: TODAY });
  expect(headers.get("x-rows")).toBe("3");
  expect(headers.get("content-disposition")).toBe(`attachment; filename="laro-betting-record-${TODAY}-${TODAY}.csv"`);
  const { list } = await ann.call(rounds.mine, {});
  const [heading, ...lines] = [...readCsv(text)].map(({ cells }) => cells!);
  expect(heading!.join()).toBe(
    "Time,Game,Stake,Win,Profit,Round,Game code,Version,State,First stake,Seed,Draw,Number under the seed,Choice,Actions,Outcome,Jackpot",
  );
  expect(lines).toEqual(
    list.map(({ id, stake, win, seedId, nonce, choice, outcome }) => {
      const read = [`${TODAY} 12:00:00`, "Dice", formatAmount(stake), formatAmount(win), formatAmount(win - stake), id];
      return [...read, "DICE", "1", "settled", formatAmount(stake), seedId!, "", nonce, JSON.stringify(choice), "[]", JSON.stringify(outcome), ""];
    }),
  );
  expect(linesOf((await ann.download(reports.roundsCsv, { gameCode: "MANGO_RUSH" })).text)).toHaveLength(1);
});

test("the account record comes as a file with one line for each journal line of its kind, in the member's language [PROD-08, CENTRE-07]", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await bet(ann, 10_00n);
  await ann.call(transfers.move, { requestId: newId(world.clock.now()), from: "MAIN", to: "AG", amount: 100_00n });
  const { list } = await ann.call(wallet.history, { limit: 100 });
  const all = await ann.download(reports.movementsCsv, {});
  expect(all.headers.get("x-rows")).toBe(String(list.length));
  expect(
    linesOf(all.text)
      .slice(1)
      .map((line) => line.split(",").slice(1, 6).join(",")),
  ).toEqual(
    list.map(({ seq, kind, amount, balanceAfter, reference }) =>
      [seq, translatorFor("EN")(`wallet.kind.${kind}`), formatAmount(amount), formatAmount(balanceAfter), reference].join(","),
    ),
  );
  const moved = await ann.download(reports.movementsCsv, { kind: "transfer", from: TODAY, to: TODAY });
  expect([moved.headers.get("x-rows"), linesOf(moved.text).length]).toEqual(["1", 2]);
  await ann.call(accounts.setLanguage, { language: "TY" });
  expect(linesOf((await ann.download(reports.movementsCsv, {})).text)[0]).toBe("Oras,Linya,Uri,Halaga,Balanse pagkatapos,Reference,Round");
});

test("a file longer than a page holds every line once, whatever page it was read in", async () => {
  const ann = await world.player();
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: ann.id, kind: "main" });
  const count = 1_203;
  await Promise.all(
    Array.from({ length: count }, () =>
      world.open.platform.ledger.post({
        ref: newId(world.clock.now()),
        walletId,
        contra: houseAccount(1),
        kind: "bet",
        debitMinor: 0n,
        creditMinor: 0n,
        digest: 0n,
        round: { gameId: 1, draw: () => ({ winMinor: 5n, detail: "{}" }) },
      }),
    ),
  );
  for (const endpoint of [reports.roundsCsv, reports.movementsCsv] as const) {
    const { text, headers } = await ann.download(endpoint, {});
    const lines = linesOf(text).slice(1);
    expect([headers.get("x-rows"), lines.length, new Set(lines).size]).toEqual([String(count), count, count]);
  }
});

test("words that a spreadsheet would run as a formula are written as plain text", () => {
  const at = new Date("2026-10-05T04:00:00Z");
  const t = Object.assign(() => '=cmd|"x"', { locale: "en", learn: () => undefined });
  const movement = { seq: "1", kind: "bet", amount: -1n, balanceAfter: 0n, reference: "r", roundId: null, between: null, at: at.toISOString() } as const;
  expect(movementLine(movement, t, () => TODAY)).toBe(`${TODAY},1,"'=cmd|""x""",-0.01,0.00,r,\r\n`);
});

const step = fc.record({
  laterMs: fc.oneof(fc.integer({ min: 1, max: 20 * 24 * HOUR_MS }), fc.constantFrom(1, 1_000)),
  do: fc.constantFrom("bet", "bet", "credit", "debit", "hold", "release", "pay", "fund", "rollUp"),
  amount: fc.bigInt({ min: 1n, max: 400n }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** One thing that can happen to a member's money; what is refused changed nothing. */
async function act(accountId: bigint, held: { id: string; amountMinor: bigint }[], { do: what, amount }: Step): Promise<void> {
  const { database, ledger } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId, kind: "main" });
  const ref = newId(world.clock.now());
  if (what === "rollUp") return rollUpPlay(database, moment());
  if (what === "bet") {
    const round = { id: newId(world.clock.now()), gameId: 1, draw: () => ({ winMinor: amount % 3n === 0n ? amount : 0n, detail: "{}" }) };
    await ledger.post({ ref, walletId, contra: houseAccount(1), kind: "bet", debitMinor: amount, creditMinor: 0n, digest: 0n, round }).catch(() => undefined);
    return;
  }
  const waiting = held.at(-1);
  await database
    .begin(async (tx) => {
      if (what === "credit") await adjust(tx, moment(), { accountId, amountMinor: amount });
      if (what === "debit") await adjust(tx, moment(), { accountId, amountMinor: -amount });
      if (what === "hold") {
        await holdFunds(tx, moment(), { id: ref, accountId, amountMinor: amount });
        await tx.insertInto("withdrawal").values({ id: ref, account_id: accountId, payout_account_id: 1n, amount, created_at: world.clock.now() }).execute();
        held.push({ id: ref, amountMinor: amount });
      }
      if ((what === "release" || what === "pay") && waiting !== undefined) {
        await (what === "pay" ? payOutHeld : releaseFunds)(tx, moment(), { ...waiting, accountId });
        await tx
          .updateTable("withdrawal")
          .set({ state: what === "pay" ? "received" : "failed" })
          .where("id", "=", waiting.id)
          .execute();
        held.pop();
      }
      if (what === "fund") {
        const vendor = await tx.selectFrom("vendor").select(["id", "code"]).where("code", "=", purseVendors[0]).executeTakeFirstOrThrow();
        await startTransfer(tx, moment(), {
          id: ref,
          accountId,
          vendor,
          direction: "in",
          gate: { pack: packs.sandbox, isAbroad: false },
          amount,
          lookAt: moment().now,
        });
        await settleTransfer(tx, moment(), { id: ref, to: "done", answer: null });
      }
    })
    .catch(() => undefined);
}

test("every month's statement adds up to the centavo, and each month opens with what the one before closed with [CENTRE-18]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { database } = world.open.platform;
      const accountId = await database.begin((tx) =>
        createAccount(tx, {
          name: `months${newId(world.clock.now()).slice(-12)}`,
          passwordHash: "",
          type: accountTypes.player,
          parentId: null,
          pack: packs.sandbox,
          keys: world.open.platform.keys,
          now: world.clock.now(),
        }),
      );
      await endRealityChecks(world, accountId);
      await world.give(accountId, 500n);
      const held: { id: string; amountMinor: bigint }[] = [];
      for (const next of steps) {
        await world.pass(next.laterMs);
        await act(accountId, held, next);
      }
      const months = (await listMonths(database, readerOf(accountId))).toReversed();
      const journal = await asOwner<{ month: string; total: string; lines: number }>(
        world.open.url,
        `select to_char(t.at at time zone '${timeZone}', 'YYYY-MM') as month, sum(t.amount)::text as total, count(*)::int as lines
         from transfer t join wallet w on w.id = t.wallet_id where w.account_id = $1 group by 1`,
        [accountId],
      );
      let closed = 0n;
      for (const month of months) {
        const { opening, deposits, withdrawals, stakes, wins, bonuses, commissions, transfers: passed, adjustments, closing, lines } = month;
        expect(opening).toBe(closed);
        expect(opening + deposits - withdrawals - stakes + wins + bonuses + commissions + passed + adjustments).toBe(closing);
        const own = journal.find((one) => one.month === month.month);
        expect([closing - opening, lines]).toEqual([BigInt(own?.total ?? 0), own?.lines ?? 0]);
        expect(await getStatement(database, readerOf(accountId), month.month)).toEqual(month);
        closed = closing;
      }
      const [row] = await asOwner<{ held: string }>(world.open.url, "select sum(balance)::text as held from wallet where account_id = $1", [accountId]);
      expect(closed).toBe(BigInt(row!.held));
    }),
    { numRuns: 15 },
  );
});

/** The words of an uncompressed or deflated PDF, page by page in the order they were drawn. */
function readPdf(bytes: Buffer): string[] {
  const source = bytes.toString("latin1");
  // What is deflated may itself end in a carriage return.
  return [...source.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(([, content]) => {
    const body = Buffer.from(content!, "latin1");
    const drawn = (body[0] === 0x78 ? inflateSync(body) : body).toString("latin1");
    if (!drawn.includes(" Tf")) return [];
    const lines = [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) =>
      [...parts!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")).join(""),
    );
    return [lines.join("\n")];
  });
}

test("the statement comes as a PDF with brand, member, month, every line, page numbers and the sentence about gambling [CENTRE-18]", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const ann = await strict.player({ balance: 1_234_567_89n });
    await strict.open.platform.database.begin(async (tx) => {
      for (let count = 0; count < 80; count++) await adjust(tx, { now: strict.clock.now(), timeZone }, { accountId: ann.id, amountMinor: 1_00n });
    });
    const response = await fetch(`${strict.address}/api/reports.statementPdf?month=2026-10`, { headers: { authorization: `Bearer ${ann.token}` } });
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="laro-statement-2026-10.pdf"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const pages = readPdf(bytes);
    expect(pages.length).toBeGreaterThan(2);
    for (const word of ["Laro", "Statement of October 2026", `Member: ${ann.name}`, "PHP 1,234,647.89"]) expect(pages.join("\n")).toContain(word);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1}`);
      expect(page).toContain("Gambling is addictive. Know when to stop. Helpline: 1553.");
    }
    expect(pages.join("\n").match(/^Adjustment$/gm)).toHaveLength(81);
    expect(pages.at(-1)).toContain("1,234,647.89");
    expect(await strict.audit()).toEqual([]);
  } finally {
    await strict.close();
  }
});
