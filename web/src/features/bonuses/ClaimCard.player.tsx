import type { Bonus, Reward } from "@laro/contract/bonuses";
import { CircleCheck, HandCoins } from "lucide-react";
import type { ReactNode } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Banderitas } from "../../ui/art/motifs.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { useBonusName, useRelease } from "./bonuses.api.ts";

/** A bonus to take; once it is taken, what moved where. */
export function ClaimCard({ reward, onClaim }: { reward: Reward; onClaim: () => void }) {
  const t = useT();
  const release = useRelease();
  const { id, reference, amount } = reward;
  const name = useBonusName()(reward);
  if (release.data !== undefined) return <Receipt bonus={release.data} />;
  const claim = (): void => {
    onClaim();
    release.mutate({ id });
  };
  return (
    <Card label={`${name} ${reference}`} className="border-primary-text">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid min-w-0 gap-1">
          <h3 className="text-base font-semibold">{name}</h3>
          <Money minor={amount} className="font-display text-2xl font-bold sm:text-3xl" />
        </div>
        <Button
          size="lg"
          className="max-sm:w-full sm:min-w-48"
          icon={<HandCoins />}
          busy={release.isPending}
          aria-label={`${t("bonuses.claim")}: ${name}`}
          onClick={claim}
        >
          {t("bonuses.claim")}
        </Button>
      </div>
      <p className="text-sm text-muted">{t("bonuses.claim.text")}</p>
      <FormFault error={release.error} />
    </Card>
  );
}

/** Takes the focus of the button that was here. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

function Receipt({ bonus }: { bonus: Bonus }) {
  const { reference, amount, closedAt } = bonus;
  const name = useBonusName()(bonus);
  const t = useT();
  return (
    <Card label={`${name} ${reference}`} className="border-win-text">
      <div className="grid gap-1">
        <h3 ref={focusOnce} tabIndex={-1} className="flex items-center gap-2 text-base font-semibold text-win-text outline-none [&_svg]:size-5">
          <CircleCheck aria-hidden="true" />
          {t("bonuses.taken")}: {name}
        </h3>
        <Money minor={amount} signed className="font-display text-2xl font-bold sm:text-3xl" />
      </div>
      <p className="text-sm">{t("bonuses.taken.text")}</p>
      <p className="text-xs text-muted">
        <span className="figures">{reference}</span>
        {closedAt !== null && (
          <>
            {" "}
            · <DateTime at={closedAt} shape="exact" />
          </>
        )}
      </p>
    </Card>
  );
}

const Card = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <article aria-label={label} className={`relative isolate grid gap-4 overflow-hidden rounded-md border bg-card p-5 pt-16 sm:p-6 sm:pt-16 ${className}`}>
    <Banderitas width={900} height={72} sag={24} flags={25} className="absolute inset-x-0 top-0 -z-10 h-14 w-full text-muted" />
    {children}
  </article>
);
