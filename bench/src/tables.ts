/** What tickets, their settlement, steps and a mix of them cost beside bets, as ratios in one run: `npm run bench -- tables`, or one of `ticket`, `settle`, `step`, `mixed`. */
import { writeFile } from "node:fs/promises";
import { readAudit } from "@laro/server/core/wallet/audit";
import { BEYOND, type Figure, lineOf, medianOf, verdictOf } from "./identity.figures.ts";
import { startChild } from "./child.ts";
import { chooseClients, trialsOf } from "./measures.ts";
import { openStage } from "./stage.ts";
import type { TableRequest } from "./tableCallers.ts";
import type { Sample } from "./window.ts";

export const tableMeasures = ["ticket", "settle", "step", "mixed"] as const;
export type TableMeasure = (typeof tableMeasures)[number];

interface Options {
  readonly measures: readonly TableMeasure[];
  readonly rounds: number;
  readonly windowMs: number;
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const CHOICE_MS_MAX = 3_000;
const WARM_UP_CALLS = 500;
const TICKETS = 6_000;

/** Each run, and which measures need it. */
const trials = {
  reference: { title: "reference: one transaction per bet", for: ["ticket", "step"] },
  dice256: { title: "bet in process, 256 callers", what: "dice", callers: 256, for: ["settle", "mixed"] },
  ticket32: { title: "ticket, 32 callers", what: "ticket", callers: 32, for: ["ticket"] },
  ticket256: { title: "ticket, 256 callers", what: "ticket", callers: 256, for: ["ticket"] },
  settle: { title: "settlement, a ticket", what: "settle", callers: 256, for: ["settle"] },
  step: { title: "step of mines, 64 callers", what: "step", callers: 64, for: ["step"] },
  mixed: { title: "nine bets and a ticket, 256 callers", what: "mixed", callers: 256, for: ["mixed"] },
} as const satisfies Record<string, { title: string; what?: TableRequest["what"]; callers?: number; for: readonly TableMeasure[] }>;
type Trial = keyof typeof trials;

/** What is compared with what, with the goal and the least that is acceptable. */
const ratios: readonly { measure: TableMeasure; of: Trial; against: Trial; goal: number; least: number }[] = [
  { measure: "ticket", of: "ticket32", against: "reference", goal: 1.4, least: 1.1 },
  { measure: "ticket", of: "ticket256", against: "reference", goal: 2, least: 1.5 },
  { measure: "settle", of: "settle", against: "dice256", goal: 0.6, least: 0.35 },
  { measure: "step", of: "step", against: "reference", goal: 0.7, least: 0.5 },
  { measure: "mixed", of: "mixed", against: "dice256", goal: 0.95, least: 0.85 },
];

/** Answers whether nothing is below what it may never be, and the ledger is right after all of it. */
export async function benchTables({ measures, rounds, windowMs, json, say, signal }: Options): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  await stage.database.pool.query("analyze");
  const callers = running.use(startChild(new URL("tableCallers.ts", import.meta.url), { env: stage.environment }));
  const clients = await chooseClients(stage, Math.min(windowMs, CHOICE_MS_MAX));
  say(`Reference: ${stage.reference.label}, ${clients} clients, its best.`);
  const wanted = (Object.keys(trials) as Trial[]).filter((name) => trials[name].for.some((measure) => measures.includes(measure)));
  const reference = trialsOf(stage, { clients, windowMs }).reference;
  const run = (name: Trial, ms = windowMs): Promise<Sample> => {
    const trial = trials[name];
    if (!("what" in trial)) return reference();
    const { what, callers: count } = trial;
    return callers.ask<Sample>({
      what,
      callers: count,
      warmUpCalls: WARM_UP_CALLS,
      windowMs: ms,
      postgres: stage.postgres,
      tickets: TICKETS,
    } satisfies TableRequest);
  };
  for (const name of wanted) await run(name);
  const found: Partial<Record<Trial, Sample>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const samples: Partial<Record<Trial, Sample>> = {};
    for (const name of round % 2 === 1 ? wanted.toReversed() : wanted) {
      const sample = (samples[name] = await run(name));
      const costs = sample.postgresUs === undefined ? "" : `, node ${Math.round(sample.programUs ?? 0)} µs, postgres ${Math.round(sample.postgresUs)} µs`;
      say(`round ${round + 1} of ${rounds}   ${trials[name].title}: ${Math.round(sample.perSecond)}/s${costs}`);
    }
    found.push(samples);
  }
  const figures = ratios
    .filter(({ measure }) => measures.includes(measure))
    .map(({ of, against, goal, least }): Figure => {
      const value = medianOf(found.map((samples) => samples[of]!.perSecond / samples[against]!.perSecond));
      return { what: `${trials[of].title}, to ${trials[against].title}`, value, unit: "", goal, limit: least, isMoreBetter: true };
    });
  for (const figure of figures) say(lineOf(figure));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  const faults = await readAudit(stage.database.db);
  say(faults.length === 0 ? "The audit finds nothing." : `The audit finds ${faults.length} faults: ${faults.slice(0, 3).join("; ")}`);
  return faults.length === 0 && figures.every((figure) => verdictOf(figure) !== BEYOND);
}
