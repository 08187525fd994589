import type { Promotion } from "@laro/contract/core/contentShown";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useShareLabels } from "../../api/share.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { ShareButton } from "../../ui/ShareButton.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { isShownOnWeb, type Leads } from "./audience.ts";
import { ContentPicture } from "./ContentPicture.player.tsx";
import { useAnnouncements } from "./content.api.ts";

const PAGE_SIZE = 12;

interface PromotionListProps {
  page: number;
  onPage: (page: number) => void;
  /** Says nothing where there is none. */
  quiet?: boolean;
}

/** What the operator offers now, in the operator's order (ROUTE-32). */
export function PromotionList({ page, onPage, quiet = false }: PromotionListProps) {
  const t = useT();
  const refusal = useRefusal();
  const answer = useAnnouncements("PR");
  const list = answer.list?.filter(isShownOnWeb);
  if (list === undefined) return answer.error === null ? <Skeleton className="h-80 w-full rounded-md" /> : <RefusedState {...refusal(answer)} />;
  if (list.length === 0) return quiet ? null : <EmptyState text={t("site.promotionsEmpty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />;
  const pageCount = Math.ceil(list.length / PAGE_SIZE);
  const at = Math.min(Math.max(page, 1), pageCount);
  return (
    <div className="grid gap-6">
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {list.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((promotion) => (
          <li key={promotion.id}>
            <PromotionCard promotion={promotion} />
          </li>
        ))}
      </ul>
      {pageCount > 1 && (
        <Pager page={at} pageCount={pageCount} onPage={onPage} labels={{ pages: t("content.pages"), previous: t("ui.previous"), next: t("ui.next") }} />
      )}
    </div>
  );
}

function PromotionCard({ promotion: { slug, title, summary, announcementImages, until } }: { promotion: Promotion }) {
  const t = useT();
  const picture = announcementImages[0]?.picture;
  return (
    <article className="relative grid h-full content-start overflow-hidden rounded-md border border-line bg-card transition hover:border-muted">
      {picture && <ContentPicture picture={picture} sizes="(max-width: 767px) 100vw, 420px" className="aspect-video w-full object-cover" />}
      <div className="grid gap-2 p-4">
        <h2 className="text-lg font-bold">
          <Anchor to={`/promotions/${slug}`} className="after:absolute after:inset-0">
            {title}
          </Anchor>
        </h2>
        {summary !== "" && <p className="text-sm text-muted">{summary}</p>}
        {until !== null && <p className="text-xs text-muted">{t("content.runsUntil", { at: formatManila(until) })}</p>}
      </div>
    </article>
  );
}

interface PromotionViewProps {
  slug: string;
  leads: Leads;
}

/** One offer whole: its pictures in their order, its terms, its number and its end. */
export function PromotionView({ slug, leads: Way }: PromotionViewProps) {
  const t = useT();
  const shareLabels = useShareLabels();
  const refusal = useRefusal();
  const answer = useAnnouncements("PR");
  const promotion = answer.list?.find((one) => one.slug === slug && isShownOnWeb(one));
  const back = <ButtonLink to="/promotions">{t("content.allPromotions")}</ButtonLink>;
  if (answer.list === undefined) return answer.error === null ? <Skeleton className="h-96 w-full rounded-md" /> : <RefusedState {...refusal(answer)} />;
  if (promotion === undefined) return <EmptyState text={t("content.promotionOver")} action={back} />;
  const { title, summary, content, announcementImages, clearance, until } = promotion;
  return (
    <article className="mx-auto grid w-full max-w-200 gap-4">
      <Anchor to="/promotions" className="justify-self-start text-sm text-muted hover:text-text">
        {t("content.allPromotions")}
      </Anchor>
      <h1 className="text-2xl font-extrabold">{title}</h1>
      {summary !== "" && <p className="text-lg text-muted">{summary}</p>}
      {announcementImages.map(({ sequence, picture }, at) => (
        <ContentPicture key={sequence} picture={picture} isFirst={at === 0} sizes="(max-width: 831px) 100vw, 800px" className="h-auto w-full rounded-md" />
      ))}
      <RichText html={content} />
      {until !== null && <p className="text-sm">{t("content.runsUntil", { at: formatManila(until) })}</p>}
      {clearance !== "" && <p className="text-sm text-muted">{t("content.clearance", { clearance })}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Way to={promotion} />
        <ShareButton labels={shareLabels} title={title} />
      </div>
    </article>
  );
}
