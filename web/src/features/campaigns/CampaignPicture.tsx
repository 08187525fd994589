import type { CampaignCard } from "@laro/contract/campaigns";
import { pictureSet, pictureUrl } from "@laro/contract/core/pictures";
import { cx } from "../../ui/cx.ts";

const grounds: Readonly<Record<CampaignCard["tab"], string>> = {
  newMembers: "from-info/40 to-primary/25",
  deposit: "from-win/40 to-info/20",
  vip: "from-primary/45 to-accent/25",
  games: "from-accent/40 to-primary/25",
};

/** The operator's picture of a campaign, or a ground in the colours of its tab with what it is about. */
export function CampaignPicture({
  card: { picture, tab, title },
  sizes,
  className,
}: {
  card: Pick<CampaignCard, "picture" | "tab" | "title">;
  sizes: string;
  className: string;
}) {
  if (picture === null)
    return (
      <div aria-hidden="true" className={cx("grid place-items-center overflow-hidden bg-linear-135 p-6", grounds[tab], className)}>
        <span className="line-clamp-2 text-center font-display text-2xl font-extrabold text-balance opacity-90">{title}</span>
      </div>
    );
  const { id, width, height, alt, focusX, focusY } = picture;
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
