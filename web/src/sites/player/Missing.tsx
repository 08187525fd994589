import { accounts, type MemberInfo } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { passkeys } from "@laro/contract/passkeys";
import type { ReactNode } from "react";
import { type Key, useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { usePayoutAccounts } from "../../features/payoutAccounts/payoutAccounts.api.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { VerifyButton } from "./VerificationGate.tsx";

/** Where in the security centre something is done about what is missing. */
export const places = { contacts: "centre-contacts", safety: "centre-safety", payout: "centre-payout", factor: "centre-factor" } as const;

interface Lack {
  readonly label: Key;
  readonly way: ReactNode;
}

/** What would make the account whole, each with the way there; nothing once all is there. */
export function Missing({ me }: { me: MemberInfo }) {
  const t = useT();
  const lacks = useLacks(me);
  if (lacks.length === 0) return null;
  return (
    <Panel title={t("centre.missing.title")} text={t("centre.missing.text")}>
      <ul className="grid sm:grid-cols-2 sm:gap-x-8">
        {lacks.map(({ label, way }) => (
          <li key={label} className="flex items-center justify-between gap-3 border-t border-line py-2.5 text-sm font-medium">
            <span>{t(label)}</span>
            {way}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What is not there; what is not known yet is not called missing. */
function useLacks({ verification, hasPaymentPassword }: MemberInfo): readonly Lack[] {
  const contacts = useApiQuery(accounts.contacts, {}).data?.list;
  const factor = useApiQuery(factors.mine, {}).data;
  const keys = useApiQuery(passkeys.mine, {}).data?.list;
  const payout = usePayoutAccounts().data?.list;
  const lacks = (kind: "phone" | "email") => contacts !== undefined && !contacts.some((contact) => contact.kind === kind && contact.isVerified);
  const way = (label: Key, isMissing: boolean, to: keyof typeof places): Lack[] => (isMissing ? [{ label, way: <Way label={label} to={to} /> }] : []);
  const isOwed = verification === "N" || verification === "R";
  return [
    ...(isOwed ? [{ label: "centre.missing.verification", way: <VerifyButton status={verification} size="sm" /> } as const] : []),
    ...way("centre.missing.phone", lacks("phone"), "contacts"),
    ...way("centre.missing.email", lacks("email"), "contacts"),
    ...way("centre.missing.payment", !hasPaymentPassword, "safety"),
    ...way("centre.missing.payout", payout?.length === 0, "payout"),
    ...way("centre.missing.factor", factor?.totpSince === null && keys?.length === 0, "factor"),
  ];
}

function Way({ label, to }: { label: Key; to: keyof typeof places }) {
  const t = useT();
  const go = () => {
    const place = document.getElementById(places[to]);
    place?.scrollIntoView({ block: "start" });
    place?.focus({ preventScroll: true });
  };
  return (
    <Button size="sm" tone="secondary" aria-label={`${t("centre.missing.go")}: ${t(label)}`} onClick={go}>
      {t("centre.missing.go")}
    </Button>
  );
}
