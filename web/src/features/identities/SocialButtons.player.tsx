import type { Provider } from "@laro/contract/identities";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";
import { ProviderMark } from "./ProviderMark.tsx";
import { useSignIn } from "./useSignIn.ts";

interface SocialButtonsProps {
  /** Enters by the ticket the provider's word became. */
  onTicket: (ticket: string) => Promise<void>;
}

/** A button for each provider that is configured; nothing where none is. */
export function SocialButtons({ onTicket }: SocialButtonsProps) {
  const { social } = usePermission();
  return social.length > 0 && <Buttons social={social} onTicket={onTicket} />;
}

function Buttons({ social, onTicket }: SocialButtonsProps & { social: readonly Provider[] }) {
  const t = useT();
  const { jurisdiction } = usePermission();
  const { waiting, fault, begin } = useSignIn(onTicket);
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("identities.or")}
      </p>
      {social.map((provider) => (
        <Button key={provider} tone="secondary" block icon={<ProviderMark provider={provider} />} busy={waiting === provider} onClick={() => begin(provider)}>
          {t("identities.with", { provider })}
        </Button>
      ))}
      {waiting !== undefined && (
        <p role="status" className="text-center text-sm text-muted">
          {t("identities.waiting")}
        </p>
      )}
      {fault !== undefined && (
        <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
      {jurisdiction.playMoney && <p className="text-center text-xs text-muted">{t("identities.sandbox")}</p>}
    </div>
  );
}
