import { campaigns } from "@laro/contract/campaigns";
import { PartyPopper } from "lucide-react";
import { lazy } from "react";
import type { CampaignRights } from "../../features/campaigns/campaigns.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Campaigns = lazy(() => import("./CampaignsPage.tsx").then(({ CampaignsPage }) => ({ default: CampaignsPage })));

const rightsOf = (operator: Operator): CampaignRights => ({
  officer: operator.userName,
  canWrite: mayCall(operator, campaigns.save),
  canApprove: mayCall(operator, campaigns.approve),
  canStop: mayCall(operator, campaigns.stop),
  canSeeApplications: mayCall(operator, campaigns.applications),
});

/** The page of campaigns and applications. */
export const campaignsDesk: ConsolePage = {
  path: "/campaigns",
  word: "campaigns.title",
  icon: <PartyPopper />,
  needs: campaigns.all,
  group: 1,
  view: (operator) => <Campaigns rights={rightsOf(operator)} />,
};
