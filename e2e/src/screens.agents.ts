import type { Page } from "playwright-core";
import { showWhole } from "./browser.ts";
import type { Screen } from "./screen.ts";

type Act = (page: Page) => Promise<unknown>;

const press = (page: Page, name: string | RegExp): Promise<unknown> => page.getByRole("button", { name }).first().click();

/** Does one thing after the other; what was asked for has come before the next. */
const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** Opens the first row of a table, or the one that says so: below a table's width its rows are cards. */
const openRow =
  (text?: string | RegExp): Act =>
  (page) =>
    page
      .locator("tbody tr")
      .filter(text === undefined ? {} : { hasText: text })
      .first()
      .click();

const waitFor =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByText(text).first().waitFor();

const opening =
  (act: Act): Act =>
  async (page) => {
    await act(page);
    await page.locator("dialog:modal").last().waitFor();
  };

/** Puts off what waits for an answer: it stands before every page. */
const putOff: Act = async (page) => {
  await page.locator("dialog:modal").waitFor();
  await press(page, /^(Later|Mamaya na)$/);
  await page.locator("dialog:modal").waitFor({ state: "detached" });
};

const home = (name: string, page: string, act?: Act): Screen => ({
  name: `agents-${name}`,
  for: "agent",
  path: `/agentHome/${page}`,
  inAnyLanguage: act === undefined,
  act: act === undefined ? steps(putOff, showWhole) : steps(putOff, act, showWhole),
});
const desk = (name: string, path: string, act?: Act): Screen => ({
  name: `agents-desk-${name}`,
  for: "operator",
  path: `/console/${path}`,
  inAnyLanguage: act === undefined,
  act: act === undefined ? showWhole : steps(act, showWhole),
});

/** Whoever is not directly below is shown by the first and last letters. */
const HIDDEN_NAME = /^de\*\*\*.$/;
const openPay = steps(openRow(), waitFor("How it comes about"));
const openAgent = (tab: string): Act => steps(openRow("demoagent"), async (page) => page.locator(`[data-tab="${tab}"]`).click());

/** The pages of the agents' back office. */
const homePages: readonly Screen[] = [
  { name: "agents-request", for: "agent", path: "/agentHome", act: opening(() => Promise.resolve()) },
  home("overview", "agentTeamOverview"),
  home("announcements", "agentAnnouncement"),
  home("links", "registerCenter"),
  home(
    "link-new",
    "registerCenter",
    opening((page) => press(page, "New link")),
  ),
  home("team", "downlineManagmentView"),
  home(
    "team-below",
    "downlineManagmentView",
    steps((page) => press(page, "Level below"), waitFor(HIDDEN_NAME)),
  ),
  home("team-line", "downlineManagmentView?reach=line"),
  home("member", "downlineManagmentView", steps(openRow("demolaguna"), waitFor("Joined"))),
  home("betting", "personalHistoryCopy"),
  home("betting-below", "personalHistoryCopy", steps(openRow("demolaguna"), waitFor(HIDDEN_NAME))),
  home(
    "betting-rounds",
    "personalHistoryCopy",
    steps(openRow("demobituin"), (page) => page.locator('[data-tab="rounds"]').click(), waitFor("Dice")),
  ),
  home("loss", "palStatementsAgentCopy"),
  home("income", "agentRevenueReport"),
  home("income-dividends", "agentRevenueReport?kind=dividend", openPay),
  home("income-daily", "agentRevenueReport?kind=daily", openPay),
  home(
    "income-day",
    "agentRevenueReport?kind=daily",
    steps(openPay, (page) => page.getByRole("region", { name: "Days" }).locator("tbody tr").first().click(), waitFor(/they come to the figures of/)),
  ),
  home("income-hour", "agentRevenueReport?kind=hourly", openPay),
  home("income-rounds", "agentRevenueReport?kind=realTime", openPay),
  home("statement", "agentRevenueReport?part=statement"),
  home("details", "agentDownlineTransactionDetailsCopy"),
  home("dividend", "agentDividendRecordCopy2"),
  home("daily", "agentDailyWages2"),
  home(
    "daily-offer",
    "agentDailyWages2",
    opening((page) => press(page, /^Offer/)),
  ),
  home("hourly", "agentHourSalary"),
  home("real-time", "agentRealtimeSalary"),
  home("messages", "messages"),
  home("service", "customerService"),
  home("transfers", "transfers"),
  home("record", "accountRecord"),
  home("bonuses", "bonusDetails"),
  home("deposit", "deposit"),
  home("withdraw", "withdraw"),
  home("profile", "profile"),
];

/** The desks of the console about agents. */
const desks: readonly Screen[] = [
  desk("tree", "agents"),
  desk("found", "agents?search=demo"),
  ...["team", "links", "contracts", "standing", "moves"].map((tab) => desk(`agent-${tab}`, "agents", openAgent(tab))),
  desk("moves", "agents?part=moves"),
  desk("standings", "agents?part=standings"),
  desk("not-counted", "agents?part=notCounted"),
  desk("contracts", "agent-contracts"),
  desk("contracts-daily", "agent-contracts?kind=daily"),
  desk(
    "offer",
    "agent-contracts",
    opening((page) => press(page, "Offer for the house")),
  ),
  desk("templates", "agent-contracts?part=templates"),
  desk(
    "template-new",
    "agent-contracts?part=templates",
    opening((page) => press(page, "New version")),
  ),
  desk("runs", "settlements"),
  desk("run", "settlements?kind=dividend", steps(openRow(), waitFor("Download CSV"))),
  desk("run-hours", "settlements?kind=hourly", steps(openRow(), waitFor("Download CSV"))),
  desk(
    "run-approve",
    "settlements?kind=dividend",
    steps(
      openRow(/Waits for approval/),
      waitFor("Download CSV"),
      opening((page) => press(page, "Approve")),
    ),
  ),
  desk("held", "exceptions"),
  desk("held-pay", "exceptions", opening(openRow())),
  desk("proposals", "exceptions?part=proposals"),
];

/** Everything agents see and officers see of them. */
export const agentFaces: readonly Screen[] = [...homePages, ...desks];
