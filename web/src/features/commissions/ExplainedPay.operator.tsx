import type { ExplainedDay, Pay } from "@laro/contract/commissions";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useExplainedPay, useExplainedPayDay } from "./commissions.operator.api.ts";
import { ExplainedPay, Parts } from "./ExplainedPay.tsx";

/** Any pay as officers see it: whose it is, and who owes it. */
export function ExplainedPayOperator({ id }: { id: string }) {
  const t = useT();
  const asked = useExplainedPay(id);
  const [day, setDay] = useState<string>();
  const pay = asked.data?.pay;
  const who = pay && t("commissions.between", { agent: pay.agentName, upline: pay.uplineName ?? t("commissions.house") });
  return <ExplainedPay asked={asked} who={who} day={day} onDay={setDay} renderParts={(one) => pay && <PartsOperator key={one.day} pay={pay} day={one} />} />;
}

function PartsOperator({ pay, day }: { pay: Pay; day: ExplainedDay }) {
  return <Parts pay={pay} day={day} asked={useExplainedPayDay(pay.id, day.day)} />;
}
