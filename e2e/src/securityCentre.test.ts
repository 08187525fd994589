import { memberWith } from "@laro/server/testing/contacts";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readLetters, readOutbox } from "@laro/server/testing/outbox";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const header = (page: Page) => page.getByRole("banner");

const looks = [
  { width: 1440, height: 900, theme: "dark" },
  { width: 390, height: 844, theme: "light" },
] as const;

test.each(firstOf(looks))(
  "at $width pixels a member picks a picture and a nickname, and the header shows the picture, or its fallback when it breaks [LAYOUT-08, ERR-43]",
  async (look) => {
    const { token } = await stage.world.player();
    const { page } = await stage.visit({ token, ...look });
    await page.goto("/member/securityCenter");
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByLabel("Nickname").fill("Inday");
    await profile.getByRole("radio", { name: "Picture 7", exact: true }).check();
    expect(await findAccessFaults(page)).toEqual([]);
    await profile.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your profile is saved.").waitFor();
    await page.getByRole("button", { name: "Close member centre" }).click();
    const face = header(page).getByRole("img", { name: "Inday" });
    await eventually(() => face.getAttribute("src")).toBe("/avatars.svg#a7");
    await eventually(() => face.evaluate((image) => "naturalWidth" in image && Number(image.naturalWidth) > 0)).toBe(true);
    await page.route("**/avatars.svg*", (route) => route.fulfill({ contentType: "image/svg+xml", body: "no picture" }));
    await page.reload();
    await eventually(() => face.evaluate(({ tagName }) => tagName.toLowerCase())).toBe("svg");
  },
);

test.each(firstOf(looks))("at $width pixels a member changes the e-mail address by its second code, and the old one stops that at /stop", async (look) => {
  const [old, fresh] = [`old@n${look.width}.example.com`, `new@n${look.width}.example.com`];
  const { token } = await memberWith(stage.world, { kind: "email", value: old });
  const { page } = await stage.visit({ token, ...look, refusals: [400, 401, 410] });
  await page.goto("/member/securityCenter");
  const contacts = page.getByRole("region", { name: "Phone and e-mail" });
  await contacts.getByRole("button", { name: "Change: E-mail address" }).click();
  const dialog = page.getByRole("dialog", { name: "E-mail address" });
  const address = dialog.getByLabel("E-mail address");
  await address.fill(`mis${fresh}`);
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByText(`If mis${fresh} can be yours`).waitFor();
  await dialog.getByRole("button", { name: "Other address" }).click();
  await dialog.locator("[name=email]:focus").waitFor();
  expect(await address.inputValue()).toBe(`mis${fresh}`);
  await address.fill(fresh);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByText(`If ${fresh} can be yours`).waitFor();
  const digits = dialog.locator("[name=verificationCode]");
  await dialog.locator("[name=verificationCode]:focus").waitFor();
  const again = dialog.getByRole("button", { name: /Send again/ });
  expect([await again.isDisabled(), await again.innerText()]).toEqual([true, expect.stringMatching(/Send again in\s+(1:00|0:5\d)/)]);
  expect(await findAccessFaults(page)).toEqual([]);
  const first = await readOutbox(stage.world, fresh);
  await page.clock.install();
  await page.clock.fastForward(61_000);
  stage.world.clock.advance(61_000);
  await Promise.all([page.waitForResponse("**/api/accounts.setContact"), again.click()]);
  await again.getByRole("timer").waitFor();
  // Of two codes for one address the older is over.
  await digits.pressSequentially(first);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(/Invalid verification code\./).waitFor();
  await digits.fill("");
  await digits.pressSequentially(await readOutbox(stage.world, fresh));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await contacts.getByText("The one before can stop this until").waitFor();
  await contacts.scrollIntoViewIfNeeded();
  const letter = (await readLetters(stage.world, old)).find(({ template }) => template === "contactChanged");
  await page.goto("/stop");
  const code = page.getByLabel("Code from the letter");
  await code.fill("AAAA-AAAA-AAAA-AAAA");
  await page.getByRole("button", { name: "Stop the change" }).click();
  await page.getByText("This code is wrong, has been used or is too old.").waitFor();
  await code.fill(/(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}/.exec(letter?.body ?? "")?.[0] ?? "");
  expect(await findAccessFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop the change" }).click();
  await page.getByText("The change is stopped.").waitFor();
});
