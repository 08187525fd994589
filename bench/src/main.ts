/** How fast the platform is on this machine, as ratios to other ways of doing the same: `npm run bench -- --help`. */
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { readAudit } from "@laro/server/core/wallet/audit";
import { benchAgainst } from "./against.ts";
import { benchAgents } from "./agents.ts";
import { benchDays } from "./days.ts";
import { benchGrowth } from "./growth.ts";
import { benchIdentity } from "./identity.ts";
import { benchLists } from "./lists.ts";
import { chooseClients, runRound, trialsOf, type Round } from "./measures.ts";
import { BETTORS, PLAYERS } from "./players.ts";
import { ratiosOf, ratioTable, trialTable } from "./report.ts";
import { openStage } from "./stage.ts";
import { benchTables, type TableMeasure, tableMeasures } from "./tables.ts";
import { readResidentMb, RESIDENT_MB_MAX } from "./usage.ts";
import { benchViewers } from "./viewers.ts";

const HELP = `npm run bench -- [growth [--rows N] | lists | identity | days | agents [--members N --contracts N] | tables | ticket | settle | step | mixed | viewers | against REVISION] [--rounds N] [--seconds N] [--quick] [--json FILE]
  growth     what bets and reads cost while the journal grows from 10,000 rows to --rows, 10,000,000 unless told
  lists      what a page of the lobby costs while its games grow from 100 to 10,000
  against    bets of this tree beside those of another revision, never below 0.97 of it
  identity   what logins, gates, captchas, session checks, searches among 1,000,000 members and photos cost
  days       what closing a day of 1,000,000 members costs beside the naive way, and bets while they are gathered
  agents     what computing and paying agents costs beside the naive way, a full window, a large move and bets meanwhile, 1,000,000 members and 100,000 contracts unless told
  tables     what tickets, their settlement, steps and a mix of them cost beside bets; ticket, settle, step and mixed are one of these each
  viewers    how soon 5,000 sockets that watch one table hear of it
  --rounds   rounds of all measures, 9 unless told: what else the machine does passes over short ones together
  --seconds  length of each measure, 2 unless told
  --quick    one round of one second each: whether it runs, not how fast it is
  --json     writes the ratios to a file`;

const ROUNDS_MAX = 100;
const SECONDS_MAX = 300;
const ROWS_MAX = 100_000_000;
const CONTRACTS_MAX = 1_000_000;
const CHOICE_MS_MAX = 3_000;
const FIRST_WINDOW_MS = 100;

interface Options {
  /** What is measured; bets and reads unless told. */
  readonly what: string | undefined;
  readonly rounds: number;
  readonly windowMs: number;
  readonly json: string | undefined;
  readonly isQuick: boolean;
  /** Rows the journal grows to. */
  readonly rows: number;
  readonly members: number;
  readonly contracts: number;
  /** What git calls the revision bets are compared with. */
  readonly revision: string | undefined;
}

const QUIET_LOAD_SHARE = 0.5;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    options: {
      rounds: { type: "string", default: "9" },
      seconds: { type: "string", default: "2" },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      rows: { type: "string", default: "10000000" },
      members: { type: "string", default: "1000000" },
      contracts: { type: "string", default: "100000" },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    say(HELP);
    process.exit(0);
  }
  const whole = (name: "rounds" | "seconds" | "rows" | "members" | "contracts", max: number): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1 || number > max) throw new Error(`--${name} is a whole number from 1 to ${max}.`);
    return number;
  };
  const [rounds, seconds] = values.quick ? [1, 1] : [whole("rounds", ROUNDS_MAX), whole("seconds", SECONDS_MAX)];
  const [what, revision] = positionals;
  return {
    what,
    rounds,
    windowMs: seconds * 1000,
    json: values.json,
    isQuick: values.quick,
    rows: whole("rows", ROWS_MAX),
    members: whole("members", ROWS_MAX),
    contracts: whole("contracts", CONTRACTS_MAX),
    revision,
  };
}

/** What else the machine does decides how much the figures are worth. */
function machineSentence(): string {
  const [processors, load] = [availableParallelism(), loadavg()[0] ?? 0];
  const warning = load > processors * QUIET_LOAD_SHARE ? " Other programs run: the ratios below are worth little." : "";
  return `Node ${process.version}, ${processors} processors, load ${load.toFixed(1)} before the start.${warning}`;
}

/** Answers whether the ledger is right after all of it. */
async function bench({ rounds, windowMs, json }: Options, signal: AbortSignal): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const over = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  over.catch(() => undefined);
  const orOver = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, over]);

  say(machineSentence());
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  const fresh = await orOver(trialsOf(stage, { clients: 0, windowMs, warmUpCalls: PLAYERS }).inProcess32());
  await orOver(stage.database.pool.query("analyze"));
  const analysed = await orOver(trialsOf(stage, { clients: 0, windowMs, warmUpCalls: PLAYERS }).inProcess32());
  const clients = await orOver(chooseClients(stage, Math.min(windowMs, CHOICE_MS_MAX)));
  say(`Reference: ${stage.reference.label}, ${clients} clients, its best.`);

  say("Every player plays once on everything, so that no process meets them for the first time while it is measured …");
  await orOver(runRound(trialsOf(stage, { clients, windowMs: FIRST_WINDOW_MS, warmUpCalls: PLAYERS }), { backwards: false, note: () => undefined }));
  const trials = trialsOf(stage, { clients, windowMs });
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const note = (text: string): void => say(`round ${round + 1} of ${rounds}   ${text}`);
    played.push(await orOver(runRound(trials, { backwards: round % 2 === 1, note })));
  }
  const ratios = ratiosOf(played);
  say(`\n${trialTable(played)}\n\n${ratioTable(ratios)}`);
  say(`\nFresh database, 32 callers, never analysed: ${Math.round(fresh.perSecond)}/s; the same once analysed: ${Math.round(analysed.perSecond)}/s.`);
  const residentMb = readResidentMb(stage.product.pid);
  if (residentMb !== undefined)
    say(
      `The server holds ${Math.round(residentMb)} MB of memory after all of it, with ${BETTORS} players signed in; with half as many the whole start may hold ${RESIDENT_MB_MAX} beside PostgreSQL.`,
    );
  if (json !== undefined) await writeFile(json, `${JSON.stringify(ratios, null, 2)}\n`);

  const faults = await orOver(readAudit(stage.database.db));
  for (const fault of faults) say(fault);
  say(faults.length === 0 ? "The audit finds nothing." : `The audit finds ${faults.length} faults.`);
  return faults.length === 0;
}

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Error("Stopped.")));
const surroundings = { say, signal: stop.signal };

type Bench = (options: Options) => Promise<boolean>;

const tableBench =
  (measures: readonly TableMeasure[]): Bench =>
  (options) =>
    benchTables({ ...options, ...surroundings, measures });

/** What is measured, by what it is called; each answers whether all is right after it. */
const benches = new Map<string | undefined, Bench>([
  [undefined, (options) => bench(options, stop.signal)],
  ["growth", ({ rows, json }) => benchGrowth({ rows, json, ...surroundings })],
  ["lists", ({ json }) => benchLists({ json, ...surroundings })],
  ["identity", (options) => benchIdentity({ ...options, ...surroundings })],
  ["days", (options) => benchDays({ ...options, ...surroundings })],
  ["agents", (options) => benchAgents({ ...options, ...surroundings })],
  ["viewers", (options) => benchViewers({ ...options, ...surroundings })],
  ["tables", tableBench(tableMeasures)],
  ...tableMeasures.map((measure): [string, Bench] => [measure, tableBench([measure])]),
  ["against", benchRevision],
]);

function benchRevision({ revision, ...options }: Options): Promise<boolean> {
  if (revision === undefined) throw new Error("Name the revision to compare with: npm run bench -- against HEAD~1");
  return benchAgainst({ ...options, ...surroundings, revision });
}

try {
  const options = readOptions();
  const measure = benches.get(options.what);
  if (measure === undefined) throw new Error(`There is no bench ${options.what}.\n${HELP}`);
  process.exitCode = (await measure(options)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
