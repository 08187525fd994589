import { accounts, CODES_A_DAY_MAX, OPENED_A_DAY_MAX } from "@laro/contract/accounts";
import { agents } from "@laro/contract/agents";
import { accountTypes, type OpenedType } from "@laro/contract/core/accountTypes";
import type { InputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, lineOf } from "../../testing/agentContracts.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";

const PASSWORD = "Correct-horse-7";
const HOUR_MS = 60 * 60_000;

let world: World;
let [top, other]: Agent[] = [];
beforeAll(async () => {
  world = await createWorld();
  [top] = await lineOf(world, 1);
  [other] = await lineOf(world, 1);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

let names = 0;
const newName = (): string => `opened${names++}abc`;
const openFor = (agent: Agent, opens: OpenedType = accountTypes.player) => agent.call(accounts.open, { username: newName(), opens });
const taking = (username: string, code: string, given: Partial<InputOf<typeof accounts.activate>> = {}): InputOf<typeof accounts.activate> => ({
  username,
  code,
  birthday: "1990-05-05",
  password: PASSWORD,
  confirmPassword: PASSWORD,
  paymentPassword: "482913",
  confirmPaymentPassword: "482913",
  agreed: true,
  ...given,
});
const asPlayer = (username: string, password: string) => ({ username, password, type: "username", entry: "player" }) as const;

test("who is no agent opens nothing, an agent only types below its own, and a name that is taken or bad is refused", async () => {
  expect(await (await world.player()).refused(accounts.open, { username: newName(), opens: 0 })).toBe("sessions.forbidden");
  expect(await top!.refused(accounts.open, { username: newName(), opens: 2 })).toBe("agents.type_not_allowed");
  expect(await top!.refused(accounts.open, { username: other!.name, opens: 0 })).toBe("accounts.name_taken");
  expect(await top!.refused(accounts.open, { username: "x", opens: 0 })).toBe("accounts.rule_broken");
  expect(await top!.refused(accounts.open, { username: "laro_support1", opens: 0 })).toMatch(/name_reserved|rule_broken/);
});

test("an account that an agent opened is entered by its code alone: the owner sets birthday, password and PIN, and the agent knows none of them [AGENT-03, ENTITY-03]", async () => {
  const opened = await openFor(top!);
  expect(opened.code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
  expect(await top!.call(accounts.opened, {})).toMatchObject({ types: [1, 41, 0], list: [{ account: opened.account, works: true, codesLeft: 3 }] });
  // Kept as a hash: neither the code nor a password stands anywhere.
  const [kept] = await asOwner<{ seen: boolean; hash: string }>(
    world.open.url,
    "select strpos(encode(code_hash, 'escape'), $2) > 0 as seen, (select password_hash from account where id = $1) as hash from account_activation where account_id = $1",
    [opened.accountId, opened.code],
  );
  expect(kept).toEqual({ seen: false, hash: "none" });
  const newcomer = world.guest();
  for (const password of ["none", "", opened.code, "123456"])
    expect(await newcomer.refused(sessions.login, asPlayer(opened.account, password || "x"))).not.toBe("ok");
  expect(await newcomer.refused(accounts.activate, taking(opened.account, opened.code, { birthday: "2015-01-01" }))).toBe("accounts.too_young");
  expect(await newcomer.refused(accounts.activate, taking(opened.account, opened.code, { confirmPassword: "Another-one-8" }))).toBe("accounts.rule_broken");
  expect(await newcomer.refused(accounts.activate, taking(opened.account, opened.code, { paymentPassword: "123456", confirmPaymentPassword: "123456" }))).toBe(
    "accounts.pin_weak",
  );
  expect(await newcomer.refused(accounts.activate, taking(opened.account, opened.code, { password: opened.account, confirmPassword: opened.account }))).toMatch(
    /^accounts\./,
  );
  // What was wrong with the rest cost no try.
  const { token } = await newcomer.call(accounts.activate, taking(opened.account, ` ${opened.code.toLowerCase()} `));
  newcomer.token = token;
  expect(await newcomer.call(accounts.me, {})).toMatchObject({ account: opened.account, mustChangePassword: false, hasPaymentPassword: true });
  expect(await newcomer.call(wallet.balance, {})).toBeDefined();
  expect(await newcomer.call(agents.mine, {})).toMatchObject({ agent: { seesNames: true } });
  expect((await top!.call(accounts.opened, {})).list).toEqual([]);
  expect(await world.guest().refused(accounts.activate, taking(opened.account, opened.code))).toBe("accounts.activation_wrong");
  expect((await newcomer.call(sessions.login, asPlayer(opened.account, PASSWORD))).token).toBeDefined();
});

test("a code has five tries and 72 hours; unknown names, wrong codes and codes that are over answer alike", async () => {
  const [tried, late] = [await openFor(top!), await openFor(top!)];
  const guess = (username: string, code: string) =>
    world
      .guest()
      .refusal(accounts.activate, taking(username, code))
      .then(({ code: said, text, values }) => ({ said, text, values }));
  const unknown = await guess("nobody-at-all", "AAAAAAAAAA");
  for (let at = 0; at < 5; at++) expect(await guess(tried.account, "AAAAAAAAAA")).toEqual(unknown);
  expect(await guess(tried.account, tried.code)).toEqual(unknown);
  expect((await top!.call(accounts.opened, {})).list.find(({ account }) => account === tried.account)).toMatchObject({ works: false });
  expect(await guess(top!.name, "AAAAAAAAAA")).toEqual(unknown);
  const until = Date.parse(late.expiresAt) - world.clock.now().getTime();
  expect(Math.round(until / HOUR_MS)).toBe(72);
  await asOwner(world.open.url, "update account_activation set expires_at = $2 where account_id = $1", [late.accountId, world.clock.now()]);
  expect(await guess(late.account, late.code)).toEqual(unknown);
});

test("three new codes a day, each in the place of the one before, and only for the agent's own that wait", async () => {
  const [agent] = (await lineOf(world, 1)) as [Agent];
  const opened = await openFor(agent);
  expect(await top!.refused(accounts.renewCode, { accountId: opened.accountId })).toBe("accounts.not_opened");
  expect(await agent.refused(accounts.renewCode, { accountId: top!.id })).toBe("accounts.not_opened");
  const codes = [opened.code];
  for (let at = 0; at < CODES_A_DAY_MAX; at++) codes.push((await agent.call(accounts.renewCode, { accountId: opened.accountId })).code);
  expect(await agent.refused(accounts.renewCode, { accountId: opened.accountId })).toBe("accounts.codes_full");
  for (const code of codes.slice(0, -1)) expect(await world.guest().refused(accounts.activate, taking(opened.account, code))).toBe("accounts.activation_wrong");
  expect((await world.guest().call(accounts.activate, taking(opened.account, codes.at(-1)!))).token).toBeDefined();
  expect(await agent.refused(accounts.renewCode, { accountId: opened.accountId })).toBe("accounts.not_opened");
});

test("an agent opens twenty accounts a day, also when more are asked for at once, and none while it is held", async () => {
  const [agent] = (await lineOf(world, 1)) as [Agent];
  await openFor(agent);
  // The rest of the day's, but for two.
  await asOwner(
    world.open.url,
    "insert into account_activation (account_id, agent_id, code_hash, expires_at, day, opened_at) select -at, $1, '\\x00', now(), current_date, $2 from generate_series(1, $3::integer) at",
    [agent.id, world.clock.now(), OPENED_A_DAY_MAX - 3],
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => openFor(agent)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await agent.refused(accounts.open, { username: newName(), opens: 0 })).toBe("accounts.opened_full");
  await asOwner(world.open.url, "delete from account_activation where account_id < 0");
  const risk = await world.operator("risk");
  await risk.call(agents.setStanding, { id: other!.id, standing: "held", days: 3, reason: "Looked at first" });
  expect(await other!.refused(accounts.open, { username: newName(), opens: 0 })).toBe("agents.held");
});

test("where the market has agents open no accounts nobody does, and no code opens anything", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const [agent] = (await lineOf(strict, 1, accountTypes.seniorAffiliate)) as [Agent];
    expect(await agent.call(accounts.opened, {})).toEqual({ types: [], list: [] });
    expect(await agent.refused(accounts.open, { username: newName(), opens: 0 })).toBe("accounts.opening_closed");
    expect(await strict.guest().refused(accounts.activate, taking("anybody01", "AAAAAAAAAA", { declared: true }))).toBe("accounts.opening_closed");
  } finally {
    await strict.close();
  }
});

test("a friend whom a player referred joins under that player's agent, by either field; the player is written down, and no code of anyone's but theirs is [REG-13, ENTITY-07]", async () => {
  const chief = await world.operator("superadmin");
  const player = await world.member({ type: accountTypes.player, parentId: top!.id });
  expect(await top!.refused(agents.referralCode, {})).toBe("agents.has_links");
  const { code } = await player.call(agents.referralCode, {});
  expect(await player.call(agents.referralCode, {})).toEqual({ code });
  expect(await world.guest().call(agents.checkCode, { code })).toEqual({ valid: true });
  const rule = {
    field: "recommenderId",
    enabled: true,
    required: false,
    patternId: 6,
    minLength: 4,
    maxLength: 16,
    types: ["username" as const],
    reason: "Friends bring friends",
  };
  await chief.call(settings.setRegisterRule, rule);
  const placeOf = async (name: string) =>
    (
      await asOwner(
        world.open.url,
        "select n.parent_id, n.referrer_id, n.link_code from agent_node n join account a on a.id = n.account_id where a.name = $1",
        [name],
      )
    )[0];
  const register = async (given: object) => {
    const name = newName();
    await world.guest().call(accounts.register, { ...registrationOf(name, PASSWORD), ...given });
    return placeOf(name);
  };
  const friend = { parent_id: top!.id, referrer_id: player.id, link_code: null };
  expect(await register({ recommenderId: code.toLowerCase() })).toEqual(friend);
  expect(await register({ referralCode: code })).toEqual(friend);
  const { invitationCode } = await other!.call(agents.overview, {});
  expect(await register({ affiliateCode: invitationCode, recommenderId: code })).toEqual({
    parent_id: other!.id,
    referrer_id: player.id,
    link_code: invitationCode,
  });
  const wrong = await world.guest().refusal(accounts.register, { ...registrationOf(newName(), PASSWORD), recommenderId: "NOBODY99" });
  expect(wrong).toMatchObject({ code: "accounts.invitation_unknown", values: { field: "recommenderId" } });
  // A field the form does not ask for is dropped, whatever it says.
  await chief.call(settings.setRegisterRule, { ...rule, enabled: false });
  expect(await register({ recommenderId: code })).toEqual({ parent_id: null, referrer_id: null, link_code: null });
});
