import { deposits } from "@laro/contract/deposits";
import { members } from "@laro/contract/members";
import { codeAt } from "@laro/server/testing/authenticator";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, holdSocket, logIn, PASSWORD } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const MINUTE_MS = 60_000;

/** Opens a page of the console as someone. */
async function openConsole(officer: { name: string; password: string }, path: string, refusals: readonly number[] = []): Promise<Page> {
  const { page } = await stage.visit({ refusals });
  await page.goto(`/console${path}`);
  await enterBackOffice(page, officer);
  return page;
}

/** Fills in the reason of the dialog that is open and presses its button. */
async function confirm(page: Page, title: string, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Reason").fill("The member wrote to us about it");
  // The button passes from pale to its colour once there is a reason.
  await eventually(() => findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
}

test(
  "support finds a member by one box, sees them masked and reveals a field by a reason; risk restricts and closes, and the member's next call knows [ROLE-14, ERR-05]",
  async () => {
    const { world } = stage;
    const maria = await world.player({ name: "mariaclara" });
    await asOwner(world.open.url, "update account set verification = 'A', verified_name = 'Maria Santos' where id = $1", [String(maria.id)]);
    const support = await openConsole(await world.operator("support"), "/members");
    const box = support.getByLabel("Find a member");
    await box.fill("nobody-has-this-name");
    await box.press("Enter");
    await support.getByText("Username or e-mail does not exist.", { exact: false }).waitFor();
    await box.fill("MariaC");
    await box.press("Enter");
    await support.getByRole("row", { name: /mariaclara/ }).waitFor();
    expect(await findAccessFaults(support)).toEqual([]);
    await box.fill(maria.ip);
    await box.press("Enter");
    await support.getByRole("row", { name: /mariaclara/ }).waitFor();
    expect(support.url()).not.toContain(maria.ip);
    await support.getByRole("row", { name: /mariaclara/ }).click();
    await support.getByRole("heading", { name: "mariaclara" }).waitFor();
    await support.getByText("M••• S•••").waitFor();
    expect(await support.getByText("Maria Santos").count()).toBe(0);
    expect(await support.getByRole("button", { name: "Restrict" }).count()).toBe(0);
    await support.getByRole("button", { name: "Show: Verified name" }).click();
    await confirm(support, "Show what is masked of mariaclara", "Show");
    await support.getByText("Maria Santos").waitFor();
    await support.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await support.getByRole("tab", { name: /Notes/ }).click();
    await support.getByRole("textbox", { name: "Note" }).fill("Asked about a payout.");
    await support.getByRole("button", { name: "Add the note" }).click();
    await support.getByText("The note is added.").waitFor();
    for (const part of ["Money", "Play", "Limits and breaks", "Security", "Messages"]) {
      await support.getByRole("tab", { name: part }).click();
      expect(await findAccessFaults(support)).toEqual([]);
    }

    const risk = await openConsole(await world.operator("risk"), `/members?open=${maria.id}`);
    await risk.getByText("Asked about a payout.").waitFor();
    await risk.getByRole("button", { name: "Restrict" }).click();
    await risk.getByRole("dialog").getByLabel("Deposits").check();
    await confirm(risk, "Restrict mariaclara", "Restrict");
    await risk.getByText("No deposits").waitFor();
    await eventually(async () => {
      const actor = await world.open.gatekeeper.authenticate(maria.token!, "member", maria.ip);
      return actor?.kind === "member" && actor.standing.restrictions;
    }).toEqual(["deposit"]);
    await risk.getByRole("button", { name: "Close the account" }).click();
    await confirm(risk, "Close the account of mariaclara", "Close the account");
    await eventually(() => maria.send(deposits.methods, {}).then(({ status }) => status)).toBe(401);
    const auditor = await world.operator("auditor");
    expect(await auditor.call(members.open, { id: maria.id })).toMatchObject({ closed: true, restrictions: ["deposit"] });
  },
  JOURNEY_LIMIT_MS,
);

test("proposals and notes beyond a page are read by the button below them", async () => {
  const { world } = stage;
  const [nina, admin] = [await world.player(), await world.operator("superadmin")];
  const plant = (statement: string) => asOwner(world.open.url, statement, []);
  const ids = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
  await plant(`insert into member_note (id, account_id, text, operator_id, operator_name, at)
    select ${ids}, ${nina.id}, 'Call number ' || n || '.', 1, 'someone', now() from generate_series(1, 25) n`);
  await plant(`insert into account (name, nickname, type, password_hash, password_changed_at, created_at, closed)
    select 'many' || n, 'many' || n, 0, '', now(), now(), true from generate_series(1, 60) n`);
  await plant(`insert into member_proposal (id, account_id, kind, reason, proposed_by, proposed_name, proposed_at)
    select ${ids}, a.id, 'reopen', 'as they asked', 1, 'someone', now() from generate_series(1, 60) n join account a on a.name = 'many' || n`);
  await plant(`insert into operator_proposal (id, kind, name, roles, reason, proposed_by, proposed_name, proposed_at)
    select ${ids}, 'create', 'many' || n, '{support}', 'more hands', 1, 'someone', now() from generate_series(1, 60) n`);
  const page = await openConsole(admin, `/members?open=${nina.id}`);
  await page.getByRole("tab", { name: /Notes/ }).click();
  await page.getByText("Call number 25.").waitFor();
  expect(await page.getByText("Call number 5.", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("Call number 1.", { exact: true }).waitFor();
  for (const path of ["/members?waits=yes", "/staff"]) {
    await page.goto(`/console${path}`);
    await page.getByText("many50", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show more" }).first().click();
    await page.getByText("many60", { exact: true }).waitFor();
  }
});

test("an officer who did not see what another closed is told, keeps what was typed and decides against what stands now", async () => {
  const { world } = stage;
  const [rita, one, other] = [await world.player(), await world.operator("risk"), await world.operator("risk")];
  const { page } = await stage.visit({ refusals: [409] });
  const deafen = await holdSocket(page);
  await page.goto(`/console/members?open=${rita.id}`);
  await enterBackOffice(page, one);
  await page.getByRole("button", { name: "Restrict" }).click();
  const dialog = page.getByRole("dialog", { name: `Restrict ${rita.name}` });
  await dialog.getByLabel("Deposits").check();
  await dialog.getByLabel("Reason").fill("The member wrote to us about it");
  deafen();
  await other.call(members.restrict, { id: rita.id, restrictions: ["withdraw"], seen: [], reason: "Somebody else is at it" });
  await dialog.getByRole("button", { name: "Restrict", exact: true }).click();
  await dialog.getByText("Another officer changed this meanwhile.").waitFor();
  await dialog.locator("dd").getByText("Withdrawals").waitFor();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("The member wrote to us about it");
  await dialog.getByLabel("Withdrawals").check();
  await dialog.getByRole("button", { name: "Restrict", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const { restrictions } = await one.call(members.open, { id: rita.id });
  expect(restrictions.toSorted()).toEqual(["deposit", "withdraw"]);
});

test("a member whose deposits an officer closed stays logged in, and the next deposit is refused where they make it (`limits.restricted`) [ROLE-14]", async () => {
  const { world } = stage;
  const rosa = await world.player({ name: "rosarestricted" });
  const { page } = await stage.visit({ refusals: [403] });
  await page.goto("/login");
  await logIn(page, rosa);
  await page
    .getByRole("button", { name: /Account menu|₱/ })
    .first()
    .waitFor();
  await page.goto("/member/depositv2");
  const desk = page.getByRole("dialog", { name: "Deposit" });
  await desk.getByText("GCash", { exact: true }).click();
  await desk.getByLabel("Amount").fill("500");
  const risk = await world.operator("risk");
  await risk.call(members.restrict, { id: rosa.id, restrictions: ["deposit"], seen: [], reason: "The member asked for it" });
  await desk.getByRole("button", { name: "Continue to GCash" }).click();
  await desk.getByText("This is closed for your account; customer service knows why.").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  expect((await rosa.call(deposits.mine, {})).list).toEqual([]);
});

test(
  "a staff account with an authenticator is entered by password and code, its recovery codes are shown once, and a wrong code opens nothing",
  async () => {
    const { world } = stage;
    const officer = await world.operator("finance");
    const page = await openConsole(officer, "/withdrawals");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Second factor" }).click();
    await page.getByRole("button", { name: "Set up an authenticator" }).click();
    const dialog = page.getByRole("dialog", { name: "Second factor" });
    const key = await dialog.locator("code").innerText();
    expect(await findAccessFaults(page)).toEqual([]);
    await dialog.getByLabel("Six digits of the authenticator").fill(codeAt(key, world.clock.now()));
    await dialog.getByRole("listitem").first().waitFor();
    const codes = await dialog.getByRole("listitem").allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await findAccessFaults(page)).toEqual([]);
    expect(await dialog.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    await dialog.getByLabel("I have kept the codes.").check();
    await dialog.getByRole("button", { name: "Continue" }).click();

    world.clock.advance(MINUTE_MS);
    const again = await openConsole({ name: officer.name, password: PASSWORD }, "/withdrawals", [401, 403]);
    const field = again.getByLabel("Authenticator code");
    await field.waitFor();
    expect(await findAccessFaults(again)).toEqual([]);
    await field.fill("000000");
    await again.getByRole("button", { name: "Log in" }).click();
    await again.getByText("That is not right. Please try again.").waitFor();
    await field.fill(codes[0]!);
    await again.getByRole("button", { name: "Log in" }).click();
    await again.getByRole("heading", { name: "Withdrawals" }).waitFor();
  },
  JOURNEY_LIMIT_MS,
);
