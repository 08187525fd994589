import type { GameWindow } from "@laro/contract/vendors";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, useNow } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useEndWindow, useVendors } from "./vendors.operator.api.ts";
import { WindowDialogOperator } from "./WindowDialog.operator.tsx";

const nameOf = ({ gameName, vendorCode }: GameWindow): string => gameName ?? vendorCode ?? "";

/** The times without new play that are or are to come. */
export function WindowsOperator({ canSet }: { canSet: boolean }) {
  const t = useT();
  const now = useNow();
  const refusal = useRefusal();
  const asked = useVendors();
  const rows = asked.data?.windows ?? [];
  const [isAnnouncing, setAnnouncing] = useState(false);
  const [ending, setEnding] = useState<GameWindow>();
  const isRunning = ({ from }: GameWindow): boolean => Date.parse(from) <= now;
  const columns = useColumns(isRunning, canSet ? setEnding : undefined);
  const announce = canSet && (
    <Button size="sm" icon={<CalendarPlus />} onClick={() => setAnnouncing(true)}>
      {t("vendors.announce")}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t("vendors.windowsText")}</p>
        {rows.length > 0 && announce}
      </div>
      <DataTable
        caption={t("vendors.windows")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("vendors.noWindows")} action={announce} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {isAnnouncing && <WindowDialogOperator onDone={() => setAnnouncing(false)} />}
      {ending && <EndDialog window={ending} isRunning={isRunning(ending)} onDone={() => setEnding(undefined)} />}
    </div>
  );
}

function useColumns(isRunning: (window: GameWindow) => boolean, onEnd: ((window: GameWindow) => void) | undefined): readonly Column<GameWindow>[] {
  const t = useT();
  const columns: Column<GameWindow>[] = [
    {
      key: "what",
      label: t("vendors.windowOf"),
      primary: true,
      render: (window) => (
        <span className="flex items-center gap-2">
          {nameOf(window)}
          <span className="text-xs font-normal text-muted">{t(window.gameName === null ? "vendors.allOfVendor" : "vendors.oneGame")}</span>
        </span>
      ),
    },
    {
      key: "state",
      label: t("games.state"),
      render: (window) => <Badge tone={isRunning(window) ? "accent" : "info"}>{t(isRunning(window) ? "vendors.running" : "vendors.ahead")}</Badge>,
    },
    { key: "from", label: t("vendors.from"), render: ({ from }) => <DateTime at={from} /> },
    { key: "until", label: t("vendors.until"), render: ({ until }) => <DateTime at={until} /> },
    {
      key: "texts",
      label: t("vendors.texts"),
      className: "md:whitespace-normal",
      render: ({ texts }) => (
        <span className="grid text-xs text-muted">
          {Object.entries(texts).map(([language, text]) => (
            <span key={language}>
              {language}: {text}
            </span>
          ))}
        </span>
      ),
    },
  ];
  if (onEnd)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (window) => (
        <Button tone="secondary" size="sm" aria-label={t("vendors.endOf", { name: nameOf(window) })} onClick={() => onEnd(window)}>
          {t(isRunning(window) ? "vendors.endNow" : "vendors.takeBack")}
        </Button>
      ),
    });
  return columns;
}

function EndDialog({ window, isRunning, onDone }: { window: GameWindow; isRunning: boolean; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const end = useEndWindow();
  const done = {
    onSuccess: () => {
      showToast(t("vendors.ended", { name: nameOf(window) }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("vendors.endOf", { name: nameOf(window) })}
      changes={[{ label: t("vendors.until"), before: <DateTime at={window.until} />, after: t(isRunning ? "vendors.now" : "vendors.never") }]}
      {...asking(end, { verb: t(isRunning ? "vendors.endNow" : "vendors.takeBack"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => end.mutate({ id: window.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
