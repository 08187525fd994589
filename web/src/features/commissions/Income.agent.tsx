import { contractKinds } from "@laro/contract/core/contractKinds";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { nowMs } from "../../api/clock.ts";
import { useDayLabels } from "../../api/days.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { dayIn, type DaySpan, readSpan, spanOf } from "../../ui/days.ts";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useMine } from "./commissions.api.ts";
import { ExplainedPayAgent, useOpenPay } from "./ExplainedPay.agent.tsx";
import { PayListAgent } from "./PayList.agent.tsx";
import { ProgressAgent } from "./Progress.agent.tsx";
import { StatementAgent } from "./Statement.agent.tsx";

const parts = ["pays", "statement"] as const;

/** What the agent earns: how running periods stand, every pay and how it came about, and a month to keep. */
export function IncomeAgent() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { id, day, show } = useOpenPay();
  const part = parts.find((one) => one === params.get("part")) ?? "pays";
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("commissions.title")}</h1>
        <p className="text-muted">{t("commissions.text")}</p>
      </header>
      {id !== undefined ? (
        <ExplainedPayAgent id={id} day={day} show={show} />
      ) : (
        <>
          <ProgressAgent />
          <Tabs
            label={t("commissions.title")}
            items={parts.map((one) => ({ id: one, label: t("commissions.view", { part: one }) }))}
            value={part}
            onChange={(next) => setParams({ part: next })}
          />
          {part === "pays" ? <Pays onOpen={(pay) => show(pay)} /> : <StatementAgent />}
        </>
      )}
    </div>
  );
}

/** The days and the kind live in the address. Without days, the last thirty: a month's pay would hide behind seven. */
function useFilter() {
  const { timeZone } = usePermission().jurisdiction;
  const [params, setParams] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const span = params.has("from") ? readSpan(params, today) : spanOf("past30", { today, to: today });
  const kind = contractKinds.find((one) => one === params.get("kind"));
  const show = (next: DaySpan, wanted: string | undefined) => setParams({ ...next, ...(wanted ? { kind: wanted } : {}) }, { replace: true });
  return { today, span, kind, show };
}

function Pays({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useT();
  const { today, span, kind, show } = useFilter();
  const asked = useMine({ ...span, ...(kind === undefined ? {} : { kind }) });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-48">
          <Select
            label={t("commissions.kindLabel")}
            value={kind ?? ""}
            options={[
              { value: "", label: t("commissions.allKinds") },
              ...contractKinds.map((value) => ({ value, label: t("commissions.kind", { kind: value }) })),
            ]}
            onChange={(event) => show(span, event.target.value)}
          />
        </div>
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => show(next, kind)} />
      </div>
      <PayListAgent asked={asked} caption={t("commissions.view", { part: "pays" })} hasKinds onOpen={onOpen} />
    </div>
  );
}
