import type { ContractKind } from "@laro/contract/core/contractKinds";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { useGiven, useMine } from "./commissions.api.ts";
import { ExplainedPayAgent, useOpenPay } from "./ExplainedPay.agent.tsx";
import { PayListAgent } from "./PayList.agent.tsx";
import { ProgressAgent } from "./Progress.agent.tsx";

const sides = ["mine", "given"] as const;

/** How the running periods of a kind stand, and what its contracts paid: the agent's own, and those it gave. A pay opens in the place of its list. */
export function PayRecord({ kind }: { kind: ContractKind }) {
  const t = useT();
  const [side, setSide] = useState<(typeof sides)[number]>("mine");
  const { id, day, show } = useOpenPay();
  const [mine, given] = [useMine({ kind }, side === "mine"), useGiven({ kind }, side === "given")];
  return (
    <>
      <ProgressAgent kind={kind} />
      <section aria-label={t("commissions.record")} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-bold">{t("commissions.record")}</h2>
          <Tabs
            label={t("commissions.record")}
            items={sides.map((one) => ({ id: one, label: t("commissions.side", { side: one }) }))}
            value={side}
            onChange={setSide}
          />
        </div>
        {id === undefined ? (
          <PayListAgent asked={side === "mine" ? mine : given} caption={t("commissions.side", { side })} onOpen={(pay) => show(pay)} />
        ) : (
          <ExplainedPayAgent id={id} day={day} show={show} />
        )}
      </section>
    </>
  );
}
