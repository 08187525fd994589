import type { Exclusion } from "@laro/contract/protection";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { BreakForm } from "./BreakForm.player.tsx";
import { ExcludeForm } from "./ExcludeForm.player.tsx";
import { Helpline } from "./Helpline.player.tsx";
import { useProtection } from "./protection.api.ts";

/** A break that is over by itself, and the door that stays shut: what each does, and the way to start it. */
export function Breaks() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useProtection();
  const [open, setOpen] = useState<"break" | "exclusion">();
  const close = () => setOpen(undefined);
  return (
    <Panel title={t("protection.breaks.title")} text={t("protection.breaks.text")}>
      {mine.data === undefined && mine.error && <RefusedState {...refusal(mine)} />}
      {mine.isPending && <Skeleton className="h-40 w-full" />}
      {mine.data && (
        <div className="grid gap-4">
          {mine.data.exclusion && <InForce exclusion={mine.data.exclusion} />}
          <Choice title={t("protection.break.title")} text={t("protection.break.text")} action={t("protection.break.take")} onAct={() => setOpen("break")} />
          <Choice
            title={t("protection.exclude.title")}
            text={t("protection.exclude.text")}
            action={t("protection.exclude.begin")}
            onAct={() => setOpen("exclusion")}
          />
          <Dialog open={open === "break"} title={t("protection.break.title")} onClose={close} closeLabel={t("ui.close")}>
            <BreakForm periods={mine.data.timeouts} onDone={close} onCancel={close} />
          </Dialog>
          <Dialog open={open === "exclusion"} title={t("protection.exclude.title")} onClose={close} closeLabel={t("ui.close")}>
            <ExcludeForm periods={mine.data.exclusions} onCancel={close} />
          </Dialog>
        </div>
      )}
      <Helpline />
    </Panel>
  );
}

function InForce({ exclusion: { until } }: { exclusion: Exclusion }) {
  const t = useT();
  return (
    <p role="status" className="rounded-sm bg-info/14 px-4 py-3 text-sm">
      {t("protection.inForce")}{" "}
      <strong>
        <DateTime at={until} />
      </strong>
    </p>
  );
}

function Choice({ title, text, action, onAct }: { title: string; text: string; action: string; onAct: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="text-xs text-muted">{text}</p>
      </div>
      <Button size="sm" tone="secondary" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
