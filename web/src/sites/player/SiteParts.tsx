import { Globe } from "lucide-react";
import { isLanguage } from "@laro/locales/t";
import { type Language, useSpeech, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Menu } from "../../ui/Menu.tsx";
import { Select } from "../../ui/Select.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";

/** The brand's languages that have a catalogue, each under its own name. */
function useLanguages(): { value: Language; label: string }[] {
  const t = useT();
  return usePermission()
    .languages.filter(isLanguage)
    .map((value) => ({ value, label: t(`site.language${value}`) }));
}

/** Language and colours, in the header of wide screens. */
export function Tools() {
  const { t, language, setLanguage } = useSpeech();
  const trigger = (
    <>
      <Globe aria-hidden="true" className="size-5" />
      <span className="text-sm font-medium">{language}</span>
    </>
  );
  return (
    <>
      <Menu
        label={`${t("site.language")}: ${t(`site.language${language}`)}`}
        trigger={trigger}
        className="h-10 px-3 text-muted transition hover:bg-text/8 hover:text-text"
        entries={useLanguages().map(({ value, label }) => ({ label, onSelect: () => void setLanguage(value) }))}
      />
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} />
    </>
  );
}

/** The same below the side menu, where narrow screens find it. */
export function SideFoot() {
  const { t, language, setLanguage } = useSpeech();
  return (
    <div className="flex items-end gap-2 px-1 pb-2">
      <div className="min-w-0 flex-1">
        <Select label={t("site.language")} options={useLanguages()} value={language} onChange={(event) => void setLanguage(event.target.value as Language)} />
      </div>
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} className="mb-0.5" />
    </div>
  );
}
