import { Suspense } from "react";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { VipClub, VipTerms } from "../../features/vip/VipClub.player.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useTitle } from "../../ui/title.ts";
import { openDialog } from "./dialogs.ts";
import { TitleBanner } from "./TitleBanner.tsx";

const VipWheel = area("wheel", () => import("../../features/prizeDraws/VipWheel.player.tsx").then((file) => file.VipWheel));

/** The VIP club: one's own level, week and host, the wheel, and what anybody may read of levels and terms. */
export function VipPage() {
  const t = useT();
  const isOn = useFlag("vip");
  useTitle(t("vip.title"));
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("vip.title")} text={t("vip.text")} glyph="sun" />
      {isOn ? <Club /> : <EmptyState text={t("errors.vip.closed")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />}
    </div>
  );
}

function Club() {
  const t = useT();
  if (useIsLoggedIn()) return <VipClub wheel={<Wheel isMember />} picture={ContentPicture} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-3">
        <p className="text-sm font-medium">{t("vip.guest")}</p>
        <Button onClick={() => openDialog("login")}>{t("sessions.logIn")}</Button>
      </div>
      <VipTerms mine={undefined} />
      <Wheel isMember={false} />
    </>
  );
}

const Wheel = ({ isMember }: { isMember: boolean }) => (
  <Suspense fallback={<Skeleton className="h-96 w-full" />}>
    <VipWheel isMember={isMember} />
  </Suspense>
);
