import { linkageTypes } from "@laro/contract/core/contentKinds";
import type { Banner } from "@laro/contract/core/contentShown";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useAnnouncements } from "../../features/content/content.api.ts";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { closeDialog } from "./dialogs.ts";

interface GroupBannerProps {
  /** The groups of which one banner is shown at a time; home's are a row of their own. */
  group: Exclude<Banner["groupName"], "w_home">;
  /** How wide it stands, as `sizes` says it. */
  sizes?: string;
  /** Its shape and corners; a strip where nothing is said. */
  className?: string;
}

/** The first banner of a group for whoever looks; it leads where it says (POPUP-23, ENTITY-19). */
export function GroupBanner({ group, sizes = "420px", className = "aspect-[3/1]" }: GroupBannerProps) {
  const isOn = useFlag("banners");
  const other = useIsLoggedIn() ? "guest" : "member";
  const { list = [] } = useAnnouncements("B", { enabled: isOn });
  const banner = list.find(({ groupName, audience }) => groupName === group && audience !== other);
  if (!isOn || !banner?.picture) return null;
  const picture = <ContentPicture picture={banner.picture} isFirst sizes={sizes} className={`w-full object-cover ${className}`} />;
  switch (banner.linkageType) {
    case linkageTypes.path:
    case linkageTypes.promotion:
      return (
        <Anchor to={banner.linkageType === linkageTypes.path ? banner.url : `/promotions/${banner.url}`} onClick={closeDialog} className="block">
          {picture}
        </Anchor>
      );
    case linkageTypes.outside:
      return (
        <a href={banner.url} target="_blank" rel="noopener noreferrer" className="block">
          {picture}
        </a>
      );
    default:
      // A game waits for whoever logs in.
      return picture;
  }
}
