import { members } from "@laro/contract/members";
import { routes } from "../../platform/routes.ts";
import { closeMember, countMembers, endMemberSessions, restrictMember, revealField, writeNote } from "./members.ts";
import { confirmMemberProposal, declineMemberProposal, listMemberProposals, proposeForMember } from "./members.proposals.ts";
import { findMembers, listMembers } from "./members.search.ts";
import { listNotes, openMember } from "./members.view.ts";

export const membersRoutes = routes(members, {
  list: async ({ db, input }) => listMembers(db, input),
  find: async ({ tx, input, platform }) => findMembers(tx, platform.keys, input.text),
  open: async ({ db, input, now, platform }) => openMember(db, { id: input.id, now, timeZone: platform.timeZone }),
  counts: async ({ db, now }) => countMembers(db, now),
  reveal: async ({ tx, input, platform }) => revealField(tx, platform.keys, input),
  notes: async ({ db, input }) => listNotes(db, input),
  note: async ({ tx, actor, input, now }) => writeNote(tx, { ...input, by: actor, now }),
  restrict: async ({ tx, input }) => restrictMember(tx, input),
  close: async ({ tx, input, now }) => closeMember(tx, { id: input.id, now }),
  endSessions: async ({ tx, input, now }) => {
    await endMemberSessions(tx, { id: input.id, now });
    return {};
  },
  propose: async ({ tx, actor, input, now }) => proposeForMember(tx, { ...input, by: actor, now }),
  proposeName: async ({ tx, actor, input, now }) => proposeForMember(tx, { ...input, kind: "name", by: actor, now }),
  proposals: async ({ db, input }) => listMemberProposals(db, input),
  confirm: async ({ tx, actor, input, now, platform }) => confirmMemberProposal(tx, platform.keys, { ...input, by: actor, now }),
  decline: async ({ tx, actor, input, now }) => declineMemberProposal(tx, { ...input, by: actor, now }),
});
