import type { PostHead } from "@laro/contract/core/contentShown";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useShareLabels } from "../../api/share.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { ShareButton } from "../../ui/ShareButton.tsx";
import { useTitle } from "../../ui/title.ts";
import { ContentPicture } from "./ContentPicture.player.tsx";
import { usePost, usePosts } from "./content.api.ts";

export type PostPage = "blog" | "news";
const kindOf = { blog: "post", news: "news" } as const satisfies Record<PostPage, PostHead["kind"]>;
const RELATED_MAX = 3;

/** Posts or news, the newest first (MSG-08, MSG-09). */
export function PostList({ page }: { page: PostPage }) {
  const t = useT();
  const refusal = useRefusal();
  const posts = usePosts(kindOf[page]);
  if (posts.isPending) return <Skeleton className="h-80 w-full rounded-md" />;
  if (posts.rows.length === 0 && posts.error !== null) return <RefusedState {...refusal(posts)} />;
  if (posts.rows.length === 0) return <EmptyState text={t("content.postsEmpty", { page })} action={<ButtonLink to="/">{t("site.toGames")}</ButtonLink>} />;
  return (
    <div className="grid justify-items-center gap-6">
      <PostCards page={page} posts={posts.rows} />
      <More {...posts} label={t("ui.more")} size="md" />
    </div>
  );
}

const PostCards = ({ page, posts }: { page: PostPage; posts: readonly PostHead[] }) => (
  <ul className="grid w-full gap-4 md:grid-cols-2 xl:grid-cols-3">
    {posts.map(({ id, slug, title, summary, day, picture }) => (
      <li key={id}>
        <article className="relative grid h-full content-start overflow-hidden rounded-md border border-line bg-card transition hover:border-muted">
          {picture && <ContentPicture picture={picture} sizes="(max-width: 767px) 100vw, 420px" className="aspect-video w-full object-cover" />}
          <div className="grid gap-2 p-4">
            <Day day={day} />
            <h2 className="text-lg font-bold">
              <Anchor to={`/${page}/${slug}`} className="after:absolute after:inset-0">
                {title}
              </Anchor>
            </h2>
            {summary !== "" && <p className="text-sm text-muted">{summary}</p>}
          </div>
        </article>
      </li>
    ))}
  </ul>
);

const Day = ({ day }: { day: string }) =>
  day !== "" && (
    <time dateTime={day} className="figures text-xs text-muted">
      {formatCalendar(day)}
    </time>
  );

/** One post or piece of news, and what else there is to read. */
export function PostView({ page, slug }: { page: PostPage; slug: string }) {
  const t = useT();
  const shareLabels = useShareLabels();
  const refusal = useRefusal();
  const answer = usePost(kindOf[page], slug);
  const others = usePosts(kindOf[page]).rows.filter((one) => one.slug !== slug);
  useTitle(answer.data?.title ?? null);
  if (answer.data === undefined) return answer.error === null ? <Skeleton className="h-96 w-full rounded-md" /> : <RefusedState {...refusal(answer)} />;
  const { title, summary, content, day, picture } = answer.data;
  return (
    <div className="grid gap-10">
      <article className="mx-auto grid w-full max-w-200 gap-4">
        <Anchor to={`/${page}`} className="justify-self-start text-sm text-muted hover:text-text">
          {t("content.page", { page })}
        </Anchor>
        <h1 className="text-2xl font-extrabold">{title}</h1>
        <Day day={day} />
        {picture && <ContentPicture picture={picture} isFirst sizes="(max-width: 831px) 100vw, 800px" className="h-auto w-full rounded-md" />}
        {summary !== "" && <p className="text-lg text-muted">{summary}</p>}
        <RichText html={content} />
        <div>
          <ShareButton labels={shareLabels} title={title} />
        </div>
      </article>
      {others.length > 0 && (
        <section className="grid gap-4">
          <h2 className="text-xl font-bold">{t("content.related")}</h2>
          <PostCards page={page} posts={others.slice(0, RELATED_MAX)} />
        </section>
      )}
    </div>
  );
}
