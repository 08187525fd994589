/**
 * Proof of jackpots: the real process is killed between a hit and its payment, in the middle of the payment, and anywhere else, while several members hit one pool at
 * once. Every hit is paid once, none is lost, and what was told is what stands. The long form: `npm run proof jackpots`.
 */
import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { decodeAnswer, encodeCall, RefusedCall } from "@laro/contract/core/call";
import type { Answer, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { rounds } from "@laro/contract/rounds";
import { auditViews } from "../core/wallet/audit.ts";
import { newId } from "../platform/ids.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { findHit, HIT_STAKE, plantSeed } from "../testing/jackpots.ts";
import { asOwner } from "../testing/owner.ts";
import { openPlayers, type Bettor } from "./players.ts";
import { Victim } from "./victim.ts";

export interface JackpotsProof {
  readonly databaseUrl: string;
  /** Each of them hits the pool with their first spin. */
  readonly players: number;
  /** How often each spins. */
  readonly spins: number;
  readonly kills: number;
  readonly say?: (line: string) => void;
}

export interface JackpotsReport {
  readonly spins: number;
  readonly retried: number;
  readonly faults: readonly string[];
}

type Spun = OutputOf<(typeof rounds)["play"]>;
interface Told {
  readonly bettor: Bettor;
  readonly asked: InputOf<(typeof rounds)["play"]>;
  readonly told: Spun;
}

const BALANCE = 10_000_00n;
const STAKE = 2_00n;
const RETRY_AFTER_MS = 60;
const TRIES_MAX = 1_000;
const CALL_TIMEOUT_MS = 20_000;
const POLL_MS = 5;
const JITTER_MS_MAX = 40;
const undecided: readonly string[] = ["server.pending", "server.busy", "server.unknown", "request.too_many", "rounds.too_soon"];
/** Where the process dies first: a hit is committed and not paid; its payment is not committed. */
const DEATHS = ["hit.after_commit:1", "entry.after_money:1", "hit.after_commit:2"] as const;

/** Members who spin, hear nothing when the process dies, and ask the same again until they hear. */
class Spinners {
  readonly told: Told[] = [];
  readonly faults: string[] = [];
  retries = 0;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async play(bettor: Bettor, spins: number): Promise<void> {
    for (let spin = 0; spin < spins; spin += 1) {
      const asked = { requestId: newId(new Date()), gameCode: "GINTONG_PAROL", stake: spin === 0 ? HIT_STAKE : STAKE, choice: {} };
      const told = await this.ask(bettor, asked);
      if (told !== undefined) this.told.push({ bettor, asked, told });
    }
  }

  /** Asks until it is decided; undefined after a refusal, which is a fault. */
  async ask({ token }: Bettor, asked: Told["asked"]): Promise<Spun | undefined> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      try {
        return await this.#call(token, asked);
      } catch (error) {
        if (error instanceof RefusedCall && !undecided.includes(error.code)) return void this.faults.push(`a spin was refused with ${error.code}`);
        this.retries += 1;
        await new Promise((wait) => setTimeout(wait, RETRY_AFTER_MS));
      }
    }
    return void this.faults.push("a spin was never decided");
  }

  async #call(token: string, asked: Told["asked"]): Promise<Spun> {
    const { method, path, body } = await encodeCall(rounds.play, asked, () => Promise.reject(new Error("A spin is not sealed.")));
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(this.#address + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    return decodeAnswer(rounds.play, (await response.json()) as Answer<unknown>);
  }
}

/** Runs the proof on a migrated database of its own; no faults means it holds. */
export async function proveJackpots({ databaseUrl, players, spins, kills, say = () => undefined }: JackpotsProof): Promise<JackpotsReport> {
  const people = await openPlayers(databaseUrl, players, () => BALANCE);
  for (const [number, { walletId }] of people.entries()) await plantSeed(databaseUrl, { walletId, serverSeed: findHit(number) });
  const victim = await Victim.prepare(databaseUrl);
  const spinners = new Spinners(victim.address);
  const reached = async (count: number): Promise<void> => {
    while (spinners.told.length < count && spinners.faults.length === 0) await new Promise((wait) => setTimeout(wait, POLL_MS));
  };
  try {
    const playing = Promise.all(people.map((bettor) => spinners.play(bettor, spins)));
    for (const crashAt of kills > 0 ? DEATHS : []) {
      await victim.start({ crashAt });
      await victim.ended();
      say(`died at ${crashAt}: ${spinners.told.length} told, ${spinners.retries} retries`);
    }
    for (let kill = 1; kill <= kills; kill += 1) {
      await victim.start({});
      await reached(Math.floor((players * spins * kill) / (kills + 1)));
      await new Promise((wait) => setTimeout(wait, randomInt(JITTER_MS_MAX)));
      await victim.kill();
      say(`killed ${kill} of ${kills}: ${spinners.told.length} told, ${spinners.retries} retries`);
    }
    await victim.start({});
    await playing;
    const faults = [...spinners.faults, ...(await repeatAll(spinners)), ...(await findFaults(databaseUrl, spinners.told, players))];
    return { spins: spinners.told.length, retried: spinners.retries, faults };
  } finally {
    await victim.close();
  }
}

/** Every spin, asked for once more, is the round it was. */
async function repeatAll(spinners: Spinners): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { bettor, asked, told } of spinners.told) {
    const again = await spinners.ask(bettor, asked);
    if (!isDeepStrictEqual({ ...again, balance: 0n }, { ...told, balance: 0n })) faults.push(`round ${told.id} was another when it was asked again`);
  }
  return faults;
}

interface Booked {
  readonly id: string;
  readonly times: string;
  readonly stake: string;
  readonly win: string;
  readonly taken: string;
}

const BOOKED = `
  select round_id::text as id, count(*)::text as times, sum(stake)::text as stake, sum(win)::text as win,
         coalesce((select n.amount from jackpot_win n where n.round_id = r.round_id), 0)::text as taken
  from round_settled r where game_id = 24 group by round_id`;

/** Compares what players were told with what is booked, and reads every audit view. */
async function findFaults(databaseUrl: string, told: readonly Told[], players: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const booked = new Map((await asOwner<Booked & Record<string, unknown>>(databaseUrl, BOOKED)).map((row) => [row.id, row]));
  for (const { id, stake, win, jackpot } of told.map((one) => one.told)) {
    const row = booked.get(id);
    if (row?.times !== "1" || row.stake !== String(stake) || row.win !== String(win) || row.taken !== String(jackpot ?? 0n))
      faults.push(`round ${id} was told ${stake} ${win} ${jackpot} but is booked as ${JSON.stringify(row)}`);
  }
  if (booked.size !== told.length) faults.push(`${booked.size} rounds are settled, ${told.length} were told`);
  const hits = told.filter((one) => one.told.jackpot !== null).length;
  if (hits !== players) faults.push(`${hits} jackpots were told of, ${players} were hit`);
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
    const report = await proveJackpots({ databaseUrl: url, players: 60, spins: 6, kills: 12, say });
    for (const fault of report.faults) say(`FAULT ${fault}`);
    say(`${report.spins} spins, ${report.retried} calls repeated`);
    say(report.faults.length === 0 ? "holds" : `BROKEN: ${report.faults.length} faults`);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } finally {
    await drop();
    await stop();
  }
}

if (import.meta.main) await main();
