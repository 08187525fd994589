import { createHash, createHmac } from "node:crypto";
import { Round } from "@laro/contract/rounds";
import type { InstantEngine } from "@laro/engines/engine";
import { fairStream } from "@laro/engines/fair";
import { engines } from "@laro/engines/registry";
import { expect, test } from "vitest";
import { type Claim as AnyClaim, verifyRound } from "./verify.ts";

type Claim = AnyClaim & { readonly outcome: Round["outcome"] };

const serverSeed = createHash("sha256").update("a seed of the test").digest();

/** A round as the server plays and records it, with Node's own HMAC. */
function claimOf(gameCode: "DICE" | "MANGO_RUSH" | "GINTONG_PAROL", choice: Record<string, unknown>, nonce: bigint, stakeMinor = 2_000n): Claim {
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
  const played = (engines[gameCode] as InstantEngine<unknown, unknown>).play({
    stakeMinor,
    choice,
    stream: fairStream({ hmac, serverSeed, clientSeed: "banca-at-dusk", nonce }),
  });
  const { outcome, choice: recorded } = Round.pick({ outcome: true, choice: true }).parse({ outcome: played.outcome, choice });
  return {
    gameCode,
    state: "settled",
    stake: stakeMinor,
    firstStake: stakeMinor,
    actions: [],
    win: played.winMinor,
    jackpot: null,
    choice: recorded,
    outcome,
    nonce: String(nonce),
    serverSeed: serverSeed.toString("hex"),
    serverSeedHash: createHash("sha256").update(serverSeed).digest("hex"),
    clientSeed: "banca-at-dusk",
  };
}

const rounds = Array.from({ length: 60 }, (_, nonce) => [
  claimOf("MANGO_RUSH", {}, BigInt(nonce)),
  claimOf("DICE", { target: 5_050, side: "over" }, BigInt(nonce)),
]).flat();

test("the browser finds a changed win, a changed outcome and a changed nonce", () => {
  for (const round of rounds.slice(0, 20)) {
    expect(verifyRound({ ...round, win: round.win + 1n })).toBe("outcome_differs");
    expect(verifyRound({ ...round, nonce: String(BigInt(round.nonce) + 1n) })).toBe("outcome_differs");
    const outcome =
      "roll" in round.outcome ? { ...round.outcome, roll: (Number(round.outcome["roll"]) + 1) % 10_000 } : { ...round.outcome, stops: [1, 2, 3, 4, 5] };
    expect(verifyRound({ ...round, outcome })).toBe("outcome_differs");
  }
});

test("the browser finds a server seed that is not the one committed to", () => {
  const [round] = rounds;
  expect(verifyRound({ ...round!, serverSeed: "00".repeat(32) })).toBe("seed_differs");
  expect(verifyRound({ ...round!, serverSeed: "" })).toBe("seed_differs");
});

test("the browser computes every round exactly as the server did, for both games", () => {
  expect(rounds.map(verifyRound)).toEqual(rounds.map(() => "true"));
  expect(rounds.some(({ win }) => win > 0n) && rounds.some(({ win }) => win === 0n)).toBe(true);
});

test("an outcome is the same whatever the order of its keys in the record", () => {
  const [round] = rounds;
  const turned = Object.fromEntries(Object.entries(round!.outcome).reverse()) as Claim["outcome"];
  expect(verifyRound({ ...round!, outcome: turned })).toBe("true");
});

test("a ticket is computed from its draw's seed, the chain's salt and the link, and a changed one is found", () => {
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
  const tickets = Array.from({ length: 40 }, (_, at): Claim => {
    const nonce = BigInt(at + 1);
    const choice = { bets: { red: "10.00", "17": "5.00", "0": "5.00" } };
    const result = engines.ROULETTE_1.drawResult(fairStream({ hmac, serverSeed, clientSeed: "the salt", nonce }));
    return {
      gameCode: "ROULETTE_1",
      state: "settled",
      stake: 2_000n,
      firstStake: 2_000n,
      actions: [],
      win: engines.ROULETTE_1.settle({ bets: choice, result }).winMinor,
      jackpot: null,
      choice,
      outcome: { ...result },
      nonce: String(nonce),
      serverSeed: serverSeed.toString("hex"),
      serverSeedHash: createHash("sha256").update(serverSeed).digest("hex"),
      clientSeed: "the salt",
    };
  });
  expect(tickets.map(verifyRound)).toEqual(tickets.map(() => "true"));
  const [ticket] = tickets;
  for (const changed of [{ win: ticket!.win + 1n }, { outcome: { pocket: 40 } }, { nonce: "99" }, { clientSeed: "another" }, { stake: 3_000n }])
    expect(verifyRound({ ...ticket!, ...changed })).toBe("outcome_differs");
});

test("the browser finds a jackpot that no draw took, and one that was taken and kept back", () => {
  const claim = claimOf("GINTONG_PAROL", {}, 3n);
  expect(verifyRound(claim)).toBe("true");
  expect(verifyRound({ ...claim, jackpot: 5_000_000n, win: claim.win + 5_000_000n })).toBe("outcome_differs");
  // The first of the nonces that takes the pool at the largest stake, found by trying.
  const hit = { ...claimOf("GINTONG_PAROL", {}, 263n, 100_000n), jackpot: 5_000_000n };
  expect(verifyRound({ ...hit, win: hit.win + 5_000_000n })).toBe("true");
  expect(verifyRound({ ...hit, jackpot: null })).toBe("outcome_differs");
});

/** A ticket of a crash draw as its record says it: at how many hundredths it was cashed out, or that it was not. */
function flightOf(nonce: bigint, { target, cashed }: { target: number; cashed?: number }): { claim: Claim; point: number } {
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
  const stream = fairStream({ hmac, serverSeed, clientSeed: "salt", nonce });
  const { point } = engines.CRASH_1.drawResult(stream);
  const claim: Claim = {
    gameCode: "CRASH_1",
    state: "settled",
    stake: 1_000n,
    firstStake: 1_000n,
    actions: [],
    win: 10n * BigInt(cashed ?? 0),
    choice: { bets: { [String(target)]: "10.00" } },
    outcome: cashed === undefined ? { point } : { point, cashed },
    nonce: String(nonce),
    serverSeed: serverSeed.toString("hex"),
    serverSeedHash: createHash("sha256").update(serverSeed).digest("hex"),
    clientSeed: "salt",
  };
  return { claim, point };
}

test("a crash ticket is true where it was cashed out within its flight or lost with it, and no other win and no other point is", () => {
  const END = 1_000_000;
  for (let nonce = 0n; nonce < 30n; nonce += 1n) {
    const { claim: lost, point } = flightOf(nonce, { target: END });
    if (point < 120) continue;
    expect(verifyRound(lost)).toBe("true");
    expect(verifyRound(flightOf(nonce, { target: END, cashed: 110 }).claim)).toBe("true");
    expect(verifyRound(flightOf(nonce, { target: 115, cashed: 115 }).claim)).toBe("true");
    expect(verifyRound(flightOf(nonce, { target: 115, cashed: 116 }).claim)).toBe("outcome_differs");
    expect(verifyRound(flightOf(nonce, { target: END, cashed: point + 1 }).claim)).toBe("outcome_differs");
    expect(verifyRound(flightOf(nonce, { target: 115 }).claim)).toBe("outcome_differs");
    expect(verifyRound({ ...lost, outcome: { point: point + 1 } })).toBe("outcome_differs");
    expect(verifyRound({ ...lost, win: 1n })).toBe("outcome_differs");
  }
});
