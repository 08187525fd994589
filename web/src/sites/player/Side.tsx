import { Coins, Dices, Gift, Headset, History, Home, Share2, Smartphone, Star, Trophy } from "lucide-react";
import { Suspense, useRef } from "react";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { useFlags, usePermission } from "../../api/permission.ts";
import { linkOf, useMenu } from "../../features/games/games.api.ts";
import { useResources } from "../../features/content/content.api.ts";
import { useDrop } from "../../ui/drop.ts";
import { type ShellEntry, SideMenu } from "../../ui/SideMenu.tsx";
import { openDialog } from "./dialogs.ts";
import { gameIcons } from "./gameIcons.tsx";
import { useKeys } from "./keys.ts";
import { gamePlaces, isAt } from "./menus.tsx";
import { useOutsidePath } from "./outside.ts";
import { SideFoot } from "./SideFoot.tsx";

const VendorMenu = area("menus", () => import("../../features/games/VendorMenu.player.tsx").then((file) => file.VendorMenu));

/** The side menu with everything in it (LAYOUT-15 to LAYOUT-26); in a drawer nothing drops beside it. */
export function Side({ isFolded = false, inDrawer = false }: { isFolded?: boolean; inDrawer?: boolean }) {
  useKeys();
  const t = useT();
  const menu = useMenu();
  const root = useRef<HTMLDivElement>(null);
  const drop = useDrop(root);
  const dropped = gamePlaces(menu).find(({ gameType }) => gameType === drop.open);
  return (
    <div ref={root} className="contents">
      <div onClickCapture={drop.close} className="contents">
        <SideMenu label={t("site.sideMenu")} groups={useGroups()} collapsed={isFolded} foot={<SideFoot />} drop={inDrawer ? undefined : drop} />
      </div>
      {dropped && (
        <div
          {...drop.panel}
          style={{ top: `min(${drop.anchor?.getBoundingClientRect().top ?? 0}px, 100dvh - min(26rem, 60dvh) - 16px)`, insetInlineStart: isFolded ? 72 : 248 }}
          className="fixed z-30 max-h-[min(26rem,60dvh)] w-[min(60rem,100vw-20rem)] animate-fade overflow-y-auto rounded-e-md border border-line bg-raised p-4 shadow-float max-lg:hidden"
        >
          <Suspense fallback={null}>
            <VendorMenu key={dropped.gameType} gameType={dropped.gameType} path={dropped.path} autoFocus={drop.byKey} onPick={drop.close} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function useGroups(): ShellEntry[][] {
  const t = useT();
  const path = useOutsidePath();
  const menu = useMenu();
  const { customerService } = usePermission();
  const resources = useResources();
  const isFlagOn = useFlags();
  const at = (label: string, to: string, icon: ShellEntry["icon"]): ShellEntry => ({ label, to, icon, active: isAt(path, to) });
  const games = gamePlaces(menu).map(({ path: to, gameType }) => ({
    gameType,
    entry: { label: t("games.type", { type: gameType }), to: linkOf(to), icon: gameIcons[gameType], active: isAt(path, to), drop: gameType },
  }));
  const isSports = ({ gameType }: (typeof games)[number]): boolean => gameType === "SPORTS";
  return [
    [
      at(t("games.type", { type: "HOME" }), "/", <Home />),
      at(t("site.unopened", { page: "favorite" }), "/favorite", <Star />),
      at(t("site.unopened", { page: "recent" }), "/recent", <History />),
      at(t("games.type", { type: "HOT" }), "/hot", gameIcons.HOT),
    ],
    games.filter((one) => !isSports(one)).map(({ entry }) => entry),
    games.filter(isSports).map(({ entry }) => entry),
    [
      at(t("games.type", { type: "PROMO" }), "/promotions", <Gift />),
      ...(isFlagOn("vip") ? [at(t("site.turntable"), "/member/rewardCenter?part=turntable", <Dices />)] : []),
      ...(isFlagOn("pointsSystem") ? [at(t("site.points"), "/pointMall", <Coins />)] : []),
      ...resources.filter(({ type }) => type === "TOURNAMENT").map(({ label, url }) => at(label, url, <Trophy />)),
      ...(resources.some(({ type }) => type === "SOCIALMEDIA")
        ? [{ label: t("site.communities"), onSelect: () => openDialog("communities"), icon: <Share2 /> }]
        : []),
      { label: t("site.appDownload"), onSelect: () => openDialog("appDownload"), icon: <Smartphone /> },
      { label: t("site.customerService"), to: customerService.url, icon: <Headset /> },
    ],
  ].filter((group) => group.length > 0);
}
