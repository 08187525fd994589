import { agents } from "@laro/contract/agents";
import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import { audit } from "@laro/contract/audit";
import type { InputOf } from "@laro/contract/core/endpoint";
import { expressionOf, patternIds, type PatternId } from "@laro/contract/core/patterns";
import { ruledFields } from "@laro/contract/core/registerFields";
import { settings } from "@laro/contract/settings";
import { site } from "@laro/contract/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../testing/person.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";

let world: World;
let chief: Person;
beforeAll(async () => {
  world = await createWorld();
  chief = await world.operator("superadmin");
});
afterAll(() => world.close());

const PASSWORD = "Correct-horse-7";
const reason = "seen by the owner";
let names = 0;
const newUser = (given: Partial<RegistrationUser> = {}): RegistrationUser => ({ ...registrationOf(`walker${names++}xyz`, PASSWORD), ...given });

type Rule = Omit<InputOf<typeof settings.setRegisterRule>, "reason">;
const setRule = (rule: Partial<Rule> & { field: string }) =>
  chief.call(settings.setRegisterRule, { enabled: true, required: false, patternId: 1, minLength: 0, maxLength: 255, types: ["username"], reason, ...rule });
const readRules = async () => (await world.guest().call(accounts.validationRules, {})).rules;

/** What the row's own example says of each pattern, as the form's field `line` has it. */
const examples: Readonly<Record<PatternId, readonly [passes: string, fails: string | undefined]>> = {
  1: ["¡any thing!", undefined],
  2: ["a1b2", "1ab"],
  3: ["中文12", "abc"],
  4: ["漢字12", "かな"],
  5: ["a@b.co", "a@b"],
  6: ["ab12", "ab-1"],
  7: ["ab12", "abcd"],
  8: ["123", "12a"],
  9: ["aB1", "ab1"],
  10: ["ab cd", "ab1"],
  11: ["a-b", "a b"],
  12: ["中文。", "abc"],
  13: ["2024-01-31", "01-31-2024"],
  14: ["01-31-2024", "2024-01-31"],
  15: ["ab cd", "a b c"],
  16: ["한국", "ab"],
  17: ["ไทย", "ab"],
  18: ["ไทย ab", "12"],
  19: ["AB C", "abc"],
  20: ["a1!", "a b"],
  21: ["aB1!", "ab1!"],
  22: ["Ana Cruz", "Ana"],
  23: ["ひカ漢", "ｶ"],
  24: ["ABC", "AB C"],
};

describe("the rules are data", () => {
  test("the rules say of every field whether it is asked for, its pattern and its lengths, to whoever asks and in the permission data [CALL-13, VALID-13]", async () => {
    const rules = await readRules();
    expect(rules.map(({ field }) => field)).toEqual(ruledFields);
    expect(rules.find(({ field }) => field === "username")).toEqual({
      field: "username",
      enabled: true,
      required: true,
      acceptedPattern: expressionOf(2),
      patternId: 2,
      minLength: 6,
      maxLength: 16,
      types: ["username"],
    });
    expect((await world.guest().call(site.permission, {})).registerRules).toEqual(rules);
    await setRule({ field: "username", required: true, patternId: 6, minLength: 4, maxLength: 8 });
    expect((await readRules()).find(({ field }) => field === "username")).toMatchObject({ patternId: 6, acceptedPattern: expressionOf(6), minLength: 4 });
    expect(await world.guest().refusal(accounts.register, newUser({ username: "waytoolong1" }))).toMatchObject({ field: "username" });
    expect((await world.guest().call(accounts.register, newUser({ username: "1abc" }))).userName).toBe("1abc");
    await setRule({ field: "username", required: true, patternId: 2, minLength: 6, maxLength: 16 });
  });

  const bad: readonly [string, Partial<Rule> & { field: string }, string, string][] = [
    ["a field nobody has", { field: "shoeSize" }, "settings.unknown_field", "field"],
    ["a field named by the language", { field: "__proto__" }, "settings.unknown_field", "field"],
    [
      "a user name that is not asked for",
      { field: "username", enabled: false, required: true, patternId: 2, minLength: 6, maxLength: 16 },
      "settings.rule_out_of_bounds",
      "enabled",
    ],
    ["a user name that is optional", { field: "username", patternId: 2, minLength: 6, maxLength: 16 }, "settings.rule_out_of_bounds", "required"],
    [
      "a user name of any characters",
      { field: "username", required: true, patternId: 1, minLength: 6, maxLength: 16 },
      "settings.rule_out_of_bounds",
      "patternId",
    ],
    [
      "a password of seven",
      { field: "password", required: true, patternId: 20, minLength: 7, maxLength: 64, types: ["username", "mobile"] },
      "settings.rule_out_of_bounds",
      "minLength",
    ],
    [
      "a password that mobile does not ask for",
      { field: "password", required: true, patternId: 20, minLength: 8, maxLength: 64 },
      "settings.rule_out_of_bounds",
      "types",
    ],
    ["a least above the most", { field: "line", minLength: 9, maxLength: 8 }, "settings.rule_out_of_bounds", "minLength"],
    ["256 characters", { field: "line", maxLength: 256 }, "settings.rule_out_of_bounds", "maxLength"],
    ["a pattern 25", { field: "line", patternId: 25 }, "settings.rule_out_of_bounds", "patternId"],
    ["a PIN of four digits", { field: "paymentPassword", patternId: 8, minLength: 4, maxLength: 4 }, "settings.rule_out_of_bounds", "minLength"],
  ];
  test.each(bad)("%s cannot be set", async (_what, rule, code, field) => {
    const refusal = await chief.refusal(settings.setRegisterRule, {
      enabled: true,
      required: false,
      patternId: 1,
      minLength: 0,
      maxLength: 255,
      types: ["username"],
      reason,
      ...rule,
    });
    expect([refusal.code, refusal.field]).toEqual([code, field]);
  });

  test("only a superadmin sets a rule, with a reason, and the log has both", async () => {
    const rule = { field: "zalo", enabled: true, required: false, patternId: 8, minLength: 9, maxLength: 15, types: ["username" as const] };
    for (const role of ["support", "risk", "finance", "auditor"] as const)
      expect(await (await world.operator(role)).refused(settings.setRegisterRule, { ...rule, reason })).toBe("sessions.forbidden");
    const { answer } = await chief.request("POST", "/api/settings.setRegisterRule", JSON.stringify({ ...rule, reason: " " }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "reason" } });
    const { registerRules } = await chief.call(settings.setRegisterRule, { ...rule, reason: "our players use it" });
    expect(registerRules.find(({ field }) => field === "zalo")).toMatchObject({ enabled: true, minLength: 9 });
    const entry = (await chief.call(audit.list, {})).list.find(({ endpoint }) => endpoint === settings.setRegisterRule.name);
    expect(JSON.stringify(entry)).toContain("our players use it");
    await setRule({ ...rule, enabled: false });
  });

  test.each(patternIds.map((patternId) => [patternId, `PATTERN-${String(patternId).padStart(2, "0")}`] as const))(
    "the server judges a field by pattern %i, and says the pattern's own text with the rule's figures [%s, VALID-45]",
    async (patternId) => {
      const [passes, fails] = examples[patternId];
      await setRule({ field: "line", patternId, minLength: 1, maxLength: 40 });
      await world.guest().call(accounts.register, newUser({ line: passes }));
      if (fails === undefined) return;
      const refusal = await world.guest().refusal(accounts.register, newUser({ line: fails }));
      expect([refusal.code, refusal.field, refusal.values["rule"]]).toEqual(["accounts.rule_broken", "line", `pattern${patternId}`]);
      expect(refusal.text.match(/\b(1|40) (?:to|characters)/g)).toHaveLength(2);
      await setRule({ field: "line", enabled: false, maxLength: 40 });
    },
  );

  /** What `recommenderId` takes: a member's referral code. */
  const referral = async () => (await (await world.player()).call(agents.referralCode, {})).code;

  test("a field that is not asked for is dropped, whatever it holds; one that is required stops an empty submit [VALID-12]", async () => {
    const optional = [
      ["paymentPassword", "246810"],
      ["qqNum", "12345"],
      ["line", "line-id"],
      ["whatsapp", "639171234567"],
      ["facebook", "fb.name"],
      ["wechat", "wechat-id"],
      ["idNumber", "A-1234567"],
      ["email", "ana@example.com"],
      ["recommenderId", await referral()],
      ["affiliateCode", undefined],
      ["payeeName", "Ana Cruz"],
    ] as const;
    const before = new Map((await readRules()).map((rule) => [rule.field, rule]));
    for (const [field, good] of optional) {
      const { acceptedPattern: _, ...rule } = before.get(field)!;
      await setRule({ ...rule, enabled: false, required: true, types: ["username"] });
      await world.guest().call(accounts.register, newUser({ [field]: field === "affiliateCode" ? undefined : "§" }));
      await setRule({ ...rule, enabled: true, required: true, types: ["username"] });
      const empty = await world.guest().refusal(accounts.register, newUser({ [field]: " " }));
      expect([field, empty.code, empty.field, empty.values["rule"]]).toEqual([field, "accounts.rule_broken", field, "required"]);
      if (good !== undefined) await world.guest().call(accounts.register, newUser({ [field]: good, confirmPaymentPassword: "246810" }));
      await setRule(rule);
    }
  });
});
