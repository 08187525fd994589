import type { BonusBet } from "@laro/contract/bonuses";
import { formatAmount } from "@laro/contract/core/money";
import { Ticket } from "lucide-react";
import { useId } from "react";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { useBonusBets } from "./bonuses.api.ts";

function useMoney(): (minor: bigint) => string {
  const symbol = useCurrencySymbol();
  return (minor) => `${symbol}${groupThousands(formatAmount(minor))}`;
}

/** How many bonus bets wait to be played, apart from the balance; nothing while there are none. */
export function BonusBetCount({ to, isShort = false, className }: { to: string; isShort?: boolean; className: string }) {
  const t = useT();
  const money = useMoney();
  const { data } = useBonusBets();
  if (data === undefined || data.count === 0) return null;
  const [first] = data.list;
  const isOfOne = first !== undefined && data.list.every(({ stake }) => stake === first.stake);
  const text = isOfOne ? t("rounds.bonusBet.of", { count: data.count, stake: money(first.stake) }) : t("rounds.bonusBet.left", { count: data.count });
  return (
    <Anchor to={to} data-part="bonusBetCount" aria-label={text} title={text} className={className}>
      <Ticket aria-hidden="true" className="size-4 shrink-0" />
      {isShort && isOfOne ? `${data.count} × ${money(first.stake)}` : text}
    </Anchor>
  );
}

/** The bonus bets that can be played, with what each pays and until when. */
export function BonusBets({ playTo }: { playTo: string }) {
  const t = useT();
  const titleId = useId();
  const { data } = useBonusBets();
  if (data === undefined || data.count === 0) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-base font-semibold">
        {t("rounds.bonusBet.title")}
      </h2>
      <ul className="grid gap-3">
        {data.list.map((bet) => (
          <Line key={bet.id} bet={bet} playTo={playTo} />
        ))}
      </ul>
    </section>
  );
}

function Line({ bet: { left, stake, expiresAt }, playTo }: { bet: BonusBet; playTo: string }) {
  const t = useT();
  const money = useMoney();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <span className="grid gap-1">
        <b className="text-base font-semibold">{t("rounds.bonusBet.of", { count: left, stake: money(stake) })}</b>
        <span className="text-sm text-muted">
          {t("rounds.bonusBet.pays")} {t("rounds.bonusBet.until", { when: formatManila(expiresAt) })}
        </span>
      </span>
      <ButtonLink to={playTo} tone="secondary">
        {t("rounds.record.play")}
      </ButtonLink>
    </li>
  );
}
