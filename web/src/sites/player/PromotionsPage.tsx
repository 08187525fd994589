import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { TitleBanner } from "./TitleBanner.tsx";

export function PromotionsPage() {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("site.promotions")} text={t("site.promotionsText")} glyph="ticket" />
      <EmptyState text={t("site.promotionsEmpty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />
    </div>
  );
}
