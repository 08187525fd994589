import { useT } from "../../api/language.ts";
import { Activate } from "../../features/accounts/Activate.player.tsx";
import { StopContactChange } from "../../features/accounts/StopContactChange.player.tsx";
import { useTitle } from "../../ui/title.ts";
import { useEnter } from "./session.ts";

/** Where the owner of a contact that was replaced brings the code of the letter. */
export function StopPage() {
  const t = useT();
  useTitle(t("accounts.stop.title"));
  return (
    <div className="mx-auto grid w-full max-w-120 py-8">
      <StopContactChange />
    </div>
  );
}

/** Where the owner of an account that an agent opened takes it. */
export function ActivatePage() {
  const t = useT();
  const enter = useEnter();
  useTitle(t("accounts.activate.title"));
  return (
    <div className="mx-auto grid w-full max-w-120 py-8">
      <Activate onEntered={enter} />
    </div>
  );
}
