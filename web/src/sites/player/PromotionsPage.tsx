import { useParams, useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { PromotionList, PromotionView } from "../../features/content/Promotions.player.tsx";
import { Leads } from "./Leads.tsx";
import { TitleBanner } from "./TitleBanner.tsx";

/** What is offered now, or the one offer the address names. */
export function PromotionsPage() {
  const t = useT();
  const { slug } = useParams<{ slug?: string }>();
  const [search, setSearch] = useSearchParams();
  if (slug !== undefined) return <PromotionView slug={slug} leads={Leads} />;
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("games.type", { type: "PROMO" })} text={t("site.promotionsText")} glyph="ticket" />
      <PromotionList page={Number(search.get("page") ?? "1") || 1} onPage={(page) => setSearch({ page: String(page) })} />
    </div>
  );
}
