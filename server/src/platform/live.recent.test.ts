import { expect, test } from "vitest";
import { RecentlyStale } from "./live.recent.ts";

test("what was said twice is told once, twenty names a message, to whom it was said and no longer ago than is asked for", () => {
  const recent = new RecentlyStale();
  const names = Array.from({ length: 25 }, (_, at) => `endpoint.${at}`);
  for (const list of [names, names.slice(5)]) recent.add("member:1", list.join());
  recent.add("everyone", "site.permission");
  const told = recent.within(["everyone", "member:1"], 60_000).map((message) => ("stale" in message ? message.stale : []));
  expect(told.map(({ length }) => length)).toEqual([20, 6]);
  expect(told.flat().toSorted()).toEqual([...names, "site.permission"].toSorted());
  expect(recent.within(["member:2"], 60_000)).toEqual([]);
  expect(recent.within(["member:1"], 0)).toEqual([]);
});

test("of very many who were told the newest are known", () => {
  const recent = new RecentlyStale();
  for (let member = 0; member < 25_000; member += 1) recent.add(`member:${member}`, "wallet.balance");
  expect(recent.within(["member:0"], 60_000)).toEqual([]);
  for (const member of [15_000, 24_999]) expect(recent.within([`member:${member}`], 60_000)).toEqual([{ stale: ["wallet.balance"] }]);
});
