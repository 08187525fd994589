import { linkageTypes } from "@laro/contract/core/contentKinds";
import type { Banner } from "@laro/contract/core/contentShown";
import { useFlag } from "../../api/permission.ts";
import { useAnnouncements } from "../../features/content/content.api.ts";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { closeDialog } from "./dialogs.ts";

interface EntryBannerProps {
  group: Extract<Banner["groupName"], "w_login" | "w_register" | "w_forget">;
}

/** The first banner of a dialog's group, edge to edge above its title; it leads where it says (POPUP-23). */
export function EntryBanner({ group }: EntryBannerProps) {
  const isOn = useFlag("banners");
  const { list = [] } = useAnnouncements("B", { enabled: isOn });
  const banner = list.find(({ groupName, audience }) => groupName === group && audience !== "member");
  if (!isOn || !banner?.picture) return null;
  const picture = <ContentPicture picture={banner.picture} isFirst sizes="420px" className="aspect-[3/1] w-full object-cover" />;
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
