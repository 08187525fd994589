import { useT } from "../../api/language.ts";
import type { FeedbackRights } from "../../features/feedback/feedback.operator.api.ts";
import { FeedbackQueueOperator } from "../../features/feedback/Queue.operator.tsx";
import { MemberAsideOperator } from "../../features/members/MemberAside.operator.tsx";

/** Customer service, with the member's case beside each thread. */
export const FeedbackPage = ({ rights }: { rights: FeedbackRights }) => <FeedbackQueueOperator rights={rights} member={MemberCase} />;

function MemberCase({ id }: { id: bigint }) {
  const t = useT();
  return <MemberAsideOperator id={id} more={t("feedback.memberOpen")} />;
}
