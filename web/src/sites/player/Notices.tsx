import { useMemo } from "react";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { isShownOnWeb } from "../../features/content/audience.ts";
import { useAnnouncements } from "../../features/content/content.api.ts";
import { Marquee } from "../../ui/Marquee.tsx";
import { openDialog } from "./dialogs.ts";

/** The operator's notices, which open in full; without one, what the market asks everyone to know. */
export function Notices() {
  const t = useT();
  const { list } = useAnnouncements("PL");
  const { playMoney, minimumAge: age, helpline } = usePermission().jurisdiction;
  const notices = useMemo(() => {
    const shown = (list ?? []).filter(isShownOnWeb).map(({ id, title }) => (
      <button key={id} type="button" onClick={() => openDialog("notice")} className="underline-offset-4 hover:underline">
        {title}
      </button>
    ));
    if (shown.length > 0) return shown;
    const lines = [
      playMoney && t("site.noticePlayMoney"),
      t("site.noticeAge", { age }),
      t("site.noticeLimits"),
      helpline !== null && t("site.noticeHelpline", { helpline }),
    ];
    return lines.filter((line) => line !== false).map((line) => <span key={line}>{line}</span>);
  }, [t, list, playMoney, age, helpline]);
  return <Marquee label={t("site.notice")}>{notices}</Marquee>;
}
