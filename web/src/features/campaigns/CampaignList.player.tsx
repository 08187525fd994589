import type { CampaignCard, CampaignLabel, CampaignTab } from "@laro/contract/campaigns";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { More } from "../../ui/More.tsx";
import { CampaignPicture } from "./CampaignPicture.tsx";
import { useCampaigns } from "./campaigns.api.ts";
import { useProgress, useTerms } from "./terms.ts";

const tones: Readonly<Record<CampaignLabel, BadgeTone>> = {
  comingSoon: "info",
  join: "primary",
  applying: "info",
  process: "info",
  rejected: "accent",
  signed: "primary",
  claim: "win",
  claimed: "info",
  issued: "win",
  close: "neutral",
};

/** Where the looker stands in a campaign (PROMO-08). */
export const CampaignState = ({ label }: { label: CampaignLabel }) => {
  const t = useT();
  return <Badge tone={tones[label]}>{t("campaigns.label", { label })}</Badge>;
};

export const offerPath = (code: string): string => `/promotions?offer=${code}`;
export const rainPath = (code: string): string => `/redEnvelope?rain=${code}`;
/** Where a campaign is taken part in: a rain has a page of its own. */
const placeOf = ({ code, trigger: { on } }: CampaignCard): string => (on === "rain" ? rainPath(code) : offerPath(code));

/** The campaigns of a tab; `quiet` shows nothing where there are none. */
export function CampaignList({ tab, quiet = false }: { tab: CampaignTab | "mine" | undefined; quiet?: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const pages = useCampaigns(tab);
  const { rows } = pages;
  if (pages.first === undefined) return pages.error ? <RefusedState {...refusal(pages)} /> : <Skeleton className="h-80 w-full rounded-md" />;
  if (rows.length === 0)
    return quiet ? null : (
      <EmptyState text={t(tab === "mine" ? "campaigns.mineEmpty" : "campaigns.empty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />
    );
  return (
    <div className="grid gap-4">
      <ul aria-label={t("campaigns.title")} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {rows.map((card) => (
          <li key={card.code}>
            <Card card={card} />
          </li>
        ))}
      </ul>
      <More {...pages} label={t("ui.more")} />
    </div>
  );
}

function Card({ card }: { card: CampaignCard }) {
  const t = useT();
  const { task, gain } = useTerms();
  const progress = useProgress(card);
  const { title, summary, label, trigger, gift, endsAt, startsAt } = card;
  return (
    <article className="relative grid h-full grid-rows-[auto_1fr] overflow-hidden rounded-md border border-line bg-card transition hover:border-muted">
      <CampaignPicture card={card} sizes="(max-width: 767px) 100vw, 420px" className="aspect-video w-full object-cover" />
      <div className="grid content-start gap-2 p-4">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg font-bold wrap-anywhere">
            <Anchor to={placeOf(card)} className="after:absolute after:inset-0">
              {title}
            </Anchor>
          </h2>
          <CampaignState label={label} />
        </div>
        <p className="text-sm text-muted">{summary}</p>
        <ul className="grid gap-1 text-sm">
          <li>{task(trigger, card.reviewed)}</li>
          {gift !== null && <li className="font-semibold text-primary-text">{gain(gift)}</li>}
        </ul>
        {progress !== undefined && card.target !== null && label === "signed" && <Meter label={t("campaigns.progress")} {...progress} />}
        <p className="text-xs text-muted">
          {label === "comingSoon" ? t("campaigns.from", { at: formatManila(startsAt) }) : t("content.runsUntil", { at: formatManila(endsAt) })}
        </p>
      </div>
    </article>
  );
}
