import type { ShownCredential } from "@laro/contract/core/credential";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "../ui/Button.tsx";
import { hasPasskeys, NothingShown, showPasskey } from "./authenticator.ts";
import { useT } from "./language.ts";
import { useFault } from "./query.ts";

interface PasskeyAnswerProps extends Pick<ButtonProps, "tone"> {
  label: string;
  /** Whether what was shown is being looked at. */
  busy?: boolean;
  /** Takes what was shown; what it throws is told here. */
  onShown: (passkey: ShownCredential) => Promise<void> | void;
  /** Just before the browser asks. */
  onAsk?: () => void;
}

/** Lets somebody show a passkey; where this browser cannot, it says so. */
export function PasskeyAnswer({ label, tone = "primary", busy = false, onShown, onAsk }: PasskeyAnswerProps) {
  const t = useT();
  const sentenceOf = useFault();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const ask = async () => {
    setAsking(true);
    setFault(undefined);
    onAsk?.();
    try {
      await onShown(await showPasskey());
    } catch (error) {
      setFault(error instanceof NothingShown ? t("passkeys.nothingShown") : sentenceOf(error as Error).text);
    } finally {
      setAsking(false);
    }
  };
  if (!hasPasskeys()) return <p role="alert">{t("passkeys.elsewhere")}</p>;
  return (
    <div className="grid gap-2">
      <Button tone={tone} block icon={<Fingerprint />} busy={busy || isAsking} onClick={() => void ask()}>
        {label}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
    </div>
  );
}
