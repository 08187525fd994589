import type { ShownCredential } from "@laro/contract/core/credential";
import { useState } from "react";
import { hasPasskeys, NothingShown, showPasskey } from "./authenticator.ts";
import { useT } from "./language.ts";
import { useFault } from "./query.ts";

/** Asks for a passkey, for `PasskeyAnswer` to draw; what `onShown` throws is told there, and `onAsk` runs just before the browser asks. */
export function usePasskeyAnswer(onShown: (passkey: ShownCredential) => Promise<void> | void, onAsk?: () => void) {
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
  return { elsewhere: hasPasskeys() ? undefined : t("passkeys.elsewhere"), isAsking, fault, onPress: () => void ask() };
}
