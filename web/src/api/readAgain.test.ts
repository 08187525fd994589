import { EVERYTHING } from "@laro/contract/core/live";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readAgain, readStale } from "./readAgain.ts";

const KEY = ["wallet.balance", {}];

test("what is told while an answer is on its way for the first time has it asked for once more, and what is shown is asked for anew at once", async () => {
  const client = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(client, { queryKey: KEY, queryFn: () => new Promise((done) => asked.push(done)) });
  const leave = observer.subscribe(() => undefined);
  expect(asked).toHaveLength(1);
  void readAgain(client, KEY.slice(0, 1));
  expect(asked).toHaveLength(1);
  asked[0]!("as it was");
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!("as it is");
  await expect.poll(() => observer.getCurrentResult().data).toBe("as it is");
  void readAgain(client, KEY.slice(0, 1));
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!("as it will be");
  await expect.poll(() => observer.getCurrentResult().data).toBe("as it will be");
  expect(asked).toHaveLength(3);
  leave();
});

test("where nobody knows what is stale all that is shown is asked for anew", async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  const leaves = ["wallet.balance", "rounds.mine"].map((name) =>
    new QueryObserver(client, { queryKey: [name, {}], queryFn: () => asked.push(name) }).subscribe(() => undefined),
  );
  await expect.poll(() => client.isFetching()).toBe(0);
  await readStale(client, "rounds.mine");
  expect(asked).toEqual(["wallet.balance", "rounds.mine", "rounds.mine"]);
  await readStale(client, EVERYTHING);
  expect(asked.slice(3)).toEqual(["wallet.balance", "rounds.mine"]);
  for (const leave of leaves) leave();
});
