import { agents } from "@laro/contract/agents";
import { operators } from "@laro/contract/operators";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { createWorld, type World } from "../testing/world.ts";
import { type Caller, drawMatrix, gatherCallers, readMatrix, writeMatrix } from "./matrix.ts";

/** `npm run proof matrix` writes the table as it is, for a person to read what changed. */

let world: World;
let callers: readonly Caller[];
beforeAll(async () => {
  world = await createWorld();
  callers = await gatherCallers(world);
});
afterAll(() => world.close());

test(
  "every endpoint lets in whom the table says and nobody else; one that is not in the table is not served unseen [ROLE-07, ROLE-14, ROLE-16, ROLE-18]",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    const drawn = await drawMatrix(callers);
    if (isLong) writeMatrix(drawn);
    const known = readMatrix();
    const changes = [
      ...drawn.filter((line) => !known.includes(line)).map((line) => `now:  ${line}`),
      ...known.filter((line) => !drawn.includes(line)).map((line) => `then: ${line}`),
    ];
    expect(changes, "Where this is meant, `npm run proof matrix` writes the table anew; read its difference before it is committed.").toEqual([]);
    expect(drawn.length).toBeGreaterThan(200);
    const [head = "", ...lines] = drawn;
    const member = head.split(",").indexOf("member");
    expect(lines.map((line) => line.split(",")).filter((cells) => cells[1] === "member" && cells[member] !== "may")).toEqual([]);
  },
);

test.each([
  ["what is for agents is for members", agents.overview, { for: "member" }],
  ["what is for staff is for anyone", operators.list, { for: "guest" }],
  ["a trial sees money", wallet.history, { trial: true }],
])("the proof turns red where %s", { timeout: PROOF_TIMEOUT_MS }, async (_, endpoint, fault) => {
  const before = { ...endpoint };
  Object.assign(endpoint, fault);
  onTestFinished(() => void Object.assign(endpoint, { trial: undefined }, before));
  const [, line] = await drawMatrix(callers, [endpoint]);
  expect(readMatrix()).not.toContain(line);
});
