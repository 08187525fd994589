import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { PictureField } from "../../features/content/PictureField.operator.tsx";
import { RebateDaysOperator } from "../../features/rebates/RebateDays.operator.tsx";
import { RebateRatesOperator } from "../../features/rebates/RebateRates.operator.tsx";
import type { RebateRights } from "../../features/rebates/rebates.operator.api.ts";
import { VipHostsOperator } from "../../features/vip/VipHosts.operator.tsx";
import { VipMembersOperator } from "../../features/vip/VipMembers.operator.tsx";
import { VipPayoutsOperator } from "../../features/vip/VipPayouts.operator.tsx";
import { VipTableOperator } from "../../features/vip/VipTable.operator.tsx";
import type { VipRights } from "../../features/vip/vip.operator.api.ts";
import { Tabs } from "../../ui/Tabs.tsx";

const parts = ["levels", "rebates"] as const;

/** The VIP desk: who stands where, hosts, settled weeks and the table of levels; and rebates, which go by its labels. */
export function VipPage({ rights, rebates }: { rights: VipRights; rebates: RebateRights }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const part = rebates.canSee && query.get("part") === "rebates" ? "rebates" : "levels";
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-xl font-bold">{t("vip.title")}</h1>
      {rebates.canSee && (
        <Tabs
          label={t("vip.title")}
          items={parts.map((id) => ({ id, label: t(id === "levels" ? "vip.levels" : "rebates.title") }))}
          value={part}
          onChange={(next) => setQuery(next === "levels" ? {} : { part: next })}
        />
      )}
      {part === "levels" ? <Levels rights={rights} /> : <Rebates rights={rebates} />}
    </div>
  );
}

const Levels = ({ rights }: { rights: VipRights }) => (
  <>
    {rights.canSeeMembers && <VipMembersOperator rights={rights} />}
    {rights.canSeeHosts && <VipHostsOperator rights={rights} picture={PictureField} />}
    {rights.canSeeWeeks && <VipPayoutsOperator />}
    <VipTableOperator rights={rights} />
  </>
);

const Rebates = ({ rights }: { rights: RebateRights }) => (
  <>
    <RebateDaysOperator />
    <RebateRatesOperator rights={rights} />
  </>
);
