import { randomBytes } from "node:crypto";
import { amountCases } from "./cases.amounts.ts";
import { atOnceCases, batchCases, limitCases } from "./cases.batches.ts";
import { orderCases } from "./cases.order.ts";
import { repeatCases } from "./cases.repeats.ts";
import { transportCases } from "./cases.transport.ts";
import { Budget, type Case, type Exchange, Failed, NotRun, type Target, Trial } from "./trial.ts";

export const groups = {
  transport: transportCases,
  amounts: amountCases,
  idempotency: repeatCases,
  order: orderCases,
  atomicity: batchCases,
  limits: limitCases,
  concurrency: atOnceCases,
} as const satisfies Readonly<Record<string, readonly Case[]>>;

export type Group = keyof typeof groups;

export interface Result extends Omit<Case, "run"> {
  readonly group: Group;
  readonly verdict: "pass" | "fail" | "text differs" | "not run";
  /** What was found, where it is not what the rule says; why it was not run. */
  readonly found?: string;
  readonly exchange?: Exchange;
  /** What could not be brought back. */
  readonly open: readonly string[];
  readonly tookMs: number;
}

/** In all cases together, in the currency's main units. */
export const RISK_MAX = "100.00";

const RUN_BYTES = 5;

/** Runs the cases one after another on a wallet. `only`: ids; all where none is named. */
export async function validate(
  target: Target,
  { only = [], budget = new Budget(RISK_MAX) }: { only?: readonly string[]; budget?: Budget } = {},
): Promise<readonly Result[]> {
  const run = randomBytes(RUN_BYTES).toString("hex");
  const results: Result[] = [];
  for (const [group, cases] of Object.entries(groups) as [Group, readonly Case[]][])
    for (const one of cases)
      if (only.length === 0 || only.includes(one.id)) results.push({ group, ...(await runCase(one, new Trial(target, budget, `${run}-${one.id}`))) });
  return results;
}

async function runCase({ run, ...told }: Case, trial: Trial): Promise<Omit<Result, "group">> {
  const beganMs = performance.now();
  const judged = await judge(run, trial);
  const { last: exchange } = trial;
  const open = await trial.end().catch((error: Error) => [`nobody knows: ${error.message}`]);
  const tookMs = performance.now() - beganMs;
  return { ...told, ...judged, open, tookMs, ...(judged.verdict === "pass" || judged.verdict === "not run" || exchange === undefined ? {} : { exchange }) };
}

async function judge(run: Case["run"], trial: Trial): Promise<Pick<Result, "verdict" | "found">> {
  try {
    await trial.begin();
    await run(trial);
    return trial.otherWords.length === 0 ? { verdict: "pass" } : { verdict: "text differs", found: trial.otherWords.join("; ") };
  } catch (error) {
    if (error instanceof Failed) return { verdict: "fail", found: error.message };
    if (error instanceof NotRun) return { verdict: "not run", found: error.message };
    throw error;
  }
}
