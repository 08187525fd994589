import type { BonusOffer } from "@laro/contract/deposits";
import { type ReactNode, useId } from "react";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { Money } from "../../ui/Money.tsx";

interface BonusChoiceProps {
  offers: readonly BonusOffer[];
  chosen: BonusOffer | undefined;
  /** What is typed so far, in minor units. */
  amount: bigint | undefined;
  onChoose: (code: string | undefined) => void;
}

/** A bonus with the deposit, or none; what it costs in play is said before it is chosen. */
export function BonusChoice({ offers, chosen, amount, onChoose }: BonusChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("deposits.bonus")}</legend>
      <Choice name={name} isChosen={chosen === undefined} onChoose={() => onChoose(undefined)} title={t("deposits.bonus.none")}>
        {t("deposits.bonus.none.text")}
      </Choice>
      {offers.map((offer) => (
        <Choice key={offer.code} name={name} isChosen={chosen === offer} onChoose={() => onChoose(offer.code)} title={offer.name}>
          {t("deposits.bonus.terms", { percent: offer.percent, wagering: offer.wagering, days: offer.days })} <Money minor={offer.maximum} />
        </Choice>
      ))}
      {chosen && <Preview offer={chosen} amount={amount} />}
    </fieldset>
  );
}

function Choice({ name, isChosen, onChoose, title, children }: { name: string; isChosen: boolean; onChoose: () => void; title: string; children: ReactNode }) {
  return (
    <label
      className={cx(
        "grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 gap-y-0.5 rounded-sm border px-3.5 py-3 transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text",
        isChosen ? "border-primary-text bg-primary/8" : "border-line bg-field hover:border-muted",
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-4 shrink-0 accent-(--primary-text)" />
      <span className="text-sm font-semibold">{title}</span>
      <span className="col-start-2 text-xs text-muted">{children}</span>
    </label>
  );
}

function Preview({ offer: { percent, maximum, minimumDeposit, wagering }, amount }: { offer: BonusOffer; amount: bigint | undefined }) {
  const t = useT();
  if (amount === undefined || amount < minimumDeposit)
    return (
      <p role="status" className="text-xs font-medium text-primary-text">
        {t("deposits.bonus.from")} <Money minor={minimumDeposit} />
      </p>
    );
  const share = (amount * BigInt(percent)) / 100n; // Rounded down, as the server does.
  const bonus = share < maximum ? share : maximum;
  return (
    <div role="status">
      <dl className="grid grid-cols-2 gap-3 rounded-sm bg-text/4 px-3.5 py-3">
        <Figure label={t("deposits.bonus.gets")} minor={bonus} />
        <Figure label={t("deposits.bonus.stakes")} minor={bonus * BigInt(wagering)} />
      </dl>
    </div>
  );
}

const Figure = ({ label, minor }: { label: string; minor: bigint }) => (
  <div className="grid gap-0.5">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-sm font-semibold">
      <Money minor={minor} />
    </dd>
  </div>
);
