import type { PlayerPathName } from "@laro/contract/core/paths";
import { useT } from "../../api/language.ts";
import type { GlyphName } from "../../ui/art/glyphs.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { TitleBanner } from "./TitleBanner.tsx";

const glyphOf = {
  seamless: "rocket",
} as const satisfies Partial<Record<PlayerPathName, GlyphName>>;

/** A page that is not open yet says what it will be, and leads to what is. */
export function UnopenedPage({ page }: { page: keyof typeof glyphOf }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("site.unopened", { page })} text={t("site.unopenedText", { page })} glyph={glyphOf[page]} />
      <EmptyState text={t("site.unopenedYet")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />
    </div>
  );
}
