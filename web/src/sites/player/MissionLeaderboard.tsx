import { CampaignState } from "../../features/campaigns/CampaignList.player.tsx";
import { MissionFigures } from "../../features/campaigns/MissionFigures.player.tsx";
import { useTerms } from "../../features/campaigns/terms.ts";
import { Boards } from "../../features/leaderboards/Boards.player.tsx";
import { Missions } from "../../features/missions/Missions.player.tsx";

/** Missions above the boards. */
export function MissionLeaderboard() {
  const { gain, prizes } = useTerms();
  return (
    <div className="grid gap-6">
      <Missions part={MissionFigures} />
      <Boards state={CampaignState} gain={gain} prizes={prizes} />
    </div>
  );
}
