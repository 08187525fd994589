import type { CampaignDetail } from "@laro/contract/campaigns";
import { RefusedCall } from "@laro/contract/core/call";
import { seatOf, type Trigger } from "@laro/contract/core/campaignRules";
import { type ComponentType, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { ApplyForm } from "./ApplyForm.player.tsx";
import { CampaignState } from "./CampaignList.player.tsx";
import { CampaignPicture } from "./CampaignPicture.tsx";
import { useCampaign, useClaim, useJoin, useLeave } from "./campaigns.api.ts";
import { useProgress, useTerms } from "./terms.ts";
import { WhyNot } from "./WhyNot.player.tsx";

/** What a page shows beside a campaign: its board, its raffle. */
type More = ComponentType<{ code: string; trigger: Trigger }>;

/** One campaign whole: where one stands, what to do next, and its full terms, made from its rule. */
export function CampaignView({ code, onSignIn, onRegister, more }: { code: string; onSignIn: () => void; onRegister: () => void; more?: More }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useCampaign(code);
  const back = <ButtonLink to="/promotions">{t("content.allPromotions")}</ButtonLink>;
  if (asked.data === undefined && asked.error === null) return <Skeleton className="h-96 w-full rounded-md" />;
  if (asked.data === undefined)
    return asked.error instanceof RefusedCall && asked.error.code === "campaigns.not_found" ? (
      <EmptyState text={t("content.promotionOver")} action={back} />
    ) : (
      <RefusedState {...refusal(asked)} />
    );
  return <Shown campaign={asked.data} onEnter={asked.data.trigger.on === "registered" ? onRegister : onSignIn} more={more} />;
}

function Shown({ campaign, onEnter, more: More }: { campaign: CampaignDetail; onEnter: () => void; more: More | undefined }) {
  const t = useT();
  const { title, summary, text, label, endsAt, startsAt, clearance, permit } = campaign;
  return (
    <article className="mx-auto grid w-full max-w-200 gap-4">
      <Anchor to="/promotions" className="justify-self-start text-sm text-muted hover:text-text">
        {t("content.allPromotions")}
      </Anchor>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-extrabold wrap-anywhere">{title}</h1>
        <CampaignState label={label} />
      </div>
      {summary !== "" && <p className="text-lg text-muted">{summary}</p>}
      <CampaignPicture card={campaign} sizes="(max-width: 831px) 100vw, 800px" className="aspect-5/2 max-h-80 w-full rounded-md object-cover" />
      <Standing campaign={campaign} onEnter={onEnter} />
      {text !== "" && <p className="whitespace-pre-line">{text}</p>}
      {More !== undefined && <More code={campaign.code} trigger={campaign.trigger} />}
      <Terms campaign={campaign} />
      <p className="text-sm">
        {label === "comingSoon" && `${t("campaigns.from", { at: formatManila(startsAt) })} · `}
        {t("content.runsUntil", { at: formatManila(endsAt) })}
      </p>
      {(clearance !== "" || permit !== "") && (
        <p className="text-sm text-muted">
          {[...(clearance === "" ? [] : [t("content.clearance", { clearance })]), ...(permit === "" ? [] : [t("campaigns.permit", { permit })])].join(" · ")}
        </p>
      )}
    </article>
  );
}

const refusedReasons = ["budgetSpent", "dayFull", "memberFull"] as const;

/** What was counted, what an officer said, and the one thing that can be done now. */
function Standing({ campaign, onEnter }: { campaign: CampaignDetail; onEnter: () => void }) {
  const { t, language } = useSpeech();
  const isLoggedIn = useIsLoggedIn();
  const progress = useProgress(campaign);
  const [join, leave, claim] = [useJoin(), useLeave(), useClaim()];
  const [isApplying, setApplying] = useState(false);
  const { code, label, rule, reason, canLeave, claimUntil, countedUpTo, title, target } = campaign;
  // Whoever joins a tournament takes a seat, on its own page.
  const isSeated = seatOf(rule) !== undefined;
  const isRejectedAgain = label === "rejected" && rule.again;
  const enter = () => {
    if (!isLoggedIn) return onEnter();
    if (rule.reviewed) return setApplying(true);
    join.mutate({ code, language });
  };
  const refused = refusedReasons.find((one) => one === reason);
  return (
    <section aria-label={t("campaigns.standing")} className="grid gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <p className="text-sm">{t("campaigns.labelText", { label })}</p>
      {label === "rejected" && reason !== "" && <p className="rounded-sm bg-accent/10 px-3 py-2 text-sm">{t("campaigns.rejectedFor", { reason })}</p>}
      {refused !== undefined && <p className="text-sm text-muted">{t(`campaigns.refused.${refused}`)}</p>}
      {progress !== undefined && target !== null && <Meter label={t("campaigns.progress")} {...progress} />}
      {progress !== undefined && countedUpTo !== null && label === "signed" && (
        <p className="text-xs text-muted">
          {t("campaigns.countedUpTo")} <DateTime at={countedUpTo} shape="exact" />
        </p>
      )}
      {claimUntil !== null && <p className="text-sm">{t("campaigns.claimUntil", { at: formatManila(claimUntil) })}</p>}
      <FormFault error={join.error ?? claim.error ?? leave.error} />
      <div className="flex flex-wrap items-center gap-3">
        {isSeated && <ButtonLink to={`/tournament?code=${code}`}>{t("tournaments.toTournament")}</ButtonLink>}
        {((label === "join" && !isSeated && rule.trigger.on !== "rain") || isRejectedAgain) && (
          <Button busy={join.isPending} onClick={enter}>
            {t(
              isRejectedAgain
                ? "campaigns.applyAgain"
                : rule.reviewed
                  ? "campaigns.apply"
                  : rule.trigger.on === "registered"
                    ? "sessions.register"
                    : "campaigns.join",
            )}
          </Button>
        )}
        {label === "claim" && (
          <Button
            tone="success"
            busy={claim.isPending}
            onClick={() => claim.mutate({ code, language }, { onSuccess: () => showToast(t("campaigns.claimedToast"), "success") })}
          >
            {t("campaigns.claim")}
          </Button>
        )}
        {canLeave && label !== "rejected" && label !== "close" && (
          <Button tone="ghost" size="sm" busy={leave.isPending} onClick={() => leave.mutate({ code, language })}>
            {t("campaigns.leave")}
          </Button>
        )}
        {isLoggedIn && <WhyNot code={code} />}
      </div>
      <Dialog open={isApplying} title={t("campaigns.applyFor", { title })} onClose={() => setApplying(false)} closeLabel={t("ui.close")}>
        <ApplyForm code={code} onDone={() => setApplying(false)} />
      </Dialog>
    </section>
  );
}

/** The full terms, line by line from the rule. */
function Terms({ campaign: { rule, budget } }: { campaign: CampaignDetail }) {
  const t = useT();
  const { money, task, gains, condition } = useTerms();
  const { trigger, gift, conditions, period, claimDays, memberCount, dayMax } = rule;
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [t("campaigns.terms.do"), [task(trigger, rule.reviewed)]],
    [t("campaigns.terms.get"), gains(rule)],
    [t("campaigns.terms.who"), conditions.length === 0 ? [t("campaigns.everyone")] : conditions.map(condition)],
    [t("campaigns.terms.often"), [t("campaigns.period", { period }), t("campaigns.memberCount", { count: memberCount })]],
    ...(gift === null ? [] : ([[t("campaigns.terms.claim"), [t("campaigns.claimDays", { days: claimDays })]]] as const)),
    [
      t("campaigns.terms.limits"),
      [t("campaigns.budget", { amount: money(budget) }), ...(dayMax === null ? [] : [t("campaigns.dayMax", { amount: money(dayMax) })])],
    ],
    [t("campaigns.terms.lose"), [t(gift?.gives === "bonus" ? "campaigns.loseBonus" : "campaigns.loseNothing")]],
  ];
  return (
    <Panel title={t("campaigns.terms")} text={t("campaigns.termsText")}>
      <dl className="grid gap-3 text-sm">
        {lines.map(([label, sentences]) => (
          <div key={label} className="grid gap-1 sm:grid-cols-[11rem_1fr]">
            <dt className="text-muted">{label}</dt>
            <dd className="grid gap-0.5 font-medium">
              {sentences.map((sentence) => (
                <span key={sentence}>{sentence}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
