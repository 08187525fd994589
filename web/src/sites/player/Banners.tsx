import { linkageTypes } from "@laro/contract/core/contentKinds";
import { BANNER_SIZES } from "@laro/contract/core/firstInputs";
import type { Banner } from "@laro/contract/core/contentShown";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useAnnouncements } from "../../features/content/content.api.ts";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { Carousel } from "../../ui/Carousel.tsx";
import { BANNERS_BOX } from "./bannersBox.ts";
import { usePlay } from "./play.ts";

/** Tables and matches are shown one at a time (ENTITY-20). */
const ALONE: readonly string[] = ["LIVE", "SPORTS"];

interface BannersProps {
  group: Banner["groupName"];
  /** A category's own banners; home's have none. */
  gameType?: string;
}

/** The banners of a group for whoever looks; undefined while they are not known. */
function useBanners({ group, gameType = "" }: BannersProps): readonly Banner[] | undefined {
  const isOn = useFlag("banners");
  const isLoggedIn = useIsLoggedIn();
  const { list, isError } = useAnnouncements("B", { enabled: isOn });
  if (!isOn || isError) return [];
  return list?.filter((one) => one.groupName === group && one.gameType === gameType && one.audience !== (isLoggedIn ? "guest" : "member"));
}

/** What the operator shows first: pictures with a sentence, each leading where it says. */
export function Banners({ group, gameType = "" }: BannersProps) {
  const t = useT();
  const banners = useBanners({ group, gameType });
  // Home's place is kept; few categories have banners of their own.
  if (banners === undefined && gameType === "") return <div aria-hidden="true" className={BANNERS_BOX} />;
  if (banners === undefined || banners.length === 0) return null;
  const labels = {
    previous: t("site.bannerPrevious"),
    next: t("site.bannerNext"),
    pause: t("site.bannerPause"),
    play: t("site.bannerPlay"),
    show: (place: number) => t("site.bannerShow", { place }),
  };
  return (
    <Carousel label={t("site.banners")} labels={labels} perView={ALONE.includes(gameType) ? 1 : 3}>
      {banners.map((banner, at) => (
        <Slide key={banner.id} banner={banner} isFirst={at === 0} />
      ))}
    </Carousel>
  );
}

const box = "group relative isolate block aspect-16/9 w-full overflow-hidden rounded-md bg-[#1d0f3d] text-start text-white";

function Slide({ banner, isFirst }: { banner: Banner; isFirst: boolean }): ReactNode {
  const play = usePlay();
  const { linkageType, url, picture, title, summary } = banner;
  const face = (
    <>
      {picture && (
        <ContentPicture
          picture={picture}
          isFirst={isFirst}
          sizes={BANNER_SIZES}
          className="absolute inset-0 -z-10 size-full object-cover transition duration-300 group-hover:scale-102"
        />
      )}
      <span className="absolute inset-0 -z-10 bg-linear-to-t from-black/80 via-black/25 to-transparent" />
      <span className="absolute inset-x-0 bottom-0 grid gap-1 p-4 sm:p-5">
        <span className="font-display text-lg leading-6 font-extrabold">{title}</span>
        {summary !== "" && <span className="line-clamp-2 text-sm text-white/90 md:max-xl:hidden">{summary}</span>}
      </span>
    </>
  );
  switch (linkageType) {
    case linkageTypes.path:
    case linkageTypes.promotion:
      return (
        <Anchor to={linkageType === linkageTypes.path ? url : `/promotions/${url}`} className={box}>
          {face}
        </Anchor>
      );
    case linkageTypes.outside:
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className={box}>
          {face}
        </a>
      );
    case linkageTypes.game:
      return (
        <button type="button" onClick={() => play({ nodeId: url })} className={box}>
          {face}
        </button>
      );
    default:
      return <div className={box}>{face}</div>;
  }
}
