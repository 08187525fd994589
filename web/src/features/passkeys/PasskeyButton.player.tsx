import type { ShownCredential } from "@laro/contract/core/credential";
import { passkeys } from "@laro/contract/passkeys";
import type { Entered } from "@laro/contract/sessions";
import { useEffect, useRef } from "react";
import { fillsPasskeysIn, hasPasskeys, showPasskey } from "../../api/authenticator.ts";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { usePasskeyAnswer } from "../../api/passkeyAnswer.ts";
import { PasskeyAnswer } from "../../ui/PasskeyAnswer.tsx";
import { useFlag } from "../../api/permission.ts";

interface PasskeyButtonProps {
  onEntered: (entered: Entered) => void;
}

/** Enters by a passkey, without a name or a password; nothing where the browser or the site has none. */
export function PasskeyButton({ onEntered }: PasskeyButtonProps) {
  return useFlag("passkeys") && hasPasskeys() && <Enter onEntered={onEntered} />;
}

const enterBy = (credential: ShownCredential): Promise<Entered> => call(passkeys.enter, { entry: "player", credential });

/** A question is good for five minutes; one that stands by longer is asked again. */
const RENEWED_MS = 4 * 60_000;

/** While the form stands the browser offers passkeys in the field of the name; answers what calls that off. */
function useFilledIn(onEntered: (entered: Entered) => void): () => void {
  const round = useRef<AbortController>(undefined);
  const latest = useRef(onEntered);
  useEffect(() => {
    latest.current = onEntered;
  });
  useEffect(() => {
    let isOver = false;
    const stand = async (): Promise<void> => {
      round.current?.abort();
      if (isOver || !(await fillsPasskeysIn().catch(() => false)) || isOver) return;
      round.current = new AbortController();
      // Nobody pressed anything: what comes of it is heard of only where it opens the account.
      await showPasskey(round.current.signal)
        .then(enterBy)
        .then(
          (entered) => latest.current(entered),
          () => undefined,
        );
    };
    void stand();
    const renewing = setInterval(() => void stand(), RENEWED_MS);
    return () => {
      isOver = true;
      clearInterval(renewing);
      round.current?.abort();
    };
  }, []);
  return () => round.current?.abort();
}

function Enter({ onEntered }: PasskeyButtonProps) {
  const t = useT();
  const callOff = useFilledIn(onEntered);
  const answer = usePasskeyAnswer(async (credential) => onEntered(await enterBy(credential)), callOff);
  return <PasskeyAnswer tone="secondary" label={t("passkeys.enter")} {...answer} />;
}
