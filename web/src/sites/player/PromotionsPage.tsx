import { campaignTabs } from "@laro/contract/campaigns";
import { useParams, useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { CampaignList } from "../../features/campaigns/CampaignList.player.tsx";
import { useCampaigns } from "../../features/campaigns/campaigns.api.ts";
import { ZaloLine } from "../../features/campaigns/ZaloLine.player.tsx";
import { PromotionList, PromotionView } from "../../features/content/Promotions.player.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { area } from "../../api/area.ts";
import { Leads } from "./Leads.tsx";
import { TitleBanner } from "./TitleBanner.tsx";

const CampaignOffer = area("offer", () => import("./CampaignOffer.tsx").then((file) => file.CampaignOffer));

const tabs = ["all", ...campaignTabs, "mine"] as const;

/** What is offered now, by tab, or the one offer the address names: a promotion by its path, a campaign by its code. */
export function PromotionsPage() {
  const t = useT();
  const { slug } = useParams<{ slug?: string }>();
  const [search, setSearch] = useSearchParams();
  const isLoggedIn = useIsLoggedIn();
  const hasCampaigns = useCampaigns(undefined).rows.length > 0;
  const offer = search.get("offer");
  if (slug !== undefined) return <PromotionView slug={slug} leads={Leads} />;
  if (offer !== null) return <CampaignOffer key={offer} code={offer} />;
  const tab = tabs.find((one) => one === search.get("tab")) ?? "all";
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("games.type", { type: "PROMO" })} text={t("site.promotionsText")} glyph="ticket" />
      <Tabs
        label={t("campaigns.tabs")}
        items={tabs.filter((id) => isLoggedIn || id !== "mine").map((id) => ({ id, label: t("campaigns.tab", { tab: id }) }))}
        value={tab}
        onChange={(id) => setSearch(id === "all" ? {} : { tab: id })}
      >
        <div className="mt-5 grid gap-6">
          {tab === "all" && <ZaloLine />}
          <CampaignList tab={tab === "all" ? undefined : tab} quiet={tab === "all"} />
          {tab === "all" && (
            <PromotionList page={Number(search.get("page") ?? "1") || 1} onPage={(page) => setSearch({ page: String(page) })} quiet={hasCampaigns} />
          )}
        </div>
      </Tabs>
    </div>
  );
}
