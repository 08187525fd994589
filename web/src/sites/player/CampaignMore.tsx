import type { Trigger } from "@laro/contract/core/campaignRules";
import { CampaignState } from "../../features/campaigns/CampaignList.player.tsx";
import { useTerms } from "../../features/campaigns/terms.ts";
import { Boards } from "../../features/leaderboards/Boards.player.tsx";
import { RaffleView } from "../../features/raffles/RaffleView.player.tsx";

/** What stands beside the terms of a board or a raffle. */
export function CampaignMore({ code, trigger }: { code: string; trigger: Trigger }) {
  const { gain, prizes } = useTerms();
  if (trigger.on === "ranked") return trigger.seat === undefined && <Boards code={code} state={CampaignState} gain={gain} prizes={prizes} />;
  return trigger.on === "drawn" ? <RaffleView code={code} gain={gain} prizes={prizes} /> : null;
}
