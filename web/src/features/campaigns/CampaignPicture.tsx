import type { CampaignCard } from "@laro/contract/campaigns";
import { pictureSet, pictureUrl } from "@laro/contract/core/pictures";
import { Glyph, type GlyphName } from "../../ui/art/glyphs.tsx";
import { Banderitas, Sunburst } from "../../ui/art/motifs.tsx";
import { cx } from "../../ui/cx.ts";

type Pictured = Pick<CampaignCard, "picture" | "tab" | "trigger" | "gift" | "reviewed">;

/** Drawn skies are dark in both themes, as the operator's own pictures are. */
const skies: Readonly<Record<CampaignCard["tab"], string>> = {
  newMembers: "bg-[radial-gradient(90%_140%_at_50%_8%,#c0417a_0%,#5b1a66_48%,#1d0f3d_88%)]",
  deposit: "bg-[radial-gradient(90%_140%_at_50%_8%,#14877f_0%,#114a72_48%,#0b1b3d_88%)]",
  vip: "bg-[radial-gradient(90%_140%_at_50%_8%,#d0762a_0%,#7a2756_48%,#1d0f3d_88%)]",
  games: "bg-[radial-gradient(90%_140%_at_50%_8%,#4a5fd0_0%,#372080_48%,#150f3d_88%)]",
};

/** What a campaign is about: what it takes, or what is shown to an officer, or what is given at once. */
function glyphOf({ trigger, gift, reviewed }: Pictured): GlyphName {
  switch (trigger.on) {
    case "registered":
      return "sun";
    case "deposited":
      return "coins";
    case "played":
      return "seven";
    case "visited":
      return "jeepney";
    case "ranked":
      return "trophy";
    case "drawn":
      return "ticket";
    case "rain":
      return "envelope";
    case "applied":
      return reviewed ? "guitar" : gift?.gives === "ticket" || gift?.gives === "egg" ? "ticket" : "sun";
  }
}

/** The operator's picture of a campaign, or a drawing of what it is about under the sky of its tab. */
export function CampaignPicture({ card, sizes, className }: { card: Pictured; sizes: string; className: string }) {
  if (card.picture === null)
    return (
      <div aria-hidden="true" className={cx("relative grid place-items-center overflow-hidden text-[#ffe9c7]", skies[card.tab], className)}>
        <Sunburst className="absolute inset-0 size-full" />
        <Banderitas width={760} height={90} sag={30} flags={19} faint className="absolute inset-x-0 -top-1 w-full" />
        <Glyph name={glyphOf(card)} className="relative mt-[5%] h-3/5 max-h-44 drop-shadow-[0_10px_18px_rgb(0_0_0/0.45)]" />
      </div>
    );
  const { id, width, height, alt, focusX, focusY } = card.picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSet(id, "avif")} sizes={sizes} />
      <img
        src={pictureUrl(id, 780, "webp")}
        srcSet={pictureSet(id, "webp")}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        style={{ objectPosition: `${focusX}% ${focusY}%` }}
        className={className}
      />
    </picture>
  );
}
