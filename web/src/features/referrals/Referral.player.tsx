import { formatAmount } from "@laro/contract/core/money";
import type { Friend, ReferralTerms } from "@laro/contract/referrals";
import { useEffect } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useShareLabels } from "../../api/share.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Steps } from "../../ui/Proof.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { ShareButton } from "../../ui/ShareButton.tsx";
import { addressOf, useFriends, useReferralCode, useReferrals } from "./referrals.api.ts";

/** The link friends register by, what it gives, and what came of it. */
export function Referral() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useReferrals();
  if (mine.data === undefined) return mine.error ? <RefusedState {...refusal(mine)} /> : <Skeleton className="h-72 w-full" />;
  const { terms, registered, deposited, rewarded, earned, thisMonth } = mine.data;
  return (
    <div className="grid gap-6">
      <Link />
      <Figures
        label={t("referrals.figures")}
        figures={[
          { label: t("referrals.registered"), figure: <span className="figures">{registered}</span> },
          { label: t("referrals.deposited"), figure: <span className="figures">{deposited}</span> },
          { label: t("referrals.rewarded"), figure: <span className="figures">{rewarded}</span> },
          { label: t("referrals.earned"), figure: <Money minor={earned} /> },
        ]}
      />
      <Terms terms={terms} thisMonth={thisMonth} />
      <Friends />
    </div>
  );
}

function Link() {
  const t = useT();
  const shareLabels = useShareLabels();
  const { mutate, data, error } = useReferralCode();
  useEffect(() => mutate({}), [mutate]);
  const address = data && addressOf(data.code);
  return (
    <Panel title={t("referrals.link")} text={t("referrals.linkText")}>
      <FormFault error={error} />
      {address === undefined ? (
        error === null && <Skeleton className="h-32 w-full" />
      ) : (
        <div className="flex flex-wrap items-center gap-5">
          <QrCode text={address} label={t("referrals.qr")} size={128} />
          <div className="grid min-w-0 flex-1 basis-56 gap-3">
            <div className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 flex-1 text-sm break-all">{address}</code>
              <CopyButton text={address} label={t("referrals.copy")} copiedLabel={t("copy_success")} />
            </div>
            <span>
              <ShareButton labels={shareLabels} title={t("referrals.shareTitle")} url={address} />
            </span>
          </div>
        </div>
      )}
    </Panel>
  );
}

function Terms({ terms, thisMonth }: { terms: ReferralTerms; thisMonth: number }) {
  const t = useT();
  const { depositMinimum, depositReward, playValid, playReward, days, monthMax, wagering, rewardDays } = terms;
  const symbol = useCurrencySymbol();
  const money = (minor: bigint): string => `${symbol}${groupThousands(formatAmount(minor))}`;
  return (
    <Panel title={t("referrals.terms")}>
      <Steps
        className="text-sm"
        steps={[
          t("referrals.termDeposit", { minimum: money(depositMinimum), reward: money(depositReward) }),
          t("referrals.termPlay", { valid: money(playValid), days, reward: money(playReward) }),
          t("referrals.termBonus", { wagering, days: rewardDays }),
          t("referrals.termMonth", { maximum: monthMax, given: thisMonth }),
          t("referrals.termSame"),
          t("referrals.termFriend"),
        ]}
      />
    </Panel>
  );
}

const tones = { waiting: "neutral", given: "win", refused: "accent", over: "neutral" } as const satisfies Record<Friend["deposit"]["state"], BadgeTone>;

function Friends() {
  const t = useT();
  const refusal = useRefusal();
  const friends = useFriends();
  const face = faceOf(friends, friends.rows.length);
  return (
    <Panel title={t("referrals.friends")} text={t("referrals.friendsText")}>
      {face === "loading" && <Skeleton className="h-24 w-full" />}
      {face === "refused" && <RefusedState {...refusal(friends)} />}
      {face === "empty" && <EmptyState text={t("referrals.none")} />}
      {face === "ready" && (
        <ul className="grid">
          {friends.rows.map((friend) => (
            <li
              key={`${friend.joinedAt} ${friend.name}`}
              className="grid gap-2 border-t border-line py-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto_auto] sm:items-center"
            >
              <span className="grid min-w-0">
                <span className="font-semibold">{friend.name}</span>
                <span className="text-xs text-muted">
                  <DateTime at={friend.joinedAt} />
                </span>
              </span>
              <StepBadge label={t("referrals.step.deposit")} step={friend.deposit} />
              <StepBadge label={t("referrals.step.play")} step={friend.play} />
            </li>
          ))}
        </ul>
      )}
      <More {...friends} label={t("ui.more")} className="justify-self-center" />
    </Panel>
  );
}

function StepBadge({ label, step: { state, reason, amount } }: { label: string; step: Friend["deposit"] }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-muted sm:justify-end">
      {label}
      <Badge tone={tones[state]}>
        {state === "given" ? <Money minor={amount} signed /> : t(reason === null ? `referrals.state.${state}` : `referrals.reason.${reason}`)}
      </Badge>
    </span>
  );
}
