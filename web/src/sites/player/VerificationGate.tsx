import type { MemberInfo } from "@laro/contract/accounts";
import { useT } from "../../api/language.ts";
import { Helpline } from "../../features/protection/Helpline.player.tsx";
import { Contact } from "../../features/site/Contact.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { openDialog } from "./dialogs.ts";

type Status = MemberInfo["verification"];

const words = {
  N: "verifications.verify",
  P: "verifications.pendingText",
  A: "centre.verification.approved.text",
  R: "verifications.again",
} as const satisfies Record<Status, string>;

/** Leads to the identity dialog, where there is something to do. */
export function VerifyButton({ status, size }: { status: Status; size?: "sm" }) {
  const t = useT();
  if (status === "P" || status === "A") return null;
  return (
    <Button size={size} onClick={() => openDialog("verification")} className="justify-self-start">
      {t(words[status])}
    </Button>
  );
}

/** Stands where a market lets only verified members pay in: what is missing, the way to it, and who helps. */
export function VerificationGate({ status }: { status: Status }) {
  const t = useT();
  return (
    <Panel title={t("deposits.gate.title")} text={t(status === "P" ? words.P : "deposits.gate.text")} className="border-primary-text">
      <VerifyButton status={status} />
      <div className="grid gap-2 text-sm">
        <h3 className="font-semibold">{t("site.customerService")}</h3>
        <Contact />
      </div>
      <Helpline />
    </Panel>
  );
}
