import type { Entered } from "@laro/contract/sessions";
import { type ReactNode, Suspense, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useRegistration } from "./registration.api.ts";
import { RegistrationForm, type RegistrationParts } from "./RegistrationForm.player.tsx";
import type { Invitation } from "./useRegistrationForm.ts";

export interface RegisterDialogProps extends RegistrationParts {
  /** The codes a visitor came with; undefined while they are being looked up. */
  invitation: Invitation | undefined;
  /** Ways in by somebody else's word. */
  social: ReactNode;
  /** A picture above the title. */
  banner: ReactNode;
  onClose: () => void;
  onLogIn: () => void;
  onEntered: (entered: Entered) => void;
}

/** Opens an account, or says that nobody can at the moment. */
export function RegisterDialog(props: RegisterDialogProps) {
  const t = useT();
  const refusal = useRefusal();
  const { known, error, refetch } = useRegistration();
  const [isBusy, setBusy] = useState(false);
  const { invitation, social, banner, onClose, onLogIn, ...parts } = props;
  if (known?.settings.types.length === 0) return <RegistrationClosed {...props} />;
  const isReady = known !== undefined && invitation !== undefined;
  const footer = isReady && (
    <div className="grid w-full gap-3">
      <Button type="submit" form="register" size="lg" block busy={isBusy}>
        {t("sessions.register")}
      </Button>
      <p className="text-center text-sm text-muted">
        {t("sessions.haveAccount")}{" "}
        <button type="button" onClick={onLogIn} className="font-semibold text-primary-text underline underline-offset-4">
          {t("sessions.logIn")}
        </button>
      </p>
    </div>
  );
  return (
    <Dialog open id="registerPopupModal" art={banner} title={t("accounts.registerTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      {isReady && <RegistrationForm {...parts} {...known} invitation={invitation} onBusy={setBusy} />}
      {isReady && (
        <div className="mt-5">
          <Suspense fallback={null}>{social}</Suspense>
        </div>
      )}
      {!isReady && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {!isReady && error === null && <Skeleton className="h-80" />}
    </Dialog>
  );
}

function RegistrationClosed({ onClose, onLogIn }: RegisterDialogProps) {
  const t = useT();
  const { customerService } = usePermission();
  const footer = (
    <Button size="lg" block onClick={onLogIn}>
      {t("sessions.logIn")}
    </Button>
  );
  return (
    <Dialog open id="registerPopupModal" title={t("accounts.closedTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <p>{t("accounts.closedText")}</p>
      <p className="mt-3">
        <Anchor to={customerService.url} onClick={onClose} className="font-semibold text-primary-text underline underline-offset-4">
          {t("site.customerService")}
        </Anchor>
      </p>
    </Dialog>
  );
}
