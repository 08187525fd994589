import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isJudged, judgeClaim, judgeTyped, readPasted, type Typed, writeClaim } from "./claims.ts";

const serverSeed = createHash("sha256").update("a seed of the test").digest("hex");
const promise = createHash("sha256").update(Buffer.from(serverSeed, "hex")).digest("hex");

const typed: Typed = {
  gameCode: "KENO",
  version: "1",
  serverSeed,
  serverSeedHash: promise,
  clientSeed: "lucky",
  nonce: "7",
  stake: "10.00",
  choice: '{"picks":[1,2,3]}',
  actions: "",
};

/** A claim that is true. */
function sound() {
  const said = judgeTyped(typed);
  if (!isJudged(said)) throw new Error(JSON.stringify(said));
  return said.claim;
}

test("a round by hand shows each draw with its bytes, and what comes of it", () => {
  const said = judgeTyped(typed);
  expect(isJudged(said) && said.isPromised).toBe(true);
  if (!isJudged(said)) return;
  expect(said.computed!.draws.map(({ count }) => count)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]);
  for (const { bytes, count, value } of said.computed!.draws) expect(Number.parseInt(bytes.at(-1)!, 16) % count).toBe(value);
  expect(said.claim.outcome).toMatchObject({ drawn: expect.any(Array) });
  expect(judgeClaim(said.claim).verdict).toBe("true");
});

test("a round of steps by hand is shown as far as its actions go, and an action that is not possible is said", () => {
  const mines = { ...typed, gameCode: "MINES", choice: '{"mines":3}' };
  const open = judgeTyped(mines);
  expect(isJudged(open) && open.computed!.end).toBeUndefined();
  const over = judgeTyped({ ...mines, actions: '[{"act":"pick","tile":1},{"act":"cashOut"}]' });
  expect(isJudged(over) || over).toSatisfy((said) => said === true || (said as { actions: string }).actions === "fair.fault.illegal");
  expect(judgeTyped({ ...mines, actions: '[{"act":"fly"}]' })).toEqual({ actions: "fair.fault.illegal" });
});

test("each field that is wrong has its own sentence, and nothing is computed", () => {
  for (const [field, value, key] of [
    ["gameCode", "POKER", "fair.fault.game"],
    ["version", "2", "fair.fault.version"],
    ["version", "", "fair.fault.version"],
    ["serverSeed", serverSeed.slice(1), "fair.fault.seed"],
    ["serverSeed", "g".repeat(64), "fair.fault.seed"],
    ["serverSeedHash", "12", "fair.fault.hash"],
    ["clientSeed", "", "fair.fault.clientSeed"],
    ["clientSeed", "\uD800", "fair.fault.clientSeed"],
    ["nonce", "-1", "fair.fault.nonce"],
    ["nonce", "1.5", "fair.fault.nonce"],
    ["stake", "ten", "fair.fault.stake"],
    ["stake", "10.50", "fair.fault.rules"],
    ["choice", "{", "fair.fault.choice"],
    ["choice", "[]", "fair.fault.choice"],
    ["choice", '{"picks":[41]}', "fair.fault.choice"],
    ["actions", "{}", "fair.fault.actions"],
  ] as const)
    expect([field, value, judgeTyped({ ...typed, [field]: value })]).toEqual([field, value, { [field]: key }]);
  const another = judgeTyped({ ...typed, serverSeedHash: "0".repeat(64) });
  expect(isJudged(another) && another.isPromised).toBe(false);
});

test("a round's own JSON is read as it was written; edited, broken or without its seed it is never true", () => {
  const claim = sound();
  const json = writeClaim(claim);
  const read = readPasted(json);
  expect(read).toEqual({ ...claim, version: 1, jackpot: null });
  expect(judgeClaim(claim).verdict).toBe("true");
  const edited = (change: Record<string, unknown>): string => JSON.stringify({ ...(JSON.parse(json) as object), ...change });
  for (const change of [
    { win: "99.00" },
    { jackpot: "5.00" },
    { nonce: "8" },
    { clientSeed: "other" },
    { serverSeed: "0".repeat(64) },
    { outcome: {} },
    { stake: "20.00" },
    { state: "void", win: "1.00" },
  ]) {
    const claimed = readPasted(edited(change));
    expect([change, "key" in claimed || judgeClaim(claimed).verdict]).not.toEqual([change, "true"]);
  }
  for (const [change, part] of [
    [{ serverSeed: "xyz" }, "serverSeed"],
    [{ nonce: 7 }, "nonce"],
    [{ choice: [] }, "choice"],
    [{ win: "-1" }, "win"],
    [{ jackpot: 5 }, "jackpot"],
    [{ actions: undefined }, "actions"],
  ] as const)
    expect(readPasted(edited(change))).toEqual({ key: "fair.fault.part", part });
  expect(readPasted(edited({ serverSeed: null }))).toEqual({ key: "seeds.notYet" });
  expect(readPasted(edited({ gameCode: "POKER" }))).toEqual({ key: "fair.fault.game" });
  expect(readPasted(edited({ version: 9 }))).toEqual({ key: "fair.fault.version" });
  for (const text of ["", "{", "[]", "12", "null"]) expect(readPasted(text)).toEqual({ key: "fair.fault.json" });
});
