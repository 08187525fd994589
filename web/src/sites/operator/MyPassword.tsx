import { operators } from "@laro/contract/operators";
import { useT } from "../../api/language.ts";
import { ChangePasswordForm } from "../../features/accounts/ChangePassword.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/** Anyone of the staff changes their own password. */
export function MyPassword({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open title={t("operators.myPassword")} onClose={onClose} closeLabel={t("ui.close")}>
      <ChangePasswordForm endpoint={operators.changePassword} onDone={onClose} />
    </Dialog>
  );
}
