import type { BonusBet } from "@laro/contract/bonuses";
import { type ReactNode, useEffect, useId } from "react";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { formatManila } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { chooseBonusBet, useChosenBonusBet } from "./bonusBet.ts";
import { useBonusBets } from "./rounds.api.ts";

/** So many are offered, those that end first. */
const OFFERED_MAX = 3;

/** The bonus bets whose stake a game can be played for. One that was chosen stays though none of it is left: money is staked only once that is chosen. */
export function useOfferedBets(isStake: (stake: bigint) => boolean): readonly BonusBet[] {
  const chosen = useChosenBonusBet();
  const { data } = useBonusBets();
  useEffect(() => () => chooseBonusBet(undefined), []);
  const offered = data?.list.filter(({ stake }) => isStake(stake)).slice(0, OFFERED_MAX) ?? [];
  return chosen === undefined || offered.some(({ id }) => id === chosen.id) ? offered : [...offered, { ...chosen, left: 0 }];
}

interface BonusBetSwitchProps {
  offered: readonly BonusBet[];
  locked: boolean;
  onStake: (stake: bigint) => void;
}

/** Whether the next round is staked with money or with a bonus bet. */
export function BonusBetSwitch({ offered, locked, onStake }: BonusBetSwitchProps) {
  const t = useT();
  const name = useId();
  const chosen = useChosenBonusBet();
  const current = offered.find(({ id }) => id === chosen?.id);
  const choose = (bet: BonusBet | undefined) => () => {
    if (locked) return;
    chooseBonusBet(bet);
    if (bet !== undefined) onStake(bet.stake);
  };
  return (
    <fieldset data-part="bonusBets" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <legend className="sr-only">{t("rounds.bonusBet.stakeWith")}</legend>
      <span className="flex flex-wrap gap-1.5">
        <Choice name={name} isOn={current === undefined} locked={locked} onChoose={choose(undefined)}>
          {t("rounds.bonusBet.cash")}
        </Choice>
        {offered.map((bet) => (
          <Choice key={bet.id} name={name} isOn={bet.id === current?.id} locked={locked} onChoose={choose(bet)}>
            {t("rounds.bonusBet.left", { count: bet.left })} · <Money minor={bet.stake} />
          </Choice>
        ))}
      </span>
      {current !== undefined && <Terms bet={current} />}
    </fieldset>
  );
}

function Terms({ bet: { expiresAt } }: { bet: BonusBet }) {
  const t = useT();
  return (
    <p className="text-xs text-muted">
      <span className="max-sm:sr-only">{t("rounds.bonusBet.pays")} </span>
      {t("rounds.bonusBet.until", { when: formatManila(expiresAt) })}
    </p>
  );
}

function Choice({ name, isOn, locked, onChoose, children }: { name: string; isOn: boolean; locked: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <label
      className={cx(
        "inline-flex h-9 cursor-pointer items-center gap-1.5 rounded-pill px-3.5 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary",
        isOn ? "bg-white text-[#1a1203]" : "bg-card text-text hover:bg-white/20",
      )}
    >
      <input type="radio" name={name} className="sr-only" checked={isOn} aria-disabled={locked} onChange={onChoose} />
      {children}
    </label>
  );
}
