import type { HomeSection, Switchable } from "@laro/contract/core/homeSections";
import { menuCategories } from "@laro/contract/core/homeSections";
import { useT } from "../../api/language.ts";
import type { Change } from "../../ui/ChangeDialog.tsx";
import type { MenuChange } from "./menuDifference.ts";

/** What sections and entries are called, and a difference in words. */
export function useMenuWords() {
  const t = useT();
  const section = (code: HomeSection) => t(`settings.homeSection.${code}`);
  const isCategory = (code: Switchable): boolean => menuCategories.some((one) => one === code);
  const entry = (code: Switchable) => (isCategory(code) ? t("games.type", { type: code }) : t("settings.quickClass", { code }));
  const stateOf = (isOn: boolean) => t(isOn ? "settings.on" : "settings.off");
  const place = (number: number) => t("settings.place", { number });
  const change = (one: MenuChange): Change => {
    if (one.kind === "place") return { label: section(one.section), before: place(one.before), after: place(one.after) };
    const label = one.kind === "section" ? section(one.section) : entry(one.code);
    return { label, before: stateOf(!one.isOn), after: stateOf(one.isOn) };
  };
  return { section, entry, change, text: (code: HomeSection) => t(`settings.homeSectionText.${code}`) };
}
