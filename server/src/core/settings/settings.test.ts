import { settings } from "@laro/contract/settings";
import { site, type Flag } from "@laro/contract/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSite } from "../../testing/site.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "./packs.ts";
import { flagsWithoutPort, type Ways } from "./flags.ts";
import { closeFlagsWithoutPort, setFlag } from "./settings.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const reason = "seen by the owner";
const OPEN = { maintenance: false, regionRestriction: false };
const isOn = (tree: readonly Flag[], modId: string): boolean | undefined =>
  tree.flatMap(({ childrenNodes }) => childrenNodes).find((flag) => flag.modId === modId)?.enabled;

test.each(["", "no-such-flag", "constructor", "__proto__", "registration"])("a flag %j that no tree has is refused", async (modId) => {
  expect(await (await world.operator("superadmin")).refused(settings.setFlag, { modId, enabled: true, reason })).toBe("settings.unknown_flag");
});

test("a flag switched by an operator is seen by the next visitor, and switched back as well", async () => {
  const admin = await world.operator("superadmin");
  const seen = async () => isOn((await world.guest().call(site.permission, {})).whitelabel, "banners");
  expect(await seen()).toBe(true);
  await admin.call(settings.setFlag, { modId: "banners", enabled: false, reason });
  expect(await seen()).toBe(false);
  await admin.call(settings.setFlag, { modId: "banners", enabled: true, reason });
  expect(await seen()).toBe(true);
});

test("a flag that is switched is told to everybody who has a page open", async () => {
  const admin = await world.operator("superadmin");
  const told: string[] = [];
  const stop = world.open.platform.live.listen(["everyone"], (message) => void ("stale" in message && told.push(...message.stale)));
  for (const enabled of [false, true]) await admin.call(settings.setFlag, { modId: "banners", enabled, reason });
  await soon(() => expect(told).toEqual([site.permission.name, site.permission.name]));
  stop();
});

test("flags that operators switch at the same moment are all switched", async () => {
  const admin = await world.operator("superadmin");
  const modIds = ["passwordExpiry", "bankTransfer", "depositBonuses", "memberTransfers", "banners", "agentPolicy"];
  const before = (await admin.call(settings.site, {})).whitelabel;
  const switchAll = (turn: (isOnNow: boolean) => boolean) =>
    Promise.all(modIds.map((modId) => admin.call(settings.setFlag, { modId, enabled: turn(isOn(before, modId)!), reason })));
  await switchAll((isOnNow) => !isOnNow);
  const { whitelabel } = await admin.call(settings.site, {});
  expect(modIds.map((modId) => isOn(whitelabel, modId))).toEqual(modIds.map((modId) => !isOn(before, modId)));
  await switchAll((isOnNow) => isOnNow);
});

test("the status is 0 open, 1 in maintenance, 2 restricted by region, and maintenance comes first", async () => {
  const admin = await world.operator("superadmin");
  const statuses = [];
  for (const status of [
    { maintenance: true, regionRestriction: false },
    { maintenance: false, regionRestriction: true },
    { maintenance: true, regionRestriction: true },
    { maintenance: false, regionRestriction: false },
  ]) {
    await setSite(admin, status);
    statuses.push((await world.guest().call(site.permission, {})).systemStatus);
  }
  expect(statuses).toEqual([1, 2, 1, 0]);
});

test("an officer who saw the site otherwise than it stands neither opens nor closes it, of many at once too", async () => {
  const [admin, other] = [await world.operator("superadmin"), await world.operator("superadmin")];
  await setSite(other, { regionRestriction: true });
  expect(await admin.refused(settings.setStatus, { ...OPEN, maintenance: true, seen: OPEN, reason })).toBe("settings.changed");
  expect(await admin.call(settings.site, {})).toMatchObject({ maintenance: false, regionRestriction: true });
  await setSite(admin, {});
  const wishes = [admin, other, admin, other].map((one, at) =>
    one.call(settings.setStatus, { ...OPEN, [at % 2 === 0 ? "maintenance" : "regionRestriction"]: true, seen: OPEN, reason }).then(
      () => "done",
      (error: { code: string }) => error.code,
    ),
  );
  expect((await Promise.all(wishes)).toSorted()).toEqual(["done", "settings.changed", "settings.changed", "settings.changed"]);
  await setSite(admin, {});
});

test("a switch without a reason is refused", async () => {
  const admin = await world.operator("superadmin");
  const { answer } = await admin.request("POST", "/api/settings.setStatus", JSON.stringify({ ...OPEN, seen: OPEN, reason: "  a  " }));
  expect(answer).toMatchObject({ message: "request.invalid", value: { field: "reason" } });
});

test("in production a feature that needs text messages or e-mail cannot be turned on without a provider, is turned off at the start, and says why", async () => {
  const { database } = world.open.platform;
  const [now, sms] = [world.clock.now(), { url: "https://sms.example", token: "t".repeat(32), sender: "Laro" }];
  const turnOn = (modId: string, ways: Ways) => database.begin((tx) => setFlag(tx, { modId, enabled: true, ways, pack: packs.sandbox, now }));
  for (const modId of ["smsVerification", "mobileCodeLogin", "phonePasswordReset"])
    await expect(turnOn(modId, { production: true, sms: undefined, smtpUrl: "smtps://mail.example" })).rejects.toMatchObject({
      code: "settings.port_missing",
      values: { field: "modId", port: "sms" },
    });
  await expect(turnOn("emailPasswordReset", { production: true, sms, smtpUrl: undefined })).rejects.toMatchObject({
    code: "settings.port_missing",
    values: { port: "email" },
  });
  const missingIn = (ways: Ways) => flagsWithoutPort(ways).map(({ modId }) => modId);
  expect(missingIn({ production: true, sms: undefined, smtpUrl: undefined })).toEqual([
    "smsVerification",
    "mobileCodeLogin",
    "phonePasswordReset",
    "emailPasswordReset",
  ]);
  expect(missingIn({ production: true, sms, smtpUrl: "smtps://mail.example" })).toEqual([]);
  expect((await (await world.operator("auditor")).call(settings.site, {})).portMissing).toEqual([]);
  await turnOn("banners", { production: true, sms: undefined, smtpUrl: undefined });
  const closed = await database.begin((tx) => closeFlagsWithoutPort(tx, { ways: { production: true, sms: undefined, smtpUrl: undefined }, now }));
  const { whitelabel } = await (await world.operator("auditor")).call(settings.site, {});
  for (const modId of closed) expect(isOn(whitelabel, modId)).toBe(false);
  expect(isOn(whitelabel, "banners")).toBe(true);
  for (const modId of ["smsVerification", "emailPasswordReset"]) expect(isOn(whitelabel, modId)).toBe(false);
});
