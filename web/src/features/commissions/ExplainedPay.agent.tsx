import type { ExplainedDay, ExplainedPart, SeenPay } from "@laro/contract/commissions";
import { ArrowLeft } from "lucide-react";
import { useLocation, useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { useExplained, useExplainedDay } from "./commissions.api.ts";
import { ExplainedPay, Parts } from "./ExplainedPay.tsx";

/** Which pay is open, and which of its days: both live in the address, beside whatever else stands there. */
export function useOpenPay() {
  const [params, setParams] = useSearchParams();
  const show = (pay: string | undefined, day?: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries({ pay, day }))
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      return next;
    });
  return { id: params.get("pay") ?? undefined, day: params.get("day") ?? undefined, show };
}

/** The open pay in the place of the list it was opened from. */
export function ExplainedPayAgent({ id, day, show }: { id: string; day: string | undefined; show: (pay: string | undefined, day?: string) => void }) {
  const t = useT();
  const asked = useExplained(id);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} className="justify-self-start" onClick={() => show(undefined)}>
        {t("commissions.allPays")}
      </Button>
      <ExplainedPay
        asked={asked}
        day={day}
        onDay={(next) => show(id, next)}
        renderParts={(one) => asked.data && <PartsAgent key={one.day} pay={asked.data.pay} day={one} />}
      />
    </div>
  );
}

/** The play a part is made of: a direct member's rounds of the day, or the level below a branch. */
const playOf = ({ kind, accountId }: ExplainedPart, day: string): string =>
  `/agentHome/personalHistoryCopy?${new URLSearchParams({ of: String(accountId), from: day, to: day, ...(kind === "member" ? { tab: "rounds" } : {}) }).toString()}`;

function PartsAgent({ pay, day }: { pay: SeenPay; day: ExplainedDay }) {
  const [, navigate] = useLocation();
  return <Parts pay={pay} day={day} asked={useExplainedDay(pay.id, day.day)} onOpen={(part) => navigate(playOf(part, day.day))} />;
}
