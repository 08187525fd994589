import { Refusal } from "@laro/contract/core/errors";
import { limitPeriods, limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { checkDeposit } from "./deposits.ts";

const DAY_MS = 24 * 60 * 60_000;
/** 16:00 UTC is Manila's midnight. */
const EDGES = { day: new Date("2026-10-05T16:00:00Z"), week: new Date("2026-10-11T16:00:00Z"), month: new Date("2026-10-31T16:00:00Z") } as const;

let world: World;
let ann: Person & { readonly id: bigint };
beforeEach(async () => void (ann = await world.player()));

/** Opens a deposit as the cashier does: looked at and written in one transaction. Answers what is left when it is refused. */
async function deposit(amountMinor: bigint, state = "pending"): Promise<string> {
  const { database, timeZone } = world.open.platform;
  const now = world.clock.now();
  try {
    await database.begin(async (tx) => {
      await checkDeposit(tx, { accountId: ann.id, amountMinor, now, timeZone });
      await tx
        .insertInto("deposit")
        .values({ id: newId(now), account_id: ann.id, method: "QRPH", amount: amountMinor, state, created_at: now, expires_at: now })
        .execute();
    });
    return "taken";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "limits.deposit_reached" ? `left ${error.values["left"]} at ${error.values["field"]}` : error.code;
  }
}

describe.each(limitPeriods)("a deposit limit by the %s", (period) => {
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  test("refuses the deposit that would pass it and says what is left, and takes the one that just fits", async () => {
    await ann.call(limits.set, { kind: "deposit", period, amount: 1_000_00n });
    expect(await deposit(700_00n)).toBe("taken");
    expect(await deposit(300_01n)).toBe("left 300.00 at amount");
    expect(await deposit(300_00n)).toBe("taken");
    expect(await deposit(1n)).toBe("left 0.00 at amount");
    expect((await ann.call(limits.mine, {})).list).toEqual([{ kind: "deposit", period, amount: 1_000_00n, used: 1_000_00n, next: null }]);
  });

  test("lets ten of twenty deposits at once in, and no more", async () => {
    await ann.call(limits.set, { kind: "deposit", period, amount: 1_000_00n });
    const answers = await Promise.all(Array.from({ length: 20 }, () => deposit(100_00n)));
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(10);
    expect(answers.filter((answer) => answer === "left 0.00 at amount")).toHaveLength(10);
  });

  test("begins anew at 16:00 UTC, Manila's midnight, not a millisecond before", async () => {
    await ann.call(limits.set, { kind: "deposit", period, amount: 500_00n });
    expect(await deposit(500_00n)).toBe("taken");
    world.clock.advance(EDGES[period].getTime() - world.clock.now().getTime() - 1);
    expect(await deposit(100_00n)).toBe("left 0.00 at amount");
    world.clock.advance(1);
    expect(await deposit(500_00n)).toBe("taken");
  });
});

describe("of several deposit limits", () => {
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  test("the lowest applies; what failed does not count, and what waits does", async () => {
    await ann.call(limits.set, { kind: "deposit", period: "month", amount: 400_00n });
    await ann.call(limits.set, { kind: "deposit", period: "day", amount: 900_00n });
    expect(await deposit(300_00n, "failed")).toBe("taken");
    expect(await deposit(300_00n, "expired")).toBe("taken");
    expect(await deposit(300_00n, "submitted")).toBe("taken");
    expect(await deposit(100_01n)).toBe("left 100.00 at amount");
  });

  test("lowering acts at once, raising after exactly 24 hours", async () => {
    const month = { kind: "deposit", period: "month" } as const;
    await ann.call(limits.set, { ...month, amount: 400_00n });
    expect(await deposit(200_00n)).toBe("taken");
    await ann.call(limits.set, { ...month, amount: 100_00n });
    expect(await deposit(1_00n)).toBe("left 0.00 at amount");
    await ann.call(limits.set, { ...month, amount: 300_00n });
    world.clock.advance(DAY_MS - 1);
    expect(await deposit(1_00n)).toBe("left 0.00 at amount");
    world.clock.advance(1);
    expect(await deposit(100_01n)).toBe("left 100.00 at amount");
    expect(await deposit(100_00n)).toBe("taken");
  });

  test("none is asked when a break is in force: every deposit is refused until it is over", async () => {
    await ann.call(protection.takeBreak, { period: "24h" });
    expect(await deposit(1_00n)).toBe("protection.excluded");
    world.clock.advance(DAY_MS - 1);
    expect(await deposit(1_00n)).toBe("protection.excluded");
    world.clock.advance(1);
    expect(await deposit(1_00n)).toBe("taken");
    expect(await world.audit()).toEqual([]);
  });
});
