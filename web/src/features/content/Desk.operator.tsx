import { contentKinds, type ContentKind } from "@laro/contract/core/contentKinds";
import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import type { ContentRights } from "./content.operator.api.ts";
import { ItemOperator } from "./Item.operator.tsx";
import { ItemsOperator } from "./Items.operator.tsx";
import { OverviewOperator } from "./Overview.operator.tsx";
import { PicturesOperator } from "./Pictures.operator.tsx";

const views = ["items", "languages", "schedule", "pictures"] as const;
type View = (typeof views)[number];

/** The content desk: what stands on the sites, kind by kind; an open item takes its place on the page. All of it lives in the address. */
export function ContentDeskOperator({ rights }: { rights: ContentRights }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const view = views.find((known) => known === params.get("view")) ?? "items";
  const kind = contentKinds.find((known) => known === params.get("kind")) ?? "banner";
  const openId = params.get("open");
  const go = (next: { view?: View; kind?: ContentKind; open?: string }) => setParams({ view, kind, ...next });
  if (openId !== null) return <ItemOperator key={openId} id={openId} rights={rights} onClose={() => go({})} />;
  const open = (id: string) => go({ open: id });
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("content.title")}</h1>
        <p className="text-sm text-muted">{t("content.titleText")}</p>
      </header>
      <Tabs
        label={t("content.views")}
        items={views.map((id) => ({ id, label: t(`content.view.${id}`) }))}
        value={view}
        onChange={(next) => go({ view: next })}
      />
      {view === "items" && <ItemsOperator key={kind} kind={kind} rights={rights} onKind={(next) => go({ kind: next })} onOpen={open} />}
      {view === "languages" && <OverviewOperator onOpen={open} />}
      {view === "schedule" && <OverviewOperator isSchedule onOpen={open} />}
      {view === "pictures" && <PicturesOperator canWrite={rights.canWrite} />}
    </div>
  );
}
