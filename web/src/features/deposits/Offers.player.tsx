import type { BonusOffer } from "@laro/contract/deposits";
import type { ReactNode } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { useDepositMethods } from "./deposits.api.ts";

/** The bonuses that can be chosen with the next deposit, each with what it gives and what it asks. */
export function Offers({ depositTo }: { depositTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const methods = useDepositMethods();
  const offers = methods.data?.bonuses ?? [];
  const face = faceOf(methods, offers.length);
  return (
    <section aria-label={t("deposits.offers")} className="grid gap-3">
      <h2 className="text-base font-semibold">{t("deposits.offers")}</h2>
      {face === "loading" && <Skeleton className="h-48 w-full" />}
      {face === "refused" && <RefusedState {...refusal(methods)} />}
      {face === "empty" && <p className="rounded-md border border-line bg-card p-4 text-sm text-muted sm:p-5">{t("deposits.offers.empty")}</p>}
      {face === "ready" && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {offers.map((offer) => (
            <li key={offer.code} className="grid">
              <OfferCard offer={offer} depositTo={depositTo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OfferCard({ offer: { code, name, percent, minimumDeposit, maximum, wagering, days }, depositTo }: { offer: BonusOffer; depositTo: string }) {
  const t = useT();
  return (
    <article aria-label={name} className="grid content-between gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="grid gap-1">
        <h3 className="text-base font-semibold">{name}</h3>
        <p className="text-sm text-muted">
          <span className="figures font-display text-xl font-bold text-primary-text">{percent}%</span> {t("deposits.offers.percent")}
        </p>
      </header>
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <Term label={t("deposits.offers.minimum")}>
          <Money minor={minimumDeposit} />
        </Term>
        <Term label={t("deposits.offers.maximum")}>
          <Money minor={maximum} />
        </Term>
        <Term label={t("deposits.offers.wagering")}>{t("deposits.offers.wagering.value", { wagering })}</Term>
        <Term label={t("deposits.offers.days")}>{t("deposits.offers.days.value", { days })}</Term>
      </dl>
      <ButtonLink to={`${depositTo}?bonus=${encodeURIComponent(code)}`} tone="secondary" block aria-label={`${t("deposits.offers.choose")}: ${name}`}>
        {t("deposits.offers.choose")}
      </ButtonLink>
    </article>
  );
}

const Term = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);
