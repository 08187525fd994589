import { wallet } from "@laro/contract/wallet";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";

interface FreezeProps {
  memberName: string;
  frozen: boolean;
}

/** Whether a member's money is frozen, and the way to change it; nothing at all for an officer who may not, while it is free. */
export function FreezeBarOperator({ memberName, frozen, canFreeze }: FreezeProps & { canFreeze: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  if (!frozen && !canFreeze) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={frozen ? "accent" : "win"}>{t(frozen ? "wallet.frozen" : "wallet.free")}</Badge>
      {canFreeze && (
        <Button tone="secondary" size="sm" icon={<Snowflake />} onClick={() => setAsking(true)}>
          {t(frozen ? "wallet.unfreeze" : "wallet.freeze")}
        </Button>
      )}
      {isAsking && <FreezeDialog memberName={memberName} frozen={frozen} onDone={() => setAsking(false)} />}
    </div>
  );
}

function FreezeDialog({ memberName, frozen, onDone }: FreezeProps & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const setFrozen = useApiCommand(wallet.setFrozen, { stale: [wallet.lines] });
  const stateOf = (isFrozen: boolean) => t(isFrozen ? "wallet.frozen" : "wallet.free");
  const done = {
    onSuccess: () => {
      showToast(`${memberName}: ${stateOf(!frozen)}`, "success");
      onDone();
    },
  };
  const verb = t(frozen ? "wallet.unfreeze" : "wallet.freeze");
  return (
    <ChangeDialog
      title={`${verb}: ${memberName}`}
      changes={[{ label: memberName, before: stateOf(frozen), after: stateOf(!frozen) }]}
      warning={!frozen && t("wallet.freezeWarning")}
      tone={frozen ? "primary" : "danger"}
      {...asking(setFrozen, { verb, hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setFrozen.mutate({ memberName, frozen: !frozen, reason }, done)}
      onCancel={onDone}
    />
  );
}
