import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { operatorTotp } from "./totpEndpoints.ts";
import { TotpSetup } from "./TotpSetup.tsx";

/** All a session of staff without a second factor may do: bind one, or leave. */
export function ForcedFactorOperator({ onDone, onSignOut }: { onDone: () => void; onSignOut: () => void }) {
  const t = useT();
  const footer = (
    <Button tone="ghost" onClick={onSignOut}>
      {t("console.signOut")}
    </Button>
  );
  return (
    <Dialog open title={t("factors.forcedTitle")} size="md" closeLabel={t("ui.close")} footer={footer}>
      <TotpSetup endpoints={operatorTotp} onDone={onDone} />
    </Dialog>
  );
}
