import { demoAccounts } from "@laro/server/core/accounts/demo";
import { expect, test } from "vitest";
import { lineOf, passkeyLines } from "./start.ts";

test("the terminal names everything it takes to act as a demo person: the password, and where money is paid out the payment password", () => {
  expect(demoAccounts.map(lineOf)).toEqual([
    "  player    demoplayer / Demo-world-1  a player with a balance, a record and a payout account; payment password 246810",
    "  agent     demoagent / Demo-world-1  an agent with a team; payment password 246810",
    ...["demofinance", "demofinance2", "demoagents", "demoadmin", "demoadmin2"].map((name): unknown =>
      expect.stringMatching(new RegExp(`^  console   ${name} / Demo-world-1  (?!.*payment)`)),
    ),
  ]);
});

test("the terminal names the address where passkeys work, where the site itself stands at one that has none", () => {
  const named = passkeyLines("http://127.0.0.1:3000", "http://localhost:3000");
  expect(named).toEqual([expect.stringContaining("http://localhost:3000/")]);
  expect(passkeyLines("http://localhost:3000", "http://localhost:3000")).toEqual([]);
  expect(passkeyLines("http://127.0.0.1:3000", undefined)).toEqual([]);
});
