import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Sunburst } from "../../ui/art/motifs.tsx";
import { ParolMark } from "../../ui/art/Parol.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

const art = (
  <div className="relative grid h-36 place-items-center overflow-hidden bg-[#3a1257] text-white">
    <Sunburst className="absolute inset-0 size-full opacity-60" />
    <ParolMark className="relative size-24" />
  </div>
);

interface WelcomeProps {
  name: string;
  /** Sets a first limit right here. */
  limit: ReactNode;
  onClose: () => void;
}

/** The first thing a new member sees: a welcome, and the offer to set limits before the first round. */
export function Welcome({ name, limit, onClose }: WelcomeProps) {
  const t = useT();
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} className="flex-1">
        {t("accounts.later")}
      </Button>
      <ButtonLink to="/member/securityCenter" tone="secondary" onClick={onClose} className="flex-1">
        {t("accounts.setLimits")}
      </ButtonLink>
    </>
  );
  return (
    <Dialog open id="registerSuccessModal" title={t("accounts.welcomeTitle", { name })} art={art} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <p>{t("accounts.welcomeText")}</p>
      <p className="mt-3 mb-5 text-muted">{t("accounts.welcomeLimits")}</p>
      {limit}
    </Dialog>
  );
}
