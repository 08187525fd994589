import { useT } from "../../api/language.ts";
import { Tabs } from "../../ui/Tabs.tsx";

/** ENTITY-56. */
export const listTabs = ["NEW", "FAV", "ALL", "HOT", "RECENT"] as const;
export type ListTab = (typeof listTabs)[number];

/** What the member keeps or started, which is no list of the catalogue. */
export const isOwn = (tab: ListTab): tab is "FAV" | "RECENT" => tab === "FAV" || tab === "RECENT";

/** Which games of a list are shown. */
export function ListTabs({ tab, onChange }: { tab: ListTab; onChange: (tab: ListTab) => void }) {
  const t = useT();
  return <Tabs label={t("games.tabs")} items={listTabs.map((id) => ({ id, label: t("games.type", { type: id }) }))} value={tab} onChange={onChange} />;
}
