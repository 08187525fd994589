import { useT } from "../../api/language.ts";
import { PictureField } from "../../features/content/PictureField.operator.tsx";
import { VipHostsOperator } from "../../features/vip/VipHosts.operator.tsx";
import { VipMembersOperator } from "../../features/vip/VipMembers.operator.tsx";
import { VipPayoutsOperator } from "../../features/vip/VipPayouts.operator.tsx";
import { VipTableOperator } from "../../features/vip/VipTable.operator.tsx";
import type { VipRights } from "../../features/vip/vip.operator.api.ts";

/** The VIP desk: what waits and who stands where, hosts, settled weeks, and the table of levels. */
export function VipPage({ rights }: { rights: VipRights }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-xl font-bold">{t("vip.title")}</h1>
      {rights.canSeeMembers && <VipMembersOperator rights={rights} />}
      {rights.canSeeHosts && <VipHostsOperator rights={rights} picture={PictureField} />}
      {rights.canSeeWeeks && <VipPayoutsOperator />}
      <VipTableOperator rights={rights} />
    </div>
  );
}
