/** What the server is made to answer a page of the gallery, so that it shows what takes long to come about. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";

/** Lets the reality check of this page be due. */
export const answerDue = (page: Page): Promise<unknown> => {
  const [since, dueAt] = [75 * 60_000, 1_000].map((agoMs) => new Date(Date.now() - agoMs).toISOString());
  return page.route("**/api/protection.mine*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { reality: object } };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, reality: { ...answer.value.reality, since, dueAt } } } });
  });
};

/** Lets this page have a bonus with so much left to stake, so no other is offered. */
export const answerReward = (left: number) => async (page: Page) => {
  const [at, expiresAt] = [-2, 28].map((days) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString());
  const bonus = {
    id: randomUUID(),
    reference: "B-1001",
    code: "FIRST100",
    name: "First deposit 100%",
    state: "active",
    at,
    days: 30,
    expiresAt,
    closedAt: null,
    waitsFor: null,
  };
  const reward = { ...bonus, amount: "500.00", turnoverNeeded: "5000.00", turnoverDone: `${5_000 - left}.00`, left: `${left}.00` };
  const rewards = left === 0 ? { count: 1, claimable: [reward], running: [] } : { count: 0, claimable: [], running: [reward] };
  const answer = (endpoint: string, change: object) =>
    page.route(`**/api/${endpoint}*`, async (route) => {
      const { value, ...rest } = (await (await route.fetch()).json()) as { value: object };
      await route.fulfill({ json: { ...rest, value: { ...value, ...change } } });
    });
  await Promise.all([answer("bonuses.rewards", rewards), answer("deposits.methods", { bonuses: [] })]);
};

/** Lets the outbox of this page hold letters of every state, a warning and a week of codes. */
export async function answerOutbox(page: Page): Promise<void> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const shared = {
    channel: "sms",
    accountId: "100023",
    language: "EN",
    attempts: 1,
    fault: null,
    cost: "0.60",
    reportedAt: null,
    usedAt: null,
    canResend: true,
  };
  const code = { subject: null, code: "482915", body: "482915 is your Laro code to log in. Valid for 10 minutes. We never ask for it: tell nobody." };
  const letter = (minutes: number, change: object) => ({
    ...shared,
    ...code,
    id: randomUUID(),
    reference: `sms_${randomUUID().slice(0, 20)}`,
    template: "login",
    target: "+63•••••4567",
    state: "delivered",
    createdAt: ago(minutes),
    sentAt: ago(minutes),
    expiresAt: ago(minutes - 10),
    ...change,
  });
  const mail = { channel: "email", template: "newDevice", target: "m•••••@example.com", cost: null, code: null, subject: "Laro: a new device logged in" };
  const list = [
    letter(1, { state: "queued", attempts: 0, sentAt: null, reference: null, cost: null, canResend: false }),
    letter(2, {}),
    letter(4, { state: "sent", template: "register", target: "+63•••••0091" }),
    letter(9, { state: "failed", attempts: 3, target: "+63•••••7812", reference: null, cost: null, fault: "The telephone is switched off." }),
    letter(70, { ...mail, state: "sent", body: "A new device has logged in to your account mariaclara." }),
    letter(90, { state: "expired", template: "recovery", canResend: false }),
  ];
  const days = ["2026-11-22", "2026-11-21", "2026-11-20"].map((day, at) => ({ day, sent: 412 - 60 * at, used: 371 - 55 * at, cost: "247.20" }));
  const prefixes = [
    { prefix: "+63917", sent: 640, used: 588 },
    { prefix: "+63999", sent: 84, used: 3 },
  ];
  const alert = {
    id: randomUUID(),
    kind: "prefix",
    subject: "+63999",
    sent: 84,
    used: 3,
    spent: "0.00",
    maximum: "0.00",
    at: ago(12),
    until: ago(-48),
    isOpen: true,
  };
  const money = { ...alert, id: randomUUID(), kind: "money", subject: "", spent: "4012.80", maximum: "5000.00", at: ago(300), until: ago(30), isOpen: false };
  const answers = { "dispatches.list": { list, next: null }, "dispatches.use": { days, prefixes }, "dispatches.alerts": { list: [alert, money] } };
  for (const [endpoint, value] of Object.entries(answers))
    await page.route(`**/api/${endpoint}*`, (route) => route.fulfill({ json: { success: true, value } }));
}

/** Lets the settings of this page be those of a production without providers, and its table of countries old. */
export async function answerPorts(page: Page): Promise<void> {
  await page.route("**/api/settings.site*", async (route) => {
    const { value, ...rest } = (await (await route.fetch()).json()) as { value: object };
    const portMissing = [
      { modId: "smsVerification", port: "sms" },
      { modId: "emailPasswordReset", port: "email" },
    ];
    await route.fulfill({ json: { ...rest, value: { ...value, portMissing } } });
  });
  const value = { builtAt: "2026-06-17T00:00:00.000Z", isOwn: false, isOld: true };
  await page.route("**/api/countries.database*", (route) => route.fulfill({ json: { success: true, value } }));
}

/** Lets the next rain of this page fall since a minute, with so many envelopes left; undefined where none is planned. */
export const answerRain = (rain: { readonly left: number } | undefined) => (page: Page) =>
  page.route("**/api/envelopes.next*", async (route) => {
    // A page that falls asks each few seconds, and its window may close meanwhile.
    const said: unknown = await route
      .fetch()
      .then((answer) => answer.json())
      .catch(() => undefined);
    if (said === undefined) return;
    const { value, ...rest } = said as { value: { rain: object | null; over: object | null } };
    const [startsAt, endsAt] = [-1, 9].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    const falls = rain && value.rain && { ...value.rain, ...rain, state: "open", startsAt, endsAt };
    await route.fulfill({ json: { ...rest, value: { ...value, rain: falls ?? null, over: rain === undefined ? null : value.over } } }).catch(() => undefined);
  });

/** Lets an egg of this page hold ₱100.00, and leaves its ticket where it is. */
export const answerEgg = (page: Page): Promise<unknown> =>
  page.route("**/api/prizeDraws.draw", async (route) => {
    const { ticketId: id, clientSeed } = route.request().postDataJSON() as { ticketId: string; clientSeed: string };
    const [at, hash] = [new Date().toISOString(), "7f".repeat(32)];
    const ticket = { id, draw: "egg", cause: "campaign", level: 0, at, version: 1, serverSeedHash: hash };
    const value = { ...ticket, drawnAt: at, serverSeed: hash, clientSeed, stop: 990, points: 0, amount: "100.00", replaced: false };
    await route.fulfill({ json: { success: true, value } });
  });
