import type { Entered } from "@laro/contract/sessions";
import { type ReactNode, useState } from "react";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ByEmail } from "./ByEmail.player.tsx";
import { ByPhone } from "./ByPhone.player.tsx";
import type { CaptchaField } from "./recoveries.api.ts";

export interface ForgotDialogProps {
  captcha: CaptchaField;
  /** How to reach us, where neither way is offered. */
  contact: ReactNode;
  /** A picture above the title. */
  banner: ReactNode;
  onClose: () => void;
  onLogIn: () => void;
  onEntered: (entered: Entered) => void;
}

type Way = "phone" | "email";

/** A new password for one that was forgotten: by phone first where that is offered, else by e-mail. */
export function ForgotDialog({ captcha, contact, banner, onClose, onLogIn, onEntered }: ForgotDialogProps) {
  const t = useT();
  const isOffered = { phone: useFlag("phonePasswordReset"), email: useFlag("emailPasswordReset") };
  const ways = (["phone", "email"] as const).filter((way) => isOffered[way]);
  const [chosen, setChosen] = useState<Way>();
  const way = chosen ?? ways[0];
  const form = way === "phone" ? <ByPhone captcha={captcha} onEntered={onEntered} /> : <ByEmail captcha={captcha} />;
  return (
    <Dialog open id="forgotPasswordModal" art={banner} title={t("recoveries.title")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="grid gap-5">
        {ways.length === 0 && (
          <div className="grid gap-3">
            <p>{t("errors.recoveries.closed")}</p>
            {contact}
          </div>
        )}
        {ways.length === 1 && form}
        {ways.length > 1 && (
          <Tabs label={t("recoveries.ways")} items={ways.map((id) => ({ id, label: t(`recoveries.${id}`) }))} value={way!} onChange={setChosen} fill>
            <div className="pt-4">{form}</div>
          </Tabs>
        )}
        <Button tone="ghost" onClick={onLogIn}>
          {t("recoveries.back")}
        </Button>
      </div>
    </Dialog>
  );
}
