import type { OutputOf } from "@laro/contract/core/endpoint";
import type { DrawPhase, TableChosen, TableMessage } from "@laro/contract/core/watching";
import type { Fallen, tables } from "@laro/contract/tables";

/** What is known of a table. */
export type LiveState = OutputOf<(typeof tables)["get"]>;

/** What was told of a table, put into what is known of it; undefined where something was missed in between. */
export function tellTable(known: LiveState, message: TableMessage): LiveState | undefined {
  if ("sums" in message) return known.phase?.drawId === message.sums.drawId ? { ...known, sums: message.sums } : known;
  if ("cashed" in message) return known.phase?.drawId === message.cashed.drawId ? { ...known, cashed: message.cashed } : known;
  if ("chosen" in message) return isThisTurn(known.phase, message.chosen) ? { ...known, chosen: message.chosen } : known;
  if (!("phase" in message)) return known;
  const { phase } = message;
  const before = known.phase;
  if (before !== null && phase.drawId === before.drawId && !isLater(phase, before)) return known;
  const isNext = before !== null && phase.link === before.link + 1 && before.result !== null;
  if (before !== null && phase.drawId !== before.drawId && !isNext) return undefined;
  return before !== null && phase.drawId !== before.drawId
    ? { ...known, phase, sums: null, cashed: null, chosen: null, last: withDrawn(known.last, before) }
    : { ...known, phase, chosen: null };
}

/** A turn that nobody led begins anew under the same version. */
const isLater = (phase: DrawPhase, before: DrawPhase): boolean =>
  phase.version > before.version || (phase.version === before.version && (phase.turn?.until ?? "") > (before.turn?.until ?? ""));

const isThisTurn = (phase: DrawPhase | null, { drawId, turn }: TableChosen): boolean => phase?.drawId === drawId && phase.turn?.shown["turn"] === turn;

/** The results with that of a draw in front, once. */
export function withDrawn(last: readonly Fallen[], { number, link, result }: Pick<DrawPhase, "number" | "link" | "result">): Fallen[] {
  return result === null ? [...last] : [{ number, link, result }, ...last.filter((one) => one.number !== number)];
}
