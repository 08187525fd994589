import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import type { TotpEndpoints } from "./totpEndpoints.ts";

const DIGITS = 6;
const QR_SIZE_PX = 184;

/** Binds an authenticator: its QR code and key, the first code of it, and then the recovery codes. */
export function TotpSetup({ endpoints, onDone }: { endpoints: TotpEndpoints; onDone: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const begin = useApiCommand(endpoints.begin);
  const confirm = useApiCommand(endpoints.confirm, { stale: [endpoints.mine] });
  const [code, setCode] = useState("");
  const { mutate } = begin;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate({});
  }, [mutate]);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (begin.error) return <FormFault error={begin.error} />;
  if (!begin.data) return <LoadingBar label={t("ui.loading")} />;
  const { uri, key } = begin.data;
  const send = (digits: string) => confirm.mutate({ code: digits }, { onError: () => setCode("") });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length === DIGITS && !confirm.isPending) send(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">{t("factors.setupText")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 rounded-sm border border-line bg-card p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:justify-items-start">
        <QrCode text={uri} label={t("factors.qr")} size={QR_SIZE_PX} />
        <div className="grid w-full min-w-0 gap-1">
          <p className="text-xs text-muted">{t("factors.key")}</p>
          <p className="flex items-center gap-2">
            <code className="min-w-0 text-sm whitespace-normal break-words select-all">{key}</code>
            <CopyButton text={key.replaceAll(" ", "")} label={t("ui.copy")} copiedLabel={t("copy_success")} />
          </p>
        </div>
      </div>
      <OtpField
        label={t("factors.firstCode")}
        value={code}
        onChange={setCode}
        onComplete={send}
        error={confirm.error === null ? undefined : faultOf(confirm.error).text}
        autoFocus
      />
      <Button type="submit" busy={confirm.isPending} disabled={code.length !== DIGITS}>
        {t("factors.confirm")}
      </Button>
    </form>
  );
}
