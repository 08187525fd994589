import type { ContentItem } from "@laro/contract/content";
import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { SOURCE, usePreviewTicket } from "./content.operator.api.ts";

const widths = { 390: 844, 768: 1_024, 1440: 900 } as const;
type Width = keyof typeof widths;
const widthNames = ["390", "768", "1440"] as const;
const themes = ["dark", "light"] as const;
const readers = ["guest", "member"] as const;

interface PreviewProps {
  item: ContentItem;
  isDirty: boolean;
  onSave: () => void;
}

/** The saved version in frames of the sites' widths, as this or that reader sees it. */
export function PreviewOperator({ item: { row, version }, isDirty, onSave }: PreviewProps) {
  const t = useT();
  const { languages } = usePermission();
  const ask = usePreviewTicket();
  const [width, setWidth] = useState<(typeof widthNames)[number]>("390");
  const [theme, setTheme] = useState<(typeof themes)[number]>("dark");
  const [language, setLanguage] = useState(SOURCE);
  const [reader, setReader] = useState<(typeof readers)[number]>("guest");
  const { mutate } = ask;
  const renew = () => mutate({ id: row.id, no: version.no });
  useEffect(() => mutate({ id: row.id, no: version.no }), [mutate, row.id, version.no]);
  return (
    <div className="grid gap-4">
      {isDirty && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-sm border border-line bg-card px-4 py-3 text-sm">
          {t("content.previewUnsaved")}
          <Button tone="secondary" size="sm" onClick={onSave}>
            {t("content.save")}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Tabs label={t("content.previewWidth")} items={widthNames.map((id) => ({ id, label: `${id} px` }))} value={width} onChange={setWidth} />
        <Tabs label={t("content.previewTheme")} items={themes.map((id) => ({ id, label: t(`ui.${id}`) }))} value={theme} onChange={setTheme} />
        <Tabs label={t("content.languages")} items={languages.map((id) => ({ id, label: id }))} value={language} onChange={setLanguage} />
        <Tabs label={t("content.previewReader")} items={readers.map((id) => ({ id, label: t(`content.reader.${id}`) }))} value={reader} onChange={setReader} />
        <Button tone="ghost" size="sm" icon={<RefreshCw />} busy={ask.isPending} onClick={renew}>
          {t("content.previewRenew")}
        </Button>
      </div>
      <FormFault error={ask.error} />
      {ask.data === undefined ? (
        ask.error === null && <Skeleton className="h-96 w-full" />
      ) : (
        <>
          <Frame
            title={t("content.previewOf", { no: version.no })}
            address={`/preview?${new URLSearchParams({ ticket: ask.data.ticket, theme, language, as: reader }).toString()}`}
            width={Number(width) as Width}
          />
          <p className="text-xs text-muted">
            {t("content.previewUntil")} <DateTime at={ask.data.until} />
          </p>
        </>
      )}
    </div>
  );
}

/** None: the page in it is ours and of this origin, where a sandbox that lets it run and ask the server holds nothing, as browsers warn. */
const SANDBOX = undefined;

/** A window as wide as it says; where the page has less room it is drawn smaller. */
function Frame({ title, address, width }: { title: string; address: string; width: Width }) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>(width);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = new ResizeObserver(() => setRoom(element.clientWidth));
    look.observe(element);
    return () => look.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  const height = widths[width];
  return (
    <div ref={place} className="min-w-0">
      <div className="overflow-hidden rounded-md outline outline-line" style={{ width: width * scale, height: height * scale }}>
        <iframe
          key={address}
          src={address}
          title={title}
          sandbox={SANDBOX}
          style={{ width, height, transform: `scale(${scale})` }}
          className="max-w-none origin-top-left bg-ground rtl:origin-top-right"
        />
      </div>
    </div>
  );
}
