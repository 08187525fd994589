import { type Language, useSpeech } from "../../api/language.ts";
import { Select } from "../../ui/Select.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { GroupBanner } from "./GroupBanner.tsx";
import { useLanguages } from "./SiteParts.tsx";

/** The menu's own banner, language and colours below the side menu, where narrow screens find them. */
export function SideFoot() {
  const { t, language, setLanguage } = useSpeech();
  return (
    <div className="grid gap-3 px-1 pb-2">
      <GroupBanner group="w_leftmenu" sizes="220px" className="aspect-[3/1] rounded-md" />
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Select label={t("site.language")} options={useLanguages()} value={language} onChange={(event) => void setLanguage(event.target.value as Language)} />
        </div>
        <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} className="mb-0.5" />
      </div>
    </div>
  );
}
