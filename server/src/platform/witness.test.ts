import { hash, randomUUID } from "node:crypto";
import { adjustments } from "@laro/contract/adjustments";
import { aml } from "@laro/contract/aml";
import { audit } from "@laro/contract/audit";
import { content } from "@laro/contract/content";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allRoutes } from "../roles/features.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { createWorld, type World } from "../testing/world.ts";
import { schemaOf } from "./openapi.ts";
import { recordable } from "./witness.ts";

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
});
afterAll(() => world.close());

const reason = "to see what is kept";
const LOOK_STANDS_MS = 5 * 60_000;

/** What the chain tells of someone, oldest first. */
async function toldOf({ name }: { name: string }) {
  const rows = await asOwner<{ kind: string; endpoint: string; code: string | null; input: Record<string, unknown> }>(
    world.open.url,
    "select kind, endpoint, code, input from audit_entry where operator_name = $1 order by id",
    [name],
  );
  return rows.map(({ kind, endpoint, code, input }) => ({ kind, endpoint, ...(code === null ? {} : { code }), input }));
}

const expectWhole = async (): Promise<void> => expect((await admin.call(audit.verify, {})).brokenAt).toBeNull();

test("a login, what it looked at, and the logout stand in the chain in their order", async () => {
  const [officer, ann] = [await world.operator("finance"), await world.player({ balance: 50_00n })];
  await officer.call(wallet.lines, { memberName: ann.name });
  const { status } = await officer.download(adjustments.journalCsv, { memberName: ann.name });
  expect(status).toBe(200);
  await officer.call(sessions.logoutOperator, {});
  expect(await toldOf(officer)).toEqual([
    { kind: "login", endpoint: "sessions.loginOperator", input: { address: officer.ip } },
    { kind: "read", endpoint: "wallet.lines", input: { memberName: ann.name } },
    { kind: "download", endpoint: "adjustments.journalCsv", input: { memberName: ann.name } },
    { kind: "command", endpoint: "sessions.logoutOperator", input: {} },
  ]);
  await expectWhole();
});

test("a wrong password and a closed account at the console stand in the chain with the address they came from, an unknown name leaves nothing", async () => {
  const officer = await world.operator("risk");
  const [guest, stranger] = [world.guest(), world.guest()];
  expect(await guest.refused(sessions.loginOperator, { username: officer.name.toUpperCase(), password: "wrong" })).toBe("sessions.wrong_credentials");
  const { list } = await admin.call(operators.list, { limit: 100 });
  await admin.call(operators.close, { id: list.find(({ name }) => name === officer.name)!.id, reason });
  expect(await guest.refused(sessions.loginOperator, { username: officer.name, password: officer.password })).toBe("sessions.account_closed");
  expect((await toldOf(officer)).slice(1)).toEqual([
    { kind: "refused", endpoint: "sessions.loginOperator", code: "sessions.wrong_credentials", input: { address: guest.ip } },
    { kind: "refused", endpoint: "sessions.loginOperator", code: "sessions.account_closed", input: { address: guest.ip } },
  ]);
  expect(await stranger.refused(sessions.loginOperator, { username: "my-own-Secret-1", password: "wrong" })).toBe("sessions.wrong_credentials");
  expect(await asOwner(world.open.url, "select 1 from audit_entry where input::text ~ $1 or operator_name = 'my-own-Secret-1'", [stranger.ip])).toEqual([]);
  await expectWhole();
});

test("a command that is refused leaves an entry with its code, whether by the role, by its input or by a rule", async () => {
  const officer = await world.operator("support");
  const id = randomUUID();
  expect(await officer.refused(withdrawals.approve, { id, reason })).toBe("sessions.forbidden");
  expect((await officer.request("POST", "/api/adjustments.propose", "{}")).status).toBe(400);
  const input = { requestId: randomUUID(), memberName: "nobody", kind: "credit", amount: 5_00n, reason } as const;
  expect(await officer.refused(adjustments.propose, input)).toBe("accounts.not_found");
  expect(await officer.refused(wallet.lines, { memberName: "nobody" })).toBe("accounts.not_found");
  expect(await officer.refused(aml.alerts, { state: "open" })).toBe("sessions.forbidden");
  expect((await toldOf(officer)).slice(1)).toEqual([
    { kind: "refused", endpoint: "withdrawals.approve", code: "sessions.forbidden", input: {} },
    { kind: "refused", endpoint: "adjustments.propose", code: "request.invalid", input: {} },
    { kind: "refused", endpoint: "adjustments.propose", code: "accounts.not_found", input: { ...input, amount: "5.00" } },
    { kind: "refused", endpoint: "wallet.lines", code: "accounts.not_found", input: { memberName: "nobody" } },
    { kind: "refused", endpoint: "aml.alerts", code: "sessions.forbidden", input: {} },
  ]);
  await expectWhole();
});

test("a screen that is read again and again leaves one entry in five minutes, another member's one of its own", async () => {
  const [officer, ann, ben] = [await world.operator("finance"), await world.player(), await world.player()];
  const look = ({ name }: Person) => officer.call(wallet.lines, { memberName: name });
  for (const one of [ann, ann, ben, ann]) await look(one);
  world.clock.advance(LOOK_STANDS_MS);
  await look(ann);
  const looks = (await toldOf(officer)).filter(({ kind }) => kind === "read").map(({ input }) => input["memberName"]);
  expect(looks).toEqual([ann.name, ben.name, ann.name]);
});

test("what shows nothing of a member's leaves nothing, and neither does the ticket of a tab's socket", async () => {
  const officer = await world.operator("superadmin");
  await officer.call(settings.site, {});
  await officer.call(audit.list, {});
  await officer.call(sessions.liveTicketOperator, {});
  expect(await toldOf(officer)).toHaveLength(1);
});

test("nobody sees a member's own before the look is recorded: without the chain there is no answer", async () => {
  const [officer, ann] = [await world.operator("finance"), await world.player()];
  await asOwner(world.open.url, "revoke insert on audit_entry from laro_app");
  try {
    const { status, answer } = await officer.send(wallet.lines, { memberName: ann.name });
    expect([status, answer.success]).toEqual([500, false]);
    expect((await officer.download(adjustments.journalCsv, { memberName: ann.name })).status).toBe(500);
    expect((await officer.send(settings.site, {})).status).toBe(403);
  } finally {
    await asOwner(world.open.url, "grant insert on audit_entry to laro_app");
  }
});

test("two hundred looks, refusals and commands at once all stand in one whole chain, and nobody waits for another in a circle", async () => {
  const officers = await Promise.all(Array.from({ length: 10 }, () => world.operator("superadmin")));
  const before = (await admin.call(audit.verify, {})).entries;
  const members = await Promise.all(Array.from({ length: 5 }, () => world.player()));
  const open = { maintenance: false, regionRestriction: false };
  const status = { ...open, seen: open, reason };
  const answers = await Promise.all(
    officers.flatMap((officer) => [
      ...members.map(({ name }) => officer.send(wallet.lines, { memberName: name })),
      ...Array.from({ length: 5 }, () => officer.send(settings.setStatus, status)),
      ...Array.from({ length: 5 }, () => officer.send(settings.setFlag, { modId: "no-such-flag", enabled: true, reason })),
      ...Array.from({ length: 5 }, () => officer.send(operators.endSessions, { id: 999_999n, reason })),
    ]),
  );
  expect(answers.filter(({ answer }) => answer.success)).toHaveLength(100);
  expect(answers.every(({ status: code }) => [200, 404].includes(code))).toBe(true);
  expect(await admin.call(audit.verify, {})).toEqual({ entries: before + 200, brokenAt: null, next: null });
});

test("a text stands in the chain as its digest however deep it lies, and a long list as one: nobody's calls make an entry that is long", async () => {
  const officer = await world.operator("marketing");
  const detail = { kind: "notice", platform: "W" } as const;
  const item = await officer.call(content.create, { code: "long", detail });
  const stamp = { id: item.row.id, no: item.version.no, revision: item.version.revision };
  const [html, seo] = ["x".repeat(100_000), { title: "", description: "" }];
  const texts = ["AA", "BB", "CC", "DD", "EE", "FF", "GG", "HH"].map((language) => ({ language, title: "T", summary: "", html, alt: "", seo }));
  expect(await officer.refused(content.save, { ...stamp, detail, texts, startsAt: null, endsAt: null })).toBe("request.invalid");
  const digest = `sha256:${hash("sha256", html, "hex")} of 100000 characters`;
  const input = { ...stamp, detail, texts: texts.map((text) => ({ ...text, html: digest })), startsAt: null, endsAt: null };
  expect((await toldOf(officer)).at(-1)).toEqual({ kind: "refused", endpoint: "content.save", code: "request.invalid", input });
  const list = Array.from({ length: 1_000 }, () => "y".repeat(200));
  const asked = { ...content.save, input: z.object({ id: z.string(), list: z.array(z.string()) }) } as unknown as Endpoint;
  const told = `sha256:${hash("sha256", JSON.stringify(list), "hex")} of 203001 characters`;
  expect(recordable(asked, { id: "one", list })).toEqual({ id: "one", list: told });
  await expectWhole();
});

test.each([
  ["a refusal turned into a deed", "update audit_entry set kind = 'command', code = null where id = $1"],
  ["a look turned into a login", "update audit_entry set kind = 'login' where id = $1"],
  ["another reason for the refusal", "update audit_entry set code = 'sessions.forbidden' where id = $1"],
  ["an entry that is gone", "delete from audit_entry where id = $1"],
])("%s breaks the chain", async (_what, forgery) => {
  const own = await createWorld();
  try {
    const [auditor, finance, ann] = [await own.operator("auditor"), await own.operator("finance"), await own.player()];
    await finance.call(wallet.lines, { memberName: ann.name });
    await finance.refused(wallet.lines, { memberName: "nobody" });
    await finance.call(sessions.logoutOperator, {});
    expect(await auditor.call(audit.verify, {})).toEqual({ entries: 5, brokenAt: null, next: null });
    const kind = forgery.includes("'login'") ? "read" : "refused";
    const [row] = await asOwner<{ id: string }>(own.open.url, "select id::text from audit_entry where kind = $1", [kind]);
    await asOwner(own.open.url, forgery, [row!.id]);
    expect((await auditor.call(audit.verify, {})).brokenAt).not.toBeNull();
  } finally {
    await own.close();
  }
});

test("the log is read by kind, and page by page", async () => {
  const { list, next } = await admin.call(audit.list, { kind: "refused", limit: 2 });
  expect(list.map(({ kind }) => kind)).toEqual(["refused", "refused"]);
  const more = await admin.call(audit.list, { kind: "refused", limit: 2, cursor: next! });
  expect(BigInt(more.list[0]!.id)).toBeLessThan(BigInt(list[1]!.id));
  expect((await admin.call(audit.list, { kind: "login", limit: 100 })).list.every(({ endpoint }) => endpoint === "sessions.loginOperator")).toBe(true);
});

const staffEndpoints: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.for === "operator");

/** Names under which answers tell whose something is, or what is theirs. */
const PERSONAL = /^(member(Id|Name)?|account(Id)?|holder|verifiedName|balance|nickname|numberMasked|payoutAccounts|wallets|depositedTotal)$/;

/** Every name of a property that an answer can have, however deep. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

test("every read of staff whose answer names a member or what is theirs is marked as personal", () => {
  const reads = staffEndpoints.filter(({ kind, file }) => kind === "query" && file === undefined);
  const unmarked = reads.filter(({ personal, output }) => personal !== true && namesIn(schemaOf(output)).some((name) => PERSONAL.test(name)));
  expect(unmarked.map(({ name }) => name)).toEqual([]);
  expect(
    reads
      .filter(({ personal }) => personal === true)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "adjustments.list",
    "agentContracts.list",
    "agents.accreditations",
    "agents.find",
    "agents.level",
    "agents.moves",
    "agents.notCounted",
    "agents.previewMove",
    "agents.standings",
    "agents.view",
    "aml.alerts",
    "campaigns.applications",
    "chats.mutes",
    "chats.queue",
    "commissions.explainPay",
    "commissions.explainPayDay",
    "deposits.queue",
    "dispatches.list",
    "eligibility.cases",
    "feedback.case",
    "feedback.queue",
    "freeRounds.list",
    "freeRounds.proposals",
    "gateway.faults",
    "gateway.prizes",
    "gateway.rounds",
    "gateway.search",
    "gateway.transfers",
    "house.proposals",
    "house.rounds",
    "house.settled",
    "house.shortfalls",
    "members.list",
    "members.notes",
    "members.open",
    "members.proposals",
    "points.queue",
    "protection.cases",
    "reconciliation.differences",
    "screening.hits",
    "settlements.pays",
    "settlements.proposals",
    "settlements.run",
    "signals.list",
    "verifications.case",
    "verifications.queue",
    "vip.members",
    "wallet.lines",
    "withdrawals.payable",
    "withdrawals.queue",
  ]);
});

test("of all commands of staff only the ticket of a tab's socket and what changes nothing at the desk leave no entry", () => {
  expect(staffEndpoints.filter(({ quiet }) => quiet === true).map(({ name }) => name)).toEqual([
    "agentContracts.previewFor",
    "agentContracts.simulateFor",
    "agentContracts.simulateTemplate",
    "content.sanitise",
    "content.previewTicket",
    "sessions.liveTicketOperator",
  ]);
});
