import { sessions } from "@laro/contract/sessions";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { addVendor, GatewayVendor, nameAt } from "@laro/server/testing/gateway";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ vendors: ["AG"] });
const DAY_MS = 24 * 60 * 60_000;
const JOURNEY_LIMIT_MS = 180_000;
const reason = "As agreed with the vendor";
let walks = 0;

/** A day of Manila's calendar, so many days from a moment. */
const dayOf = (at: Date, days: number): string => new Date(at.getTime() + DAY_MS / 3 + days * DAY_MS).toISOString().slice(0, 10);

async function openConsole(): Promise<Page> {
  const { page } = await stage.visit();
  await page.goto("/console/gateway");
  await enterBackOffice(page, await stage.world.operator("superadmin"));
  // Whoever leaves while the login is under way is nobody.
  await page.getByRole("navigation").first().waitFor();
  return page;
}

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "two officers give a vendor a key and a higher stake, and find its round by the vendor's id with all that became of it, and the fault by its request",
  async () => {
    const { world } = stage;
    // A journey that is walked again meets a vendor nobody has changed.
    walks += 1;
    const [id, code] = [700 + walks, `SEVEN${walks}`];
    const vendor = await addVendor(world, { id, code, row: { stake_max: 50_00 } });
    const player = await world.player({ balance: 100_00n });
    const [first, second] = [await openConsole(), await openConsole()];
    await first.getByRole("row", { name: new RegExp(`${code}.*Test`) }).waitFor();
    await look(first);

    for (const page of [first, second]) await page.getByRole("button", { name: `Open ${code}`, exact: true }).click();
    await first.getByRole("button", { name: "New key" }).click();
    await decide(first, `New key of ${code}`, { reason, verb: "Propose" });
    const shown = first.getByRole("dialog", { name: "The secret, this once" });
    const secret = (await shown.getByLabel("Secret", { exact: true }).textContent())!;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await look(first);
    const fingerprint = (await shown.locator("code").last().textContent())!;
    await shown.getByRole("button", { name: "I have kept it" }).click();
    const waiting = second.getByRole("row", { name: new RegExp(`${fingerprint}.*Waiting`) });
    await waiting.getByRole("button", { name: "Confirm" }).click();
    const confirming = second.getByRole("dialog", { name: `Confirm the key of ${code}` });
    await confirming.getByLabel("Fingerprint").fill(fingerprint);
    await look(second);
    await decide(second, `Confirm the key of ${code}`, { reason, verb: "Confirm" });
    await first.getByRole("row", { name: new RegExp(`${fingerprint}.*In force`) }).waitFor();
    await first.getByRole("row", { name: /Ending/ }).waitFor();

    await first.getByRole("button", { name: "Change the rules" }).click();
    const rules = first.getByRole("dialog", { name: `Rules of ${code}` });
    await rules.getByText("Something above is missing, or nothing has changed yet.").waitFor();
    await rules.getByLabel("Calls a second").fill("400");
    await rules.getByText("Something above is missing").waitFor({ state: "detached" });
    await rules.getByLabel("Largest stake").fill("80");
    await rules.getByText("it waits for a second officer").waitFor();
    await look(first);
    await decide(first, `Rules of ${code}`, { reason, verb: "Change it" });
    await first.getByText("Waits for a second officer", { exact: true }).waitFor();
    await look(first);
    await second.getByRole("button", { name: "Confirm the bounds" }).click();
    await decide(second, "Confirm the bounds", { reason, verb: "Confirm" });
    await eventually(async () => asOwner(world.open.url, "select stake_max::int, calls_per_s from vendor where id = $1", [id])).toEqual([
      { stake_max: 80_00, calls_per_s: 400 },
    ]);
    await second.getByText("Waits for a second officer", { exact: true }).waitFor({ state: "detached" });

    // What the vendor sends with the new secret is taken, and what it staked is found by its own name for it.
    const renewed = new GatewayVendor({ id, code, secret: Buffer.from(secret) });
    const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale" };
    const transactions = [
      { id_provider: "their-bet-1", type: "bet", amount: "60.00" },
      { id_provider: "their-win-1", type: "win", amount: "12.50" },
    ];
    await eventually(async () => (await renewed.call(world.address, "betwin", { ...about, round_id: "their-round-1", transactions })).status).toBe(200);
    await renewed.call(world.address, "betwin", { ...about, round_id: "odd", transactions: [{ id_provider: "odd", type: "bet", amount: "1e3" }] });
    await first.getByRole("tab", { name: "Search" }).click();
    await first.getByLabel("Any id").fill("their-win-1");
    await first.getByRole("button", { name: "Find" }).click();
    await first.getByRole("row", { name: /Bet.*their-bet-1.*60\.00.*40\.00/ }).waitFor();
    await first.getByRole("row", { name: /Win.*their-win-1.*12\.50.*52\.50/ }).waitFor();
    await first.getByText("their-round-1", { exact: true }).waitFor();
    await look(first);

    await first.getByRole("tab", { name: "Faults" }).click();
    const fault = first.getByRole("row", { name: new RegExp(`${code}.*malformed`) });
    await fault.getByRole("button").click();
    await first
      .getByRole("dialog", { name: `${code}: malformed` })
      .getByText("1e3")
      .waitFor();
    await look(first);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "two officers end a transfer nobody heard of, by its vendor's word, and the money is back where it was [WALLET-08]",
  async () => {
    const { world } = stage;
    const ann = await world.player({ balance: 100_00n });
    await world.vendor!.order("dead", 100);
    const { move } = await ann.call(transfers.move, { requestId: crypto.randomUUID(), from: "MAIN", to: "AG", amount: 40_00n });
    await asOwner(world.open.url, "update vendor_transfer set at = now() - interval '25 hours', look_at = now() where id = $1", [move.id]);
    await asOwner(world.open.url, "select graphile_worker.add_job('vendors:lookAtTransfers', '{}'::json)");
    const [first, second] = [await openConsole(), await openConsole()];
    for (const page of [first, second]) await page.goto("/console/gateway?part=transfers");
    const waiting = (page: Page) => page.getByRole("row", { name: new RegExp(move.reference) });
    await eventually(async () => asOwner(world.open.url, "select state from vendor_transfer where id = $1", [move.id])).toEqual([{ state: "held" }]);
    await world.vendor!.order("dead", 0);
    await first.reload();
    await waiting(first)
      .getByRole("button", { name: `Propose that ${move.reference} was not done` })
      .click();
    await look(first);
    await decide(first, `Propose that ${move.reference} was not done`, { reason: "Their support: it never arrived", verb: "It was not" });
    await waiting(second).getByText("Their support: it never arrived").waitFor();
    await look(second);
    await waiting(second)
      .getByRole("button", { name: `Confirm what is proposed of ${move.reference}` })
      .click();
    await decide(second, `Confirm what is proposed of ${move.reference}`, { reason: "I rang them", verb: "Confirm" });
    await second.getByText("No transfers are in this state.").waitFor();
    await eventually(async () => (await ann.call(wallet.balance, {})).balance).toBe(100_00n);
    await second.setViewportSize({ width: 390, height: 844 });
    await second.getByRole("tab", { name: "Refused" }).click();
    await waiting(second).getByText("I rang them").waitFor();
    await look(second);
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "a prize beyond what its vendor may give in a day waits: one officer proposes what is paid of it, another confirms, and the member has that much",
  async () => {
    const { world } = stage;
    walks += 1;
    const vendor = await addVendor(world, { id: 700 + walks, code: `SEVEN${walks}`, row: { prize_day_max: 10_00 } });
    const ann = await world.player({ balance: 5_00n });
    const about = { account_id: await nameAt(world, vendor, ann.id), currency: "PHP", event_id: "e-1", event_type: "tournament" };
    await vendor.call(world.address, "promo/win", { ...about, id_provider: `prize-${walks}`, amount: "25.00" });
    expect((await ann.call(wallet.balance, {})).balance).toBe(5_00n);
    const [first, second] = [await openConsole(), await openConsole()];
    for (const page of [first, second]) await page.goto("/console/gateway?part=prizes");
    const waiting = (page: Page) => page.getByRole("row", { name: new RegExp(`prize-${walks}`) });
    await waiting(first)
      .getByRole("button", { name: /^Propose what is paid of/ })
      .click();
    const dialog = first.getByRole("dialog", { name: /^Propose what is paid of/ });
    await dialog.getByLabel("Is paid").fill("30");
    expect(await dialog.getByRole("button", { name: "Propose", exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel("Is paid").fill("20");
    await look(first);
    await decide(first, /^Propose what is paid of/, { reason: "Their support: twenty of it", verb: "Propose" });
    await waiting(second).getByText("Their support: twenty of it").waitFor();
    await look(second);
    // Nobody confirms their own word.
    expect(
      await waiting(first)
        .getByRole("button", { name: /^Confirm what is paid of/ })
        .count(),
    ).toBe(0);
    await waiting(second)
      .getByRole("button", { name: /^Confirm what is paid of/ })
      .click();
    await decide(second, /^Confirm what is paid of/, { reason: "I rang them", verb: "Confirm" });
    await eventually(async () => (await ann.call(wallet.balance, {})).balance).toBe(25_00n);
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

// The last of the file: it puts the server's clock ahead for good.
test(
  "two officers end a round its vendor knows nothing of, see what its games paid back, and explain what its report of the day tells differently",
  async () => {
    const { world } = stage;
    walks += 1;
    const [id, code] = [720 + walks, `QUIET${walks}`];
    const vendor = await addVendor(world, { id, code, row: { round_rule: "hold" } });
    await asOwner(world.open.url, "update game set rtp_bps = 9600, rtp_source = 'stated' where vendor_id = $1", [id]);
    await asOwner(world.open.url, "insert into vendor_game_day values ($1, current_date, $2, 10000, 1000000, 800000, 100000000, 80000000, 160000000)", [
      id,
      vendor.gameId(),
    ]);
    const ann = await world.player({ balance: 100_00n });
    const about = { account_id: await nameAt(world, vendor, ann.id), currency: "PHP", game_id: "gale" };
    const bet = { id_provider: "bet-1", type: "bet", amount: "10.00" };
    await vendor.call(world.address, "betwin", { ...about, round_id: "over", finished: true, transactions: [bet] });
    await vendor.call(world.address, "betwin", { ...about, round_id: "silent", transactions: [{ ...bet, id_provider: "bet-2", amount: "25.00" }] });
    await asOwner(world.open.url, "update vendor_round set silent_at = now() - interval '73 hours' where vendor_id = $1 and closed_at is null", [id]);
    await world.pass(DAY_MS);
    await world.vendor!.setClock(world.clock.now(), new Date(world.clock.now().getTime() - 3 * DAY_MS));

    const [first, second] = [await openConsole(), await openConsole()];
    await first.getByRole("row", { name: new RegExp(`${code}.*1 waits`) }).waitFor();
    for (const page of [first, second]) await page.getByRole("button", { name: `Open ${code}`, exact: true }).click();
    await second.setViewportSize({ width: 390, height: 844 });
    await first.getByRole("button", { name: "Propose: silent" }).click();
    await first.getByRole("dialog").getByLabel("Decision").selectOption({ label: "The stakes come back" });
    await decide(first, "Propose what becomes of round silent", { reason, verb: "Propose" });
    await second.getByRole("button", { name: "Confirm: silent" }).click();
    await look(second);
    await decide(second, "Decide round silent", { reason: "I rang them", verb: "Confirm" });
    await second.getByText("No round waits for officers.").waitFor();
    const returned = world.guest();
    returned.token = (await returned.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
    expect((await returned.call(wallet.balance, {})).balance).toBe(90_00n);

    await first.getByRole("row", { name: /gale.*96\.00%.*80\.00%.*Outside/ }).waitFor();
    const days = first.getByRole("region", { name: "Checked days" });
    await first.locator("input[type='date']").fill(dayOf(world.clock.now(), -1));
    await first.getByRole("button", { name: "Check this day" }).click();
    await days.getByText("1 open").waitFor();
    await look(first);
    await first
      .getByRole("row", { name: /Missing.*10\.00/ })
      .getByRole("button", { name: /^Explain/ })
      .click();
    await decide(first, /^Explain/, { field: "Explanation", reason: "They tell it tomorrow", verb: "Explain" });
    await first.getByRole("tab", { name: "Explained" }).click();
    await first.getByText("They tell it tomorrow").waitFor();
    await second.reload();
    await look(second);
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
