import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { MOVED_BY_COMMAND_MAX } from "@laro/contract/agents";
import { Refusal } from "@laro/contract/core/errors";
import { Day } from "@laro/contract/core/ids";
import { Reason } from "@laro/contract/core/reason";
import { proposeMove } from "../core/agents/agents.moves.ts";
import { fingerprintOf, weighMove } from "../core/agents/agents.moves.weigh.ts";
import { recordEntries } from "../core/audit/audit.ts";
import { permissionsOf } from "../core/sessions/roles.ts";
import type { JurisdictionPack } from "../core/settings/packs.ts";
import { StartupError } from "../platform/config.ts";
import type { Tx } from "../platform/db.ts";

const TOP = "top";
const usage = `npm run laro -- agents move mayann ${TOP} 2026-12-01 --by officer --reason "a line of its own"`;

export interface MoveAsked {
  readonly account: string;
  /** Undefined for the top of the tree. */
  readonly upline: string | undefined;
  readonly fromDay: string;
  readonly by: string;
  readonly reason: string;
}

/** What is asked for, in full, or a sentence that says what is missing. */
export function readMove(args: readonly string[]): MoveAsked {
  const options = { by: { type: "string" }, reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  const [verb, account, upline, fromDay] = positionals;
  if (verb !== "move" || account === undefined || upline === undefined || !Day.safeParse(fromDay).success)
    throw new StartupError(`Say who moves, below whom and from which day: ${usage}`);
  const reason = Reason.safeParse(values["reason"]);
  if (typeof values["by"] !== "string" || !reason.success) throw new StartupError(`Say which officer proposes it, and why: ${usage}`);
  return { account, upline: upline === TOP ? undefined : upline, fromDay: fromDay!, by: values["by"], reason: reason.data };
}

async function getAccount(tx: Tx, name: string): Promise<bigint> {
  const row = await tx
    .selectFrom("account")
    .select("id")
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .executeTakeFirst();
  if (row === undefined) throw new StartupError(`There is no account ${name}.`);
  return row.id;
}

/** An officer who may propose moves in the console. */
async function getOfficer(tx: Tx, name: string): Promise<{ id: bigint; name: string }> {
  const row = await tx
    .selectFrom("operator")
    .select(["id", "name", "roles"])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .where("closed", "=", false)
    .executeTakeFirst();
  if (row === undefined || !permissionsOf(row.roles).includes("agents.proposeMove")) throw new StartupError(`${name} is no officer who may propose moves.`);
  return { id: row.id, name: row.name };
}

/**
 * Proposes a move of any size in an officer's name: another officer confirms it in the console, as any other. Answers what it would change. The chain of staff entries keeps
 * it as the machine's.
 */
export async function proposeFromHere(
  tx: Tx,
  { account, upline, fromDay, by, reason }: MoveAsked,
  { pack, now }: { pack: JurisdictionPack; now: Date },
): Promise<string> {
  const officer = await getOfficer(tx, by);
  const id = await getAccount(tx, account);
  const toId = upline === undefined ? null : await getAccount(tx, upline);
  const { agents: rules, timeZone } = pack;
  const membersMax = MOVED_BY_COMMAND_MAX;
  try {
    const weighed = await weighMove(tx, { id, toId, rules, membersMax });
    const fingerprint = fingerprintOf(weighed);
    await proposeMove(tx, { id, ...(toId === null ? {} : { toId }), fromDay, fingerprint, reason, by: officer, membersMax, rules, timeZone, now });
    const input = { account, upline: upline ?? TOP, fromDay, by, reason };
    await recordEntries(tx, [{ operator: { id: 0n, name: "machine" }, kind: "command", endpoint: "laro.agents.move", input, requestId: randomUUID(), now }]);
    const { members, agents, ending } = weighed;
    return `${account} with ${members - 1} below, ${agents} agents in all, is to move on ${fromDay}; ${ending.length} contracts end. Another officer than ${officer.name} confirms it in the console.`;
  } catch (thrown) {
    throw asSentence(thrown);
  }
}

/** A refusal as a sentence: nobody's language is known here. */
const asSentence = (thrown: unknown): unknown => (thrown instanceof Refusal ? new StartupError(`The move is refused: ${thrown.code}.`) : thrown);
