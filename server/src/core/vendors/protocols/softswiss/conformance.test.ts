import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../../../../platform/config.ts";
import { readConformance, runConformance } from "../../../../testing/conformance.ts";
import { createWorld, type World } from "../../../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("the wallet answers every public case of the protocol as published, and the same again when asked again", async () => {
  const results = await runConformance(world, await readConformance(join(projectRoot, "conformance/softswiss")));
  expect(results).toHaveLength(14);
  expect(results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
});
