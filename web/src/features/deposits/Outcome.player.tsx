import type { Deposit, DepositState } from "@laro/contract/deposits";
import { Info, Printer } from "lucide-react";
import { type Key, useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { DepositBadge } from "./DepositBadge.tsx";
import { Line } from "./Line.player.tsx";
import { SlipForm } from "./SlipForm.player.tsx";

/** What a decided deposit says of itself. */
const outcomes = {
  credited: { title: "deposits.credited.title", text: "deposits.credited.text" },
  failed: { title: "deposits.failed.title", text: "deposits.failed.text" },
  expired: { title: "deposits.expired.title", text: "deposits.expired.text" },
  rejected: { title: "deposits.rejected.title", text: "deposits.rejected.text" },
} as const satisfies Record<Exclude<DepositState, "pending" | "submitted" | "checked">, { title: Key; text: Key }>;

const expiredTransfer = { title: "deposits.expired.title", text: "deposits.expired.transferText" } as const;

interface OutcomeProps {
  deposit: Deposit;
  recordTo: string;
  bonusesTo: string;
  onAgain: () => void;
}

/** A deposit that is decided: a receipt to print if its money came, the reason if it did not. */
export function Outcome({ deposit, recordTo, bonusesTo, onAgain }: OutcomeProps) {
  const t = useT();
  const { id, state, kind, bonus, reason } = deposit;
  if (state === "pending" || state === "submitted" || state === "checked") return null;
  const isCredited = state === "credited";
  const isLateTransfer = state === "expired" && kind === "transfer";
  const { title, text } = isLateTransfer ? expiredTransfer : outcomes[state];
  return (
    <div data-print={isCredited || undefined}>
      <p className="mb-4 hidden text-lg font-bold print:block">{t("deposits.receipt")}</p>
      <Panel title={t(title)} text={t(text)} aside={<DepositBadge state={state} />}>
        {reason !== null && (
          <p className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
            <span className="font-semibold">{t("ui.reason")}:</span> {reason}
          </p>
        )}
        <Facts deposit={deposit} />
        {isLateTransfer && <SlipForm id={id} />}
        <div className="flex flex-wrap gap-3 border-t border-line pt-4 print:hidden">
          {isCredited ? <ButtonLink to="/">{t("deposits.play")}</ButtonLink> : <Button onClick={onAgain}>{t("ui.retry")}</Button>}
          {isCredited && (
            <Button tone="secondary" icon={<Printer />} onClick={() => window.print()}>
              {t("deposits.print")}
            </Button>
          )}
          {bonus !== null && (
            <ButtonLink to={bonusesTo} tone="secondary">
              {t("deposits.bonus.details")}
            </ButtonLink>
          )}
          <ButtonLink to={recordTo} tone="secondary">
            {t("deposits.record")}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  );
}

function Facts({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const { state, amount, paid, reference, providerReference, methodName, settledAt, createdAt, bonusName, bonus } = deposit;
  return (
    <>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        <Line label={t(paid === null ? "deposits.amount" : "deposits.paid")}>
          <Money minor={paid ?? amount} className={paid === null ? "font-display text-xl font-bold" : "font-display text-2xl font-bold text-win-text"} />
        </Line>
        {paid !== null && (
          <Line label={t("deposits.asked")}>
            <Money minor={amount} className="font-display text-xl font-bold" />
          </Line>
        )}
        <Line label={t("deposits.reference")} copies={reference}>
          <span className="figures font-semibold">{reference}</span>
        </Line>
        <Line label={t("deposits.method")}>{methodName}</Line>
        <Line label={t("deposits.at")}>
          <DateTime at={settledAt ?? createdAt} shape="exact" />
        </Line>
        {bonusName !== null && state === "credited" && (
          <Line label={bonusName}>{bonus === null ? t("deposits.bonus.notGiven") : <Money minor={bonus} className="font-semibold" />}</Line>
        )}
        {providerReference !== null && (
          <Line label={t("deposits.providerReference")} copies={providerReference} className="sm:col-span-2">
            <span className="break-all">{providerReference}</span>
          </Line>
        )}
      </dl>
      {paid !== null && paid !== amount && <Difference asked={amount} arrived={paid} />}
    </>
  );
}

/** Another amount came than was asked for: said in words, so that nobody has to compare figures. */
function Difference({ asked, arrived }: { asked: bigint; arrived: bigint }) {
  const t = useT();
  return (
    <p role="note" className="flex gap-3 rounded-sm bg-info/14 px-4 py-3 text-sm">
      <Info aria-hidden="true" className="size-5 shrink-0 text-info-text" />
      <span>
        {t(arrived < asked ? "deposits.difference.short" : "deposits.difference.over")}{" "}
        <Money minor={arrived < asked ? asked - arrived : arrived - asked} className="font-semibold" />
      </span>
    </p>
  );
}
