import type { Page } from "playwright-core";
import type { Screen } from "./screens.ts";

const threads = "/member/messageV2?part=threads";

/** Opens the form over the help centre. */
async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send us a message" }).click();
  await page.locator("#feedbackPopupModal").getByRole("img").first().waitFor();
}

async function openThread(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("region", { name: /^Conversation/ }).waitFor();
}

/** Opens the thread of a queue whose row says this. */
async function openCase(page: Page, said: string): Promise<void> {
  await page.getByText(said).first().click();
  await page.getByRole("heading", { name: "The member", exact: true }).waitFor();
}

/** Customer service from both sides. */
export const feedbackFaces: readonly Screen[] = [
  { name: "feedback-contact", for: "guest", path: "/help#contact" },
  { name: "feedback-form", for: "guest", path: "/help#contact", act: openForm },
  {
    name: "feedback-form-empty",
    for: "player",
    path: "/help#contact",
    act: async (page) => {
      await openForm(page);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.locator("#feedbackPopupModal").getByRole("alert").waitFor();
    },
  },
  { name: "feedback-threads", for: "player", path: threads },
  { name: "feedback-threads-empty", for: "newcomer", path: threads },
  { name: "feedback-thread-answered", for: "player", path: threads, act: (page) => openThread(page, /How long does/) },
  { name: "feedback-thread-closed", for: "player", path: threads, act: (page) => openThread(page, /The last spin/) },
  { name: "console-feedback", for: "operator", path: "/console/feedback" },
  { name: "console-feedback-harm", for: "operator", path: "/console/feedback", act: (page) => openCase(page, "I lost everything") },
  { name: "console-feedback-open", for: "operator", path: "/console/feedback?state=open", act: (page) => openCase(page, "My withdrawal waits") },
  {
    name: "console-feedback-macros",
    for: "operator",
    path: "/console/feedback",
    act: async (page) => {
      await page.getByRole("button", { name: "Prepared answers" }).click();
      await page.getByRole("heading", { name: "New prepared answer" }).waitFor();
    },
  },
];
