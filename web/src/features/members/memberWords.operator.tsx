import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Member } from "@laro/contract/members";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";

/** An account's type in words; a number that this console does not know by its name. */
export function useTypeWord(): (type: number) => string {
  const t = useT();
  return (type) => {
    const known = (Object.keys(accountTypes) as (keyof typeof accountTypes)[]).find((name) => accountTypes[name] === type);
    return known === undefined ? String(type) : t(`members.type.${known}`);
  };
}

const verificationTones = { N: "neutral", P: "info", A: "win", R: "accent" } as const;

/** Everything about an account that an officer must know before anything else. */
export function MemberBadges({ member: { verification, eligibility, restrictions, closed } }: { member: Member }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={verificationTones[verification]}>{t(`members.verification.${verification}`)}</Badge>
      {closed && <Badge tone="accent">{t("members.closed")}</Badge>}
      {eligibility !== "open" && <Badge tone="accent">{t("members.ineligible")}</Badge>}
      {restrictions.map((part) => (
        <Badge key={part} tone="primary">
          {t(`members.restricted.${part}`)}
        </Badge>
      ))}
    </span>
  );
}

/** Facts, each under its name. */
export function Facts({ facts }: { facts: readonly { readonly label: string; readonly value: ReactNode }[] }) {
  return (
    <dl className="grid rounded-sm border border-line bg-field">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="min-w-0 text-sm font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Said where a list of the view holds nothing. */
export const Nothing = ({ text }: { text: string }) => <p className="text-sm text-muted">{text}</p>;

/** A heading over a table, which is a region of its own. */
export function Titled({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
