import { deposits } from "@laro/contract/deposits";
import { expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createWorld } from "../../testing/world.ts";

test("where the pack asks for verified members, an unverified one cannot open a deposit", async () => {
  const world = await createWorld({ pack: "ph" });
  try {
    const ann = await world.player();
    expect(await ann.refused(deposits.create, { requestId: newId(world.clock.now()), method: "QRPH", amount: 500_00n })).toBe("limits.kyc_required");
  } finally {
    await world.close();
  }
});
