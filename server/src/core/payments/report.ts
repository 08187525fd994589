import { refuse } from "@laro/contract/core/errors";
import { Amount } from "@laro/contract/core/money";
import { z } from "zod";
import { askForeign } from "../../platform/foreign.ts";
import type { Platform } from "../../platform/routes.ts";
import { PROVIDER_TIMEOUT_MS, signHeaders } from "./psp.ts";

/** More lines than any day of ours has. */
const ENTRIES_MAX = 500_000;
/** What so many lines take. */
const REPORT_BYTES_MAX = ENTRIES_MAX * 128;
const Entries = z.array(z.object({ reference: z.string().min(1).max(64), amount: Amount })).max(ENTRIES_MAX);
const DayReport = z.object({ payments: Entries, payouts: Entries });

/** What the payment provider says it paid on one day: `reference` is what we gave it, `amount` minor units. */
export type DayReport = z.output<typeof DayReport>;

/** Reads the provider's own report of a calendar day. Refuses with `reconciliation.report_unreachable`. */
export async function readReport({ config, clock }: Pick<Platform, "config" | "clock">, day: string): Promise<DayReport> {
  const { pspUrl, pspSecret } = config;
  if (pspUrl === undefined || pspSecret === undefined) refuse("reconciliation.report_unreachable");
  const address = new URL("/v1/report", pspUrl);
  address.searchParams.set("day", day);
  const given = await askForeign(address, {
    method: "GET",
    headers: signHeaders({ secret: pspSecret, now: clock.now(), content: "" }),
    answer: DayReport,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    bytesMax: REPORT_BYTES_MAX,
  });
  return given?.ok === true ? given.answer : refuse("reconciliation.report_unreachable");
}
