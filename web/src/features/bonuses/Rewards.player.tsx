import type { Reward } from "@laro/contract/bonuses";
import { type ReactNode, useId, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { OnlyThis, Waits } from "./BonusLines.player.tsx";
import { useBonusName, useRewards } from "./bonuses.api.ts";
import { ClaimCard } from "./ClaimCard.player.tsx";

/** What waits for the member: bonuses to take now, then those still to be staked. */
export function Rewards({ isOffered }: { isOffered: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const rewards = useRewards();
  // Its card stays as the receipt when the answer no longer names it.
  const [taking, setTaking] = useState<Reward>();
  if (rewards.data === undefined) return rewards.error ? <RefusedState {...refusal(rewards)} /> : <Skeleton className="h-48 w-full" />;
  const { claimable, running } = rewards.data;
  const cards = taking === undefined ? claimable : [taking, ...claimable.filter(({ id }) => id !== taking.id)];
  return (
    <>
      <Group title={t("bonuses.claimable")}>
        {cards.map((reward) => (
          <ClaimCard key={reward.id} reward={reward} onClaim={() => setTaking(reward)} />
        ))}
        {cards.length === 0 && (
          <div className="rounded-md border border-line bg-card">
            <EmptyState text={t(running.length > 0 ? "bonuses.nothing.running" : isOffered ? "bonuses.nothing.offered" : "bonuses.nothing")} />
          </div>
        )}
      </Group>
      {running.length > 0 && (
        <Group title={t("bonuses.running")}>
          {running.map((reward) => (
            <RunningCard key={reward.id} reward={reward} />
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function RunningCard({ reward }: { reward: Reward }) {
  const t = useT();
  const name = useBonusName()(reward);
  const { reference, amount, turnoverNeeded, turnoverDone, left, state, expiresAt } = reward;
  const staked = (
    <>
      <Money minor={turnoverDone} /> / <Money minor={turnoverNeeded} />
    </>
  );
  return (
    <article aria-label={`${name} ${reference}`} className="grid gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">
          {name} <span className="figures text-xs font-normal text-muted">{reference}</span>
        </h3>
        <Money minor={amount} className="font-display text-lg font-bold" />
      </header>
      {state === "active" && <Meter label={t("bonuses.turnover")} value={Number(turnoverDone)} max={Number(turnoverNeeded)} text={staked} />}
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <div className="grid content-start gap-0.5">
          <dt className="text-xs text-muted">{t("bonuses.left")}</dt>
          <dd className="font-semibold">
            <Money minor={left} />
          </dd>
        </div>
        <div className="grid content-start gap-0.5">
          <dt className="text-xs text-muted">{t(expiresAt === null ? "bonuses.state" : "bonuses.until")}</dt>
          <dd className="font-semibold">{expiresAt === null ? t("bonuses.state.waiting") : <DateTime at={expiresAt} />}</dd>
        </div>
      </dl>
      {state === "waiting" ? <Waits bonus={reward} /> : <OnlyThis bonus={reward} />}
    </article>
  );
}
