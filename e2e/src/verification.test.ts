import { settings } from "@laro/contract/settings";
import { verifications } from "@laro/contract/verifications";
import { handIn, photo } from "@laro/server/testing/verifications";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { decide, enterBackOffice, logIn, newName, readStore, register } from "./acts.ts";
import { findAccessFaults, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

beforeAll(async () => {
  const admin = await stage.world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "mandatoryKyc", enabled: true, reason: "the board wants it" });
});

const identityOf = (page: Page): Locator => page.locator("#securityModal");

/** Has the site speak another language from its next page on. */
async function speak(page: Page, language: "EN" | "TY"): Promise<void> {
  await page.evaluate((next) => localStorage.setItem("language", next), language);
  await page.reload();
}

const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

/** Gives a field of the upload a file. */
const give = (modal: Locator, label: string, file: { name: string; mimeType: string; buffer: Buffer }) => modal.getByLabel(label).setInputFiles(file);

test("after the register success modal comes the identity modal with three steps and a start; later puts it off for the session [REG-06, SITE-03, KYC-01, KYC-04, KYC-05, KYC-07, KYC-10]", async () => {
  const { page } = await stage.visit();
  await page.goto("/register");
  await register(page, newName());
  const success = page.locator("#registerSuccessModal");
  await success.waitFor();
  expect(await identityOf(page).count()).toBe(0);
  await success.getByRole("button", { name: "Later" }).click();
  const modal = identityOf(page);
  await modal.getByRole("heading", { name: "Verify your identity" }).waitFor();
  expect(await modal.getByRole("listitem").locator("span.font-semibold").allTextContents()).toEqual([
    "Confirm information",
    "Upload ID picture",
    "Upload selfie",
  ]);
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await modal.getByRole("button", { name: "Start" }).waitFor();
  await modal.getByRole("button", { name: "Verify later" }).click();
  await modal.waitFor({ state: "detached" });
  expect(Object.keys(await readStore(page, "sessionStorage"))).toContain("verifyLater");
  await page.reload();
  await page
    .getByRole("button", { name: /Account menu|₱/ })
    .first()
    .waitFor();
  await settle(page);
  expect(await modal.count()).toBe(0);
});

test("on a phone a member logs in, fills in the form, is warned of their age, hands in three pictures and is asked no more [KYC-02, KYC-03, KYC-06, KYC-08, KYC-11, KYC-12, KYC-13, ENTITY-25, ENTITY-28, ENTITY-29, ENTITY-30, ENTITY-31, VALID-32, VALID-33, VALID-34, VALID-35, ERR-36]", async () => {
  const ann = await stage.world.player();
  const { page, faults } = await stage.visit({ width: 390, height: 844, refusals: [400] });
  await page.goto("/login");
  await logIn(page, ann);
  const modal = identityOf(page);
  await modal.getByRole("button", { name: "Start" }).click();
  await modal.getByText("Step 1 of 2").waitFor();
  const optionsOf = async (label: string) => await modal.getByLabel(label).locator("option:not([disabled])").count();
  expect(await Promise.all(["Type of ID", "Nationality", "Source of income", "Nature of work"].map(optionsOf))).toEqual([20, 198, 2, 19]);
  expect(await modal.getByLabel("Type of ID").locator("option").nth(20).getAttribute("value")).toBe("20");
  const offered = (label: string, value: string) => modal.getByLabel(label).locator(`option[value="${value}"]`).textContent();
  expect([await offered("Type of ID", "12"), await offered("Nature of work", "14")]).toEqual(["Seamans Book", "Fishermen"]);
  await speak(page, "TY");
  await modal.getByRole("button", { name: "Magsimula" }).click();
  expect([await offered("Uri ng ID", "6"), await offered("Uri ng trabaho", "14")]).toEqual(["Sertipikasyon ng barangay", "Mangingisda"]);
  await speak(page, "EN");
  await modal.getByRole("button", { name: "Start" }).click();
  await modal.getByText("Step 1 of 2").waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await modal.getByLabel("Type of ID").selectOption("2");
  await modal.getByLabel("Full name").fill("Ana R3yes");
  await modal.getByLabel("Birthday").fill("2015-01-31");
  await modal.getByLabel("Present address").fill("12 Mabini Street, Quezon City");
  await modal.getByRole("textbox", { name: "Permanent address" }).fill("7 Rizal Street, Cebu City");
  await modal.getByLabel("Place of birth").fill("Cebu City");
  await modal.getByLabel("Source of income").selectOption("1");
  await modal.getByLabel("Nature of work").selectOption("7");
  await modal.getByLabel("Employer's name").fill("Bay Trading");
  await modal.getByRole("button", { name: "Continue" }).click();
  await modal.getByText("Write your full name as on your ID").waitFor();
  expect(await modal.getByText("Step 1 of 2").count()).toBe(1);
  await modal.getByLabel("Full name").fill("Ana Reyes");
  const sent = page.waitForRequest("**/api/verifications.setPersonalInfo");
  await modal.getByRole("button", { name: "Continue" }).click();
  expect(Object.keys((await sent).postDataJSON() as object)).toEqual(["sealed"]);
  await modal.getByText("Step 2 of 2").waitFor();
  await modal.getByRole("alert").getByText("You must be 21 years old or over.").waitFor();
  await modal.getByRole("button", { name: "Send pictures" }).click();
  for (const text of ["Please add the front of your ID.", "Please add the back of your ID.", "Please add your selfie."]) await modal.getByText(text).waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const jpeg = bytesOf(await photo("jpeg", 2_600, 1_800));
  await give(modal, "Front of your ID", { name: "front.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
  await modal.getByText("Only jpeg, jpg or png pictures.").waitFor();
  await give(modal, "Back of your ID", { name: "back.jpg", mimeType: "image/jpeg", buffer: Buffer.concat([jpeg, Buffer.alloc(5_242_881 - jpeg.length)]) });
  await modal.getByText("Each picture has at most 5 MB.").waitFor();
  await give(modal, "Front of your ID", { name: "front.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await give(modal, "Back of your ID", { name: "back.jpg", mimeType: "image/jpeg", buffer: Buffer.concat([jpeg, Buffer.alloc(5_242_880 - jpeg.length)]) });
  await give(modal, "Selfie with your ID", { name: "me.png", mimeType: "image/png", buffer: bytesOf(await photo("png")) });
  await eventually(() => modal.getByRole("button", { name: "Remove the picture" }).count()).toBe(3);
  const uploaded = page.waitForRequest("**/api/verifications.uploadIdImages");
  await modal.getByRole("button", { name: "Send pictures" }).click();
  const body = (await uploaded).postDataJSON() as Record<string, string>;
  expect(Object.keys(body).sort()).toEqual(["idCardBack", "idCardFront", "idCardSelfie", "module"]);
  expect(body["module"]).toBe("UPLOADID3");
  // Drawn smaller before it was sent.
  expect(body["idCardBack"]!.length).toBeLessThan(2_000_000);
  await page.getByText("Your pictures have arrived.").waitFor();
  await modal.waitFor({ state: "detached" });
  expect(Object.keys(await readStore(page, "sessionStorage"))).toContain("securityAlreadyUpLoad");
  await page.reload();
  await settle(page);
  expect(await modal.count()).toBe(0);
  expect((await ann.call(verifications.config, {})).info.idVerification.status).toBe("P");
  expect(faults).toEqual([]);
});

test("what an officer asks for again stands in the security centre with its reason, and only that picture is taken", async () => {
  const [ann, kyc] = [await stage.world.player(), await stage.world.operator("kyc")];
  const id = await handIn(stage.world, ann, { payeename: "Again Reyes" });
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.askAgain, { id, reasons: ["glare", "duplicate"], note: "a lamp over the number", parts: ["back"] });
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member/securityCenter");
  await page.locator("#centre-safety").getByRole("button", { name: "Send again" }).click();
  const modal = identityOf(page);
  await modal.getByText("Light hides part of the ID.").waitFor();
  // That somebody else has the document is no word for the member.
  await modal.getByText("It could not be verified.").waitFor();
  await modal.getByRole("button", { name: "Start" }).click();
  await modal.getByLabel("Back of your ID").waitFor();
  expect(await modal.getByLabel("Front of your ID").count()).toBe(0);
  await give(modal, "Back of your ID", { name: "back.jpg", mimeType: "image/jpeg", buffer: bytesOf(await photo()) });
  await modal.getByRole("button", { name: "Remove the picture" }).waitFor();
  await modal.getByRole("button", { name: "Send pictures" }).click();
  await page.getByText("Your pictures have arrived.").waitFor();
  await page.getByText("In review").waitFor();
});

test("a reviewer takes a case, sees form and pictures side by side, reads the document, goes by keys and approves it", async () => {
  const [ann, kyc] = [await stage.world.player(), await stage.world.operator("kyc")];
  await handIn(stage.world, ann, { payeename: "Desk Reyes" });
  const { page } = await stage.visit();
  await page.goto("/console/verifications");
  await enterBackOffice(page, kyc);
  await page.getByRole("link", { name: "Verifications" }).first().click();
  const row = page.getByRole("row", { name: new RegExp(ann.name) });
  await row.waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.locator("h1").click();
  for (let rows = 0; rows < 10 && (await row.getAttribute("aria-current")) === null; rows++) await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take the case" }).click();
  await page.getByText("Yours until").waitFor();
  expect(await page.getByText("Desk Reyes").count()).toBe(1);
  await page.getByRole("button", { name: "Show the pictures" }).click();
  const front = page.getByRole("img", { name: "Front of your ID" });
  await front.waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("+");
  await eventually(() => front.getAttribute("style")).toContain("width: 150%");
  await page.keyboard.press("t");
  await eventually(() => front.getAttribute("style")).toContain("rotate(90deg)");
  await page.keyboard.press("3");
  await page.getByRole("img", { name: "Selfie with your ID" }).waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const approveButton = page.getByRole("button", { name: "Approve" });
  expect(await approveButton.isDisabled()).toBe(true);
  await page.getByLabel("Document number").fill("P1234567A");
  await page.getByLabel("Valid until").fill("2040-01-31");
  await page.getByLabel("Birthday as printed").fill("1990-05-17");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByText("What was printed is kept.").waitFor();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.getByText(/V-\d+ is approved\./).waitFor();
  expect((await ann.call(verifications.mine, {})).state).toBe("approved");
});

test("pictures, ticks and what was read off a document are those of what was handed in last", async () => {
  const [ann, kyc] = [await stage.world.player(), await stage.world.operator("kyc")];
  const id = await handIn(stage.world, ann, { payeename: "Twice Reyes" });
  await kyc.call(verifications.claim, { id });
  const { page } = await stage.visit();
  await page.goto(`/console/verifications?open=${id}`);
  await enterBackOffice(page, kyc);
  await page.getByRole("button", { name: "Show the pictures" }).click();
  await page.getByRole("img", { name: "Front of your ID" }).waitFor();
  const ticks = page.getByRole("checkbox");
  await ticks.first().check();
  await kyc.call(verifications.askAgain, { id, reasons: ["glare"], note: "a lamp over the number", parts: ["front"] });
  await ticks.first().waitFor({ state: "detached" });
  stage.world.clock.advance(60_000);
  await ann.call(verifications.uploadIdImages, { idCardFront: await photo(), module: "UPLOADID3" });
  await kyc.call(verifications.claim, { id });
  await ticks.first().waitFor();
  await page.getByRole("button", { name: "Show the pictures" }).waitFor();
  expect(await page.getByRole("img", { name: "Front of your ID" }).count()).toBe(0);
  expect(await ticks.first().isChecked()).toBe(false);
});

test("a reviewer refuses by key with a reason for the member and one for the file, and two officers settle who looks like the same person", async () => {
  const [ann, ben, kyc] = [await stage.world.player(), await stage.world.player(), await stage.world.operator("kyc")];
  await handIn(stage.world, ann, { payeename: "Twin Santos" });
  const id = await handIn(stage.world, ben, { payeename: "Twin Santos" });
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/console/verifications");
  await enterBackOffice(page, kyc);
  await page.getByRole("heading", { name: "Verifications" }).waitFor();
  await page.goto(`/console/verifications?open=${id}`);
  await page.getByRole("button", { name: "Take the case" }).click();
  await page.getByText("The same name and birthday").waitFor();
  await page.getByRole("button", { name: "Another person" }).click();
  await decide(page, `Decide on ${ann.name}`, { reason: "the photos differ", verb: "Another person" });
  await page.getByText(`Another person, says ${kyc.name}; a second officer must agree`).waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.locator("h1").click();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: /Refuse V-/ });
  await dialog.getByRole("checkbox", { name: /another account/ }).check();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByLabel("For the file").fill("the same selfie twice");
  await dialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await page.getByText(/V-\d+ is decided\./).waitFor();
  expect(await ben.call(verifications.mine, {})).toMatchObject({ state: "refused", reasons: ["other"] });
});
