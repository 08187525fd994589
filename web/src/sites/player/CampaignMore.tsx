import type { Trigger } from "@laro/contract/core/campaignRules";
import { CampaignState } from "../../features/campaigns/CampaignList.player.tsx";
import { useTerms } from "../../features/campaigns/terms.ts";
import { Boards } from "../../features/leaderboards/Boards.player.tsx";
import { RaffleView } from "../../features/raffles/RaffleView.player.tsx";

/** What stands beside the terms of a board or a raffle. */
export function CampaignMore({ code, trigger: { on } }: { code: string; trigger: Trigger }) {
  const { gain, prizes } = useTerms();
  if (on === "ranked") return <Boards code={code} state={CampaignState} gain={gain} prizes={prizes} />;
  return on === "drawn" ? <RaffleView code={code} gain={gain} prizes={prizes} /> : null;
}
