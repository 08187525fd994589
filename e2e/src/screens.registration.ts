import type { Page } from "playwright-core";

/** Shows the register popup as a market with mobile registration, a declaration and gaming venues has it. */
async function openMobile(page: Page): Promise<void> {
  const answer = (endpoint: string, value: unknown) => page.route(`**/api/${endpoint}*`, (route) => route.fulfill({ json: { success: true, value } }));
  await answer("accounts.registerSettings", {
    types: ["mobile", "username"],
    smsVerification: true,
    captcha: false,
    venue: true,
    declaration: true,
    minimumAge: 21,
    bonus: { amount: "50.00", wagering: 5 },
  });
  await answer("venues.list", [{ id: "1", value: "1", label: "Laro Cebu" }]);
  await answer("accounts.sendCode", { expiredMinutes: 1 });
}

/** Fills the mobile registration in and asks for its code. */
async function askCode(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`#registerPopupModal [name=${name}]`);
  await field("mobileNum").fill("0917 555 0123");
  for (const name of ["password", "confirmPassword"]) await field(name).fill("Correct-horse-7");
  for (const name of ["paymentPassword", "confirmPaymentPassword"]) await field(name).fill("246810");
  await field("venue").selectOption("1");
  for (const name of ["declared", "agreed"]) await field(name).check();
  await page.locator("#registerPopupModal").getByRole("button", { name: "Register" }).click();
  await page.locator("#smsCodeModal").waitFor();
}

/** The registration by mobile number, and its code. */
export const registrationFaces = [
  {
    name: "register-mobile",
    for: "guest" as const,
    path: "/register",
    prepare: openMobile,
    act: (page: Page) => page.locator("#registerPopupModal form").waitFor(),
  },
  { name: "register-code", for: "guest" as const, path: "/register", prepare: openMobile, act: askCode },
];
