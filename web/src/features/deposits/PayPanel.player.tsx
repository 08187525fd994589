import type { Deposit } from "@laro/contract/deposits";
import { ExternalLink } from "lucide-react";
import { Suspense } from "react";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { DepositBadge } from "./DepositBadge.tsx";
import { Line } from "./Line.player.tsx";

/** Some deposits have a code; what draws it comes with the first. */
const QrCode = area("deposit", () => import("../../ui/QrCode.tsx").then((file) => file.QrCode));
const CODE_SIZE = 192;

/** A deposit the provider waits for: its QR code, or the way to the provider's page. */
export function PayPanel({ deposit, onExpire }: { deposit: Deposit; onExpire: () => void }) {
  const t = useT();
  const { amount, qrPayload, payUrl, reference, expiresAt, methodName: name, bonusName, kind } = deposit;
  const isCode = kind === "qr";
  return (
    <Panel
      title={isCode ? t("deposits.pay.title") : t("deposits.pay.page.title", { name })}
      text={isCode ? t("deposits.pay.text") : t("deposits.pay.page.text")}
      aside={<DepositBadge state="pending" />}
    >
      <div className="flex flex-wrap items-center gap-6 max-sm:justify-center">
        {qrPayload && (
          <div className="rounded-md border border-line bg-white p-3">
            <Suspense fallback={<Skeleton className="size-48" />}>
              <QrCode text={qrPayload} label={t("deposits.qr")} size={CODE_SIZE} />
            </Suspense>
          </div>
        )}
        <dl className="grid min-w-36 flex-1 gap-4 text-sm">
          <Line label={t("deposits.amount")}>
            <Money minor={amount} className="font-display text-xl font-bold" />
          </Line>
          <Line label={t("deposits.reference")} copies={reference}>
            <span className="figures text-base font-semibold">{reference}</span>
          </Line>
          <Line label={t("deposits.expires")}>
            <Countdown until={Date.parse(expiresAt)} onEnd={onExpire} className="text-base font-semibold text-primary-text" />
          </Line>
          {bonusName && <Line label={t("deposits.bonus.chosen")}>{bonusName}</Line>}
        </dl>
      </div>
      {payUrl && (
        <ButtonLink to={payUrl} target="_blank" size="lg" block icon={<ExternalLink />}>
          {isCode ? t("deposits.pay.open") : t("deposits.pay.page.open", { name })}
        </ButtonLink>
      )}
      <p className="text-xs text-muted">{t("deposits.pay.wait")}</p>
    </Panel>
  );
}
