import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { enterBackOffice, GIVEN_PASSWORD, logIn, newName, playRound, register } from "./acts.ts";
import { showWhole } from "./browser.ts";
import type { HandedOut, Onlooker } from "./onlookers.ts";
import type { Screen } from "./screen.ts";
import { agentFaces } from "./screens.agents.ts";
import { campaignFaces, cardFaces } from "./screens.campaigns.ts";
import { contentFaces } from "./screens.content.ts";
import { feedbackFaces } from "./screens.feedback.ts";
import { lobbyFaces } from "./screens.lobby.ts";
import { lotteryFaces } from "./screens.lottery.ts";
import { pointsFaces } from "./screens.points.ts";
import { registrationFaces } from "./screens.registration.ts";
import { vendorFaces } from "./screens.vendors.ts";
import { answerDue, answerOutbox, answerPorts, answerReward } from "./screens.answers.ts";

const screen = (name: string, onlooker: Onlooker, path: string, rest: Omit<Screen, "name" | "for" | "path"> = {}): Screen => ({
  name,
  for: onlooker,
  path,
  ...rest,
});

/** Every room of the house, as it stands before the first round. */
const ROOMS =
  "DICE MANGO_RUSH LIMBO PLINKO WHEEL KENO SCRATCH PAROL_BINGO MINES HI_LO COIN_FLIP BLACKJACK VIDEO_POKER ROULETTE BACCARAT DRAGON_TIGER SIC_BO BACCARAT_NC GINTONG_PAROL HALO_HALO BULKAN_WAYS FIESTA_LINES JEEPNEY_243 PERLAS_HOLD".split(
    " ",
  );

const PERMISSION = "**/api/site.permission*";

/** Lets the server answer this page another status of the site. */
export const answerStatus = (page: Page, systemStatus: number): Promise<unknown> =>
  page.route(PERMISSION, async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: object };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, systemStatus } } });
  });

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Does what opens a dialog and waits for it: dialogs come a tenth of a second later. */
const opening = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await act(page);
  await page.locator("dialog:modal").last().waitFor();
};

/** Moves a section to the top, switches another off and is asked for the reason. */
async function arrangeHome(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Move Winners", exact: true }).press("Home");
  await page.getByRole("switch", { name: "Videos" }).click();
  await press(page, "Save …");
}

/** The same in the member centre, which is a dialog itself. */
const inCentre = (button: string, title: string) => (page: Page) =>
  press(page, button).then(() => page.getByRole("dialog", { name: title, exact: true }).waitFor());

/** Opens the first row of a queue. */
const openFirst = opening((page) => page.locator("tbody tr").first().click());

/** Opens a part of the view of the member that was searched for. */
const openMember = (tab: string) => async (page: Page) => {
  await page.locator("tbody tr").first().click();
  const parts = page.getByRole("tablist", { name: "Parts of the view" });
  await parts.waitFor();
  await parts.locator(`[data-tab="${tab}"]`).click();
};

/** Opens the menu where it is a drawer, folds it where it stands beside the page. */
const toggleMenu = (page: Page): Promise<void> => page.getByRole("button", { name: /^(Open the menu|Fold the (side )?menu)$/ }).click();

/** Opens the dialog that decides the first withdrawal of the queue. */
async function openDecision(page: Page): Promise<void> {
  await page.locator("tbody tr").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByLabel("Reason").waitFor();
}

/** Opens the dialog that decides the first transfer of the queue, with another amount than its first officer found. */
async function openOtherAmount(page: Page): Promise<void> {
  await page.locator("tbody tr").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Credit" }).click();
  await page.getByRole("dialog").getByLabel("What really arrived").fill("120500.00");
}

/** Sends a file as yesterday's statement of the bank. */
const importStatement = (content: string) => async (page: Page) => {
  await press(page, "Import a statement");
  await page.getByLabel("The bank's file").setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Import", exact: true }).click();
};

/** As long as the longest cycle of a game. */
const PACE_MS = 2_500;
let lastRound: Promise<unknown> = Promise.resolve();

/** A game holds a member to its pace, and all windows show one member: they play one after the other. */
const playInTurn = (action: "Roll" | "Spin") => (page: Page) =>
  (lastRound = lastRound
    .catch(() => undefined)
    .then(() => playRound(page, action))
    .then(() => sleep(PACE_MS)));

/** Opens the member's last withdrawal in a state. */
const openWithdrawal = (state: string) => (page: Page) => page.locator("section li button", { hasText: state }).first().click();

/** The pages there are, each once, as most people see them. */
export const routes: readonly Screen[] = [
  screen("home-guest", "guest", "/"),
  screen("game-list", "guest", "/bgs"),
  screen("slots", "guest", "/rng?gameClassify=ALL"),
  screen("hot", "guest", "/hot"),
  screen("list-empty", "guest", "/fish?gameClassify=ALL"),
  screen("promotions", "guest", "/promotions"),
  screen("help", "guest", "/help"),
  screen("login", "guest", "/login"),
  screen("register", "guest", "/register"),
  screen("not-found", "guest", "/no-such-page", { refusals: [404] }),
  screen("games-sheet", "player", "/promotions?sheet=games"),
  screen("agent-login", "guest", "/agent"),
  screen("console-login", "guest", "/console"),
  screen("home-member", "player", "/"),
  screen("overview", "player", "/member"),
  screen("deposit", "player", "/member/depositv2"),
  screen("withdraw", "player", "/member/withdraw"),
  screen("wallets", "player", "/member/transferFund"),
  screen("transfer-upline", "player", "/member/transferUpline"),
  screen("profit", "player", "/member/personalProfit"),
  screen("credit-report", "player", "/member/creditReport"),
  screen("betting-record", "player", "/member/personalHistoryCopy"),
  screen("account-record", "player", "/member/transactionHistory"),
  screen("rewards", "player", "/member/rewardCenter"),
  screen("vip", "player", "/vip"),
  screen("vip-guest", "guest", "/vip"),
  screen("bonus-details", "player", "/member/bonusDetails"),
  screen("messages", "player", "/member/messageV2"),
  screen("security", "player", "/member/securityCenter"),
  ...ROOMS.map((code) => screen(code.toLowerCase().replaceAll("_", "-"), "player", `/room/${code}`)),
  screen("agent-home", "agent", "/agentHome"),
  screen("console-withdrawals", "operator", "/console/withdrawals"),
  screen("console-deposits", "operator", "/console/deposits"),
  screen("verification-intro", "newcomer", "/member/securityCenter", { act: (page) => openIdentity(page) }),
  screen("verification-form", "newcomer", "/member/securityCenter", {
    act: async (page) => (await openIdentity(page)).getByRole("button", { name: "Start" }).click(),
  }),
  screen("console-verifications", "operator", "/console/verifications"),
  screen("console-eligibility", "operator", "/console/eligibility"),
  screen("console-screening", "operator", "/console/screening"),
  screen("console-protection", "operator", "/console/protection"),
  screen("console-adjustments", "operator", "/console/adjustments"),
  screen("console-journal", "operator", "/console/journal?member=demoplayer"),
  screen("console-reconciliation", "operator", "/console/reconciliation"),
  screen("console-aml", "operator", "/console/aml"),
  screen("console-outbox", "operator", "/console/outbox"),
  screen("console-home", "operator", "/console/home"),
  screen("console-games", "operator", "/console/games"),
  screen("console-games-order", "operator", "/console/games?part=order"),
  screen("console-games-all", "operator", "/console/games?part=games"),
  screen("console-games-none", "operator", "/console/games?part=games&search=no-such-game"),
  screen("console-games-windows", "operator", "/console/games?part=windows"),
  screen("console-house", "operator", "/console/house"),
  screen("console-house-tables", "operator", "/console/house?part=tables"),
  screen("console-house-lotteries", "operator", "/console/house?part=lotteries"),
  screen("console-house-rounds", "operator", "/console/house?part=rounds"),
  screen("console-house-chains", "operator", "/console/house?part=chains"),
  screen("console-house-proposals", "operator", "/console/house?part=proposals"),
  screen("console-settings", "operator", "/console/settings"),
  screen("console-register-rules", "operator", "/console/register-rules"),
  screen("console-vip", "operator", "/console/vip"),
  screen("console-venues", "operator", "/console/venues"),
  screen("console-staff", "operator", "/console/staff"),
  screen("console-audit", "operator", "/console/audit"),
  screen("console-members", "operator", "/console/members"),
  screen("console-counts", "operator", "/console/counts"),
];

/** Paying in, under way and done. */
const depositFaces: readonly Screen[] = [
  screen("deposit-waiting", "newcomer", "/member/depositv2", {
    act: async (page) => {
      await page.getByLabel("Amount").fill("500");
      await press(page, "Show the QR code");
      await page.getByRole("img", { name: "QR code of this deposit" }).waitFor();
    },
  }),
  screen("payment-page", "newcomer", "/member/depositv2", {
    act: async (page) => {
      await page.getByText("GCash", { exact: true }).click();
      await page.getByLabel("Amount").fill("500");
      await press(page, "Continue to GCash");
      const href = await page.getByRole("link", { name: /^Open the/ }).getAttribute("href");
      await page.goto(href ?? "");
    },
  }),
  screen("deposit-bonus", "newcomer", "/member/depositv2", {
    act: async (page) => {
      await page.getByText("GCash", { exact: true }).click();
      await page.getByLabel("Amount").fill("500");
      await page.getByText("Reload 10%").click();
    },
  }),
  screen("deposit-transfer", "newcomer", "/member/depositv2", {
    act: async (page) => {
      await page.getByText("Bank transfer", { exact: true }).click();
      await page.getByLabel("Amount").fill("500");
      await press(page, "Show the account to pay to");
      await page.getByText("Reference to write on it").waitFor();
    },
  }),
  screen("deposit-receipt", "player", "/member/depositv2", {
    act: (page) => page.locator("section li button", { hasText: "Credited" }).first().click(),
  }),
  screen("bonus-details-empty", "newcomer", "/member/bonusDetails"),
  screen("rewards-empty", "newcomer", "/member/rewardCenter"),
  screen("rewards-running", "newcomer", "/member/rewardCenter", { prepare: answerReward(3_200) }),
  screen("rewards-claimable", "newcomer", "/member/rewardCenter", { prepare: answerReward(0) }),
  screen("deposits-credited", "operator", "/console/deposits?state=credited"),
];

/** What officers open to look and decide. */
const officeFaces: readonly Screen[] = [
  screen("withdrawal-detail", "operator", "/console/withdrawals", { act: openFirst }),
  screen("withdrawal-approve", "operator", "/console/withdrawals", { act: openDecision }),
  screen("withdrawals-paid", "operator", "/console/withdrawals?state=paid"),
  screen("withdrawals-investigating", "operator", "/console/withdrawals?state=investigating"),
  screen("withdrawal-case", "operator", "/console/withdrawals?state=investigating", { act: openFirst }),
  screen("deposit-detail", "operator", "/console/deposits", { act: openFirst }),
  screen("deposit-credit", "operator", "/console/deposits", {
    act: opening((page) => openFirst(page).then(() => page.getByRole("dialog").getByRole("button", { name: "Credit" }).click())),
  }),
  screen("console-deposit-second", "operator", "/console/deposits?state=checked", { act: openFirst }),
  screen("console-deposit-decision", "operator", "/console/deposits?state=checked", { act: openOtherAmount }),
  screen("console-import", "operator", "/console/reconciliation", { act: opening((page) => press(page, "Import a statement")) }),
  screen("console-import-refused", "operator", "/console/reconciliation", { act: importStatement("not,a,statement"), refusals: [400] }),
  screen("console-imported", "operator", "/console/reconciliation", { act: importStatement("date,reference,amount,payer") }),
  screen("console-eligibility-open", "operator", "/console/eligibility", { act: opening((page) => press(page, "Open a case")) }),
  screen("console-exclude", "operator", "/console/protection", { act: opening((page) => press(page, "Exclude a member")) }),
  screen("console-payout", "operator", "/console/protection", { act: opening((page) => press(page, /^Pay out/)) }),
  screen("adjustment-propose", "operator", "/console/adjustments", { act: opening((page) => press(page, "Propose")) }),
  screen("adjustment-detail", "operator", "/console/adjustments", { act: openFirst }),
  ...["overview", "money", "play", "security"].map((tab) =>
    screen(`console-member-${tab}`, "operator", "/console/members?search=demoplayer", { act: openMember(tab) }),
  ),
  screen("console-member-restrict", "operator", "/console/members?search=demoplayer", {
    act: opening(async (page) => {
      await openMember("overview")(page);
      await press(page, "Restrict");
    }),
  }),
  screen("console-factor", "operator", "/console/staff", {
    act: opening(async (page) => {
      await press(page, "Your account");
      await press(page, "Second factor");
      await press(page, "Set up an authenticator");
    }),
  }),
  screen("console-staff-propose", "operator", "/console/staff", { act: opening((page) => press(page, "Add someone")) }),
  screen("journal-reversal", "operator", "/console/journal?member=demoplayer", { act: opening((page) => press(page, /^Propose a reversal/)) }),
  screen("reconciliation-whole", "operator", "/console/reconciliation", { act: showWhole }),
  screen("reconciliation-explain", "operator", "/console/reconciliation", { act: opening((page) => press(page, /^Explain/)) }),
  screen("alert-detail", "operator", "/console/aml", { act: openFirst }),
  screen("journal-freeze", "operator", "/console/journal?member=demoplayer", { act: opening((page) => press(page, "Freeze")) }),
  screen("console-home-whole", "operator", "/console/home", { act: showWhole }),
  screen("console-home-save", "operator", "/console/home", { act: opening(arrangeHome) }),
  screen("games-vendor", "operator", "/console/games", { act: opening((page) => press(page, "Change the state of PT")) }),
  screen("games-hot", "operator", "/console/games?part=order", { act: opening((page) => press(page, "Pick the hot game of PG")) }),
  screen("games-one", "operator", "/console/games?part=games&search=mango", { act: opening((page) => press(page, "Golden Mango")) }),
  screen("games-plan", "operator", "/console/games?part=windows", { act: opening((page) => press(page, "Plan maintenance")) }),
  screen("house-stop", "operator", "/console/house", { act: opening((page) => press(page, "Stop")) }),
  screen("house-stakes", "operator", "/console/house", { act: opening((page) => press(page, "Stakes of Dice")) }),
  screen("house-make-chain", "operator", "/console/house?part=chains", { act: opening((page) => press(page, "Make a chain")) }),
  screen("operator-detail", "operator", "/console/staff", { act: openFirst }),
  screen("operator-add", "operator", "/console/staff", { act: opening((page) => press(page, "Add someone")) }),
  screen("settings-whole", "operator", "/console/settings", { act: showWhole }),
  screen("settings-switch", "operator", "/console/settings", { act: opening((page) => page.getByRole("switch").first().click()) }),
  screen("settings-receipt", "operator", "/console/settings", { act: opening((page) => press(page, "Change the time to answer")) }),
  screen("settings-sessions", "operator", "/console/settings", { act: opening((page) => press(page, "Change how many devices at once")) }),
  screen("outbox-full", "operator", "/console/outbox", { prepare: answerOutbox, act: showWhole }),
  screen("outbox-letter", "operator", "/console/outbox", { prepare: answerOutbox, act: opening((page) => page.locator("tbody tr").nth(1).click()) }),
  screen("outbox-again", "operator", "/console/outbox", {
    prepare: answerOutbox,
    act: async (page) => {
      await page.locator("tbody tr").nth(1).click();
      await press(page, "Send again");
      await page.getByRole("dialog").getByLabel("Reason").waitFor();
    },
  }),
  screen("settings-ports", "operator", "/console/settings", { prepare: answerPorts, act: showWhole }),
  screen("console-keys", "operator", "/console/withdrawals", { act: opening((page) => page.keyboard.press("?")) }),
  screen("console-search", "operator", "/console/withdrawals", { act: opening((page) => page.keyboard.press("Control+k")) }),
  screen("console-menu", "operator", "/console/withdrawals", { act: toggleMenu }),
];

const FAILURES_BEFORE_CAPTCHA = 3;

/** The ways in that are not the usual one: a captcha after failed logins, and an account that was handed out with a password. */
const entryFaces = (handedOut: HandedOut): readonly Screen[] => [
  screen("login-captcha", "guest", "/login", {
    refusals: [401],
    act: async (page) => {
      const name = newName();
      for (let failures = 0; failures < FAILURES_BEFORE_CAPTCHA; failures++)
        await Promise.all([page.waitForResponse(/sessions\.login/), logIn(page, { name, password: "not-the-password-1" })]);
      await page.locator("#loginPopupModal").getByLabel("Captcha").first().waitFor();
    },
  }),
  screen("forced-password", "guest", "/login", {
    act: (page) => logIn(page, { name: handedOut.player, password: GIVEN_PASSWORD }).then(() => page.locator("#changePasswordModal").waitFor()),
  }),
  screen("agent-forced-password", "guest", "/agent", {
    act: (page) => enterBackOffice(page, { name: handedOut.agent, password: GIVEN_PASSWORD }).then(() => page.locator("#changePasswordModal").waitFor()),
  }),
];

/** Opens the identity dialog from the security centre. */
async function openIdentity(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Verify now" }).first().click();
  const identity = page.locator("#securityModal");
  await identity.getByRole("button", { name: "Start" }).waitFor();
  return identity;
}

/** What the pages become: their dialogs, their empty faces, a round told, a deposit under way. */
export const faces = ({ replay, handedOut }: { replay: string; handedOut: HandedOut }): readonly Screen[] => [
  screen("withdrawal-paid", "player", "/member/withdraw", { act: openWithdrawal("Paid") }),
  screen("withdrawal-missing", "player", "/member/withdraw", {
    act: opening(async (page) => {
      await openWithdrawal("Paid")(page);
      await press(page, "Only a part arrived");
      await page.getByRole("dialog", { name: "Only a part arrived" }).waitFor();
    }),
  }),
  screen("maintenance", "guest", "/", { prepare: (page) => answerStatus(page, 1) }),
  screen("restricted", "guest", "/", { prepare: (page) => answerStatus(page, 2) }),
  screen("login-refused", "guest", "/login", { act: (page) => page.getByRole("dialog").getByRole("button", { name: "Log in" }).click() }),
  screen("register-refused", "guest", "/register", { act: (page) => page.getByRole("dialog").getByRole("button", { name: "Register" }).click() }),
  ...registrationFaces,
  ...entryFaces(handedOut),
  screen("overview-empty", "newcomer", "/member"),
  screen("withdraw-terms", "newcomer", "/member/withdraw"),
  screen("betting-record-empty", "newcomer", "/member/personalHistoryCopy"),
  screen("account-record-empty", "newcomer", "/member/transactionHistory"),
  screen("transfer-upline-empty", "newcomer", "/member/transferUpline"),
  screen("profit-empty", "newcomer", "/member/personalProfit"),
  screen("security-empty", "newcomer", "/member/securityCenter"),
  screen("dice-empty", "newcomer", "/room/DICE"),
  ...depositFaces,
  screen("account-menu", "player", "/", { act: (page) => page.getByLabel("Account menu").click() }),
  screen("sign-out", "player", "/", {
    act: opening(async (page) => {
      await page.getByLabel("Account menu").click();
      await press(page, "Sign out");
    }),
  }),
  screen("message-open", "player", "/member/messageV2", { act: (page) => page.getByRole("dialog").locator("section li button").first().click() }),
  screen("change-password", "player", "/member/securityCenter", {
    act: (page) => press(page, "Change: Login password").then(() => page.getByRole("dialog", { name: "Login password" }).waitFor()),
  }),
  screen("time-limit", "player", "/member/securityCenter", { act: inCentre("Set: Time limit, Per day", "Time limit · Per day") }),
  screen("break", "player", "/member/securityCenter", { act: inCentre("Take a break", "A short break") }),
  screen("close-account", "player", "/member/securityCenter", { act: inCentre("Close my account", "Close my account") }),
  screen("self-exclusion", "player", "/member/securityCenter", { act: inCentre("Exclude myself", "Self-exclusion") }),
  screen("reality-check", "player", "/room/DICE", { prepare: answerDue, act: opening(() => Promise.resolve()) }),
  screen("dice-round", "player", "/room/DICE", { act: playInTurn("Roll") }),
  screen("mango-rush-round", "player", "/room/MANGO_RUSH", { act: playInTurn("Spin") }),
  screen("fairness", "player", "/room/DICE", { act: (page) => page.getByRole("tab", { name: "Fairness" }).click() }),
  screen("room-limits", "player", "/room/MANGO_RUSH", { act: (page) => page.getByRole("tab", { name: "Limits" }).click() }),
  screen("dice-rules", "player", "/room/DICE", { act: opening((page) => press(page, "Rules")) }),
  screen("paytable", "player", "/room/MANGO_RUSH", { act: opening((page) => press(page, "Paytable")) }),
  screen("replay", "player", replay),
  screen("api-docs", "guest", "/api/docs"),
  screen("home-whole", "player", "/", { act: showWhole }),
  screen("menu", "guest", "/", { act: toggleMenu }),
  screen("welcome", "guest", "/register", {
    act: async (page) => {
      await register(page, newName());
      await page.locator("#registerSuccessModal").waitFor();
    },
  }),
  screen("withdraw-whole", "player", "/member/withdraw", { act: showWhole }),
  screen("withdraw-confirm", "player", "/member/withdraw", {
    act: async (page) => {
      await page.getByLabel("Amount").fill("500");
      await press(page, "Continue");
      await page.getByRole("dialog", { name: "Confirm the withdrawal" }).waitFor();
    },
  }),
  screen("security-whole", "player", "/member/securityCenter", { act: showWhole }),
  screen("payout-account", "player", "/member/securityCenter", { act: inCentre("Add a payout account", "Add a payout account") }),
  screen("agent-home-whole", "agent", "/agentHome", { act: showWhole }),
  ...officeFaces,
  ...contentFaces.concat(feedbackFaces, lobbyFaces, agentFaces, vendorFaces, pointsFaces, lotteryFaces, campaignFaces, cardFaces),
];
