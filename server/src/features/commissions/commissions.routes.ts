import { commissions } from "@laro/contract/commissions";
import { packs } from "../../core/settings/packs.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { explainDay, explainPay, type Named } from "./commissions.explain.ts";
import { nameFor } from "./commissions.names.ts";
import { listProgress } from "./commissions.progress.ts";
import { exportStatement, getStatement, printStatement } from "./commissions.statement.ts";
import { describeOfficePay, describePay, type Earner, findOwnPay, findPay, listGiven, listMine, splitPay } from "./commissions.ts";

const earnerOf = ({ actor, platform, now }: { actor: { id: bigint }; platform: Platform; now: Date }): Earner => ({
  agentId: actor.id,
  keys: platform.keys,
  pack: packs[platform.config.pack],
  timeZone: platform.timeZone,
  now,
});

/** Whose line is the agent's own has its direct downlines' names; of a contract it gave, everyone in the line is deeper. */
const namedTo =
  (earner: Earner, { agentId }: { agentId: bigint }): Named =>
  (seen) =>
    nameFor(earner, { ...seen, isDirect: agentId === earner.agentId });

const plain: Named = ({ name }) => name;

export const commissionsRoutes = routes(commissions, {
  mine: async ({ db, input, ...call }) => listMine(db, earnerOf(call), input),
  given: async ({ db, input, ...call }) => listGiven(db, earnerOf(call), input),
  progress: async (call) => listProgress(call.platform.reports, earnerOf(call)),
  explain: async ({ db, input, ...call }) => {
    const earner = earnerOf(call);
    const pay = await findOwnPay(db, earner, input.id);
    const isMine = pay.agentId === earner.agentId;
    const named = isMine ? namedTo(earner, pay) : undefined;
    const { seen, own } = splitPay(describePay(pay));
    return { pay: seen, own: isMine ? own : null, ...(await explainPay(db, pay, { ...earner, named })) };
  },
  explainDay: async ({ db, input, ...call }) => {
    const earner = earnerOf(call);
    const pay = await findOwnPay(db, earner, input.id);
    return explainDay(db, pay, input, { ...earner, named: namedTo(earner, pay) });
  },
  statement: async ({ input, ...call }) => getStatement(call.platform.reports, earnerOf(call), input.month),
  statementCsv: async ({ input, ...call }) => exportStatement(call.platform.reports, earnerOf(call), input.month),
  statementPdf: async ({ input, ...call }) => printStatement(call.platform.reports, earnerOf(call), input.month),
  explainPay: async ({ db, input, now, platform: { timeZone } }) => {
    const pay = await findPay(db, input.id, timeZone);
    const { own } = splitPay(describePay(pay));
    return { pay: describeOfficePay(pay), own, ...(await explainPay(db, pay, { now, timeZone, named: plain })) };
  },
  explainPayDay: async ({ db, input, now, platform: { timeZone } }) => {
    const pay = await findPay(db, input.id, timeZone);
    return explainDay(db, pay, input, { now, timeZone, named: plain });
  },
});
