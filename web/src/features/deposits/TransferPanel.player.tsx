import { formatAmount } from "@laro/contract/core/money";
import type { Deposit } from "@laro/contract/deposits";
import type { ComponentType } from "react";
import { useT } from "../../api/language.ts";
import { Countdown } from "../../ui/Countdown.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { DepositBadge } from "./DepositBadge.tsx";
import { Line } from "./Line.player.tsx";
import { SlipForm } from "./SlipForm.player.tsx";

interface TransferPanelProps {
  deposit: Deposit;
  picture: ComponentType<{ id: string; label: string }>;
  onExpire: () => void;
}

/** A bank transfer under way: where to pay and what to write, then the slip, then the waiting for an officer. */
export function TransferPanel({ deposit, picture: SlipPicture, onExpire }: TransferPanelProps) {
  const t = useT();
  const { id, state, amount, reference, receivingAccount, expiresAt, slipId, bonusName } = deposit;
  const isPending = state === "pending";
  return (
    <Panel
      title={t(isPending ? "deposits.transfer.title" : "deposits.submitted.title")}
      text={t(isPending ? "deposits.transfer.text" : "deposits.submitted.text")}
      aside={<DepositBadge state={state} />}
    >
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        <Line label={t("deposits.amount")} copies={formatAmount(amount)}>
          <Money minor={amount} className="font-display text-xl font-bold" />
        </Line>
        <Line label={t("deposits.transfer.note")} copies={reference}>
          <span className="figures text-base font-semibold text-primary-text">{reference}</span>
        </Line>
        {receivingAccount && (
          <>
            <Line label={t("deposits.transfer.bank")} className="sm:col-span-2">
              <span className="font-semibold">{receivingAccount.bank}</span>
            </Line>
            <Line label={t("deposits.transfer.number")} copies={receivingAccount.number.replaceAll(" ", "")}>
              <span className="figures text-base font-semibold">{receivingAccount.number}</span>
            </Line>
            <Line label={t("deposits.transfer.holder")} copies={receivingAccount.holder}>
              <span className="font-semibold">{receivingAccount.holder}</span>
            </Line>
          </>
        )}
        {isPending && (
          <Line label={t("deposits.expires")}>
            <Countdown until={Date.parse(expiresAt)} onEnd={onExpire} className="font-semibold text-primary-text" />
          </Line>
        )}
        {bonusName && <Line label={t("deposits.bonus.chosen")}>{bonusName}</Line>}
      </dl>
      {isPending && <SlipForm id={id} />}
      {slipId && (
        <div className="grid gap-1.5 border-t border-line pt-4">
          <p className="text-xs text-muted">{t("deposits.slip.yours")}</p>
          <SlipPicture id={slipId} label={t("deposits.slip.yours")} />
        </div>
      )}
    </Panel>
  );
}
