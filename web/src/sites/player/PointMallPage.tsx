import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { PointMall } from "../../features/points/PointMall.player.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { openDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";
import { TitleBanner } from "./TitleBanner.tsx";

/** The points mall; where points are off, or nobody is logged in, it says so and leads on. */
export function PointMallPage() {
  const t = useT();
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <TitleBanner title={t("site.unopened", { page: "pointMall" })} text={t("site.unopenedText", { page: "pointMall" })} glyph="ticket" />
      <Inside />
    </div>
  );
}

function Inside() {
  const t = useT();
  const isOn = useFlag("pointsSystem");
  const isLoggedIn = useIsLoggedIn();
  const { me } = useMember();
  if (!isOn) return <EmptyState text={t("site.pointsOff")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />;
  if (!isLoggedIn) return <EmptyState text={t("points.guest")} action={<Button onClick={() => openDialog("login")}>{t("sessions.logIn")}</Button>} />;
  if (me === undefined) return <Skeleton className="h-72 w-full" />;
  if (me.isTrial) return <EmptyState text={t("points.trial")} action={<Button onClick={() => openDialog("realAccount")}>{t("sessions.register")}</Button>} />;
  return <PointMall picture={ContentPicture} remedy={PaymentPasswordForm} hasPaymentPassword={me.hasPaymentPassword} />;
}
