import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { offerPath } from "./CampaignList.player.tsx";
import { useCampaigns } from "./campaigns.api.ts";
import { useTerms } from "./terms.ts";

/** The code an operator gives the campaign that this line speaks of. */
const ZALO = "ZALO";

/** The line about the Zalo bonus, with the figure of its campaign: there only while that runs (CONST-35). */
export function ZaloLine() {
  const t = useT();
  const { money } = useTerms();
  const card = useCampaigns(undefined).rows.find(({ code }) => code === ZALO);
  const gift = card?.gift;
  if (card === undefined || card.label === "close" || card.label === "comingSoon") return null;
  if (gift?.gives !== "cash" && gift?.gives !== "bonus") return null;
  return (
    <Anchor to={offerPath(ZALO)} className="rounded-md border border-line bg-primary/12 px-4 py-3 text-sm font-semibold transition hover:border-muted">
      {t("campaigns.zalo", { amount: money(gift.amount) })}
    </Anchor>
  );
}
