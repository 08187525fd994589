import { sessions } from "@laro/contract/sessions";
import { useEffect, useState } from "react";
import { nowMs } from "../../api/clock.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { QrCode } from "../../ui/QrCode.tsx";

const GOOD_MS = 60_000;

/** A code that opens this account on another screen: once, within a minute. */
export function HandOver() {
  const t = useT();
  const [until, setUntil] = useState<number>();
  const { mutate, data, error, isPending } = useApiCommand(sessions.handOver);
  const draw = () => mutate({}, { onSuccess: () => setUntil(nowMs() + GOOD_MS) });
  useEffect(() => mutate({}, { onSuccess: () => setUntil(nowMs() + GOOD_MS) }), [mutate]);
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-sm text-muted">{t("sessions.handOverText")}</p>
      {data !== undefined && until !== undefined && (
        <>
          <QrCode text={`${location.origin}/?token=${data.ticket}`} label={t("sessions.handOverCode")} size={220} />
          <p className="text-sm">
            {t("sessions.handOverLeft")} <Countdown until={until} onEnd={() => setUntil(undefined)} />
          </p>
        </>
      )}
      {isPending && <Skeleton className="size-55" />}
      {until === undefined && !isPending && <Button onClick={draw}>{t("sessions.handOverAgain")}</Button>}
      <FormFault error={error} />
    </div>
  );
}
