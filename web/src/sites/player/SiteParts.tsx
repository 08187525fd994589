import { Globe } from "lucide-react";
import { isLanguage } from "@laro/locales/t";
import { type Language, useSpeech, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Menu } from "../../ui/Menu.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";

/** The brand's languages that have a catalogue, each under its own name. */
export function useLanguages(): { value: Language; label: string }[] {
  const t = useT();
  return usePermission()
    .languages.filter(isLanguage)
    .map((value) => ({ value, label: t(`site.language${value}`) }));
}

/** Language and colours, in the header of wide screens. */
export function Tools() {
  const { t, language, setLanguage } = useSpeech();
  const languages = useLanguages();
  const trigger = (
    <>
      <Globe className="size-5" />
      <span className="text-sm font-medium">{language}</span>
    </>
  );
  return (
    <>
      <Menu
        label={`${t("site.language")}: ${t(`site.language${language}`)}`}
        trigger={trigger}
        className="h-10 px-3 text-muted transition hover:bg-text/8 hover:text-text"
        entries={() => languages.map(({ value, label }) => ({ label, onSelect: () => void setLanguage(value) }))}
      />
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} />
    </>
  );
}
