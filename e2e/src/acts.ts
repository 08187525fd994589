import type { Locator, Page, Response } from "playwright-core";
import { accounts } from "@laro/contract/accounts";
import { content } from "@laro/contract/content";
import type { resourceTypes } from "@laro/contract/core/contentKinds";
import type { World } from "@laro/server/testing/world";
import type { Person } from "@laro/server/testing/person";

export const PASSWORD = "Correct-horse-7";
export const PAYMENT_PASSWORD = "135790";
/** The password that accounts are handed out with. */
export const GIVEN_PASSWORD = "123456";

/** What the tab of somebody remembers who has closed every popup: nothing opens over their pages by itself. Without an account a visitor's. */
export const popupsClosed = (account: bigint | "anonymous" = "anonymous"): Record<string, string> => ({
  disclaimerAccept: "1",
  ...Object.fromEntries(["announcement", "notice", "consents"].map((name) => [`popupClosed:${name}:${account}`, "1"])),
});

/** Has home show all of its sections, as it does at any key: those far below come when somebody comes near. */
export async function showAllOfHome(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await page.keyboard.press("Shift");
}

let names = 0;

/** A user name the registration rules allow and nobody has. */
export const newName = (): string => `newcomer${Date.now() % 100_000}${names++}`;

/** Fills in the register dialog, which must be open, and sends it. */
export async function register(page: Page, name: string, password = PASSWORD): Promise<void> {
  const dialog = page.locator("#registerPopupModal");
  await dialog.locator("[name=username]").fill(name);
  await dialog.locator("[name=password]").fill(password);
  await dialog.locator("[name=confirmPassword]").fill(password);
  await dialog.locator("[name=agreed]").check();
  await dialog.getByRole("button", { name: "Register" }).click();
}

/** Fills in the login dialog, which must be open, and sends it. */
export async function logIn(page: Page, { name, password }: { name: string; password: string }): Promise<void> {
  const dialog = page.locator("#loginPopupModal");
  await dialog.locator("[name=username]").fill(name);
  await dialog.locator("[name=password]").fill(password);
  await dialog.locator("[name=agreed]").check();
  await dialog.getByRole("button", { name: "Log in" }).click();
}

/** Plays one round in a room and waits until it is told. */
export async function playRound(page: Page, action: "Roll" | "Spin"): Promise<void> {
  await page.getByRole("button", { name: action, exact: true }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /No win this time|You win|Returned/ })
    .first()
    .waitFor();
}

interface PaymentAnswer {
  /** What leads to the provider's page, and the scheme it must be of. */
  readonly link: string;
  readonly scheme: string;
  readonly button: string;
  readonly outcome: string;
}

/** Opens the provider's page from a deposit, answers there and leaves it once it says what came of that. */
export async function answerPayment(deposit: Locator, { link, scheme, button, outcome }: PaymentAnswer): Promise<void> {
  const [payment] = await Promise.all([deposit.page().waitForEvent("popup"), deposit.getByRole("link", { name: link }).click()]);
  await payment.getByText(scheme, { exact: true }).waitFor();
  await payment.getByRole("button", { name: button }).click();
  // Chromium does not close a page whose place another is just taking, and says it did (issue 536385539 of its own list).
  await payment.getByText(outcome, { exact: true }).waitFor();
  await payment.close();
}

/** Logs in on the page of the agent site or of the console. */
export async function enterBackOffice(page: Page, { name, password }: { name: string; password: string }): Promise<void> {
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Gives an open dialog its reason and confirms it. */
export async function decide(
  page: Page,
  dialog: string | RegExp,
  { field = "Reason", reason, verb }: { field?: string; reason: string; verb: string },
): Promise<void> {
  const open = page.getByRole("dialog", { name: dialog });
  await open.getByLabel(field).fill(reason);
  await open.getByRole("button", { name: verb, exact: true }).click();
}

/** Answers what makes a page deaf to its live socket; to be called before the page is opened. */
export async function holdSocket(page: Page): Promise<() => void> {
  let isDeaf = false;
  await page.routeWebSocket("**/api/live*", (socket) => {
    socket.connectToServer().onMessage((said) => {
      if (!isDeaf) socket.send(said);
    });
  });
  return () => void (isDeaf = true);
}

/** The person whose session a page has, acting beside it through the contract. */
export async function personOf(world: World, page: Page): Promise<Person & { readonly id: bigint }> {
  const person = world.guest();
  person.token = (await readStore(page, "sessionStorage"))["token"];
  return Object.assign(person, { id: (await person.call(accounts.me, {})).id });
}

/** All a page keeps in one of its stores. */
export const readStore = (page: Page, store: "sessionStorage" | "localStorage"): Promise<Record<string, string>> =>
  page.evaluate<Record<string, string>>(`({ ...${store} })`);

/** The page's address without its origin. */
export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

/** An amount as screens write it. */
export const peso = (minor: bigint): string => `₱ ${String(minor / 100n).replace(/\B(?=(\d{3})+$)/g, ",")}.${String(minor % 100n).padStart(2, "0")}`;

/** The next picture a page draws for a captcha. */
export const nextCaptcha = (page: Page): Promise<Response> => page.waitForResponse(/captcha\.image/);

/** Types into an open form what its picture says, as only who drew it can know. */
export async function readCaptcha(world: World, dialog: Locator, drawn: Promise<Response>): Promise<void> {
  const key = new URL((await drawn).url()).searchParams.get("key");
  const { answer } = await world.open.platform.database.db.selectFrom("captcha").select("answer").where("key", "=", key).executeTakeFirstOrThrow();
  await dialog.getByLabel("Captcha", { exact: false }).first().fill(answer);
}

/** Publishes a link of the operator's; answers its item. */
export async function publishLink(world: World, type: (typeof resourceTypes)[number], name: string, url: string): Promise<string> {
  const officer = await world.operator("marketing");
  const detail = { kind: "resource", type, labelNameEn: name, url } as const;
  const { row, version } = await officer.call(content.create, { code: `resource.${type.toLowerCase()}`, detail });
  const text = { summary: "", html: "", alt: "", seo: { title: "", description: "" } };
  const texts = [
    { ...text, language: "EN", title: name },
    { ...text, language: "TY", title: `${name} (TY)` },
  ];
  const stamp = { id: row.id, no: version.no };
  const { item } = await officer.call(content.save, { ...stamp, revision: version.revision, startsAt: null, endsAt: null, detail, texts });
  await officer.call(content.publish, { ...stamp, revision: item.version.revision, reason: "Seen by a test." });
  return row.id;
}
