import { useT } from "../../api/language.ts";
import { ApplicationsOperator } from "../../features/campaigns/Applications.operator.tsx";
import { CampaignDeskOperator } from "../../features/campaigns/CampaignDesk.operator.tsx";
import type { CampaignRights } from "../../features/campaigns/campaigns.operator.api.ts";
import { PictureField } from "../../features/content/PictureField.operator.tsx";

/** The campaigns desk: what is offered, and the applications that wait. */
export function CampaignsPage({ rights }: { rights: CampaignRights }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-xl font-bold">{t("campaigns.title")}</h1>
      {rights.canSeeApplications && <ApplicationsOperator rights={rights} />}
      <CampaignDeskOperator rights={rights} picture={PictureField} />
    </div>
  );
}
