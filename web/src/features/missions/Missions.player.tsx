import type { CampaignCard } from "@laro/contract/campaigns";
import type { ComponentType } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useClaimMission, useJoinMission, useMissions } from "./missions.api.ts";

/** What the page shows of a campaign: its state, what it asks and gives, and how far one is. */
export type MissionPart = ComponentType<{ card: CampaignCard }>;

/** Missions with their progress; each is joined and claimed here (PROMO-01). */
export function Missions({ part }: { part: MissionPart }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMissions();
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-64 w-full" />;
  const { list, countedUpTo } = asked.data;
  return (
    <Panel
      title={t("missions.title")}
      text={
        countedUpTo === null ? (
          t("missions.text")
        ) : (
          <>
            {t("missions.text")} {t("campaigns.countedUpTo")} <DateTime at={countedUpTo} shape="exact" />
          </>
        )
      }
    >
      {list.length === 0 ? (
        <EmptyState text={t("missions.empty")} action={<ButtonLink to="/promotions">{t("content.allPromotions")}</ButtonLink>} />
      ) : (
        <ul aria-label={t("missions.title")} className="grid gap-3">
          {list.map((card) => (
            <Mission key={card.code} card={card} part={part} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Mission({ card, part: Part }: { card: CampaignCard; part: MissionPart }) {
  const { t, language } = useSpeech();
  const [join, claim] = [useJoinMission(), useClaimMission()];
  const { code, title, label, reviewed, claimUntil, endsAt } = card;
  return (
    <li className="grid gap-3 rounded-md border border-line bg-field p-4">
      <Anchor to={`/promotions?offer=${code}`} className="justify-self-start text-base font-semibold hover:underline">
        {title}
      </Anchor>
      <Part card={card} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-xs text-muted">
          {claimUntil === null ? t("content.runsUntil", { at: formatManila(endsAt) }) : t("campaigns.claimUntil", { at: formatManila(claimUntil) })}
        </span>
        {label === "join" && !reviewed && (
          <Button size="sm" busy={join.isPending} onClick={() => join.mutate({ code, language })}>
            {t("campaigns.join")}
          </Button>
        )}
        {label === "claim" && (
          <Button
            size="sm"
            tone="success"
            busy={claim.isPending}
            onClick={() => claim.mutate({ code, language }, { onSuccess: () => showToast(t("campaigns.claimedToast"), "success") })}
          >
            {t("campaigns.claim")}
          </Button>
        )}
      </div>
      <FormFault error={join.error ?? claim.error} />
    </li>
  );
}
