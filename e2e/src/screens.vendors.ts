import type { Page } from "playwright-core";
import { showWhole } from "./browser.ts";
import type { Screen } from "./screen.ts";
import { PARTNER, VENDOR } from "./vendorWorld.ts";

type Act = (page: Page) => Promise<unknown>;

const press = (page: Page, name: string | RegExp): Promise<unknown> => page.getByRole("button", { name }).first().click();

const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

const opening =
  (name: string | RegExp): Act =>
  async (page) => {
    await press(page, name);
    await page.locator("dialog:modal").last().waitFor();
  };

const desk = (name: string, path: string, act?: Act): Screen => ({
  name: `vendors-desk-${name}`,
  for: "operator",
  path: `/console/${path}`,
  inAnyLanguage: act === undefined,
  act: act === undefined ? showWhole : steps(act, showWhole),
});

const own = (name: string, path: string, act?: Act, refusals: readonly number[] = []): Screen => ({
  name: `vendors-${name}`,
  for: "player",
  path,
  inAnyLanguage: act === undefined,
  act: act === undefined ? showWhole : steps(act, showWhole),
  refusals,
});

const ONE = `gateway?part=vendors&vendor=${VENDOR}`;

/** Vendors' calls and money, for officers and for whoever plays there. */
export const vendorFaces: readonly Screen[] = [
  desk("list", "gateway"),
  desk("one", ONE),
  desk("one-explained", ONE, (page) => page.getByRole("tab", { name: /^Explained/ }).click()),
  desk("none", "gateway?part=vendors&vendor=PT"),
  desk("round", ONE, opening(/^Propose: /)),
  desk("round-second", ONE, opening(/^Confirm: /)),
  desk("difference", ONE, opening(/^Explain/)),
  desk("rules", ONE, opening("Change the rules")),
  desk("key", ONE, opening("New key")),
  desk("search", "gateway?part=search&id=hb-1-1003-w"),
  desk("search-nothing", "gateway?part=search&id=no-such-id"),
  desk("transfers", "gateway?part=transfers&state=held"),
  desk("transfer", "gateway?part=transfers&state=held", opening(/^Propose that .* was done$/)),
  desk("transfers-none", "gateway?part=transfers&state=unknown"),
  desk("prizes", "gateway?part=prizes&state=held"),
  desk("prize", "gateway?part=prizes&state=held", opening(/^Propose what is paid of/)),
  desk("prize-second", "gateway?part=prizes&state=held", opening(/^Confirm what is paid of/)),
  desk("partners", "partners"),
  desk("partner", `partners?partner=${PARTNER}`),
  desk("partner-change", `partners?partner=${PARTNER}`, opening(`Change ${PARTNER}`)),
  desk("partner-send", `partners?partner=${PARTNER}`, opening("Send again")),
  desk("partner-tell", `partners?partner=${PARTNER}`, opening(/^Tell the end of/)),
  desk("faults", `gateway?part=faults&vendor=${VENDOR}`),
  desk("fault", `gateway?part=faults&vendor=${VENDOR}`, opening(/^Open fault/)),
  desk("free-rounds", "freeRounds"),
  desk("free-rounds-give", "freeRounds", opening("Give free rounds")),
  desk("free-rounds-none", "freeRounds?state=expired"),
  desk("signals", "signals"),
  desk("signal", "signals", async (page) => {
    await page.locator("tbody tr").first().click();
    await page.locator("dialog:modal").waitFor();
  }),
  desk("accreditations", "agents?part=accreditations"),
  own("wallets", "/member/transferFund"),
  own("free-rounds-own", "/member/bonusDetails"),
  own(
    "frame",
    "/rng?gameClassify=ALL",
    async (page) => {
      await press(page, /^Play: Golden Mango/);
      await page.frameLocator("iframe[title='Golden Mango']").getByRole("button", { name: "Play", exact: true }).waitFor();
    },
    [404],
  ),
];
