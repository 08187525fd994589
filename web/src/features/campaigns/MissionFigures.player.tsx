import type { CampaignCard } from "@laro/contract/campaigns";
import { useT } from "../../api/language.ts";
import { Meter } from "../../ui/Meter.tsx";
import { CampaignState } from "./CampaignList.player.tsx";
import { useProgress, useTerms } from "./terms.ts";

/** What a campaign asks and gives, where the looker stands, and how far they are. */
export function MissionFigures({ card }: { card: CampaignCard }) {
  const t = useT();
  const { task, gain } = useTerms();
  const progress = useProgress(card);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2 text-sm">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span>{task(card.trigger, card.reviewed)}</span>
          {card.gift !== null && <span className="font-semibold text-primary-text">{gain(card.gift)}</span>}
        </span>
        <CampaignState label={card.label} />
      </div>
      {progress !== undefined && card.target !== null && <Meter label={t("campaigns.progress")} {...progress} tone={card.label === "claim" ? "win" : "info"} />}
    </div>
  );
}
