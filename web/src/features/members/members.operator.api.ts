import { members, type MemberProposal } from "@laro/contract/members";
import type { InputOf } from "@laro/contract/core/endpoint";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;
const NOTE_ROWS = 20;

/** What an officer's roles allow about members; the server decides. */
export interface MemberRights {
  readonly officer: string;
  readonly canFind: boolean;
  readonly canReveal: boolean;
  readonly canNote: boolean;
  readonly canRestrict: boolean;
  readonly canClose: boolean;
  readonly canEndSessions: boolean;
  readonly canPropose: boolean;
  readonly canSeeProposals: boolean;
  readonly canDecide: boolean;
  readonly canReadJournal: boolean;
}

export type Filters = Pick<InputOf<(typeof members)["list"]>, "search" | "type" | "verification" | "state">;

export const useMembers = (filters: Filters, enabled: boolean) => useApiPages(members.list, { ...filters, limit: PAGE_ROWS }, { enabled });
export const useFind = () => useApiCommand(members.find);
export const useMember = (id: bigint) => useApiQuery(members.open, { id });
export const useNotes = (id: bigint) => useApiPages(members.notes, { id, limit: NOTE_ROWS });
export const useCounts = () => useApiQuery(members.counts, {});
export const useMemberProposals = (state: MemberProposal["state"], enabled: boolean) =>
  useApiPages(members.proposals, { state, limit: PAGE_ROWS }, { enabled });

const stale = [members.open, members.notes, members.list, members.proposals];

export const useReveal = () => useApiCommand(members.reveal);
export const useNote = () => useApiCommand(members.note, { stale });
export const useRestrict = () => useApiCommand(members.restrict, { stale });
export const useCloseMember = () => useApiCommand(members.close, { stale });
export const useEndSessions = () => useApiCommand(members.endSessions, { stale });
export const usePropose = () => useApiCommand(members.propose, { stale });
export const useProposeName = () => useApiCommand(members.proposeName, { stale });
export const useDecide = (decision: "confirm" | "decline") => useApiCommand(members[decision], { stale });
