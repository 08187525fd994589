/**
 * Proof of rounds that stay open: the real process is killed while members open rounds, toss coins and take what they won. Every stake is taken once, every step
 * taken once, every round paid once, and what was told is what stands. The long form: `npm run proof rounds`.
 */
import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { decodeAnswer, encodeCall, RefusedCall } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { ErrorCode } from "@laro/contract/core/errors";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { auditViews } from "../core/wallet/audit.ts";
import { newId } from "../platform/ids.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { openPlayers, type Bettor } from "./players.ts";
import { Victim } from "./victim.ts";

export interface RoundsProof {
  readonly databaseUrl: string;
  readonly players: number;
  /** How many rounds each of them plays. */
  readonly rounds: number;
  readonly kills: number;
  readonly say?: (line: string) => void;
}

export interface RoundsReport {
  readonly finished: number;
  readonly retried: number;
  readonly deaths: number;
  readonly faults: readonly string[];
}

/** Nobody goes broke: the poorest have twenty. */
const STAKE = 1_00n;
/** Whoever has won so often takes it. */
const WINS_MAX = 3;
const RETRY_AFTER_MS = 60;
const TRIES_MAX = 2_000;
const CALL_TIMEOUT_MS = 20_000;
const POLL_MS = 5;
const JITTER_MS_MAX = 40;
const undecided: readonly ErrorCode[] = ["server.pending", "server.busy", "server.unknown", "request.too_many", "rounds.too_soon"];

/** A finished round as its player heard of it, and the last thing they did. */
interface Finished {
  readonly bettor: Bettor;
  readonly last: InputOf<(typeof rounds)["act"]>;
  readonly told: SteppedRound;
}

/** Members who play rounds of steps, hear nothing when the process dies, and ask the same again until they hear. */
class Steppers {
  readonly finished: Finished[] = [];
  readonly faults: string[] = [];
  retries = 0;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async play(bettor: Bettor, count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      const opened = await this.ask(bettor, rounds.open, { requestId: newId(new Date()), gameCode: "COIN_FLIP", stake: STAKE, choice: {} });
      if (opened !== undefined) await this.#finish(bettor, opened);
    }
  }

  async #finish(bettor: Bettor, opened: SteppedRound): Promise<void> {
    for (let now = opened; ;) {
      const action = now.step === WINS_MAX ? { act: "cashOut" } : { act: "toss", side: now.step % 2 === 0 ? "heads" : "tails" };
      const last = { roundId: now.id, step: now.step, action };
      const next = await this.ask(bettor, rounds.act, last);
      if (next === undefined) return;
      if (next.round !== null) return void this.finished.push({ bettor, last, told: next });
      if (next.step !== now.step + 1) this.faults.push(`round ${now.id} went from step ${now.step} to ${next.step}`);
      now = next;
    }
  }

  /** Asks until it is decided; undefined after a refusal, which is a fault. */
  async ask<E extends Endpoint>({ token }: Bettor, endpoint: E, input: InputOf<E>): Promise<OutputOf<E> | undefined> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      try {
        return await this.#call(token, endpoint, input);
      } catch (error) {
        if (error instanceof RefusedCall && !undecided.includes(error.code)) return void this.faults.push(`${endpoint.name} was refused with ${error.code}`);
        this.retries += 1;
        await new Promise((wait) => setTimeout(wait, RETRY_AFTER_MS));
      }
    }
    return void this.faults.push(`${endpoint.name} was never decided`);
  }

  async #call<E extends Endpoint>(token: string, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    const { method, path, body } = await encodeCall(endpoint, input, () => Promise.reject(new Error("A step is not sealed.")));
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(this.#address + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    return decodeAnswer(endpoint, (await response.json()) as Answer<unknown>);
  }
}

/** Runs the proof on a migrated database of its own; no faults means it holds. */
export async function proveRounds({ databaseUrl, players, rounds: each, kills, say = () => undefined }: RoundsProof): Promise<RoundsReport> {
  const people = await openPlayers(databaseUrl, players);
  const victim = await Victim.prepare(databaseUrl);
  const steppers = new Steppers(victim.address);
  const all = players * each;
  const reached = async (count: number): Promise<void> => {
    while (steppers.finished.length < count && steppers.faults.length === 0) await new Promise((wait) => setTimeout(wait, POLL_MS));
  };
  try {
    const playing = Promise.all(people.map((bettor) => steppers.play(bettor, each)));
    await victim.start({ crashAt: "entry.after_money:3" });
    await victim.ended();
    for (let kill = 1; kill <= kills; kill += 1) {
      await victim.start({});
      await reached(Math.floor((all * kill) / (kills + 1)));
      await new Promise((wait) => setTimeout(wait, randomInt(JITTER_MS_MAX)));
      await victim.kill();
      say(`killed ${kill} of ${kills}: ${steppers.finished.length} of ${all} rounds, ${steppers.retries} retries`);
    }
    await victim.start({});
    await playing;
    const faults = [...steppers.faults, ...(await repeatLast(steppers)), ...(await findRoundFaults(databaseUrl, steppers.finished))];
    return { finished: steppers.finished.length, retried: steppers.retries, deaths: kills + 1, faults };
  } finally {
    await victim.close();
  }
}

/** The last step of every round, asked for once more, answers what it answered. */
async function repeatLast(steppers: Steppers): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { bettor, last, told } of steppers.finished) {
    const again = await steppers.ask(bettor, rounds.act, last);
    if (!isDeepStrictEqual(again?.round, told.round)) faults.push(`round ${told.id} ended otherwise when it was asked again`);
  }
  return faults;
}

const SETTLED = `
  select round_id::text as id, count(*)::text as times, sum(stake)::text as stake, sum(win)::text as win from round_settled where game_id = 11 group by round_id`;

/** Compares what players were told with what is booked, and reads every audit view. */
async function findRoundFaults(databaseUrl: string, finished: readonly Finished[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const booked = new Map((await asOwner<{ id: string; times: string; stake: string; win: string }>(databaseUrl, SETTLED)).map((row) => [row.id, row]));
  for (const { told } of finished) {
    const { stake, win } = told.round!;
    const row = booked.get(told.id);
    if (row?.times !== "1" || row.stake !== String(stake) || row.win !== String(win))
      faults.push(`round ${told.id} was told ${stake} ${win} but is booked as ${JSON.stringify(row)}`);
  }
  if (booked.size !== finished.length) faults.push(`${booked.size} rounds are settled, ${finished.length} were told`);
  const [open] = await asOwner<{ count: string }>(databaseUrl, "select count(*)::text as count from open_round");
  if (open!.count !== "0") faults.push(`${open!.count} rounds are still open`);
  for (const view of auditViews)
    for (const { row } of await asOwner<{ row: object }>(databaseUrl, `select to_jsonb(v) as row from ${view} v limit 20`))
      faults.push(`${view}: ${JSON.stringify(row)}`);
  return faults;
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveRounds({ databaseUrl: url, players: 400, rounds: 15, kills: 20, say });
    for (const fault of report.faults) say(`FAULT ${fault}`);
    say(`${report.finished} rounds, ${report.retried} calls repeated, ${report.deaths} deaths`);
    say(report.faults.length === 0 ? "holds" : `BROKEN: ${report.faults.length} faults`);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } finally {
    await drop();
    await stop();
  }
}

if (import.meta.main) await main();
