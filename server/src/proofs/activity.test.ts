import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { type ActivityReport, proveActivity, sabotage, sabotages } from "./activity.ts";

let report: ActivityReport;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  report = await proveActivity({ databaseUrl: url, days: 10, people: 20, eventsPerDay: 26, gatheredDays: 1 });
}, PROOF_TIMEOUT_MS);
afterAll(() => drop());

test("the facts of every day are what a walk over rounds, journal and that day's tree says, whenever days are closed, and computing them anew changes nothing", () => {
  expect(report.faults).toEqual([]);
  for (const kind of ["round", "push", "step", "deposit", "payout", "bonus", "fee", "commission", "reversal", "correction", "move"])
    expect(report.events[kind], kind).toBeGreaterThan(0);
});

test.each(Object.keys(sabotages) as (keyof typeof sabotages)[])("the proof turns red on %s", { timeout: PROOF_TIMEOUT_MS }, async (name) => {
  expect(await sabotage(url, report, name)).not.toEqual([]);
});

test("days that are closed again without a sabotage are what they were", { timeout: PROOF_TIMEOUT_MS }, async () => {
  expect(await sabotage(url, report, "none")).toEqual([]);
});
