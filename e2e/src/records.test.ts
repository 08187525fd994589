import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { formatAmount } from "@laro/contract/core/money";
import { rounds } from "@laro/contract/rounds";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import type { Person } from "@laro/server/testing/person";
import type { Download, Page } from "playwright-core";
import { rollDice } from "@laro/server/testing/bets";
import { expect, test } from "vitest";
import { addressOf, peso } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ vendors: ["AG"] });

const DAY_MS = 24 * 60 * 60_000;
const centre = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const open = (page: Page, name: string) => page.getByRole("navigation", { name: "Member centre" }).getByRole("link", { name, exact: true }).click();

/** The Manila day some days from now. */
const manilaDay = (days = 0): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Manila" }).format(Date.now() + days * DAY_MS);

/** A month (yyyy-mm) or a day (yyyy-mm-dd) as a page writes it. */
const inWords = (date: string): string => {
  const [year = 0, month = 0, day] = date.split("-").map(Number);
  const shape = day === undefined ? ({ month: "long" } as const) : ({ day: "2-digit", month: "short" } as const);
  return new Intl.DateTimeFormat("en", { ...shape, year: "numeric", timeZone: "UTC" }).format(Date.UTC(year, month - 1, day ?? 1));
};

/** A member with four rounds of dice and one move of money behind them. */
async function veteran(): Promise<Person & { readonly id: bigint }> {
  const ann = await stage.world.player({ balance: 1_000_00n });
  for (const stake of [10_00n, 20_00n, 30_00n, 40_00n]) await rollDice(stage.world, ann.id, { stake });
  await ann.call(transfers.move, { requestId: randomUUID(), from: "MAIN", to: "AG", amount: 100_00n });
  return ann;
}

/** Presses a button that fetches a file, and answers the file. */
async function fetchFile(page: Page, press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = (await Promise.all([page.waitForEvent("download"), press()])) as [Download, unknown];
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const figuresOf = (page: Page, title: string, label: string) => centre(page, title).getByLabel(label, { exact: true }).locator("dd").allInnerTexts();

test("profit and loss shows the betting record's totals in figures and as a picture, and a day opens its rounds [PROD-09, PROD-07, CENTRE-06, CENTRE-08]", async () => {
  const ann = await veteran();
  const totals = await ann.call(rounds.totals, {});
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member");
  await open(page, "Profit and loss");
  const net = totals.win - totals.stake;
  const sign = net > 0n ? "+" : net < 0n ? "−" : "";
  const expected = ["4", peso(totals.stake), peso(totals.win), `${sign}${peso(net < 0n ? -net : net)}`];
  await eventually(() => figuresOf(page, "Profit and loss", "Totals of these days")).toEqual(expected);
  const profit = centre(page, "Profit and loss");
  await profit.getByRole("img", { name: /^Bars of profit and loss/ }).waitFor();
  expect(await profit.locator("svg[role=img] rect").count()).toBe(net === 0n ? 0 : 1);
  // One day was played: it was the best or the worst, and the other is not made up.
  expect(await profit.getByText("Best", { exact: false }).count()).toBe(net > 0n ? 1 : 0);
  expect(await profit.getByText("Worst", { exact: false }).count()).toBe(net < 0n ? 1 : 0);
  await profit.getByRole("button", { name: inWords(manilaDay()) }).click();
  const record = centre(page, "Betting record");
  await eventually(() => record.locator("tbody tr").count()).toBe(4);
  expect(addressOf(page)).toBe(`/member/personalHistoryCopy?from=${manilaDay()}&to=${manilaDay()}`);
  await eventually(() => figuresOf(page, "Betting record", "Totals")).toEqual(expected);
});

test("each preset fills in the right first and last day, in every record [CENTRE-19, CONST-31]", async () => {
  const { token } = await stage.world.player();
  const { page } = await stage.visit({ token });
  const day = (label: "From" | "To") => page.getByLabel(label, { exact: true });
  const expectSpan = (first: number, last: number) =>
    eventually(async () => [await day("From").inputValue(), await day("To").inputValue()]).toEqual([manilaDay(first), manilaDay(last)]);
  const press = (name: string) => page.getByRole("group", { name: "Days" }).getByRole("button", { name, exact: true }).click();
  await page.goto("/member");
  for (const record of ["Betting record", "Account record", "Profit and loss"]) {
    await open(page, record);
    await centre(page, record).waitFor();
    await press("Past 30 days");
    await expectSpan(-29, 0);
    await press("Past 7 days");
    await expectSpan(-6, 0);
    await day("From").fill(manilaDay(-60));
    await day("To").fill(manilaDay(-50));
    await expectSpan(-60, -50);
    await press("Next 7 days");
    await expectSpan(-49, -43);
    await press("Next 30 days");
    await expectSpan(-42, -13);
    await press("Next 30 days");
    await expectSpan(-12, 0);
  }
});

test("the records come as files that hold their lines, and a bet's line opens its round [PROD-07, PROD-08, CENTRE-07]", async () => {
  const ann = await veteran();
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member");
  await open(page, "Betting record");
  const played = (await ann.call(rounds.mine, {})).list;
  const betting = await fetchFile(page, () => centre(page, "Betting record").getByRole("button", { name: "Download CSV" }).click());
  expect(betting.name).toBe(`laro-betting-record-${manilaDay(-6)}-${manilaDay()}.csv`);
  const rows = betting.bytes.toString("utf8").trimEnd().split("\r\n");
  expect(rows.slice(1).map((row) => row.split(",").slice(1, 6))).toEqual(
    played.map(({ id, stake, win }) => ["Dice", formatAmount(stake), formatAmount(win), formatAmount(win - stake), id]),
  );

  await open(page, "Account record");
  const account = centre(page, "Account record");
  const lines = (await ann.call(wallet.history, { limit: 100 })).list;
  await eventually(() => account.locator("tbody tr").count()).toBe(lines.length);
  await account.getByText("from main wallet to AG").waitFor();
  const journal = await fetchFile(page, () => account.getByRole("button", { name: "Download CSV" }).click());
  const written = journal.bytes.toString("utf8").trimEnd().split("\r\n").slice(1);
  expect(written.map((row) => row.split(",")[1])).toEqual(lines.map(({ seq }) => seq));
  const bet = lines.find(({ kind }) => kind === "bet")!;
  await account.getByRole("button", { name: `Replay the round of line ${bet.seq}` }).click();
  await page.getByRole("heading", { name: "Replay: Dice" }).waitFor();
  expect(addressOf(page)).toBe(`/room/DICE?round=${bet.roundId}`);
});

test("the credit report shows the month with figures that add up, and hands it over as a PDF [CENTRE-18]", async () => {
  const ann = await veteran();
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member");
  await open(page, "Credit report");
  const month = manilaDay().slice(0, "yyyy-mm".length);
  const statement = centre(page, "Credit report").getByRole("region", { name: `Statement of ${inWords(month)}` });
  const { balance } = await ann.call(wallet.balance, {});
  await statement.getByText(peso(balance + 100_00n), { exact: true }).waitFor();
  const { name, bytes } = await fetchFile(page, () => statement.getByRole("button", { name: "Download PDF" }).click());
  expect(name).toBe(`laro-statement-${month}.pdf`);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-6).toString()).toContain("%%EOF");
  expect(await stage.world.audit()).toEqual([]);
});
