import { expect, test } from "vitest";
import { type Desk, readTyped, type Typed, typedOf, unreadOf } from "./draft.operator.ts";

const NOW_MS = Date.parse("2026-10-05T04:00:00Z");
const typed = (change: Partial<Typed>): Typed => ({ ...typedOf(undefined, NOW_MS), code: "CUP", budget: "1000", prizes: "1 × 500, 2 × 200", ...change });
const ruleOf = (change: Partial<Typed>) => readTyped(typed(change))?.rule;

test("a board of chips is a tournament: its game, chips and rounds are sent and no category, and what was saved stands in its fields again", () => {
  const sent = readTyped(typed({ on: "ranked", measure: "chips", seatGame: "LIMBO", seatRounds: "50", category: "RNG" }))!;
  const trigger = { on: "ranked", categories: [], seat: { gameCode: "LIMBO", chips: 10_000, rounds: 50 } };
  expect(sent.rule).toMatchObject({ trigger, gift: null, period: "once", reviewed: false });
  expect(typedOf(sent as unknown as Desk, NOW_MS)).toMatchObject({
    on: "ranked",
    measure: "chips",
    seatGame: "LIMBO",
    seatChips: "10000",
    seatRounds: "50",
    category: "",
  });
});

test("a board of valid bets sends no seat, and a tournament without its chips cannot be sent", () => {
  expect(ruleOf({ on: "ranked", category: "RNG" })?.trigger).toEqual({ on: "ranked", categories: ["RNG"] });
  expect(ruleOf({ on: "ranked", measure: "chips", seatChips: "" })).toBeUndefined();
});

test("bonus bets are sent with their stake, and stand in their fields again; without a stake they cannot be sent", () => {
  const wanted = { on: "applied", gives: "bonusBet", amount: "10", betStake: "5", bonusDays: "14", prizes: "" } as const;
  const sent = readTyped(typed(wanted))!;
  expect(sent.rule.gift).toEqual({ gives: "bonusBet", count: 10, stake: 500n, days: 14 });
  expect(typedOf(sent as unknown as Desk, NOW_MS)).toMatchObject({ ...wanted, betStake: "5.00" });
  expect(ruleOf({ ...wanted, betStake: "" })).toBeUndefined();
});

test("what cannot be read as it is typed says what it must be, a condition too, and nothing is sent without it; what may be empty is no fault", () => {
  const said = (change: Partial<Typed>) => (Object.keys(change) as (keyof Typed)[]).map((name) => unreadOf(typed({ amount: "5", ...change }), name));
  const wrong = { budget: "50,000", dayMax: "much", code: "a-1", claimDays: "", levelFrom: "gold", prizes: "500", startsAt: "" };
  expect(said(wrong)).toEqual(["amount", "amount", "code", "count", "count", "prizes", "time"]);
  expect(said({ dayMax: "", levelFrom: "", newerThan: "", minimum: "", raffle: "", permit: "" })).toEqual(Array.from({ length: 6 }));
  expect([said({ amount: "2.50" }), unreadOf(typed({ gives: "egg", amount: "2.50" }), "amount")]).toEqual([[undefined], "count"]);
  expect(ruleOf({ on: "applied", amount: "5" })).toMatchObject({ conditions: [] });
  expect(ruleOf({ on: "applied", amount: "5", levelFrom: "gold" })).toBeUndefined();
  expect(ruleOf({ on: "deposited", amount: "5", minimum: "1,000" })).toBeUndefined();
});
