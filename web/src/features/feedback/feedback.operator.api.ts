import { feedback, type FeedbackCase, type FeedbackMacro, type FeedbackState, type MacroPlaceholder, macroPlaceholders } from "@laro/contract/feedback";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

/** What an officer's roles allow about threads; the server decides. */
export interface FeedbackRights {
  readonly officer: string;
  readonly canAct: boolean;
  /** Another's thread may be handed over. */
  readonly isChief: boolean;
}

const stale = [feedback.queue, feedback.case, feedback.figures];

export const useQueue = (state: FeedbackState) => useApiPages(feedback.queue, { state, limit: PAGE_ROWS });
export const useFigures = () => useApiQuery(feedback.figures, {});
export const useCase = (id: string) => useApiQuery(feedback.case, { id });
export const useOfficers = () => useApiQuery(feedback.officers, {});
export const useMacros = (enabled = true) => useApiQuery(feedback.macros, {}, { enabled });
export const useTake = () => useApiCommand(feedback.take, { stale });
export const useHandOver = () => useApiCommand(feedback.handOver, { stale });
export const useAnswer = () => useApiCommand(feedback.answer, { stale });
export const useNote = () => useApiCommand(feedback.note, { stale });
export const useClose = () => useApiCommand(feedback.close, { stale });
export const useOpenPicture = () => useApiCommand(feedback.openPicture);
export const useSaveMacro = () => useApiCommand(feedback.saveMacro, { stale: [feedback.macros] });
export const useRemoveMacro = () => useApiCommand(feedback.removeMacro, { stale: [feedback.macros] });

/** The newest message an officer has before them; each thread begins with one. */
export const newestOf = ({ messages }: FeedbackCase): string => messages.at(-1)!.id;

/** A prepared answer with what stands in braces put in; a guest has no name of ours. */
export function fillMacro({ text }: FeedbackMacro, { reference, memberName }: Pick<FeedbackCase, "reference" | "memberName">): string {
  const values = { name: memberName ?? "", number: reference } as const satisfies Record<MacroPlaceholder, string>;
  const put = macroPlaceholders.reduce((filled, name) => filled.replaceAll(`{${name}}`, values[name]), text);
  return put.replaceAll(/ +([,.!?])/g, "$1");
}
