import type { Trigger } from "@laro/contract/core/campaignRules";
import { useT } from "../../api/language.ts";
import { CampaignState, rainPath } from "../../features/campaigns/CampaignList.player.tsx";
import { useTerms } from "../../features/campaigns/terms.ts";
import { Boards } from "../../features/leaderboards/Boards.player.tsx";
import { RaffleView } from "../../features/raffles/RaffleView.player.tsx";
import { ButtonLink } from "../../ui/Button.tsx";

/** What stands beside the terms of a board, a raffle or a rain. */
export function CampaignMore({ code, trigger }: { code: string; trigger: Trigger }) {
  const t = useT();
  const { gain, prizes } = useTerms();
  if (trigger.on === "rain")
    return (
      <ButtonLink to={rainPath(code)} className="justify-self-start">
        {t("campaigns.toRain")}
      </ButtonLink>
    );
  if (trigger.on === "ranked") return trigger.seat === undefined && <Boards code={code} state={CampaignState} gain={gain} prizes={prizes} />;
  return trigger.on === "drawn" ? <RaffleView code={code} gain={gain} prizes={prizes} /> : null;
}
