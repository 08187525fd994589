import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Capiz } from "../../ui/art/motifs.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Balance } from "../../ui/Money.tsx";
import { useBalance } from "./wallet.api.ts";

/** What the member can play with, what is held, and the two ways money moves. */
export function BalanceCard({ depositTo, withdrawTo }: { depositTo: string; withdrawTo: string }) {
  const t = useT();
  const fault = useFault();
  const { data, error } = useBalance();
  return (
    <section aria-label={t("wallet.balance")} className="relative isolate grid gap-5 overflow-hidden rounded-md border border-line bg-card p-5 sm:p-6">
      <Capiz className="absolute inset-0 -z-10 size-full text-text opacity-5" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid gap-1">
          <span className="text-sm text-muted">{t("wallet.balance")}</span>
          {data ? (
            <Balance minor={data.balance} className="font-display text-2xl font-bold sm:text-3xl" />
          ) : error ? (
            <p role="alert" className="text-sm text-accent-text">
              {fault(error).text}
            </p>
          ) : (
            <Skeleton className="h-9 w-52 sm:h-11" />
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={depositTo} size="lg" className="max-sm:flex-1" icon={<ArrowDownToLine />}>
            {t("wallet.deposit")}
          </ButtonLink>
          <ButtonLink to={withdrawTo} tone="secondary" size="lg" className="max-sm:flex-1" icon={<ArrowUpFromLine />}>
            {t("wallet.withdraw")}
          </ButtonLink>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 border-t border-line pt-4 text-sm">
        <Part label={t("wallet.locked")} minor={data?.locked} />
        <Part label={t("wallet.bonus")} minor={data?.bonus} />
      </dl>
    </section>
  );
}

function Part({ label, minor }: { label: string; minor: bigint | undefined }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{minor === undefined ? <Skeleton className="h-4 w-20" /> : <Balance minor={minor} />}</dd>
    </div>
  );
}
