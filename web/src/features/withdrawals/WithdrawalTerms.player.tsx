import type { OutputOf } from "@laro/contract/core/endpoint";
import type { TurnoverLine, withdrawals } from "@laro/contract/withdrawals";
import { Check, CircleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { type Key, useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Balance, Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";

export type Terms = OutputOf<(typeof withdrawals)["terms"]>;

/** The forms that mend a term in place. */
export type Remedies = Readonly<Record<"paymentPassword" | "payoutAccount", ComponentType<{ onDone: () => void }>>>;

/** Whether each line is met; all must be. */
export const metTerms = ({ hasPaymentPassword, hasPayoutAccount, turnover, available, minimum, countLeftToday, leftToday }: Terms) => ({
  paymentPassword: hasPaymentPassword,
  payoutAccount: hasPayoutAccount,
  turnover: turnover.length === 0,
  available: available >= minimum,
  today: countLeftToday > 0 && leftToday >= minimum,
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
              <Balance minor={terms.available} className="font-semibold text-text" /> · {t("withdrawals.terms.minimum")} <Money minor={terms.minimum} />
            </>
          }
          action={
            <ButtonLink to={depositTo} size="sm" tone="secondary">
              {t("withdrawals.terms.deposit")}
            </ButtonLink>
          }
        />
        <Term
          isMet={met.today}
          title={t("withdrawals.terms.today")}
          text={
            <>
              {t("withdrawals.terms.today.left")} <Money minor={terms.leftToday} className="font-semibold text-text" /> ·{" "}
              {t("withdrawals.terms.today.count", { count: terms.countLeftToday })}
            </>
          }
        />
      </ul>
      <Dialog open={open !== undefined} title={open && t(`withdrawals.terms.${open}`)} onClose={() => setOpen(undefined)} closeLabel={t("ui.close")}>
        {Remedy && <Remedy onDone={() => setOpen(undefined)} />}
      </Dialog>
    </Panel>
  );
}

const sources = {
  deposit: "withdrawals.turnover.deposit",
  adjustment: "withdrawals.turnover.adjustment",
  transfer: "withdrawals.turnover.transfer",
  freeRounds: "withdrawals.turnover.freeRounds",
} as const satisfies Record<TurnoverLine["source"], Key>;

/** Why money must be played first, a line for each reason; what is played fills the oldest. */
function TurnoverTerm({ isMet, terms: { turnover, turnoverNeeded, turnoverDone } }: { isMet: boolean; terms: Terms }) {
  const t = useT();
  return (
    <Term
      isMet={isMet}
      title={t("withdrawals.terms.turnover")}
      text={t(isMet ? "withdrawals.terms.turnover.met" : "withdrawals.terms.turnover.text")}
      action={
        <ButtonLink to="/" size="sm" tone="secondary">
          {t("withdrawals.terms.play")}
        </ButtonLink>
      }
    >
      {!isMet && (
        <>
          <ul className="grid gap-4">
            {turnover.map((line) => (
              <li key={`${line.source} ${line.reference} ${line.at}`} className="grid gap-1">
                <Meter
                  label={t(sources[line.source], { reference: line.reference })}
                  value={Number(line.done)}
                  max={Number(line.needed)}
                  tone="primary"
                  text={
                    <>
                      <Money minor={line.done} /> / <Money minor={line.needed} />
                    </>
                  }
                />
                <DateTime at={line.at} className="text-xs text-muted" />
              </li>
            ))}
          </ul>
          <p className="text-sm">
            {t("withdrawals.terms.left")} <Money minor={turnoverNeeded - turnoverDone} className="font-semibold" />
          </p>
        </>
      )}
    </Term>
  );
}

function Term({ isMet, title, text, action, children }: { isMet: boolean; title: string; text: ReactNode; action?: ReactNode; children?: ReactNode }) {
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
