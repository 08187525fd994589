import { useT } from "../../api/language.ts";
import type { FeedbackRights } from "../../features/feedback/feedback.operator.api.ts";
import { FeedbackQueueOperator } from "../../features/feedback/Queue.operator.tsx";
import { MemberAsideOperator } from "../../features/members/MemberAside.operator.tsx";

/** Customer service, with the member's case beside each thread. */
export function FeedbackPage({ rights }: { rights: FeedbackRights }) {
  const t = useT();
  return <FeedbackQueueOperator rights={rights} member={(id) => <MemberAsideOperator id={id} more={t("feedback.memberOpen")} />} />;
}
