import { factors } from "@laro/contract/factors";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog, Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { memberTotp } from "./totpEndpoints.ts";
import { TotpSetup } from "./TotpSetup.tsx";

const stale = [factors.mine];

/** A member's authenticator: bound, with how many recovery codes are left, or how to bind one. */
export function MyFactor() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useApiQuery(factors.mine, {});
  const [open, setOpen] = useState<"setUp" | "remove">();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useApiCommand(factors.newRecoveryCodes, { stale });
  const remove = useApiCommand(factors.removeTotp, { stale });
  const close = () => setOpen(undefined);
  const draw = () => renew.mutate({}, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  const takeOff = () => remove.mutate({}, { onSuccess: () => showToast(t("factors.removedToast"), "success"), onSettled: close });
  const since = mine.data?.totpSince ?? null;
  return (
    <Panel title={t("factors.title")} text={t("factors.memberText")}>
      {mine.data === undefined && mine.error !== null && <RefusedState {...refusal(mine)} />}
      {mine.data === undefined && mine.error === null && <Skeleton className="h-20 w-full" />}
      {mine.data !== undefined && since === null && (
        <Button icon={<ShieldCheck />} className="justify-self-start" onClick={() => setOpen("setUp")}>
          {t("factors.setUp")}
        </Button>
      )}
      {mine.data !== undefined && since !== null && (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone="win">{t("factors.bound")}</Badge> {t("factors.since")} <DateTime at={since} />
          </p>
          <p className="text-sm text-muted">{t("factors.leftText", { count: mine.data.recoveryLeft })}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" tone="secondary" busy={renew.isPending} onClick={draw}>
              {t("factors.newCodes")}
            </Button>
            <Button size="sm" tone="ghost" onClick={() => setOpen("remove")}>
              {t("factors.remove")}
            </Button>
          </div>
        </div>
      )}
      <FormFault error={renew.error ?? remove.error} fields={[]} />
      <Dialog open={open === "setUp"} title={t("factors.setUp")} onClose={close} closeLabel={t("ui.close")}>
        {open === "setUp" && <TotpSetup endpoints={memberTotp} onDone={close} />}
      </Dialog>
      <Dialog open={codes !== undefined} title={t("factors.newCodes")} closeLabel={t("ui.close")}>
        {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
      <ConfirmDialog
        open={open === "remove"}
        title={t("factors.remove")}
        body={t("factors.removeText")}
        confirmLabel={t("factors.remove")}
        cancelLabel={t("ui.cancel")}
        busy={remove.isPending}
        onConfirm={takeOff}
        onCancel={close}
      />
    </Panel>
  );
}
