import { vendorFlows } from "@laro/contract/reconciliation";
import { z } from "zod";
import type { GameProtocol, ReportAmount } from "../../protocol.ts";
import { sign } from "./signature.ts";
import { AMOUNT_LENGTH_MAX, ID_LENGTH_MAX } from "./wire.ts";

/** So many accounts or entries are in a part of an answer at most. */
export const REPORT_PAGE_MAX = 500;
const CENTS = 2;

const Id = z
  .string()
  .min(1)
  .max(ID_LENGTH_MAX)
  .regex(/^\P{Cc}*$/u)
  .refine((text) => text.isWellFormed());

const Amount = z
  .string()
  .max(AMOUNT_LENGTH_MAX)
  .regex(/^[0-9]{1,16}(\.[0-9]{1,16})?$/)
  .transform((text): ReportAmount => {
    const [whole = "", fraction = ""] = text.split(".");
    const minor = BigInt(whole + fraction.slice(0, CENTS).padEnd(CENTS, "0"));
    return { minor, finer: /[1-9]/.test(fraction.slice(CENTS)) ? text.replace(/0+$/, "") : undefined };
  });

const sums = {
  entries: z.int().min(0),
  stake: Amount,
  win: Amount,
  rollback: Amount,
  prize: Amount,
  digest: z
    .string()
    .regex(/^[0-9]{1,20}$/)
    .transform(BigInt),
};

const next = Id.nullish().transform((id) => id ?? undefined);
const Sums = z.object(sums);
const Account = z.object({ account_id: Id, ...sums }).transform(({ account_id: player, ...account }) => ({ player, ...account }));
const Entry = z.object({ id: Id, type: z.enum(vendorFlows), amount: Amount }).transform(({ type: flow, ...entry }) => ({ flow, ...entry }));

/** The report of the SoftSwiss dialect is ours: the contract has none. What is asked and how it is added up stands in `/gateway/docs`. */
export const softswissReport: NonNullable<GameProtocol["report"]> = {
  ask: (level, { casinoId, day, from, until, player, after }, secret) => {
    const about = { casino_id: casinoId, day, from: from.toISOString(), until: until.toISOString(), level, limit: REPORT_PAGE_MAX };
    const body = JSON.stringify({ ...about, ...(player === undefined ? {} : { account_id: player }), ...(after === undefined ? {} : { after }) });
    return { path: "report", headers: { "content-type": "application/json", "x-request-sign": sign(Buffer.from(body), secret) }, body };
  },
  answers: {
    sums: Sums,
    accounts: z.object({ accounts: z.array(Account).max(REPORT_PAGE_MAX), next }).transform(({ accounts: list, ...page }) => ({ list, ...page })),
    entries: z.object({ entries: z.array(Entry).max(REPORT_PAGE_MAX), next }).transform(({ entries: list, ...page }) => ({ list, ...page })),
  },
};
