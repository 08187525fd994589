import type { CallersRequest } from "./callers.ts";
import type { LoadRequest } from "./load.ts";
import type { Made, NoiseRequest } from "./noise.ts";
import { BETTORS, PLAYERS } from "./players.ts";
import type { HttpServer, Stage } from "./stage.ts";
import type { Sample } from "./window.ts";

/** As many as it takes until all callers are under way. */
const WARM_UP_CALLS = 500;
const CLIENT_COUNTS = [16, 32, 64] as const;
const HOT_CLIENTS = 32;

export type Trial = () => Promise<Sample>;

/** Every load that is run, the product's beside those it is compared with. */
export function trialsOf(stage: Stage, { clients, windowMs, warmUpCalls = WARM_UP_CALLS }: { clients: number; windowMs: number; warmUpCalls?: number }) {
  const { postgres, players, reference } = stage;
  const inProcess =
    (callers: number, onOneWallet = false): Trial =>
    () =>
      stage.callers.ask<Sample>({ callers, onOneWallet, warmUpCalls, windowMs, postgres } satisfies CallersRequest);
  // Trials lie further apart than a server remembers a session, players' calls do not: each has called once before its calls are counted.
  const http =
    ({ socketPath, pid }: HttpServer, what: LoadRequest["what"], connections: number, warmUpCallsMin = 0): Trial =>
    () =>
      stage.load.ask<Sample>({
        socketPath,
        what,
        connections,
        warmUpCalls: Math.max(warmUpCalls, warmUpCallsMin),
        windowMs,
        watched: { program: pid, postgres },
      } satisfies LoadRequest);
  const bets = http(stage.product, "bet", 64, BETTORS);
  // The round before says how many there are, where noise comes first, and how many of them noise leaves.
  let [quietPerSecond, leftAmidNoise]: [number, number] = [BETS_AT_FIRST, measures.noise64.goal];
  const countedBets: Trial = async () => {
    const sample = await bets();
    quietPerSecond = sample.perSecond;
    return sample;
  };
  const betsAmidNoise: Trial = async () => {
    const vendorsPerSecond = (VENDORS_SHARE / (1 - VENDORS_SHARE)) * leftAmidNoise * quietPerSecond;
    const sample = await amidNoise(stage, bets, vendorsPerSecond);
    // More than all are left where the machine became faster meanwhile.
    leftAmidNoise = Math.min(1, sample.perSecond / quietPerSecond);
    return sample;
  };
  const [hot, first, last] = [players[0]!.walletId, players[0]!.walletId, players[BETTORS - 1]!.walletId];
  // What is compared runs close together: a machine is faster at one minute than at another. The naive bet leaves the database work, so bets come not right after it.
  return {
    naiveBet64: http(stage.naive, "freeBet", 64),
    inProcess256: inProcess(256),
    inProcess32: inProcess(32),
    reference: () => reference.run({ clients, wallets: [first, last], windowMs }),
    http256: http(stage.product, "bet", 256, BETTORS),
    http64: countedBets,
    noise64: betsAmidNoise,
    vendorBet64: http(stage.product, "vendorBet", 64, BETTORS),
    vendorSplit64: http(stage.product, "vendorSplit", 64, BETTORS),
    hub88Bet64: http(stage.product, "hubBet", 64, BETTORS),
    vendorBet256: http(stage.product, "vendorBet", 256, BETTORS),
    hotReference: () => reference.run({ clients: HOT_CLIENTS, wallets: [hot, hot], windowMs }),
    hotWallet32: inProcess(32, true),
    naiveBalance: http(stage.naive, "balance", 64),
    balanceRead: http(stage.product, "balance", 64, PLAYERS),
    vendorBalance64: http(stage.product, "vendorBalance", 64, PLAYERS),
    lobbyPage: http(stage.product, "lobby", 64),
    naiveLobby: http(stage.naive, "lobby", 64),
  } satisfies Record<string, Trial>;
}

/** What vendors send of all that is sent while they do. */
const VENDORS_SHARE = 0.2;
const BETS_AT_FIRST = 3_000;

/** Runs a trial while a hundred vendors call, so many times a second. Noise that was not made, or was not answered as it should be, is a fault. */
async function amidNoise({ noise, product }: Stage, trial: Trial, perSecond: number): Promise<Sample> {
  await noise.ask<undefined>({ say: "begin", socketPath: product.socketPath, perSecond } satisfies NoiseRequest);
  const sample = await trial();
  const made = await noise.ask<Made>({ say: "end" } satisfies NoiseRequest);
  if (Object.values(made).some((count) => count === 0)) throw new Error(`There was no noise: ${JSON.stringify(made)}.`);
  return sample;
}

export type TrialName = keyof ReturnType<typeof trialsOf>;

export const trialTitles = {
  reference: "reference: one transaction per bet",
  inProcess32: "bet in process, 32 callers",
  inProcess256: "bet in process, 256 callers",
  http64: "bet over HTTP, 64 connections",
  http256: "bet over HTTP, 256 connections",
  hotReference: "reference on one wallet, 32 clients",
  hotWallet32: "bet on one wallet, 32 callers",
  naiveBet64: "naive bet: BEGIN, 8 statements, COMMIT",
  balanceRead: "balance over HTTP, 64 connections",
  naiveBalance: "naive balance: one query per request",
  vendorBet64: "a vendor's bet and win in one signed call, 64 connections",
  vendorBet256: "a vendor's bet and win in one signed call, 256 connections",
  vendorSplit64: "a vendor's bet, then its win: calls, 64 connections",
  vendorBalance64: "balance for a vendor, 64 connections",
  hub88Bet64: "a vendor's bet, then its win by the second protocol: calls, 64 connections",
  noise64: "bet over HTTP while 100 vendors call, five are dead and one floods",
  lobbyPage: "lobby page over HTTP, 64 connections",
  naiveLobby: "naive lobby: one query per request",
} as const satisfies Record<TrialName, string>;

/** What is compared with what, with the goal and the least that is acceptable. */
export const measures = {
  inProcess32: { of: "inProcess32", against: "reference", goal: 2, least: 1.5 },
  inProcess256: { of: "inProcess256", against: "reference", goal: 3.2, least: 2.4 },
  http64: { of: "http64", against: "reference", goal: 1.5, least: 1.2 },
  http256: { of: "http256", against: "reference", goal: 2, least: 1.5 },
  hotWallet32: { of: "hotWallet32", against: "hotReference", goal: 12, least: 8 },
  httpVsNaive64: { of: "http64", against: "naiveBet64", goal: 10, least: 8 },
  balanceRead: { of: "balanceRead", against: "naiveBalance", goal: 3, least: 2 },
  vendorBet64: { of: "vendorBet64", against: "reference", goal: 1.2, least: 1 },
  vendorBet256: { of: "vendorBet256", against: "reference", goal: 1.6, least: 1.3 },
  vendorVsHttp64: { of: "vendorBet64", against: "http64", goal: 0.9, least: 0.8 },
  vendorSplit64: { of: "vendorSplit64", against: "http64", goal: 0.95, least: 0.85 },
  vendorBalance64: { of: "vendorBalance64", against: "balanceRead", goal: 0.9, least: 0.8 },
  hub88Bet64: { of: "hub88Bet64", against: "vendorSplit64", goal: 0.8, least: 0.7 },
  noise64: { of: "noise64", against: "http64", goal: 0.78, least: 0.7 },
  lobbyPage: { of: "lobbyPage", against: "naiveLobby", goal: 7, least: 5 },
} as const satisfies Record<string, { of: TrialName; against: TrialName; goal: number; least: number }>;

export type MeasureName = keyof typeof measures;

/** The client count at which one transaction per bet is fastest here; chosen once, so that every round compares with the same. */
export async function chooseClients({ reference, players }: Stage, windowMs: number): Promise<number> {
  const wallets = [players[0]!.walletId, players[BETTORS - 1]!.walletId] as const;
  const tried: { clients: number; perSecond: number }[] = [];
  for (const clients of CLIENT_COUNTS) tried.push({ clients, ...(await reference.run({ clients, wallets, windowMs })) });
  return tried.reduce((best, next) => (next.perSecond > best.perSecond ? next : best)).clients;
}

export type Round = Readonly<Record<TrialName, Sample>>;

/** Runs every trial once; every other round runs backwards, so that none always follows the same. */
export async function runRound(
  trials: Readonly<Record<TrialName, Trial>>,
  { backwards, note }: { backwards: boolean; note: (text: string) => void },
): Promise<Round> {
  const names = Object.keys(trials) as TrialName[];
  const samples: Partial<Record<TrialName, Sample>> = {};
  for (const name of backwards ? names.reverse() : names) {
    const sample = await trials[name]();
    samples[name] = sample;
    note(`${trialTitles[name]}: ${Math.round(sample.perSecond)}/s`);
  }
  return samples as Round;
}
