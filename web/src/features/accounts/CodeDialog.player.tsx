import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { OtpField } from "../../ui/OtpField.tsx";

const DIGITS = 6;
const FIELDS = ["verificationCode"];

interface CodeDialogProps {
  /** Where the code went. */
  number: string;
  /** When the next one may be sent, in milliseconds since the epoch. */
  waitUntil: number;
  isSending: boolean;
  isRegistering: boolean;
  /** What the last send or try threw. */
  error: Error | null;
  onCode: (code: string) => void;
  onAgain: () => void;
  /** Back to the form, for another number. */
  onOther: () => void;
}

/** Six boxes for the code that was sent, with the wait until the next. */
export function CodeDialog({ number, waitUntil, isSending, isRegistering, error, onCode, onAgain, onOther }: CodeDialogProps) {
  const t = useT();
  const faultOf = useFault();
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const [restedAt, setRestedAt] = useState(0);
  const fault = error === null ? undefined : faultOf(error);
  const send = () => {
    setShort(code.length < DIGITS);
    if (code.length === DIGITS) onCode(code);
  };
  const footer = (
    <div className="grid w-full gap-3">
      <Button size="lg" block onClick={send} busy={isRegistering}>
        {t("sessions.register")}
      </Button>
      <div className="flex gap-3">
        <Button tone="secondary" className="flex-1" disabled={restedAt !== waitUntil} busy={isSending} onClick={onAgain}>
          {restedAt === waitUntil ? (
            t("accounts.codeAgain")
          ) : (
            <>
              {t("accounts.codeWait")} <Countdown until={waitUntil} onEnd={() => setRestedAt(waitUntil)} />
            </>
          )}
        </Button>
        <Button tone="ghost" className="flex-1" onClick={onOther} disabled={isRegistering}>
          {t("accounts.codeOther")}
        </Button>
      </div>
    </div>
  );
  const told = isShort && code.length < DIGITS ? t("accounts.local_please_enter_code") : undefined;
  return (
    <Dialog open id="smsCodeModal" title={t("accounts.codeTitle")} onClose={onOther} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-4">
        <p className="text-muted">{t("accounts.codeText", { number })}</p>
        <OtpField
          autoFocus
          name="verificationCode"
          label={t("accounts.codeLabel")}
          value={code}
          onChange={setCode}
          error={told ?? (fault?.field === "verificationCode" ? fault.text : undefined)}
        />
        <FormFault error={error} fields={FIELDS} />
      </div>
    </Dialog>
  );
}
