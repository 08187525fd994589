import type { OutputOf } from "@laro/contract/core/endpoint";
import type { withdrawals } from "@laro/contract/withdrawals";
import { Check, CircleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { type Key, useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";

export type Terms = OutputOf<(typeof withdrawals)["terms"]>;

/** The forms that mend a term in place. */
export type Remedies = Readonly<Record<"paymentPassword" | "payoutAccount", ComponentType<{ onDone: () => void }>>>;

/** Whether each line is met; all four must be. */
export const metTerms = ({ hasPaymentPassword, hasPayoutAccount, turnoverDone, turnoverNeeded, available, minimum }: Terms) => ({
  paymentPassword: hasPaymentPassword,
  payoutAccount: hasPayoutAccount,
  turnover: turnoverDone >= turnoverNeeded,
  available: available >= minimum,
});

/** What stands between the member and a withdrawal, line by line, each with the way to mend it. */
export function WithdrawalTerms({ terms, remedies, depositTo }: { terms: Terms; remedies: Remedies; depositTo: string }) {
  const t = useT();
  const [open, setOpen] = useState<keyof Remedies>();
  const met = metTerms(terms);
  const Remedy = open && remedies[open];
  const mend = (remedy: keyof Remedies, label: Key, disabled = false) => (
    <Button size="sm" tone="secondary" disabled={disabled} onClick={() => setOpen(remedy)}>
      {t(label)}
    </Button>
  );
  return (
    <Panel title={t("withdrawals.terms.title")} text={t(Object.values(met).every(Boolean) ? "withdrawals.terms.met" : "withdrawals.terms.open")}>
      <ul className="grid">
        <Term
          isMet={met.paymentPassword}
          title={t("withdrawals.terms.paymentPassword")}
          text={t("withdrawals.terms.paymentPassword.text")}
          action={mend("paymentPassword", "withdrawals.terms.set")}
        />
        <Term
          isMet={met.payoutAccount}
          title={t("withdrawals.terms.payoutAccount")}
          text={t(met.paymentPassword ? "withdrawals.terms.payoutAccount.text" : "withdrawals.terms.payoutAccount.first")}
          action={mend("payoutAccount", "withdrawals.terms.bind", !met.paymentPassword)}
        />
        <TurnoverTerm isMet={met.turnover} terms={terms} />
        <Term
          isMet={met.available}
          title={t("withdrawals.terms.available")}
          text={
            <>
              <Money minor={terms.available} className="font-semibold text-text" /> · {t("withdrawals.terms.minimum")} <Money minor={terms.minimum} />
            </>
          }
          action={
            <ButtonLink to={depositTo} size="sm" tone="secondary">
              {t("withdrawals.terms.deposit")}
            </ButtonLink>
          }
        />
      </ul>
      <Dialog open={open !== undefined} title={open && t(`withdrawals.terms.${open}`)} onClose={() => setOpen(undefined)} closeLabel={t("ui.close")}>
        {Remedy && <Remedy onDone={() => setOpen(undefined)} />}
      </Dialog>
    </Panel>
  );
}

function TurnoverTerm({ isMet, terms }: { isMet: boolean; terms: Terms }) {
  const t = useT();
  const left = terms.turnoverNeeded - terms.turnoverDone;
  return (
    <Term
      isMet={isMet}
      title={t("withdrawals.terms.turnover")}
      text={t("withdrawals.terms.turnover.text")}
      action={
        <ButtonLink to="/" size="sm" tone="secondary">
          {t("withdrawals.terms.play")}
        </ButtonLink>
      }
    >
      {terms.turnoverNeeded > 0n && (
        <Meter
          label={t("withdrawals.terms.played")}
          value={Number(terms.turnoverDone)}
          max={Number(terms.turnoverNeeded)}
          tone={isMet ? "win" : "primary"}
          text={
            <>
              <Money minor={terms.turnoverDone} /> / <Money minor={terms.turnoverNeeded} />
            </>
          }
        />
      )}
      {left > 0n && (
        <p className="text-xs text-muted">
          {t("withdrawals.terms.left")} <Money minor={left} className="font-semibold text-text" />
        </p>
      )}
    </Term>
  );
}

function Term({ isMet, title, text, action, children }: { isMet: boolean; title: string; text: ReactNode; action: ReactNode; children?: ReactNode }) {
  const t = useT();
  return (
    <li className="flex gap-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className={cx(
          "mt-0.5 grid size-6 shrink-0 place-items-center rounded-pill [&_svg]:size-4",
          isMet ? "bg-win-fill text-on-win" : "bg-primary/16 text-primary-text",
        )}
      >
        {isMet ? <Check strokeWidth={3} /> : <CircleAlert />}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-40 flex-1 gap-0.5">
            <span className="text-sm font-semibold">
              {title}
              <span className="sr-only"> · {t(isMet ? "withdrawals.terms.done" : "withdrawals.terms.todo")}</span>
            </span>
            <span className="text-sm text-muted">{text}</span>
          </div>
          {!isMet && action}
        </div>
        {children}
      </div>
    </li>
  );
}
