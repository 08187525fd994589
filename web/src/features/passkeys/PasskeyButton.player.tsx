import { passkeys } from "@laro/contract/passkeys";
import type { Entered } from "@laro/contract/sessions";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { hasPasskeys, NothingShown, showPasskey } from "./authenticator.ts";

interface PasskeyButtonProps {
  onEntered: (entered: Entered) => void;
}

/** Enters by a passkey, without a name or a password; nothing where the browser or the site has none. */
export function PasskeyButton({ onEntered }: PasskeyButtonProps) {
  return useFlag("passkeys") && hasPasskeys() && <Enter onEntered={onEntered} />;
}

function Enter({ onEntered }: PasskeyButtonProps) {
  const t = useT();
  const sentenceOf = useFault();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const enter = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const { options } = await call(passkeys.beginEnter, {});
      onEntered(await call(passkeys.enter, { entry: "player", credential: await showPasskey(options) }));
    } catch (error) {
      setFault(error instanceof NothingShown ? t("passkeys.nothingShown") : sentenceOf(error as Error).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-2">
      <Button tone="secondary" block icon={<Fingerprint />} busy={isBusy} onClick={() => void enter()}>
        {t("passkeys.enter")}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
    </div>
  );
}
