import { CampaignView } from "../../features/campaigns/CampaignView.player.tsx";
import { CampaignMore } from "./CampaignMore.tsx";
import { openDialog } from "./dialogs.ts";

/** The one campaign an address names, with its board or raffle. */
export const CampaignOffer = ({ code }: { code: string }) => (
  <CampaignView code={code} onSignIn={() => openDialog("login")} onRegister={() => openDialog("register")} more={CampaignMore} />
);
